"""Draws of rows and of shares: under each scheme, in blocks, on threads, and their moments."""

from __future__ import annotations

import signal
from typing import Any, Literal

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.samples import score_samples

from concordant import _kernels, average_precision, gini, roc_auc, set_threads
from concordant.inference import resampling
from concordant.inference.resampling import drawn_weights
from concordant.inference.samples.sample import Sample
from concordant.metrics.definition.metric import Metric

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
    result = sample.drawn(metric, {}, 30, 5, scheme)
    assert_allclose(result, Sample.drawn(sample, metric, {}, 30, 5, scheme), rtol=1e-12, atol=1e-15)


@pytest.mark.filterwarnings("ignore:.*rests on few rows:concordant.errors.IntervalWarning")
@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
@pytest.mark.parametrize("metric", [roc_auc, average_precision])
def test_threads_change_nothing_and_seeds_do(metric: Any, method: str) -> None:
    results = []
    for threads in (1, 2):
        set_threads(threads)
        results.append(metric.interval(TWO, FINE, method=method, draws=200, seed=9))
    set_threads(None)
    assert (results[0].low, results[0].high, results[0].se) == (results[1].low, results[1].high, results[1].se)
    assert metric.interval(TWO, FINE, method=method, draws=200, seed=8).low != results[0].low


def test_stratified_draws_keep_the_rows_of_each_class() -> None:
    (sample,) = score_samples(TWO, [FINE])
    for weights in drawn_weights(sample.atoms, 20, seed=1, scheme="stratified"):
        assert_array_equal(weights @ (sample.codes[0] == 1), np.full(20, TWO.sum()))
        assert_array_equal(weights.sum(1), np.full(20, N))


def test_clusters_are_drawn_whole() -> None:
    (sample,) = score_samples(TWO, [FINE], cluster=np.arange(N) // 2)
    weights = np.concatenate(list(drawn_weights(sample.atoms, 20, seed=1)))
    assert_array_equal(weights[:, ::2], weights[:, 1::2])
    assert_array_equal(weights.sum(1), np.full(20, N))


RANDOM = np.random.default_rng(0)
TRUTH, SCORE = RANDOM.integers(0, 2, 60), RANDOM.random(60)


class _Kernels:
    """The kernels, which count the calls that draw rows, and are interrupted in the third."""

    def __init__(self, *, interrupt: bool) -> None:
        self.calls, self._interrupt = 0, interrupt

    def __getattr__(self, name: str) -> Any:
        kernel = getattr(_kernels, name)
        if name not in ("drawn_auc", "drawn_counts"):
            return kernel

        def counted(*how: Any) -> Any:
            self.calls += 1
            if self._interrupt and self.calls == 3:
                signal.raise_signal(signal.SIGINT)  # as Ctrl-C does; Python hears it after the kernel
            return kernel(*how)

        return counted


def _small_blocks(patch: pytest.MonkeyPatch, kernels: _Kernels) -> None:
    for name, value in {"_BLOCK": 600, "_BATCH": 600, "get_threads": lambda: 2, "_kernels": kernels}.items():
        patch.setattr(resampling, name, value)


@pytest.mark.parametrize("metric", [roc_auc, gini, average_precision], ids=lambda metric: metric.name)
@pytest.mark.parametrize("scheme", ["rows", "stratified", "poisson"])
def test_blocks_change_nothing(metric: Metric, scheme: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    how: dict[str, Any] = {"method": "percentile", "draws": 95, "seed": 3, "scheme": scheme}
    whole = metric.interval(TRUTH, SCORE, **how)
    kernels = _Kernels(interrupt=False)
    _small_blocks(monkeypatch, kernels)
    assert metric.interval(TRUTH, SCORE, **how).to_dict() == whole.to_dict()
    assert kernels.calls == 10


@pytest.mark.parametrize("metric", [roc_auc, average_precision], ids=lambda metric: metric.name)
def test_ctrl_c_ends_it_between_two_blocks(metric: Metric, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = _Kernels(interrupt=True)
    _small_blocks(monkeypatch, kernels)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background may ignore it
    try:
        with pytest.raises(KeyboardInterrupt):
            metric.interval(TRUTH, SCORE, method="bca", draws=1000)
    finally:
        signal.signal(signal.SIGINT, before)
    assert kernels.calls == 3
