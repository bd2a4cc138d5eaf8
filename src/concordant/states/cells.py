"""Cells: the numbers of a table of many labels without its empty cells, which are nearly all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.states.tables import (
    MOST_LABELS,
    outside_each,
    places_among,
    refuse_many,
    refuse_unknown,
    sums_in_places,
)
from concordant.typing import Label, NumberArray

ALWAYS_TABLE = 64  # labels, however few the rows
_CELLS_A_ROW = 4  # as in the kernel
_EXACT = 2.0**53


def table_pays(labels: int, filled: int) -> bool:
    """Whether a table of so many labels is quicker than its filled cells."""
    return labels <= ALWAYS_TABLE or (labels <= MOST_LABELS and labels * labels <= _CELLS_A_ROW * filled)


@dataclass(frozen=True)
class Cells:
    """
    Numbers in some cells of a table; all others are empty.

    Attributes
    ----------
    truth, prediction : ndarray of int, shape (U,)
        Where each cell lies.
    counts : ndarray, shape (..., U)
        Rows or sums of weights. Leading axes are a stack of tables.
    labels : int
        K, the number of labels.
    squares : ndarray of float64, shape (..., U), or None
        Sums of squared weights.
    """

    truth: npt.NDArray[np.intp]
    prediction: npt.NDArray[np.intp]
    counts: NumberArray
    labels: int
    squares: NumberArray | None = None

    @classmethod
    def of_table(cls, table: NumberArray, squares: NumberArray | None) -> Self:
        """The cells of one table (K, K) that are not empty, row after row."""
        truth, prediction, counts = _kernels.filled_cells(np.ascontiguousarray(table))
        squares = None if squares is None else squares[truth, prediction]
        return cls(truth, prediction, counts, len(table), squares)

    @cached_property
    def flat(self) -> npt.NDArray[np.intp]:
        """The place of each cell in the table, row after row."""
        found: npt.NDArray[np.intp] = self.truth * self.labels + self.prediction
        return found

    def at(self, flat: npt.NDArray[np.intp]) -> Self:
        """Put the numbers into more cells, whose places in the table these are; the others hold none."""
        here = np.searchsorted(flat, self.flat)
        counts, squares = sums_at(self.counts, here, len(flat)), self.squares
        squares = None if squares is None else sums_at(squares, here, len(flat))
        return type(self)(*np.divmod(flat, self.labels), counts, self.labels, squares)

    @property
    def row_totals(self) -> NumberArray:
        """The margin of the truth: (..., K). Numbers that remember how they were computed take it themselves."""
        counts: Any = self.counts
        if not isinstance(counts, np.ndarray):
            found: NumberArray = counts.margin_of(self, "rows")
            return found
        return sums_at(counts, self.truth, self.labels)

    @property
    def column_totals(self) -> NumberArray:
        """The margin of the prediction: (..., K)."""
        counts: Any = self.counts
        if not isinstance(counts, np.ndarray):
            found: NumberArray = counts.margin_of(self, "columns")
            return found
        return sums_at(counts, self.prediction, self.labels)

    @property
    def diagonal(self) -> NumberArray:
        """The rows of each label that agree: (..., K)."""
        counts: Any = self.counts
        if not isinstance(counts, np.ndarray):
            found: NumberArray = counts.diagonal_of(self)
            return found
        right = np.flatnonzero(self.truth == self.prediction)
        return sums_at(counts[..., right], self.truth[right], self.labels)

    def table(self, numbers: NumberArray) -> NumberArray:
        """Put numbers of the cells, (..., U), into a table (..., K, K); raise if it has no room."""
        refuse_many(range(self.labels))
        size = self.labels
        return sums_at(numbers, self.flat, size * size).reshape(*numbers.shape[:-1], size, size)

    def against_rest(self, numbers: NumberArray) -> NumberArray:
        """Cut numbers of the cells into one table of two labels for each label: (..., K, 2, 2)."""
        if not isinstance(numbers, np.ndarray):
            return numbers.against_rest_of(self)
        right = self.truth == self.prediction
        wrong = np.where(right, 0, numbers)
        out = np.empty((*numbers.shape[:-1], self.labels, 2, 2), numbers.dtype)
        out[..., 1, 1] = sums_at(np.where(right, numbers, 0), self.truth, self.labels)
        out[..., 1, 0] = sums_at(wrong, self.truth, self.labels)
        out[..., 0, 1] = sums_at(wrong, self.prediction, self.labels)
        if _whole(numbers):
            out[..., 0, 0] = numbers.sum(-1)[..., None] - out[..., 1, 1] - out[..., 1, 0] - out[..., 0, 1]
        else:
            out[..., 0, 0] = outside_each(self.truth, self.prediction, numbers, self.labels)
        return out


def moved(
    cells: Cells, found: tuple[Label, ...], names: tuple[Label, ...], place: npt.NDArray[np.intp] | None = None
) -> Cells:
    """Put cells of the labels `found` at their places among `names`, if these are not known, row after row."""
    place = places_among(found, names) if place is None else place
    refuse_unknown(found, names, place, cells.truth, cells.prediction)
    if (place[1:] > place[:-1]).all():  # in one order: so are the cells
        return spread(cells, place, len(names))
    truth, prediction = place[cells.truth], place[cells.prediction]
    order = np.argsort(truth * len(names) + prediction)  # all differ; np.lexsort takes twenty times as long
    squares = None if cells.squares is None else cells.squares[order]
    return Cells(truth[order], prediction[order], cells.counts[order], len(names), squares)


def spread(cells: Cells, place: npt.NDArray[np.intp], labels: int) -> Cells:
    """Put cells among more labels, where theirs stand at these ascending places."""
    return Cells(place[cells.truth], place[cells.prediction], cells.counts, labels, cells.squares)


def _whole(numbers: NumberArray) -> bool:
    """Whether differences of sums of these numbers are exact."""
    if numbers.dtype.kind == "i":
        return True
    real = numbers.real
    return bool((real == np.rint(real)).all() and (real.sum(-1) < _EXACT).all())


def places_in_either(first: npt.NDArray[np.intp], second: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return the distinct places, in order."""
    # Not numpy.union1d, whose hashes of evenly spaced places collide: a million of them take seconds.
    both = np.sort(np.concatenate([first, second]))
    return both[np.diff(both, prepend=-1) > 0]


def sums_at(numbers: Any, places: npt.NDArray[np.intp], size: int) -> NumberArray:
    """
    Add numbers (..., U) by their places, 0 to `size` - 1: (..., size).

    Numbers that remember how they were computed add themselves.
    """
    if not isinstance(numbers, np.ndarray):
        found: NumberArray = numbers.sums_at(places, size)
        return found
    return sums_in_places(numbers, places, size)
