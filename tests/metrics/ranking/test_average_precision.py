"""Average precision, its lift over the prevalence, and the area under the interpolated precision-recall curve."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad
from sklearn.metrics import average_precision_score

from concordant import average_precision_lift, precision_recall_auc


def test_the_points_of_table_1_of_davis_and_goadrich() -> None:
    # 20 positives, 2000 negatives; between A (TP 5, FP 5) and B (TP 10, FP 30) each positive comes with 5 negatives.
    tp = np.array([5, 6, 7, 8, 9, 10])
    fp = np.array([5, 10, 15, 20, 25, 30])
    assert (tp / (tp + fp)).round(3).tolist() == [0.5, 0.375, 0.318, 0.286, 0.265, 0.25]  # as printed
    truth = [1] * 5 + [0] * 5 + [1] * 5 + [0] * 25 + [1] * 10 + [0] * 1970
    scores = [3] * 10 + [2] * 30 + [1] * 1980
    area = quad(lambda t: t / (t + 5 + 5 * (t - 5)), 5, 10)[0]
    rest = quad(lambda t: t / (t + 30 + 197 * (t - 10)), 10, 20)[0]
    assert precision_recall_auc(truth, scores) == pytest.approx((5 * 0.5 + area + rest) / 20, rel=1e-12)
    # straight lines between the points of the table overestimate the part between A and B by little, one line by much
    steps = np.trapezoid(tp / (tp + fp), tp)
    assert area < steps < (0.5 + 0.25) / 2 * 5


def test_precision_recall_auc_of_a_million_steps_loses_nothing() -> None:
    # 10^6 positives one by one after 10^6 negatives: 1 - log(2)
    n = 10**6
    truth = np.repeat([0, 1], n)
    assert precision_recall_auc(truth, -np.arange(2 * n)) == pytest.approx(1 - math.log(2), rel=1e-13)


@pytest.mark.parametrize("weighted", [False, True])
def test_lift_is_the_average_precision_of_scikit_learn_over_the_prevalence(weighted: bool) -> None:
    rng = np.random.default_rng(301)
    truth, scores = (rng.random(200) < 0.1).astype(int), rng.integers(0, 30, 200)
    weights = rng.random(200) if weighted else np.ones(200)
    expected = average_precision_score(truth, scores, sample_weight=weights) / np.average(truth, weights=weights)
    assert average_precision_lift(truth, scores, sample_weight=weights) == pytest.approx(expected, rel=1e-12)
