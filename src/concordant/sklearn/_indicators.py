"""Two indicator matrices: several labels at once, counted by label or by row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, LabelError
from concordant.inputs.indicators import IndicatorRows
from concordant.inputs.sparse import as_sparse, is_sparse
from concordant.sklearn._targets import IndicatorMatrix
from concordant.states import Counts
from concordant.states.indicator_cells import cells_of_rows
from concordant.typing import NumberArray


@dataclass(slots=True)
class IndicatorPair:
    """Two matrices of 0 and 1 of one shape (n, L), both uint8 or both compressed sparse rows."""

    true: Any
    pred: Any
    weights: npt.NDArray[Any] | None
    kind: str = "multilabel-indicator"

    @property
    def width(self) -> int:
        """The number of labels."""
        width: int = self.true.shape[1]
        return width

    def columns(self) -> NumberArray:
        """One 2 x 2 table a label, shape (L, 2, 2)."""
        if not self.width:
            return np.zeros((0, 2, 2), np.int64)
        if self.weights is None:
            return self._counted() if is_sparse(self.true) else Counts.from_indicators(self.true, self.pred).table
        if self.weights.min() >= 0:
            return Counts.from_indicators(self.true, self.pred, sample_weight=self.weights).table
        signed = [np.maximum(self.weights * float(sign), 0.0) for sign in (1, -1)]
        more, less = (Counts.from_indicators(self.true, self.pred, sample_weight=part).table for part in signed)
        return more - less

    def _counted(self) -> NumberArray:
        """The same of sparse matrices without weights: what is stored in each column is counted."""
        both, true, pred = (
            np.bincount(matrix.tocsr().indices, minlength=self.width)
            for matrix in (self.true.multiply(self.pred), self.true, self.pred)
        )
        rows = self.true.shape[0]
        return np.stack([rows - true - pred + both, pred - both, true - both, both], -1).reshape(-1, 2, 2)

    def rows(self) -> NumberArray:
        """One 2 x 2 table a row, shape (n, 2, 2)."""
        return cells_of_rows(IndicatorRows(self.true, self.pred, tuple(range(self.width)), None, 0))

    def agreement(self) -> Counts:
        """Rows with all labels right and with any wrong, as a table with the former on its diagonal."""
        cells = self.rows()
        right = (cells[:, 0, 1] + cells[:, 1, 0] == 0).view(np.uint8)
        wrong, same = np.bincount(right, self.weights, minlength=2)
        return Counts(np.array([[same, wrong], [0, 0]]), (0, 1))

    def of_labels(self, labels: Any) -> IndicatorPair:
        """Only the columns that the caller names by their numbers."""
        if labels is None:
            return self
        places = np.asarray(labels, dtype=None if len(labels) else np.intp)
        for bound, wrong, sign in ((self.width - 1, places.max(initial=0), ">"), (0, places.min(initial=0), "<")):
            if (wrong > bound) if sign == ">" else (wrong < bound):
                msg = f"All labels must be in [0, n labels) for multilabel targets. Got {wrong} {sign} {bound}"
                raise LabelError(msg)
        return IndicatorPair(self.true[:, places], self.pred[:, places], self.weights)


def indicator_pair(true: IndicatorMatrix, pred: IndicatorMatrix, weights: npt.NDArray[Any] | None) -> IndicatorPair:
    """Bring two matrices to one shape and form."""
    first, second = true.values, pred.values
    if first.shape != second.shape:
        msg = "Multi-label binary indicator input with different numbers of labels"
        raise InputError(msg)
    if is_sparse(first) != is_sparse(second):
        first = first if is_sparse(first) else as_sparse(first, second)
        second = second if is_sparse(second) else as_sparse(second, first)
    return IndicatorPair(first, second, weights)
