"""The distinct rows of a matrix of whole numbers, and how often each occurs, in one pass of a kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.inputs.encoded import Encoded
from concordant.settings import threads_for

_TABLE = 1 << 22  # rows that differ, of all that could
_LABELS = 1 << 16  # from the least to the greatest


def distinct_ratings(matrix: Any) -> tuple[Encoded, npt.NDArray[np.int64], int] | None:
    """
    Return the ratings of the distinct rows, one after the other, how often each row occurs, and the number of raters.

    None for what is no array of whole numbers and NaN, or can have too many different rows.
    """
    if type(matrix) is not np.ndarray or matrix.ndim != 2 or not matrix.size or not _is_read(matrix.dtype):
        return None
    threads = threads_for(matrix.size)
    if matrix.shape[1] >= _TABLE.bit_length():  # too many, also of one label
        return None
    low, high, whole, _ = _kernels.rating_range(matrix, threads)
    base = high - low + 2  # one digit for a missing rating
    if not whole or low > high or base > _LABELS or float(base) ** matrix.shape[1] > _TABLE:
        return None
    return _read_back(_kernels.count_profiles(matrix, low, base, threads), low, base, matrix)


def _is_read(dtype: np.dtype[Any]) -> bool:
    return dtype.isnative and (dtype.kind in "ib" or (dtype.kind == "u" and dtype.itemsize < 8) or dtype.char in "fd")


def _read_back(
    times: npt.NDArray[np.int64], low: int, base: int, matrix: npt.NDArray[Any]
) -> tuple[Encoded, npt.NDArray[np.int64], int]:
    """The rows that the numbers of a table stand for."""
    raters = matrix.shape[1]
    used = np.flatnonzero(times)
    powers = base ** np.arange(raters - 1, -1, -1, dtype=np.int64)
    digits = (used[:, None] // powers % base).ravel()
    gone = digits == base - 1
    values = np.where(gone, 0, digits) + low
    whole: Any = values.astype(np.bool_) if matrix.dtype.kind == "b" else values
    return Encoded(whole, None, True, gone if gone.any() else None), times[used], raters
