"""Curves of millions of points drawn with thousands, or with a few hundred thresholds; which of them are marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.metrics.definition.registry import get
from concordant.states import Curve
from concordant.typing import FloatArray, NumberArray

Thresholds: TypeAlias = bool | Sequence[float]
Wanted: TypeAlias = Literal["some"] | tuple[float, ...]

_APART = 0.2  # the least distance of two marks that we choose, in units of the axes, so that texts do not collide


def check_thresholds(thresholds: Thresholds) -> Wanted:
    """Return the thresholds that are wanted, none for False, or for True that some are to be chosen."""
    if isinstance(thresholds, bool):
        return "some" if thresholds else ()
    try:
        wanted = tuple(float(threshold) for threshold in thresholds)
    except (TypeError, ValueError):
        wanted = (np.nan,)
    if any(threshold != threshold for threshold in wanted):  # noqa: PLR0124  (NaN)
        raise OptionError(f"thresholds must be True, False or a list of numbers, not {thresholds!r}.")
    return wanted


def marks(wanted: Wanted, x: FloatArray, y: FloatArray, thresholds: npt.NDArray[Any]) -> list[tuple[int, str]]:
    """
    Return the indices of the points to mark, and the threshold to write there.

    Thresholds descend along the curve. A wanted threshold stands where "positive" means ``score >= threshold``;
    one above every score has no place on a curve that starts with the highest score. Without a list, thresholds
    are chosen along the curve, each a fair distance from the one before and from both ends.
    """
    if wanted != "some":
        indices = np.searchsorted(-thresholds, -np.array(wanted), side="right") - 1
        return [(int(index), f"{t:.4g}") for index, t in zip(indices, wanted, strict=True) if index >= 0]
    chosen: list[tuple[int, str]] = []
    last = (x[0], y[0]) if len(x) else (0.0, 0.0)
    indices = kept_points(x, y)  # of millions of thresholds thousands are choice enough
    far_from_end = np.hypot(x[indices] - x[-1:], y[indices] - y[-1:]) >= _APART
    for index in indices[np.isfinite(thresholds[indices]) & far_from_end].tolist():
        if np.hypot(x[index] - last[0], y[index] - last[1]) >= _APART:
            chosen.append((index, f"{thresholds[index]:.3g}"))
            last = (x[index], y[index])
    return chosen


# Draw a curve of millions of points with thousands, and the picture stays the same.
#
# The idea is M4 of Jugel et al. 2014 (VLDB 7:797): of all points in one narrow column keep the first, the last, the
# lowest and the highest. A point that is left out is then at most the width of a column away from the drawn line, as
# the line passes its height inside the same column.


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


RATES = ("recall", "false_positive_rate", "precision", "specificity", "f1")


@dataclass(frozen=True, slots=True)
class SliderThresholds:
    """
    Counts and rates where "positive" means ``score >= threshold``, from the highest threshold down.

    `curve` has the same thresholds and `name` is its class or model; `every` is how many thresholds the data have, and
    `of_data` how many of them are here; `start` is the index of the threshold to begin with.
    """

    name: str
    curve: Curve
    scores: npt.NDArray[np.float64]
    cells: dict[str, NumberArray]
    rates: dict[str, FloatArray]
    every: int
    start: int
    of: str = "thresholds of the data"

    @property
    def of_data(self) -> int:
        """How many thresholds are scores of rows."""
        return int(self.curve.weights.any(1).sum())


def thresholds_of(curve: Curve, most: int, *, at: float | None, name: str = "") -> SliderThresholds:
    """
    Take the rates of a two-class curve at no more than `most` of its thresholds, and at the one to begin with.

    That is `at`, whether or not a row has this score, or without it the median score.
    """
    thin = thinned(curve, most, keep=at)
    scores = thin.scores.astype(np.float64)
    start = _median(thin) if at is None else int((scores > at).sum())
    if at is not None and at not in scores[start : start + 1]:
        scores = np.insert(scores, start, at)
        thin = replace(thin, scores=scores, weights=np.insert(thin.weights, start, 0, axis=0), squares=None)
    counts = thin.counts()
    return SliderThresholds(
        name,
        thin,
        scores,
        {cell: getattr(counts, cell) for cell in ("tp", "fp", "fn", "tn")},
        {rate: np.asarray(get(rate).outcome(counts).value, dtype=np.float64) for rate in RATES},
        len(curve.scores),
        start,
    )


def thinned(curve: Curve, most: int, *, keep: float | None = None) -> Curve:
    """
    Join neighbouring scores until at most `most` are left; the counts at those are exact.

    The length of the way along both curves, ROC and precision-recall, is cut into equal parts, and the points on
    both sides of each cut stay. So every jump longer than a part keeps its two ends, which are the corners, and
    no part of a line is off by more than its length. The rows that reach `keep` stay apart from the others.
    """
    total = len(curve.scores)
    if total <= most:
        return curve
    way = _way(curve)
    cuts = np.linspace(0.0, way[-1], (most - 3) // 2)
    after = np.minimum(np.searchsorted(way, cuts), len(way) - 1)
    ends = np.concatenate([after, np.maximum(after - 1, 0)])
    if keep is not None:
        ends = np.append(ends, max(int((curve.scores >= keep).sum()) - 1, 0))
    ends = np.unique(np.append(ends, [0, total - 1]))
    starts = np.concatenate([[0], ends[:-1] + 1])
    weights = np.add.reduceat(curve.weights, starts, axis=0)
    return Curve(curve.scores[ends], weights, curve.classes, curve.edges, missing=curve.missing)


def _way(curve: Curve) -> FloatArray:
    """The distance of each point along both curves, ascending."""
    roc = get("roc_curve").outcome(curve).value
    pr = get("precision_recall_curve").outcome(curve).value
    steps = np.abs(np.diff(roc.fpr)) + np.abs(np.diff(roc.tpr))
    steps[1:] += np.abs(np.diff(pr.precision))
    way: FloatArray = np.nan_to_num(steps).cumsum()
    return way


def _median(curve: Curve) -> int:
    """The index of the threshold that calls half of the rows positive, or as few more as ties allow."""
    called = curve.weights.sum(1).cumsum()
    return int(np.searchsorted(called, called[-1] / 2))
