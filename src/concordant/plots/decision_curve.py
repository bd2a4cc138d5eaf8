"""The decision curve: net benefit at every threshold, beside treating all and treating none."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
import numpy.typing as npt

from concordant.errors import IntervalWarning, OptionError
from concordant.metrics.probabilities.net_benefit import decision_curve as decision_points
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._given import records_given, refuse_missing_column, refuse_with_state
from concordant.plots._lines import COLOURS, entry, names_of_curves
from concordant.result import DecisionCurve
from concordant.result.intervals import Intervals
from concordant.states import Curve, CurveStack
from concordant.typing import Column, FloatArray, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Band = Literal["pointwise", "simultaneous"] | None

_INSIDE = 6  # a longer legend stands beside the Axes
_PART = {"pointwise": "net_benefit", "simultaneous": "band"}


def decision_curve(
    y_true: Column | Curve | CurveStack | DecisionCurve,
    y_prob: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    cluster: Column | None = None,
    missing: Missing = "raise",
    thresholds: npt.ArrayLike | None = None,
    prevalence: float | None = None,
    standardized: bool = False,
    band: Band = "pointwise",
    level: float = 0.95,
    name: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """
    Draw the decision curve: the net benefit at every threshold, beside treating all rows and treating none.

    Call it again with the same `ax` to compare models. Several classes give one line each, the class against the rest,
    with treating all rows of it dotted in its colour; several labels at once (multi-label) one line a label. A class
    whose net benefit is undefined has no line, and the legend says so.

    Parameters
    ----------
    y_true : array-like of shape (n,), or (n, L) for multi-label data
        Labels; or one `Curve` or `CurveStack` of probabilities, or what `concordant.decision_curve` gave (it has no
        band), in place of labels and probabilities.
    y_prob : array-like of shape (n,), or (n, K) with one column a class or label
        Probabilities of the positive class, or of each.
    labels : sequence, optional
        Negative and positive class; all classes, or the names of the columns, in the order of the columns.
    pos_label : label, optional
        The positive class of two.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    cluster : array-like of shape (n,), optional
        Which rows belong together: their band is wider.
    missing : {"raise", "drop"}
        What to do with missing labels and NaN probabilities.
    thresholds : array-like, optional
        Ascending, each at least 0 and below 1. Default: 0.01, 0.02, ... 0.99.
    prevalence : float, optional
        The share of positives where the model is used, for case-control data.
    standardized : bool
        Whether to divide by the prevalence: the share of the greatest possible net benefit.
    band : {"pointwise", "simultaneous"} or None
        The limits of a single curve: for each threshold by itself, or for the whole curve at once. None draws none.
    level : float
        The nominal coverage of the band.
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
        If `band` or `thresholds` are not as above.
    MissingDependencyError
        If matplotlib is not installed.

    Notes
    -----
    The vertical axis starts a little below 0, as is usual: the line of treating all falls without end. Doubts in the
    limits, which `decision_curve.interval` warns of, are not repeated here.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.decision_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], band=None)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['model', 'treat all', 'treat none']
    """
    if band is not None and band not in _PART:
        msg = f'band must be "pointwise", "simultaneous" or None, not {band!r}.'
        raise OptionError(msg)
    require_matplotlib()
    reading: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    options: dict[str, Any] = {"thresholds": thresholds, "prevalence": prevalence, "standardized": standardized}
    points = records_given(y_true, DecisionCurve, y_prob=y_prob, cluster=cluster, **reading)
    if points:
        return _draw_points(points, name, axes_or_new(ax, (6.4, 4.6)), standardized=standardized)
    if isinstance(y_true, (Curve, CurveStack)):
        refuse_with_state(type(y_true).__name__, y_prob=y_prob, cluster=cluster, **reading)
        state = y_true
    else:
        refuse_missing_column(y_prob, "y_prob", "labels and probabilities", "a Curve")
        state = decision_points.state(y_true, y_prob, missing=missing, **reading)
    found = decision_points.outcome(state, **options)
    ax = axes_or_new(ax, (6.4, 4.6))
    if isinstance(state, Curve):
        limits = None
        if band is not None and found.reason is None:
            data = (y_true,) if state is y_true else (y_true, y_prob)
            more = {} if state is y_true else {**reading, "missing": missing, "cluster": cluster}
            limits = _limits(data, level, {**options, **more})[_PART[band]]
        says = "model" if name is None else entry(name, "").removesuffix(": ")
        _draw(ax, found.value, says + (f": undefined ({found.reason})" if found.reason else ""), limits)
        _everybody(ax, found.value)
    else:
        for output, curve in zip(state.outputs, found.value, strict=True):
            undefined = bool(np.isnan(curve.net_benefit).all())
            label = entry(output, "undefined") if undefined else entry(output, "").removesuffix(": ")
            colour = _draw(ax, curve, label)
            ax.plot(curve.thresholds, curve.treat_all, color=colour, ls=":", lw=1, label="_treat all", gid="treat all")
        ax.plot([], [], color=text_colour(), alpha=0.6, ls=":", lw=1, label="treat all, of each")
    _finish(ax, standardized=standardized)
    return ax


def _draw_points(curves: Sequence[DecisionCurve], name: str | None, ax: Axes, *, standardized: bool) -> Axes:
    """Draw curves that are known."""
    for curve, called in zip(curves, names_of_curves(curves, name), strict=True):
        says = "model" if called is None else entry(called, "").removesuffix(": ")
        _draw(ax, curve, says + (": undefined" if np.isnan(curve.net_benefit).all() else ""))
        _everybody(ax, curve)
    _finish(ax, standardized=standardized)
    return ax


def _limits(data: tuple[Any, ...], level: float, options: dict[str, Any]) -> dict[str, Intervals]:
    """The intervals of a column of probabilities, or of a state of one, without warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        take = decision_points.interval if len(data) == 2 else decision_points.interval_of
        return cast("dict[str, Intervals]", take(*data, level=level, **options))


def _draw(ax: Axes, curve: DecisionCurve, says: str, limits: Intervals | None = None) -> str:
    """Draw one curve with its band, and return its colour."""
    before = sum(line.get_gid() == "curve" for line in ax.lines)
    colour, again = COLOURS[before % len(COLOURS)], before // len(COLOURS) % 2
    defined = ~np.isnan(curve.net_benefit)
    ax.plot(
        curve.thresholds[defined],
        curve.net_benefit[defined],
        color=colour,
        lw=1.8,
        ls=("--" if again else "-") if defined.any() else "none",
        label=says,
        gid="curve",
        zorder=2.5,
    )
    if limits is not None:
        ax.fill_between(
            curve.thresholds, limits.low, limits.high, color=colour, alpha=0.18, lw=0, gid="band", label="_band"
        )
    return colour


def _everybody(ax: Axes, curve: DecisionCurve) -> None:
    """Treating all, once for each prevalence and range of thresholds."""
    same = [line for line in ax.lines if line.get_gid() == "treat all"]
    points = np.array([curve.thresholds, curve.treat_all])
    if np.isnan(points).any() or any(_is_same(np.array(line.get_data()), points) for line in same):
        return
    label = "_treat all" if same else "treat all"
    ax.plot(*points, color=text_colour(), alpha=0.6, ls="--", lw=1, label=label, gid="treat all")


def _is_same(line: FloatArray, points: FloatArray) -> bool:
    return line.shape == points.shape and bool(np.allclose(line, points))


def _finish(ax: Axes, *, standardized: bool) -> None:
    """Treating none, the names of the axes, their limits, and the legend with the models first."""
    if not any(line.get_gid() == "treat none" for line in ax.lines):
        ax.axhline(0, color=text_colour(), alpha=0.6, lw=1, label="treat none", gid="treat none")
    drawn = [line for line in ax.lines if line.get_gid() in ("curve", "treat all")]
    points = np.concatenate([np.asarray(line.get_xydata(), dtype=np.float64) for line in drawn] or [np.zeros((0, 2))])
    points = points[np.isfinite(points).all(1)]
    if len(points):
        top = max(1e-3, float(points[:, 1].max()))
        ends = [float(patch.get_datalim(ax.transData).y1) for patch in ax.collections if patch.get_gid() == "band"]
        top = max(top, min(max(ends, default=0.0), 1.3 * top))
        ax.set(xlim=(points[:, 0].min() - 0.01, points[:, 0].max() + 0.01), ylim=(-0.15 * top, 1.08 * top))
    ax.set(xlabel="threshold probability", ylabel="net benefit / prevalence" if standardized else "net benefit")
    entries = [line for line in ax.lines if not str(line.get_label()).startswith("_")]
    entries.sort(key=lambda line: line.get_gid() != "curve")
    beside = len(entries) > _INSIDE
    place: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    legend = ax.legend(
        handles=entries,
        fontsize="small" if len(entries) > 4 else "medium",
        ncols=1 + len(entries) // 26,
        **(place if beside else {"loc": "upper right"}),
    )
    legend.set_zorder(4)
