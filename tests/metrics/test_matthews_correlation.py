from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import informedness, matthews_correlation, negative_predictive_value, precision
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        (["a", "b", "c"], ["a", "b", "c"], 1.0),
        ([0, 1, 2], [1, 2, 0], -0.5),  # all wrong: of three classes not -1
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert matthews_correlation(y_true, y_pred) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (([], []), "there are no rows"),
        (([1], [1]), "the truth has only the class 1"),
        (([1, 1], [1, 0]), "the truth has only the class 1"),
        (([1, 0], [0, 0]), "the prediction has only the class 0"),
    ],
)
def test_one_class_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(matthews_correlation(*rows))
    assert str(caught[0].message) == f"matthews_correlation: {reason}"


def test_perfect_agreement_is_one_to_the_last_bit() -> None:
    # Not 1.0000000000000002, which the inverse hyperbolic tangent of an interval could not take.
    rng = np.random.default_rng(51)
    for _ in range(200):
        diagonal = np.diag(rng.integers(1, 10**6, rng.integers(2, 7)))
        assert matthews_correlation.of(Counts.from_table(diagonal)) == 1.0
        assert matthews_correlation.of(Counts.from_table(diagonal / 7)) == 1.0
        assert matthews_correlation.of(Counts.from_table(diagonal[:2, :2][::-1])) == -1.0


def test_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2: (4 - 1) / sqrt(3 3 3 3)
    assert matthews_correlation([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(1 / 3, rel=1e-15)


def test_three_classes_by_hand() -> None:
    # X = n tr - sum r c = 5 * 3 - (2*1 + 1*2 + 2*2) = 7, Y = 25 - (1 + 4 + 4), Z = 25 - (4 + 1 + 4)
    counts = Counts.from_table([[1, 1, 0], [0, 1, 0], [0, 0, 1 + 1]])
    assert counts.table.sum() == 5
    x, y, z = 5 * 4 - (2 * 1 + 1 * 2 + 2 * 2), 25 - (1 + 4 + 4), 25 - (4 + 1 + 4)
    assert matthews_correlation.of(counts) == pytest.approx(x / math.sqrt(y * z), rel=1e-15)


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_phi_of_psych(case: Any) -> None:
    found = matthews_correlation.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["matthews_correlation"], rel=1e-12)


def test_of_two_classes_it_is_the_correlation_of_two_columns_of_numbers() -> None:
    truth, pred, _ = random_labels(52, 300, 2)
    assert matthews_correlation(truth, pred) == pytest.approx(np.corrcoef(truth, pred)[0, 1], rel=1e-12)


def test_of_two_classes_it_is_the_geometric_mean_of_informedness_and_markedness() -> None:
    truth, pred, weights = random_labels(53, 300, 2)
    data = {"sample_weight": weights}
    markedness = precision(truth, pred, **data) + negative_predictive_value(truth, pred, **data) - 1
    expected = math.sqrt(informedness(truth, pred, **data) * markedness)
    assert matthews_correlation(truth, pred, **data) == pytest.approx(expected, rel=1e-12)


def test_of_several_classes_it_is_the_correlation_of_the_indicators() -> None:
    # Gorodkin's definition: covariances summed over the classes.
    truth, pred, _ = random_labels(54, 200, 4)
    a, b = np.eye(4)[truth], np.eye(4)[pred]
    a, b = a - a.mean(0), b - b.mean(0)
    expected = (a * b).sum() / math.sqrt((a * a).sum() * (b * b).sum())
    assert matthews_correlation(truth, pred) == pytest.approx(expected, rel=1e-12)


def test_products_of_large_counts_do_not_overflow() -> None:
    huge = Counts.from_table([[3 * 10**15, 10**15], [10**15, 10**15]])
    assert matthews_correlation.of(huge) == pytest.approx(1 / 4, rel=1e-15)


def test_a_small_weight_beside_a_large_one_does_not_leave_the_range() -> None:
    # Margins subtracted from the total would lose the small weight and leave rounding in its place.
    found = matthews_correlation([0, 1, 0], [1, 0, 0], sample_weight=[1e-30, 1.0, 1e-5])
    # TN 1e-5, FP 1e-30, FN 1, TP 0: -FP FN / sqrt(FP (FP + TN) FN (FN + TN))
    assert found == pytest.approx(-math.sqrt(1e-30 / (1e-5 * (1 + 1e-5))), rel=1e-12)
