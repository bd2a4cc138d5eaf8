"""Intervals of means: against t.test, by hand under weights and clusters, and where there is nothing to see."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from concordant import (
    average_precision,
    brier_score,
    brier_skill_score,
    cohen_kappa,
    log_loss,
    normalized_discounted_cumulative_gain,
    sensitivity_at_specificity,
    top_k_accuracy,
)
from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference.intervals.proportions import wilson
from concordant.result.intervals import Intervals

REFERENCE = json.loads((Path(__file__).parents[2] / "reference" / "row_intervals.json").read_text(encoding="utf-8"))
RNG = np.random.default_rng(5)
N = 90
Y, P = RNG.integers(0, 2, N), RNG.random(N)
LOSS = (P - Y) ** 2


@pytest.mark.parametrize("metric", [brier_score, log_loss])
@pytest.mark.parametrize("name", REFERENCE["probabilities"])
def test_the_mean_of_a_loss_is_that_of_t_test(name: str, metric: Any) -> None:
    case = REFERENCE["probabilities"][name]
    found = metric.interval(case["y_true"], case["y_prob"], method="t")
    expected = case[metric.name]
    assert_allclose([found.value, found.low, found.high], [expected["value"], *expected["ci95"]], rtol=1e-12)
    assert_allclose(found.se, expected["se"], rtol=1e-12)
    wide = metric.interval(case["y_true"], case["y_prob"], method="t", level=0.9)
    assert_allclose([wide.low, wide.high], expected["ci90"], rtol=1e-12)


def test_weighted_rows_are_a_ratio_and_count_as_kish_says() -> None:
    weight = RNG.random(N)
    found = brier_score.interval(Y, P, sample_weight=weight)
    mean = np.average(LOSS, weights=weight)
    n = weight.sum() ** 2 / (weight**2).sum()
    se = np.sqrt(n / (n - 1) * ((weight * (LOSS - mean)) ** 2).sum()) / weight.sum()
    assert_allclose(found.se, se, rtol=1e-12)
    assert_allclose(found.high, mean + stats.t.ppf(0.975, n - 1) * se, rtol=1e-12)
    scaled = brier_score.interval(Y, P, sample_weight=7 * weight)
    assert_allclose([scaled.low, scaled.high], [found.low, found.high], rtol=1e-12)


def test_clusters_are_added_first() -> None:
    code, one = np.arange(N) // 2, np.ones(N, int)
    found = brier_score.interval(one, 1 - np.sqrt(LOSS), cluster=code, labels=[0, 1])
    sums = np.bincount(code, LOSS - LOSS.mean())
    groups = len(sums)
    se = np.sqrt(groups / (groups - 1) * (sums**2).sum()) / N
    assert_allclose(found.se, se, rtol=1e-12)
    assert_allclose(found.low, LOSS.mean() - stats.t.ppf(0.975, groups - 1) * se, rtol=1e-12)


def test_clusters_of_one_row_are_rows() -> None:
    truth = np.ones(N, int)
    alone, rows = (brier_score.interval(truth, P, labels=[0, 1], cluster=code) for code in (np.arange(N), None))
    assert_allclose([alone.low, alone.high, alone.se], [rows.low, rows.high, rows.se], rtol=1e-12)


def test_clusters_of_one_row_have_the_divisors_of_both_classes() -> None:
    alone, rows = brier_score.interval(Y, P, cluster=np.arange(N)), brier_score.interval(Y, P)
    rarest = min(np.bincount(Y))
    assert math.sqrt(1 - 1 / N) * rows.se < alone.se < math.sqrt(rarest / (rarest - 1)) * rows.se
    assert_allclose([alone.low, alone.high], [rows.low, rows.high], rtol=1e-2)


def test_the_order_of_the_rows_does_not_matter() -> None:
    order = RNG.permutation(N)
    found, other = brier_skill_score.interval(Y, P), brier_skill_score.interval(Y[order], P[order])
    assert_allclose([found.low, found.high], [other.low, other.high], rtol=1e-11)


def test_the_interval_goes_with_the_paired_t_test() -> None:
    other = np.clip(P + 0.1 * RNG.normal(size=N), 0, 1)
    found = brier_score.compare(Y, P, other)
    expected = stats.ttest_rel(LOSS, (other - Y) ** 2)
    assert_allclose(found.p_value, expected.pvalue, rtol=1e-9)
    limits = expected.confidence_interval(0.95)
    assert_allclose([found.low, found.high], limits, rtol=1e-9)


def test_each_label_has_an_interval() -> None:
    truth, prob = (RNG.random((N, 3)) < 0.4).astype(int), RNG.random((N, 3))
    found = brier_score.interval(truth, prob, average=None)
    assert isinstance(found, Intervals)
    for place in range(3):
        alone = brier_score.interval(truth[:, place], prob[:, place])
        assert_allclose([found.low[place], found.high[place]], [alone.low, alone.high], rtol=1e-12)


def test_options_of_a_state_choose_the_quantity() -> None:
    truth, scores = RNG.integers(0, 4, (N, 5)), RNG.normal(size=(N, 5))
    metric = normalized_discounted_cumulative_gain
    found = metric.interval(truth, scores, k=2, method="t")
    rows = metric.rows(truth, scores, k=2)
    limits = stats.ttest_1samp(rows, 0).confidence_interval()
    assert_allclose([found.low, found.high], limits, rtol=1e-12)
    assert "k:2" in found.signature
    classes = RNG.integers(0, 5, N)
    hits = top_k_accuracy.interval(classes, scores, k=1)
    assert_allclose(hits.value, (scores.argmax(1) == classes).mean())
    with pytest.raises(OptionError, match="k must be"):
        top_k_accuracy.interval(classes, scores, k=0)


def test_shares_of_rows_have_the_limits_of_proportions() -> None:
    classes, scores = RNG.integers(0, 4, N), RNG.normal(size=(N, 4))
    found = top_k_accuracy.interval(classes, scores)
    assert found.method == "wilson"
    assert_allclose([found.low, found.high], wilson(np.asarray(found.value), np.asarray(N), 0.95), rtol=1e-12)
    alone = top_k_accuracy.interval(classes, scores, cluster=np.arange(N))  # the divisor n - 1
    assert_allclose([alone.low, alone.high], wilson(np.asarray(found.value), np.asarray(N - 1), 0.95), rtol=1e-9)
    best = top_k_accuracy.interval(classes, np.eye(4)[classes], k=1, method="exact")
    assert best.high == 1
    assert_allclose(best.low, 0.025 ** (1 / N), rtol=1e-10)
    tied = top_k_accuracy.interval(classes, np.round(scores), k=1)  # ties count as shares of a row
    assert tied.method == "logit"


def test_rows_that_are_left_out_are_said() -> None:
    truth, scores = (RNG.random((N, 3)) < 0.5).astype(int), RNG.normal(size=(N, 3))
    truth[:4] = 0
    truth[4:] |= np.eye(3, dtype=int)[RNG.integers(0, 3, N - 4)]
    with pytest.warns(IntervalWarning, match="leaves out 4 of 90 rows"):
        found = normalized_discounted_cumulative_gain.interval(truth, scores)
    alone = normalized_discounted_cumulative_gain.interval(truth[4:], scores[4:])
    assert_allclose([found.low, found.high], [alone.low, alone.high], rtol=1e-9)


def test_one_row_and_equal_rows_have_no_interval() -> None:
    with pytest.warns(IntervalWarning, match="one row does not tell how much rows differ"):
        found = brier_score.interval([1], [0.3])
    assert math.isnan(found.low)
    with pytest.warns(IntervalWarning, match="no row moves the value"):
        found = brier_score.interval([1] * 40, [0.3] * 40)
    assert math.isnan(found.high)


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="there are no rows"):
        assert math.isnan(brier_score.interval([], []).value)


def test_few_rows_are_said() -> None:
    with pytest.warns(IntervalWarning, match="only 20 rows"):
        brier_score.interval(Y[:20], P[:20])


@pytest.mark.parametrize("method", [None, "t", "percentile"])
def test_an_infinite_loss_has_no_interval(method: str | None) -> None:
    prob = P.copy()
    prob[0] = 1.0 - Y[0]
    with pytest.warns(IntervalWarning, match="one row makes the value infinite"):
        found = log_loss.interval(Y, prob, method=method, draws=50)
    assert found.value == math.inf
    assert math.isnan(found.low)
    assert math.isnan(found.high)


@pytest.mark.parametrize("method", ["percentile", "bca", "basic"])
def test_the_same_seed_gives_the_same(method: str) -> None:
    found, again = (log_loss.interval(Y, P, method=method, draws=200, seed=4) for _ in range(2))
    assert (found.low, found.high) == (again.low, again.high)
    assert log_loss.interval(Y, P, method=method, draws=200, seed=5).low != found.low
    t = log_loss.interval(Y, P)
    assert_allclose([found.low, found.high], [t.low, t.high], atol=0.06)


def test_it_is_for_every_metric_with_influences_and_no_other() -> None:
    assert cohen_kappa.interval(Y, (P > 0.5).astype(int), method="t").method == "t"
    assert average_precision.interval(Y, P, method="t").method == "t"
    with pytest.raises(OptionError, match='method="t" needs the influence of each row'):
        sensitivity_at_specificity.interval(Y, P, specificity=0.5, method="t")
