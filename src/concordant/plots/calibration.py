"""`calibration_curve`, `smooth_calibration_curve`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from concordant.figures.curves import calibration_figure, limits_band
from concordant.figures.paint_matplotlib import draw
from concordant.metrics.probabilities.bins import calibration_curve as binned
from concordant.metrics.probabilities.smooth_calibration import SPAN, integrated_calibration_index
from concordant.metrics.probabilities.smooth_calibration import smooth_calibration_curve as smooth
from concordant.plots.curves import labels_with, plain_labels
from concordant.plots.given import curves_given
from concordant.result import CalibrationCurve, CorpReliabilityCurve, SmoothCalibrationCurve
from concordant.states import Curve, CurveStack
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def smooth_calibration_curve(
    y_true: Column | Curve | CurveStack | SmoothCalibrationCurve,
    y_prob: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    cluster: Column | str | None = None,
    data: Any = None,
    span: float = SPAN,
    level: float | None = 0.95,
    histogram: bool = True,
    name: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """
    Draw the smooth calibration curve: the observed proportion at each predicted probability, with the index ICI.

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
    cluster : array-like of shape (n,) or str, optional
        Rows that belong together; the band of a single curve respects it.
    data : DataFrame, path or list of paths, optional
        Where the columns are; the others are names in it then.
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
    ['ICI 0.115', '95 % confidence interval', 'calibrated']
    """
    reading: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    reading |= {"missing": missing, "cluster": cluster, "data": data}
    options: dict[str, Any] = {"span": span}
    curves = curves_given(smooth, SmoothCalibrationCurve, y_true, y_prob, name=name, options=options, **reading)
    labelled, legend = labels_with("ICI", integrated_calibration_index, curves, **options)
    band = None
    if curves.rows is not None and level is not None:
        band = limits_band(curves.interval(smooth, level=level, **options)["observed"], level)
    rows = curves.rows if histogram else None
    return draw(calibration_figure(curves.records, labelled, band=band, rows=rows, legend=legend), ax)


def calibration_curve(
    y_true: Column | CalibrationCurve | CorpReliabilityCurve,
    y_prob: Column | None = None,
    *,
    level: float | None = None,
    name: str | None = None,
    ax: Axes | None = None,
    **options: Any,
) -> Axes:
    """
    Draw a calibration curve: the observed proportion against the mean predicted probability.

    The area of a point is the rows of its bin. Its bar is 1.96 standard errors to both sides; with `level`, the
    confidence interval of the bin, which respects clusters. Of a `CorpReliabilityCurve` the steps of the isotonic
    regression are drawn. Call it again with the same `ax` to compare models.

    Parameters
    ----------
    y_true, y_prob
        Labels and probabilities; or the result of `concordant.calibration_curve` or `concordant.corp_reliability_curve`
        in place of both.
    level : float, optional
        The coverage of the bars: the limits of ``concordant.calibration_curve.interval``. Default: bars of 1.96
        standard errors; with ``cluster`` 0.95.
    name : str, optional
        The name of a single curve in the legend.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **options
        As `concordant.calibration_curve` takes them, with columns only: ``n_bins``, ``labels``, ``sample_weight``, ...;
        and ``cluster``, the rows that belong together.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputTypeError
        If columns come with a record, or there is only one column.
    OptionError
        If `level` is not a share, or comes with a record, which does not hold its rows.
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
    own = {option: value for option, value in options.items() if option in binned.options}
    reading = {option: value for option, value in options.items() if option not in own}
    kinds = (CalibrationCurve, CorpReliabilityCurve)
    curves = curves_given(binned, kinds, y_true, y_prob, name=name, options=own, **reading)
    if level is None and options.get("cluster") is not None:
        level = 0.95
    limits = None
    if level is not None:
        found = curves.interval(binned, level=level, **own)
        limits = [each["observed"] for each in ([found] if isinstance(curves.state, Curve) else found.values())]
    return draw(calibration_figure(curves.records, plain_labels(curves), limits=limits), ax)
