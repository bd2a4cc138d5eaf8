"""ROC, precision-recall, DET, gain, lift, cost and decision curves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from concordant.figures.figure import HIGH, WIDE, Figure, cut, text
from concordant.figures.markup import Markup, concatenated, tag
from concordant.figures.paint_svg import Axes
from concordant.figures.thinning import CurveOf
from concordant.typing import FloatArray

COLOURS = 10  # classes with a colour of their own; of more only the chosen one has one
_LEGEND = 14.0  # the height of a line of the legend
_TENTHS = [k / 5 for k in range(6)]


def roc_figure(curves: Sequence[CurveOf]) -> Figure:
    """ROC curves, from the corner where nothing is called positive."""
    rates = [curve.thresholds.rates for curve in curves]
    lines = [(np.append(0.0, rate["false_positive_rate"]), np.append(0.0, rate["recall"])) for rate in rates]
    return _figure(
        curves,
        lines,
        ("false positive rate", "recall (true positive rate)"),
        name="roc",
        title="ROC curve",
        note="Dashed: guessing. The ring is the threshold.",
        guess=((0.0, 1.0), (0.0, 1.0)),
    )


def precision_recall_figure(curves: Sequence[CurveOf]) -> Figure:
    """Precision-recall curves; of one curve a dashed line marks the share of positives."""
    lines = [(curve.thresholds.rates["recall"], curve.thresholds.rates["precision"]) for curve in curves]
    share = curves[0].thresholds.prevalence
    single = all(abs(curve.thresholds.prevalence - share) < 1e-9 for curve in curves)
    return _figure(
        curves,
        lines,
        ("recall", "precision"),
        name="precision-recall",
        title="Precision-recall curve",
        note="Dashed: the share of positives, which guessing reaches."
        if single
        else "Guessing reaches the share of each class.",
        guess=((0.0, 1.0), (share, share)) if single else None,
    )


def _figure(
    curves: Sequence[CurveOf],
    lines: Sequence[tuple[FloatArray, FloatArray]],
    titles: tuple[str, str],
    *,
    name: str,
    title: str,
    note: str,
    guess: tuple[tuple[float, float], tuple[float, float]] | None,
) -> Figure:
    """The frame, guessing, one line a curve, and the ring at the start of the first."""
    legend, high = legend_of([curve.name for curve in curves])
    axes = Axes.of(height=HIGH)
    drawn = [axes.frame(*titles, x_ticks=_TENTHS, y_ticks=_TENTHS)]
    if guess is not None:
        drawn.append(axes.straight(*guess, "guess"))
    for index, (x, y) in enumerate(lines):
        drawn.append(axes.line(x, y, curve_class(index, len(curves)), data_k=str(index)))
    start = curves[0].thresholds.start
    x, y = (values[start - len(curves[0].thresholds.scores)] for values in lines[0])
    several = "s" if len(curves) > 1 else ""
    return Figure(
        name,
        title + several,
        note,
        concatenated([drawn, axes.ring(float(x), float(y)), legend]),
        f"{title}{several}: {titles[1]} against {titles[0]}",
        height=HIGH + high,
        data=(("curve", name), *axes.data),
    )


def curve_class(index: int, of: int) -> str:
    """The class of a curve: its colour, and whether it is the chosen one."""
    colour = f"c{index}" if of <= COLOURS else "many"
    return f"curve {colour}{' chosen' if index == 0 else ''}"


def legend_of(names: Sequence[str]) -> tuple[Markup, float]:
    """The colours with the names of the curves below a picture, and how high that is; nothing for one curve."""
    if not 1 < len(names) <= COLOURS:
        return Markup(), 0.0
    shown = [cut(name, 18) for name in names]
    columns = max(1, min(5, 56 // (max(map(len, shown)) + 5)))
    wide = (WIDE - 52) / columns
    parts = []
    for index, name in enumerate(shown):
        x, y = 52 + wide * (index % columns), HIGH + 6 + _LEGEND * (index // columns)
        parts.append(tag("line", class_=f"curve c{index} chosen", x1=x, x2=x + 16, y1=y, y2=y))
        parts.append(text(x + 21, y + 4, name))
    return concatenated(parts), _LEGEND * -(-len(names) // columns) + 4


_TOP = 1.5  # dearer thresholds than this are of no interest, and lie outside


def cost_figure(curves: list[CurveOf]) -> Figure:
    """
    The cost of the first curve where a missed positive costs as much as a false alarm; the script changes that.

    ``(FP + FN) / min(P, N)``, the normalised expected cost (Ferrer 2022, arXiv:2209.05355, section 3).
    """
    points = curves[0].thresholds
    low, high = score_range(np.concatenate([curve.thresholds.scores for curve in curves]))
    axes = Axes.of((low, high), (0.0, _TOP))
    wrong = points.cells["fp"] + points.cells["fn"]
    positives = float(points.cells["tp"][0] + points.cells["fn"][0])
    negatives = float(points.cells["fp"][0] + points.cells["tn"][0])
    cost = np.asarray(wrong, np.float64) / min(positives, negatives)
    start = points.start
    inside = {"width": axes.x.end - axes.x.start, "height": axes.y.start - axes.y.end + 4}
    clip = tag("clipPath", tag("rect", x=axes.x.start, y=axes.y.end - 2, **inside), id="cost-inside")
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
        concatenated(drawn),
        "Expected cost against the threshold",
        data=(("curve", "cost"), *axes.data),
    )


def score_range(scores: FloatArray) -> tuple[float, float]:
    """The range of the scores that are finite; that of probabilities if they lie in it and fill a good part of it."""
    finite = scores[np.isfinite(scores)]
    if not len(finite):
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    if low >= 0 and high <= 1 and high - low > 0.5:
        return 0.0, 1.0
    return (low, high) if high > low else (low - 0.5, high + 0.5)
