"""The precision-recall curve in steps, one line a class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.metrics.ranking.average_precision import average_precision
from concordant.metrics.ranking.curves import precision_recall_curve as precision_recall_points
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._given import curves_given, records_given
from concordant.plots._legend_intervals import limits_of, refuse_intervals
from concordant.plots._lines import Line, draw_lines, entry, finish, names_of_curves, title_of_several
from concordant.plots._thresholds import Thresholds, check_thresholds
from concordant.result import PrecisionRecallCurve
from concordant.result.wording import rate_text
from concordant.states import Curve, CurveStack
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def precision_recall_curve(
    y_true: Column | Curve | CurveStack | PrecisionRecallCurve,
    y_score: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    thresholds: Thresholds = False,
    prevalence: bool = True,
    level: float | None = None,
    name: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """
    Draw the precision-recall curve in steps, with the average precision (AP) in the legend.

    The area under the steps is the AP: the curve holds the precision of a threshold over the recall that this
    threshold gained. Several classes give one line each, the class against the rest, and the macro mean of their
    AP; several labels at once (multi-label) one line a label. A class without positive rows has no line, and the
    legend says so. Call it again with the same `ax` to compare models.

    Parameters
    ----------
    y_true : array-like of shape (n,), or (n, L) for multi-label data
        Labels; or one `Curve`, `CurveStack`, or what `concordant.precision_recall_curve` gave, in place of labels and
        scores.
    y_score : array-like of shape (n,), or (n, K) with one column a class or label
        Scores, higher for the positive class.
    labels : sequence, optional
        Negative and positive class; all classes, or the names of the columns, in the order of the columns.
    pos_label : label, optional
        The positive class of two.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels and NaN scores.
    thresholds : bool or sequence of float
        Thresholds to mark; True marks some along the curve. "Positive" means ``score >= threshold``. Their numbers
        are written at a single curve; of several classes they would cover each other.
    prevalence : bool
        Whether to draw the share of positives, which is the precision of chance, for each line.
    level : float, optional
        The nominal coverage of intervals of the areas, which the legend then holds. Default: no intervals.
    name : str, optional
        The name of a single curve in the legend.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    OptionError
        If `thresholds` are not numbers, or if intervals are asked of points whose rows are not known.
    MissingDependencyError
        If matplotlib is not installed.

    Notes
    -----
    More than 16,004 points are thinned: of those within 1/4000 of the width the first, last, lowest and highest
    are drawn, so that the line moves by less than half a pixel on Axes 2,000 pixels wide.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['AP 0.833', 'prevalence 0.500 (chance)']
    """
    wanted = check_thresholds(thresholds)
    rows: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    curves = records_given(y_true, PrecisionRecallCurve, y_score=y_score, **rows)
    lines, title = _lines_of(curves, name), None
    if not curves:
        state = curves_given(y_true, y_score, **rows, missing=missing)
        points = precision_recall_points.outcome(state).value
        curves = (points,) if isinstance(points, PrecisionRecallCurve) else points
        lines, title = _lines(state, curves, name, level)
    else:
        refuse_intervals("PrecisionRecallCurve", level)
    require_matplotlib()
    ax = axes_or_new(ax, (5.4, 5.2))
    colours = draw_lines(ax, lines, steps=True, thresholds=wanted, below="left")
    if prevalence:
        _draw_prevalence(ax, [p.prevalence for p in curves], colours)
    finish(ax, x="recall (TP / P)", y="precision (TP / (TP + FP))", corner="lower left", title=title)
    return ax


def _lines(
    state: Curve | CurveStack, curves: Sequence[PrecisionRecallCurve], name: str | None, level: float | None
) -> tuple[list[Line], str | None]:
    if isinstance(state, Curve):
        area = average_precision.outcome(state)
        says = f"AP {rate_text(area.value)}{limits_of(average_precision, state, level)[0]}"
        says += f" ({area.reason})" if area.reason else ""
        return [_line(curves[0], entry(name, says) if name else says, area.value)], None
    areas = average_precision.outcome(state, average=None).value.tolist()
    limits = limits_of(average_precision, state, level)
    lines = [
        _line(points, entry(output, f"AP {rate_text(area)}{limit}"), area)
        for output, area, points, limit in zip(state.outputs, areas, curves, limits, strict=True)
    ]
    mean = average_precision.outcome(state, average="macro").value
    return lines, title_of_several(lines, multilabel=state.multilabel, name="AP", mean=mean)


def _lines_of(curves: Sequence[PrecisionRecallCurve], name: str | None) -> list[Line]:
    """The lines of points that are known; the area under their steps is the AP."""
    lines = []
    for points, called in zip(curves, names_of_curves(curves, name), strict=True):
        area = float(np.diff(points.recall, prepend=0.0) @ points.precision) if len(points.recall) else float("nan")
        says = f"AP {rate_text(area)}"
        lines.append(_line(points, entry(called, says) if called else says, area))
    return lines


def _line(points: PrecisionRecallCurve, says: str, area: float) -> Line:
    """Start at recall 0 with the precision of the first threshold: the steps need a left end."""
    return Line(
        np.concatenate([[0.0], points.recall]),
        np.concatenate([points.precision[:1], points.precision]),
        np.concatenate([points.thresholds[:1], points.thresholds]),
        says,
        area == area,  # noqa: PLR0124  (not NaN)
    )


def _draw_prevalence(ax: Axes, shares: Sequence[float], colours: Sequence[str]) -> None:
    """One line of the share of positives a curve: dashed for one curve, dotted in the colour of each for several."""
    if len(shares) == 1:
        share = shares[0]
        same = [line for line in ax.lines if line.get_gid() == "prevalence"]
        if share == share and not any(np.allclose(line.get_ydata(), share) for line in same):  # noqa: PLR0124
            says = f"prevalence {rate_text(share)} (chance)"
            ax.axhline(share, color=text_colour(), alpha=0.45, ls="--", lw=1, label=says, gid="prevalence")
        return
    for share, colour in zip(shares, colours, strict=True):
        ax.axhline(share, color=colour, alpha=0.7, ls=":", lw=1, label="_prevalence", gid="prevalence")
    ax.plot([], [], color=text_colour(), alpha=0.6, ls=":", lw=1, label="prevalence of each (chance)")
