"""Counts beside counts: their sum, and whether they hold the same rows, in whatever form each is held."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from concordant.states.cells import places_in_either, table_pays
from concordant.states.merging import added, sums_in, unit_of_squares
from concordant.typing import NumberArray

if TYPE_CHECKING:
    from concordant.states.counts import Counts

C = TypeVar("C", bound="Counts")


def added_counts(first: C, second: Counts) -> C:
    """Add the rows of two states with the same key."""
    weighted, missing = first.weighted or second.weighted, first.missing + second.missing
    if first.cells is not None and second.cells is not None:
        first, second = _over_the_same_cells(first, second)
    if first.cells is None or second.cells is None or table_pays(len(first.labels), first.numbers.size):
        first, second = _as_table(first), _as_table(second)
    numbers = added(first.numbers, second.numbers)
    unit = unit_of_squares(numbers)
    squares = added(squares_in(first, unit), squares_in(second, unit)) if weighted else None
    return first.with_numbers(numbers, squares, missing=missing)


def same_rows(first: Counts, second: Counts) -> bool:
    """Whether two states with the same key hold the same rows."""
    unit = first.unit
    if first.cells is not None or second.cells is not None:
        first, second = _over_the_same_cells(first, second)
    same = np.array_equal(first.numbers, second.numbers)
    return same and np.array_equal(squares_in(first, unit), squares_in(second, unit))


def squares_in(counts: Counts, unit: int) -> NumberArray:
    """Sums of squared weights of the numbers, in this unit; a row without weights has weight one."""
    squares = counts.number_squares
    if squares is None:
        return sums_in(counts.numbers.astype(np.float64), 0, unit)
    return sums_in(squares, counts.unit, unit)


def _as_table(counts: C) -> C:
    if counts.cells is None:
        return counts
    return replace(counts, table=counts.table)  # which are no cells then


def _over_the_same_cells(first: C, second: Counts) -> tuple[C, Counts]:
    """Both over the cells that hold rows in one of them."""
    one, two = first.occupied, second.occupied
    flat = places_in_either(one.flat, two.flat)
    wider, other = one.at(flat), two.at(flat)
    return (
        first.from_cells(wider, first.labels, ordered=first.ordered, missing=first.missing),
        second.from_cells(other, second.labels, ordered=second.ordered, missing=second.missing),
    )
