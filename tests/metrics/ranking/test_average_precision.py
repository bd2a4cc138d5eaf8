"""Average precision, its lift over the prevalence, and the area under the interpolated precision-recall curve."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import reference
from scipy.integrate import quad
from sklearn.metrics import average_precision_score

from concordant import average_precision, average_precision_lift, precision_recall_auc


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([1, 1], [0.5, 0.1], 1.0),  # one class
        ([0, 1], [0.2, 0.1], 0.5),
        ([0, 1, 0, 0], [7, 7, 7, 7], 0.25),  # constant: the prevalence
        ([1, 1, 0, 0], [1, 2, 3, 4], (1 / 3 + 2 / 4) / 2),  # the worst order is not 0
        ([1, 0], [math.inf, -math.inf], 1.0),
    ],
)
def test_average_precision_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert average_precision(y_true, y_score) == pytest.approx(value, rel=1e-15)


def test_ties_count_together_whatever_the_order_of_rows() -> None:
    for truth in ([1, 0, 1, 0], [0, 1, 1, 0]):
        assert average_precision(truth, [2, 2, 1, 0]) == pytest.approx((1 / 2 + 2 / 3) / 2, rel=1e-15)


PUBLISHED = [case for case in reference("curves") if "integral" in case]


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([1, 1], [0.5, 0.1], 1.0),  # one class
        ([0, 1], [0.2, 0.1], 1 - math.log(2)),  # integral of t / (t + 1): its least value at the prevalence 1/2
        ([0, 1, 0, 0], [7, 7, 7, 7], 0.25),  # constant: the prevalence
        ([1, 0], [math.inf, -math.inf], 1.0),
    ],
)
def test_precision_recall_auc_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert precision_recall_auc(y_true, y_score) == pytest.approx(value, rel=1e-14)


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


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: case["name"])
def test_prroc_gives_the_same_precision_recall_auc(case: Any) -> None:
    # Values in tests/testthat/test-PR.R of the R package PRROC: pr.curve(...)$auc.integral
    found = precision_recall_auc(case["y_true"], case["y_score"], sample_weight=case.get("sample_weight"))
    assert found == pytest.approx(case["integral"], abs=1e-10)
    if "davis_goadrich" in case:  # straight lines between whole numbers of positives: a little less exact
        assert 1e-7 < abs(found - case["davis_goadrich"]) < 1e-5


def test_precision_recall_auc_of_a_million_steps_loses_nothing() -> None:
    # 10^6 positives one by one after 10^6 negatives: 1 - log(2)
    n = 10**6
    truth = np.repeat([0, 1], n)
    assert precision_recall_auc(truth, -np.arange(2 * n)) == pytest.approx(1 - math.log(2), rel=1e-13)


def test_precision_recall_auc_takes_weights_of_any_size() -> None:
    found = precision_recall_auc([0, 1, 1], [3, 2, 1], sample_weight=[1e-303, 1, 1e6])
    assert found == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_lift_is_the_average_precision_of_scikit_learn_over_the_prevalence(weighted: bool) -> None:
    rng = np.random.default_rng(301)
    truth, scores = (rng.random(200) < 0.1).astype(int), rng.integers(0, 30, 200)
    weights = rng.random(200) if weighted else np.ones(200)
    expected = average_precision_score(truth, scores, sample_weight=weights) / np.average(truth, weights=weights)
    assert average_precision_lift(truth, scores, sample_weight=weights) == pytest.approx(expected, rel=1e-12)
