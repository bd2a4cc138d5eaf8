"""Whole numbers in as few bytes as they need, and codes looked up in a table, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import _kernels

FLOATS = (np.float32, np.float64)


NARROWEST = [
    *(([], np.int8), ([-128, -0.0, 127], np.int8), ([128], np.int16), ([-129], np.int16)),
    *(([-32768, 32767], np.int16), ([32768], np.int32), ([-(2**31)], np.int32)),
]


@pytest.mark.parametrize(("values", "dtype"), NARROWEST)
@pytest.mark.parametrize("kind", FLOATS)
def test_whole_floats_take_the_narrowest_integers(values: list[float], dtype: Any, kind: Any) -> None:
    found = _kernels.whole_numbers(np.array(values, kind))
    assert found is not None
    assert (found.dtype, found.tolist()) == (dtype, [int(x) for x in values])


@pytest.mark.parametrize("bad", [0.5, -0.5, 1e-30, np.nan, np.inf, -np.inf, 2.0**31, -(2.0**33), 2.0**52, 1e38, 126.5])
@pytest.mark.parametrize("place", [0, 2100, 4999])
@pytest.mark.parametrize("kind", FLOATS)
def test_other_floats_anywhere_are_refused(bad: float, place: int, kind: Any) -> None:
    values = np.zeros(5000, kind)
    values[place] = bad
    for column in (values, np.repeat(values, 2)[::2], values[::-1]):
        assert _kernels.whole_numbers(column, 2) is None


@given(st.lists(st.floats(-(2.0**31), 2.0**31 - 1).map(float) | st.integers(-(2**31), 2**31 - 1).map(float)))
def test_floats_are_whole_where_their_integers_are_equal(values: list[float]) -> None:
    array = np.array(values, np.float64)
    found, whole = _kernels.whole_numbers(array), array.astype(np.int64)
    assert (found is not None) == bool((whole == array).all())
    if found is not None:
        assert_array_equal(found, whole)


@pytest.mark.parametrize(
    ("most", "dtype"),
    [(127, np.int8), (128, np.int16), (32768, np.int32), (2**31 - 1, np.int32), (2**31, None), (2**64 - 1, None)],
)
def test_unsigned_numbers(most: int, dtype: Any) -> None:
    found = _kernels.whole_numbers(np.array([0, most], np.uint64))
    assert (None if found is None else found.dtype) == dtype
    assert found is None or found.tolist() == [0, most]


def test_other_types_are_no_numbers_for_it() -> None:
    with pytest.raises(TypeError):
        _kernels.whole_numbers(np.array([1, 2]))


CODES = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64)


@pytest.mark.parametrize("dtype", CODES)
@pytest.mark.parametrize(("most", "bytes_a_row"), [(0, 1), (255, 1), (256, 2), (65535, 2), (65536, 4), (2**31 - 1, 4)])
def test_a_look_up_is_that_of_numpy(dtype: Any, most: int, bytes_a_row: int) -> None:
    random = np.random.default_rng(most)
    table = random.integers(0, most, 100, np.uint32, endpoint=True)
    table[7] = most
    codes = random.integers(0, 100, 5000).astype(dtype)
    for some in (codes, codes[::-2], codes[:0]):
        found = _kernels.recode(some, table, 2)
        assert_array_equal(found, table[some])
        assert found.itemsize == bytes_a_row
    assert len(_kernels.recode(codes[:0], table[:0])) == 0


@pytest.mark.parametrize("code", [-1, 3, 100])
def test_codes_outside_the_table_are_refused(code: int) -> None:
    with pytest.raises(IndexError, match="outside"):
        _kernels.recode(np.array([0, code], np.int8), np.arange(3, dtype=np.uint32))
    with pytest.raises(IndexError, match="outside"):
        _kernels.recode(np.array([0]), np.empty(0, np.uint32))


@pytest.mark.parametrize("dtype", CODES)
@given(
    codes=st.lists(st.integers(0, 100), max_size=50),
    missing=st.none() | st.lists(st.booleans(), min_size=50, max_size=50),
    repeats=st.sampled_from([1, 3, 100]),
)
def test_codes_that_occur(dtype: Any, codes: list[int], missing: list[bool] | None, repeats: int) -> None:
    column = np.tile(np.array(codes, dtype), repeats)
    gaps = None if missing is None else np.tile(np.array(missing[: len(codes)], bool), repeats)
    there = np.arange(len(column)) if gaps is None else np.flatnonzero(~gaps)
    expected, first = np.unique(column[there], return_index=True)
    found, rows = _kernels.occurring_codes(column, None if gaps is None else gaps.view(np.uint8))
    assert_array_equal(found, expected)
    assert_array_equal(rows, there[first])


@pytest.mark.parametrize("code", [-1, 2**32])
def test_no_codes_for_it(code: int) -> None:
    with pytest.raises(ValueError, match="codes from 0"):
        _kernels.occurring_codes(np.array([0, code]))
    with pytest.raises(TypeError, match="integers"):
        _kernels.occurring_codes(np.array([0.0, 1.0]))
    with pytest.raises(ValueError, match="as many"):
        _kernels.occurring_codes(np.array([0, 1]), np.zeros(3, np.uint8))
