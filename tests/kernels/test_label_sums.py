"""Sums of two columns of labels, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal

from concordant import _kernels

DTYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool")


def check_squares(a: Any, b: Any) -> None:
    x, y = a.astype(np.int64), b.astype(np.int64)
    for first, second, threads in ((a, b, 1), (a, b, 3), (b, a, 2)):
        found = _kernels.square_sums(first, second, threads)
        assert (found.fit, found.squares, found.apart) == (True, x @ x + y @ y, (x - y) @ (x - y))
        assert {found.first, found.second} == {x.sum(), y.sum()}
        assert found.first == first.sum(dtype=np.int64)


def rows_of(dtype: str, n: int) -> Any:
    return np.random.default_rng(n).integers(0, 2 if dtype == "bool" else 100, (2, n)).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [0, 1, 255, 256, 257, 2047, 2048, 2049, 5000])
def test_squares_and_sums_of_each_label_of_every_type_and_length(dtype: str, n: int) -> None:
    a, b = rows_of(dtype, n)
    check_squares(a, b)
    check_squares(a[::-2], b[::-2])
    check_squares(a, b.astype("int16"))
    check(a, b)
    check(a[::-2], b[::-2])


@pytest.mark.parametrize("dtype", ["uint8", "int8"])
@pytest.mark.parametrize("late", [127, 128, -1])
@pytest.mark.parametrize("place", [0, 2047, 2048, 6000])
def test_a_byte_that_is_not_below_128(dtype: str, late: int, place: int) -> None:
    a, b = np.random.default_rng(2).integers(0, 128, (2, 6500)).astype(dtype)
    a[place] = np.array(late).astype(dtype)
    check_squares(a, b)


@pytest.mark.parametrize("ends", [(-1024, 1023), (-1025, 1024), (-(2**20), 2**20 - 1)], ids=str)
def test_near_labels_end_at_1023_and_far_ones_at_a_million(ends: tuple[int, int]) -> None:
    a, b = np.random.default_rng(1).integers(*ends, (2, 4000), endpoint=True)
    a[0], b[0], b[3000] = ends[0], ends[1], ends[0]
    check_squares(a, b)


@given(arrays("int64", (2, 300), elements=st.integers(-1030, 1030)))
def test_blocks_of_both_kinds(rows: Any) -> None:
    check_squares(*np.repeat(rows, 10, axis=1))
    check(*rows[:, :40])


@pytest.mark.parametrize("far", [2**20, -(2**20) - 1, 2**62, -(2**63)])
def test_labels_too_far_from_0_are_told(far: int) -> None:
    assert not _kernels.square_sums(np.array([0, far]), np.array([1, 2])).fit
    assert not _kernels.square_sums(np.array([1, 2]), np.array([0, far])).fit
    many = np.append(np.zeros(2**20, "int32"), np.int32(1024))
    assert not _kernels.square_sums(many, many, 2).fit
    assert _kernels.square_sums(many[1:], many[1:], 2).fit


def check(a: Any, b: Any) -> None:
    labels = np.unique([a, b])
    wanted = [labels, *(np.array([(rows == one).sum() for one in labels], int) for rows in (a, b))]
    wanted.append(np.array([((a == one) & (b == one)).sum() for one in labels], int))
    for threads in (1, 3):
        found = _kernels.label_sums(a, b, threads)
        assert found is not None
        for one, right in zip(found, wanted, strict=True):
            assert one.dtype == np.int64
            assert_array_equal(one, right)


def test_labels_far_apart_for_so_few_rows_are_left_to_others() -> None:
    assert _kernels.label_sums(np.array([0, 2**14 - 1]), np.array([5, 5])) is not None
    assert _kernels.label_sums(np.array([0, 2**14]), np.array([5, 5])) is None
    check(np.array([2**40, 2**40 + 3]), np.array([2**40 + 1, 2**40 + 3]))
    assert _kernels.label_sums(np.array([-(2**63), 2**63 - 1]), np.array([0, 0])) is None
