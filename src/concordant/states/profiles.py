"""Distinct rows of whole numbers and how often each occurs: the one sort that states of many raters are made by."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inputs.rows import divided
from concordant.states.merging import refuse_infinite_sum, sums_in, unit_of_squares
from concordant.typing import NumberArray

Places = npt.NDArray[np.intp]
_MOST = 1 << 62  # numbers below are added up without loss
_EXACT = 1 << 53
_TABLE = 1 << 22  # different numbers that are counted in a table, without a sort


def distinct_rows(matrix: npt.NDArray[Any], base: int) -> tuple[Places, Places]:
    """
    Find the distinct rows of numbers from 0 to base - 1, in lexicographic order.

    Returns
    -------
    ndarray
        A row of each kind, (U,).
    ndarray
        The kind of each row, (n,).
    """
    number, size = np.zeros(len(matrix), np.int64), 1
    for column in matrix.T:
        if size > _MOST // max(base, 1):
            known, number = np.unique(number, return_inverse=True)
            number, size = number.ravel().astype(np.int64), max(len(known), 1)
        number = number * base + column
        size *= base
    if size <= _TABLE:
        return _by_table(number, size)
    _, first, place = np.unique(number, return_index=True, return_inverse=True)
    return first, place.ravel()


def _by_table(number: npt.NDArray[np.int64], size: int) -> tuple[Places, Places]:
    first = np.full(size, -1, np.intp)
    first[number[::-1]] = np.arange(len(number) - 1, -1, -1)
    used = np.flatnonzero(first >= 0)
    place = np.zeros(size, np.intp)
    place[used] = np.arange(len(used))
    return first[used], place[number]


def sums_of(place: Places, size: int, weight: NumberArray) -> NumberArray:
    """Add up weights (..., n) of the rows of each kind: (..., size). Whole numbers stay exact."""
    if weight.ndim > 1:
        flat = weight.reshape(-1, weight.shape[-1])
        return np.array([sums_of(place, size, one) for one in flat]).reshape(*weight.shape[:-1], size)
    if weight.dtype.kind == "f":
        found = np.bincount(place, weight, minlength=size)
        refuse_infinite_sum(found)
        return found
    if int(weight.sum()) <= _EXACT:  # a float holds every sum
        return np.rint(np.bincount(place, weight, minlength=size)).astype(np.int64)
    out = np.zeros(size, np.int64)
    np.add.at(out, place, weight)
    return out


def counted(place: Places, size: int, weights: NumberArray | None) -> tuple[NumberArray, NumberArray | None]:
    """Weight of each kind, and of weighted rows the sum of squared weights; whole numbers count rows."""
    if weights is None:
        return np.bincount(place, minlength=size).astype(np.int64), None
    weight = sums_of(place, size, weights)
    if weight.dtype.kind == "i":
        return weight, None
    unit = unit_of_squares(weight)
    scaled = divided(weights, unit) if unit else weights
    return weight, np.bincount(place, scaled * scaled, minlength=size)


def added_squares(
    place: Places, weight: NumberArray, parts: list[tuple[NumberArray, NumberArray | None]]
) -> NumberArray | None:
    """Squares of a sum of states: of a part whose rows are counted each weight is 1."""
    if all(squares is None for _, squares in parts):
        return None
    unit = unit_of_squares(weight)
    each = []
    for numbers, squares in parts:
        own = numbers * 1.0 if squares is None else squares
        each.append(sums_in(own, 0 if squares is None else unit_of_squares(numbers), unit))
    return sums_of(place, weight.shape[-1], np.concatenate(each, axis=-1))
