"""Debiased calibration error: the mean squared gap of bins without the part that chance adds."""

from __future__ import annotations

import math

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.averages import check_average
from concordant.metrics._curves.outputs import OUTPUT_AVERAGES
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import CalibrationError
from concordant.metrics._probabilities.bin_rows import bins_of_rows
from concordant.metrics._probabilities.bins import Closed, Edges, Strategy
from concordant.metrics._probabilities.calibration_errors import debiased_squared_error, over_bins, why_no_variance
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
    return why_no_variance(curve, n_bins, strategy, edges, closed, average)


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
    value = math.nan if bins is None else debiased_squared_error(bins)
    return None if math.isnan(value) else value


@metric(
    input="probabilities",
    why=_why,
    is_a=CalibrationError(size="squared"),
    shortcut=_shortcut,
    family="probabilities",
    title="Debiased calibration error",
    says="the mean squared gap between probabilities and what happened, without what chance adds",
    formula="sum over bins of w ((o - p)^2 - o (1 - o) / (w - 1)) / all weight",
    source="Kumar, Liang & Ma 2019, NeurIPS 32",
    better="lower",
    range=(-math.inf, 1),
    interval="gaps",
)
def debiased_calibration_error(
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
    Debiased calibration error: the mean squared gap of bins without the part that chance adds.

    ``sum over bins of w_b [(o_b - p_b)^2 - o_b (1 - o_b) / (w_b - 1)] / sum of w_b`` with the share of positives o,
    the mean probability p and the rows w of a bin. The second term is what the variance of o adds to the square, so
    that right probabilities give 0 on average with any number of rows and bins.

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
        Of several classes or labels: the plain mean, the error of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        At most 1, and below 0 where the gaps are smaller than chance would make them: not below -1/4 where weights
        count rows. Undefined (NaN) without rows.

    Notes
    -----
    It is in squared units: ``expected_calibration_error(norm="l2", debias=True)`` is its root. Bins of one row tell
    nothing of their variance and count as 0. Weights count rows, which the term w - 1 needs: do not scale them to a
    sum of 1. Bins still hide gaps that cancel inside them.

    References
    ----------
    Kumar, Liang & Ma (2019), Verified uncertainty calibration, NeurIPS 32, definition 4.1. Bröcker (2012), Estimating
    reliability and resolution of probability forecasts through decomposition of the empirical score, Climate Dynamics
    39:655. Ferro & Fricker (2012), A bias-corrected decomposition of the Brier score, Quarterly Journal of the Royal
    Meteorological Society 138:1954.

    Examples
    --------
    >>> from concordant import debiased_calibration_error
    >>> round(debiased_calibration_error([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=2), 4)
    -0.1
    """
    return over_bins(curve, debiased_squared_error, n_bins, strategy, edges, closed, average, fill)
