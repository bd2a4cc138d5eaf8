"""Two columns of labels as the table of their pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError
from concordant.inputs.tensors import to_array
from concordant.states import Counts
from concordant.typing import NumberArray

_MOST_CELLS = 2**31  # of a table that is made although the kernel finds too many labels


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
