"""Pictures of further curves of a score: detection error tradeoff, cumulative gain, lift."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from concordant.metrics.definition.metric import Metric
from concordant.metrics.ranking.curves import det_curve as det_points
from concordant.metrics.ranking.curves import gain_curve as gain_points
from concordant.metrics.ranking.curves import lift_curve as lift_points
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._given import records_given, refuse_missing_column, refuse_with_state
from concordant.plots._lines import Line, draw_lines, entry, finish, names_of_curves
from concordant.result import DetCurve, GainCurve, LiftCurve
from concordant.result.record import PicturedCurve
from concordant.states import Curve, CurveStack
from concordant.typing import Column

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
    draw_lines(ax, _lines(curves, names, "fpr", "fnr"), steps=False, thresholds=(), below="right")
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
    draw_lines(ax, _lines(curves, names, "depth", "gain"), steps=False, thresholds=(), below="right")
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
    lines = _lines(curves, names, "depth", "lift")
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


def _lines(curves: Sequence[Any], names: Sequence[Any], x: str, y: str) -> list[Line]:
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
