"""Cells in long form; sums that do not depend on the order of rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import MergeError
from concordant.monitoring.definition import GROUP_BITS, LOSS_CELLS, Definition
from concordant.states.moments import Loss, Moments
from concordant.typing import FloatArray, Label

Ints = npt.NDArray[np.int64]
_FEW = 1 << 16  # numbers that are looked up in a table


def packed(definition: Definition, window: Any, group: Any, cell: Any) -> Any:
    """Return the key of each cell: its window, then its group, then its place."""
    bits = definition.cell_bits
    return (((np.asarray(window, np.int64) << GROUP_BITS) | group) << bits) | cell


def distinct_below(values: Ints, end: int) -> tuple[Ints, Ints]:
    """Return the numbers from 0 to `end` - 1 that occur, and the place of each among them."""
    if end > max(_FEW, 2 * len(values)):
        distinct, index = np.unique(values, return_inverse=True)
        return distinct, index
    occur = np.bincount(values, minlength=end) > 0
    return np.flatnonzero(occur), (np.cumsum(occur) - 1)[values]


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
        The least and the greatest score of a class in a bucket; of other cells inf and -inf.
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
    def counted(cls, key: Ints, scores: FloatArray | None = None) -> LongCells:
        """Add up cells in any order, each of which counts once."""
        low, high = (np.full(len(key), end) if scores is None else scores for end in (np.inf, -np.inf))
        return added_up(LongCells(key, np.ones(len(key), np.int64), low, high))

    @classmethod
    def joined(cls, parts: Sequence[LongCells]) -> LongCells:
        """Add up the cells of several; the order of the parts does not matter."""
        parts = [part for part in parts if len(part.key)]
        if len(parts) < 2:
            return parts[0] if parts else cls.empty()
        key, rows, low, high = (np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__)
        if float(rows.sum(dtype=np.float64)) >= 2.0**63:
            raise MergeError("the sums of these tables of states exceed 64-bit integers.")
        return added_up(LongCells(key, rows, low, high))

    def __add__(self, other: LongCells) -> LongCells:
        """Add the cells of both."""
        return LongCells.joined([self, other])

    def __eq__(self, other: object) -> bool:
        """Whether both have the same cells, to the bit."""
        if not isinstance(other, LongCells):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def taken(self, chosen: Any) -> LongCells:
        """Return some of the cells: a slice, or a mask."""
        return LongCells(self.key[chosen], self.rows[chosen], self.low[chosen], self.high[chosen])

    def under(self, bits: int) -> LongCells:
        """Return the cells added up under the lowest bits of their keys."""
        return added_up(LongCells(self.key & ((1 << bits) - 1), self.rows, self.low, self.high))


def added_up(cells: LongCells) -> LongCells:
    """Return cells in any order as cells in order, those of one key added up."""
    if not len(cells.key):
        return cells
    order = np.argsort(cells.key)
    key = cells.key[order]
    first = np.flatnonzero(np.diff(key, prepend=key[0] - 1))
    return LongCells(
        key[first],
        np.add.reduceat(cells.rows[order], first),
        np.minimum.reduceat(cells.low[order], first),
        np.maximum.reduceat(cells.high[order], first),
    )


# Sums of losses that do not depend on the order of the rows.
#
# Each loss is rounded once, to a multiple of 2**-40, and these whole numbers are added: whatever the batches, writers
# and merges, the sum is the same to the bit. A mean is off by 2**-41 (5e-13) at most. The sum is kept as two digits, so
# that it takes 10**11 rows to leave 64 bits.


_UNIT = 40  # bits behind the point
_DIGIT = 24  # bits of the lower digit
# The cells of a class: two digits each of these sums, and the rows whose surprise is infinite.
_SUMS = ("score", "squared", "squared^2", "surprise", "surprise^2")
_INFINITE = 2 * len(_SUMS)
LOSSES: dict[str, Loss] = {"squared": "squared and class", "surprise": "surprise and class"}


def loss_digits(
    codes: npt.NDArray[np.int64], scores: FloatArray, group: npt.NDArray[np.int64] | None = None, groups: int = 1
) -> npt.NDArray[np.int64]:
    """
    Return the cells of both classes of the rows of each group, shape (groups, 2, 11).

    Parameters
    ----------
    codes : ndarray of int64, shape (n,)
        1 for the positive class, 0 for the other.
    scores : ndarray of float64, shape (n,)
        Probabilities of the positive class.
    group : ndarray of int64, shape (n,), or None
        The group of each row, 0 to `groups` - 1; None: all are of one.
    groups : int
        How many groups there are.
    """
    digits = np.zeros((groups, 2, LOSS_CELLS), np.int64)
    _kernels.add_loss_digits(codes, scores, digits, group)
    return digits


class FixedSums:
    """The sums of the losses of two classes, as whole numbers of 2**-40."""

    def __init__(self, cells: npt.NDArray[np.int64], rows: npt.NDArray[np.int64]) -> None:
        self.rows = [int(rows[0]), int(rows[1])]
        self.infinite = cells[:, _INFINITE].tolist()
        self._sums = {
            name: [(int(cells[k, 2 * place]) << _DIGIT) + int(cells[k, 2 * place + 1]) for k in range(2)]
            for place, name in enumerate(_SUMS)
        }

    def sum_of(self, name: str) -> tuple[float, float]:
        """Return the sum over the rows of each class of "score", "squared", "surprise", or of one of their squares."""
        negative, positive = self._sums[name]
        return negative / 2**_UNIT, positive / 2**_UNIT

    def moments(self, labels: tuple[Label, ...], missing: int) -> Mapping[str, Moments]:
        """Return the moments that metrics of probabilities take, by the name of the loss."""
        return {name: self._moments(name, labels, missing) for name in LOSSES}

    def _moments(self, name: str, labels: tuple[Label, ...], missing: int) -> Moments:
        """The loss and whether the row is positive: sums are whole numbers until the last division."""
        names = (f"{name} loss", "positive")
        n, positive = sum(self.rows), self.rows[1]
        if not n:
            return Moments.empty(names, classes=labels)
        sums, squares = self._sums[name], self._sums[f"{name}^2"]
        total = sum(sums)
        spread = (sum(squares) * n * 2**_UNIT - total * total) / (n * 2 ** (2 * _UNIT))
        with_class = (sums[1] * n - total * positive) / (n * 2**_UNIT)
        of_class = positive * (n - positive) / n
        mean, spread = total / (n * 2**_UNIT), max(spread, 0.0)
        if any(self.infinite) and name == "surprise":
            mean, spread, with_class = np.inf, np.nan, np.nan
        bound = np.sqrt(spread * of_class)  # rounding of the squares may pass it by a hair
        with_class = with_class if np.isnan(with_class) else float(np.clip(with_class, -bound, bound))
        weight = np.float64(n)
        comoment = np.array([[spread, with_class], [with_class, of_class]])
        mean_of = np.array([mean, positive / n])
        return Moments(
            names, np.asarray(weight), np.asarray(weight), mean_of, comoment, classes=labels, missing=missing
        )
