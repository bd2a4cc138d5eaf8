"""Intervals of means: against t.test, by hand under weights and clusters, and where there is nothing to see."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from support.files import TESTS

from concordant import (
    brier_score,
    concordance_correlation,
    krippendorff_alpha,
    log_loss,
    normalized_discounted_cumulative_gain,
    pearson_correlation,
    scott_pi,
    top_k_accuracy,
)
from concordant.errors import IntervalWarning
from concordant.inference.intervals.proportions import wilson

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
REFERENCE = json.loads((TESTS / "reference" / "row_intervals.json").read_text(encoding="utf-8"))
RNG = np.random.default_rng(5)
N = 90
Y, P = RNG.integers(0, 2, N), RNG.random(N)
LOSS = (P - Y) ** 2
A = RNG.normal(size=300)
B = 0.6 * A + 0.5 * RNG.normal(size=300) + 0.1


@pytest.mark.parametrize("metric", [brier_score, log_loss])
@pytest.mark.parametrize("name", REFERENCE["probabilities"])
def test_the_mean_of_a_loss_is_that_of_t_test(name: str, metric: Any) -> None:
    case = REFERENCE["probabilities"][name]
    result = metric.interval(case["y_true"], case["y_prob"], method="t")
    expected = case[metric.name]
    assert_allclose([result.value, result.low, result.high], [expected["value"], *expected["ci95"]], rtol=1e-12)
    assert_allclose(result.se, expected["se"], rtol=1e-12)
    wide = metric.interval(case["y_true"], case["y_prob"], method="t", level=0.9)
    assert_allclose([wide.low, wide.high], expected["ci90"], rtol=1e-12)


def test_weighted_rows_are_a_ratio_and_count_as_kish_says() -> None:
    weight = RNG.random(N)
    result = brier_score.interval(Y, P, sample_weight=weight)
    mean = np.average(LOSS, weights=weight)
    n = weight.sum() ** 2 / (weight**2).sum()
    se = np.sqrt(n / (n - 1) * ((weight * (LOSS - mean)) ** 2).sum()) / weight.sum()
    assert_allclose(result.se, se, rtol=1e-12)
    assert_allclose(result.high, mean + stats.t.ppf(0.975, n - 1) * se, rtol=1e-12)


def test_clusters_of_one_row_have_the_divisors_of_both_classes() -> None:
    alone, rows = brier_score.interval(Y, P, cluster=np.arange(N)), brier_score.interval(Y, P)
    rarest = min(np.bincount(Y))
    assert math.sqrt(1 - 1 / N) * rows.se < alone.se < math.sqrt(rarest / (rarest - 1)) * rows.se
    assert_allclose([alone.low, alone.high], [rows.low, rows.high], rtol=1e-2)


def test_options_of_a_state_choose_the_quantity() -> None:
    truth, scores = RNG.integers(0, 4, (N, 5)), RNG.normal(size=(N, 5))
    metric = normalized_discounted_cumulative_gain
    result = metric.interval(truth, scores, k=2, method="t")
    rows = metric.rows(truth, scores, k=2)
    limits = stats.ttest_1samp(rows, 0).confidence_interval()
    assert_allclose([result.low, result.high], limits, rtol=1e-12)
    assert "k:2" in result.signature


def test_shares_of_rows_have_the_limits_of_proportions() -> None:
    classes, scores = RNG.integers(0, 4, N), RNG.normal(size=(N, 4))
    result = top_k_accuracy.interval(classes, scores)
    assert result.method == "wilson"
    assert_allclose([result.low, result.high], wilson(np.asarray(result.value), np.asarray(N), 0.95), rtol=1e-12)
    alone = top_k_accuracy.interval(classes, scores, cluster=np.arange(N))  # the divisor n - 1
    assert_allclose([alone.low, alone.high], wilson(np.asarray(result.value), np.asarray(N - 1), 0.95), rtol=1e-9)
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
        result = normalized_discounted_cumulative_gain.interval(truth, scores)
    alone = normalized_discounted_cumulative_gain.interval(truth[4:], scores[4:])
    assert_allclose([result.low, result.high], [alone.low, alone.high], rtol=1e-9)


def test_one_row_and_equal_rows_have_no_interval() -> None:
    with pytest.warns(IntervalWarning, match="one row does not tell how much rows differ"):
        result = brier_score.interval([1], [0.3])
    assert math.isnan(result.low)
    with pytest.warns(IntervalWarning, match="no row moves the value"):
        result = brier_score.interval([1] * 40, [0.3] * 40)
    assert math.isnan(result.high)


@pytest.mark.parametrize("method", [None, "t", "percentile"])
def test_an_infinite_loss_has_no_interval(method: str | None) -> None:
    prob = P.copy()
    prob[0] = 1.0 - Y[0]
    with pytest.warns(IntervalWarning, match="one row makes the value infinite"):
        result = log_loss.interval(Y, prob, method=method, draws=50)
    assert result.value == math.inf
    assert np.isnan([result.low, result.high]).all()


@pytest.mark.parametrize("method", ["percentile", "bca", "basic"])
def test_draws_are_seeded_and_near_t(method: str) -> None:
    result, again, other = (log_loss.interval(Y, P, method=method, draws=200, seed=seed) for seed in (4, 4, 5))
    assert (result.low, result.high) == (again.low, again.high)
    assert other.low != result.low
    t = log_loss.interval(Y, P)
    assert_allclose([result.low, result.high], [t.low, t.high], atol=0.06)


def test_a_value_that_is_undefined_without_one_of_the_rows_has_limits() -> None:
    for metric in (scott_pi, krippendorff_alpha):
        result = metric.interval([0] * 49 + [1], [0] * 50)
        assert (result.method, result.reason) == ("score", None)
        assert result.low < result.value < 0.5 < result.high


@pytest.mark.parametrize(
    ("metric", "method", "key"),
    [(pearson_correlation, "fisher-normal", "pearson"), (concordance_correlation, "lin", "lin")],
)
@pytest.mark.parametrize("name", REFERENCE["ratings"])
def test_cor_test_and_epir_give_the_same(name: str, metric: Any, method: str, key: str) -> None:
    case = REFERENCE["ratings"][name]
    result = metric.interval(case["y_true"], case["y_pred"], method=method)
    assert_allclose([result.value, result.low, result.high], [case[key]["value"], *case[key]["ci95"]], rtol=1e-9)


@pytest.mark.parametrize(
    ("metric", "method"), [(pearson_correlation, "fisher-normal"), (concordance_correlation, "lin")]
)
def test_the_default_needs_no_normal_ratings_and_agrees_where_they_are(metric: Any, method: str) -> None:
    default, normal = metric.interval(A, B), metric.interval(A, B, method=method)
    assert default.method == "fisher"
    assert_allclose([default.low, default.high], [normal.low, normal.high], atol=0.05)
    of_state = metric.interval_of(metric.state(A, B), method=method)
    assert (of_state.low, of_state.high) == (normal.low, normal.high)


def test_perfect_ratings_have_no_interval_and_say_so() -> None:
    with pytest.warns(IntervalWarning, match="no interval"):
        assert math.isnan(concordance_correlation.interval(A, A).low)
    with pytest.warns(IntervalWarning, match="more than 3 rows"):
        assert math.isnan(pearson_correlation.interval(A[:3], B[:3], method="fisher-normal").low)
