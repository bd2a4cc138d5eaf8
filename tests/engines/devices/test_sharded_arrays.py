"""Arrays of JAX over several devices are read on the host. Run in its own process by `XLA_FLAGS`."""

from typing import Any

import numpy as np
import pytest

import concordant as c
from concordant.errors import InputTypeError
from concordant.states import Counts, Curve

jax = pytest.importorskip("jax")

pytestmark = pytest.mark.skipif(
    len(jax.devices()) < 2, reason="needs several devices: XLA_FLAGS=--xla_force_host_platform_device_count=4"
)
RNG = np.random.default_rng(2)
N = 40 * max(len(jax.devices()), 1)
TRUTH, PRED = (RNG.integers(0, 3, N).astype(np.int32) for _ in range(2))
SCORE, WEIGHT = (RNG.random(N).astype(np.float32) for _ in range(2))


def over(array: Any, *names: Any) -> Any:
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    mesh = Mesh(np.array(jax.devices()), ("rows",))
    return jax.device_put(array, NamedSharding(mesh, PartitionSpec(*names)))


def rows(array: Any) -> Any:
    return over(array, "rows")


def test_states_of_shards_are_those_of_all_rows() -> None:
    assert Counts.from_labels(rows(TRUTH), rows(PRED)) == Counts.from_labels(TRUTH, PRED)
    assert Counts.from_labels(over(TRUTH), over(PRED)) == Counts.from_labels(TRUTH, PRED)  # replicated: once
    assert Curve.from_scores(rows(TRUTH % 2), rows(SCORE)) == Curve.from_scores(TRUTH % 2, SCORE)
    assert c.roc_auc(rows(TRUTH % 2), rows(SCORE)) == c.roc_auc(TRUTH % 2, SCORE)
    found = Counts.from_labels(rows(TRUTH), rows(PRED), sample_weight=rows(WEIGHT))
    expected = Counts.from_labels(TRUTH, PRED, sample_weight=WEIGHT)
    assert found == expected
    assert Counts.from_labels(rows(TRUTH), over(PRED)) == Counts.from_labels(TRUTH, PRED)  # sharded differently


def test_columns_that_are_only_traced() -> None:
    with pytest.raises(InputTypeError, match="traced by JAX"):
        jax.jit(c.accuracy)(TRUTH, PRED)


def test_probabilities_and_rankings_of_shards_come_to_the_host() -> None:
    prob = RNG.dirichlet(np.ones(3), N).astype(np.float32)
    for metric, columns in ((c.log_loss, (TRUTH, prob)), (c.brier_score, (TRUTH % 2, SCORE))):
        assert metric(*map(rows, columns)) == metric(*columns)
    assert c.expected_calibration_error(rows(TRUTH % 2), rows(SCORE)) == c.expected_calibration_error(TRUTH % 2, SCORE)
    assert c.top_k_accuracy(rows(TRUTH), rows(prob)) == c.top_k_accuracy(TRUTH, prob)
    panel = np.stack([TRUTH, PRED], 1)
    assert c.Ratings.from_wide(rows(panel)) == c.Ratings.from_wide(panel)
