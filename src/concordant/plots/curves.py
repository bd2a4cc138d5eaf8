"""Curves of scores: `roc_curve`, `precision_recall_curve`, `det_curve`, `gain_curve`, `lift_curve`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

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
_NORMAL_TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)


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
    reading = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight, "missing": missing}
    _, lines, title = _lines_with_area(_ROC, y_true, y_score, reading, name, level)
    require_matplotlib()
    ax = axes_or_new(ax, (5.4, 5.2))
    draw_lines(ax, lines, steps=False, thresholds=wanted, below="right")
    if chance and not any(line.get_gid() == "chance" for line in ax.lines):
        ax.plot([0, 1], [0, 1], color=text_colour(), alpha=0.45, ls="--", lw=1, label="chance", gid="chance")
    finish(ax, x="false positive rate (FP / N)", y="true positive rate (TP / P)", corner="lower right", title=title)
    return ax


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
    reading = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight, "missing": missing}
    curves, lines, title = _lines_with_area(_PRECISION_RECALL, y_true, y_score, reading, name, level)
    require_matplotlib()
    ax = axes_or_new(ax, (5.4, 5.2))
    colours = draw_lines(ax, lines, steps=True, thresholds=wanted, below="left")
    if prevalence:
        _draw_prevalence(ax, [p.prevalence for p in curves], colours)
    finish(ax, x="recall (TP / P)", y="precision (TP / (TP + FP))", corner="lower left", title=title)
    return ax


def _draw_prevalence(ax: Axes, shares: Sequence[float], colours: Sequence[str]) -> None:
    """Draw the share of positives: a dashed line for one curve, dotted lines in their colours for several."""
    if len(shares) == 1:
        share = shares[0]
        same = [line for line in ax.lines if line.get_gid() == "prevalence"]
        if share == share and not any(np.allclose(line.get_ydata(), share) for line in same):  # noqa: PLR0124
            label = f"prevalence {rate_text(share)} (chance)"
            ax.axhline(share, color=text_colour(), alpha=0.45, ls="--", lw=1, label=label, gid="prevalence")
        return
    for share, colour in zip(shares, colours, strict=True):
        ax.axhline(share, color=colour, alpha=0.7, ls=":", lw=1, label="_prevalence", gid="prevalence")
    ax.plot([], [], color=text_colour(), alpha=0.6, ls=":", lw=1, label="prevalence of each (chance)")


class _AreaCurve(NamedTuple):
    """A curve with the area under it in the legend."""

    points: Metric
    record: type[PicturedCurve]
    area: Metric
    abbreviation: str
    area_of: Callable[[Any], float]
    line: Callable[[Any, str, float], Line]


def _lines_with_area(
    curve: _AreaCurve,
    y_true: Any,
    y_score: Column | None,
    reading: dict[str, Any],
    name: str | None,
    level: float | None,
) -> tuple[Sequence[Any], list[Line], str | None]:
    """The points of each curve, their lines, and the title of the legend."""
    options = {key: value for key, value in reading.items() if key != "missing"}
    records: Sequence[Any] = records_given(y_true, curve.record, y_score=y_score, **options)
    if records:
        lines = []
        for points, class_name in zip(records, names_of_curves(records, name), strict=True):
            area = curve.area_of(points)
            label = f"{curve.abbreviation} {rate_text(area)}"
            lines.append(curve.line(points, entry(class_name, label) if class_name else label, area))
        refuse_intervals(curve.record.__name__, level)
        return records, lines, None
    state = curves_given(y_true, y_score, **reading)
    points = curve.points.outcome(state).value
    limits = limits_of(curve.area, state, level)
    if isinstance(state, Curve):
        outcome = curve.area.outcome(state)
        label = f"{curve.abbreviation} {rate_text(outcome.value)}{limits[0]}"
        label += f" ({outcome.reason})" if outcome.reason else ""
        return (points,), [curve.line(points, entry(name, label) if name else label, outcome.value)], None
    areas = curve.area.outcome(state, average=None).value.tolist()
    lines = [
        curve.line(part, entry(output, f"{curve.abbreviation} {rate_text(area)}{limit}"), area)
        for output, area, part, limit in zip(state.outputs, areas, points, limits, strict=True)
    ]
    mean = curve.area.outcome(state, average="macro").value
    return points, lines, title_of_several(lines, multilabel=state.multilabel, name=curve.abbreviation, mean=mean)


def _area_under(points: RocCurve) -> float:
    return float(np.diff(points.fpr) @ (points.tpr[1:] + points.tpr[:-1])) / 2


def _roc_line(points: RocCurve, label: str, area: float) -> Line:
    return Line(points.fpr, points.tpr, points.thresholds, label, area == area)  # noqa: PLR0124  (not NaN)


_ROC = _AreaCurve(roc_points, RocCurve, roc_auc, "AUC", _area_under, _roc_line)


def _area_under_steps(points: PrecisionRecallCurve) -> float:
    return float(np.diff(points.recall, prepend=0.0) @ points.precision) if len(points.recall) else float("nan")


def _precision_recall_line(points: PrecisionRecallCurve, label: str, area: float) -> Line:
    """Start at recall 0 with the precision of the first threshold: the steps need a left end."""
    return Line(
        np.concatenate([[0.0], points.recall]),
        np.concatenate([points.precision[:1], points.precision]),
        np.concatenate([points.thresholds[:1], points.thresholds]),
        label,
        area == area,  # noqa: PLR0124  (not NaN)
    )


_PRECISION_RECALL = _AreaCurve(
    precision_recall_points, PrecisionRecallCurve, average_precision, "AP", _area_under_steps, _precision_recall_line
)


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
    draw_lines(ax, _lines_of(curves, names, "fpr", "fnr"), steps=False, thresholds=(), below="right")
    finish(ax, x="false positive rate (FP / N)", y="false negative rate (FN / P)", corner="upper right", title=None)
    ends = _NORMAL_TICKS[0] / 2, 1 - _NORMAL_TICKS[0] / 2

    normal = NormalDist()
    quantile, share = (np.vectorize(function, otypes=[float]) for function in (normal.inv_cdf, normal.cdf))

    def scaled(shares: Any) -> Any:
        return quantile(np.clip(shares, 1e-9, 1 - 1e-9))

    for axis in (ax.xaxis, ax.yaxis):
        axis.axes.set(**{f"{axis.axis_name}scale": FuncScale(axis, (scaled, share))})
        axis.axes.set(**{f"{axis.axis_name}lim": ends})
        axis.set_major_locator(FixedLocator(_NORMAL_TICKS))
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
    draw_lines(ax, _lines_of(curves, names, "depth", "gain"), steps=False, thresholds=(), below="right")
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
    lines = _lines_of(curves, names, "depth", "lift")
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
    """The curves with their names: those of a record, of columns or of a state."""
    records = records_given(y_true, kind, y_score=y_score, **reading)
    if records:
        return records, names_of_curves(records, name)
    if isinstance(y_true, (Curve, CurveStack)):
        refuse_with_state(type(y_true).__name__, y_score=y_score, **reading)
        state = y_true
    else:
        refuse_missing_column(y_score, "y_score", "labels and scores", "a Curve")
        metric.check_call(reading)
        state = metric.state(y_true, y_score, **reading)
    points = metric.outcome(state).value
    return ((points,), [name]) if isinstance(state, Curve) else (points, [str(output) for output in state.outputs])


def _lines_of(curves: Sequence[Any], names: Sequence[Any], x: str, y: str) -> list[Line]:
    return [
        Line(
            getattr(curve, x),
            getattr(curve, y),
            curve.thresholds,
            entry("model" if class_name is None else class_name, "").removesuffix(": "),
            not np.isnan(getattr(curve, y)).any() and not np.isnan(getattr(curve, x)).any(),
        )
        for curve, class_name in zip(curves, names, strict=True)
    ]
