"""Calibration curve: the share of positives in each bin of probabilities."""

from __future__ import annotations

import numpy as np

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.of_curves import records_of_curves
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import BinShares
from concordant.metrics._probabilities.bin_rows import bins_of_rows
from concordant.metrics._probabilities.bins import Bins, Closed, Edges, Strategy, binned, why_no_rows
from concordant.result import CalibrationCurve
from concordant.states import Curve, CurveStack


def _why(
    curve: Curve | CurveStack,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
) -> str | None:
    del n_bins, strategy, edges, closed
    return why_no_rows(curve)


def _shortcut(
    rows: ScoreRows,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
) -> CalibrationCurve | None:
    bins = bins_of_rows(rows, n_bins=n_bins, strategy=strategy, edges=edges, closed=closed)
    return None if bins is None else _points(bins)


def _points(bins: Bins) -> CalibrationCurve:
    weight, observed = bins.weight, bins.observed
    return CalibrationCurve(
        observed,
        bins.predicted,
        weight,
        bins.positives,
        bins.edges,
        np.sqrt(np.asarray(ratio(observed * (1 - observed), weight))),
        np.asarray(ratio(np.sqrt(bins.variance), weight)),
    )


@metric(
    input="probabilities",
    why=_why,
    is_a=BinShares(),
    instead="one of its rates",
    shortcut=_shortcut,
    family="tables",
    title="Calibration curve",
    says="the share of positives in each bin of probabilities",
    formula="(mean p, share of positives) in each bin",
    source="Murphy & Winkler 1977, Applied Statistics 26:41",
    better=None,
    range=None,
    scale_free=False,
    elsewhere=("reliability_curve", "reliability_diagram", "calibration_plot"),
)
def calibration_curve(
    curve: Curve | CurveStack,
    /,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
) -> CalibrationCurve | tuple[CalibrationCurve, ...]:
    """
    Calibration curve: the share of positives in each bin of probabilities.

    For each bin the mean probability and the share of positives, with the rows behind them and two errors: the
    standard error of the share, and how far it would stray from the mean probability if the probabilities were right.

    Parameters
    ----------
    n_bins : int, default 10
        How many bins.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width, ``edges[b] <= p < edges[b + 1]`` where ``edges[b]`` is the float64 nearest to b / n_bins
        (the last bin holds 1 as well), or of equal mass: every distinct probability goes with all its rows into the
        bin in which the middle of its rows falls, and bins that get none are left out.
    edges : array-like, optional
        Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
    closed : {"left", "right"}, default "left"
        The edge that belongs to a bin. With ``"right"`` bin b holds ``edges[b] < p <= edges[b + 1]``, the first
        one 0 as well.

    Returns
    -------
    CalibrationCurve, or a tuple of them, one a class or label
        Unpacks as ``observed, predicted``. A bin without rows stays, with weight 0 and NaN in its shares and errors.
        All is NaN without rows.

    Notes
    -----
    A probability is compared as it is, whatever its type: 0.1 * 3, which is 0.30000000000000004, and 0.3 itself are
    in the bin from 0.3 on, but the float32 nearest to 0.7 is 0.699999988 and in the bin below. scikit-learn's
    `calibration_curve` closes its bins on the right, takes edges of ``numpy.linspace``, and leaves empty bins out;
    ``edges=numpy.linspace(0, 1, 11), closed="right"`` gives its values. Its bins of ``strategy="quantile"`` lie
    between percentiles, which for many ties are more uneven than those here.

    References
    ----------
    Murphy & Winkler (1977), Reliability of subjective probability forecasts of precipitation and temperature,
    Applied Statistics 26:41. Bröcker & Smith (2007), Increasing the reliability of reliability diagrams, Weather and
    Forecasting 22:651 (the expected error).

    Examples
    --------
    >>> from concordant import calibration_curve
    >>> curve = calibration_curve([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=2)
    >>> curve.predicted.round(3).tolist(), curve.observed.round(3).tolist(), curve.weight.tolist()
    ([0.2, 0.733], [0.333, 0.667], [3, 3])
    """
    return records_of_curves(curve, lambda one: _points(binned(one, n_bins, strategy, edges, closed)))
