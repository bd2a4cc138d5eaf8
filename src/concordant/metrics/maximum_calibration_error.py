"""Maximum calibration error: the largest gap between probabilities and what happened in any bin."""

from __future__ import annotations

import numpy as np

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.averages import check_average
from concordant.metrics._curves.outputs import OUTPUT_AVERAGES
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import CalibrationError
from concordant.metrics._probabilities.bin_rows import bins_of_rows
from concordant.metrics._probabilities.bins import Bins, Closed, Edges, Strategy, why_no_rows
from concordant.metrics._probabilities.calibration_errors import over_bins
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(
    curve: Curve | CurveStack,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
    average: Average = "macro",
) -> str | None:
    del n_bins, strategy, edges, closed
    return why_no_rows(curve, average)


def _shortcut(
    rows: ScoreRows,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
    average: Average = "macro",
) -> float | None:
    check_average(average, allowed=OUTPUT_AVERAGES)
    bins = bins_of_rows(rows, n_bins=n_bins, strategy=strategy, edges=edges, closed=closed)
    return None if bins is None else _largest(bins)


def _largest(bins: Bins) -> float:
    weight = bins.weight
    here = weight > 0
    return float((np.abs(bins.surplus[here]) / weight[here]).max()) if here.any() else float("nan")


@metric(
    input="probabilities",
    why=_why,
    is_a=CalibrationError(size="greatest"),
    shortcut=_shortcut,
    family="probabilities",
    title="Maximum calibration error",
    says="the largest gap between probabilities and what happened in any bin",
    formula="max over bins of |share of positives - mean p|",
    source="Naeini, Cooper & Hauskrecht 2015, AAAI 29:2901",
    better="lower",
    range=(0, 1),
    interval="gaps",
    aliases=("mce",),
)
def maximum_calibration_error(
    curve: Curve | CurveStack,
    /,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
    average: Average = "macro",
    fill: float = float("nan"),
) -> Floats:
    """
    Maximum calibration error: the largest gap between probabilities and what happened in any bin.

    ``max over bins of |o_b - p_b|`` with the share of positives o and the mean probability p of a bin that holds rows.

    Parameters
    ----------
    n_bins : int, default 10
        How many bins.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width or of equal mass; see `calibration_curve`.
    edges : array-like, optional
        Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
    closed : {"left", "right"}, default "left"
        The edge that belongs to a bin.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean of their maxima, the maximum of all decisions together, the mean
        weighted by how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; 0 is calibrated in every bin. Undefined (NaN) without rows.

    Notes
    -----
    A bin counts as much as any other however few rows it holds: with a bin of one row the value is often that row.
    Bins of equal mass (``strategy="quantile"``) avoid that.

    References
    ----------
    Naeini, Cooper & Hauskrecht (2015), Obtaining well calibrated probabilities using Bayesian binning, AAAI 29:2901.

    Examples
    --------
    >>> from concordant import maximum_calibration_error
    >>> round(maximum_calibration_error([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=2), 4)
    0.1333
    """
    return over_bins(curve, _largest, n_bins, strategy, edges, closed, average, fill)
