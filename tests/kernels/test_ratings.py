"""Profiles of matrices of ratings, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import _kernels
from concordant.inputs.ratings import distinct_ratings

THREADS = (1, 2, 3)
KINDS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.float32, np.float64)


def twin(matrix: Any, low: int, base: int) -> Any:
    """The same with NumPy."""
    number = np.zeros(len(matrix), np.int64)
    for column in matrix.T:
        gone = column != column
        digit = np.where(gone, base - 1, np.where(gone, 0, column).astype(np.int64) - low)
        number = number * base + digit
    return np.bincount(number, minlength=base ** matrix.shape[1])


def layouts(matrix: Any) -> Any:
    yield matrix
    yield np.asfortranarray(matrix)
    yield np.repeat(np.repeat(matrix, 2, axis=0), 2, axis=1)[::2, ::2]
    yield matrix[::-1].copy()[::-1]


@given(data=st.data(), kind=st.sampled_from(KINDS), raters=st.integers(1, 4), n=st.integers(1, 40))
def test_every_type_and_layout(data: st.DataObject, kind: Any, raters: int, n: int) -> None:
    low = 0 if kind in (np.uint8, np.uint16, np.uint32) else -3
    values = data.draw(st.lists(st.integers(low, 5), min_size=n * raters, max_size=n * raters))
    matrix = np.array(values).reshape(n, raters).astype(kind)
    if kind in (np.float32, np.float64):
        gone = data.draw(st.lists(st.booleans(), min_size=n * raters, max_size=n * raters))
        matrix[np.reshape(gone, (n, raters))] = np.nan
    some = matrix[matrix == matrix]
    for one in layouts(matrix):
        for threads in THREADS:
            least, greatest, whole, missing = _kernels.rating_range(one, threads)
            assert whole
            assert missing == bool((matrix != matrix).any())
            if not some.size:
                assert least > greatest
                continue
            assert (least, greatest) == (some.min(), some.max())
            base = greatest - least + 2
            assert_array_equal(_kernels.count_profiles(one, least, base, threads), twin(matrix, least, base))


def test_many_rows_are_split_among_threads() -> None:
    matrix = np.random.default_rng(1).integers(1, 6, (50_001, 3)).astype(np.int8)
    for threads in THREADS:
        assert_array_equal(_kernels.count_profiles(matrix, 1, 6, threads), twin(matrix, 1, 6))


@pytest.mark.parametrize("value", [0.5, np.inf, -np.inf, 2.0**31, -(2.0**31) - 1, 1e300])
def test_numbers_that_are_no_labels_are_not_whole(value: float) -> None:
    for kind in (np.float64, np.float32):
        with np.errstate(over="ignore"):
            matrix = np.array([[1.0, np.nan], [value, 2.0]], kind)
        assert not _kernels.rating_range(matrix)[2] or float(kind(value)) == -(2.0**31)
        assert distinct_ratings(matrix) is None


def test_extremes_of_integers_do_not_overflow() -> None:
    ends = np.iinfo(np.int64)
    matrix = np.array([[ends.min, ends.max]])
    assert _kernels.rating_range(matrix)[:2] == (ends.min, ends.max)
    assert distinct_ratings(matrix) is None
    high = np.array([[ends.max, ends.max - 1]])
    column, times, raters = distinct_ratings(high) or (None, None, None)
    assert column is not None
    assert column.values.tolist() == [ends.max, ends.max - 1]
    assert (times is not None, raters) == (True, 2)


def test_what_does_not_fit_is_refused() -> None:
    matrix = np.array([[9, 9]], np.int8)
    with pytest.raises((ValueError, IndexError)):
        _kernels.count_profiles(matrix, 1, 3)
    with pytest.raises(ValueError, match="too many profiles"):
        _kernels.count_profiles(np.ones((1, 60), np.int8), 1, 3)
    with pytest.raises(ValueError, match="must hold some"):
        _kernels.rating_range(np.ones((0, 3)))
    assert distinct_ratings(np.ones((2, 60), np.int8)) is None
    assert distinct_ratings([[1, 2]]) is None
    assert distinct_ratings(np.array([["a"]])) is None
