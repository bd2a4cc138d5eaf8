"""The ROC curve, one line a class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.metrics.ranking.curves import roc_curve as roc_points
from concordant.metrics.ranking.roc_auc import roc_auc
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._given import curves_given, records_given
from concordant.plots._legend_intervals import limits_of, refuse_intervals
from concordant.plots._lines import Line, draw_lines, entry, finish, names_of_curves, title_of_several
from concordant.plots._thresholds import Thresholds, check_thresholds
from concordant.result import RocCurve
from concordant.result.wording import rate_text
from concordant.states import Curve, CurveStack
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def roc_curve(
    y_true: Column | Curve | CurveStack | RocCurve,
    y_score: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    thresholds: Thresholds = False,
    chance: bool = True,
    level: float | None = None,
    name: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """
    Draw the ROC curve: the true against the false positive rate at every threshold, with the AUC in the legend.

    Several classes give one line each, the class against the rest, and the macro mean of their AUC; several
    labels at once (multi-label) one line a label. A class without positive or negative rows has no line, and the
    legend says so. Call it again with the same `ax` to compare models.

    Parameters
    ----------
    y_true : array-like of shape (n,), or (n, L) for multi-label data
        Labels; or one `Curve`, `CurveStack`, or what `concordant.roc_curve` gave, in place of labels and scores.
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
    chance : bool
        Whether to draw the diagonal, which scores that know nothing have on average.
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
    Points are joined by straight lines, so that the area under the line is the AUC, ties included. More than
    16,004 points are thinned: of those within 1/4000 of the width the first, last, lowest and highest are drawn,
    so that the line moves by less than half a pixel on Axes 2,000 pixels wide.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], thresholds=[0.3])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['AUC 0.750', 'chance']
    """
    wanted = check_thresholds(thresholds)
    rows: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    found = records_given(y_true, RocCurve, y_score=y_score, **rows)
    lines, title = _lines_of(found, name), None
    if not found:
        lines, title = _lines(curves_given(y_true, y_score, **rows, missing=missing), name, level)
    else:
        refuse_intervals("RocCurve", level)
    require_matplotlib()
    ax = axes_or_new(ax, (5.4, 5.2))
    draw_lines(ax, lines, steps=False, thresholds=wanted, below="right")
    if chance and not any(line.get_gid() == "chance" for line in ax.lines):
        ax.plot([0, 1], [0, 1], color=text_colour(), alpha=0.45, ls="--", lw=1, label="chance", gid="chance")
    finish(ax, x="false positive rate (FP / N)", y="true positive rate (TP / P)", corner="lower right", title=title)
    return ax


def _lines(state: Curve | CurveStack, name: str | None, level: float | None) -> tuple[list[Line], str | None]:
    if isinstance(state, Curve):
        area = roc_auc.outcome(state)
        says = f"AUC {rate_text(area.value)}{limits_of(roc_auc, state, level)[0]}"
        says += f" ({area.reason})" if area.reason else ""
        points = roc_points.outcome(state).value
        line = Line(
            points.fpr, points.tpr, points.thresholds, entry(name, says) if name else says, area.value == area.value
        )
        return [line], None
    areas = roc_auc.outcome(state, average=None).value
    curves = roc_points.outcome(state).value
    limits = limits_of(roc_auc, state, level)
    lines = [
        Line(p.fpr, p.tpr, p.thresholds, entry(output, f"AUC {rate_text(area)}{limit}"), bool(area == area))  # noqa: PLR0124
        for output, area, p, limit in zip(state.outputs, areas.tolist(), curves, limits, strict=True)
    ]
    mean = roc_auc.outcome(state, average="macro").value
    return lines, title_of_several(lines, multilabel=state.multilabel, name="AUC", mean=mean)


def _lines_of(curves: Sequence[RocCurve], name: str | None) -> list[Line]:
    """The lines of points that are known; the area under them is the AUC."""
    lines = []
    for points, called in zip(curves, names_of_curves(curves, name), strict=True):
        area = float(np.diff(points.fpr) @ (points.tpr[1:] + points.tpr[:-1])) / 2
        says = f"AUC {rate_text(area)}"
        says = entry(called, says) if called else says
        lines.append(Line(points.fpr, points.tpr, points.thresholds, says, area == area))  # noqa: PLR0124  (not NaN)
    return lines
