"""ROC and precision-recall curves, of two classes or of each class against the rest, with the chosen threshold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from concordant.report.figures.axes import Axes
from concordant.report.figures.figure import HIGH, WIDE, Figure, cut, text
from concordant.report.markup import Markup, joined, tag
from concordant.report.threshold_tables import CurveOf
from concordant.typing import FloatArray

COLOURS = 10  # classes with a colour of their own; of more only the chosen one has one
_LEGEND = 14.0  # the height of a line of the legend
_TENTHS = [k / 5 for k in range(6)]


def roc_figure(curves: Sequence[CurveOf]) -> Figure:
    """ROC curves, from the corner where nothing is called positive."""
    lines = [(_from(0.0, one.thresholds.rates["false_positive_rate"]), _rates(one, "recall", 0.0)) for one in curves]
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
    lines = [(one.thresholds.rates["recall"], one.thresholds.rates["precision"]) for one in curves]
    share = curves[0].thresholds.prevalence
    single = all(abs(one.thresholds.prevalence - share) < 1e-9 for one in curves)
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


def _from(first: float, values: FloatArray) -> FloatArray:
    return np.concatenate([[first], values])


def _rates(one: CurveOf, name: str, first: float) -> FloatArray:
    return _from(first, one.thresholds.rates[name])


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
    legend, high = legend_of([one.name for one in curves])
    axes = Axes.of(height=HIGH)
    drawn = [axes.frame(*titles, x_ticks=_TENTHS, y_ticks=_TENTHS)]
    if guess is not None:
        drawn.append(axes.straight(*guess, "guess"))
    for place, (x, y) in enumerate(lines):
        drawn.append(axes.line(x, y, curve_class(place, len(curves)), data_k=str(place)))
    start = curves[0].thresholds.start
    x, y = (values[start - len(curves[0].thresholds.scores)] for values in lines[0])
    several = "s" if len(curves) > 1 else ""
    return Figure(
        name,
        title + several,
        note,
        joined([drawn, axes.ring(float(x), float(y)), legend]),
        f"{title}{several}: {titles[1]} against {titles[0]}",
        height=HIGH + high,
        data=(("curve", name), *axes.data),
    )


def curve_class(place: int, of: int) -> str:
    """The class of a curve: its colour, and whether it is the chosen one."""
    colour = f"c{place}" if of <= COLOURS else "many"
    return f"curve {colour}{' chosen' if place == 0 else ''}"


def legend_of(names: Sequence[str]) -> tuple[Markup, float]:
    """The colours with the names of the curves below a picture, and how high that is; nothing for one curve."""
    if not 1 < len(names) <= COLOURS:
        return Markup(), 0.0
    shown = [cut(name, 18) for name in names]
    columns = max(1, min(5, 56 // (max(map(len, shown)) + 5)))
    wide = (WIDE - 52) / columns
    parts = []
    for place, name in enumerate(shown):
        x, y = 52 + wide * (place % columns), HIGH + 6 + _LEGEND * (place // columns)
        parts.append(tag("line", class_=f"curve c{place} chosen", x1=x, x2=x + 16, y1=y, y2=y))
        parts.append(text(x + 21, y + 4, name))
    return joined(parts), _LEGEND * -(-len(names) // columns) + 4
