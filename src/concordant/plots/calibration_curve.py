"""The calibration curve: what happened beside what was predicted, bin by bin or step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.metrics.probabilities.bins import calibration_curve as binned
from concordant.plots._axes import axes_or_new, require_matplotlib
from concordant.plots._given import records_given, refuse_missing_column
from concordant.plots._lines import COLOURS, draw_calibrated, entry, finish, names_of_curves
from concordant.result import CalibrationCurve, CorpReliabilityCurve
from concordant.typing import Column

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LARGEST = 90.0  # points squared: the bin with most rows


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
        found: Any = binned(y_true, y_prob, **options)
        curves = found if isinstance(found, tuple) else (found,)
    require_matplotlib()
    ax = axes_or_new(ax, (5.4, 5.2))
    for curve, called in zip(curves, names_of_curves(curves, name), strict=True):
        before = sum(line.get_gid() == "curve" for line in ax.lines)
        says = entry("model" if called is None else called, "").removesuffix(": ")
        draw = _draw_bins if isinstance(curve, CalibrationCurve) else _draw_steps
        draw(ax, curve, COLOURS[before % len(COLOURS)], says)
    draw_calibrated(ax)
    finish(ax, x="probability", y="share that happened", corner="upper left", title=None)
    return ax


def _draw_bins(ax: Axes, curve: Any, colour: str, says: str) -> None:
    """One point a bin that has rows."""
    held = ~np.isnan(curve.observed)
    x, y, rows = curve.predicted[held], curve.observed[held], np.asarray(curve.weight, float)[held]
    error = 1.96 * curve.standard_error[held]
    limits = np.minimum(error, y), np.minimum(error, 1 - y)
    ax.errorbar(x, y, limits, fmt="none", ecolor=colour, elinewidth=1.2, capsize=2.5, alpha=0.7, gid="error")
    ax.plot(x, y, color=colour, lw=1.2, alpha=0.8, marker="o", ms=4, label=says, gid="curve", zorder=2.5)
    if len(rows):
        ax.scatter(x, y, s=_LARGEST * rows / rows.max(), color=colour, alpha=0.45, lw=0, gid="rows", zorder=2.4)


def _draw_steps(ax: Axes, curve: Any, colour: str, says: str) -> None:
    """A level line over the probabilities of each step, joined to the next."""
    x = np.column_stack([curve.lowest, curve.highest]).ravel()
    ax.plot(x, np.repeat(curve.observed, 2), color=colour, lw=1.8, label=says, gid="curve", zorder=2.5)
