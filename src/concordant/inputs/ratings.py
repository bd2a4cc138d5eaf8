"""Two columns of continuous ratings of the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError
from concordant.inputs.arrays import same_length
from concordant.inputs.missing import kept_rows
from concordant.inputs.numbers import nan_rows, numbers
from concordant.inputs.weights import check_weights
from concordant.typing import Missing


@dataclass(frozen=True, slots=True)
class RatingRows:
    """Checked rows of two ratings; the kernel still looks for values that are not finite."""

    y_true: npt.NDArray[Any]
    y_pred: npt.NDArray[Any]
    weights: npt.NDArray[Any] | None
    missing: int
    origin: npt.NDArray[np.intp] | None = None  # the numbers that the rows had before some were left out


def check_ratings(
    y_true: Any,
    y_pred: Any,
    *,
    sample_weight: Any = None,
    missing: Missing = "raise",
    what: tuple[str, str] = ("y_true", "y_pred"),
) -> RatingRows:
    """Check two columns of numbers."""
    first, second = (
        column[:, 0] if column.ndim == 2 and column.shape[1] == 1 else column
        for column in (numbers(y_true, what[0]), numbers(y_pred, what[1]))
    )
    for name, column in zip(what, (first, second), strict=True):
        if column.ndim != 1:
            msg = f"{name} must be one column of ratings, not an array of shape {column.shape}."
            raise InputTypeError(msg)
    same_length(first, second, what)
    weights = check_weights(sample_weight, len(first))
    absent = (nan_rows(first), nan_rows(second)) if missing == "drop" else (None, None)  # else the kernel will tell
    keep, dropped = kept_rows(dict(zip(what, absent, strict=True)), missing, weights)
    if keep is None:
        return RatingRows(first, second, weights, dropped)
    weights = None if weights is None else weights[keep]
    return RatingRows(first[keep], second[keep], weights, dropped, np.flatnonzero(keep))
