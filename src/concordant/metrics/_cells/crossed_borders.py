"""
The shares that an error of ordered labels is made of: of the rows of a true class, those put beyond a border.

A border lies between two neighbouring labels. Between two labels that a class is mistaken for, the shares of all
borders are one and the same: there are about as many shares as cells that hold rows, not as many as the table has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.states import Counts
from concordant.typing import FloatArray

Places = npt.NDArray[np.intp]


@dataclass(frozen=True)
class CrossedBorders:
    """
    Runs of borders that the same rows of a class are put beyond.

    Attributes
    ----------
    labels : int
        K.
    true : ndarray of int, shape (R,)
        The class of each run.
    first, last : ndarray of int, shape (R,)
        Its borders: border b lies between the labels b - 1 and b.
    """

    labels: int
    true: Places
    first: Places
    last: Places

    @classmethod
    def of_counts(cls, counts: Counts) -> CrossedBorders:
        """The runs of all classes that hold rows. A label that a class is mistaken for ends a run, as does its own."""
        size = len(counts.labels)
        true, given = counts.occupied.truth, counts.occupied.prediction
        holds = np.bincount(true, minlength=size) > 0
        classes = np.flatnonzero(holds) if size > 1 else np.zeros(0, np.intp)
        starts = np.concatenate([true * size + given + 1, classes * (size + 1) + 1, classes * size + 1])
        starts.sort(kind="stable")  # which joins runs that are in order
        row, first = np.divmod(starts[np.diff(starts, prepend=-1) > 0], size)
        here = (first > 0) & holds[np.minimum(row, size - 1)]
        row, first = row[here], first[here]
        last = np.append(first[1:] - 1, size - 1)
        last[:-1][row[1:] != row[:-1]] = size - 1
        return cls(size, row, first, last[: len(row)])

    @cached_property
    def _cut(self) -> CutRows:
        """The row of each share, cut at its first border."""
        return CutRows(self.true, self.first, self.labels)

    @cached_property
    def _above(self) -> npt.NDArray[np.bool_]:
        """Whether the class lies above its borders, so that what is beyond them comes first in its row."""
        return self.true >= self.first

    @cached_property
    def _new(self) -> npt.NDArray[np.bool_]:
        """Whether a run is the first of its class."""
        return np.append(True, self.true[1:] != self.true[:-1])[: len(self.true)]

    @property
    def classes(self) -> int:
        """How many classes hold rows and have a border."""
        return int(np.count_nonzero(self._new))

    def crossed(self, counts: Counts) -> Any:
        """The rows of each share, (..., R)."""
        before, after = self._cut.sums(counts)
        return before * self._above + after * ~self._above

    def among(self, counts: Counts) -> Any:
        """The rows of its class, (..., R): no fewer than those of the share, and as many where it has all."""
        before, after = self._cut.sums(counts)
        return before + after

    def back(self, counts: Counts, of_crossed: FloatArray, of_among: FloatArray) -> FloatArray:
        """What a row more in each of the numbers of one table adds to sums of both, each share times its own number."""
        among = np.bincount(self.true, of_among, self.labels)[counts.places[0]]
        return among + self._cut.back(counts, of_crossed * self._above, of_crossed * ~self._above)

    def sums_of(self, steps: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The sum of the steps over the borders of each run, and of their squares; of K - 1 steps."""
        found = []
        for values in (steps, steps * steps):
            before = np.concatenate([[0.0], np.cumsum(values)])
            found.append(before[self.last] - before[self.first - 1])
        return found[0], found[1]


class CutRows:
    """
    Rows of a table, each cut in two: what stands before a column, and what stands from it on.

    Each part is added up by itself, as a difference of sums would lose rows of small weight beside those of large
    weight.
    """

    def __init__(self, row: Places, column: Places, labels: int) -> None:
        self._row, self._column, self._labels = row, column, labels
        self._last: tuple[Counts, tuple[Any, Any]] | None = None

    def sums(self, counts: Counts) -> tuple[Any, Any]:
        """The sums of both parts, (..., R); those of the last counts are kept, of which shares ask twice."""
        if self._last is None or self._last[0] is not counts:
            self._last = counts, self._sums(counts)
        return self._last[1]

    def _sums(self, counts: Counts) -> tuple[Any, Any]:
        numbers, row, column, width = counts.numbers, self._row, self._column, self._labels
        cells = counts.cells
        if cells is not None and isinstance(numbers, np.ndarray) and numbers.ndim == 1 and numbers.dtype.kind != "c":
            return _kernels.cut_rows(cells.truth, cells.prediction, numbers.astype(np.float64, copy=False), row, column)
        if cells is not None:
            start, cut, end = (np.searchsorted(cells.flat, row * width + at) for at in (0, column, width))
            sums = np.cumsum(numbers, -1)
            return _between(sums, start, cut), _between(sums, cut, end)
        before = np.cumsum(numbers, -1)[..., row, np.maximum(column - 1, 0)] * (column > 0)
        after = np.cumsum(numbers[..., ::-1], -1)[..., row, np.maximum(width - 1 - column, 0)] * (column < width)
        return before, after

    def back(self, counts: Counts, before: FloatArray, after: FloatArray) -> FloatArray:
        """What each of the numbers of one table adds to the sums of all parts, each part times its own number."""
        if counts.cells is not None:
            cells = counts.cells.truth, counts.cells.prediction
            return _kernels.cut_rows_back(*cells, self._row, self._column, before, after)
        wide = (self._labels, self._labels + 1)
        starts, ends = (_at(self._row * wide[1] + self._column, one, wide) for one in (after, before))
        found: FloatArray = np.cumsum(starts, 1)[:, :-1] + np.cumsum(ends[:, ::-1], 1)[:, -2::-1]
        return found


def _between(sums: Any, first: Places, last: Places) -> Any:
    """Of running sums those between places, (..., R): for derivatives, as small numbers are lost beside large."""
    before = sums[..., np.maximum(first - 1, 0)] * ((first > 0) & (first < last))
    return sums[..., np.maximum(last - 1, 0)] * (first < last) - before


def _at(places: Places, numbers: FloatArray, shape: tuple[int, int]) -> FloatArray:
    """Add numbers at places of a flat table of this shape, in their order."""
    return np.bincount(places, numbers, shape[0] * shape[1]).astype(np.float64, copy=False).reshape(shape)
