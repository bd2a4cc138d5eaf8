"""Check scores that are to be cut: one column of numbers, none of them missing."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError
from concordant.typing import Column


def new_scores(scores: Column) -> npt.NDArray[Any]:
    """Return the column as an array; raise for anything that is not a number, and for NaN, which has no label."""
    column = np.asarray(scores)
    if column.ndim == 2 and column.shape[1] == 1:
        column = column[:, 0]
    if column.dtype == object:
        with suppress(TypeError, ValueError):  # decimals and the like; what is not a number is refused below
            column = column.astype(np.float64)
    if column.dtype.kind not in "biuf" or column.ndim != 1:
        msg = f"scores must be one column of numbers, not {column.dtype} of shape {column.shape}."
        raise InputError(msg)
    if column.dtype.kind == "f" and np.isnan(column).any():
        row = int(np.flatnonzero(np.isnan(column))[0])
        msg = f"scores must be numbers; {int(np.isnan(column).sum())} are NaN, the first in row {row}."
        raise InputError(msg)
    return column
