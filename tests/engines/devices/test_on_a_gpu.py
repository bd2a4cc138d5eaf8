"""What only a GPU can show: states made there are those of the host, and no update waits for it."""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import concordant as c
from concordant.errors import InputError
from concordant.states import BucketCurve, Counts, Curve, SampleCounts

Move = Callable[[Any], Any]
RNG = np.random.default_rng(21)
N = 200_000
TRUTH = RNG.integers(0, 6, N)
PRED = np.where(RNG.random(N) < 0.6, TRUTH, RNG.integers(0, 6, N))
SCORE = RNG.random(N, dtype=np.float32)
POSITIVE = (RNG.random(N) < SCORE).astype(np.int64)
WEIGHT = RNG.random(N)


def _has_gpu(library: str) -> bool:
    if find_spec(library) is None:
        return False
    if library == "torch":
        return bool(import_module("torch").cuda.is_available())
    if library == "cupy":
        return bool(import_module("cupy").is_available())
    return any(device.platform != "cpu" for device in import_module("jax").devices())


@pytest.fixture(params=["torch", "cupy", "jax"])
def move(request: pytest.FixtureRequest) -> Iterator[Move]:
    if not _has_gpu(request.param):
        pytest.skip(f"{request.param} finds no GPU here")
    library = import_module(request.param)
    if request.param == "torch":
        yield lambda array: library.from_numpy(array).cuda()
    elif request.param == "cupy":
        yield library.asarray
    else:
        with library.enable_x64(True):
            yield library.device_put


def test_states(move: Move) -> None:
    truth, pred, positive, score, weight = map(move, (TRUTH, PRED, POSITIVE, SCORE, WEIGHT))
    assert Counts.from_labels(truth, pred) == Counts.from_labels(TRUTH, PRED)
    assert c.cohen_kappa(truth, pred, weights="quadratic") == c.cohen_kappa(TRUTH, PRED, weights="quadratic")
    assert c.roc_auc(positive, score) == c.roc_auc(POSITIVE, SCORE)
    assert Curve.from_scores(positive, score) == Curve.from_scores(POSITIVE, SCORE)
    assert BucketCurve.from_scores(positive, score) == BucketCurve.from_scores(POSITIVE, SCORE)
    many = TRUTH[:, None] >= np.arange(1, 6)
    other = PRED[:, None] >= np.arange(1, 6)
    expected = SampleCounts.from_indicators(many, other)
    assert SampleCounts.from_indicators(move(many), move(other)) == expected
    first, again = (Counts.from_labels(truth, pred, sample_weight=weight) for _ in range(2))
    assert first == again
    np.testing.assert_allclose(first.table, Counts.from_labels(TRUTH, PRED, sample_weight=WEIGHT).table, rtol=1e-13)
    assert c.log_loss(positive, score) == pytest.approx(c.log_loss(POSITIVE, SCORE), rel=1e-13)
    with pytest.raises(InputError, match="must lie on one device"):
        c.accuracy(truth, PRED)


def test_no_update_waits() -> None:
    if not _has_gpu("torch"):
        pytest.skip("torch finds no GPU here")
    torch = import_module("torch")
    from concordant.learning.torch import TorchMetric

    kappa, auc = TorchMetric("cohen_kappa", labels=range(6)), TorchMetric("roc_auc", labels=[0, 1])
    columns = [torch.from_numpy(x).cuda() for x in (TRUTH, PRED, WEIGHT, POSITIVE, SCORE)]
    kappa.update(*columns[:2])  # moves the tables to the device
    torch.cuda.set_sync_debug_mode("error")
    try:
        kappa.update(*columns[:2])
        kappa.update(*columns[:3])
        auc.update(*columns[3:])
    finally:
        torch.cuda.set_sync_debug_mode("default")
    assert kappa.state().n == pytest.approx(2 * N + WEIGHT.sum())
    assert auc.compute() == c.roc_auc(POSITIVE, SCORE)
