"""expected_calibration_error, adaptive_, maximum_, debiased_calibration_error, expected_calibration_error_null."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np

from concordant.inputs.scores import ScoreRows
from concordant.metrics.arithmetic import check_average, ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import CalibrationError, elsewhere
from concordant.metrics.probabilities.bins import Bins, Closed, Edges, Strategy, binned, bins_of_rows, why_no_rows
from concordant.metrics.ranking.curve_points import OUTPUT_AVERAGES, of_curve, of_curves, why_outputs, with_options_of
from concordant.names import require_choice
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray, Floats

Norm: TypeAlias = Literal["l1", "l2"]
_ERF = np.frompyfunc(math.erf, 1, 1)


def of_bins(value: Callable[..., float]) -> Callable[..., Floats]:
    """Turn a value of the bins of a curve into a formula: of a curve or several, or of checked rows of two classes."""

    def formula(
        curve: Curve | CurveStack | ScoreRows,
        /,
        *,
        n_bins: int = 10,
        strategy: Strategy = "uniform",
        edges: Edges = None,
        closed: Closed = "left",
        average: Average = "macro",
        fill: float = float("nan"),
        **options: Any,
    ) -> Floats:
        if isinstance(curve, ScoreRows):
            check_average(average, allowed=OUTPUT_AVERAGES)
            bins = bins_of_rows(curve, n_bins, strategy, edges, closed)
            return math.nan if bins is None else value(bins, **options)

        def of_one(single: Curve) -> float:
            return value(binned(single, n_bins, strategy, edges, closed), **options)

        return of_curves(curve, of_one, average, fill)

    return with_options_of(value, formula)


def _why_no_variance(curve: Curve | CurveStack, *, average: Average = "macro", **bins: Any) -> str | None:
    """Say that no bin has the two rows that the variance of its share needs."""
    if reason := why_no_rows(curve, average=average):
        return reason

    def single_rows(single: Curve) -> bool:
        return not (binned(single, **bins).weight > 1).any()

    reason = "no bin holds more than one row, which the variance of its share needs"
    if isinstance(curve, CurveStack):
        return why_outputs(curve, single_rows, average, reason)
    return reason if single_rows(curve) else None


def _expected_calibration_error_why(
    curve: Curve | CurveStack, *, norm: Norm = "l1", debias: bool = False, **options: Any
) -> str | None:
    if debias and norm == "l2":
        return _why_no_variance(curve, **options)
    return why_no_rows(curve, **options)


@metric(
    why=_expected_calibration_error_why,
    trait=CalibrationError(),
    shortcut="rows",
    title="Expected calibration error",
    says="how far probabilities are from what happened, on average over bins",
    formula="sum over bins of weight |share of positives - mean p| / all weight",
    source="Naeini, Cooper & Hauskrecht 2015, AAAI 29:2901",
    better="lower",
    interval="gaps",
    aliases=("ece",),
    elsewhere=(elsewhere("BinaryCalibrationError", n_bins=15), elsewhere("calibration_error")),
)
@of_bins
def expected_calibration_error(bins: Bins, /, *, norm: Norm = "l1", debias: bool = False) -> float:
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
    require_choice("norm", norm, ("l1", "l2"))
    if norm == "l1":
        return _absolute_error(bins) - _absolute_bias(bins) if debias else _absolute_error(bins)
    square = _debiased_squared_error(bins) if debias else squared_error(bins)
    return math.sqrt(square) if not square < 0 else 0.0  # NaN stays NaN


@metric(
    why=why_no_rows,
    trait=CalibrationError(size="greatest"),
    shortcut="rows",
    title="Maximum calibration error",
    says="the largest gap between probabilities and what happened in any bin",
    formula="max over bins of |share of positives - mean p|",
    source="Naeini, Cooper & Hauskrecht 2015, AAAI 29:2901",
    better="lower",
    interval="gaps",
    aliases=("mce",),
)
@of_bins
def maximum_calibration_error(bins: Bins, /) -> float:
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
    weight = bins.weight
    occupied = weight > 0
    return float((np.abs(bins.surplus[occupied]) / weight[occupied]).max()) if occupied.any() else float("nan")


@metric(
    why=why_no_rows,
    trait=CalibrationError(strategy="quantile"),
    title="Adaptive calibration error",
    says="how far the probabilities of every class are from what happened, in bins of equally many rows",
    formula="mean over classes and bins of equal mass of |share of the class - mean p|",
    source="Nixon, Dusenberry, Zhang, Jerfel & Tran 2019, CVPR Workshops",
    better="lower",
    interval="gaps",
    aliases=("ace",),
)
@of_curve
def adaptive_calibration_error(curve: Curve, /, *, n_bins: int = 10) -> float:
    """
    Adaptive calibration error: the calibration error of every class in bins that hold equally many rows.

    ``1 / (K R) sum over classes k and ranges r of |o(r, k) - p(r, k)|``: the ranges of each class hold equally many
    rows. Ties can make them uneven; then each counts by its rows. It is `expected_calibration_error` with
    ``strategy="quantile"``, class by class.

    Parameters
    ----------
    n_bins : int, default 10
        How many ranges; those that get no rows because of ties are left out.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, which is Nixon's; the error of all decisions together, the mean
        weighted by how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; 0 is calibrated in every range. Undefined (NaN) without rows.

    Notes
    -----
    A probability goes with all its rows into one range, that in which the middle of its rows falls: neither the order
    of the rows nor a tie can move the value. Some packages call another number ACE: the plain mean over bins of
    equal width (average calibration error, Neumann et al. 2018).

    References
    ----------
    Nixon, Dusenberry, Zhang, Jerfel & Tran (2019), Measuring calibration in deep learning, CVPR Workshops, section 4.2.

    Examples
    --------
    >>> from concordant import adaptive_calibration_error
    >>> round(adaptive_calibration_error([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=3), 4)
    0.1333
    """
    return _absolute_error(binned(curve, n_bins, "quantile", None, "left"))


def _debiased_squared_error(bins: Bins) -> float:
    """The mean squared gap less o (1 - o) / (n - 1), which chance adds in a bin of n rows; 0 in bins of one row."""
    several = bins.weight > 1
    if not several.any():
        return math.nan
    return float(ratio(np.where(several, _weighted_squares(bins) - chance_squares(bins), 0.0).sum(), bins.weight.sum()))


@metric(
    why=_why_no_variance,
    trait=CalibrationError(size="squared"),
    shortcut="rows",
    title="Debiased calibration error",
    says="the mean squared gap between probabilities and what happened, without what chance adds",
    formula="sum over bins of w ((o - p)^2 - o (1 - o) / (w - 1)) / all weight",
    source="Kumar, Liang & Ma 2019, NeurIPS 32",
    better="lower",
    range=(-math.inf, 1),
    interval="gaps",
)
@of_bins
def debiased_calibration_error(bins: Bins, /) -> float:
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
    return _debiased_squared_error(bins)


@metric(
    why=why_no_rows,
    shortcut="rows",
    title="Calibration error expected by chance",
    says="how large the expected calibration error is by chance if the probabilities are right",
    formula="sum over bins of sqrt(2/pi sum of w p (1 - p)) / all weight",
    source="Bröcker & Smith 2007, Weather and Forecasting 22:651 (the variance of a bin)",
    better="lower",
    range=(0, math.inf),
    scale_free=False,
    interval="percentile",
)
@of_bins
def expected_calibration_error_null(bins: Bins, /, *, norm: Norm = "l1") -> float:
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
    require_choice("norm", norm, ("l1", "l2"))
    if norm == "l1":  # the surplus of a bin is taken for normal, E|Z| = sqrt(2/pi) sd; the mean square is exact
        return float(ratio(np.sqrt(2 / math.pi * bins.variance).sum(), bins.weight.sum()))
    return math.sqrt(float(ratio(_per_weight(bins.variance, bins).sum(), bins.weight.sum())))


def _absolute_error(bins: Bins) -> float:
    """The mean over the rows of the absolute gap of their bin."""
    return float(ratio(np.abs(bins.surplus).sum(), bins.weight.sum()))


def _absolute_bias(bins: Bins) -> float:
    """
    How much chance adds to the mean absolute gap, if the share of each bin is normal with its standard error.

    A gap g with standard error s is on average s sqrt(2/pi) exp(-g^2/(2 s^2)) + g erf(g/(s sqrt 2)) in absolute value.
    """
    weight = bins.weight
    mixed = (bins.positives > 0) & (bins.negatives > 0)  # elsewhere the standard error is zero
    gap = np.abs(bins.surplus[mixed]) / weight[mixed]
    error = np.sqrt(bins.observed[mixed] * (1 - bins.observed[mixed]) / weight[mixed])
    z = gap / error
    erf = np.asarray(_ERF(z / math.sqrt(2)), np.float64)
    expected = error * math.sqrt(2 / math.pi) * np.exp(-z * z / 2) + gap * erf
    return float(ratio((weight[mixed] * (expected - gap)).sum(), weight.sum()))


def squared_error(bins: Bins) -> float:
    """The mean over the rows of the squared gap of their bin."""
    return float(ratio(_weighted_squares(bins).sum(), bins.weight.sum()))


def chance_squares(bins: Bins) -> FloatArray:
    """What chance adds to n gap^2 in each bin of n rows: n o (1 - o) / (n - 1), without bias; 0 up to one row."""
    weight = bins.weight * 1.0
    spread = np.asarray(ratio(bins.positives * 1.0 * bins.negatives, weight))
    return np.asarray(np.divide(spread, weight - 1, out=np.zeros_like(spread), where=weight > 1))


def _weighted_squares(bins: Bins) -> FloatArray:
    """The weight times the squared gap in each bin; 0 in an empty one."""
    return _per_weight(bins.surplus**2, bins)


def _per_weight(sums: FloatArray, bins: Bins) -> FloatArray:
    """Divide by the weight of each bin; 0 in an empty one."""
    weight = bins.weight
    return np.divide(sums, weight, out=np.zeros(len(weight)), where=weight > 0)
