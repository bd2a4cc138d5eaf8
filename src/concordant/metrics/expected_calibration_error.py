"""Expected calibration error: how far probabilities are from what happened, on average over bins."""

from __future__ import annotations

import math

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.averages import check_average
from concordant.metrics._curves.outputs import OUTPUT_AVERAGES
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._object.natures import CalibrationError
from concordant.metrics._probabilities.bin_rows import bins_of_rows
from concordant.metrics._probabilities.bins import Bins, Closed, Edges, Strategy, why_no_rows
from concordant.metrics._probabilities.calibration_errors import (
    Norm,
    absolute_bias,
    absolute_error,
    check_norm,
    debiased_squared_error,
    over_bins,
    squared_error,
    why_no_variance,
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
    debias: bool = False,
    average: Average = "macro",
) -> str | None:
    if debias and norm == "l2":
        return why_no_variance(curve, n_bins, strategy, edges, closed, average)
    return why_no_rows(curve, average)


def _shortcut(
    rows: ScoreRows,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
    norm: Norm = "l1",
    debias: bool = False,
    average: Average = "macro",
) -> float | None:
    check_norm(norm)
    check_average(average, allowed=OUTPUT_AVERAGES)
    bins = bins_of_rows(rows, n_bins=n_bins, strategy=strategy, edges=edges, closed=closed)
    value = math.nan if bins is None else _error(bins, norm, debias=debias)
    return None if math.isnan(value) else value


def _error(bins: Bins, norm: Norm, *, debias: bool) -> float:
    if norm == "l1":
        return absolute_error(bins) - absolute_bias(bins) if debias else absolute_error(bins)
    square = debiased_squared_error(bins) if debias else squared_error(bins)
    return math.sqrt(square) if not square < 0 else 0.0  # NaN stays NaN


@metric(
    input="probabilities",
    why=_why,
    is_a=CalibrationError(),
    shortcut=_shortcut,
    family="probabilities",
    title="Expected calibration error",
    says="how far probabilities are from what happened, on average over bins",
    formula="sum over bins of weight |share of positives - mean p| / all weight",
    source="Naeini, Cooper & Hauskrecht 2015, AAAI 29:2901",
    better="lower",
    range=(0, 1),
    interval="gaps",
    aliases=("ece",),
    elsewhere=(elsewhere("BinaryCalibrationError", n_bins=15), elsewhere("calibration_error")),
)
def expected_calibration_error(
    curve: Curve | CurveStack,
    /,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
    norm: Norm = "l1",
    debias: bool = False,
    average: Average = "macro",
    fill: float = float("nan"),
) -> Floats:
    """
    Expected calibration error: how far probabilities are from what happened, on average over bins.

    ``sum over bins of w_b |o_b - p_b| / sum of w_b`` with the share of positives o, the mean probability p and the
    weight w of a bin. ``reduction="top_label"`` gives the error of the predicted class alone, which is what papers
    on neural networks call ECE; ``"classwise"`` that of each class (static calibration error).

    Parameters
    ----------
    n_bins : int, default 10
        How many bins.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width or of equal mass; see `calibration_curve`.
    edges : array-like, optional
        Own edges that rise from 0 to 1, in place of `n_bins` and `strategy`.
    closed : {"left", "right"}, default "left"
        The edge that belongs to a bin. Guo et al. (2017) close on the right.
    norm : {"l1", "l2"}, default "l1"
        The mean absolute gap, or the root of the mean squared gap (root mean square calibration error).
    debias : bool, default False
        Take off what chance adds to the gaps. With ``"l2"`` the debiased square of Kumar, Liang and Ma, whose root is
        0 where it is negative (`debiased_calibration_error` gives the square with its sign); with ``"l1"`` the
        expectation of their resampling with normal shares in closed form, which can fall below 0.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the error of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1, but for ``debias=True`` with ``"l1"``, which is below 0 where the gaps are smaller than
        chance would make them; 0 is calibrated in every bin. Undefined (NaN) without rows, and for the debiased
        root where no bin holds more than one.

    Notes
    -----
    It misleads in three ways. Chance alone makes it positive, the more the fewer rows and the more bins there are:
    compare it with `expected_calibration_error_null`. Gaps of different sign inside a bin cancel. And a constant
    prediction of the prevalence has an error of 0: calibration says nothing of discrimination. Values of different
    bins are not comparable; `closed` and ties at edges explain most differences between packages.

    Resampled rows have a larger error than the rows, so that bootstrap limits lie too high. `interval` inverts a test
    of how large the gaps of the bins are, for which chance is taken into account (``method="gaps"``): in simulations
    of 100 to 1,000 rows its limits at 95 % held the true error in 92 to 97 of 100 samples, also where it is 0.

    References
    ----------
    Naeini, Cooper & Hauskrecht (2015), Obtaining well calibrated probabilities using Bayesian binning, AAAI 29:2901.
    Guo, Pleiss, Sun & Weinberger (2017), On calibration of modern neural networks, ICML, eq. 3. Kumar, Liang & Ma
    (2019), Verified uncertainty calibration, NeurIPS.

    Examples
    --------
    >>> from concordant import expected_calibration_error
    >>> y_true, y_prob = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9]
    >>> round(expected_calibration_error(y_true, y_prob, n_bins=2), 4)
    0.1
    >>> round(expected_calibration_error(y_true, y_prob, n_bins=2, norm="l2"), 4)
    0.1054
    """
    check_norm(norm)
    return over_bins(
        curve, lambda bins: _error(bins, norm, debias=debias), n_bins, strategy, edges, closed, average, fill
    )
