"""
Draw a curve of millions of points with thousands, and the picture stays the same.

The idea is M4 of Jugel et al. 2014 (VLDB 7:797): of all points in one narrow column keep the first, the last, the
lowest and the highest. A point that is left out is then at most the width of a column away from the drawn line, as
the line passes its height inside the same column.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray

COLUMNS = 4000  # half a pixel of Axes 2000 pixels wide


def kept_points(x: FloatArray, y: FloatArray) -> npt.NDArray[np.intp]:
    """
    Return which points of a curve are needed to draw it.

    Parameters
    ----------
    x : ndarray of shape (T,)
        Not falling, from 0 to 1.
    y : ndarray of shape (T,)
        No NaN.

    Returns
    -------
    ndarray of int
        Ascending places, at most ``4 * (COLUMNS + 1)``; all of them if there are no more than that.
    """
    if len(x) <= 4 * (COLUMNS + 1):
        return np.arange(len(x))
    column = (x * COLUMNS).astype(np.intp)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    ends = np.append(starts[1:], len(x)) - 1
    by_height = np.lexsort((y, column))  # inside a column from the lowest to the highest
    return np.unique(np.concatenate([starts, ends, by_height[starts], by_height[ends]]))
