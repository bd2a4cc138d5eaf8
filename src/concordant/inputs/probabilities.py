"""Probabilities: between 0 and 1, and those of all classes sum to one within the precision of their numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import ScoreError
from concordant.inputs.numbers import refuse_nan

# By how much a row of probabilities may miss a sum of one, by bytes of its numbers: what numbers written with six
# digits need in float64, and the rounding of sums of about a thousand classes in float32 and float16.
SUM_TOLERANCE = {8: 1e-5, 4: 1e-4, 2: 1e-2}
_SHOWN = 20  # numbers of a row in a message


def refuse_outside(probabilities: npt.NDArray[Any], origin: npt.NDArray[np.intp] | None = None) -> None:
    """Raise for numbers that are no probabilities, if there are any."""
    refuse_nan(probabilities, "y_prob", origin)
    bad = ~((probabilities >= 0) & (probabilities <= 1))
    if not bad.any():
        return
    row = int(np.flatnonzero(bad if bad.ndim == 1 else bad.any(axis=1))[0])
    where, shown = str(row if origin is None else int(origin[row])), np.atleast_1d(probabilities[row])
    if len(shown) > _SHOWN:  # of many columns the one
        column = int(bad[row].argmax())
        where, shown = f"{where}, column {column}", shown[column : column + 1]
    msg = (
        f"y_prob must hold probabilities between 0 and 1; {int(bad.sum())} are not, the first in row "
        f"{where}: {shown.tolist()}. "
        "Scores of another scale must be turned into probabilities first."
    )
    raise ScoreError(msg)


def refuse_sum(
    probabilities: npt.NDArray[Any], row: int, distance: float, origin: npt.NDArray[np.intp] | None = None
) -> None:
    """Raise if the row that misses a sum of one by most misses it by more than the precision of its type."""
    if distance <= SUM_TOLERANCE.get(probabilities.dtype.itemsize, 1e-5):
        return
    if distance <= SUM_TOLERANCE[2] and _are_halves(probabilities):
        return
    msg = (
        f"each row of y_prob must sum to 1; row {row if origin is None else int(origin[row])} sums to "
        f"{float(probabilities[row].sum()):.9g} (off by {distance:.3g}). "
        "Divide each row by its sum if these are unnormalised weights."
    )
    raise ScoreError(msg)


def refuse_sums(probabilities: npt.NDArray[Any], origin: npt.NDArray[np.intp] | None = None) -> None:
    """The same where nobody looked yet for the row that misses it by most."""
    distance = np.abs(probabilities.sum(1, dtype=np.float64) - 1)
    if len(distance) and not np.isnan(distance).any():  # NaN is refused as a missing value
        row = int(distance.argmax())
        refuse_sum(probabilities, row, float(distance[row]), origin)


def _are_halves(scores: npt.NDArray[Any]) -> bool:
    """Whether the numbers came as float16 or bfloat16 (the kernels take float32) and are no more precise than that."""
    if scores.dtype != np.float32:
        return False
    brain = bool((np.ascontiguousarray(scores).view(np.uint32) & 0xFFFF == 0).all())  # float32 without its last half
    return brain or bool((scores.astype(np.float16).astype(np.float32) == scores).all())
