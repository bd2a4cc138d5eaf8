"""Equal rows together: each combination of values that occurs, and how often, or with how much weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.devices.exact_sums import exact_sums, scaled
from concordant.engines.devices.operations import Operations
from concordant.states.state import unit_of_squares
from concordant.typing import FloatArray

_TABLE = 1 << 24  # cells that are counted whole, however few rows there are for them
_CELLS_A_ROW = 2  # beyond
_MOST_BINS = 1 << 20  # sums of weights that are kept for all cells, also those that are empty
_MOST_KEYS = 2**62
_EXACT = 2.0**53


@dataclass(slots=True)
class Groups:
    """
    Distinct rows, on the host.

    Attributes
    ----------
    columns : list of ndarray
        The values of each column, of bool, int64, float32 or float64.
    times : ndarray of int64
        How many rows are so.
    weights, squares : ndarray of float64, or None
        Sums of their weights, and of their squared weights.
    unit : int
        The squares are those of weights in units of ``2**unit``.
    """

    columns: list[npt.NDArray[Any]]
    times: npt.NDArray[np.int64]
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    unit: int = 0


@dataclass(slots=True)
class _Codes:
    """A column as places 0 to `size` - 1 among `values`, or above `low`."""

    places: Any
    size: int
    low: int = 0
    values: npt.NDArray[Any] | None = None
    logical: bool = False

    def named(self, places: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """Return the values at places."""
        found = places + self.low if self.values is None else self.values[places]
        return found.astype(bool) if self.logical else found


def groups(columns: Sequence[Any], weights: Any, operations: Operations) -> Groups:
    """
    Group rows on their device, and bring the groups to the host.

    Parameters
    ----------
    columns : sequence of arrays, shape (n,)
        Labels or scores without NaN.
    weights : array of float64, shape (n,), or None
        Above zero.
    operations : Operations
        Of the library of all.
    """
    if not len(columns[0]):
        nothing = None if weights is None else np.zeros(0)
        return Groups([_empty(column, operations) for column in columns], np.zeros(0, np.int64), nothing, nothing)
    coded = [_codes(column, operations) for column in columns]
    key, size = coded[0].places, coded[0].size
    folds: list[tuple[npt.NDArray[np.int64] | None, int]] = []  # how to take the key apart again
    for one in coded[1:]:
        values = None
        if size * one.size >= _MOST_KEYS:
            values, key = operations.coded(key)
            values, size = operations.host(values), len(values)
        folds.append((values, one.size))
        key, size = operations.combined(key, one.size, one.places), size * one.size
    if weights is None:
        few = (
            operations.few_pairs(*(one.places for one in coded), *(one.size for one in coded))
            if len(coded) == 2
            else None
        )
        cells, times = _counted(key, size, operations) if few is None else _occurring(few, operations)
        return Groups(_apart(operations.host(cells), coded, folds), operations.host(times))
    if size <= _MOST_BINS:
        table, places, many = operations.bincount(key, size), key, size
        cells = operations.nonzero(table)
        distinct, times = cells, operations.host(table[cells])
    else:
        distinct, places = operations.coded(key)
        many = len(distinct)
        cells, times = operations.arange(many, key), operations.host(operations.bincount(places, many))
    sums = operations.host(exact_sums(weights, places, many, operations)[cells])
    unit = unit_of_squares(sums)
    if unit:
        weights = scaled(weights, operations.whole(weights * 0) - unit, operations)
    squares = operations.host(exact_sums(weights * weights, places, many, operations)[cells])
    return Groups(_apart(operations.host(distinct), coded, folds), times, sums, squares, unit)


def joined(parts: Sequence[Groups]) -> Groups:
    """Put groups of several devices below one another; what adds them does not mind equal ones."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    columns = [np.concatenate(same) for same in zip(*(part.columns for part in parts), strict=True)]
    times = np.concatenate([part.times for part in parts])
    if first.weights is None:
        return Groups(columns, times)
    unit = max(part.unit for part in parts)
    weights = np.concatenate([part.weights for part in parts if part.weights is not None])
    squares = [np.ldexp(part.squares, 2 * (part.unit - unit)) for part in parts if part.squares is not None]
    return Groups(columns, times, weights, np.concatenate(squares), unit)


def _codes(column: Any, operations: Operations) -> _Codes:
    """Whole numbers by their distance from the least, where they lie close; other values by their rank."""
    kind = operations.kind(column)
    if kind == "f":
        column = operations.single(column)
        return _ranked(column, operations)
    low, high = operations.low_high(operations.whole(column))
    span = high - low + 1
    if span <= max(_TABLE, _CELLS_A_ROW * len(column)):
        whole = operations.whole(column)
        return _Codes(whole - low if low else whole, span, low, logical=kind == "b")
    return _ranked(operations.whole(column), operations)


def _empty(column: Any, operations: Operations) -> npt.NDArray[Any]:
    """A column without a row, of the type that its groups would have."""
    kind = operations.kind(column)
    return operations.host(operations.single(column)) if kind == "f" else np.zeros(0, bool if kind == "b" else np.int64)


def _ranked(column: Any, operations: Operations) -> _Codes:
    values, places = operations.coded(column)
    return _Codes(places, len(values), values=operations.host(values))


def whole_labels(column: Any, operations: Operations) -> Any:
    """Return floats that are whole numbers as these numbers, all other columns as they are."""
    if operations.kind(column) != "f":
        return column
    wide = operations.double(column)
    whole = bool(((wide == operations.xp.floor(wide)) & (abs(wide) < _EXACT)).all())
    return operations.whole(wide) if whole else column


def _counted(key: Any, size: int, operations: Operations) -> tuple[Any, Any]:
    """The keys that occur, and how often: by a table where it is small, else by a sort."""
    if size > max(_TABLE, _CELLS_A_ROW * len(key)):
        return operations.distinct(key)
    return _occurring(operations.bincount(key, size), operations)


def _occurring(table: Any, operations: Operations) -> tuple[Any, Any]:
    cells = operations.nonzero(table)
    return cells, table[cells]


def _apart(
    cells: npt.NDArray[np.int64], coded: Sequence[_Codes], folds: Sequence[tuple[Any, int]]
) -> list[npt.NDArray[Any]]:
    """The values of each column that a key is made of."""
    found = []
    for one, (values, size) in zip(reversed(coded[1:]), reversed(folds), strict=True):
        cells, place = np.divmod(cells, size)
        found.append(one.named(place))
        cells = cells if values is None else values[cells]
    return [coded[0].named(cells), *reversed(found)]
