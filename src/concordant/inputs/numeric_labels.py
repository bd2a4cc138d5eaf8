"""Arrays of numbers as labels: whole numbers are taken as themselves, others as names at their values."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.inputs.encoded import NO_CODE, Encoded
from concordant.inputs.halves import as_float32, as_whole_numbers
from concordant.settings import threads_for


def whole_numbers(array: npt.NDArray[Any]) -> npt.NDArray[Any] | None:
    """Take float16, float32, float64 or uint64 as integers of as few bytes as hold them; None if four are too few."""
    if array.dtype.char == "e":
        return as_whole_numbers(array)
    return _kernels.whole_numbers(array, threads_for(len(array), 2 * array.itemsize))  # read and written


def from_floats(array: npt.NDArray[Any]) -> Encoded:
    """Take floats that are whole numbers as these numbers, and others as names at their values."""
    small = whole_numbers(array) if array.dtype.char in "edf" else None
    if small is not None:
        return Encoded(small)
    if array.dtype.char == "e":
        array = as_float32(array)
    with np.errstate(invalid="ignore"):  # what is not a number, or too large, is seen by not coming back
        exact = array.astype(np.int64)
    if (exact == array).all() and not (exact == np.iinfo(np.int64).min).any():
        return Encoded(exact)
    missing = np.isnan(array)
    known = array[~missing] if missing.any() else array
    if np.isfinite(known).all() and (known == np.floor(known)).all() and (np.abs(known) < 2.0**63).all():
        return Encoded(np.where(missing, 0, array).astype(np.int64), None, True, missing if missing.any() else None)
    names, inverse = np.unique(known, return_inverse=True)
    codes = np.full(array.shape, NO_CODE, dtype=np.int64)
    codes[~missing] = inverse
    whole = bool(np.isfinite(known).all() and (known == np.floor(known)).all())
    gaps = missing if missing.any() else None
    return Encoded(codes, tuple(names.tolist()), True, gaps, continuous=not whole)
