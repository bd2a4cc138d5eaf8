"""
Local regression of what happened on the probability: a smooth curve in place of bins or steps.

At each point a parabola is fitted to the nearest rows, those farther away counting less (loess of Cleveland & Devlin
1988, JASA 83:596: degree 2, tricube weights). The fit is linear in what happened, ``sum of l_j(x) y_j``; the matrix of
the l_j gives the curve, and how it varies.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray

SPAN = 0.75
_ROUNDING = 1e-9
_NONE = 1e-24  # a square of this size, beside the weight, is rounding of 0
_BLOCK = 30_000  # numbers of a matrix at a time, which stay in the cache
_FEW = 128  # probabilities, whose distances from each other are soon sorted
_CLOSE = 2.0**-48  # how far rounding moves a distance
_HALVINGS = 64  # of a distance between 0 and 1, down to neighbouring floats


def smoother(x: FloatArray, p: FloatArray, weight: FloatArray, widths: FloatArray) -> FloatArray:
    """
    The weights l_j(x) with which what happened at each p makes up the curve at x: shape (X, P), rows add up to 1.

    A width of 0 means a neighbourhood of x alone.
    """
    found = np.empty((len(x), len(p)))
    step = max(_BLOCK // max(len(p), 1), 1)
    for start in range(0, len(x), step):
        here = slice(start, start + step)
        found[here] = _local(x[here, None], p, weight, widths[here, None])
    return found


def _local(x: FloatArray, p: FloatArray, weight: FloatArray, width: FloatArray) -> FloatArray:
    """
    Parabolas with weights ``(1 - |u|^3)^3``, ``u = (p - x) / width``, taken at u = 0.

    Each is a sum of polynomials that are orthogonal under these weights. A neighbourhood of two distinct probabilities
    has no third one and gets a line, one of a single probability its share.
    """
    u = (p - x) / np.where(width > 0, width, 1.0)
    near = np.where(width > 0, _tricube(u), u == 0) * weight
    total = near.sum(1, keepdims=True)
    first = _dot(near, u) / total
    line = u - first
    of_line = near * line
    spread = _dot(of_line, line)
    has_line = spread > _NONE * total
    second = np.divide(_dot(of_line, line * u), spread, out=np.zeros_like(spread), where=has_line)
    parabola = (u - second) * line - spread / total
    bend = _dot(near * parabola, parabola)
    has_bend = has_line & (bend > _NONE * total)
    at_x = first * second - spread / total  # the parabola at u = 0
    slope = np.divide(-first, spread, out=np.zeros_like(first), where=has_line)
    curvature = np.divide(at_x, bend, out=np.zeros_like(at_x), where=has_bend)
    return np.asarray(near * (1 / total + slope * line + curvature * parabola))


def _tricube(u: FloatArray) -> FloatArray:
    cubed = np.abs(u)
    cubed *= u * u
    left = np.maximum(1 - cubed, 0.0)
    return np.asarray(left * left * left)


def _dot(a: FloatArray, b: FloatArray) -> FloatArray:
    """Sums of products along the rows, as a column."""
    return np.asarray(np.einsum("xp,xp->x", a, b))[:, None]


def neighbourhoods(x: FloatArray, p: FloatArray, weight: FloatArray, span: float) -> FloatArray:
    """
    How far from each x the nearest rows reach that hold `span` of the weight.

    p ascends. Of whole weights, which count rows, the share is rounded down to whole rows, as in R's loess; at least
    one row is taken. Rows at equal distance come together.
    """
    upto = np.append(0.0, weight.cumsum())
    wanted = span * upto[-1]
    if is_whole(weight):
        wanted = max(np.floor(wanted + 1e-5), 1.0)
    wanted *= 1 - _ROUNDING
    low, high = np.zeros(len(x)), np.full(len(x), max(float(p[-1] - p[0]), 0.0))

    def inside(distance: FloatArray) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        return p.searchsorted(x - distance, side="left"), p.searchsorted(x + distance, side="right")

    def enough(distance: FloatArray) -> npt.NDArray[np.bool_]:
        start, end = inside(distance)
        return np.asarray(upto[end] - upto[start] >= wanted)

    alone = enough(low)
    if len(p) <= _FEW:  # the distances in their order tell where to look
        nearest = _nearest(x, p, weight, wanted)
        below, above = nearest * (1 - _CLOSE), np.minimum(nearest * (1 + _CLOSE), high)
        here = (nearest > high / 2**10) & enough(above) & ~enough(below)  # smaller ones are not halved to the last bit
        low, high = np.where(here, below, low), np.where(here, above, np.where(alone, 0.0, high))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if ((middle == low) | (middle == high)).all():
            break
        here = enough(middle)
        low, high = np.where(here, low, middle), np.where(here, middle, high)
    start, end = inside(high)
    reach = np.maximum(x - p[np.minimum(start, len(p) - 1)], p[np.maximum(end - 1, 0)] - x)
    return np.where(alone, 0.0, reach)


def _nearest(x: FloatArray, p: FloatArray, weight: FloatArray, wanted: float) -> FloatArray:
    """The distance from each x within which this weight lies, up to rounding."""
    distance = np.abs(p - x[:, None])
    order = distance.argsort(1)
    place = np.arange(len(x))
    return np.asarray(distance[place, order[place, (weight[order].cumsum(1) >= wanted).argmax(1)]])


def is_whole(weight: FloatArray) -> bool:
    """Whether weights are numbers of rows; not those so large that every float is a whole number."""
    return bool((weight == np.round(weight)).all() and weight.sum() < 2.0**53)
