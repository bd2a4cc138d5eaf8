from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import balanced_accuracy, geometric_mean, recall, specificity
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.inference.influence.tables import one_by_one
from concordant.states import Counts

from .cases import random_labels, reference

R = [case for case in reference("screening") if "geometric_mean" in case]
PYTHON = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
        ([0, 0, 0, 1], [0, 0, 0, 0], 0.0),  # a constant prediction never finds the other class
        ([0, 1, 2], [0, 1, 2], 1.0),
        ([0, 1, 2, 2], [0, 0, 2, 2], 0.0),  # one class of three is never found
        ([0, 0, 1, 1, 1, 1], [0, 0, 1, 0, 0, 0], 0.5),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert geometric_mean(y_true, y_pred) == value


def test_a_class_without_rows_is_left_out_and_named() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert geometric_mean([1, 1], [1, 0]) == 0.5
    assert str(caught[0].message) == (
        "geometric_mean: the geometric mean is over 1 of 2 classes: no row of the truth is positive (class 0)"
    )
    assert geometric_mean([1, 1], [1, 0], undefined=0.5) == pytest.approx(math.sqrt(0.5 * 0.5), rel=1e-14)


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(geometric_mean([], [], labels=["no", "yes"]))
    assert str(caught[0].message) == ("geometric_mean: no row of the truth is positive (classes 'no', 'yes')")


def test_three_classes_by_hand() -> None:
    # recalls 2/3, 1/2, 1
    truth, pred = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 2]
    assert geometric_mean(truth, pred) == pytest.approx((2 / 3 * 1 / 2 * 1) ** (1 / 3), rel=1e-14)


def test_a_correction_stands_for_recalls_of_zero() -> None:
    truth, pred = [0, 0, 1, 2], [0, 1, 2, 2]  # recalls 1/2, 0, 1
    assert geometric_mean(truth, pred, correction=0.016) == pytest.approx((0.5 * 0.016) ** (1 / 3), rel=1e-14)
    assert geometric_mean(truth, pred, correction=0.0) == 0.0
    # a class that is absent is not one that is never found
    with pytest.warns(UndefinedMetricWarning, match="over 2 of 3 classes"):
        assert geometric_mean([0, 2], [0, 2], labels=[0, 1, 2], correction=0.01) == 1.0


@pytest.mark.parametrize("correction", [-0.1, 1.5, math.nan])
def test_a_correction_that_is_no_recall_is_refused(correction: float) -> None:
    with pytest.raises(OptionError) as caught:
        geometric_mean([0, 1], [0, 1], correction=correction)
    assert str(caught.value) == f"correction must be a number from 0 to 1, not {correction!r}."


def test_several_labels_at_once_give_one_value_a_label() -> None:
    truth, pred = np.array([[1, 0], [0, 1], [0, 1]]), np.array([[1, 0], [1, 1], [0, 0]])
    np.testing.assert_allclose(geometric_mean(truth, pred), [math.sqrt(1 / 2), math.sqrt(1 / 2)], rtol=1e-14)


def test_many_classes_do_not_underflow() -> None:
    # the product of 2000 recalls of one half is 0 in float64
    classes = np.repeat(np.arange(2000), 2)
    pred = np.where(np.arange(4000) % 2, classes, (classes + 1) % 2000)
    assert geometric_mean(classes, pred) == pytest.approx(0.5, rel=1e-12)


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_recalls_of_caret_and_modelmetrics(case: Any) -> None:
    found = geometric_mean.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["geometric_mean"], rel=1e-12)


@pytest.mark.parametrize("case", PYTHON, ids=lambda case: case["name"])
def test_imbalanced_learn(case: Any) -> None:
    counts = Counts.from_table(case["table"])
    assert geometric_mean.of(counts) == pytest.approx(case["geometric_mean"], rel=1e-12)
    found = geometric_mean.of(counts, correction=0.01)
    assert found == pytest.approx(case["geometric_mean_corrected"], rel=1e-12)
    size = len(case["table"])
    repeats = np.ravel(case["table"])
    truth, pred = (np.repeat(x, repeats) for x in np.indices((size, size)).reshape(2, -1))
    found = geometric_mean(truth, pred, sample_weight=1 + np.arange(len(truth)) % 4)
    assert found == pytest.approx(case["geometric_mean_weighted"], rel=1e-12)


def test_of_two_classes_it_is_the_root_of_recall_times_specificity() -> None:
    truth, pred, weights = random_labels(69, 300, 2)
    data: Any = {"sample_weight": weights}
    expected = math.sqrt(recall(truth, pred, **data) * specificity(truth, pred, **data))
    assert geometric_mean(truth, pred, **data) == pytest.approx(expected, rel=1e-14)


def test_it_is_at_most_the_arithmetic_mean() -> None:
    truth, pred, weights = random_labels(70, 300, 5)
    data: Any = {"sample_weight": weights}
    assert 0 < geometric_mean(truth, pred, **data) < balanced_accuracy(truth, pred, **data)


@pytest.mark.parametrize("correction", ["a", None, True])
def test_a_correction_that_is_no_number_is_refused(correction: Any) -> None:
    with pytest.raises(OptionError) as caught:
        geometric_mean([0, 1], [0, 1], correction=correction)
    assert str(caught.value) == f"correction must be a number from 0 to 1, not {correction!r}."


@pytest.mark.parametrize("correction", [0.0, 0.01])
@pytest.mark.parametrize(
    "recalls", [[0.2, 0.9, 0.5], [0.0, 0.3, np.nan], [0.0, 0.0, 0.5], [np.nan, np.nan], [0.7]], ids=str
)
def test_the_mean_with_one_recall_in_the_place_of_another(recalls: list[float], correction: float) -> None:
    parts = geometric_mean.parts(Counts.from_table(np.eye(3, dtype=int)), {"correction": correction})
    assert parts is not None
    assert parts.with_one is not None
    values = np.array(recalls)
    for others in (values * 0.5 + 0.1, values * 0.0, values + 1e-30j):
        found, wanted = parts.with_one(values, others), one_by_one(parts.combine, values, others)
        np.testing.assert_allclose(np.real(found), np.real(wanted), rtol=1e-13)
        np.testing.assert_allclose(np.imag(found), np.imag(wanted), rtol=1e-12)
