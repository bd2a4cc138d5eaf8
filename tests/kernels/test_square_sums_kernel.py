"""Sums of labels and of their squares beside plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from concordant import _kernels

DTYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool")
ENDS = ((0, 5), (-1024, 1023), (-1025, 1024), (-(2**20), 2**20 - 1))  # near labels end at 1,023, far ones at 2**20


def plain(a: Any, b: Any) -> tuple[int, int, int, int]:
    one, two = [int(x) for x in a], [int(x) for x in b]
    squares = sum(x * x for x in one) + sum(x * x for x in two)
    return sum(one), sum(two), squares, sum((x - y) ** 2 for x, y in zip(one, two, strict=True))


def sums(a: Any, b: Any, threads: int = 1) -> tuple[int, int, int, int]:
    found = _kernels.square_sums(a, b, threads)
    assert found.fit
    return found.first, found.second, found.squares, found.apart


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [0, 1, 255, 256, 257, 2047, 2048, 2049, 5000])
def test_every_type_and_length(dtype: str, n: int) -> None:
    rng = np.random.default_rng(n)
    a, b = rng.integers(0, 2 if dtype == "bool" else 100, (2, n)).astype(dtype)
    assert sums(a, b) == plain(a, b)
    assert sums(a, b, 3) == plain(a, b)
    assert sums(a[::-2], b[::-2]) == plain(a[::-2], b[::-2])
    assert sums(a, b.astype("int16")) == plain(a, b)


@pytest.mark.parametrize("dtype", ["uint8", "int8"])
@pytest.mark.parametrize("late", [127, 128, -1])
@pytest.mark.parametrize("place", [0, 2047, 2048, 6000])
def test_a_byte_that_is_not_below_128(dtype: str, late: int, place: int) -> None:
    a, b = np.random.default_rng(2).integers(0, 128, (2, 6500)).astype(dtype)
    a[place] = np.array(late).astype(dtype)
    assert sums(a, b) == plain(a, b)
    assert sums(b, a, 2) == plain(b, a)


@pytest.mark.parametrize("ends", ENDS, ids=str)
def test_near_and_far_labels(ends: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    a, b = rng.integers(ends[0], ends[1] + 1, (2, 4000))
    a[0], b[0], b[3000] = ends[0], ends[1], ends[0]
    assert sums(a, b) == plain(a, b)


@given(arrays("int64", (2, 300), elements=st.integers(-1030, 1030)))
def test_blocks_of_both_kinds(rows: Any) -> None:
    a, b = np.repeat(rows, 10, axis=1)
    assert sums(a, b) == plain(a, b)


@pytest.mark.parametrize("far", [2**20, -(2**20) - 1, 2**62, -(2**63)])
def test_labels_too_far_from_0_are_told(far: int) -> None:
    assert not _kernels.square_sums(np.array([0, far]), np.array([1, 2])).fit
    assert not _kernels.square_sums(np.array([1, 2]), np.array([0, far])).fit


def test_far_labels_of_many_rows_are_told() -> None:
    a = np.zeros(2**20 + 1, "int32")
    a[-1] = 1024
    assert not _kernels.square_sums(a, a, 2).fit
    assert _kernels.square_sums(a[1:], a[1:], 2).fit


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.square_sums(np.zeros(2, int), np.zeros(3, int))
    with pytest.raises(TypeError, match="integers"):
        _kernels.square_sums(np.zeros(2), np.zeros(2, int))
