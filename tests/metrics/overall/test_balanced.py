"""Means over classes, correlation with the truth, and errors of ordered labels: edges, other packages, exact shares."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import reference

from concordant import (
    Counts,
    balanced_accuracy,
    geometric_mean,
    macro_mean_absolute_error,
    matthews_correlation,
    mean_absolute_error,
)
from concordant.errors import UndefinedMetricError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric


@pytest.mark.parametrize(
    ("metric", "rows", "over", "lacking"),
    [
        (balanced_accuracy, ([1, 1], [1, 0]), "macro average is over 1 of 2", "positive (class 0)"),
        (geometric_mean, ([1, 1], [1, 0]), "geometric mean is over 1 of 2", "positive (class 0)"),
        (macro_mean_absolute_error, ([1, 1, 2], [1, 3, 2]), "macro average is over 2 of 3", "in the class (class 3)"),
    ],
)
def test_a_class_without_rows_is_left_out_and_named(metric: Metric, rows: Any, over: str, lacking: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert metric(*rows) == 1 / 2
    assert str(caught[0].message) == f"{metric.name}: the {over} classes: no row of the truth is {lacking}"
    assert metric(*rows, undefined=0.5) == pytest.approx(1 / 2, rel=1e-14)
    with pytest.raises(UndefinedMetricError):
        metric(*rows, undefined="raise")


# -- balanced accuracy -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_balanced_accuracy_of_caret(case: Any) -> None:
    assert balanced_accuracy.of(Counts.from_table(case["table"])) == pytest.approx(case["balanced_accuracy"], rel=1e-12)


# -- geometric mean --------------------------------------------------------------------------------------------------


def test_a_correction_stands_for_recalls_of_zero() -> None:
    truth, pred = [0, 0, 1, 2], [0, 1, 2, 2]  # recalls 1/2, 0, 1
    assert geometric_mean(truth, pred, correction=0.016) == pytest.approx((0.5 * 0.016) ** (1 / 3), rel=1e-14)
    assert geometric_mean(truth, pred, correction=0.0) == 0.0
    # recalls 1/2 and 1/3: not of zero
    assert geometric_mean([0, 0, 1, 1, 1], [0, 1, 1, 0, 0], correction=0.4) == pytest.approx((1 / 6) ** 0.5, rel=1e-14)
    # a class that is absent is not one that is never found
    with pytest.warns(UndefinedMetricWarning, match="over 2 of 3 classes"):
        assert geometric_mean([0, 2], [0, 2], labels=[0, 1, 2], correction=0.01) == 1.0


def test_recalls_of_many_classes_do_not_underflow() -> None:
    # the product of 2000 recalls of one half is 0 in float64
    classes = np.repeat(np.arange(2000), 2)
    pred = np.where(np.arange(4000) % 2, classes, (classes + 1) % 2000)
    assert geometric_mean(classes, pred) == pytest.approx(0.5, rel=1e-12)


@pytest.mark.parametrize(
    "case", [case for case in reference("screening") if "geometric_mean" in case], ids=lambda case: case["name"]
)
def test_geometric_mean_of_the_recalls_of_caret_and_modelmetrics(case: Any) -> None:
    assert geometric_mean.of(Counts.from_table(case["table"])) == pytest.approx(case["geometric_mean"], rel=1e-12)


@pytest.mark.parametrize("case", reference("screening_python"), ids=lambda case: case["name"])
def test_geometric_mean_of_imbalanced_learn(case: Any) -> None:
    counts = Counts.from_table(case["table"])
    assert geometric_mean.of(counts) == pytest.approx(case["geometric_mean"], rel=1e-12)
    corrected = geometric_mean.of(counts, correction=0.01)
    assert corrected == pytest.approx(case["geometric_mean_corrected"], rel=1e-12)
    size = len(case["table"])
    repeats = np.ravel(case["table"])
    truth, pred = (np.repeat(x, repeats) for x in np.indices((size, size)).reshape(2, -1))
    weighted = geometric_mean(truth, pred, sample_weight=1 + np.arange(len(truth)) % 4)
    assert weighted == pytest.approx(case["geometric_mean_weighted"], rel=1e-12)


# -- Matthews correlation --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [1, 0], -1.0),
        ([0, 1, 2], [1, 2, 0], -0.5),  # all wrong: of three classes not -1
        ([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0], 1 / 3),  # (2 2 - 1 1) / sqrt(3 3 3 3)
        # (n tr - sum r c) / sqrt((n^2 - sum r^2)(n^2 - sum c^2)) of the table [[1, 1, 0], [0, 1, 0], [0, 0, 2]]
        ([0, 0, 1, 2, 2], [0, 1, 1, 2, 2], (5 * 4 - 8) / math.sqrt((25 - 9) * (25 - 9))),
    ],
)
def test_matthews_correlation_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert matthews_correlation(y_true, y_pred) == pytest.approx(value, rel=1e-15)


def test_perfect_agreement_is_one_to_the_last_bit() -> None:
    # Not 1.0000000000000002, which the inverse hyperbolic tangent of an interval could not take.
    rng = np.random.default_rng(51)
    for _ in range(200):
        diagonal = np.diag(rng.integers(1, 10**6, rng.integers(2, 7)))
        assert matthews_correlation.of(Counts.from_table(diagonal)) == 1.0
        assert matthews_correlation.of(Counts.from_table(diagonal / 7)) == 1.0
        assert matthews_correlation.of(Counts.from_table(diagonal[:2, :2][::-1])) == -1.0


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_phi_of_psych(case: Any) -> None:
    phi = matthews_correlation.of(Counts.from_table(case["table"]))
    assert phi == pytest.approx(case["matthews_correlation"], rel=1e-12)


def test_a_small_weight_beside_a_large_one_does_not_leave_the_range() -> None:
    # Margins subtracted from the total would lose the small weight and leave rounding in its place.
    value = matthews_correlation([0, 1, 0], [1, 0, 0], sample_weight=[1e-30, 1.0, 1e-5])
    # TN 1e-5, FP 1e-30, FN 1, TP 0: -FP FN / sqrt(FP (FP + TN) FN (FN + TN))
    assert value == pytest.approx(-math.sqrt(1e-30 / (1e-5 * (1 + 1e-5))), rel=1e-12)


# -- mean absolute error of ordered labels ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value", "macro"),
    [
        ([1, 1, 1, 3], [1, 1, 3, 3], 1 / 2, 1 / 3),
        ([1, 7], [7, 7], 3.0, 3.0),  # at their values, not at their positions
        ([False, True], [True, True], 0.5, 0.5),
        ([0.5, 2.0], [1.0, 1.0], 0.75, 0.75),
    ],
)
def test_mean_absolute_error_edges(y_true: Any, y_pred: Any, value: float, macro: float) -> None:
    labels = sorted({*y_true, *y_pred}) if 0.5 in y_true else None
    assert mean_absolute_error(y_true, y_pred, labels=labels) == pytest.approx(value, rel=1e-15)
    averaged = macro_mean_absolute_error(y_true, y_pred, labels=labels, undefined=macro)
    assert averaged == pytest.approx(macro, rel=1e-15)


@pytest.mark.parametrize("case", reference("overall_python"), ids=lambda case: case["name"])
@pytest.mark.parametrize("package", ["imbalanced-learn", "dlordinal"])
def test_macro_mean_absolute_error_of_other_packages(case: Any, package: str) -> None:
    value = macro_mean_absolute_error(case["y_true"], case["y_pred"])
    assert value == pytest.approx(case["macro_mean_absolute_error"][package], rel=1e-12)
