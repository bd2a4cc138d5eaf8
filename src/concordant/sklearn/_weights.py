"""Sample weights as scikit-learn takes them: finite, one a row, of any sign, not all zero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputError, LengthError, WeightError
from concordant.inputs.arrays import readable, to_array


def check_sample_weight(sample_weight: Any, lengths: Sequence[int], *, wraps: bool = False) -> npt.NDArray[Any] | None:
    """
    Return the weights as an array of numbers that the kernels can read, or None.

    `lengths` are the numbers of rows of the other columns, for the message; the weights need as many as the first.
    Whole weights whose sum 64 bits do not hold become floats, unless sums are to wrap as those of NumPy do.
    """
    if sample_weight is None:
        return None
    weights = weight_array(sample_weight)
    if weights.dtype.kind not in "iufb":
        if weights.dtype.kind == "c":
            msg = f"Complex data not supported\n{weights}\n"
            raise InputError(msg)
        weights = weights.astype(np.float64)
    if weights.ndim != 1:
        msg = (
            f"Sample weights must be 1D array or scalar, got {weights.ndim}D array. "
            f"Expected either a scalar value or a 1D array of length {lengths[0]}."
        )
        raise WeightError(msg)
    if len(weights) != lengths[0]:
        raise uneven([*lengths, len(weights)])
    if weights.dtype.itemsize not in (1, 4, 8):
        weights = weights.astype(np.float64 if weights.dtype.kind == "f" else np.int64)
    weights = readable(weights)
    if weights.dtype.kind == "f":
        refuse_not_finite(weights, "sample_weight")
    if not wraps and weights.dtype.kind in "iu" and np.abs(weights.astype(np.float64)).sum() >= 2.0**63:
        weights = weights.astype(np.float64)  # the kernels add whole numbers in 64 bits
    if len(weights) and not weights.any():
        msg = "Sample weights must contain at least one non-zero number."
        raise WeightError(msg)
    return weights


def weight_array(sample_weight: Any) -> npt.NDArray[Any]:
    """Return weights as NumPy takes them."""
    listed = _kernels.list_numbers(sample_weight) if type(sample_weight) is list else None
    return to_array(sample_weight, "sample_weight") if listed is None else listed


def refuse_not_finite(values: npt.NDArray[Any], what: str) -> None:
    """Raise for NaN and infinity."""
    if np.isfinite(values.sum(dtype=np.float64)) or np.isfinite(values).all():  # the sum may overflow
        return
    problem = "NaN" if np.isnan(values).any() else f"infinity or a value too large for dtype({values.dtype.name!r})"
    msg = f"Input {what} contains {problem}."
    raise InputError(msg)


def uneven(lengths: Sequence[int]) -> LengthError:
    """The error for columns of different lengths."""
    return LengthError(f"Found input variables with inconsistent numbers of samples: {list(lengths)}")
