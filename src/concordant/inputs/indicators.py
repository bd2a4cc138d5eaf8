"""Two matrices of 0 and 1 with one column a label: several labels at once (multi-label data)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError, LengthError
from concordant.inputs.arrays import as_array, floats_of
from concordant.inputs.labels import check_declared
from concordant.inputs.missing import kept_rows
from concordant.inputs.numbers import nan_rows
from concordant.inputs.sparse import as_sparse, is_sparse, sparse_indicators
from concordant.inputs.weights import check_weights
from concordant.typing import Label, Missing


@dataclass(slots=True)
class IndicatorRows:
    """
    Checked rows of two indicator matrices of shape (n, L).

    Both are integers or bools, or both are compressed sparse rows that store each 1 once. `outputs` names the columns.
    """

    y_true: Any
    y_pred: Any
    outputs: tuple[Label, ...]
    weights: npt.NDArray[Any] | None
    missing: int

    @property
    def sparse(self) -> bool:
        """Whether the matrices are sparse."""
        return is_sparse(self.y_true)


def check_indicator_rows(
    y_true: Any, y_pred: Any, *, labels: Sequence[Label] | None, sample_weight: Any, missing: Missing
) -> IndicatorRows:
    """Check two indicator matrices; a row with a missing value raises or is dropped."""
    if is_sparse(y_true) or is_sparse(y_pred):
        true, pred, dropped = *_sparse_pair(y_true, y_pred), 0
        weights = check_weights(sample_weight, true.shape[0])
    else:
        true, pred = plain_matrix(y_true, "y_true"), plain_matrix(y_pred, "y_pred")
        _same_shape(true, pred, ("y_true", "y_pred"))
        weights = check_weights(sample_weight, len(true))
        keep, dropped = kept_rows({"y_true": nan_rows(true), "y_pred": nan_rows(pred)}, missing, weights)
        if keep is not None:
            true, pred, weights = true[keep], pred[keep], None if weights is None else weights[keep]
        check_indicators(true, pred)
        if true.dtype.kind == "f" or pred.dtype.kind == "f":
            true, pred = true.astype(np.uint8), pred.astype(np.uint8)
    columns = true.shape[1]
    names = tuple(range(columns)) if labels is None else check_declared(labels)
    if len(names) != columns:
        msg = f"labels= must name the {columns} columns; it names {len(names)}."
        raise LabelError(msg)
    return IndicatorRows(true, pred, names, weights, dropped)


def _sparse_pair(y_true: Any, y_pred: Any) -> tuple[Any, Any]:
    """Both matrices sparse; one that is dense becomes so."""
    if not is_sparse(y_true):
        y_true = as_sparse(plain_matrix(y_true, "y_true"), y_pred)
    if not is_sparse(y_pred):
        y_pred = as_sparse(plain_matrix(y_pred, "y_pred"), y_true)
    _same_shape(y_true, y_pred, ("y_true", "y_pred"))
    return sparse_indicators(y_true, "y_true"), sparse_indicators(y_pred, "y_pred")


def dense_indicators(values: Any, what: str) -> npt.NDArray[Any]:
    """An indicator matrix as an array, also from a sparse one: scores of all labels are as large anyway."""
    if is_sparse(values):
        dense: npt.NDArray[Any] = sparse_indicators(values, what).toarray()
        return dense
    return plain_matrix(values, what)


def plain_matrix(values: Any, what: str) -> npt.NDArray[Any]:
    """A dense matrix of any numbers as an array, whatever holds it."""
    matrix = as_array(values, what, dimensions=(2,))
    return floats_of(matrix, what, LabelError) if matrix.dtype.kind == "O" else matrix


def _same_shape(y_true: Any, y_pred: Any, what: tuple[str, str]) -> None:
    if y_true.shape[0] != y_pred.shape[0]:
        msg = (
            f"{what[0]} and {what[1]} must have the same number of rows; they have {y_true.shape[0]} and "
            f"{y_pred.shape[0]}."
        )
        raise LengthError(msg)
    if y_true.shape != y_pred.shape:
        msg = f"{what[0]} and {what[1]} must have the same shape; they have {y_true.shape} and {y_pred.shape}."
        raise LengthError(msg)
    if y_true.shape[1] == 0:
        msg = f"{what[0]} and {what[1]} have no column."
        raise LengthError(msg)


def check_indicators(
    y_true: npt.NDArray[Any], y_pred: npt.NDArray[Any], what: tuple[str, str] = ("y_true", "y_pred")
) -> None:
    """Check two matrices of 0 and 1, one column a label."""
    _same_shape(y_true, y_pred, what)
    for name, matrix in zip(what, (y_true, y_pred), strict=True):
        if not _is_zero_or_one(matrix):
            msg = f"{name} must be a matrix of 0 and 1, one column a label (multi-label data)."
            raise LabelError(msg)


def _is_zero_or_one(matrix: npt.NDArray[Any]) -> bool:
    if matrix.dtype.kind == "f":
        return bool(((matrix == 0) | (matrix == 1)).all())
    # One pass: a bit of any other number, or the sign of a negative one, is left in the union of all bits.
    return matrix.dtype.kind in "iub" and int(np.bitwise_or.reduce(matrix, axis=None)) in (0, 1)
