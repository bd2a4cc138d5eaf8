"""Margins and diagonal of two columns of whole labels, without their table: many metrics ask for no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.arrays.labels import is_usual, weigh_pairs
from concordant.inputs.labels import LabelRows
from concordant.settings import threads_for
from concordant.states import Counts
from concordant.states.tables import without_each
from concordant.typing import FloatArray, Label

_MANY = 1 << 14  # rows; of more, a table of few labels takes less time a row
_LOOKED_AT, _FEW = 1 << 10, 64  # rows that tell whether the labels are few
_EXACT = 1 << 26  # rows; products of two sums are whole numbers that float64 holds


class LabelSums(NamedTuple):
    """
    How often each label occurs.

    Attributes
    ----------
    labels : ndarray of int64, shape (K,)
        Those that occur, ascending; codes, where the rows hold codes.
    truth, prediction, both : ndarray of int64, shape (K,)
        The rows of each label in the truth, in the prediction, and in both at once.
    n : int
        All rows.
    """

    labels: npt.NDArray[np.int64]
    truth: npt.NDArray[np.int64]
    prediction: npt.NDArray[np.int64]
    both: npt.NDArray[np.int64]
    n: int

    @classmethod
    def of_rows(cls, rows: LabelRows) -> LabelSums | None:
        """Count rows that count alike and whose labels nobody declared; None of others, and where a table is faster."""
        n = len(rows.y_true)
        if rows.weights is not None or rows.declared is not None or rows.times is not None or not 0 < n < _EXACT:
            return None
        if n > _MANY and are_few(rows.y_true[:_LOOKED_AT]):
            return None
        found = _kernels.label_sums(rows.y_true, rows.y_pred, threads_for(n))
        return None if found is None else cls(*found, n)

    def of_each(self) -> RestCells:
        """Return the cells of each label against all others, arrays (K,)."""
        return RestCells(self.both, self.truth - self.both, self.prediction - self.both, self.n)

    def of_all(self) -> RestCells:
        """Return the sums of the cells of all labels."""
        right = int(self.both.sum())
        return RestCells(right, self.n - right, self.n - right, self.n * len(self.labels))

    def of_one(self, pos_label: Label | None) -> RestCells | None:
        """Return the cells of one of two labels, the greater one unless said; None of other labels."""
        place = _place(self.labels.tolist(), pos_label)
        if place is None:
            return None
        truth, prediction, both = self.truth.item(place), self.prediction.item(place), self.both.item(place)
        return RestCells(both, truth - both, prediction - both, self.n)


@dataclass(slots=True)
class RestCells:
    """What `Counts.one_vs_rest()` holds of counted rows without its tables: of one class, or of each, an array (K,)."""

    tp: Any
    fn: Any
    fp: Any
    n: int

    @property
    def tn(self) -> Any:
        """The rows that neither column says are of the class."""
        return self.n - self.tp - self.fn - self.fp


class WeighedCells:
    """The same of a table of weights, where a difference would leave rounding: each cell adds what belongs to it."""

    __slots__ = ("_table", "fn", "fp", "tp")

    def __init__(self, table: FloatArray) -> None:
        others = table.copy()
        others.reshape(-1)[:: len(table) + 1] = 0
        self._table = table
        self.tp, self.fn, self.fp = table.diagonal(), np.add.reduce(others, -1), np.add.reduce(others, -2)

    @property
    def tn(self) -> Any:
        """The weights of the rows that neither column says are of the class."""
        return without_each(self._table)


class WeighedPairs(NamedTuple):
    """The labels that occur in weighted rows, ascending (codes, where the rows hold codes), and their table."""

    labels: tuple[int, ...]
    table: FloatArray

    @classmethod
    def of_rows(cls, rows: LabelRows) -> WeighedPairs | None:
        """
        Sum the weights of rows.

        None where they count alike, of declared labels, of labels far apart, and for weights so small or large that
        products of them leave float64. Nothing else may look at the weights of `unread_rows`, which nobody has checked.
        """
        if rows.weights is None or rows.declared is not None or rows.times is not None:
            return None
        found = weigh_pairs(rows)
        return cls(*found[:2]) if found is not None and is_usual(found[2]) else None

    def counts(self) -> Counts:
        """Return the table of labels that are these numbers."""
        return Counts(self.table, self.labels)

    def of_each(self) -> WeighedCells:
        """Return the cells of each label against all others, arrays (K,)."""
        return WeighedCells(self.table)

    def of_one(self, pos_label: Label | None) -> Counts | None:
        """Return the counts of two labels, the positive one last: the greater one unless said; None of other labels."""
        place = _place(self.labels, pos_label)
        return None if place is None else Counts(self.table if place else self.table[::-1, ::-1], (False, True))


def _place(labels: Sequence[int], pos_label: Label | None) -> int | None:
    """The place of the positive one of two labels; None where it is not known, or there are not two."""
    if len(labels) != 2:
        return None
    if pos_label is None or pos_label == labels[1]:
        return 1
    return 0 if pos_label == labels[0] else None


def are_few(labels: npt.NDArray[np.integer]) -> bool:
    """Whether some labels lie so near each other that a table of them is small."""
    return int(labels.max()) - int(labels.min()) < _FEW
