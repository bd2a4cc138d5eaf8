"""
Labels of one column, and the pairs of labels of two columns as a table.

For the other modules:

- `LabelColumn.labels()` are the labels that occur, ascending, `LabelColumn.coded()` these and their places in each row;
- `LabelPairs.class_cells()` are the cells of each label against all others, `LabelPairs.class_tables()` the same as
  tables, `LabelPairs.counts()` the table of all labels as a state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError
from concordant.inputs.arrays import to_array
from concordant.inputs.labels import distinct_integers
from concordant.states import Counts
from concordant.typing import NumberArray

_MOST_CELLS = 2**31  # of a table that is made although the kernel finds too many labels


@dataclass(slots=True)
class LabelColumn:
    """
    One column of labels.

    `values` are integers: the labels themselves where `names` is None, else codes into `names` (in any order, and
    some may not occur). `floating` says that the labels came as floats.
    """

    values: npt.NDArray[Any]
    names: tuple[Any, ...] | None = None
    floating: bool = False

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.values)

    def labels(self) -> npt.NDArray[Any]:
        """The labels that occur, ascending."""
        return self._present()[1]

    def integers(self) -> tuple[npt.NDArray[Any], list[int]]:
        """The labels that occur, ascending, and the integers that stand for them in the rows."""
        present, labels, order = self._present()
        return labels, (present if order is None else present[order]).tolist()

    def coded(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """The labels that occur, ascending, and for each row the place of its label among them."""
        present, labels, order = self._present()
        if order is None and len(present) and present[0] == 0 and present[-1] == len(present) - 1:
            return labels, self.values.view(np.uint8) if self.values.dtype.kind == "b" else self.values
        places = np.searchsorted(present, self.values)
        return labels, places if order is None else np.argsort(order)[places]

    def _present(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.intp] | None]:
        present = distinct_integers(self.values)
        return present, *named(present, self.names, floating=self.floating, like=self.values)

    @property
    def kind(self) -> str:
        """The word for it: at most two labels occur, or more."""
        return "multiclass" if len(distinct_integers(self.values)) > 2 else "binary"


def named(
    present: npt.NDArray[Any], names: tuple[Any, ...] | None, *, floating: bool, like: npt.NDArray[Any]
) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp] | None]:
    """Labels that the codes or integers `present` stand for, ascending, and the order that sorts them (None: is)."""
    if names is None:
        if floating:
            return present.astype(np.float64), None
        return (present.astype(bool) if like.dtype.kind == "b" else present), None
    listed = [names[i] for i in present.tolist()]
    order = sorted(range(len(listed)), key=listed.__getitem__)
    labels = np.array([listed[i] for i in order])
    return labels, None if order == list(range(len(order))) else np.array(order)


class ClassCells(NamedTuple):
    """The cells of a label against all others that rates are made of: of one table, or of each of a stack."""

    tp: Any
    fp: Any
    fn: Any

    @classmethod
    def of_tables(cls, tables: NumberArray) -> ClassCells:
        """Take them from tables ``[[tn, fp], [fn, tp]]``."""
        return cls(tables[..., 1, 1], tables[..., 0, 1], tables[..., 1, 0])

    @property
    def support(self) -> Any:
        """The rows of the label in the truth."""
        return self.fn + self.tp


@dataclass(slots=True)
class LabelPairs:
    """
    How often each pair of labels occurs.

    `table` is (K, K), the truth down: int64, or float64 where there are weights. `labels` are the K labels that
    occur in either column, ascending. Where they are too many for a table it is None, and `codes` are the places of
    the labels in each row. `unweighted` counts the rows where some weigh nothing or less.
    """

    table: NumberArray | None
    labels: npt.NDArray[Any]
    weights: npt.NDArray[Any] | None
    codes: tuple[npt.NDArray[Any], npt.NDArray[Any]] | None = None
    unweighted: NumberArray | None = None
    kind: str = "multiclass"

    def full_table(self) -> NumberArray:
        """The table, also of very many labels."""
        if self.table is not None:
            return self.table
        size = len(self.labels)
        if size * size > _MOST_CELLS:
            msg = f"{size} different labels occur: a table of all their pairs does not fit in memory."
            raise LabelError(msg)
        true, pred = self.codes or _no_codes()
        cells = np.bincount(true * size + pred, self.weights, minlength=size * size)
        return cells.reshape(size, size)

    def counts(self) -> Counts:
        """The table as a state; its labels are the places 0 to K - 1."""
        return table_counts(self.full_table())

    def agreement(self) -> Counts:
        """A table with the same rows on its diagonal."""
        if self.table is not None:
            return table_counts(self.table)
        true, pred = self.codes or _no_codes()
        return agreement_counts(true == pred, self.weights)

    def margins(self) -> tuple[NumberArray, NumberArray, NumberArray]:
        """Of each label: rows that have it in both columns, only in the truth, only in the prediction."""
        if self.table is None:
            true, pred = self.codes or _no_codes()
            same, size = true == pred, len(self.labels)
            weights = np.ones(len(true), np.int64) if self.weights is None else self.weights
            return (
                _sums(true[same], weights[same], size),
                _sums(true[~same], weights[~same], size),
                _sums(pred[~same], weights[~same], size),
            )
        both = self.table.diagonal()
        if self.table.dtype.kind == "i":
            return both, self.table.sum(1) - both, self.table.sum(0) - both
        others = self.table.copy()  # a difference of sums of weights would leave rounding where there is nothing
        np.fill_diagonal(others, 0.0)
        return both, others.sum(1), others.sum(0)

    def class_cells(self, labels: Any) -> ClassCells:
        """The cells of each label that occurs, or of each of the caller's, against all others: arrays (K,)."""
        both, only_true, only_pred = self.margins()
        if not both.any():
            both = both.astype(np.float64)  # scikit-learn's counts are floats where no row is right
        if labels is not None:
            places = np.array(self.places(labels), dtype=np.intp)
            both, only_true, only_pred = (
                np.append(part, 0)[places] for part in (both, only_true, only_pred)
            )  # -1: none
        return ClassCells(both, only_pred, only_true)

    def class_tables(self, labels: Any) -> NumberArray:
        """The same as tables of four cells, shape (K, 2, 2)."""
        both, only_pred, only_true = self.class_cells(labels)
        tables = np.empty((len(both), 2, 2), both.dtype)
        tables[:, 1, 1], tables[:, 1, 0], tables[:, 0, 1] = both, only_true, only_pred
        tables[:, 0, 0] = self.total() - both - only_true - only_pred
        return tables

    def binary_table(self, pos_label: Any) -> NumberArray:
        """The table of four cells of one of at most two labels; a label that does not occur has none of the rows."""
        table, labels = self.full_table(), self.labels.tolist()
        if len(labels) == 2:
            return table if pos_label == labels[1] else table[::-1, ::-1]
        out = np.zeros((2, 2), table.dtype)
        place = int(labels[0] == pos_label)
        out[place, place] = table[0, 0]
        return out

    def total(self) -> Any:
        """The number of rows or the sum of weights."""
        if self.table is not None:
            return self.table.sum()
        return len((self.codes or _no_codes())[0]) if self.weights is None else self.weights.sum()

    def in_truth(self) -> npt.NDArray[np.bool_]:
        """Which labels occur in the truth, be it in rows without weight."""
        if self.table is None:
            return np.bincount((self.codes or _no_codes())[0], minlength=len(self.labels)) > 0
        table = self.table if self.unweighted is None else self.unweighted
        occurs: npt.NDArray[np.bool_] = table.sum(1) > 0
        return occurs

    def places(self, labels: Any) -> list[int]:
        """Where the caller's labels stand among those that occur; -1 for one that does not."""
        known = {label: place for place, label in enumerate(self.labels.tolist())}
        return [known.get(label, -1) for label in to_array(labels, "labels").tolist()]


def usual_integers(table: NumberArray) -> NumberArray:
    """The kernels count in `long long`; where that is not NumPy's own int64, an array of it shows its type."""
    return table.view(np.int64) if table.dtype.kind == "i" else table


def _no_codes() -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    return np.empty(0, np.int64), np.empty(0, np.int64)


def _sums(codes: npt.NDArray[Any], weights: npt.NDArray[Any], size: int) -> NumberArray:
    sums: NumberArray = np.bincount(codes, weights, minlength=size)
    return sums.astype(np.int64) if weights.dtype.kind == "i" else sums


def agreement_counts(same: npt.NDArray[np.bool_], weights: npt.NDArray[Any] | None) -> Counts:
    """Rows that are the same and rows that are not, as a table with the former on its diagonal."""
    if weights is None:
        right = np.count_nonzero(same)
        return Counts(np.array([[right, len(same) - right], [0, 0]]), (0, 1))
    wrong, right = np.bincount(same.view(np.uint8), weights, minlength=2)
    return Counts(np.array([[right, wrong], [0, 0]]), (0, 1))


def table_counts(table: NumberArray) -> Counts:
    """A table as a state; its labels are the places 0 to K - 1."""
    return Counts(table, tuple(range(table.shape[-1])))
