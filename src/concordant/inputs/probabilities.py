"""Probabilities of classes: each row sums to one, within the precision of its numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import ScoreError

# By how much a row of probabilities may miss a sum of one, by bytes of its numbers: what numbers written with six
# digits need in float64, and the rounding of sums of about a thousand classes in float32 and float16.
_SUM_TOLERANCE = {8: 1e-5, 4: 1e-4, 2: 1e-2}


def refuse_sum(
    probabilities: npt.NDArray[Any], row: int, distance: float, origin: npt.NDArray[np.intp] | None = None
) -> None:
    """Raise if the row that misses a sum of one by most misses it by more than the precision of its type."""
    if distance <= _SUM_TOLERANCE.get(probabilities.dtype.itemsize, 1e-5):
        return
    if distance <= _SUM_TOLERANCE[2] and _are_halves(probabilities):
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
    """Whether the numbers came as float16 (the kernels take float32) and are no more precise than that."""
    return scores.dtype == np.float32 and bool((scores.astype(np.float16).astype(np.float32) == scores).all())
