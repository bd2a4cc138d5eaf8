"""Rows of listed cells that are cut in two, against the whole table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from concordant import _kernels

SIZE = 5
PLACES = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=20).map(
    lambda some: np.array(sorted(some), np.int64).reshape(-1, 2).T.copy()
)


@given(PLACES, PLACES, st.randoms(use_true_random=False))
def test_both_parts_and_the_way_back(cells: np.ndarray, cuts: np.ndarray, random: object) -> None:
    rng = np.random.default_rng(random.randint(0, 1000))  # type: ignore[attr-defined]
    numbers = rng.integers(1, 9, cells.shape[1]).astype(np.float64)
    table = np.zeros((SIZE, SIZE))
    np.add.at(table, tuple(cells), numbers)
    before, after = _kernels.cut_rows(*cells, numbers, *cuts)
    assert_array_equal(before, [table[row, :column].sum() for row, column in cuts.T])
    assert_array_equal(after, [table[row, column:].sum() for row, column in cuts.T])
    some, other = rng.random((2, cuts.shape[1]))
    found = _kernels.cut_rows_back(*cells, *cuts, some, other)
    # What a cell adds to the sums of all parts is the derivative of these.
    assert_allclose(found @ numbers, before @ some + after @ other, rtol=1e-12, atol=1e-12)
    first = [
        sum(some[k] if column < at else other[k] for k, (where, at) in enumerate(cuts.T) if where == row)
        for row, column in cells.T
    ]
    assert_allclose(found, np.array(first, np.float64), rtol=1e-12)


def test_small_numbers_stand_beside_large_ones() -> None:
    row, column = np.zeros(3, np.int64), np.arange(3)
    before, after = _kernels.cut_rows(row, column, np.array([1e30, 1.0, 2.0]), row[:2], np.array([0, 1]))
    assert before.tolist() == [0.0, 1e30]
    assert after.tolist() == [1e30, 3.0]


def test_arrays_that_do_not_fit_are_refused() -> None:
    two, three = np.zeros(2, np.int64), np.zeros(3, np.int64)
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.cut_rows(two, three, np.zeros(2), two, two)
    with pytest.raises(ValueError, match="one number for each cell"):
        _kernels.cut_rows(two, two, np.zeros(3), two, two)
    with pytest.raises(ValueError, match="two numbers for each cut"):
        _kernels.cut_rows_back(two, two, two, two, np.zeros(2), np.zeros(3))
