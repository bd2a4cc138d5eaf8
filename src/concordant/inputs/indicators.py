"""Two matrices of 0 and 1 with one column a label: several labels at once (multi-label data)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError
from concordant.inputs.arrays import as_array, floats_of, same_length
from concordant.inputs.labels import check_indicators
from concordant.inputs.missing import kept_rows
from concordant.inputs.scores import nan_rows
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
