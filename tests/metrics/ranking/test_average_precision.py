""""""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import assert_same, drawn, reference
from scipy.integrate import quad
from sklearn.metrics import auc, average_precision_score
from sklearn.metrics import precision_recall_curve as metrics_precision_recall_curve

from concordant import (
    auprc,
    average_precision,
    average_precision_lift,
    pr_auc,
    precision_recall_auc,
    precision_recall_curve,
    roc_curve,
)
from concordant.errors import OptionError, UndefinedMetricWarning


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([1], [0.5], 1.0),
        ([1, 1], [0.5, 0.1], 1.0),  # one class
        ([0, 1], [0.1, 0.2], 1.0),
        ([0, 1], [0.2, 0.1], 0.5),
        ([0, 1, 0, 0], [7, 7, 7, 7], 0.25),  # constant: the prevalence
        ([0, 0, 1, 1], [1, 2, 3, 4], 1.0),
        ([1, 1, 0, 0], [1, 2, 3, 4], (1 / 3 + 2 / 4) / 2),  # the worst order is not 0
        ([1, 0], [math.inf, -math.inf], 1.0),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert average_precision(y_true, y_score) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("rows", [([], []), ([0], [1.0]), ([0, 0], [1.0, 2.0])])
def test_without_positive_rows_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^average_precision: no row of y_true is positive \(1\)$"):
        assert math.isnan(average_precision(*rows))


def test_by_hand() -> None:
    # thresholds .8 and .35 gain a positive each: (1/1 + 2/3) / 2
    assert average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) == pytest.approx(5 / 6, rel=1e-15)


def test_ties_count_together_whatever_the_order_of_rows() -> None:
    for truth in ([1, 0, 1, 0], [0, 1, 1, 0]):
        assert average_precision(truth, [2, 2, 1, 0]) == pytest.approx((1 / 2 + 2 / 3) / 2, rel=1e-15)


def test_a_positive_that_joins_a_tie_of_negatives_can_lower_it() -> None:
    # Which is why no direction is claimed of tied scores.
    truth, scores = [0] * 10 + [1] * 90, [2] * 10 + [1] * 90
    assert average_precision(truth, [2] * 11 + [1] * 89) < average_precision(truth, scores) == pytest.approx(0.9)


def test_points_are_not_joined_by_straight_lines() -> None:
    # Davis & Goadrich 2006: the trapezoids between the points of this curve would give more.
    truth, scores = [1] * 1 + [0] * 9 + [1] * 9, [9] + [1] * 18
    curve = precision_recall_curve(truth, scores)
    trapezoids = curve.recall[0] + auc(curve.recall, curve.precision)
    assert average_precision(truth, scores) == pytest.approx(0.1 + 0.9 * 10 / 19, rel=1e-14)
    assert trapezoids > 0.7


@given(
    rows=st.lists(st.tuples(st.integers(0, 1), st.integers(-3, 3), st.sampled_from([0.0, 0.25, 1.0, 3.0])), max_size=20)
)
@drawn
def test_the_shortcut_is_the_formula_on_the_curve(rows: Any) -> None:
    truth, scores, weights = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    truth = truth.astype(np.int64)
    choices: list[dict[str, Any]] = [{}, {"sample_weight": weights}]
    for data in choices:
        oracle = average_precision.of(average_precision.state(truth, scores, **data), undefined=math.nan)
        assert_same(average_precision(truth, scores, undefined=math.nan, **data), oracle, rows, rtol=1e-12)


def test_it_is_the_sum_of_steps_under_the_curve() -> None:
    rng = np.random.default_rng(93)
    truth, scores, weights = rng.integers(0, 2, 200), rng.integers(0, 30, 200), rng.random(200)
    curve = precision_recall_curve(truth, scores, sample_weight=weights)
    steps = np.diff(curve.recall, prepend=0.0)
    expected = (steps * curve.precision).sum()
    assert average_precision(truth, scores, sample_weight=weights) == pytest.approx(expected, rel=1e-12)


def test_without_ties_it_is_the_mean_precision_at_the_positives() -> None:
    truth = np.array([1, 0, 1, 1, 0, 0, 1])
    at_positives = [1, 2 / 3, 3 / 4, 4 / 7]
    assert average_precision(truth, -np.arange(7)) == pytest.approx(np.mean(at_positives), rel=1e-15)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
def test_scores_that_know_nothing_give_the_prevalence(share: float) -> None:
    rng = np.random.default_rng(94)
    truth, scores = (rng.random(100_000) < share).astype(np.int64), rng.random(100_000)
    assert average_precision(truth, scores) == pytest.approx(share, abs=0.01)


@pytest.mark.parametrize("scores", [[0.1, 0.9], [[0.9, 0.1], [0.1, 0.9]]])
def test_an_average_that_does_not_exist_is_refused(scores: Any) -> None:
    with pytest.raises(OptionError, match="average must be one of 'macro', 'micro', 'weighted', None, not 'binary'"):
        average_precision([0, 1], scores, average="binary")


PUBLISHED = [case for case in reference("curves") if "integral" in case]


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([1], [0.5], 1.0),
        ([1, 1], [0.5, 0.1], 1.0),  # one class
        ([0, 1], [0.1, 0.2], 1.0),
        ([0, 1], [0.2, 0.1], 1 - math.log(2)),  # integral of t / (t + 1): its least value at the prevalence 1/2
        ([0, 1, 0, 0], [7, 7, 7, 7], 0.25),  # constant: the prevalence
        ([1, 0], [math.inf, -math.inf], 1.0),
    ],
)
def test_precision_recall_auc_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert precision_recall_auc(y_true, y_score) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize("rows", [([], []), ([0, 0], [1, 2])])
def test_precision_recall_auc_without_positive_rows_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^precision_recall_auc: no row of y_true is positive \(1\)$"):
        assert math.isnan(precision_recall_auc(*rows))


def test_precision_recall_auc_by_hand() -> None:
    # one positive at once: 1; then, after a negative, from TP 1 to 2: integral of t / (t + 1) = 1 - log(3/2)
    assert precision_recall_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) == pytest.approx(
        (2 - math.log(1.5)) / 2, rel=1e-14
    )


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
def test_prroc_gives_the_same(case: Any) -> None:
    # Values in tests/testthat/test-PR.R of the R package PRROC: pr.curve(...)$auc.integral
    found = precision_recall_auc(case["y_true"], case["y_score"], sample_weight=case.get("sample_weight"))
    assert found == pytest.approx(case["integral"], abs=1e-10)
    if "davis_goadrich" in case:  # straight lines between whole numbers of positives: a little less exact
        assert 1e-7 < abs(found - case["davis_goadrich"]) < 1e-5


@pytest.mark.parametrize("weighted", [False, True])
def test_it_is_the_integral_along_the_lines_of_the_roc_curve(weighted: bool) -> None:
    rng = np.random.default_rng(291)
    truth, scores = rng.integers(0, 2, 50), rng.integers(0, 6, 50)
    weights = rng.random(50) if weighted else np.ones(50)
    curve = roc_curve(truth, scores, sample_weight=weights)
    positives, negatives = weights[truth == 1].sum(), weights[truth == 0].sum()
    total = 0.0
    for k in range(len(curve.fpr) - 1):
        x, y = curve.fpr[k : k + 2] * negatives, curve.tpr[k : k + 2] * positives

        def precision(t: float, x: Any = x, y: Any = y) -> float:
            fp = x[0] + (x[1] - x[0]) * (t - y[0]) / (y[1] - y[0])
            return float(t / (t + fp))

        if y[1] > y[0]:
            total += quad(precision, *y)[0]
    assert precision_recall_auc(truth, scores, sample_weight=weights) == pytest.approx(total / positives, rel=1e-10)


def test_small_steps_lose_nothing() -> None:
    # 10^6 positives one by one after 10^6 negatives: 1 - log(2)
    n = 10**6
    truth = np.repeat([0, 1], n)
    assert precision_recall_auc(truth, -np.arange(2 * n)) == pytest.approx(1 - math.log(2), rel=1e-13)


def test_it_lies_between_guessing_and_straight_lines() -> None:
    rng = np.random.default_rng(292)
    truth, scores = (rng.random(300) < 0.2).astype(int), rng.integers(0, 4, 300)
    precision, recall, _ = metrics_precision_recall_curve(truth, scores)
    found = precision_recall_auc(truth, scores)
    assert found < auc(recall, precision)
    assert found == pytest.approx(average_precision(truth, scores), abs=0.02)
    assert found != pytest.approx(average_precision(truth, scores), abs=1e-4)


def test_weights_of_any_size_are_taken() -> None:
    found = precision_recall_auc([0, 1, 1], [3, 2, 1], sample_weight=[1e-303, 1, 1e6])
    assert found == pytest.approx(1, rel=1e-12)


def test_averages_of_several_classes() -> None:
    rng = np.random.default_rng(293)
    truth, scores = rng.integers(0, 3, 80), rng.random((80, 3))
    each = [auprc((truth == k).astype(int), scores[:, k]) for k in range(3)]
    assert pr_auc(truth, scores, average=None).tolist() == pytest.approx(each, rel=1e-13)
    assert pr_auc(truth, scores) == pytest.approx(np.mean(each), rel=1e-13)
    pooled = auprc(np.eye(3, dtype=int)[truth].ravel(), scores.ravel())
    assert pr_auc(truth, scores, average="micro") == pytest.approx(pooled, rel=1e-13)


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([1], [0.5], 1.0),
        ([0, 1], [0.1, 0.2], 2.0),  # perfect: 1 / prevalence
        ([0, 1, 0, 0], [1, 2, 1, 1], 4.0),
        ([0, 1], [0.2, 0.1], 1.0),
        ([0, 1, 0, 0], [7, 7, 7, 7], 1.0),
        ([1, 1, 0, 0], [1, 2, 3, 4], 5 / 6),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 5 / 3),
    ],
)
def test_average_precision_lift_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert average_precision_lift(y_true, y_score) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("rows", [([], []), ([0, 0], [1, 2])])
def test_average_precision_lift_without_positive_rows_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^average_precision_lift: no row of y_true is positive \(1\)$"):
        assert math.isnan(average_precision_lift(*rows))


@pytest.mark.parametrize("weighted", [False, True])
def test_it_is_scikit_learns_average_precision_over_the_prevalence(weighted: bool) -> None:
    rng = np.random.default_rng(301)
    truth, scores = (rng.random(200) < 0.1).astype(int), rng.integers(0, 30, 200)
    weights = rng.random(200) if weighted else np.ones(200)
    expected = average_precision_score(truth, scores, sample_weight=weights) / np.average(truth, weights=weights)
    assert average_precision_lift(truth, scores, sample_weight=weights) == pytest.approx(expected, rel=1e-12)


def test_averages_are_of_the_lifts() -> None:
    rng = np.random.default_rng(302)
    truth, scores = rng.choice(3, 90, p=[0.6, 0.3, 0.1]), rng.random((90, 3))
    shares = np.bincount(truth) / 90
    each = average_precision(truth, scores, average=None) / shares
    assert average_precision_lift(truth, scores, average=None).tolist() == pytest.approx(each.tolist(), rel=1e-13)
    assert average_precision_lift(truth, scores) == pytest.approx(each.mean(), rel=1e-13)
    assert average_precision_lift(truth, scores, average="weighted") == pytest.approx(shares @ each, rel=1e-13)
    micro = average_precision(truth, scores, average="micro") * 3
    assert average_precision_lift(truth, scores, average="micro") == pytest.approx(micro, rel=1e-13)


def test_average_precision_lift_an_average_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="average must be one of 'macro', 'micro', 'weighted', None, not 'samples'"):
        average_precision_lift.of(average_precision_lift.state([0, 1], [1, 2]), average="samples")
