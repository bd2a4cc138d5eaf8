"""`calibration_curve`, `smooth_calibration_curve`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.figures.paint_matplotlib import (
    COLOURS,
    Line,
    axes_or_new,
    draw_calibrated,
    draw_lines,
    entry,
    finish,
    names_of_curves,
    require_matplotlib,
    text_colour,
    title_of_several,
)
from concordant.metrics.probabilities.bins import calibration_curve as binned
from concordant.metrics.probabilities.smooth_calibration import SPAN, integrated_calibration_index
from concordant.metrics.probabilities.smooth_calibration import smooth_calibration_curve as smooth
from concordant.plots.given import curves_given, records_given, refuse_missing_column
from concordant.result import CalibrationCurve, CorpReliabilityCurve, SmoothCalibrationCurve
from concordant.result.wording import rate_text
from concordant.states import Curve, CurveStack
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_BARS = 50
_FLOOR, _HEIGHT = -0.16, 0.13  # where the histogram stands, and its highest bar


def smooth_calibration_curve(
    y_true: Column | Curve | CurveStack | SmoothCalibrationCurve,
    y_prob: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    cluster: Column | None = None,
    span: float = SPAN,
    level: float | None = 0.95,
    histogram: bool = True,
    name: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """
    Draw the smooth calibration curve: the share of positives at each probability, with the index ICI in the legend.

    A single curve has its band, point by point, and the histogram of the probabilities below. Several classes give one
    line each, the class against the rest, and the macro mean of their indices; several labels at once (multi-label)
    one line a label. Call it again with the same `ax` to compare models.

    Parameters
    ----------
    y_true : array-like of shape (n,), or (n, L) for multi-label data
        Labels; or one `Curve`, `CurveStack`, or what `concordant.smooth_calibration_curve` gave (it has no band and no
        histogram), in place of labels and probabilities.
    y_prob : array-like of shape (n,), or (n, K) with one column a class or label
        Probabilities of the positive class.
    labels : sequence, optional
        Negative and positive class; all classes, or the names of the columns, in the order of the columns.
    pos_label : label, optional
        The positive class of two.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels and probabilities.
    cluster : array-like of shape (n,), optional
        Rows that belong together; the band of a single curve is wider then.
    span : float, default 0.75
        The share of the rows in each neighbourhood; see `concordant.smooth_calibration_curve`.
    level : float or None, default 0.95
        The coverage of the band at each point; None for no band.
    histogram : bool
        Whether to draw the probabilities of a single curve below, in 50 bars.
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
        If `span` or `level` is not a share.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> truth, prob = [0, 0, 1, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9]
    >>> ax = plots.smooth_calibration_curve(truth, prob)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['ICI 0.115', 'calibrated']
    """
    reading: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    records = records_given(y_true, SmoothCalibrationCurve, y_prob=y_prob, cluster=cluster, **reading)
    if records:
        return _draw_records(records, name, axes_or_new(ax, (5.4, 5.2)))
    reading["missing"] = missing
    state = curves_given(y_true, y_prob, **reading)
    smooth.check(state, {"span": span})
    require_matplotlib()
    ax = axes_or_new(ax, (5.4, 5.6))
    lines, title = _lines(state, span, name)
    colours = draw_lines(ax, lines, steps=False, thresholds=(), below="right")
    draw_calibrated(ax)
    single = isinstance(state, Curve) and state.n > 0
    if single and level is not None:
        intervals: Any = (
            smooth.interval_of(state, span=span, level=level)
            if y_prob is None
            else smooth.interval(y_true, y_prob, **reading, cluster=cluster, span=span, level=level)
        )
        band = intervals["observed"]
        style: dict[str, Any] = {"alpha": 0.2, "lw": 0, "zorder": 1, "gid": "band", "label": "_band"}
        ax.fill_between(np.asarray(band.outputs), band.low, band.high, color=colours[0], **style)
    finish(ax, x="probability", y="share that happened", corner="upper left", title=title)
    if single and histogram and isinstance(state, Curve):
        _draw_histogram(ax, state, colours[0])
    return ax


def _lines(state: Curve | CurveStack, span: float, name: str | None) -> tuple[list[Line], str | None]:
    if isinstance(state, Curve):
        index = integrated_calibration_index.outcome(state, span=span)
        label = f"ICI {rate_text(index.value)}" + (f" ({index.reason})" if index.reason else "")
        return [_line(smooth.outcome(state, span=span).value, entry(name, label) if name else label)], None
    indices = integrated_calibration_index.outcome(state, span=span, average=None).value
    curves = smooth.outcome(state, span=span).value
    lines = [
        _line(curve, entry(output, f"ICI {rate_text(index)}"))
        for output, index, curve in zip(state.outputs, indices.tolist(), curves, strict=True)
    ]
    mean = integrated_calibration_index.outcome(state, span=span, average="macro").value
    return lines, title_of_several(lines, multilabel=state.multilabel, name="ICI", mean=mean)


def _line(curve: SmoothCalibrationCurve, label: str) -> Line:
    return Line(curve.predicted, curve.observed, curve.predicted, label, bool(len(curve.predicted)))


def _draw_records(curves: Sequence[SmoothCalibrationCurve], name: str | None, ax: Axes) -> Axes:
    names = [entry(class_name or "model", "").removesuffix(": ") for class_name in names_of_curves(curves, name)]
    lines = [_line(curve, label) for curve, label in zip(curves, names, strict=True)]
    draw_lines(ax, lines, steps=False, thresholds=(), below="right")
    draw_calibrated(ax)
    finish(ax, x="probability", y="share that happened", corner="upper left", title=None)
    return ax


def _draw_histogram(ax: Axes, curve: Curve, colour: str) -> None:
    """Draw bars below the curve, as high as rows have such probabilities; those of several models overlap."""
    rows, edges = np.histogram(curve.scores.astype(float), bins=_BARS, range=(0, 1), weights=curve.weights.sum(1))
    ax.bar(
        edges[:-1],
        rows / rows.max() * _HEIGHT,
        width=1 / _BARS,
        bottom=_FLOOR,
        align="edge",
        color=colour,
        alpha=0.5,
        lw=0,
        gid="histogram",
        label="_histogram",
    )
    ax.set_ylim(_FLOOR, 1.015)
    ax.set_yticks(np.linspace(0, 1, 6))
    ax.axhline(_FLOOR + _HEIGHT + 0.015, color=text_colour(), alpha=0.3, lw=0.6, label="_floor")


def calibration_curve(
    y_true: Column | CalibrationCurve | CorpReliabilityCurve,
    y_prob: Column | None = None,
    *,
    name: str | None = None,
    ax: Axes | None = None,
    **options: Any,
) -> Axes:
    """
    Draw a calibration curve: the share that happened against the mean probability.

    The area of a point is the rows of its bin, and its bar 1.96 standard errors to both sides. Of a
    `CorpReliabilityCurve` the steps of the isotonic regression are drawn. Call it again with the same `ax` to compare
    models.

    Parameters
    ----------
    y_true, y_prob
        Labels and probabilities; or the result of `concordant.calibration_curve` or `concordant.corp_reliability_curve`
        in place of both.
    name : str, optional
        The name of a single curve in the legend.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **options
        As `concordant.calibration_curve` takes them, with columns only: ``n_bins``, ``labels``, ``sample_weight``, ...

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputTypeError
        If columns come with a record, or there is only one column.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> truth, prob = [0, 0, 1, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9]
    >>> ax = plots.calibration_curve(truth, prob, n_bins=2)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['model', 'calibrated']
    """
    curves: Sequence[CalibrationCurve | CorpReliabilityCurve] = (
        *records_given(y_true, CalibrationCurve, y_prob=y_prob, **options),
        *records_given(y_true, CorpReliabilityCurve, y_prob=y_prob, **options),
    )
    if not curves:
        refuse_missing_column(y_prob, "y_prob", "labels and probabilities", "a CalibrationCurve")
        result: Any = binned(y_true, y_prob, **options)
        curves = result if isinstance(result, tuple) else (result,)
    require_matplotlib()
    ax = axes_or_new(ax, (5.4, 5.2))
    for curve, class_name in zip(curves, names_of_curves(curves, name), strict=True):
        before = sum(line.get_gid() == "curve" for line in ax.lines)
        label = entry("model" if class_name is None else class_name, "").removesuffix(": ")
        draw = _draw_bins if isinstance(curve, CalibrationCurve) else _draw_steps
        draw(ax, curve, COLOURS[before % len(COLOURS)], label)
    draw_calibrated(ax)
    finish(ax, x="probability", y="share that happened", corner="upper left", title=None)
    return ax


def _draw_bins(ax: Axes, curve: Any, colour: str, label: str) -> None:
    """Draw one point a bin that has rows."""
    mask = ~np.isnan(curve.observed)
    x, y, rows = curve.predicted[mask], curve.observed[mask], np.asarray(curve.weight, float)[mask]
    error = 1.96 * curve.standard_error[mask]
    limits = np.minimum(error, y), np.minimum(error, 1 - y)
    ax.errorbar(x, y, limits, fmt="none", ecolor=colour, elinewidth=1.2, capsize=2.5, alpha=0.7, gid="error")
    ax.plot(x, y, color=colour, lw=1.2, alpha=0.8, marker="o", ms=4, label=label, gid="curve", zorder=2.5)
    if len(rows):
        ax.scatter(x, y, s=90.0 * rows / rows.max(), color=colour, alpha=0.45, lw=0, gid="rows", zorder=2.4)


def _draw_steps(ax: Axes, curve: Any, colour: str, label: str) -> None:
    """Draw a level line over the probabilities of each step, joined to the next."""
    x = np.column_stack([curve.lowest, curve.highest]).ravel()
    ax.plot(x, np.repeat(curve.observed, 2), color=colour, lw=1.8, label=label, gid="curve", zorder=2.5)
