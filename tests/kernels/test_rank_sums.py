"""Sums over ranked scores: exact, of any type of column."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from support.samples import values_of

from concordant import _kernels

Array = np.ndarray[Any, Any]
LABELS = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32")
SCORES = (*LABELS, "uint64", "float32", "float64")


def pairs_of(y: Array, positive: int, scores: Array) -> tuple[int, int, int, int]:
    """Look every positive up among the sorted negatives."""
    negatives, positives = np.sort(scores[y != positive]), scores[y == positive]
    below, up_to = (int(negatives.searchsorted(positives, side).sum()) for side in ("left", "right"))
    return len(positives), len(negatives), below, up_to - below


@st.composite
def columns(draw: st.DrawFn, labels: tuple[int, int], types: tuple[str, ...], dtype: str) -> tuple[Array, Array]:
    """Labels of one of the types, and scores of few and many values."""
    shape, most = draw(st.tuples(st.integers(0, 60))), draw(st.sampled_from([1, 3, 100, 2**16, 2**31, 2**40]))
    y = draw(arrays(int, shape, elements=st.sampled_from(labels))).astype(draw(st.sampled_from(types)))
    scores = draw(arrays(np.uint64, shape, elements=st.integers(0, most))).astype(dtype)
    step = draw(st.sampled_from([1, -1, 2, -3]))
    return y[::step], scores[::step]


def check(y: Array, values: tuple[int, int], scores: Array) -> None:
    expected = pairs_of(y, values[1], scores)
    for threads in (1, 2, 3):
        found = values_of(_kernels.pair_sums(y, *values, scores, None, threads, 1))
        assert found == (*expected, -1, -1)
        assert all(type(number) is int for number in found)


def spread(rng: np.random.Generator, reach: int, rows: int) -> Array:
    """Scores that reach so far, with ties, and an eighth of the rows at one score."""
    scores = rng.integers(0, reach, rows) - 5
    scores[1::3] = scores[: len(scores[1::3])]
    scores[: rows // 8] = scores[-1]
    scores[:2] = -5, reach - 6
    return scores


@pytest.mark.parametrize("dtype", SCORES)
@pytest.mark.parametrize("values", [(0, 1), (1, 0), (7, 9)])
@given(data=st.data())
def test_pairs_are_those_of_numpy(dtype: str, values: tuple[int, int], data: st.DataObject) -> None:
    y, scores = data.draw(columns(values, ("int64", "uint8", "int16", "uint64"), dtype))
    check(y, values, scores)


@pytest.mark.parametrize("dtype", SCORES)
@given(data=st.data())
def test_weighted_pairs_are_those_of_average_precision(dtype: str, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 100), st.integers(0, 8)), max_size=60))
    y, scores, weights = (np.array([row[k] for row in rows], dtype) for k, dtype in enumerate(("i8", dtype, "f8")))
    pairs, ranks = (kernel(y, 0, 1, scores, weights / 4, 2, 1) for kernel in (_kernels.pair_sums, _kernels.rank_sums))
    assert values_of(pairs)[:4] == values_of(ranks)[:4]


@pytest.mark.parametrize("reach", [8, 256, 257, 7 * 1500, 7 * 1500 + 1, 2**20, 2**22, 2**31 - 1, 2**31, 2**33])
@pytest.mark.parametrize("labels", ["int64", "uint8", "int32"])
def test_few_rows_on_both_sides_of_each_reach(reach: int, labels: str) -> None:
    rng = np.random.default_rng(reach)
    for values in ((0, 1), (9, 7)):
        y, scores = rng.choice(values, 1500).astype(labels), spread(rng, reach, 1500)
        for column in (scores, scores.astype(np.float64), (scores + 5).astype(np.uint64)):
            check(y, values, column)


@pytest.mark.parametrize("rows", [65_535, 65_536, 2**17, 2**17 + 1, 300_001])
@pytest.mark.parametrize(
    "reach", [8, 2**16, 2**16 + 1, 2**18 + 1, 2**19, 2**19 + 1, 2**20, 2**20 + 1, 2**23, 2**31 - 1, 2**31]
)
def test_many_rows_on_both_sides_of_each_reach(rows: int, reach: int) -> None:
    rng = np.random.default_rng(reach + rows)
    scores = spread(rng, reach, rows)
    check(rng.integers(0, 2, rows), (0, 1), scores)
    if reach < 2**31:
        check(rng.integers(0, 2, rows), (0, 1), scores.astype(np.int32))


@pytest.mark.parametrize("dtype", ["uint8", "int8"])
@pytest.mark.parametrize("labels", ["int64", "uint8", "bool"])
@pytest.mark.parametrize("rows", [0, 1, 7, 8, 9, 1031, 1032, 1033, 50_000])
def test_bytes_of_any_number_of_rows(dtype: str, labels: str, rows: int) -> None:
    rng = np.random.default_rng(rows)
    info = np.iinfo(dtype)
    scores = rng.integers(info.min, info.max, rows, dtype=dtype, endpoint=True)
    y = rng.integers(0, 2, rows).astype(labels)
    check(y, (0, 1), scores)
    check(np.ones(rows, labels), (0, 1), np.full(rows, info.min, dtype))
    cells, sort = (values_of(_kernels.rank_sums(y, 0, 1, s, None, 2, 1)) for s in (scores, scores.astype(np.float64)))
    assert cells[:4] == sort[:4]
    assert cells[5:] == sort[5:]


@pytest.mark.parametrize("reach", [200, 3000, 2**20, 2**22])
@pytest.mark.parametrize("rows", [3000, 140_000])
def test_the_first_unknown_label_is_blamed(reach: int, rows: int) -> None:
    scores, y = np.arange(rows) % reach, np.arange(rows) % 2
    scores[-1] = reach
    y[[rows - 5, rows - 900]] = 2
    small = (scores % 200).astype(np.uint8)
    for threads in (1, 2):
        for column in (scores, small, scores / 2):
            for kernel in (_kernels.pair_sums, _kernels.rank_sums):
                assert values_of(kernel(y, 0, 1, column, None, threads, 1))[-2:] == (-1, rows - 900)


@pytest.mark.parametrize("threads", [1, 2])
def test_nan_is_blamed(threads: int) -> None:
    scores, y = np.arange(5000.0), np.arange(5000) % 2
    scores[[1700, 3000]] = np.nan
    assert values_of(_kernels.pair_sums(y, 0, 1, scores, None, threads, 1))[-2:] == (1700, -1)
