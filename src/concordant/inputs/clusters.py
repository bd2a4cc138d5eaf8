"""Which rows belong together: patients with several images, raters, documents."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, MissingValuesError
from concordant.inputs.encoding import encode
from concordant.inputs.occurring import numbered


def check_clusters(
    cluster: Any, rows: int, kept: npt.NDArray[np.bool_] | None, what: str = "cluster"
) -> tuple[npt.NDArray[np.intp], int]:
    """
    Return the cluster of each kept row as a number from 0, and how many clusters there are.

    Parameters
    ----------
    cluster : array-like of shape (n,)
        Any labels; equal ones belong together.
    rows : int
        How many rows are there.
    kept : ndarray of bool or None
        Which of the caller's rows they are; None if all.
    what : str
        What the caller calls it.
    """
    column = encode(cluster, what)
    given = rows if kept is None else len(kept)
    if len(column.values) != given:
        msg = f"{what} must have one value a row: expected {given}, got {len(column.values)}."
        raise LengthError(msg)
    values, absent = column.values, column.missing
    if kept is not None:
        values, absent = values[kept], None if absent is None else absent[kept]
    if absent is not None and absent.any():
        msg = f"{what} has {int(absent.sum())} missing values; say which cluster each row belongs to."
        raise MissingValuesError(msg)
    return numbered(values)
