"""A column or a matrix of numbers: scores, probabilities, ratings. NaN is a missing value."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import ScoreError
from concordant.inputs.arrays import as_array, floats_of
from concordant.inputs.halves import as_float32
from concordant.inputs.missing import refuse_missing
from concordant.inputs.series import is_series, series_to_array


def numbers(y_score: Any, what: str) -> npt.NDArray[Any]:
    """Scores as an array of numbers, 1-D or 2-D."""
    one = is_series(y_score)
    scores = series_to_array(y_score, what) if one else as_array(y_score, what, dimensions=(1, 2))
    if scores.dtype.kind == "O":
        scores = floats_of(scores, what, ScoreError)
    if scores.dtype.kind not in "iufb":
        msg = f"{what} must hold numbers, not {scores.dtype}."
        raise ScoreError(msg)
    if scores.dtype.kind == "f" and scores.dtype.itemsize not in (4, 8):
        scores = as_float32(scores) if scores.dtype.itemsize == 2 else scores.astype(np.float64)
    return scores


def nan_rows(scores: npt.NDArray[Any]) -> npt.NDArray[np.bool_] | None:
    """Rows where a score is NaN; None if there is none."""
    if scores.dtype.kind != "f":
        return None
    mask = np.isnan(scores)
    mask = mask if mask.ndim == 1 else mask.any(axis=1)
    return mask if mask.any() else None


def refuse_nan(scores: npt.NDArray[Any], what: str, origin: npt.NDArray[np.intp] | None = None) -> None:
    """Raise for scores that are not numbers; the kernel found at least one."""
    refuse_missing([(what, nan_rows(scores))], "raise", origin=origin)


def refuse_infinite(
    scores: npt.NDArray[Any], what: str = "y_score", origin: npt.NDArray[np.intp] | None = None
) -> None:
    """Raise for scores that are not finite; the kernel found at least one."""
    refuse_nan(scores, what, origin)
    bad = ~np.isfinite(scores)
    row = int(np.flatnonzero(bad if bad.ndim == 1 else bad.any(axis=1))[0])
    msg = (
        f"{what} must hold finite decision values; {int(bad.sum())} are not, the first in row "
        f"{row if origin is None else int(origin[row])}: {np.atleast_1d(scores[row]).tolist()}."
    )
    raise ScoreError(msg)
