"""`roc_curve`, `precision_recall_curve`, `det_curve`, `gain_curve`, `lift_curve`."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from concordant.figures.paint_matplotlib import (
    Line,
    axes_or_new,
    draw_lines,
    entry,
    finish,
    limits_of,
    names_of_curves,
    refuse_intervals,
    require_matplotlib,
    text_colour,
    title_of_several,
)
from concordant.figures.thinning import Thresholds, check_thresholds
from concordant.metrics.definition.metric import Metric
from concordant.metrics.ranking.average_precision import average_precision
from concordant.metrics.ranking.curves import det_curve as det_points
from concordant.metrics.ranking.curves import gain_curve as gain_points
from concordant.metrics.ranking.curves import lift_curve as lift_points
from concordant.metrics.ranking.curves import precision_recall_curve as precision_recall_points
from concordant.metrics.ranking.curves import roc_curve as roc_points
from concordant.metrics.ranking.roc_auc import roc_auc
from concordant.plots.given import curves_given, records_given, refuse_missing_column, refuse_with_state
from concordant.result import DetCurve, GainCurve, LiftCurve, PrecisionRecallCurve, RocCurve
from concordant.result.record import PicturedCurve
from concordant.result.wording import rate_text
from concordant.states import Curve, CurveStack
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes


R = TypeVar("R", bound=PicturedCurve)
_DEPTH = "share of all rows, highest scores first"
_SHARES = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)  # ticks of the normal scale


def det_curve(
    y_true: Column | Curve | CurveStack | DetCurve,
    y_score: Column | None = None,
    *,
    name: str | None = None,
    ax: Axes | None = None,
    **reading: Any,
) -> Axes:
    """
    Draw the detection error tradeoff: the share of positives missed against the share of negatives taken.

    Both axes have the normal scale (Martin et al. 1997, Eurospeech): normal scores give a straight line.

    Parameters
    ----------
    y_true, y_score
        Labels and scores; or one `Curve`, `CurveStack`, or what `concordant.det_curve` gave, in place of both.
    name : str, optional
        The name of a single curve in the legend.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **reading
        ``labels``, ``pos_label``, ``sample_weight`` and ``missing``, as `concordant.det_curve` takes them.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.det_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> ax.get_xlabel()
    'false positive rate (FP / N)'
    """
    curves, names = _curves(det_points, DetCurve, y_true, y_score, name, reading)
    require_matplotlib()
    from matplotlib.scale import FuncScale
    from matplotlib.ticker import FixedLocator, NullLocator

    ax = axes_or_new(ax, (5.4, 5.2))
    draw_lines(ax, _score_curves_lines(curves, names, "fpr", "fnr"), steps=False, thresholds=(), below="right")
    finish(ax, x="false positive rate (FP / N)", y="false negative rate (FN / P)", corner="upper right", title=None)
    ends = _SHARES[0] / 2, 1 - _SHARES[0] / 2

    normal = NormalDist()
    quantile, share = (np.vectorize(one, otypes=[float]) for one in (normal.inv_cdf, normal.cdf))

    def scaled(shares: Any) -> Any:
        return quantile(np.clip(shares, 1e-9, 1 - 1e-9))

    for axis in (ax.xaxis, ax.yaxis):
        axis.axes.set(**{f"{axis.axis_name}scale": FuncScale(axis, (scaled, share))})
        axis.axes.set(**{f"{axis.axis_name}lim": ends})
        axis.set_major_locator(FixedLocator(_SHARES))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(lambda share, _: f"{100 * share:g} %")
    return ax


def gain_curve(
    y_true: Column | Curve | CurveStack | GainCurve,
    y_score: Column | None = None,
    *,
    name: str | None = None,
    ax: Axes | None = None,
    **reading: Any,
) -> Axes:
    """
    Draw the cumulative gain: the share of the positive rows among the rows with the highest scores.

    The dotted line is what a perfect ranking of a single curve would gain, the dashed one what chance gains.

    Parameters
    ----------
    y_true, y_score
        Labels and scores; or one `Curve`, `CurveStack`, or what `concordant.gain_curve` gave, in place of both.
    name : str, optional
        The name of a single curve in the legend.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **reading
        ``labels``, ``pos_label``, ``sample_weight`` and ``missing``, as `concordant.gain_curve` takes them.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.gain_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['model', 'perfect', 'chance']
    """
    curves, names = _curves(gain_points, GainCurve, y_true, y_score, name, reading)
    require_matplotlib()
    ax = axes_or_new(ax, (5.4, 5.2))
    draw_lines(ax, _score_curves_lines(curves, names, "depth", "gain"), steps=False, thresholds=(), below="right")
    quiet: dict[str, Any] = {"color": text_colour(), "alpha": 0.45, "lw": 1}
    if len(curves) == 1 and curves[0].prevalence > 0:
        ax.plot([0, curves[0].prevalence, 1], [0, 1, 1], ls=":", label="perfect", gid="perfect", **quiet)
    if not any(line.get_gid() == "chance" for line in ax.lines):
        ax.plot([0, 1], [0, 1], ls="--", label="chance", gid="chance", **quiet)
    finish(ax, x=_DEPTH, y="share of the positive rows", corner="lower right", title=None)
    return ax


def lift_curve(
    y_true: Column | Curve | CurveStack | LiftCurve,
    y_score: Column | None = None,
    *,
    name: str | None = None,
    ax: Axes | None = None,
    **reading: Any,
) -> Axes:
    """
    Draw the lift: how many times as frequent positive rows are among those with the highest scores as among all.

    Parameters
    ----------
    y_true, y_score
        Labels and scores; or one `Curve`, `CurveStack`, or what `concordant.lift_curve` gave, in place of both.
    name : str, optional
        The name of a single curve in the legend.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **reading
        ``labels``, ``pos_label``, ``sample_weight`` and ``missing``, as `concordant.lift_curve` takes them.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.lift_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['model', 'chance']
    """
    curves, names = _curves(lift_points, LiftCurve, y_true, y_score, name, reading)
    require_matplotlib()
    ax = axes_or_new(ax, (6.0, 4.4))
    lines = _score_curves_lines(curves, names, "depth", "lift")
    draw_lines(ax, lines, steps=False, thresholds=(), below="right")
    if not any(line.get_gid() == "chance" for line in ax.lines):
        ax.axhline(1, color=text_colour(), alpha=0.45, lw=1, ls="--", label="chance", gid="chance")
    top = max([1.0, *(float(line.y.max(initial=0.0)) for line in lines if line.defined), ax.dataLim.y1])
    finish(ax, x=_DEPTH, y="lift", corner="upper right", title=None)
    ax.set_aspect("auto")
    ax.set_ylim(0, 1.06 * top)
    return ax


def _curves(
    metric: Metric, kind: type[R], y_true: Any, y_score: Column | None, name: str | None, reading: dict[str, Any]
) -> tuple[tuple[Any, ...], list[str | None]]:
    """The curves with their names: those of a record that is known, or of columns or a state."""
    found = records_given(y_true, kind, y_score=y_score, **reading)
    if found:
        return found, names_of_curves(found, name)
    if isinstance(y_true, (Curve, CurveStack)):
        refuse_with_state(type(y_true).__name__, y_score=y_score, **reading)
        state = y_true
    else:
        refuse_missing_column(y_score, "y_score", "labels and scores", "a Curve")
        metric.check_call(reading)
        state = metric.state(y_true, y_score, **reading)
    points = metric.outcome(state).value
    return ((points,), [name]) if isinstance(state, Curve) else (points, [str(output) for output in state.outputs])


def _score_curves_lines(curves: Sequence[Any], names: Sequence[Any], x: str, y: str) -> list[Line]:
    return [
        Line(
            getattr(curve, x),
            getattr(curve, y),
            curve.thresholds,
            entry("model" if called is None else called, "").removesuffix(": "),
            not np.isnan(getattr(curve, y)).any() and not np.isnan(getattr(curve, x)).any(),
        )
        for curve, called in zip(curves, names, strict=True)
    ]


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
    lines, title = _roc_curve_lines_of(found, name), None
    if not found:
        lines, title = _roc_curve_lines(curves_given(y_true, y_score, **rows, missing=missing), name, level)
    else:
        refuse_intervals("RocCurve", level)
    require_matplotlib()
    ax = axes_or_new(ax, (5.4, 5.2))
    draw_lines(ax, lines, steps=False, thresholds=wanted, below="right")
    if chance and not any(line.get_gid() == "chance" for line in ax.lines):
        ax.plot([0, 1], [0, 1], color=text_colour(), alpha=0.45, ls="--", lw=1, label="chance", gid="chance")
    finish(ax, x="false positive rate (FP / N)", y="true positive rate (TP / P)", corner="lower right", title=title)
    return ax


def _roc_curve_lines(state: Curve | CurveStack, name: str | None, level: float | None) -> tuple[list[Line], str | None]:
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


def _roc_curve_lines_of(curves: Sequence[RocCurve], name: str | None) -> list[Line]:
    """The lines of points that are known; the area under them is the AUC."""
    lines = []
    for points, called in zip(curves, names_of_curves(curves, name), strict=True):
        area = float(np.diff(points.fpr) @ (points.tpr[1:] + points.tpr[:-1])) / 2
        says = f"AUC {rate_text(area)}"
        says = entry(called, says) if called else says
        lines.append(Line(points.fpr, points.tpr, points.thresholds, says, area == area))  # noqa: PLR0124  (not NaN)
    return lines


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
    lines, title = _precision_recall_curve_lines_of(curves, name), None
    if not curves:
        state = curves_given(y_true, y_score, **rows, missing=missing)
        points = precision_recall_points.outcome(state).value
        curves = (points,) if isinstance(points, PrecisionRecallCurve) else points
        lines, title = _precision_recall_curve_lines(state, curves, name, level)
    else:
        refuse_intervals("PrecisionRecallCurve", level)
    require_matplotlib()
    ax = axes_or_new(ax, (5.4, 5.2))
    colours = draw_lines(ax, lines, steps=True, thresholds=wanted, below="left")
    if prevalence:
        _draw_prevalence(ax, [p.prevalence for p in curves], colours)
    finish(ax, x="recall (TP / P)", y="precision (TP / (TP + FP))", corner="lower left", title=title)
    return ax


def _precision_recall_curve_lines(
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


def _precision_recall_curve_lines_of(curves: Sequence[PrecisionRecallCurve], name: str | None) -> list[Line]:
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
