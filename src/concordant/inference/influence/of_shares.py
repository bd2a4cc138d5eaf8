"""
Influences on many shares of rows at once, without an array of them.

A row adds one or nothing to the rows that are counted, and to those that they are counted among, of each share. Both
numbers are sums over rows: of weighted units they are taken of the table with these weights, and the way back, what
each cell adds to a weighted sum of them, is the derivative of that sum, see `tape`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.influence.influences import Influences
from concordant.inference.influence.of_cells import TooManyCellsError, at_cells, cell_slopes
from concordant.inputs.label_values import occurring_places
from concordant.metrics.definition.facts import Share
from concordant.states import Counts
from concordant.typing import FloatArray

_MOST = 1 << 27  # numbers: 1 GiB
_FEW = 64  # labels


class OfShares(Influences):
    """
    Those of units in cells of a table on shares of shape (P,): ``(counted - p among) n / whole``, 0 of no rows.

    Parameters
    ----------
    share : Share
        Of one table: rows count once, or not at all, and those counted are among those counted among.
    counts : Counts
        One table (K, K).
    cell : ndarray of int, shape (U,)
        The place of each unit in the flat table. The units hold all rows.
    """

    def __init__(self, share: Share, counts: Counts, cell: npt.NDArray[np.intp]) -> None:
        if len(counts.labels) > _FEW:  # a table of so many labels has more cells than hold rows
            counts = Counts.from_cells(counts.occupied, counts.labels, ordered=counts.ordered)
        self._share, self._counts, self._cell = share, counts, cell
        # The weights that were asked of last: often again.
        self._last: tuple[FloatArray, tuple[FloatArray, FloatArray]] | None = None
        part, whole = (np.asarray(take(counts), np.float64) for take in (share.part, share.whole))
        self.shape = whole.shape
        with np.errstate(invalid="ignore"):
            self.values = np.asarray(part / np.where(whole > 0, whole, np.nan))
        self._p = np.nan_to_num(self.values)
        self._scale = np.where(whole > 0, float(counts.total) / np.where(whole > 0, whole, 1.0), 0.0)

    @cached_property
    def _places(self) -> npt.NDArray[np.intp]:
        """The place of each unit among the numbers of the counts; that of a unit without weight does not matter."""
        if self._counts.cells is None:
            return self._cell
        flat = self._counts.cells.flat
        if np.array_equal(flat, self._cell):
            return np.arange(len(flat))
        return np.minimum(np.searchsorted(flat, self._cell), self._counts.numbers.size - 1)

    def _totals(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The weight of the units that are counted, and of those among which."""
        if self._last is None or self._last[0] is not weights:
            state = at_cells(self._counts, self._cell, weights)
            self._last = weights, (self._share.part(state), self._share.whole(state))
        return self._last[1]

    def known(self) -> Influences:
        """No share is moved that has no rows."""
        return self

    def written(self) -> FloatArray:
        """All of them, from what a row of each cell adds to both sums."""
        if self.size * len(self._cell) > _MOST:
            raise TooManyCellsError
        if self._share.back is not None and self._counts.cells is not None:
            return self.onto_units(np.eye(self.size))
        here, place = occurring_places(self._cell, len(self._counts.labels) ** 2)
        sums = (self._share.part, self._share.whole)
        counted, among = (cell_slopes(take, self._counts, here)[place] for take in sums)
        return np.asarray((counted - self._p * among) * self._scale)

    def some(self, here: slice) -> FloatArray:
        """The derivatives of some shares alone."""
        if self.size * len(self._cell) > _MOST:
            raise TooManyCellsError
        return self.onto_units(np.eye(self.size)[:, here])

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over two kinds of units: those that are counted, and the others among which."""
        part, whole = self._totals(weights)
        return np.asarray(self._scale**power * (part * (1 - self._p) ** power + (whole - part) * (-self._p) ** power))

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Take the derivative of the weighted sum by the cells."""
        if slopes.ndim > 1:
            return _side_by_side([self.onto_units(one) for one in slopes.T], len(self._cell))
        of_part = slopes * self._scale
        of_whole = -of_part * self._p
        if self._share.back is not None:
            return self._share.back(self._counts, of_part, of_whole).ravel()[self._places]

        def weighted(state: Counts) -> Any:
            return (self._share.part(state) * of_part).sum(-1) + (self._share.whole(state) * of_whole).sum(-1)

        cells = len(self._counts.labels) ** 2
        if self._counts.cells is None:
            return cell_slopes(weighted, self._counts, np.arange(cells))[self._cell]
        here, place = occurring_places(self._cell, cells)
        return cell_slopes(weighted, self._counts, here)[place]

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Take the sums of the table that has the sums of the units for weights."""
        if sums.ndim > 1:
            return _side_by_side([self.onto_values(one) for one in sums.T], self.size)
        part, whole = self._totals(sums)
        return self._scale * (part - self._p * whole)


def _side_by_side(columns: list[FloatArray], rows: int) -> FloatArray:
    """Columns as a matrix, (rows, T); also none."""
    return np.stack(columns, axis=1) if columns else np.zeros((rows, 0))
