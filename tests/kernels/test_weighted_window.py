"""The table of weighted pairs, against that of the general kernel: the same sums to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.samples import integer_columns, weight_columns

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
    for column in (weights, np.repeat(weights, 2)[::2], weights[::-1]):
        *_, greatest = _kernels.count_pairs(y_true, np.roll(y_true, 9), column, threads)
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
    for column in (weights, np.repeat(weights, 2)[::2]):
        labels, cells, *_, places, greatest = _kernels.count_pairs(y_true, np.roll(y_true, 9), column, threads)
        assert len(labels) == cells.size == 0
        assert places is None
        assert np.isnan(greatest)
        assert not len(_kernels.tabulate(y_true, np.roll(y_true, 9), column, threads)[0])


@given(st.data(), st.integers(0, 60), st.sampled_from(["near", "far"]))
@settings(max_examples=60)
def test_the_sums_are_those_of_any_labels(data: st.DataObject, rows: int, spread: str) -> None:
    truth, predicted = (data.draw(integer_columns(rows, spread)) for _ in range(2))
    weights = data.draw(weight_columns(rows))
    found = _kernels.weigh_pairs(truth, predicted, weights)
    labels, table, _, _ = _kernels.tabulate(truth, predicted, weights)
    if found is None:
        every = [*truth.tolist(), *predicted.tolist()]
        apart = bool(every) and max(every) - min(every) >= 16
        assert apart or not len(labels) or np.uint64 in (truth.dtype, predicted.dtype)
        return
    assert found[0] == tuple(labels.tolist())
    assert np.array_equal(found[1], table)
    assert found[2] == pytest.approx(table.sum())


@pytest.mark.parametrize("threads", [1, 3])
def test_chunks_are_added_in_their_order(threads: int) -> None:
    random = np.random.default_rng(0)
    truth, predicted = random.integers(-3, 40, (2, 2**19 + 77))
    weights = random.random(len(truth)) * 10.0 ** random.integers(-9, 9, len(truth))
    found = _kernels.weigh_pairs(truth, predicted, weights, threads)
    assert found is not None
    _, table, _, _ = _kernels.tabulate(truth, predicted, weights, 1)
    assert np.array_equal(found[1], table)


def test_lengths_must_be_equal() -> None:
    with pytest.raises(ValueError, match="lengths"):
        _kernels.weigh_pairs(np.arange(3), np.arange(3), np.ones(2))


@pytest.mark.parametrize("bad", [-1.0, -1e-300, np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [0, 5, 2_999, 300_000])
@pytest.mark.parametrize("kind", ["float64", "float32"])
def test_weights_that_are_none_are_refused(bad: float, place: int, kind: str) -> None:
    y, weights = np.arange(300_001) % 5, np.ones(300_001, kind)
    weights[7] = -0.0
    for rows in (3_000, 300_001):
        if place < rows:
            broken = weights[:rows].copy()
            broken[place] = bad
            if broken[place] == 0:  # too small for float32
                continue
            assert all(_kernels.weigh_pairs(y[:rows], y[:rows], broken, n) is None for n in (1, 2))
    assert _kernels.weigh_pairs(y, y, weights) is not None


@pytest.mark.parametrize("odd", [0.5, np.nan, np.inf, -np.inf, 1e-300, 2.0**31, 2.0**51, -(2.0**52), 2.0**53, 2.0**120])
@pytest.mark.parametrize("place", [0, 9_999])
@pytest.mark.parametrize("kind", ["float64", "float32"])
def test_floats_are_labels_where_they_are_whole(odd: float, place: int, kind: str) -> None:
    y, weights = np.arange(10_000) % 7 - 3, np.arange(10_000) / 3
    floats = y.astype(kind)
    found, expected = (_kernels.weigh_pairs(one, y, weights) for one in (floats, y))
    assert found is not None
    assert expected is not None
    assert found[0] == expected[0]
    assert np.array_equal(found[1], expected[1])
    floats[place] = odd
    if floats[place] != 0:
        assert _kernels.weigh_pairs(floats, y, weights) is None
