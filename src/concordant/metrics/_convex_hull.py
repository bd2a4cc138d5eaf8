"""The upper convex hull of a curve that never falls: its points that are best for some costs of the two errors."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray

_PASSES = 40  # noise is gone after about ten; what is left then takes the loop


def upper_hull(x: FloatArray, y: FloatArray) -> npt.NDArray[np.intp]:
    """
    Return the places of the corners of the hull, from the first point to the last; `x` and `y` never fall.

    A point on or below the line between its neighbours is no corner, so all such points go at once, until every
    point stands above that line: then the rest is the hull.
    """
    kept: npt.NDArray[np.intp] = np.arange(len(x))
    for _ in range(_PASSES):
        corner = _turns_down(x[kept], y[kept])
        if corner.all():
            return kept
        kept = kept[corner]
    return kept[_by_one(x[kept], y[kept])]


def _turns_down(x: FloatArray, y: FloatArray) -> npt.NDArray[np.bool_]:
    """Whether the slope falls at each point; the ends stay."""
    dx, dy = np.diff(x), np.diff(y)
    corner = np.ones(len(x), np.bool_)
    corner[1:-1] = dy[:-1] * dx[1:] > dy[1:] * dx[:-1]
    return corner


def _by_one(x: FloatArray, y: FloatArray) -> list[int]:
    """Go along the points and take back those that the next one leaves below (Andrew 1979)."""
    found: list[int] = []
    points = list(zip(x.tolist(), y.tolist(), strict=True))
    for place, (right, high) in enumerate(points):
        while len(found) > 1:
            (x0, y0), (x1, y1) = points[found[-2]], points[found[-1]]
            if (y1 - y0) * (right - x1) > (high - y1) * (x1 - x0):
                break
            found.pop()
        found.append(place)
    return found
