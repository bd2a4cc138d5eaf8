from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import false_positive_rate, positive_likelihood_ratio, precision, prevalence_threshold, recall
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 0, 1, 1], [0, 0, 0, 1], 0.0),  # no false positive
        ([0, 0, 1, 1], [0, 1, 0, 0], 1.0),  # no true positive
        ([0, 1], [1, 1], 0.5),  # constant
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.5),  # the 0/0 of the formula of the abstract
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert prevalence_threshold(y_true, y_pred) == value


@pytest.mark.parametrize(
    ("y_true", "y_pred"), [([0, 0], [0, 1]), ([1, 1], [0, 1]), ([0, 1], [0, 0]), ([0], [0]), ([], [])]
)
def test_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(prevalence_threshold(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == (
        "prevalence_threshold: the truth has only one class, or no row is predicted positive (positive class 1)"
    )


def test_the_four_cells_by_the_formula_of_the_abstract() -> None:
    # Balayla 2020: (sqrt(a (1 - b)) + b - 1) / (a + b - 1), a sensitivity, b specificity
    a, b = TP / (TP + FN), TN / (TN + FP)
    assert prevalence_threshold.of(CELLS) == pytest.approx((math.sqrt(a * (1 - b)) + b - 1) / (a + b - 1), rel=1e-12)
    a, b = b, a
    assert prevalence_threshold.of(CELLS, pos_label="healthy") == pytest.approx(
        (math.sqrt(a * (1 - b)) + b - 1) / (a + b - 1), rel=1e-12
    )


def test_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (2, 2, 1, 7), 1: (4, 0, 2, 6), 2: (3, 1, 0, 8)
    truth, pred = [0] * 4 + [1] * 4 + [2] * 4, [0, 0, 1, 1] + [1] * 4 + [2, 2, 2, 0]
    each = [
        math.sqrt(1 / 8) / (math.sqrt(2 / 4) + math.sqrt(1 / 8)),
        math.sqrt(2 / 8) / (math.sqrt(4 / 4) + math.sqrt(2 / 8)),
        0.0,
    ]
    np.testing.assert_allclose(prevalence_threshold(truth, pred, average=None), each, rtol=1e-14)
    assert prevalence_threshold(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert prevalence_threshold(truth, pred, average="micro") == pytest.approx(
        math.sqrt(3 / 24) / (math.sqrt(9 / 12) + math.sqrt(3 / 24)), rel=1e-14
    )


def precision_at(share: float, truth: Any, pred: Any) -> float:
    """Precision of rows weighted so that this share is positive."""
    weights = np.where(truth == 1, share / np.mean(truth), (1 - share) / (1 - np.mean(truth)))
    return float(precision(truth, pred, sample_weight=weights))


@pytest.mark.parametrize("agree", [0.3, 0.8, 0.97])
def test_there_the_slope_of_precision_over_prevalence_is_one(agree: float) -> None:
    truth, pred, _ = random_labels(64, 400, 2, agree=agree)
    threshold, step = prevalence_threshold(truth, pred), 1e-5
    rise = precision_at(threshold + step, truth, pred) - precision_at(threshold - step, truth, pred)
    assert rise / (2 * step) == pytest.approx(1, abs=1e-6)
    assert precision_at(threshold, truth, pred) == pytest.approx(1 - threshold, rel=1e-12)


def test_it_follows_from_the_positive_likelihood_ratio() -> None:
    truth, pred, weights = random_labels(65, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    found = prevalence_threshold(truth, pred, **data)
    np.testing.assert_allclose(found, 1 / (1 + np.sqrt(positive_likelihood_ratio(truth, pred, **data))), rtol=1e-12)
    tpr, fpr = recall(truth, pred, **data), false_positive_rate(truth, pred, **data)
    np.testing.assert_allclose(found, (np.sqrt(tpr * fpr) - fpr) / (tpr - fpr), rtol=1e-10)
