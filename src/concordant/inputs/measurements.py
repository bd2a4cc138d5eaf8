"""Two columns of continuous ratings of the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError
from concordant.inputs.arrays import same_length
from concordant.inputs.missing import Mask, kept_rows, numbers_of_rows, rows_of
from concordant.inputs.numbers import nan_rows, numbers
from concordant.inputs.weights import check_weights
from concordant.typing import Column, Missing


@dataclass(frozen=True, slots=True)
class MeasurementRows:
    """
    Checked rows of two ratings; the kernel still looks for values that are not finite.

    `kept` says which of the caller's rows are there; None if all.
    """

    y_true: npt.NDArray[Any]
    y_pred: npt.NDArray[Any]
    weights: npt.NDArray[Any] | None
    missing: int
    kept: Mask | None = None

    @property
    def origin(self) -> npt.NDArray[np.intp] | None:
        """The numbers that the rows had before some were left out; None if all are there."""
        return numbers_of_rows(self.kept)


def check_measurements(
    y_true: Column, y_pred: Column, *, sample_weight: Column | None = None, missing: Missing = "raise"
) -> MeasurementRows:
    """Check two columns of numbers."""
    return check_measurement_columns(y_true, (y_pred,), sample_weight=sample_weight, missing=missing)[0]


def check_measurement_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str] = ("y_pred",),
    sample_weight: Any = None,
    missing: Missing = "raise",
) -> list[MeasurementRows]:
    """Check a rating and others of the same rows; with missing="drop" a row that one of them lacks is left out."""
    what = ("y_true", *names)
    columns = [measurement_column(column, name) for column, name in zip((y_true, *predictions), what, strict=True)]
    for column, name in zip(columns[1:], names, strict=True):
        same_length(columns[0], column, ("y_true", name))
    weights = check_weights(sample_weight, len(columns[0]))
    masks = list(zip(what, map(nan_rows, columns), strict=True)) if missing == "drop" else []  # else the kernel tells
    kept, dropped = kept_rows(masks, missing, weights)
    weights, first, *others = rows_of(kept, weights, *columns)
    return [MeasurementRows(first, other, weights, dropped, kept) for other in others]


def measurement_column(column: Any, what: str) -> npt.NDArray[Any]:
    """Return one column of numbers; a matrix of one column is one."""
    found = numbers(column, what, rounded=False)
    found = found[:, 0] if found.ndim == 2 and found.shape[1] == 1 else found
    if found.ndim != 1:
        msg = f"{what} must be one column of ratings, not an array of shape {found.shape}."
        raise InputTypeError(msg)
    return found
