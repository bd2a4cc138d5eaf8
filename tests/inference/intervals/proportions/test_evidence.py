from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from samples import label_samples

from concordant import accuracy, f1, hamming_loss, recall
from concordant.errors import IntervalWarning
from concordant.inference.intervals.proportions import Evidence, evidence, of_rows
from concordant.inference.samples.sample import Totals

RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, 120)
PREDICTION = np.where(RNG.random(120) < 0.25, 1 - TRUTH, TRUTH)


def test_rows_are_those_of_the_denominator() -> None:
    (sample,) = label_samples(TRUTH, [PREDICTION])
    found = evidence(sample, recall.share(sample.state, {}), 0.95)
    assert_allclose([found.p, found.n], [recall(TRUTH, PREDICTION), TRUTH.sum()], rtol=1e-12)


def _of_weights(right: Any, weight: Any) -> Evidence:
    """The share of weighted rows that are right."""
    right, weight = np.asarray(right, float), np.asarray(weight, float)
    return of_rows(Totals(weight @ right, weight.sum(), weight**2 @ right, weight @ weight))


def test_weighted_rows_are_worth_p_times_q_by_the_variance() -> None:
    # two more rows of either kind, of the weight (sum w^2) / (sum w); four are taken off again
    weight = RNG.random(120)
    (sample,) = label_samples(TRUTH, [PREDICTION], sample_weight=weight)
    found = evidence(sample, recall.share(sample.state, {}), 0.95)
    own, right = weight[TRUTH == 1], PREDICTION[TRUTH == 1]
    more = np.full(4, (own**2).sum() / own.sum())
    own, right = np.concatenate([own, more]), np.concatenate([right, [0, 0, 1, 1]])
    p = np.average(right, weights=own)
    variance = (own**2 * (right - p) ** 2).sum() / own.sum() ** 2
    assert_allclose(found.n, p * (1 - p) / variance - 4, rtol=1e-12)


@settings(max_examples=100)
@given(st.integers(0, 30), st.integers(1, 30), st.floats(0.001, 1000))
def test_equal_weights_of_any_scale_are_rows(right: int, wrong: int, scale: float) -> None:
    found = _of_weights([1] * right + [0] * wrong, [scale] * (right + wrong))
    assert_allclose([found.p, found.n], [right / (right + wrong), right + wrong], rtol=1e-7)


def test_heavy_rows_that_are_wrong_count_as_fewer() -> None:
    weight = np.repeat([1.0, 5.0], [80, 20])
    kish = weight.sum() ** 2 / (weight @ weight)
    heavy = np.where(weight == 5, np.arange(100) % 2 == 0, np.arange(100) % 20 != 0)  # half of them, and 1 in 20
    light = np.where(weight == 1, np.arange(100) % 2 == 0, np.arange(100) % 20 != 0)
    assert _of_weights(heavy, weight).n < 0.9 * kish
    assert _of_weights(light, weight).n > 1.1 * kish
    assert_allclose(_of_weights(np.arange(100) % 5 != 0, weight).n, kish, rtol=0.05)  # whatever their weight


def test_shares_of_all_or_no_rows_are_worth_less_than_their_number() -> None:
    weight = RNG.random(50) + 0.1
    found, none = _of_weights(np.ones(50), weight), _of_weights(np.zeros(50), weight)
    assert_allclose([found.p, none.p], [1, 0], rtol=1e-12)
    assert_allclose(found.n, none.n, rtol=1e-12)
    assert 1 < found.n < 50
    assert np.isnan(_of_weights([], []).n)


def test_scale_of_weights_does_not_matter() -> None:
    weight = RNG.random(120)
    one, other = (f1.interval(TRUTH, PREDICTION, sample_weight=weight * scale) for scale in (1, 1000))
    assert_allclose([one.low, one.high], [other.low, other.high], rtol=1e-12)


def test_clusters_of_one_row_are_rows_but_for_the_factor_of_small_samples() -> None:
    for metric in (accuracy, recall, f1):
        (sample,) = label_samples(TRUTH, [PREDICTION], cluster=np.arange(120))
        (alone,) = label_samples(TRUTH, [PREDICTION])
        share = metric.share(sample.state, {})
        with_clusters, without = (evidence(one, share, 0.95) for one in (sample, alone))
        assert_allclose(with_clusters.p, without.p, rtol=1e-12)
        among = {"accuracy": 120, "recall": TRUTH.sum(), "f1": ((TRUTH == 1) | (PREDICTION == 1)).sum()}[metric.name]
        assert_allclose(with_clusters.n, without.n * (among - 1) / among, rtol=1e-2 if metric is f1 else 1e-9)


def test_rows_that_are_there_twice_are_worth_half() -> None:
    cluster = np.repeat(np.arange(120), 2)
    (sample,) = label_samples(np.repeat(TRUTH, 2), [np.repeat(PREDICTION, 2)], cluster=cluster)
    found = evidence(sample, accuracy.share(sample.state, {}), 0.95)
    quotient = 0.999  # of Student's t with 239 and with 119 degrees of freedom, squared: .9898
    assert 0.98 * 120 < found.n < quotient * 120


def test_clusters_that_balance_out_are_not_worth_more_than_rows() -> None:
    truth = np.ones(80, int)
    prediction = np.tile([0, 1], 40)  # each cluster has one right and one wrong row: the share never changes
    (sample,) = label_samples(truth, [prediction], cluster=np.repeat(np.arange(40), 2))
    found = evidence(sample, accuracy.share(sample.state, {}), 0.95)
    assert found.n <= 80


def test_without_an_error_each_cluster_counts_as_one_row() -> None:
    cluster = np.repeat(np.arange(30), 4)
    with pytest.warns(IntervalWarning, match="no decision differs, so that each cluster counts as one"):
        found = accuracy.interval(TRUTH, TRUTH, cluster=cluster)
    assert_allclose([found.low, found.high], [30 / (30 + 1.959963984540054**2), 1.0], rtol=1e-9)  # 30 of 30 rows


def test_decisions_of_one_row_are_not_independent() -> None:
    same = [np.repeat(part[:, None], 5, axis=1) for part in (TRUTH, PREDICTION)]  # five labels that say the same
    one, five = hamming_loss.interval(TRUTH, PREDICTION), hamming_loss.interval(*same)
    assert_allclose([five.low, five.high], [one.low, one.high], rtol=1e-9)
    one, five = recall.interval(TRUTH, PREDICTION), recall.interval(*same, average="micro")
    assert_allclose([five.low, five.high], [one.low, one.high], rtol=1e-9)


def test_independent_labels_are_worth_all_their_decisions() -> None:
    truth = RNG.integers(0, 2, (400, 8))
    prediction = np.where(RNG.random((400, 8)) < 0.2, 1 - truth, truth)
    (sample,) = label_samples(truth, [prediction])
    found = evidence(sample, hamming_loss.share(sample.state, {}), 0.95)
    assert 0.85 * 3200 < found.n <= 3200
