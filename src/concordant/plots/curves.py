"""Curves of scores: `roc_curve`, `precision_recall_curve`, `det_curve`, `gain_curve`, `lift_curve`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.figures.curves import det_figure, gain_figure, lift_figure, precision_recall_figure, roc_figure
from concordant.figures.paint_matplotlib import draw
from concordant.figures.thinning import Thresholds, check_thresholds
from concordant.metrics.definition.metric import Metric
from concordant.metrics.ranking.average_precision import average_precision
from concordant.metrics.ranking.curves import det_curve as det_points
from concordant.metrics.ranking.curves import gain_curve as gain_points
from concordant.metrics.ranking.curves import lift_curve as lift_points
from concordant.metrics.ranking.curves import precision_recall_curve as precision_recall_points
from concordant.metrics.ranking.curves import roc_curve as roc_points
from concordant.metrics.ranking.roc_auc import roc_auc
from concordant.plots.bands import curve_band
from concordant.plots.given import Curves, curves_given
from concordant.result import DetCurve, GainCurve, LiftCurve, PrecisionRecallCurve, RocCurve
from concordant.result.wording import label_text, rate_text, short_names
from concordant.settings import without_warnings
from concordant.states import Curve, CurveStack
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes


LONGEST_NAME = 24  # characters of the legend


def roc_curve(
    y_true: Column | Curve | CurveStack | RocCurve,
    y_score: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    cluster: Column | str | None = None,
    data: Any = None,
    thresholds: Thresholds = False,
    chance: bool = True,
    level: float | None = None,
    band: bool = False,
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
    cluster : array-like of shape (n,) or str, optional
        Which rows belong together (images of one patient): intervals and the band respect it. Alone it draws nothing:
        ask for intervals of the area by `level`, or for the `band`.
    data : DataFrame, path or list of paths, optional
        Where the columns are; `y_true`, `y_score`, `sample_weight` and `cluster` are names in it then.
    thresholds : bool or sequence of float
        Thresholds to mark; True marks some along the curve. "Positive" means ``score >= threshold``. Their numbers
        are written at a single curve; of several classes they would cover each other.
    chance : bool
        Whether to draw the diagonal, which scores that know nothing have on average.
    level : float, optional
        The nominal coverage of intervals of the areas, which the legend then holds, and of the band. Default: no
        intervals, and 0.95 for the band.
    band : bool
        Whether to draw the pointwise confidence band of a single curve: limits for each place of the horizontal axis
        by itself. Rows, or clusters, are drawn with replacement 500 times.
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
    reading: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    reading |= {"missing": missing, "cluster": cluster, "data": data}
    curves = curves_given(roc_points, RocCurve, y_true, y_score, name=name, **reading)
    labelled, legend = labels_with("AUC", roc_auc, curves, level=level, of_points=_area_under)
    limits = curve_band("roc", curves, level=level or 0.95) if band else None
    figure = roc_figure(curves.records, labelled, thresholds=wanted, chance=chance, band=limits, legend=legend)
    return draw(figure, ax)


def _area_under(points: RocCurve) -> float:
    return float(np.diff(points.fpr) @ (points.tpr[1:] + points.tpr[:-1])) / 2


def precision_recall_curve(
    y_true: Column | Curve | CurveStack | PrecisionRecallCurve,
    y_score: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    cluster: Column | str | None = None,
    data: Any = None,
    thresholds: Thresholds = False,
    prevalence: bool = True,
    level: float | None = None,
    band: bool = False,
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
    cluster : array-like of shape (n,) or str, optional
        Which rows belong together (images of one patient): intervals and the band respect it. Alone it draws nothing:
        ask for intervals of the area by `level`, or for the `band`.
    data : DataFrame, path or list of paths, optional
        Where the columns are; `y_true`, `y_score`, `sample_weight` and `cluster` are names in it then.
    thresholds : bool or sequence of float
        Thresholds to mark; True marks some along the curve. "Positive" means ``score >= threshold``. Their numbers
        are written at a single curve; of several classes they would cover each other.
    prevalence : bool
        Whether to draw the share of positives, which is the precision of chance, for each line.
    level : float, optional
        The nominal coverage of intervals of the areas, which the legend then holds, and of the band. Default: no
        intervals, and 0.95 for the band.
    band : bool
        Whether to draw the pointwise confidence band of a single curve: limits for each place of the horizontal axis
        by itself. Rows, or clusters, are drawn with replacement 500 times.
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
    reading: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    reading |= {"missing": missing, "cluster": cluster, "data": data}
    curves = curves_given(precision_recall_points, PrecisionRecallCurve, y_true, y_score, name=name, **reading)
    labelled, legend = labels_with("AP", average_precision, curves, level=level, of_points=_area_under_steps)
    limits = curve_band("precision-recall", curves, level=level or 0.95) if band else None
    figure = precision_recall_figure(
        curves.records, labelled, thresholds=wanted, prevalence=prevalence, band=limits, legend=legend
    )
    return draw(figure, ax)


def _area_under_steps(points: PrecisionRecallCurve) -> float:
    return float(np.diff(points.recall, prepend=0.0) @ points.precision) if len(points.recall) else float("nan")


def labels_with(
    abbreviation: str,
    metric: Metric,
    curves: Curves,
    *,
    level: float | None = None,
    of_points: Callable[[Any], float] | None = None,
    **options: Any,
) -> tuple[list[str], str]:
    """
    Return what the legend says of each curve, with its area or index, and the title of several.

    `of_points` computes it from points whose rows are not known; without it they have their names alone.
    """
    state = curves.state
    limits = _limits_of(metric, curves, level)
    if state is None:
        if of_points is None:
            return plain_labels(curves), ""
        areas = [f"{abbreviation} {rate_text(of_points(record))}" for record in curves.records]
        return [_named(*pair) for pair in zip(curves.names, areas, strict=True)], ""
    if isinstance(state, Curve):
        outcome = metric.outcome(state, **options)
        area = f"{abbreviation} {rate_text(outcome.value)}{limits[0]}"
        return [_named(curves.names[0], area + (f" ({outcome.reason})" if outcome.reason else ""))], ""
    values = metric.outcome(state, average=None, **options).value
    mean = metric.outcome(state, average="macro", **options).value
    labels = [
        _named(name, f"{abbreviation} {rate_text(value)}{limit}")
        for name, value, limit in zip(curves.names, values.tolist(), limits, strict=True)
    ]
    defined = int(np.isfinite(values).sum())
    of = "" if defined == len(values) else f" of {defined} of {len(values)}"
    what = "each label" if state.multilabel else "each class against the rest"
    return labels, f"{what}\nmacro mean{of}: {abbreviation} {rate_text(mean)}"


def _limits_of(metric: Metric, curves: Curves, level: float | None) -> list[str]:
    """Return " (0.947 to 0.976)" for each curve; nothing where there is no interval, or none is asked for."""
    state = curves.state
    if level is None:
        return [""] * len(curves.records)
    with without_warnings():
        if isinstance(state, CurveStack) and state is curves.given[0]:
            pairs = zip(state.curves, state.outputs, strict=True)
            parts = [curve if state.multilabel else curve.one_vs_rest(output) for curve, output in pairs]
            intervals: list[Any] = [metric.interval_of(curve, level=level) for curve in parts]
        else:
            several = {"average": None} if isinstance(state, CurveStack) else {}
            found = curves.interval(metric, level=level, **several)
            intervals = list(found) if several else [found]
    return ["" if np.isnan(one.low) else f" ({rate_text(one.low)} to {rate_text(one.high)})" for one in intervals]


def plain_labels(curves: Curves) -> list[str]:
    """Return what the legend says of curves without a number."""
    return short_names(["model" if name is None else name for name in curves.names], LONGEST_NAME)


def _named(name: str | None, value: str) -> str:
    return value if name is None else f"{label_text(name, LONGEST_NAME)}: {value}"


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
    curves = curves_given(det_points, DetCurve, y_true, y_score, name=name, **reading)
    return draw(det_figure(curves.records, plain_labels(curves)), ax)


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
    curves = curves_given(gain_points, GainCurve, y_true, y_score, name=name, **reading)
    return draw(gain_figure(curves.records, plain_labels(curves)), ax)


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
    curves = curves_given(lift_points, LiftCurve, y_true, y_score, name=name, **reading)
    return draw(lift_figure(curves.records, plain_labels(curves)), ax)
