"""Two matrices of 0 and 1 with one column a label: several labels at once (multi-label data)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError, LengthError
from concordant.inputs.arrays import as_array, floats_of, same_length
from concordant.inputs.missing import kept_rows
from concordant.inputs.numbers import nan_rows
from concordant.inputs.weights import check_weights
from concordant.typing import Missing


@dataclass(slots=True)
class IndicatorRows:
    """Checked rows of two indicator matrices, integers or bools of shape (n, L)."""

    y_true: npt.NDArray[Any]
    y_pred: npt.NDArray[Any]
    weights: npt.NDArray[Any] | None
    missing: int


def check_indicator_rows(y_true: Any, y_pred: Any, *, sample_weight: Any, missing: Missing) -> IndicatorRows:
    """Check two indicator matrices; a row with a missing value raises or is dropped."""
    true, pred = _matrix(y_true, "y_true"), _matrix(y_pred, "y_pred")
    same_length(true, pred, ("y_true", "y_pred"))
    weights = check_weights(sample_weight, len(true))
    keep, dropped = kept_rows({"y_true": nan_rows(true), "y_pred": nan_rows(pred)}, missing, weights)
    if keep is not None:
        true, pred, weights = true[keep], pred[keep], None if weights is None else weights[keep]
    check_indicators(true, pred)
    if true.dtype.kind == "f" or pred.dtype.kind == "f":
        true, pred = true.astype(np.uint8), pred.astype(np.uint8)
    return IndicatorRows(true, pred, weights, dropped)


def _matrix(values: Any, what: str) -> npt.NDArray[Any]:
    matrix = as_array(values, what, dimensions=(2,))
    return floats_of(matrix, what, LabelError) if matrix.dtype.kind == "O" else matrix


def check_indicators(
    y_true: npt.NDArray[Any], y_pred: npt.NDArray[Any], what: tuple[str, str] = ("y_true", "y_pred")
) -> None:
    """Check two matrices of 0 and 1, one column a label."""
    if y_true.shape != y_pred.shape:
        msg = f"{what[0]} and {what[1]} must have the same shape; they have {y_true.shape} and {y_pred.shape}."
        raise LengthError(msg)
    if y_true.shape[1] == 0:
        msg = f"{what[0]} and {what[1]} have no column."
        raise LengthError(msg)
    for name, matrix in zip(what, (y_true, y_pred), strict=True):
        if matrix.dtype.kind not in "iubf" or not ((matrix == 0) | (matrix == 1)).all():
            msg = f"{name} must be a matrix of 0 and 1, one column a label (multi-label data)."
            raise LabelError(msg)
