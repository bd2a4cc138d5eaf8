"""Calibration error expected by chance: its mean if the probabilities are right."""

from __future__ import annotations

import math

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.averages import check_average
from concordant.metrics._curves.outputs import OUTPUT_AVERAGES
from concordant.metrics._object.define import metric
from concordant.metrics._probabilities.bin_rows import bins_of_rows
from concordant.metrics._probabilities.bins import Bins, Closed, Edges, Strategy, why_no_rows
from concordant.metrics._probabilities.calibration_errors import (
    Norm,
    check_norm,
    expected_absolute_error,
    expected_squared_error,
    over_bins,
)
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(
    curve: Curve | CurveStack,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
    norm: Norm = "l1",
    average: Average = "macro",
) -> str | None:
    del n_bins, strategy, edges, closed, norm
    return why_no_rows(curve, average)


def _shortcut(
    rows: ScoreRows,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
    norm: Norm = "l1",
    average: Average = "macro",
) -> float | None:
    check_norm(norm)
    check_average(average, allowed=OUTPUT_AVERAGES)
    bins = bins_of_rows(rows, n_bins=n_bins, strategy=strategy, edges=edges, closed=closed)
    return None if bins is None else _expected(bins, norm)


def _expected(bins: Bins, norm: Norm) -> float:
    return expected_absolute_error(bins) if norm == "l1" else math.sqrt(expected_squared_error(bins))


@metric(
    input="probabilities",
    why=_why,
    shortcut=_shortcut,
    family="probabilities",
    title="Calibration error expected by chance",
    says="how large the expected calibration error is by chance if the probabilities are right",
    formula="sum over bins of sqrt(2/pi sum of w p (1 - p)) / all weight",
    source="Bröcker & Smith 2007, Weather and Forecasting 22:651 (the variance of a bin)",
    better="lower",
    range=(0, math.inf),
    scale_free=False,
    interval="percentile",
)
def expected_calibration_error_null(
    curve: Curve | CurveStack,
    /,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
    norm: Norm = "l1",
    average: Average = "macro",
    fill: float = float("nan"),
) -> Floats:
    """
    Calibration error expected by chance: its mean if the probabilities are right.

    ``sum over bins of sqrt(2 / pi * sum in the bin of w p (1 - p)) / sum of w``. If every row is positive with its
    probability, the positives of a bin stray around the sum of its probabilities with variance ``sum of p (1 - p)``,
    and the mean absolute distance of a normal variable is ``sqrt(2 / pi)`` standard deviations. An
    `expected_calibration_error` of about this size is no evidence against the probabilities.

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
    norm : {"l1", "l2"}, default "l1"
        The norm of the error that it is compared with; for ``"l2"`` the root of the expected square.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Not below 0, and at most 0.4 where weights count rows. It depends on the probabilities and bins, not on the
        truth. Undefined (NaN) without rows.

    Notes
    -----
    It shrinks with the root of the number of rows and grows with that of the number of bins. The normal approximation
    is a little off where a bin expects less than one positive. Weights count rows: a row of weight 2 is two rows with
    the same probability, and weights scaled to a sum of 1 are the chance of a single row.

    References
    ----------
    Bröcker & Smith (2007), Increasing the reliability of reliability diagrams, Weather and Forecasting 22:651.

    Examples
    --------
    >>> from concordant import expected_calibration_error_null
    >>> round(expected_calibration_error_null([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=2), 4)
    0.1879
    """
    check_norm(norm)
    return over_bins(curve, lambda bins: _expected(bins, norm), n_bins, strategy, edges, closed, average, fill)
