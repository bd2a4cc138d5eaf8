"""Thresholds and cut points: where they lie, and what a metric, a decision and the scores look like around them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import aim_of, read_conditions
from concordant.decisions.search import ThresholdTable
from concordant.decisions.thresholds import best_threshold as find
from concordant.errors import ConcordantError, InputTypeError, IntervalWarning, LabelError, OptionError
from concordant.figures.paint_matplotlib import (
    COLOURS,
    axes_or_new,
    entry,
    names_of_curves,
    require_matplotlib,
    text_colour,
)
from concordant.figures.thinning import judged_title, kept_points
from concordant.inputs.scores import check_ordinal_scores
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get as metric_named
from concordant.metrics.definition.registry import understand
from concordant.metrics.probabilities.net_benefit import decision_curve as decision_points
from concordant.names import require_choice
from concordant.plots.given import curves_given, records_given, refuse_missing_column, refuse_with_state
from concordant.result import BestThreshold, CutPoints, DecisionCurve, GuaranteedThreshold
from concordant.result.intervals import Intervals
from concordant.result.wording import compact_count, short
from concordant.settings import without_warnings
from concordant.states import Counts, Curve, CurveStack
from concordant.typing import Column, FloatArray, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_BINS = 60
_LINE_HEIGHT = 12  # points from one line of numbers to the next
_TALLEST = 0.86  # of the room between two labels
_COLOURS = (("gets this label", "tab:blue"), ("gets another", "tab:orange"))
_ALPHA = 0.75
_CLOSE = 0.07  # numbers of cuts that are nearer to each other, as a share of the axis, would cover each other

Band = Literal["pointwise", "simultaneous"] | None
_BAND_PARTS = {"pointwise": "net_benefit", "simultaneous": "band"}

_THRESHOLDS = 400  # of a line of a metric
_INTERVALS = 60  # thresholds at which an interval is taken


def ordinal_cut_points(
    y_true: Column,
    y_score: Column,
    cuts: CutPoints,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    names: tuple[str, str] = ("truth", "score"),
    ax: Axes | None = None,
) -> Axes:
    """
    Draw how the score is spread in each label of the truth, with the cut points as lines.

    One row a label, the lowest at the bottom: a histogram of its scores, each to its own height, in blue where the cut
    points give the row its true label and in orange where they give another one. The numbers at the right are the rows
    of the label and the share of them that get it. Scores are shown between their quantiles 0.001 and 0.999, but over
    no more than twice the range of the middle 90 %, and those outside at the ends.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Ordered labels.
    y_score : array-like of shape (n,)
        The score.
    cuts : CutPoints
        As `concordant.decisions.ordinal_cut_points` gives them, of these rows or of others.
    labels : sequence, optional
        All labels in their order. Default: those of `cuts`.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels and NaN scores.
    names : tuple of two str
        The names of the labels and of the score, for the axes.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    LabelError
        If `labels` are not those of the cut points.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> from concordant.decisions import ordinal_cut_points
    >>> truth, score = [1, 1, 2, 2, 3, 3], [0.1, 0.3, 0.2, 0.5, 0.7, 0.9]
    >>> cuts = ordinal_cut_points(truth, score, method="exact", cv=None)
    >>> ax = plots.ordinal_cut_points(truth, score, cuts)
    >>> ax.get_title()
    'cohen kappa 0.889 at the exact cut points'
    """
    if not isinstance(cuts, CutPoints):
        raise InputTypeError(f"cuts must be the CutPoints that ordinal_cut_points gives, not {type(cuts).__name__}.")
    order = cuts.labels if labels is None else tuple(labels)
    if order != cuts.labels:
        raise LabelError(f"labels must be those of the cut points, {cuts.labels}, not {order}.")
    rows = check_ordinal_scores(y_true, y_score, labels=order, sample_weight=sample_weight, missing=missing)
    require_matplotlib()
    from matplotlib.patches import Patch

    ax = axes_or_new(ax, (7.2, 1.6 + 0.62 * max(len(order), 2)))
    weights = np.ones(len(rows.scores)) if rows.weights is None else rows.weights.astype(np.float64)
    scores = rows.scores.astype(np.float64)
    low, high = _score_limits(scores, np.array(cuts.cut_points))
    ends = np.array([-np.inf, *cuts.cut_points, np.inf])  # label k: from ends[k] up to, without, ends[k + 1]
    for index in range(len(order)):
        mask = np.asarray(rows.y_true) == index
        edges = (ends[index], ends[index + 1])
        _draw_histogram(ax, index, np.clip(scores[mask], low, high), weights[mask], (low, high), edges)
        _write_share(ax, index, scores[mask], weights[mask], edges)
    shown = [cut for cut in cuts.cut_points if low <= cut <= high]
    levels = _levels(shown, _CLOSE * (high - low))
    for cut, level in zip(shown, levels, strict=True):
        ax.axvline(cut, color=text_colour(), lw=1.2, ls="--", gid="cut")
        _write_cut(ax, cut, 4 + _LINE_HEIGHT * level)
    ax.set_yticks(range(len(order)), [short(label, 20) for label in order])
    ax.set_ylim(-0.12, max(len(order), 1) - 0.02)
    ax.set_xlim(low, high)
    ax.set_xlabel(names[1])
    ax.set_ylabel(names[0])
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.tick_params(axis="y", length=0)
    pad = 10 + _LINE_HEIGHT * (1 + max(levels, default=0))
    ax.set_title(judged_title(cuts, f"the {cuts.method} cut points"), pad=pad, wrap=True)
    ax.legend(
        handles=[Patch(color=colour, alpha=_ALPHA, label=label) for label, colour in _COLOURS],
        loc="upper left",
        fontsize="small",
        frameon=False,
    )
    return ax


def _score_limits(scores: FloatArray, cuts: FloatArray) -> tuple[float, float]:
    finite = scores[np.isfinite(scores)]
    inside = cuts[np.isfinite(cuts) & (np.abs(cuts) < np.finfo(np.float64).max)]
    if not len(finite):
        return -1.0, 1.0
    low, first, last, high = np.quantile(finite, [0.001, 0.05, 0.95, 0.999])
    if last > first:  # of heavy tails all would lie in a few bins
        low, high = max(low, first - (last - first) / 2), min(high, last + (last - first) / 2)
    if len(inside):
        low, high = min(low, inside.min()), max(high, inside.max())
    room = 0.02 * (high - low) or 0.5
    return float(low - room), float(high + room)


def _draw_histogram(
    ax: Axes,
    index: int,
    scores: FloatArray,
    weights: FloatArray,
    limits: tuple[float, float],
    edges: tuple[float, float],
) -> None:
    """Draw the histogram of one label; bins end at its cut points, so that none has two colours."""
    inner = [edge for edge in edges if limits[0] < edge < limits[1]]
    ends = np.unique(np.concatenate([np.linspace(*limits, _BINS + 1), inner]))
    height, _ = np.histogram(scores, ends, weights=weights)
    density = height / np.diff(ends)
    top = density[np.diff(ends) > 0.2 * (limits[1] - limits[0]) / _BINS].max(initial=0.0)
    shown = np.minimum(density / top, 1.0) * _TALLEST if top > 0 else density
    right = _gets_label((ends[1:] + ends[:-1]) / 2, edges)
    for mask, (_, colour) in zip((right, ~right), _COLOURS, strict=True):
        ax.stairs(np.where(mask, shown, 0.0) + index, ends, baseline=index, fill=True, color=colour, alpha=_ALPHA)
    ax.axhline(index, color=text_colour(), lw=0.6, alpha=0.35)


def _gets_label(scores: FloatArray, edges: tuple[float, float]) -> npt.NDArray[np.bool_]:
    """Whether scores lie between the edges; +inf belongs to the last label."""
    reached: npt.NDArray[np.bool_] = (scores >= edges[0]) & ((scores < edges[1]) | (edges[1] == np.inf))
    return reached & (edges[0] < np.inf)


def _write_share(ax: Axes, index: int, scores: FloatArray, weights: FloatArray, edges: tuple[float, float]) -> None:
    total = float(weights.sum())
    share = f"{weights[_gets_label(scores, edges)].sum() / total:.0%} right" if total else ""
    ax.text(
        1.01,
        index + 0.3,
        f"n = {compact_count(total)}\n{share}".rstrip(),
        transform=ax.get_yaxis_transform(),
        va="center",
        fontsize="small",
    )


def _levels(cuts: Sequence[float], wide: float) -> list[int]:
    """The line above the Axes for the number of each cut: the lowest on which it covers no other."""
    ends: list[float] = []  # the last number on each line
    levels = []
    for cut in cuts:
        level = next((line for line, last in enumerate(ends) if cut - last > wide), len(ends))
        ends[level : level + 1] = [cut]
        levels.append(level)
    return levels


def _write_cut(ax: Axes, cut: float, lift: float) -> None:
    """Write the number of a cut so many points above the Axes."""
    ax.annotate(
        f"{cut:.4g}",
        (cut, 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(0, lift),
        textcoords="offset points",
        ha="center",
        fontsize="small",
        annotation_clip=False,
    )


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
    require_choice("band", band, (*_BAND_PARTS, None))
    require_matplotlib()
    reading: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    options: dict[str, Any] = {"thresholds": thresholds, "prevalence": prevalence, "standardized": standardized}
    curves = records_given(y_true, DecisionCurve, y_prob=y_prob, cluster=cluster, **reading)
    if curves:
        ax = axes_or_new(ax, (6.4, 4.6))
        for curve, curve_name in zip(curves, names_of_curves(curves, name), strict=True):
            label = "model" if curve_name is None else entry(curve_name, "").removesuffix(": ")
            _draw_curve(ax, curve, label + (": undefined" if np.isnan(curve.net_benefit).all() else ""))
            _draw_treat_all(ax, curve)
        _finish(ax, standardized=standardized)
        return ax
    if isinstance(y_true, (Curve, CurveStack)):
        refuse_with_state(type(y_true).__name__, y_prob=y_prob, cluster=cluster, **reading)
        state = y_true
    else:
        refuse_missing_column(y_prob, "y_prob", "labels and probabilities", "a Curve")
        state = decision_points.state(y_true, y_prob, missing=missing, **reading)
    outcome = decision_points.outcome(state, **options)
    ax = axes_or_new(ax, (6.4, 4.6))
    if isinstance(state, Curve):
        limits = None
        if band is not None and outcome.reason is None:
            with warnings.catch_warnings(action="ignore", category=IntervalWarning):
                if state is y_true:
                    intervals: Any = decision_points.interval_of(state, level=level, **options)
                else:
                    rows = {**reading, "missing": missing, "cluster": cluster}
                    intervals = decision_points.interval(y_true, y_prob, level=level, **options, **rows)
            limits = intervals[_BAND_PARTS[band]]
        label = "model" if name is None else entry(name, "").removesuffix(": ")
        _draw_curve(ax, outcome.value, label + (f": undefined ({outcome.reason})" if outcome.reason else ""), limits)
        _draw_treat_all(ax, outcome.value)
    else:
        for output, curve in zip(state.outputs, outcome.value, strict=True):
            undefined = bool(np.isnan(curve.net_benefit).all())
            label = entry(output, "undefined") if undefined else entry(output, "").removesuffix(": ")
            colour = _draw_curve(ax, curve, label)
            ax.plot(curve.thresholds, curve.treat_all, color=colour, ls=":", lw=1, label="_treat all", gid="treat all")
        ax.plot([], [], color=text_colour(), alpha=0.6, ls=":", lw=1, label="treat all, of each")
    _finish(ax, standardized=standardized)
    return ax


def _draw_curve(ax: Axes, curve: DecisionCurve, label: str, limits: Intervals | None = None) -> str:
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
        label=label,
        gid="curve",
        zorder=2.5,
    )
    if limits is not None:
        ax.fill_between(
            curve.thresholds, limits.low, limits.high, color=colour, alpha=0.18, lw=0, gid="band", label="_band"
        )
    return colour


def _draw_treat_all(ax: Axes, curve: DecisionCurve) -> None:
    """Draw treating all, once for each prevalence and range of thresholds."""
    drawn = [np.array(line.get_data()) for line in ax.lines if line.get_gid() == "treat all"]
    points = np.array([curve.thresholds, curve.treat_all])
    same = any(line.shape == points.shape and np.allclose(line, points) for line in drawn)
    if not same and not np.isnan(points).any():
        label = "_treat all" if drawn else "treat all"
        ax.plot(*points, color=text_colour(), alpha=0.6, ls="--", lw=1, label=label, gid="treat all")


def _finish(ax: Axes, *, standardized: bool) -> None:
    """Draw treating none, the names of the axes, their limits, and the legend with the models first."""
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
    position: dict[str, Any] = {"loc": "upper right"}
    if len(entries) > 6:  # beside the Axes
        position = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    font = "small" if len(entries) > 4 else "medium"
    ax.legend(handles=entries, fontsize=font, ncols=1 + len(entries) // 26, **position).set_zorder(4)


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
    metrics = _with_options([metric] if isinstance(metric, (Metric, str)) else list(metric), options)
    rows: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    curve = curves_given(y_true, y_score, **rows, missing=missing)
    if isinstance(curve, CurveStack):
        msg = f"one score of two classes is shown, and there are {len(curve.outputs)} curves: take one of them."
        raise OptionError(msg)
    require_matplotlib()
    ax = axes_or_new(ax, (6.8, 4.2))
    scores, tables = _tables_by_threshold(curve)
    indices = np.unique(np.linspace(0, max(len(scores) - 1, 0), _INTERVALS).round().astype(int))
    before = sum(line.get_gid() == "metric" for line in ax.lines)
    for number, (drawn, own) in enumerate(metrics, before):
        colour = COLOURS[number % len(COLOURS)]
        choices = ", ".join(f"{key} {value}" for key, value in own.items() if value is not None)
        label = f"{drawn.facts.title} ({choices})" if choices else drawn.facts.title
        with without_warnings():
            values = np.asarray(drawn.outcome(tables, **own).value, np.float64)
            ax.plot(scores, values[: len(scores)], color=colour, lw=1.8, label=label, gid="metric")
            if level is not None and len(scores):
                low, high = _metric_limits(drawn, own, [tables[int(k)] for k in indices], level)
                ax.fill_between(scores[indices], low, high, color=colour, alpha=0.18, lw=0, gid="band")
    ax.set(xlabel=name, ylabel=metrics[0][0].facts.title if len(metrics) == 1 else "metric")
    ax.spines[["top", "right"]].set_visible(False)
    bands = "" if level is None else f"bands: {100 * level:g} % at each threshold"
    ax.legend(title=bands or None, fontsize="small", title_fontsize="small", framealpha=0.85, alignment="left")
    return ax


def _with_options(metrics: Sequence[Metric | str], options: Mapping[str, Any]) -> list[tuple[Metric, dict[str, Any]]]:
    """The metrics, each with the options that it has."""
    pairs: list[tuple[Metric, dict[str, Any]]] = []
    unused = dict(options)
    for requested in metrics:
        if isinstance(requested, Metric):
            metric, implied = requested, {}
        else:
            meaning = understand(requested)
            metric, implied = metric_named(meaning.metric), dict(meaning.options)
        if metric.facts.input != "labels" or metric.facts.range is None:
            raise OptionError(
                f"{metric.name} is not one number of labels, which a threshold decides; take one such as f1 or recall."
            )
        own = {key: value for key, value in options.items() if key in metric.options}
        unused = {key: value for key, value in unused.items() if key not in own}
        pairs.append((metric, {**implied, **own}))
    if unused:
        raise OptionError(f"none of the metrics has the option {next(iter(unused))!r}.")
    if not pairs:
        raise OptionError("no metric is named.")
    return pairs


def _tables_by_threshold(curve: Curve) -> tuple[FloatArray, Counts]:
    """Thresholds in ascending order, at equal shares of the rows, and the table at each."""
    scores, counts = np.asarray(curve.scores, np.float64), curve.counts()
    rows = np.asarray(curve.weights, np.float64).sum(axis=-1)
    total = float(rows.sum())
    if not total:
        return np.empty(0), counts
    shares = np.linspace(0, 1, _THRESHOLDS)
    indices = np.unique(np.searchsorted(np.cumsum(rows) / total, shares).clip(0, len(scores) - 1))
    indices = indices[np.isfinite(scores[indices])][::-1]
    return scores[indices], counts[indices]


def _metric_limits(
    metric: Metric, own: Mapping[str, Any], tables: Sequence[Counts], level: float
) -> tuple[FloatArray, FloatArray]:
    """The limits at each threshold; NaN where there is no interval."""
    limits = np.full((2, len(tables)), np.nan)
    for index, counts in enumerate(tables):
        try:
            interval: Any = metric.interval_of(counts, level=level, **own)
        except ConcordantError:
            continue  # such as a table with one class; the line has a gap there as well
        limits[:, index] = interval.low, interval.high
    return limits[0], limits[1]


def score_ranges(
    found: BestThreshold | GuaranteedThreshold | CutPoints, *, name: str = "score", ax: Axes | None = None
) -> Axes:
    """
    Draw the scores that get each label, with the cuts between them.

    Dashed lines are the cuts, with their numbers above. Ticks below are the cuts of the folds: how far they scatter
    shows how well the rows settle them. Shaded in orange are the thresholds that are as good on these rows, or that
    are certified.

    Parameters
    ----------
    found : BestThreshold, GuaranteedThreshold or CutPoints
        What `concordant.best_threshold`, `concordant.guaranteed_threshold` or `concordant.ordinal_cut_points` found.
        With the rows beside it `plots.best_threshold` and `plots.ordinal_cut_points` show more.
    name : str
        The name of the score, for the axis.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputTypeError
        If `found` is anything else.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import best_threshold
    >>> found = best_threshold([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.9], "f1", cv=None)
    >>> found.plot().get_title()
    'f1 0.857 at the threshold 0.25'
    """
    ranges = _ranges(found)
    require_matplotlib()
    ax = axes_or_new(ax, (7.2, 2.2))
    cuts, labels = ranges.cuts, ranges.labels
    low, high = _marked_limits([*cuts, *ranges.folds, *(end for pair in ranges.good for end in pair)])
    ax.set(xlim=(low, high), ylim=(0, 1), yticks=[], xlabel=name)
    legend = ranges.good_name
    for start, end in ranges.good:
        left, right = max(start, low), min(end, high)
        if right > left:  # false for NaN
            ax.axvspan(left, right, color=COLOURS[1], alpha=0.3, lw=0, label=legend, gid="good")
            legend = "_more"
    edges = np.clip(np.array([low, *cuts, high]), low, high)
    for index, label in enumerate(labels):
        left, right = edges[index], edges[index + 1]
        if right > left:
            alpha = 0.12 + 0.5 * index / max(len(labels) - 1, 1)
            ax.axvspan(left, right, 0.25, 0.75, color=COLOURS[0], alpha=alpha, lw=0)
            ax.text((left + right) / 2, 0.5, short(label, 18), ha="center", va="center", gid="label")
    written = -np.inf
    for cut in [cut for cut in cuts if low < cut < high]:
        ax.axvline(cut, color=text_colour(), lw=1.2, ls="--", gid="cut")
        if cut - written > _CLOSE * (high - low):
            _write_cut(ax, cut, 4)
            written = cut
    inside = [fold for fold in ranges.folds if low <= fold <= high]
    if inside:
        style: dict[str, Any] = {"color": COLOURS[1], "ms": 9, "mew": 1.2}
        ax.plot(inside, [0.12] * len(inside), "|", gid="folds", label="cuts of the folds", **style)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.set_title(ranges.title, pad=22)
    if ax.get_legend_handles_labels()[1]:
        ax.legend(fontsize="small", frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax


class _Ranges(NamedTuple):
    """The labels with the cuts between them, the cuts of the folds, other good cuts with their name, and the title."""

    labels: tuple[Label, ...]
    cuts: tuple[float, ...]
    folds: tuple[float, ...]
    good: tuple[tuple[float, float], ...]
    good_name: str
    title: str


def _ranges(result: Any) -> _Ranges:
    """Collect what is drawn, by the type of the record."""
    if isinstance(result, CutPoints):
        folds = tuple(cut for fold in result.fold_cut_points for cut in fold)
        title = judged_title(result, f"the {result.method} cut points")
        return _Ranges(result.labels, result.cut_points, folds, (), "", title)
    if isinstance(result, BestThreshold):
        ends = ((result.low, result.high),)
        title = _best_threshold_title(result)
        return _Ranges(result.classes, (result.threshold,), result.fold_thresholds, ends, "as good", title)
    if isinstance(result, GuaranteedThreshold):
        bounds = " and ".join(bound.text for bound in result.bounds)
        title = f"{bounds}\non new rows, with a confidence of {100 * result.confidence:g} %"
        return _Ranges(result.classes, (result.threshold,), (), result.intervals, "certified", title)
    msg = f"found must be a BestThreshold, a GuaranteedThreshold or CutPoints, not {type(result).__name__}."
    raise InputTypeError(msg)


def _best_threshold_title(best: BestThreshold) -> str:
    if np.isnan(best.threshold):
        return f"{best.metric.replace('_', ' ')}: no best threshold"
    return judged_title(best, f"the threshold {best.threshold:.4g}")


def _marked_limits(marked: list[float]) -> tuple[float, float]:
    """A range that shows all that is marked, with as much room at both sides as to see the outer labels."""
    finite = [value for value in marked if np.isfinite(value)]
    if not finite:
        return -1.0, 1.0
    room = 0.35 * (max(finite) - min(finite)) or 0.5 * abs(finite[0]) or 0.5
    return min(finite) - room, max(finite) + room


def best_threshold(
    y_true: Column,
    y_score: Column,
    metric: Metric | str | None = None,
    *,
    constraint: Any = None,
    max_positives: float | None = None,
    periods: float = 1,
    cost: Any = None,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    cv: int | None = 5,
    seed: int = 0,
    cluster: Column | None = None,
    best: BestThreshold | None = None,
    name: str = "threshold on the score",
    ax: Axes | None = None,
    **options: Any,
) -> Axes:
    """
    Draw a metric at every threshold, the best one, and how sure it is.

    The line is the metric of the rows for every threshold; where a constraint is not met the ground is grey. The point
    marks the best threshold, the band about it all those that are as good. The hollow point is the value on rows that
    did not choose their threshold, with 1.96 standard errors to both sides; the ticks at the bottom are the thresholds
    of the folds. A flat top, or ticks that scatter, show that the data hardly determine the threshold.

    Parameters
    ----------
    y_true, y_score, metric, constraint, max_positives, periods, cost, labels, pos_label, sample_weight, missing, \
cv, seed, cluster, **options
        As `concordant.best_threshold` takes them.
    best : BestThreshold, optional
        The result of `concordant.best_threshold` for these rows and options. Default: it is computed here.
    name : str
        The name of the score, for the axis.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    OptionError
        If no threshold meets the constraints.
    MissingDependencyError
        If matplotlib is not installed.

    Notes
    -----
    The line is thinned where there are more than 16,004 thresholds: it passes every column's first, last, lowest and
    highest point. Scores are shown between the quantiles 0.001 and 0.999 of the rows.

    Examples
    --------
    >>> from concordant import plots
    >>> truth, score = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.9]
    >>> ax = plots.best_threshold(truth, score, "f1", cv=None)
    >>> ax.get_title()
    'f1 0.857 at the threshold 0.25'
    """
    require_matplotlib()
    rows: dict[str, Any] = {
        "labels": labels,
        "pos_label": pos_label,
        "sample_weight": sample_weight,
        "missing": missing,
    }
    limits: dict[str, Any] = {"constraint": constraint, "max_positives": max_positives, "periods": periods}
    if best is None:
        best = find(y_true, y_score, metric, cost=cost, cv=cv, seed=seed, cluster=cluster, **rows, **limits, **options)
    aim = aim_of(metric, cost, options)
    curve = Curve.from_scores(y_true, y_score, **rows)
    scan = ThresholdTable.of(curve)
    conditions = read_conditions(constraint, max_positives, periods, float(curve.n))
    allowed = scan.allowed(conditions)
    ax = axes_or_new(ax, (7.2, 4.2))
    low, high = _threshold_limits(scan, best)
    thresholds = np.append(scan.scores[::-1].astype(np.float64), np.inf)  # ascending; +inf calls nothing positive
    _draw_values(ax, np.clip(thresholds, low, high), scan.values(aim)[::-1], (low, high))
    unmet = f"not {' and '.join(condition.text for condition in conditions)}"
    _shade_forbidden(ax, thresholds, allowed[::-1], (low, high), unmet)
    if not np.isnan(best.threshold):
        _draw_best(ax, best, (low, high))
    ax.set(xlim=(low, high), xlabel=name, ylabel=best.metric.replace("_", " "))
    ax.spines[["top", "right"]].set_visible(False)
    if conditions or best.fold_thresholds:
        ax.legend(fontsize="small", framealpha=0.85, loc="best")
    ax.set_title(_best_threshold_title(best))
    return ax


def _threshold_limits(scan: ThresholdTable, best: BestThreshold) -> tuple[float, float]:
    """The scores to show: nearly all rows, and all that is marked."""
    finite = np.isfinite(scan.scores)
    if not finite.any():
        return -1.0, 1.0
    ends = _outer_scores(scan.scores[finite].astype(np.float64), np.diff(scan.fp + scan.tp)[finite])
    marked = np.array([*ends, best.threshold, *best.fold_thresholds], dtype=np.float64)
    marked = marked[np.isfinite(marked)]
    room = 0.03 * (marked.max() - marked.min()) or 0.5
    return float(marked.min() - room), float(marked.max() + room)


def _outer_scores(scores: FloatArray, rows: npt.NDArray[Any]) -> FloatArray:
    """The two of the sorted scores beyond which there is a thousandth of the rows at each side."""
    sums = rows.cumsum()
    outer: FloatArray = scores[np.searchsorted(sums, np.array([0.001, 0.999]) * sums[-1])]
    return outer


def _draw_values(ax: Axes, x: FloatArray, values: FloatArray, ends: tuple[float, float]) -> None:
    """Draw the metric as steps: the value at a score holds for all thresholds down to the next lower score."""
    x, values = np.append(ends[0], x), np.append(values[0], values)
    defined = np.isfinite(values)
    keep = kept_points((x - ends[0]) / (ends[1] - ends[0]), np.where(defined, values, 0.0))
    shown = np.where(defined, values, np.nan)[keep]
    ax.plot(x[keep], shown, color=COLOURS[0], lw=1.8, drawstyle="steps-pre", gid="curve", label="_values")


def _shade_forbidden(
    ax: Axes, thresholds: FloatArray, allowed: npt.NDArray[np.bool_], ends: tuple[float, float], label: str
) -> None:
    """Draw grey ground where a constraint is not met."""
    lower = np.append(-np.inf, thresholds[:-1])
    edges = np.flatnonzero(np.diff(np.concatenate([[False], ~allowed, [False]]).astype(np.int8)))
    for first, last in zip(edges[::2], edges[1::2] - 1, strict=True):
        left, right = max(lower[first], ends[0]), min(thresholds[last], ends[1])
        if left < right:
            ax.axvspan(left, right, color=text_colour(), alpha=0.12, lw=0, label=label, gid="not allowed", zorder=0)
            label = "_more"


def _draw_best(ax: Axes, best: BestThreshold, ends: tuple[float, float]) -> None:
    at = min(best.threshold, ends[1])
    ax.axvspan(max(best.low, ends[0]), min(best.high, ends[1]), color=COLOURS[1], alpha=0.3, lw=0, gid="as good")
    ax.axvline(at, color=COLOURS[1], lw=0.8, ls="--", zorder=1)
    ax.plot(at, best.value, "o", color=COLOURS[1], ms=6, label="_best", gid="best", zorder=3)
    if not best.fold_thresholds:
        return
    if np.isfinite(best.cross_validated_value):
        from matplotlib.transforms import ScaledTranslation

        error = best.standard_error * 1.96 if np.isfinite(best.standard_error) else 0.0
        beside = ScaledTranslation(9 / 72, 0, ax.figure.dpi_scale_trans)  # not one upon the other
        ax.errorbar(
            *(at, best.cross_validated_value, error),
            fmt="o",
            color=text_colour(),
            mfc=ax.get_facecolor(),
            ms=5,
            capsize=3,
            lw=1.1,
            label="on rows that did not choose it",
            transform=ax.transData + beside,
        )
    folds = np.minimum(best.fold_thresholds, ends[1])
    ax.plot(
        *(folds, np.zeros(len(folds))),
        "|",
        transform=ax.get_xaxis_transform(),
        color=COLOURS[1],
        ms=13,
        mew=1.3,
        clip_on=False,
        label="thresholds of the folds",
        gid="folds",
    )


def score_distributions(
    y_true: Column | Curve,
    y_score: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    bins: int = 40,
    threshold: float | None = None,
    name: str = "score",
    ax: Axes | None = None,
) -> Axes:
    """
    Draw how the score is distributed in each of two classes: where they overlap, no threshold tells them apart.

    Each histogram has the area 1, so that a rare class is seen as well as a common one; the legend holds its rows.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes; or one `Curve` in place of labels and scores.
    y_score : array-like of shape (n,)
        Scores, higher for the positive class.
    labels, pos_label, sample_weight, missing
        As `concordant.roc_curve` takes them.
    bins : int
        The number of bins, all of one width.
    threshold : float, optional
        A threshold to mark; the share of each class from there on is written at its line.
    name : str
        The name of the score, for the axis.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    OptionError
        If there are several classes, or if `bins` is not a whole number above 0.
    MissingDependencyError
        If matplotlib is not installed.

    Notes
    -----
    Scores are shown between the quantiles 0.001 and 0.999 of the rows; those beyond stand in the first and last bin.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.score_distributions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], threshold=0.38)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['1 (n = 2)', '0 (n = 2)']
    """
    if isinstance(bins, bool) or not isinstance(bins, int) or bins < 1:
        raise OptionError(f"bins must be a whole number from 1, not {bins!r}.")
    rows: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    curve = curves_given(y_true, y_score, **rows, missing=missing)
    if isinstance(curve, CurveStack):
        msg = f"one score of two classes is shown, and there are {len(curve.outputs)} curves: take one of them."
        raise OptionError(msg)
    require_matplotlib()
    ax = axes_or_new(ax, (6.4, 3.8))
    scores = np.asarray(curve.scores, np.float64)
    ends = _bin_ends(scores, np.asarray(curve.weights, np.float64).sum(axis=-1), bins)
    for index in (1, 0):  # the positive class first
        colour = COLOURS[index]
        weights = np.asarray(curve.weights, np.float64)[:, index]
        total = float(weights.sum())
        height, _ = np.histogram(np.clip(scores, ends[0], ends[-1]), ends, weights=weights)
        density = height / np.diff(ends) / total if total else np.zeros(bins)
        label = f"{short(curve.classes[index], 24)} (n = {compact_count(total)})"
        ax.stairs(density, ends, fill=True, color=colour, alpha=0.35, label=label, gid="class")
        ax.stairs(density, ends, color=colour, lw=1.4, gid="outline")
        if threshold is not None and total:
            above = float(weights[scores >= threshold].sum()) / total
            ax.annotate(
                f"{above:.1%} from here on",
                (threshold, 1.0 - 0.08 * (1 - index)),
                xycoords=("data", "axes fraction"),
                xytext=(5, -6),
                textcoords="offset points",
                va="top",
                color=colour,
                fontsize="small",
            )
    if threshold is not None:
        ax.axvline(threshold, color=text_colour(), lw=1.2, ls="--", gid="threshold")
    ax.set(xlabel=name, ylabel="density", xlim=(ends[0], ends[-1]), ylim=(0, None))
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, fontsize="small")
    return ax


def _bin_ends(scores: FloatArray, weights: FloatArray, bins: int) -> FloatArray:
    """The ends of the bins: nearly all rows lie between the first and the last."""
    finite = np.isfinite(scores)
    if not finite.any():
        return np.linspace(0.0, 1.0, bins + 1)
    order = np.argsort(scores[finite])
    low, high = _outer_scores(scores[finite][order], weights[finite][order])
    room = 0.5 if low == high else 0.0
    return np.linspace(low - room, high + room, bins + 1)
