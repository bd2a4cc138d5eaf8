"""Cells of states in long form: one row for each window, group and cell that occurs, in the order of a packed key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import MergeError
from concordant.monitoring.definition import GROUP_BITS, Definition
from concordant.typing import FloatArray

Ints = npt.NDArray[np.int64]
_FEW = 1 << 16  # numbers that are looked up in a table
_DENSE = 1 << 24  # cells of a table that is added without a sort


def packed(definition: Definition, window: Any, group: Any, cell: Any) -> Any:
    """Return the key of each cell: its window, then its group, then its place."""
    bits = definition.cell_bits
    return (((np.asarray(window, np.int64) << GROUP_BITS) | group) << bits) | cell


def distinct_below(numbers: Ints, end: int) -> tuple[Ints, Ints]:
    """Return the numbers from 0 to `end` - 1 that occur, and the place of each among them."""
    if end > max(_FEW, 2 * len(numbers)):
        distinct, place = np.unique(numbers, return_inverse=True)
        return distinct, place
    occur = np.bincount(numbers, minlength=end) > 0
    return np.flatnonzero(occur), (np.cumsum(occur) - 1)[numbers]


@dataclass(frozen=True, slots=True, eq=False)
class LongCells:
    """
    Sums of whole numbers that stand under keys.

    Attributes
    ----------
    key : ndarray of int64, shape (N,)
        Ascending, each once; `packed` makes it.
    rows : ndarray of int64, shape (N,)
        How many rows a cell holds, above 0; of losses a digit of their sum.
    low, high : ndarray of float64, shape (N,)
        The least and the greatest score of a bucket; of other cells inf and -inf.
    """

    key: Ints
    rows: Ints
    low: FloatArray
    high: FloatArray

    @classmethod
    def empty(cls) -> Self:
        """No cell."""
        none = np.zeros(0, np.int64)
        return cls(none, none, np.zeros(0), np.zeros(0))

    @classmethod
    def counted(cls, key: Ints, rows: Ints | None = None, scores: FloatArray | None = None) -> Self:
        """Add up cells in any order; without `rows` each counts once."""
        if not len(key):
            return cls.empty()
        order = np.argsort(key)
        key = key[order]
        first = np.flatnonzero(np.diff(key, prepend=key[0] - 1))
        each = np.diff(first, append=len(key)) if rows is None else np.add.reduceat(rows[order], first)
        if scores is None:
            return cls(key[first], each, np.full(len(first), np.inf), np.full(len(first), -np.inf))
        scores = scores[order]
        return cls(key[first], each, np.minimum.reduceat(scores, first), np.maximum.reduceat(scores, first))

    @classmethod
    def joined(cls, parts: Sequence[LongCells]) -> Self:
        """Add up the cells of several; the order of the parts does not matter."""
        parts = [part for part in parts if len(part.key)]
        if len(parts) < 2:
            return cls(parts[0].key, parts[0].rows, parts[0].low, parts[0].high) if parts else cls.empty()
        key, rows = (np.concatenate([getattr(part, name) for part in parts]) for name in ("key", "rows"))
        low, high = (np.concatenate([getattr(part, name) for part in parts]) for name in ("low", "high"))
        if float(rows.sum(dtype=np.float64)) >= 2.0**63:
            msg = "the sums of these tables of states exceed 64-bit integers."
            raise MergeError(msg)
        whole = added_up(LongCells(key, rows, low, high))
        return cls(whole.key, whole.rows, whole.low, whole.high)

    def __add__(self, other: LongCells) -> LongCells:
        """Add the cells of both."""
        return LongCells.joined([self, other])

    def __eq__(self, other: object) -> bool:
        """Whether both have the same cells, to the bit."""
        if not isinstance(other, LongCells):
            return NotImplemented
        names = ("key", "rows", "low", "high")
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = None  # type: ignore[assignment]

    def taken(self, here: Any) -> LongCells:
        """Return some of the cells: a slice, or a mask."""
        return LongCells(self.key[here], self.rows[here], self.low[here], self.high[here])

    def under(self, bits: int, size: int) -> LongCells:
        """
        Return the cells added up under the lowest bits of their keys, which are below `size`.

        Where these are few, each has a place in a table; else they are sorted.
        """
        mask = (1 << bits) - 1
        most = int(self.rows.max(initial=0)) * len(self.rows)
        if size > _DENSE or (most >= 1 << 62 and float(self.rows.sum(dtype=np.float64)) >= 2.0**62):
            return added_up(LongCells(self.key & mask, self.rows, self.low, self.high))
        sums, low, high = np.zeros(size, np.int64), np.full(size, np.inf), np.full(size, -np.inf)
        key, rows, least, greatest = map(np.ascontiguousarray, (self.key, self.rows, self.low, self.high))
        _kernels.add_cells(key, rows, least, greatest, mask, sums, low, high)
        found = np.flatnonzero(sums)
        return LongCells(found, sums[found], low[found], high[found])


def with_whole_buckets(definition: Definition, cells: LongCells) -> LongCells:
    """Give the cells of both classes of a bucket its least and greatest score, in whichever class they occur."""
    if definition.classes < 2 or definition.y_score is None or len(cells.key) < 2:
        return cells
    start = definition.starts["scores"]
    odd = (cells.key & ((1 << definition.cell_bits) - 1)) - start
    second = 1 + np.flatnonzero(
        (odd[1:] % 2 == 1) & (cells.key[1:] - cells.key[:-1] == 1) & (cells.low[:-1] <= cells.high[:-1])
    )
    second = second[(cells.low[second] != cells.low[second - 1]) | (cells.high[second] != cells.high[second - 1])]
    if not len(second):
        return cells
    low, high = cells.low.copy(), cells.high.copy()
    for place in (second - 1, second):
        low[place] = np.minimum(cells.low[second - 1], cells.low[second])
        high[place] = np.maximum(cells.high[second - 1], cells.high[second])
    return LongCells(cells.key, cells.rows, low, high)


def added_up(cells: LongCells) -> LongCells:
    """Return cells in any order as cells in order, those of one key added up."""
    if not len(cells.key):
        return cells
    order = np.argsort(cells.key, kind="stable")  # several runs in order are merged
    key = cells.key[order]
    first = np.flatnonzero(np.diff(key, prepend=key[0] - 1))
    return LongCells(
        key[first],
        np.add.reduceat(cells.rows[order], first),
        np.minimum.reduceat(cells.low[order], first),
        np.maximum.reduceat(cells.high[order], first),
    )
