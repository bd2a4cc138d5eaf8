"""Intervals of errors of calibration: what they hold, also where the probabilities are right and chance alone errs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numpy.testing import assert_allclose

from concordant import (
    adaptive_calibration_error,
    calibration_error_e50,
    calibration_error_e90,
    calibration_error_emax,
    debiased_calibration_error,
    expected_calibration_error,
    integrated_calibration_index,
    maximum_calibration_error,
)
from concordant.errors import IntervalWarning
from concordant.inference.intervals.calibration import gaps_of_bins, shared_quantile, smooth_curves
from concordant.inference.samples.gather import samples_of
from concordant.inference.samples.scores import ScoreSample
from concordant.result.intervals import Intervals

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
Array = npt.NDArray[Any]


def rows(seed: int, n: int, slope: float) -> tuple[Array, Array]:
    """Logits of the truth are normal; what is said is the logit times `slope`: 1 is calibrated."""
    random = np.random.default_rng(seed)
    logit = 1.5 * random.normal(size=n) - 0.5
    return (random.random(n) < 1 / (1 + np.exp(-logit))).astype(int), 1 / (1 + np.exp(-slope * logit))


Y, P = rows(1, 400, 2.0)
RNG = np.random.default_rng(6)
MATRIX = RNG.dirichlet([2, 2, 2], 400)
MANY = np.array([RNG.choice(3, p=p) for p in MATRIX])
SHARP = MATRIX**3 / (MATRIX**3).sum(1, keepdims=True)
SMOOTH: list[Any] = [integrated_calibration_index, calibration_error_e50, calibration_error_e90, calibration_error_emax]
ERRORS = [
    (expected_calibration_error, {}),
    (expected_calibration_error, {"norm": "l2", "n_bins": 5}),
    (expected_calibration_error, {"strategy": "quantile"}),
    (expected_calibration_error, {"edges": [0, 0.2, 0.7, 1], "closed": "right"}),
    (adaptive_calibration_error, {"n_bins": 7}),
    (maximum_calibration_error, {"n_bins": 2}),
    *((metric, {}) for metric in SMOOTH),
]


def sample_for(truth: Any, prob: Any, **reading: Any) -> ScoreSample:
    (sample,) = samples_of(expected_calibration_error, truth, [prob], ("y_prob",), {"cluster": None, **reading})
    assert isinstance(sample, ScoreSample)
    return sample


# -- the gaps ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_their_mean_absolute_value_is_the_error(average: str) -> None:
    options = {"average": average, "n_bins": 6}
    every = gaps_of_bins(sample_for(MANY, SHARP), options)
    result = np.mean([np.abs(one.gap) @ one.share for one in every])
    assert_allclose(result, expected_calibration_error(MANY, SHARP, **options), rtol=1e-12)


def test_empty_bins_are_no_gaps() -> None:
    (gaps,) = gaps_of_bins(sample_for([0, 1, 1, 0], [0.1, 0.15, 0.9, 0.95]), {})
    assert gaps.share.tolist() == [0.5, 0.5]  # from 0.1 on, and from 0.9 on
    assert_allclose(gaps.gap, [0.5 - 0.125, 0.5 - 0.925])


def test_their_variance_is_that_of_the_mean_of_what_lacks() -> None:
    (gaps,) = gaps_of_bins(sample_for(Y, P), {"n_bins": 4})
    place = np.minimum((P * 4).astype(int), 3)
    for bin_ in range(4):
        lack = (Y - P)[place == bin_]
        assert_allclose(gaps.gap[bin_], lack.mean(), rtol=1e-10)
        assert_allclose(gaps.covariance(gaps)[bin_, bin_], lack.var(ddof=1) / len(lack), rtol=1e-10)
    off = gaps.covariance(gaps) - np.diag(np.diagonal(gaps.covariance(gaps)))
    assert_allclose(off, 0, atol=1e-15)


def test_classes_of_the_same_rows_vary_together() -> None:
    first, second, _ = gaps_of_bins(sample_for(MANY, SHARP), {"n_bins": 1})
    lacks = np.stack([(k == MANY) - SHARP[:, k] for k in range(2)])
    assert_allclose(first.covariance(second)[0, 0], np.cov(lacks)[0, 1] / 400, rtol=1e-10)


def test_rows_of_a_cluster_vary_together() -> None:
    code = np.repeat(np.arange(100), 4)
    (gaps,) = gaps_of_bins(sample_for(Y, P, cluster=code), {"n_bins": 1})
    lack = (Y - P) - (Y - P).mean()
    sums = np.bincount(code, lack)
    expected = 100 / 99 * (sums**2).sum() / 400**2
    assert_allclose(gaps.covariance(gaps)[0, 0], expected * 400 / 399, rtol=1e-10)


# -- the limits ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("metric", "options"), ERRORS)
def test_the_value_lies_inside_and_a_bad_model_is_told_from_a_right_one(metric: Any, options: dict[str, Any]) -> None:
    result = metric.interval(Y, P, draws=500, **options)
    assert result.method == "gaps"
    assert 0 < result.low < result.value < result.high
    assert_allclose(result.value, metric(Y, P, **options), rtol=1e-12)
    right = metric.interval(*rows(2, 400, 1.0), draws=500, **options)
    assert right.low == 0
    assert right.value < right.high
    assert "probabilities that are right have such an error by chance" in right.reason


@pytest.mark.parametrize("slope", [1.0, 2.0])
@pytest.mark.parametrize(("metric", "samples", "least"), [(SMOOTH[0], 40, 33), (expected_calibration_error, 60, 51)])
def test_they_hold_the_true_error(metric: Any, samples: int, least: int, slope: float) -> None:
    # The error of the population is 0 for slope 1, and that of 400,000 rows for slope 2. Fewer intervals at 95 % than
    # these would be one in thousands.
    truth = 0.0 if slope == 1 else metric(*rows(99, 400_000, slope))
    intervals = [metric.interval(*rows(1000 + seed, 200, slope), draws=300) for seed in range(samples)]
    assert sum(interval.low <= truth <= interval.high for interval in intervals) >= least


def test_the_debiased_error_is_symmetric_and_may_be_negative() -> None:
    result = debiased_calibration_error.interval(Y, P)
    assert_allclose(result.high - result.value, result.value - result.low, rtol=1e-12)
    assert result.low > 0
    right = debiased_calibration_error.interval(*rows(2, 400, 1.0))
    assert right.low < 0 < right.high


def test_one_value_a_class_and_their_mean() -> None:
    each = expected_calibration_error.interval(MANY, SHARP, average=None, draws=400)
    assert isinstance(each, Intervals)
    assert each.outputs == (0, 1, 2)
    mean = expected_calibration_error.interval(MANY, SHARP, draws=400)
    assert_allclose(mean.value, each.value.mean())
    assert mean.width < (each.high - each.low).mean()
    weighted = expected_calibration_error.interval(MANY, SHARP, average="weighted", draws=400)
    assert weighted.low < weighted.value < weighted.high


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_a_bootstrap_is_doubted(method: str) -> None:
    with pytest.warns(IntervalWarning, match="resampled rows have a larger error than the rows"):
        expected_calibration_error.interval(Y, P, method=method, draws=100)


def test_a_probability_of_one_that_happened_is_as_one_just_below() -> None:
    truth = [1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0]
    certain = np.array([1.0, 1.0, 1.0, 0.95, 0.95, 0.92, 1.0, 0.91, 0.1, 0.2, 0.05, 0.0])
    below = np.where(certain == 1, 1 - 1e-9, certain)
    for metric in (expected_calibration_error, maximum_calibration_error):
        found, expected = metric.interval(truth, certain), metric.interval(truth, below)
        assert_allclose([found.low, found.high, found.se], [expected.low, expected.high, expected.se], rtol=1e-6)


def test_right_answers_that_are_certain_have_no_interval() -> None:
    truth = [0, 1] * 20
    with pytest.warns(IntervalWarning, match="no interval"):
        result = expected_calibration_error.interval(truth, np.array(truth, float))
    assert result.value == 0
    assert math.isnan(result.high)


# -- smooth curves -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", SMOOTH, ids=lambda metric: metric.name)
def test_limits_that_simulations_speak_against_say_so(metric: Any) -> None:
    with pytest.warns(IntervalWarning, match="such limits held the true value in .* of 100 simulated samples"):
        metric.interval(Y[:100], P[:100], draws=200)
    if metric is integrated_calibration_index:
        assert metric.interval(Y, P, draws=200).reason is None


def test_the_covariance_of_the_smooth_curve_is_that_of_samples_drawn_again() -> None:
    random = np.random.default_rng(3)
    prob = random.random(300)
    drawn, said = [], []
    for _ in range(200):
        gaps = smooth_curves(sample_for((random.random(300) < prob).astype(int), prob), {})[0].gaps
        drawn.append(gaps.gap)
        said.append(gaps.covariance(gaps))
    seen, expected = np.cov(np.array(drawn).T), np.mean(said, axis=0)
    inside = slice(10, -10)  # the curve is cut off at the ends
    assert_allclose(np.sqrt(np.diagonal(expected))[inside], np.sqrt(np.diagonal(seen))[inside], rtol=0.2)
    assert_allclose(expected[20, 30] / expected[20, 20], seen[20, 30] / seen[20, 20], atol=0.15)


def test_covariances_of_rows_and_of_clusters_of_one_row_are_the_same() -> None:
    rows_alone = smooth_curves(sample_for(Y, P), {})[0].gaps
    clusters = smooth_curves(sample_for(Y, P, cluster=np.arange(400)), {})[0].gaps
    assert_allclose(clusters.covariance(clusters), rows_alone.covariance(rows_alone) * 400 / 399, atol=1e-12)
    assert_allclose(np.diagonal(rows_alone.covariance(rows_alone)), rows_alone.variance, rtol=1e-9)


def test_a_quantile_of_shared_values_lies_between_their_middles() -> None:
    values, share = np.array([[3.0, 1.0, 2.0]]), np.array([0.5, 0.25, 0.25])
    result = [float(shared_quantile(values, share, level)[0]) for level in (0.0, 0.125, 0.25, 0.375, 0.75, 1.0)]
    assert result == [1.0, 1.0, 1.5, 2.0, 3.0, 3.0]
