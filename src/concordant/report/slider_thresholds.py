"""A curve with few thresholds that looks like the curve with all: exact counts, no visible loss."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.metrics.definition.registry import get
from concordant.states import Curve
from concordant.typing import FloatArray, NumberArray

RATES = ("recall", "false_positive_rate", "precision", "specificity", "f1")


@dataclass(frozen=True, slots=True)
class Thresholds:
    """
    Counts and rates where "positive" means ``score >= threshold``, from the highest threshold down.

    `every` is how many thresholds the data have; `start` the place of the threshold 0.5 of probabilities, or of
    the middle.
    """

    scores: npt.NDArray[np.float64]
    cells: dict[str, NumberArray]
    rates: dict[str, FloatArray]
    every: int
    start: int
    prevalence: float
    of: str = "thresholds of the data"

    @property
    def thinned(self) -> bool:
        """Whether thresholds were left out."""
        return len(self.scores) < self.every


def thresholds_of(curve: Curve, most: int, *, probabilities: bool) -> Thresholds:
    """Take the rates of a two-class curve at no more than `most` of its thresholds."""
    thin = thinned(curve, most, keep=0.5 if probabilities else None)
    counts = thin.counts()
    scores = thin.scores.astype(np.float64)
    start = _half(scores) if probabilities else len(scores) // 2
    return Thresholds(
        scores,
        {name: getattr(counts, name) for name in ("tp", "fp", "fn", "tn")},
        {name: np.asarray(get(name).outcome(counts).value, dtype=np.float64) for name in RATES},
        len(curve.scores),
        start,
        float(get("precision_recall_curve").outcome(thin).value.prevalence),
    )


def thinned(curve: Curve, most: int, *, keep: float | None = None) -> Curve:
    """
    Join neighbouring scores until at most `most` are left; the counts at those are exact.

    The length of the way along both curves, ROC and precision-recall, is cut into equal parts, and the points on
    both sides of each cut stay. So every jump longer than a part keeps its two ends, which are the corners, and
    no part of a line is off by more than its length. `keep` is a threshold that stays as well.
    """
    total = len(curve.scores)
    if total <= most:
        return curve
    ends = _kept(_way(curve), most - 3)
    if keep is not None:
        ends = np.append(ends, _half(curve.scores, keep))
    ends = np.unique(np.append(ends, [0, total - 1]))
    starts = np.concatenate([[0], ends[:-1] + 1])
    weights = np.add.reduceat(curve.weights, starts, axis=0)
    return Curve(curve.scores[ends], weights, curve.classes, curve.edges, missing=curve.missing)


def _way(curve: Curve) -> FloatArray:
    """How far each point lies along the two curves, ascending."""
    roc = get("roc_curve").outcome(curve).value
    pr = get("precision_recall_curve").outcome(curve).value
    steps = np.abs(np.diff(roc.fpr)) + np.abs(np.diff(roc.tpr))
    steps[1:] += np.abs(np.diff(pr.precision))
    way: FloatArray = np.nan_to_num(steps).cumsum()
    return way


def _kept(way: FloatArray, most: int) -> npt.NDArray[np.intp]:
    cuts = np.linspace(0.0, way[-1], most // 2)
    after = np.minimum(np.searchsorted(way, cuts), len(way) - 1)
    return np.unique(np.concatenate([after, np.maximum(after - 1, 0)]))


def _half(scores: npt.NDArray[np.float64], at: float = 0.5) -> int:
    """The place of the lowest score of at least `at`: the same decision as the threshold `at` itself."""
    return max(int((scores >= at).sum()) - 1, 0)
