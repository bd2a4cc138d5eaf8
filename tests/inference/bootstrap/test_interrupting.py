"""A bootstrap stops when it is told to: no call of a kernel draws everything, and the blocks change nothing."""

from __future__ import annotations

import signal
from typing import Any

import numpy as np
import pytest

from concordant import _kernels, accuracy, average_precision, gini, roc_auc
from concordant.inference import resampling as drawn_auc
from concordant.inference import resampling as draws
from concordant.inference.intervals import bootstrap as by_bootstrap
from concordant.metrics.definition.metric import Metric

RANDOM = np.random.default_rng(0)
TRUTH, SCORE = RANDOM.integers(0, 2, 60), RANDOM.random(60)
LABEL = (SCORE > 0.4).astype(int)


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
    patch.setattr(drawn_auc, "_BLOCK", 600)
    patch.setattr(draws, "_BATCH", 600)
    patch.setattr(drawn_auc, "get_threads", lambda: 2)
    patch.setattr(drawn_auc, "_kernels", kernels)
    patch.setattr(draws, "_kernels", kernels)


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


def test_batches_of_drawn_shares_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = accuracy.interval(TRUTH, LABEL, method="perks", draws=500, seed=5)
    monkeypatch.setattr(by_bootstrap, "_BATCH", 28)
    assert accuracy.interval(TRUTH, LABEL, method="perks", draws=500, seed=5).to_dict() == whole.to_dict()
