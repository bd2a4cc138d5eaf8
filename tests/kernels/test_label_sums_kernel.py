"""Margins and diagonal of two columns of labels, against plain comparisons."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import _kernels

DTYPES = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def check(a: Any, b: Any) -> None:
    labels = np.unique(np.concatenate([a, b]))
    wanted = [labels, *(np.array([np.count_nonzero(rows == one) for one in labels]) for rows in (a, b))]
    wanted.append(np.array([np.count_nonzero((a == one) & (b == one)) for one in labels]))
    for threads in (1, 3):
        found = _kernels.label_sums(a, b, threads)
        assert found is not None
        for one, right in zip(found, wanted, strict=True):
            assert one.dtype == np.int64
            assert_array_equal(one, right)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [0, 1, 2047, 2049, 5000])
def test_every_type_and_length(dtype: str, n: int) -> None:
    a, b = np.random.default_rng(n).integers(0, 2 if dtype == "bool" else 100, (2, n)).astype(dtype)
    check(a, b)
    check(a[::-2], b[::-2])


@given(st.lists(st.tuples(st.integers(-600, 400), st.integers(-600, 400)), max_size=40))
def test_labels_below_zero_and_gaps(rows: Any) -> None:
    check(*np.array(rows, np.int64).reshape(-1, 2).T)


def test_labels_far_apart_for_so_few_rows_are_left_to_others() -> None:
    assert _kernels.label_sums(np.array([0, 2**14 - 1]), np.array([5, 5])) is not None
    assert _kernels.label_sums(np.array([0, 2**14]), np.array([5, 5])) is None
    check(np.array([2**40, 2**40 + 3]), np.array([2**40 + 1, 2**40 + 3]))
    assert _kernels.label_sums(np.array([-(2**63), 2**63 - 1]), np.array([0, 0])) is None


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.label_sums(np.zeros(2, int), np.zeros(3, int))
    with pytest.raises(TypeError, match="integers"):
        _kernels.label_sums(np.zeros(2), np.zeros(2, int))
