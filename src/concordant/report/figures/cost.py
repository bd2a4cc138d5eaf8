"""The expected cost at every threshold, beside the cheaper of calling all rows positive and calling none so."""

from __future__ import annotations

import numpy as np

from concordant.report.figures.axes import Axes
from concordant.report.figures.figure import Figure
from concordant.report.markup import joined, tag
from concordant.report.threshold_tables import CurveOf
from concordant.typing import FloatArray

_TOP = 1.5  # dearer thresholds than this are of no interest, and lie outside


def cost_figure(curves: list[CurveOf]) -> Figure:
    """
    The cost of the first curve where a missed positive costs as much as a false alarm; the script changes that.

    ``(FP + FN) / min(P, N)``, the normalised expected cost (Ferrer 2022, arXiv:2209.05355, section 3).
    """
    points = curves[0].thresholds
    low, high = score_range(np.concatenate([one.thresholds.scores for one in curves]))
    axes = Axes.of((low, high), (0.0, _TOP))
    wrong = points.cells["fp"] + points.cells["fn"]
    positives = float(points.cells["tp"][0] + points.cells["fn"][0])
    negatives = float(points.cells["fp"][0] + points.cells["tn"][0])
    cost = np.asarray(wrong, np.float64) / min(positives, negatives)
    start = points.start
    clip = tag(
        "clipPath",
        tag(
            "rect",
            x=axes.x.start,
            y=axes.y.end - 2,
            width=axes.x.end - axes.x.start,
            height=axes.y.start - axes.y.end + 4,
        ),
        id="cost-inside",
    )
    line = axes.line(points.scores, cost, "curve c0 chosen", data_k="0", clip_path="url(#cost-inside)")
    drawn = [
        axes.frame("threshold", "cost", y_ticks=(0.0, 0.5, 1.0, 1.5)),
        clip,
        axes.straight((low, high), (1.0, 1.0), "guess"),
        line,
        axes.ring(float(np.clip(points.scores[start], low, high)), min(float(cost[start]), _TOP)),
    ]
    return Figure(
        "cost",
        "What errors cost",
        "1, dashed: the cheaper of calling all rows positive and calling none so.",
        joined(drawn),
        "Expected cost against the threshold",
        data=(("curve", "cost"), *axes.data),
    )


def score_range(scores: FloatArray) -> tuple[float, float]:
    """The range of the scores that are finite; that of probabilities if they lie in it and fill a good part of it."""
    known = scores[np.isfinite(scores)]
    if not len(known):
        return 0.0, 1.0
    low, high = float(known.min()), float(known.max())
    if low >= 0 and high <= 1 and high - low > 0.5:
        return 0.0, 1.0
    return (low, high) if high > low else (low - 0.5, high + 0.5)
