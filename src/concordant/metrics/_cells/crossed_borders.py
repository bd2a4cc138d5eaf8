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
    def _beyond(self) -> Ranges:
        """The cells of each share: those of its class beyond its first border."""
        above, row = self.true >= self.first, self.true * self.labels
        low, high = np.where(above, row, row + self.first), np.where(above, row + self.first, row + self.labels)
        return Ranges(low, high)

    @cached_property
    def _of_class(self) -> Ranges:
        """The cells of its class."""
        row = self.true * self.labels
        return Ranges(row, row + self.labels)

    def crossed(self, counts: Counts) -> Any:
        """The rows of each share, (..., R)."""
        return self._beyond.sums(counts)

    def among(self, counts: Counts) -> Any:
        """The rows of its class, (..., R)."""
        return self._of_class.sums(counts)

    def sums_of(self, steps: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The sum of the steps over the borders of each run, and of their squares; of K - 1 steps."""
        found = []
        for values in (steps, steps * steps):
            before = np.concatenate([[0.0], np.cumsum(values)])
            found.append(before[self.last] - before[self.first - 1])
        return found[0], found[1]


class Ranges:
    """
    Ranges of cells of a table, row after row: from `low` on and before `high`.

    Where they lie among the cells that counts hold is looked up once for several counts of the same cells.
    """

    def __init__(self, low: Places, high: Places) -> None:
        self._low, self._high = low, high
        self._held: tuple[Places, Places, Places] | None = None

    def sums(self, counts: Counts) -> Any:
        """The sum of the cells of each range, (..., R)."""
        numbers = counts.numbers
        if counts.cells is None:
            low, high = self._low, self._high
            numbers = numbers.reshape(*numbers.shape[:-2], len(counts.labels) ** 2)
        else:
            low, high = self._among(counts.cells.flat)
        before = np.cumsum(numbers, -1)
        return _at(before, high) - _at(before, low)

    def _among(self, flat: Places) -> tuple[Places, Places]:
        if self._held is None or not np.array_equal(self._held[0], flat):
            self._held = flat, np.searchsorted(flat, self._low), np.searchsorted(flat, self._high)
        return self._held[1:]


def _at(before: Any, ends: Places) -> Any:
    """The sum of all numbers before each end."""
    if len(ends) and ends.min() > 0:
        return before[..., ends - 1]
    return before[..., np.maximum(ends - 1, 0)] * (ends > 0)
