"""Hypothesis strategies that several test files share: columns of labels, scores and weights as callers hold them."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

Array = np.ndarray[Any, Any]

INTEGER_TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")
WEIGHT_TYPES = ("float32", "float64", "int8", "int32", "int64", "uint8", "uint64", "bool")


def strided(array: Array, step: int) -> Array:
    """Return equal values that lie `step` elements apart in memory, backwards if it is negative."""
    wide = np.empty((len(array), abs(step)), dtype=array.dtype)
    wide.fill(1)
    wide[:, 0] = array if step > 0 else array[::-1]
    flat = wide.ravel()[:: abs(step)]
    return flat if step > 0 else flat[::-1]


def steps() -> st.SearchStrategy[int]:
    """Draw distances between elements: next to each other, apart, backwards."""
    return st.sampled_from((1, 1, 2, 3, -1, -2))


def frozen(array: Array) -> Array:
    """Return the array as read-only."""
    array.flags.writeable = False
    return array


@st.composite
def integer_columns(draw: st.DrawFn, rows: int, spread: str = "near") -> Array:
    """Draw integer labels of any type and any stride; `far` ones reach to the ends of the type."""
    dtype = np.dtype(draw(st.sampled_from(INTEGER_TYPES)))
    if dtype.kind == "b":
        values = st.booleans()
    else:
        info = np.iinfo(dtype)
        low, high = max(info.min, -3), 6
        ends = st.sampled_from([info.min, info.min + 1, min(info.max, 2**63 - 1)])
        near = st.integers(low, high)
        values = near if spread == "near" else st.one_of(near, ends)
    array = np.array(draw(st.lists(values, min_size=rows, max_size=rows)), dtype=dtype)
    return frozen(strided(array, draw(steps())))


@st.composite
def weight_columns(draw: st.DrawFn, rows: int) -> Array:
    """Draw weights that are not negative, of any type and stride; some are zero."""
    dtype = np.dtype(draw(st.sampled_from(WEIGHT_TYPES)))
    if dtype.kind == "f":
        values: Any = st.sampled_from([0.0, 0.25, 0.5, 1.0, 1.5, 3.0, 1024.0])
    else:
        values = st.integers(0, 1 if dtype.kind == "b" else 5)
    array = np.array(draw(st.lists(values, min_size=rows, max_size=rows)), dtype=dtype)
    return frozen(strided(array, draw(steps())))


def scores(rows: int) -> st.SearchStrategy[list[float]]:
    """Draw scores with ties, infinities and both zeros."""
    usual = st.sampled_from([-np.inf, -1.5, -0.0, 0.0, 0.25, 0.5, 0.5000001, 2.0, np.inf])
    return st.lists(usual, min_size=rows, max_size=rows)
