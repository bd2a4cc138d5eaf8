"""
The smooth calibration curve of many rows in bounded time: fitted at some probabilities, straight between them.

Up to `EXACT` distinct probabilities the curve is fitted at each. Of more it is fitted at some hundreds, half of them
quantiles of the rows and half at equal distances, and the rows come in cells of neighbouring probabilities. Beside
the fit at every probability of 2,000 and 5,000 rows (even, skewed, rare and extreme) the curve was off by at most
0.0002 at any row and by 0.00002 on average.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.metrics._probabilities.bins import ascending, row_weights
from concordant.metrics._probabilities.local_regression import neighbourhoods, smoother
from concordant.states import Curve
from concordant.typing import FloatArray

EXACT = 1000
MANY = 400  # points at which the curve of more probabilities is fitted
_CELLS = 2.5  # for each point: so many of equal width, and as many of equal weight
Codes = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Smoothing:
    """
    What makes a curve of shares; it depends on the probabilities and their weights alone.

    Attributes
    ----------
    points : ndarray of float64, shape (X,)
        The probabilities at which the curve is fitted, ascending.
    weight : ndarray of float64, shape (X,)
        The weight of the rows around each point; a row counts for the points at both sides, the nearer the more.
    cell : ndarray of int, shape (T,)
        The cell of each ascending distinct probability.
    cell_weight : ndarray of float64, shape (C,)
        The weight of each cell.
    matrix : ndarray of float64, shape (X, C)
        How much the share of positives in each cell counts at each point.
    """

    points: FloatArray
    weight: FloatArray
    cell: Codes
    cell_weight: FloatArray
    matrix: FloatArray

    def fitted(self, positives: FloatArray) -> FloatArray:
        """The curve at the points, of the weight of positives at each distinct probability; not yet inside [0, 1]."""
        sums = np.bincount(self.cell, positives, minlength=len(self.cell_weight))
        return np.asarray(self.matrix @ (sums / self.cell_weight))


def check_span(span: float) -> None:
    """Raise for a share of the rows that is none."""
    number = isinstance(span, (int, float, np.integer, np.floating)) and not isinstance(span, bool)
    if not number or not 0 < span <= 1:
        msg = f"span must be a number above 0 and at most 1, the share of the rows in a neighbourhood; not {span!r}."
        raise OptionError(msg)


def smoothing(p: FloatArray, weight: FloatArray, span: float, *, exact: int = EXACT, points: int = MANY) -> Smoothing:
    """Smooth over ascending distinct probabilities, of which there is at least one; all weights are positive."""
    at = p if len(p) <= exact else p[_chosen(p, weight, points)]
    cell, middle, cell_weight = _cells(p, weight, int(_CELLS * points))
    matrix = smoother(at, middle, cell_weight, neighbourhoods(at, p, weight, span))
    return Smoothing(at, _shared(at, p, weight), cell, cell_weight, matrix)


def smooth_points(curve: Curve, span: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The points of the curve of two classes, its height there inside [0, 1], and the weight around each."""
    check_span(span)
    p, weight, positives = rising(curve)
    if not len(p):
        return p, p, p
    found = smoothing(p, weight, span)
    return found.points, np.clip(found.fitted(positives), 0.0, 1.0), found.weight


def rising(curve: Curve) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The distinct probabilities from the lowest, the weight at each, and that of positives."""
    return ascending(curve), row_weights(curve).astype(np.float64), curve.weights[::-1, 1].astype(np.float64)


def _chosen(p: FloatArray, weight: FloatArray, points: int) -> Codes:
    """Places of the ends, of quantiles of the rows, and at equal distances."""
    steps = np.linspace(0, 1, points // 2)
    upto = weight.cumsum()
    by_rows = np.searchsorted(upto, steps * upto[-1] * (1 - 1e-12))
    by_distance = np.searchsorted(p, p[0] + steps[:-1] * (p[-1] - p[0]))
    return np.unique(np.concatenate([by_rows, by_distance, [0, len(p) - 1]]))


def _cells(p: FloatArray, weight: FloatArray, most: int) -> tuple[Codes, FloatArray, FloatArray]:
    """The cell of each probability, and the mean probability and the weight of each cell; `most` of each kind."""
    if len(p) <= 2 * most:
        return np.arange(len(p)), p, weight
    share = weight / weight.sum()
    alone = share >= 1 / most  # a neighbourhood can hold nothing else
    starts = np.diff((p * most).astype(np.intp), prepend=-1) > 0
    starts |= np.diff(((share.cumsum() - share) * most).astype(np.intp), prepend=-1) > 0
    starts |= alone
    starts[1:] |= alone[:-1]
    cell: Codes = starts.cumsum(dtype=np.intp) - 1
    sums = np.asarray(np.bincount(cell, weight), np.float64)
    several = np.bincount(cell) > 1
    middle: FloatArray = np.where(several, np.bincount(cell, weight * p) / sums, p[starts])
    return cell, middle, sums


def _shared(at: FloatArray, p: FloatArray, weight: FloatArray) -> FloatArray:
    """Part the weight of each probability among the points at both sides."""
    if len(at) == len(p):
        return weight
    left = np.clip(np.searchsorted(at, p, side="right") - 1, 0, len(at) - 2)
    part = (p - at[left]) / (at[left + 1] - at[left])
    sums = np.bincount(left, weight * (1 - part), len(at)) + np.bincount(left + 1, weight * part, len(at))
    return np.asarray(sums, np.float64)
