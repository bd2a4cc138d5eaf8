"""The kernel that adds cells in long form to tables, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import _kernels


def tables(size: int) -> tuple[Any, Any, Any]:
    return np.zeros(size, np.int64), np.full(size, np.inf), np.full(size, -np.inf)


@settings(max_examples=40)
@given(rows=st.integers(0, 300), bits=st.integers(0, 5), seed=st.integers(0, 99))
def test_tables_as_numpy(rows: int, bits: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    key = np.sort(rng.integers(-(1 << 40), 1 << 62, rows))
    many, low = rng.integers(1, 1 << 40, rows), rng.normal(size=rows)
    high = np.where(rng.random(rows) < 0.3, -np.inf, low + rng.random(rows))
    low[np.isinf(high)] = np.inf
    found, wanted = tables(1 << bits), tables(1 << bits)
    _kernels.add_cells(key, many, low, high, (1 << bits) - 1, *found)
    place = key & ((1 << bits) - 1)
    np.add.at(wanted[0], place, many)
    np.minimum.at(wanted[1], place, low)
    np.maximum.at(wanted[2], place, high)
    for one, other in zip(found, wanted, strict=True):
        assert_array_equal(one, other)


def test_cells_beyond_the_table_and_other_arrays_are_refused() -> None:
    key, real = np.array([1, 5]), np.zeros(2)
    with pytest.raises(ValueError, match="beyond the table"):
        _kernels.add_cells(key, key, real, real, 7, *tables(4))
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.add_cells(key, key[:1], real, real, 1, *tables(2))
    with pytest.raises(ValueError, match="mask must not be negative"):
        _kernels.add_cells(key, key, real, real, -1, *tables(2))
    with pytest.raises(TypeError, match="keys and sums are int64"):
        _kernels.add_cells(key, real, real, real, 1, *tables(2))
