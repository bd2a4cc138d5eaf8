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
    def _new(self) -> npt.NDArray[np.bool_]:
        """Whether a run is the first of its class."""
        return np.append(True, self.true[1:] != self.true[:-1])[: len(self.true)]

    @property
    def classes(self) -> int:
        """How many classes hold rows and have a border."""
        return int(np.count_nonzero(self._new))

    def crossed(self, counts: Counts) -> Any:
        """The rows of each share, (..., R)."""
        return self._beyond.sums(counts)

    def among(self, counts: Counts) -> Any:
        """The rows of its class, (..., R)."""
        return counts.row_totals[..., self.true]

    def back(self, counts: Counts, of_crossed: FloatArray, of_among: FloatArray) -> FloatArray:
        """What a row more in each of the numbers of one table adds to sums of both, each share times its own number."""
        among = np.bincount(self.true, of_among, self.labels)[counts.places[0]]
        found: FloatArray = among + self._beyond.back(counts, of_crossed).reshape(counts.numbers.shape)
        return found

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
        self._held: tuple[Places, tuple[_Ends, _Ends]] | None = None

    def sums(self, counts: Counts) -> Any:
        """The sum of the cells of each range, (..., R)."""
        numbers, (low, high) = counts.numbers, self._ends(counts)
        if counts.cells is None:
            numbers = numbers.reshape(*numbers.shape[:-2], len(counts.labels) ** 2)
        sums = np.cumsum(numbers, -1)
        return high.of(sums) - low.of(sums)

    def back(self, counts: Counts, each: FloatArray) -> FloatArray:
        """What each of the numbers of one table adds to the sum of all ranges, each times its own."""
        low, high = self._ends(counts)
        size = counts.numbers.size + 1
        found: FloatArray = np.cumsum(np.bincount(low.places, each, size) - np.bincount(high.places, each, size))[:-1]
        return found

    def _ends(self, counts: Counts) -> tuple[_Ends, _Ends]:
        return self._in_table if counts.cells is None else self._among(counts.cells.flat)

    @cached_property
    def _in_table(self) -> tuple[_Ends, _Ends]:
        return _Ends(self._low), _Ends(self._high)

    def _among(self, flat: Places) -> tuple[_Ends, _Ends]:
        if self._held is None or not np.array_equal(self._held[0], flat):
            low, high = (_Ends(np.searchsorted(flat, ends)) for ends in (self._low, self._high))
            self._held = flat, (low, high)
        return self._held[1]


class _Ends:
    """Places in a row of numbers, before which they are summed."""

    def __init__(self, places: Places) -> None:
        self.places, self._last = places, np.maximum(places - 1, 0)
        self._some = None if (places > 0).all() else places > 0

    def of(self, sums: Any) -> Any:
        """Take the sum before each place out of the sums up to and with each number."""
        found = sums[..., self._last]
        return found if self._some is None else found * self._some
