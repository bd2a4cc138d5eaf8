"""What the tables of weighted labels see of weights while they add them, whatever the way that they are added in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import _kernels

Array = np.ndarray[Any, Any]

ROWS = 20_000
WAYS = {  # labels, the distance of one from the next, and what holds their table
    "a small window": (5, 1),
    "wide windows": (200, 1),
    "a list, at a glance": (3_000, 1),
    "a list of labels below 0": (3_000, -1),
    "a list of a range": (3_000, 50),
    "a range": (150, 100),
    "a map": (100, 10**12),
    "a list of a map": (3_000, 10**12),
}


def column(way: str) -> Array:
    """Each label a few times and more, the farthest of them soon."""
    labels, step = WAYS[way]
    return np.random.default_rng(0).permutation(ROWS)[::-1] % labels * step


@pytest.fixture(params=WAYS)
def y_true(request: pytest.FixtureRequest) -> Array:
    return column(request.param)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("kind", ["float64", "float32", "int16", "uint64", "bool"])
def test_the_greatest_is_known(y_true: Array, threads: int, kind: str) -> None:
    weights = np.random.default_rng(1).integers(0, 1000, ROWS).astype(kind)
    for given in (weights, np.repeat(weights, 2)[::2], weights[::-1]):
        *_, greatest = _kernels.count_pairs(y_true, np.roll(y_true, 9), given, threads)
        assert greatest == weights.max()


def test_it_is_nothing_without_weights_and_of_weights_that_are_nothing(y_true: Array) -> None:
    for none in (None, np.zeros(ROWS), np.full(ROWS, -0.0)):
        *_, greatest = _kernels.count_pairs(y_true, y_true, none)
        assert str(greatest) == "0.0"
    assert _kernels.count_pairs(y_true[:0], y_true[:0], np.zeros(0))[-1] == 0


@pytest.mark.parametrize("bad", [-1.0, -5e-324, np.nan, -np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [0, 4_321, ROWS - 1])
@pytest.mark.parametrize("threads", [1, 2])
def test_weights_that_are_none_give_no_labels(y_true: Array, bad: float, place: int, threads: int) -> None:
    weights = np.ones(ROWS)
    weights[7] = -0.0
    assert len(_kernels.count_pairs(y_true, np.roll(y_true, 9), weights, threads)[0]) > 1
    weights[place] = bad
    for given in (weights, np.repeat(weights, 2)[::2]):
        labels, cells, *_, places, greatest = _kernels.count_pairs(y_true, np.roll(y_true, 9), given, threads)
        assert len(labels) == cells.size == 0
        assert places is None
        assert np.isnan(greatest)
        assert not len(_kernels.tabulate(y_true, np.roll(y_true, 9), given, threads)[0])
