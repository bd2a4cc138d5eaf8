"""Two indicator matrices: several labels at once, counted by label or by row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays.labels import tables_of_columns, tables_of_rows
from concordant.errors import InputError, LabelError
from concordant.inputs.arrays import readable, to_array
from concordant.inputs.indicators import as_sparse, is_sparse
from concordant.sklearn._labels import ClassCells, agreement_counts, usual_integers
from concordant.sklearn._targets import IndicatorMatrix
from concordant.sklearn._weights import check_sample_weight
from concordant.states import Counts
from concordant.typing import NumberArray


@dataclass(slots=True)
class IndicatorPair:
    """
    Two matrices of 0 and 1 of one shape (n, L), both uint8 or both compressed sparse rows.

    `wrong` says where the caller's numbers differ, if these are others than 0 and 1.
    """

    true: Any
    pred: Any
    weights: npt.NDArray[Any] | None
    counted: tuple[NumberArray, Any] | None = None  # a table a label and, without weights, rows with all labels right
    wrong: Any = None
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
        return usual_integers(self.counts()[0])

    def counts(self) -> tuple[NumberArray, Any]:
        """One 2 x 2 table a label and, without weights, how many rows have all labels right."""
        if self.counted is None:  # the matrices were checked: all is 0 and 1
            self.counted = cast("tuple[NumberArray, Any]", tables_of_columns(self.true, self.pred, self.weights))
        return self.counted

    def rows(self) -> NumberArray:
        """One 2 x 2 table a row, shape (n, 2, 2)."""
        if not self.width:
            return np.zeros((self.true.shape[0], 2, 2), np.int64)
        return usual_integers(cast("NumberArray", tables_of_rows(self.true, self.pred)))  # checked: all are 0 and 1

    def agreement(self) -> Counts:
        """Rows with all labels right and with any wrong, as a table with the former on its diagonal."""
        rows = self.true.shape[0]
        if self.wrong is not None:
            return agreement_counts(np.asarray(self.wrong.sum(1)).ravel() == 0, self.weights)
        if self.weights is None and self.width:
            right = self.counts()[1]
            return Counts(np.array([[right, rows - right], [0, 0]]), (0, 1))
        cells = self.rows()
        return agreement_counts(cells[:, 0, 1] + cells[:, 1, 0] == 0, self.weights)

    def decisions(self) -> Counts:
        """Right and wrong labels of rows, as a table with the former on its diagonal; a stack, one a label."""
        if self.wrong is None:
            return Counts(self.columns(), (0, 1), outputs=tuple(range(self.width)))
        wrong = np.asarray(self.wrong.sum(1)).ravel()
        weights = 1 if self.weights is None else self.weights
        right = weights * (self.width - wrong)
        return Counts(np.array([[right.sum(), (weights * wrong).sum()], [0, 0]]), (0, 1))

    def class_tables(self, labels: Any) -> NumberArray:
        """One table of four cells a label, or a label of the caller's: shape (L, 2, 2)."""
        return self.of_labels(labels).columns()

    def class_cells(self, labels: Any) -> ClassCells:
        """The same as arrays (L,)."""
        return ClassCells.of_tables(self.class_tables(labels))

    def of_labels(self, labels: Any) -> IndicatorPair:
        """Only the columns that the caller names by their numbers."""
        if labels is None:
            return self
        places = to_array(labels, "labels") if len(labels) else np.zeros(0, np.intp)
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
    return IndicatorPair(*_of_one_form(first, second), weights, wrong=_differing(true, pred))


def _of_one_form(first: Any, second: Any) -> tuple[Any, Any]:
    """Both matrices sparse if one of them is."""
    if is_sparse(first) == is_sparse(second):
        return first, second
    return (first, as_sparse(second, first)) if is_sparse(first) else (as_sparse(first, second), second)


def _differing(true: IndicatorMatrix, pred: IndicatorMatrix) -> Any:
    """Where the numbers of two matrices differ; None if all are 0 and 1."""
    if true.numbers is None and pred.numbers is None:
        return None
    first, second = (one.values if one.numbers is None else one.numbers for one in (true, pred))
    first, second = _of_one_form(first, second)
    return first != second


def plain_indicators(y_true: Any, y_pred: Any, sample_weight: Any) -> IndicatorPair | None:
    """Count the most common matrices of 0 and 1 as they are; None where it takes the full checks."""
    if not (_is_plain(y_true) and _is_plain(y_pred) and y_true.shape == y_pred.shape and type(y_true) is type(y_pred)):
        return None
    rows = y_true.shape[0]
    if sample_weight is not None and np.shape(sample_weight) != (rows,):
        return None
    try:
        weights = check_sample_weight(sample_weight, (rows, rows))
    except InputError:  # said after what is wrong with the matrices
        return None
    counted = tables_of_columns(y_true, y_pred, weights)
    return None if counted is None else IndicatorPair(y_true, y_pred, weights, counted)


def _is_plain(matrix: Any) -> bool:
    """Whether it may be a matrix of indicators of two labels or more that the kernels can read."""
    if type(matrix) is np.ndarray:
        known = matrix.dtype.kind in "iub" or matrix.dtype.char in "df"
        return matrix.ndim == 2 and len(matrix) > 0 and matrix.shape[1] > 1 and known and readable(matrix) is matrix
    return (
        is_sparse(matrix)
        and matrix.format == "csr"
        and len(matrix.shape) == 2
        and matrix.shape[0] > 0
        and matrix.shape[1] > 1
        and (matrix.dtype.kind in "iub" or matrix.dtype.char in "df")
    )
