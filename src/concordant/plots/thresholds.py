"""Thresholds and cut points: where they lie, and what a metric, a decision and the scores look like around them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import aim_of, read_conditions
from concordant.decisions.columns import columns_in, read_by_roles
from concordant.decisions.search import ThresholdTable
from concordant.decisions.thresholds import best_threshold as find
from concordant.errors import ConcordantError, InputTypeError, IntervalWarning, LabelError, OptionError
from concordant.figures.curves import decision_figure, limits_band
from concordant.figures.figure import AnyMark, Axis, Band, Bars, Figure, Limits, Line, Note, Points, Rule, spanned
from concordant.figures.measurements import distribution_figure
from concordant.figures.paint_matplotlib import draw
from concordant.figures.thinning import kept_points
from concordant.inputs.scores import check_ordinal_scores
from concordant.metrics.arithmetic import check_row_number
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get as metric_named
from concordant.metrics.definition.registry import understand
from concordant.metrics.probabilities.net_benefit import decision_curve as decision_points
from concordant.names import require_choice
from concordant.plots.curves import plain_labels
from concordant.plots.given import curves_given, state_given
from concordant.result import BestThreshold, CutPoints, DecisionCurve, GuaranteedThreshold
from concordant.result.wording import compact_count, label_text, rate_text, with_same_decimals
from concordant.settings import without_warnings
from concordant.states import Counts, Curve, CurveStack
from concordant.typing import Column, FloatArray, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_BINS = 60
_LINE_HEIGHT = 12  # points from one line of numbers to the next
_TALLEST = 0.86  # of the room between two labels
_CLOSE = 0.07  # numbers of cuts that are nearer to each other, as a share of the axis, would cover each other

Limiting = Literal["pointwise", "simultaneous"] | None
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
    data: Any = None,
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
    data : DataFrame, path or list of paths, optional
        Where the columns are; `y_true`, `y_score` and `sample_weight` are names in it then.
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
    if data is not None:
        columns = (y_true, y_score, sample_weight)
        data = read_by_roles(data, *columns, None, None, declared=order)
        y_true, y_score, sample_weight = columns_in(data, columns)
    rows = check_ordinal_scores(y_true, y_score, labels=order, sample_weight=sample_weight, missing=missing)
    weights = np.ones(len(rows.scores)) if rows.weights is None else rows.weights.astype(np.float64)
    scores = rows.scores.astype(np.float64)
    finite = [cut for cut in cuts.cut_points if abs(cut) < np.finfo(np.float64).max]
    low, high = _range_of(scores, weights, finite, 0.02)
    ends = np.array([-np.inf, *cuts.cut_points, np.inf])  # label k: from ends[k] up to, without, ends[k + 1]
    drawn: list[AnyMark] = []
    for index in range(len(order)):
        mask = np.asarray(rows.y_true) == index
        edges = (ends[index], ends[index + 1])
        drawn += _histogram(index, np.clip(scores[mask], low, high), weights[mask], (low, high), edges)
        drawn.append(_share_of_label(index, scores[mask], weights[mask], edges))
    drawn += _cuts(cuts.cut_points, low, high)
    x = Axis(names[1], low, high)
    y = Axis(names[0], -0.12, max(len(order), 1) - 0.02, names=[label_text(label, 20) for label in order])
    heading = judged_title(cuts, f"the {cuts.method} cut points")
    size = (7.2, 1.6 + 0.62 * max(len(order), 2))
    return draw(Figure("cut-points", x, y, drawn, heading=heading, corner="upper left", size=size), ax)


def _range_of(
    scores: FloatArray, weights: npt.NDArray[Any], marked: Sequence[float], room: float
) -> tuple[float, float]:
    """The ends of an axis around nearly all rows, without heavy tails, and around all that is marked."""
    finite = np.isfinite(scores)
    order = np.argsort(scores[finite])
    inner, sums = scores[finite][order], weights[finite][order].cumsum()
    if not len(sums) or not sums[-1]:
        return -1.0, 1.0
    low, first, last, high = inner[np.searchsorted(sums, np.array([0.001, 0.05, 0.95, 0.999]) * sums[-1])]
    if last > first:  # of heavy tails all would lie in a few bins
        low, high = max(low, first - (last - first) / 2), min(high, last + (last - first) / 2)
    return spanned([low, high, *marked], room)


def _histogram(
    index: int, scores: FloatArray, weights: FloatArray, limits: tuple[float, float], edges: tuple[float, float]
) -> list[AnyMark]:
    """The histogram of one label; bins end at its cut points, so that none has two colours."""
    inner = [edge for edge in edges if limits[0] < edge < limits[1]]
    ends = np.unique(np.concatenate([np.linspace(*limits, _BINS + 1), inner]))
    height, _ = np.histogram(scores, ends, weights=weights)
    density = height / np.diff(ends)
    top = density[np.diff(ends) > 0.2 * (limits[1] - limits[0]) / _BINS].max(initial=0.0)
    shown = np.minimum(density / top, 1.0) * _TALLEST if top > 0 else density
    right = _gets_label((ends[1:] + ends[:-1]) / 2, edges)
    sides: dict[str, FloatArray] = {"left": ends[:-1], "right": ends[1:], "low": np.full(len(shown), float(index))}
    return [
        *(
            Bars(role="bar", colour=k, label="" if index else label, high=np.where(mask, shown, 0.0) + index, **sides)
            for k, (mask, label) in enumerate(((right, "gets this label"), (~right, "gets another")))
        ),
        Rule(role="base", at=float(index), axis="y"),
    ]


def _gets_label(scores: FloatArray, edges: tuple[float, float]) -> npt.NDArray[np.bool_]:
    """Whether scores lie between the edges; +inf belongs to the last label."""
    reached: npt.NDArray[np.bool_] = (scores >= edges[0]) & ((scores < edges[1]) | (edges[1] == np.inf))
    return reached & (edges[0] < np.inf)


def _share_of_label(index: int, scores: FloatArray, weights: FloatArray, edges: tuple[float, float]) -> Note:
    total = float(weights.sum())
    share = f"{weights[_gets_label(scores, edges)].sum() / total:.0%} right" if total else ""
    return Note(role="number", x=1.01, y=index + 0.3, text=f"n = {compact_count(total)}\n{share}".rstrip(), share="x")


def _cuts(cuts: Sequence[float], low: float, high: float) -> list[AnyMark]:
    """Lines at cuts, with their numbers above the picture: each on the lowest line where it covers no other."""
    drawn: list[AnyMark] = []
    lines: list[float] = []  # the last number on each
    for cut, text in zip(cuts, with_same_decimals(cuts, 4), strict=True):
        if not low <= cut <= high:
            continue
        level = next((k for k, last in enumerate(lines) if cut - last > _CLOSE * (high - low)), len(lines))
        lines[level : level + 1] = [cut]
        up = 4.0 + _LINE_HEIGHT * level
        drawn.append(Rule(role="cut", at=cut, axis="x"))
        drawn.append(Note(role="number", x=cut, y=1.0, text=text, share="y", anchor="middle", up=up))
    return drawn


def judged_title(result: CutPoints | BestThreshold, where: str) -> str:
    """The value, and in a second line what it is on other rows, where that is known."""
    lines = [f"{result.metric.replace('_', ' ')} {rate_text(result.value)} at {where}"]
    honest = result.cross_validated_value
    if not np.isnan(honest):
        error, optimism = rate_text(result.standard_error), f"{result.optimism + 0.0:.3f}"
        lines.append(f"cross-validated {rate_text(honest)}, standard error {error}, optimism {optimism}")
    return "\n".join(lines)


def decision_curve(
    y_true: Column | Curve | CurveStack | DecisionCurve,
    y_prob: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    cluster: Column | str | None = None,
    data: Any = None,
    missing: Missing = "raise",
    thresholds: npt.ArrayLike | None = None,
    prevalence: float | None = None,
    standardized: bool = False,
    band: Limiting = "pointwise",
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
    cluster : array-like of shape (n,) or str, optional
        Which rows belong together; the band respects it.
    data : DataFrame, path or list of paths, optional
        Where the columns are; the others are names in it then.
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
    reading: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    reading |= {"missing": missing, "cluster": cluster, "data": data}
    options: dict[str, Any] = {"thresholds": thresholds, "prevalence": prevalence, "standardized": standardized}
    curves = curves_given(decision_points, DecisionCurve, y_true, y_prob, name=name, options=options, **reading)
    shaded = None
    if isinstance(curves.state, Curve) and band is not None and curves.reason is None:
        with warnings.catch_warnings(action="ignore", category=IntervalWarning):
            limits = curves.interval(decision_points, level=level, **options)[_BAND_PARTS[band]]
        shaded = limits_band(limits, level, simultaneous=band == "simultaneous")
    labelled = [
        f"{label}: undefined{f' ({curves.reason})' if curves.reason else ''}"
        if np.isnan(curve.net_benefit).all()
        else label
        for curve, label in zip(curves.records, plain_labels(curves), strict=True)
    ]
    return draw(decision_figure(curves.records, labelled, band=shaded, standardized=standardized), ax)


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
    curve = _one_curve(state_given(y_true, y_score, **rows, missing=missing))
    scores, tables = _tables_by_threshold(curve)
    indices = np.unique(np.linspace(0, max(len(scores) - 1, 0), _INTERVALS).round().astype(int))
    drawn: list[AnyMark] = []
    for colour, (shown, own) in enumerate(metrics):
        choices = ", ".join(f"{key} {value}" for key, value in own.items() if value is not None)
        label = f"{shown.facts.title} ({choices})" if choices else shown.facts.title
        with without_warnings():
            values = np.asarray(shown.outcome(tables, **own).value, np.float64)[: len(scores)]
            drawn.append(Line(role="curve", colour=colour, label=label, x=scores, y=values))
            if level is not None and len(scores):
                low, high = _metric_limits(shown, own, [tables[int(k)] for k in indices], level)
                drawn.append(Band(role="band", colour=colour, x=scores[indices], low=low, high=high))
    heights = np.concatenate([mark.y if isinstance(mark, Line) else mark.high for mark in drawn])  # type: ignore[union-attr]
    x = Axis(name, *spanned(scores))
    y = Axis(metrics[0][0].facts.title if len(metrics) == 1 else "metric", *spanned(np.append(heights, 0.0)))
    legend = "" if level is None else f"bands: {100 * level:g} % at each threshold"
    return draw(Figure("metric-by-threshold", x, y, drawn, legend=legend, size=(6.8, 4.2)), ax)


def _one_curve(state: Curve | CurveStack) -> Curve:
    if isinstance(state, CurveStack):
        msg = f"one score of two classes is shown, and there are {len(state.outputs)} curves: take one of them."
        raise OptionError(msg)
    return state


def _with_options(metrics: Sequence[Metric | str], options: Mapping[str, Any]) -> list[tuple[Metric, dict[str, Any]]]:
    """The metrics, each with the options that it has."""
    pairs: list[tuple[Metric, dict[str, Any]]] = []
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
        pairs.append((metric, {**implied, **own}))
    if not pairs:
        raise OptionError("no metric is named.")
    for option in options:
        if not any(option in metric.options for metric, _ in pairs):
            raise OptionError(f"none of the metrics has the option {option!r}.")
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
    cuts, labels = ranges.cuts, ranges.labels
    low, high = spanned([*cuts, *ranges.folds, *(end for pair in ranges.good for end in pair)], 0.35)
    drawn: list[AnyMark] = []
    for start, end in ranges.good:
        left, right = max(start, low), min(end, high)
        if right > left:  # false for NaN
            drawn.append(_span("as-good", 1, ranges.good_name, (left, right), (0.0, 1.0)))
    edges = np.clip(np.array([low, *cuts, high]), low, high)
    for index, label in enumerate(labels):
        left, right = float(edges[index]), float(edges[index + 1])
        if right > left:
            shade = 0.12 + 0.5 * index / max(len(labels) - 1, 1)
            drawn.append(replace(_span("label", 0, "", (left, right), (0.25, 0.75)), shade=shade))
            drawn.append(Note(role="label", x=(left + right) / 2, y=0.5, text=label_text(label, 18), anchor="middle"))
    drawn += _cuts(cuts, low, high)
    folds = np.array([fold for fold in ranges.folds if low <= fold <= high], float)
    if len(folds):
        drawn.append(_folds(folds, 0.12, "cuts of the folds"))
    axes = Axis(name, low, high), Axis(ticks=())
    return draw(Figure("ranges", *axes, drawn, heading=ranges.title, most=0, size=(7.2, 2.2)), ax)


def _span(role: str, colour: int | None, label: str, along: tuple[float, float], up: tuple[float, float]) -> Bars:
    """One rectangle."""
    sides = {"left": along[0], "right": along[1], "low": up[0], "high": up[1]}
    return Bars(role=role, colour=colour, label=label, **{side: np.array([float(end)]) for side, end in sides.items()})


def _folds(at: FloatArray, height: float, label: str) -> Points:
    return Points(role="folds", colour=1, label=label, x=at, y=np.full(len(at), height), size=90.0)


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
    cv: int | Column | None = 5,
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
    marked = [best.threshold, *best.fold_thresholds]
    conditions = read_conditions(constraint, max_positives, periods, float(curve.n))
    ends = _range_of(scan.scores.astype(np.float64), np.diff(scan.fp + scan.tp), marked, 0.03)
    thresholds = np.append(scan.scores[::-1].astype(np.float64), np.inf)  # ascending; +inf calls nothing positive
    line = _values_by_threshold(np.clip(thresholds, *ends), scan.values(aim)[::-1], ends)
    error = 1.96 * np.nan_to_num(best.standard_error)
    judged = [best.cross_validated_value - error, best.cross_validated_value + error]
    y = Axis(best.metric.replace("_", " "), *spanned([*line.y, *judged]))
    unmet = f"not {' and '.join(condition.text for condition in conditions)}"
    drawn: list[AnyMark] = [*_forbidden(thresholds, scan.allowed(conditions)[::-1], ends, (y.low, y.high), unmet), line]
    if not np.isnan(best.threshold):
        drawn += _best(best, ends, (y.low, y.high), error)
    heading = _best_threshold_title(best)
    return draw(Figure("best-threshold", Axis(name, *ends), y, drawn, heading=heading, size=(7.2, 4.2)), ax)


def _values_by_threshold(x: FloatArray, values: FloatArray, ends: tuple[float, float]) -> Line:
    """The metric in steps: the value at a score holds for all thresholds down to the next lower score."""
    x, values = np.append(ends[0], x), np.append(values[0], values)
    defined = np.isfinite(values)
    keep = kept_points((x - ends[0]) / (ends[1] - ends[0]), np.where(defined, values, 0.0))
    return Line(role="curve", colour=0, x=x[keep], y=np.where(defined, values, np.nan)[keep], steps=True)


def _forbidden(
    thresholds: FloatArray,
    allowed: npt.NDArray[np.bool_],
    ends: tuple[float, float],
    up: tuple[float, float],
    label: str,
) -> list[Bars]:
    """Grey ground where a constraint is not met."""
    lower = np.append(-np.inf, thresholds[:-1])
    edges = np.flatnonzero(np.diff(np.concatenate([[False], ~allowed, [False]]).astype(np.int8)))
    drawn: list[Bars] = []
    for first, last in zip(edges[::2], edges[1::2] - 1, strict=True):
        left, right = max(lower[first], ends[0]), min(thresholds[last], ends[1])
        if left < right:
            drawn.append(_span("not-allowed", None, label, (left, right), up))
    return drawn


def _best(best: BestThreshold, ends: tuple[float, float], up: tuple[float, float], error: float) -> list[AnyMark]:
    """The best threshold, those that are as good, and what the folds say of it."""
    at = min(best.threshold, ends[1])
    drawn: list[AnyMark] = [
        _span("as-good", 1, "", (max(best.low, ends[0]), min(best.high, ends[1])), up),
        Rule(role="chosen-threshold", colour=1, at=at, axis="x"),
        Points(role="best", colour=1, x=np.array([at]), y=np.array([best.value])),
    ]
    if not best.fold_thresholds:
        return drawn
    if np.isfinite(best.cross_validated_value):
        value = np.array([best.cross_validated_value])
        beside = np.array([at + 0.016 * (ends[1] - ends[0])])  # not one upon the other
        held: dict[str, Any] = {"at": beside, "value": value, "low": value - error, "high": value + error}
        drawn.append(Limits(role="held-out", label="on rows that did not choose it", upright=True, **held))
    folds = np.minimum(best.fold_thresholds, ends[1])
    return [*drawn, _folds(folds, up[0], "thresholds of the folds")]


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

    The positive class stands upwards, the other one downwards, and the bars of each add up to 100 %, so that a rare
    class is seen as well as a common one; the legend holds its rows.

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
    ['1 (n = 2), upwards', '0 (n = 2), downwards']
    """
    check_row_number(bins, "bins")
    rows: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    curve = _one_curve(state_given(y_true, y_score, **rows, missing=missing))
    ends = _range_of(np.asarray(curve.scores, np.float64), np.asarray(curve.weights).sum(axis=-1), (), 0.01)
    edges = np.linspace(*ends, bins + 1)
    names = [str(label) for label in curve.classes]
    return draw(distribution_figure(curve, names, edges, threshold=threshold, unit=name), ax)
