"""Any metric of labels at every threshold of a score, with its band."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.errors import ConcordantError, IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get as metric_named
from concordant.metrics.definition.registry import understand
from concordant.plots._axes import axes_or_new, require_matplotlib
from concordant.plots._given import curves_given
from concordant.plots._lines import COLOURS
from concordant.states import Counts, Curve, CurveStack
from concordant.typing import Column, FloatArray, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LINE = 400  # thresholds of a line
_BAND = 60  # thresholds at which an interval is taken


def metric_by_threshold(
    y_true: Column | Curve,
    y_score: Column | None = None,
    metric: Metric | str | Sequence[Metric | str] = ("recall", "precision", "f1"),
    *,
    level: float | None = 0.95,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    name: str = "threshold",
    ax: Axes | None = None,
    **options: Any,
) -> Axes:
    """
    Draw metrics of labels against the threshold, each with the band of its intervals.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes; or one `Curve` in place of labels and scores.
    y_score : array-like of shape (n,)
        Scores; ``score >= threshold`` is called positive.
    metric : Metric, str or a sequence of them
        Metrics of labels, or names of them, also of elsewhere: ``"mcc"``.
    level : float or None
        The nominal coverage of the bands; None for none.
    labels, pos_label, sample_weight, missing
        As `concordant.roc_curve` takes them.
    name : str
        The name of the axis of thresholds.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **options
        Options of the metrics that have them, such as ``beta=2``.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    OptionError
        If a metric is not of labels, if an option belongs to none of them, or if there are several classes.
    MissingDependencyError
        If matplotlib is not installed.

    Notes
    -----
    A band holds at each threshold by itself, as if the threshold had been chosen before the rows were seen: at the
    threshold that is best on these rows its value is too good (`concordant.best_threshold` says by how much). Lines
    pass 400 thresholds at equal shares of the rows; intervals are taken at 60 of them.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.metric_by_threshold([0, 0, 1, 1] * 9, [0.1, 0.4, 0.35, 0.8] * 9, "f1")
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['F1']
    """
    given = [metric] if isinstance(metric, (Metric, str)) else list(metric)
    wanted = _wanted(given, options)
    rows: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    curve = curves_given(y_true, y_score, **rows, missing=missing)
    if isinstance(curve, CurveStack):
        msg = f"one score of two classes is shown, and there are {len(curve.outputs)} curves: take one of them."
        raise OptionError(msg)
    require_matplotlib()
    ax = axes_or_new(ax, (6.8, 4.2))
    scores, tables = _tables(curve)
    before = sum(line.get_gid() == "metric" for line in ax.lines)
    for place, (one, own) in enumerate(wanted):
        colour = COLOURS[(before + place) % len(COLOURS)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            warnings.simplefilter("ignore", IntervalWarning)
            values = np.asarray(one.outcome(tables, **own).value, np.float64)
            ax.plot(scores, values[: len(scores)], color=colour, lw=1.8, label=_says(one, own), gid="metric")
            if level is not None and len(scores):
                places = np.unique(np.linspace(0, len(scores) - 1, _BAND).round().astype(int))
                low, high = _limits(one, own, [tables[int(k)] for k in places], level)
                ax.fill_between(scores[places], low, high, color=colour, alpha=0.18, lw=0, gid="band")
    ax.set(xlabel=name, ylabel=wanted[0][0].facts.title if len(wanted) == 1 else "metric")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    bands = "" if level is None else f"bands: {100 * level:g} % at each threshold"
    ax.legend(title=bands or None, fontsize="small", title_fontsize="small", framealpha=0.85, alignment="left")
    return ax


def _wanted(given: Sequence[Metric | str], options: Mapping[str, Any]) -> list[tuple[Metric, dict[str, Any]]]:
    """The metrics, each with the options that it has."""
    found: list[tuple[Metric, dict[str, Any]]] = []
    taken: set[str] = set()
    for asked in given:
        meant = understand(asked) if isinstance(asked, str) else None
        one = asked if isinstance(asked, Metric) else metric_named(understand(asked).metric)
        if one.facts.input != "labels" or one.facts.range is None:
            msg = f"{one.name} is not one number of labels, which a threshold decides; take one such as f1 or recall."
            raise OptionError(msg)
        own = {key: value for key, value in options.items() if key in one.options}
        taken |= own.keys()
        found.append((one, {**(meant.options if meant else {}), **own}))
    lost = [key for key in options if key not in taken]
    if lost or not found:
        what = f"none of the metrics has the option {lost[0]!r}." if lost else "no metric is named."
        raise OptionError(what)
    return found


def _says(one: Metric, own: Mapping[str, Any]) -> str:
    shown = ", ".join(f"{key} {value}" for key, value in own.items() if value is not None)
    return f"{one.facts.title} ({shown})" if shown else one.facts.title


def _tables(curve: Curve) -> tuple[FloatArray, Counts]:
    """Thresholds in ascending order, at equal shares of the rows, and the table at each."""
    scores, every = np.asarray(curve.scores, np.float64), curve.counts()
    rows = np.asarray(curve.weights, np.float64).sum(axis=-1)
    total = float(rows.sum())
    if not total:
        return np.empty(0), every
    places = np.unique(np.searchsorted(np.cumsum(rows) / total, np.linspace(0, 1, _LINE)).clip(0, len(scores) - 1))
    places = places[np.isfinite(scores[places])][::-1]
    return scores[places], every[places]


def _limits(
    one: Metric, own: Mapping[str, Any], tables: Sequence[Counts], level: float
) -> tuple[FloatArray, FloatArray]:
    """The limits at each threshold; NaN where there is no interval."""
    found = np.full((2, len(tables)), np.nan)
    for place, counts in enumerate(tables):
        try:
            interval: Any = one.interval_of(counts, level=level, **own)
        except ConcordantError:
            continue  # such as a table with one class; the line has a gap there as well
        found[:, place] = interval.low, interval.high
    return found[0], found[1]
