"""Cells of several columns of codes that hold rows, against np.unique of the rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import _kernels


@given(st.integers(1, 3), st.sampled_from([1, 2, 7, 41, 200]), st.sampled_from([0, 1, 60, 3000]), st.integers(0, 9))
def test_cells_are_those_of_the_rows(columns: int, size: int, rows: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    codes = random.integers(0, size, (columns, rows))
    codes[:, random.random(rows) < 0.6] = 0  # rows that agree, as of good models
    distinct, often = np.unique(codes, axis=1, return_counts=True)
    for threads in (1, 3):
        found, places = _kernels.joint_cells(list(codes), size, threads)
        assert_array_equal(found, often)
        assert_array_equal(np.array(places).reshape(len(codes), -1), distinct)
        assert found.dtype == np.float64
        assert {one.dtype for one in places} == {np.dtype(np.int64)}


@pytest.mark.parametrize(
    ("codes", "size", "error", "why"),
    [
        ([np.array([0, 3])], 3, IndexError, "size - 1"),
        ([np.array([0, -1])], 3, IndexError, "size - 1"),
        ([np.zeros(2, int), np.zeros(3, int)], 3, ValueError, "lengths"),
        ([np.zeros(2)], 3, TypeError, "integers"),
        ([np.zeros(2, int)] * 5, 1000, ValueError, "too many"),
        ([], 3, ValueError, "at least one"),
    ],
)
def test_what_is_refused(codes: list[Any], size: int, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        _kernels.joint_cells(codes, size)
