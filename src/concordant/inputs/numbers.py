"""A column or a matrix of numbers: scores, probabilities, ratings. NaN is a missing value."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from numbers import Rational
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import ScoreError
from concordant.inputs.arrays import as_array, floats_of
from concordant.inputs.halves import as_float32
from concordant.inputs.missing import refuse_missing
from concordant.inputs.series import is_series, series_to_array
from concordant.settings import threads_for

EXACT = 2**53  # from where on float64 has not every whole number


def numbers(y_score: Any, what: str, *, rounded: bool = True) -> npt.NDArray[Any]:
    """Scores as an array of numbers, 1-D or 2-D; `rounded`: whether whole numbers may lose digits as floats."""
    one = is_series(y_score)
    given = scores = series_to_array(y_score, what) if one else as_array(y_score, what, dimensions=(1, 2))
    if scores.dtype.kind == "O":
        scores = floats_of(scores, what, ScoreError)
    if not rounded:
        refuse_rounded(given, what)
    if scores.dtype.kind not in "iufb":
        msg = f"{what} must hold numbers, not {scores.dtype}."
        raise ScoreError(msg)
    if scores.dtype.kind == "f" and scores.dtype.itemsize not in (4, 8):
        scores = as_float32(scores) if scores.dtype.itemsize == 2 else scores.astype(np.float64)
    return scores


def refuse_rounded(given: npt.NDArray[Any], what: str) -> None:
    """Raise for whole numbers so large that their differences are lost in floats; numbers that are no floats."""
    far: list[Any] = []
    if given.dtype.kind == "O":
        far = [x for x in given.ravel().tolist() if isinstance(x, (Rational, Decimal)) and abs(float(x)) >= EXACT]
    elif given.dtype.kind in "iu" and given.dtype.itemsize == 8 and given.size:
        signed = given.dtype.kind == "i"  # whose ends the kernel finds in a fifth of NumPy's time for few
        ends = _kernels.rating_range(given.reshape(len(given), -1), threads_for(given.size))[:2] if signed else ()
        far = [x for x in ends or (int(given.max()),) if abs(x) >= EXACT]
    refuse_far(far, what)


def refuse_far(far: Sequence[Any], what: str) -> None:
    """Raise for numbers that are too large."""
    if far:
        msg = (
            f"{what} holds whole numbers from 2**53 on (such as {far[0]}), which are rounded where measurements become "
            "floats: subtract one and the same whole number from all ratings first."
        )
        raise ScoreError(msg)


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
