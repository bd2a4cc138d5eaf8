"""The ROC AUC of draws without their weights, against the metric under the weights of the same draws."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from samples import score_samples

from concordant import average_precision, gini, roc_auc, set_threads
from concordant.errors import OptionError
from concordant.inference.resampling import drawn_weights
from concordant.inference.samples.sample import Sample

RNG = np.random.default_rng(12)
N = 70
TWO = (RNG.random(N) < 0.4).astype(int)
FINE = RNG.normal(size=N) + TWO
COARSE = np.round(FINE)
WEIGHT = RNG.random(N) + 0.5

Scheme = Literal["rows", "stratified", "poisson"]


@pytest.mark.parametrize("scheme", ["rows", "stratified", "poisson"])
@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])
@pytest.mark.parametrize("score", [FINE, COARSE], ids=["no ties", "ties"])
@pytest.mark.parametrize("metric", [roc_auc, gini])
def test_the_same_draws_as_the_weights(metric: Any, score: Any, weight: Any, scheme: Scheme) -> None:
    (sample,) = score_samples(TWO, [score], sample_weight=weight)
    found = sample.drawn(metric, {}, 30, 5, scheme)
    assert_allclose(found, Sample.drawn(sample, metric, {}, 30, 5, scheme), rtol=1e-12, atol=1e-15)


@pytest.mark.filterwarnings("ignore:.*rests on few rows:concordant.errors.IntervalWarning")
@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
@pytest.mark.parametrize("metric", [roc_auc, average_precision])
def test_threads_change_nothing_and_seeds_do(metric: Any, method: str) -> None:
    found = []
    for threads in (1, 2):
        set_threads(threads)
        found.append(metric.interval(TWO, FINE, method=method, draws=200, seed=9))
    set_threads(None)
    assert (found[0].low, found[0].high, found[0].se) == (found[1].low, found[1].high, found[1].se)
    assert metric.interval(TWO, FINE, method=method, draws=200, seed=8).low != found[0].low


def test_stratified_draws_keep_the_rows_of_each_class() -> None:
    (sample,) = score_samples(TWO, [FINE])
    for weights in drawn_weights(sample.units, 20, seed=1, scheme="stratified"):
        assert_array_equal(weights @ (sample.codes[0] == 1), np.full(20, TWO.sum()))
        assert_array_equal(weights.sum(1), np.full(20, N))


def test_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    (sample,) = score_samples(TWO, [FINE])
    whole = np.concatenate(list(drawn_weights(sample.units, 20, seed=1)))
    monkeypatch.setattr("concordant.inference.resampling._BATCH", 3 * N)
    parts = list(drawn_weights(sample.units, 20, seed=1))
    assert len(parts) == 7
    assert_array_equal(np.concatenate(parts), whole)


def test_clusters_are_drawn_whole() -> None:
    (sample,) = score_samples(TWO, [FINE], cluster=np.arange(N) // 2)
    weights = np.concatenate(list(drawn_weights(sample.units, 20, seed=1)))
    assert_array_equal(weights[:, ::2], weights[:, 1::2])
    assert_array_equal(weights.sum(1), np.full(20, N))


def test_resampling_agrees_with_delong() -> None:
    found = roc_auc.interval(TWO, FINE, method="percentile", draws=4000)
    assert found.se == pytest.approx(roc_auc.interval(TWO, FINE).se, rel=0.05)


def test_an_unknown_scheme_is_refused() -> None:
    with pytest.raises(OptionError, match='scheme must be "rows", "stratified" or "poisson"'):
        roc_auc.interval(TWO, FINE, method="percentile", scheme="other")
