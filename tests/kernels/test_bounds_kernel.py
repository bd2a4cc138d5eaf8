"""Least, greatest and the worst sum of a row, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import strided

from concordant import _kernels

Array = np.ndarray[Any, Any]
THREADS = (1, 2, 3)


def check(values: Array) -> None:
    expected = (float(values.min()), float(values.max()))
    assert all(_kernels.bounds(values, threads) == expected for threads in THREADS)


def test_no_number_has_empty_bounds() -> None:
    assert _kernels.bounds(np.zeros(0)) == (np.inf, -np.inf)


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=40))
def test_any_numbers(values: list[float]) -> None:
    check(np.array(values))


@given(st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=40))
def test_any_numbers_of_single_precision(values: list[float]) -> None:
    check(np.array(values, np.float32))


@pytest.mark.parametrize("kind", ["float64", "float32", "int8", "int64", "uint16", "uint64", "bool"])
@pytest.mark.parametrize("step", [1, 2, -1, -3])
def test_every_kind_and_layout(kind: str, step: int) -> None:
    check(strided(np.arange(5000).astype(kind)[::-1].copy(), step))


@pytest.mark.parametrize("place", [0, 7, 4999])
@pytest.mark.parametrize("nan", [np.nan, -np.nan])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_one_nan_anywhere_is_seen(place: int, nan: float, kind: Any) -> None:
    values = np.arange(5000, dtype=kind)
    values[place] = nan
    for threads in THREADS:
        assert np.isnan(_kernels.bounds(values, threads)).all()
        assert np.isnan(_kernels.matrix_bounds(values.reshape(-1, 5), threads)).all()


def test_infinity_is_a_bound() -> None:
    assert _kernels.bounds(np.array([1.0, -np.inf, np.inf])) == (-np.inf, np.inf)


@pytest.mark.parametrize("columns", [1, 2, 6, 3000])
@pytest.mark.parametrize("layout", [np.ascontiguousarray, np.asfortranarray, lambda x: x[::2], lambda x: x[:, ::-1]])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_sums_of_rows(columns: int, layout: Any, kind: Any) -> None:
    values = layout(np.random.default_rng(columns).random((1000 if columns < 9 else 20, columns)).astype(kind))
    for threads in THREADS:
        low, high, worst = _kernels.matrix_bounds(values, threads)
        assert (low, high) == (values.min(), values.max())
        assert worst == pytest.approx(np.abs(values.sum(1, dtype=float) - 1).max(), rel=1e-12)


def test_a_matrix_without_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="without columns"):
        _kernels.matrix_bounds(np.zeros((3, 0)))
