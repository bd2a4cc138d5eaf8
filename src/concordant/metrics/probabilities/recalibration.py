"""Recalibration: slope and intercept, calibration in the large, observed to expected, Cox and Spiegelhalter tests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from concordant import _kernels
from concordant.metrics.arithmetic import ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import FittedLine
from concordant.metrics.distributions import chi_square_tail
from concordant.metrics.probabilities.bins import brier_of, distinct, dot
from concordant.metrics.ranking.curve_points import first_reason, of_curve, of_each_curve, why_curves
from concordant.result import CoxTest, SpiegelhalterTest
from concordant.settings import threads_for
from concordant.states import Curve, CurveStack
from concordant.typing import FloatArray

_MOST_STEPS = 100
_NEGLIGIBLE = 1e-15  # a weight so far below others is lost in every sum
_SATURATED = 30.0  # the logit from which on a rate no longer changes by much
_LEAP = 8.0  # how far one step may move the logit of a row below that
_WELL = 1e-6  # a determinant that rounding does not reach, relative
_CLOSE = 1e-9  # the last step, relative; Newton's error after it is about its square


@metric(
    why=lambda curve, average="macro": why_curves(curve, _why_no_line, average),
    trait=FittedLine(lambda curve: _line_error(curve, 1)),
    influence=lambda curve: _line_influence(curve, 1),
    title="Calibration slope",
    says="1 is right; below 1 the probabilities are too extreme, above 1 too cautious; 0 knows nothing",
    formula="b of logit P(y = 1) = a + b logit p, by maximum likelihood",
    source="Cox 1958, Biometrika 45:562",
    better=None,
    range=(-float("inf"), float("inf")),
    interval="t",
    chance=0,
)
@of_curve
def calibration_slope(curve: Curve, /) -> float:
    """
    Calibration slope: how much the logits of the probabilities must be stretched to be right.

    The slope b of the logistic regression ``logit P(y = 1) = a + b logit p``. Below 1 the probabilities are too
    extreme, which is the mark of an overfitted model; above 1 they are too near the middle.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the slope of all decisions together, the mean weighted by how
        often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        1 for calibrated probabilities, 0 for uninformative ones, negative for those that are the wrong way round.
        Undefined (NaN) if only one class occurs, if the probabilities are equal or separate the classes completely,
        and if a row was given probability 0 for what happened.

    Notes
    -----
    Rows with probability 0 or 1 that turned out as said are left out: in the limit they add nothing to the
    likelihood. Slope 1 is not calibration: the intercept can be off as well, see `calibration_intercept`,
    `calibration_in_the_large` and `cox_test` of both at once.

    References
    ----------
    Cox (1958), Two further applications of a model for binary regression, Biometrika 45:562. Van Calster et al.
    (2019), Calibration: the Achilles heel of predictive analytics, BMC Medicine 17:230.

    Examples
    --------
    >>> from concordant import calibration_slope
    >>> round(calibration_slope([0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4]), 4)
    0.839
    """
    return _fitted_line(curve).slope


@metric(
    why=lambda curve, average="macro": why_curves(curve, _why_no_line, average),
    trait=FittedLine(lambda curve: _line_error(curve, 0)),
    influence=lambda curve: _line_influence(curve, 0),
    title="Calibration intercept",
    says="the log odds at probability 1/2 beside the calibration slope: 0 is right",
    formula="a of logit P(y = 1) = a + b logit p, by maximum likelihood",
    source="Cox 1958, Biometrika 45:562",
    better=None,
    range=(-float("inf"), float("inf")),
    interval="t",
)
@of_curve
def calibration_intercept(curve: Curve, /) -> float:
    """
    Calibration intercept: the shift of the logits in logistic recalibration, fitted together with the slope.

    The intercept a of the logistic regression ``logit P(y = 1) = a + b logit p``, fitted together with the
    calibration slope b: the log odds of the positive class where the probability is 1/2.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the intercept of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        0 for calibrated probabilities. Undefined (NaN) where the slope is: if only one class occurs, if the
        probabilities are equal or separate the classes completely, and if a row was given probability 0 for what
        happened.

    Notes
    -----
    It is not the mean error: where the slope is not 1, it stands for the middle of the scale, which may hold no
    rows. `calibration_in_the_large`, the intercept with the slope held at 1, says whether the probabilities are too
    high or too low on the whole; both are called "calibration intercept" in print. Rows with probability 0 or 1 that
    turned out as said are left out: in the limit they add nothing to the likelihood.

    References
    ----------
    Cox (1958), Two further applications of a model for binary regression, Biometrika 45:562. Miller, Hui & Tierney
    (1991), Validation techniques for logistic regression models, Statistics in Medicine 10:1213.

    Examples
    --------
    >>> from concordant import calibration_intercept
    >>> round(calibration_intercept([0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4]), 4)
    -0.1784
    """
    return _fitted_line(curve).intercept


def _shift_influence(curve: Curve) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct probability, shape (T, 2)."""
    rate, _, information = _fitted(curve, _fitted_shift(curve), 1.0)
    return np.asarray(_residuals(rate) * (float(curve.weights.sum()) / information[0, 0]))


@metric(
    why=lambda curve, average="macro": why_curves(curve, _why_no_shift, average),
    trait=FittedLine(lambda curve: float(_fitted(curve, _fitted_shift(curve), 1.0)[2][0, 0] ** -0.5)),
    influence=_shift_influence,
    title="Calibration in the large",
    says="0 is right on the whole; above 0 the probabilities are too low, below 0 too high",
    formula="a of logit P(y = 1) = a + logit p, by maximum likelihood",
    source="Cox 1958, Biometrika 45:562",
    better=None,
    range=(-float("inf"), float("inf")),
    interval="t",
    aliases=("mean_calibration",),
)
@of_curve
def calibration_in_the_large(curve: Curve, /) -> float:
    """
    Calibration in the large: whether the probabilities are too low or too high on the whole.

    The intercept a of the logistic regression ``logit P(y = 1) = a + logit p`` with the slope held at 1: the shift of
    all logits after which the probabilities add up to the number of positives.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the shift of all decisions together, the mean weighted by how
        often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        0 if the number of positives equals the sum of the probabilities; positive if it is greater. Undefined (NaN) if
        only one class occurs and if a row was given probability 0 for what happened.

    Notes
    -----
    The same question on other scales: `observed_expected_ratio`. A model can be right in the large and wrong in every
    part. Rows with probability 0 or 1 that turned out as said are left out: no shift moves them.

    References
    ----------
    Cox (1958), Two further applications of a model for binary regression, Biometrika 45:562. Steyerberg (2019),
    Clinical Prediction Models, 2nd ed., section 15.3.

    Examples
    --------
    >>> from concordant import calibration_in_the_large
    >>> round(calibration_in_the_large([0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4]), 4)
    -0.1624
    """
    return _fitted_shift(curve)


@metric(
    why=lambda curve: first_reason(curve, _why_no_line),
    instead="calibration_slope and calibration_intercept",
    title="Cox's test of calibration",
    says="whether recalibrating the logits by a line fits what happened better than leaving them as they are",
    formula="2 (log likelihood of a + b logit p - log likelihood of logit p), chi-square with 2 df",
    source="Cox 1958, Biometrika 45:562",
    scale_free=False,
    aliases=("u_statistic",),
)
def cox_test(curve: Curve | CurveStack, /) -> CoxTest | tuple[CoxTest, ...]:
    """
    Cox's test of calibration: intercept 0 and slope 1 at once.

    The likelihood ratio of the logistic regression ``logit P(y = 1) = a + b logit p`` against a = 0 and b = 1:
    ``2 (log likelihood fitted - log likelihood as given)``, chi-square with two degrees of freedom in large samples if
    the probabilities are right.

    Returns
    -------
    CoxTest, or a tuple of them, one a class or label
        ``statistic``, ``df``, ``p_value``, and the fitted ``intercept`` and ``slope``. Undefined (NaN) if only one
        class occurs, if the probabilities are equal or separate the classes completely, and if a row was given
        probability 0 for what happened.

    Notes
    -----
    The U of Harrell's val.prob is ``(statistic - 2) / n``. A p value grows smaller with more rows for the same
    miscalibration: look at intercept and slope. Curves that bend are not seen. Weights count as repeated rows. Rows
    with probability 0 or 1 that turned out as said are left out: in the limit they add nothing to the likelihood.

    References
    ----------
    Cox (1958), Two further applications of a model for binary regression, Biometrika 45:562. Miller, Hui & Tierney
    (1991), Validation techniques for logistic regression models, Statistics in Medicine 10:1213.

    Examples
    --------
    >>> from concordant import cox_test
    >>> test = cox_test([0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4])
    >>> round(test.statistic, 4), round(test.p_value, 4)
    (0.0773, 0.9621)
    """
    return of_each_curve(curve, _cox_test)


def _cox_test(curve: Curve) -> CoxTest:
    line = _fitted_line(curve)
    return CoxTest(line.gain, 2, chi_square_tail(line.gain, 2), line.intercept, line.slope)


# Logistic recalibration (Cox 1958): the logit of the chance that it happens, as a line in the logit of the probability.
#
# Newton's method on the distinct probabilities. The log likelihood is concave: with half steps where a step would not
# raise it, the method arrives wherever there is a maximum, and whether there is one is known beforehand. For the
# intercept alone, whose place is known to lie between two bounds, steps that leave them are replaced by bisection.


@dataclass(frozen=True, slots=True)
class Line:
    """The fitted line, and twice the log likelihood that it gains over leaving the probabilities as they are."""

    intercept: float
    slope: float
    gain: float


def _fitted_line(curve: Curve) -> Line:
    """Fit intercept and slope; NaN where there is no best line."""
    rows = None if not curve.n else _Rows.of(curve)
    if rows is None or _unfit(curve, rows, sloped=True):
        return Line(np.nan, np.nan, np.nan)
    intercept, slope, current = rows.middle, 1.0, rows.at(rows.middle, 1.0)
    uncorrected = current.surprise
    other = rows.at(rows.constant, 0.0)
    if other.surprise < uncorrected:
        intercept, slope, current = rows.constant, 0.0, other
    for _ in range(_MOST_STEPS):
        up, turn = _newton_step(current)
        part = min(1.0, _LEAP / max(_largest_move(rows, intercept, slope, up, turn), _LEAP))
        new = rows.at(intercept + part * up, slope + part * turn)
        while new.surprise > current.surprise + 1e-13 * abs(current.surprise):  # more than rounding
            part /= 2
            new = rows.at(intercept + part * up, slope + part * turn)
        intercept, slope, current = intercept + part * up, slope + part * turn, new
        if part * max(abs(up), abs(turn)) <= _CLOSE * (1.0 + max(abs(intercept), abs(slope))):
            break
    return Line(intercept - slope * rows.middle, slope, max(2.0 * (uncorrected - current.surprise), 0.0))


def _newton_step(sums: _kernels.LogisticSums) -> tuple[float, float]:
    """How far intercept and slope are from the best by the second derivatives."""
    determinant = sums.spread * sums.spread_xx - sums.spread_x * sums.spread_x
    if determinant > _WELL * sums.spread * sums.spread_xx:
        up = (sums.spread_xx * sums.missing - sums.spread_x * sums.missing_x) / determinant
        return up, (sums.spread * sums.missing_x - sums.spread_x * sums.missing) / determinant
    # The least one, where rounding leaves a direction without weight.
    curvature = np.array([[sums.spread, sums.spread_x], [sums.spread_x, sums.spread_xx]])
    up, turn = np.linalg.lstsq(curvature, np.array([sums.missing, sums.missing_x]), rcond=0.0)[0].tolist()
    return up, turn


def _largest_move(rows: _Rows, intercept: float, slope: float, up: float, turn: float) -> float:
    """By how much a step moves the logit of a row; where the rate is 0 or 1 already, that does no harm."""
    low, high = float(rows.centred[-1]), float(rows.centred[0])
    ends = [low, high]
    if slope:
        ends = [min(max((rate - intercept) / slope, low), high) for rate in (-_SATURATED, _SATURATED)]
    return max(abs(up + turn * end) for end in ends)


def _fitted_shift(curve: Curve) -> float:
    """Fit the intercept with the slope held at one; NaN where there is none."""
    rows = None if not curve.n else _Rows.of(curve)
    if rows is None or _unfit(curve, rows, sloped=False):
        return float("nan")
    # If all logits were the highest, or the lowest, the shift would be at one of these.
    low, high = rows.constant - (rows.logit[0] - rows.middle), rows.constant - (rows.logit[-1] - rows.middle)
    shift = float(min(max(rows.middle, low), high))
    for _ in range(_MOST_STEPS):
        current = rows.at(shift, 1.0)
        low, high = (shift, high) if current.missing > 0 else (low, shift)
        new = shift + current.missing / current.spread if current.spread > 0 else high
        step = (new if low <= new <= high else (low + high) / 2) - shift
        shift += step
        if abs(step) <= _CLOSE * (1.0 + abs(shift)):
            break
    return float(shift - rows.middle)


@dataclass(frozen=True)
class _Rows:
    """
    Rows with a probability between 0 and 1, from the highest; the weight of each class there.

    Of the probabilities 0 and 1, those that are right add nothing to the likelihood in the limit; where one is wrong,
    there is no maximum.
    """

    p: FloatArray
    negatives: FloatArray
    positives: FloatArray

    @classmethod
    def of(cls, curve: Curve) -> _Rows:
        inside = slice(int(curve.scores[0] == 1), len(curve.scores) - int(curve.scores[-1] == 0))
        p, negatives, positives = (column[inside] for column in distinct(curve))
        least = _NEGLIGIBLE * max(negatives.max(initial=0.0), positives.max(initial=0.0))
        return cls(p, np.where(negatives < least, 0.0, negatives), np.where(positives < least, 0.0, positives))

    @cached_property
    def logit(self) -> FloatArray:
        return np.log(self.p / (1.0 - self.p))

    @cached_property
    def middle(self) -> float:
        """The mean logit: measured from it, intercept and slope are nearly independent."""
        weight = self.negatives + self.positives
        return float((weight * self.logit).sum() / weight.sum())

    @property
    def constant(self) -> float:
        """The logit of the share of positives."""
        return float(np.log(self.positives.sum()) - np.log(self.negatives.sum()))

    @cached_property
    def centred(self) -> FloatArray:
        """The logits from their mean."""
        return self.logit - self.middle

    def at(self, intercept: float, slope: float) -> _kernels.LogisticSums:
        """Sum over the rows; the intercept is that at the middle."""
        threads = threads_for(len(self.p))
        return _kernels.logistic_sums(self.centred, self.negatives, self.positives, intercept, slope, threads)


def _why_no_line(curve: Curve) -> str | None:
    """Say why there is no best line; None if there is one."""
    return _unfit(curve, None if not curve.n else _Rows.of(curve), sloped=True)


def _why_no_shift(curve: Curve) -> str | None:
    """Say why there is no best intercept; None if there is one."""
    return _unfit(curve, None if not curve.n else _Rows.of(curve), sloped=False)


def _unfit(curve: Curve, rows: _Rows | None, *, sloped: bool) -> str | None:
    if rows is None:
        return "there are no rows"
    if (curve.scores[0] == 1 and curve.weights[0, 0]) or (curve.scores[-1] == 0 and curve.weights[-1, 1]):
        return "a row was given probability 0 for what happened, which no recalibration mends"
    if not len(rows.p):
        return "all probabilities are 0 or 1, and right"
    positive, negative = np.flatnonzero(rows.positives), np.flatnonzero(rows.negatives)  # from the highest
    if not len(positive) or not len(negative):
        among = "in y_true" if len(rows.p) == len(curve.scores) else "where the probability is neither 0 nor 1"
        return f"only the class {curve.classes[1 if len(positive) else 0]!r} occurs {among}"
    if not sloped:
        return None
    if len(rows.p) == 1:
        return "the probabilities are equal, so that they have no slope"
    if positive[-1] <= negative[0] or negative[-1] <= positive[0]:
        return "the probabilities separate the classes, so that no finite slope fits best"
    return None


# Influence of a row on the maximum likelihood estimates of logistic recalibration, and on the observed to expected
# ratio.
#
# ``psi = I^-1 x (y - pi)`` with the information I of a row: the sandwich of White (1982, Econometrica 50:1), which
# holds also where the line does not fit. The inverse of the information alone gives the standard errors of `glm`.


def _line_error(curve: Curve, coefficient: int) -> float:
    """The standard error of the intercept (0) or slope (1), from the information; NaN without a best line."""
    line = _fitted_line(curve)
    information = _fitted(curve, line.intercept, line.slope)[2]
    return float(np.sqrt(_inverse(information)[coefficient, coefficient]))


def _line_influence(curve: Curve, coefficient: int) -> FloatArray:
    """Psi of a negative and of a positive row at each probability, on the intercept (0) or slope (1): (T, 2)."""
    line = _fitted_line(curve)
    rate, logit, information = _fitted(curve, line.intercept, line.slope)
    constant, by_logit = _inverse(information)[coefficient]
    pull = np.where(np.isfinite(logit), constant + by_logit * np.where(np.isfinite(logit), logit, 0.0), 0.0)
    return np.asarray(_residuals(rate) * (pull * float(curve.weights.sum()))[:, None])


def _fitted(curve: Curve, intercept: float, slope: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The fitted rates, the logits of the probabilities, and the information of intercept and slope."""
    p, negatives, positives = distinct(curve)
    with np.errstate(divide="ignore"):
        logit = np.log(p) - np.log1p(-p)
    inside = np.isfinite(logit)
    x = np.where(inside, logit, 0.0)
    rate = np.where(inside, 1 / (1 + np.exp(-(intercept + slope * x))), p)  # nothing moves 0 and 1
    weight = (negatives + positives) * rate * (1 - rate)
    return rate, logit, np.array([[weight.sum(), weight @ x], [weight @ x, weight @ (x * x)]])


def _residuals(rate: FloatArray) -> FloatArray:
    """What a negative and a positive row miss; rows with probability 0 or 1 that are right miss nothing."""
    return np.stack([-rate, 1 - rate], axis=1)


def _inverse(information: FloatArray) -> FloatArray:
    (a, b), (_, d) = information
    determinant = a * d - b * b
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.array([[d, -b], [-b, a]]) / determinant)


def _why_no_ratio(curve: Curve) -> str | None:
    if not curve.weights.any():
        return "there are no rows"
    happened = curve.weights[:, 1].any() or (curve.scores > 0).any()
    return None if happened else "all probabilities are 0 and nothing happened (0/0)"


def _ratio_influence(curve: Curve) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct probability, shape (T, 2)."""
    p, negatives, positives = distinct(curve)
    weight = negatives + positives
    expected = (weight * p).sum()
    with np.errstate(invalid="ignore", divide="ignore"):
        value = positives.sum() / expected
        scale = weight.sum() / expected
        return np.asarray(np.stack([-value * p, 1 - value * p], axis=1) * scale)


@metric(
    why=lambda curve, average="macro": why_curves(curve, _why_no_ratio, average),
    influence=_ratio_influence,
    title="Observed to expected ratio",
    says="the number of positives over the sum of the probabilities: 1 is right, above 1 they are too low",
    formula="sum of y / sum of p",
    source="Debray et al. 2017, BMJ 356:i6460",
    better=None,
    range=(0, float("inf")),
    interval="log",
    aliases=("oe_ratio",),
)
@of_curve
def observed_expected_ratio(curve: Curve, /) -> float:
    """
    Observed to expected ratio: the number of positives over the sum of the probabilities.

    ``sum of y / sum of p``. 0.8 means that the risks are overstated by a quarter on the whole.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the ratio of all decisions together (which is 1 for classes
        whose probabilities sum to one), the mean weighted by how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        At least 0; infinite if something happened where all probabilities are 0. Undefined (NaN) if nothing happened
        there either, and without rows.

    Notes
    -----
    Its inverse E/O is reported as well: see which one a paper means. It is on the scale of risks; the same question
    on that of log odds is `calibration_in_the_large`.

    References
    ----------
    Debray et al. (2017), A guide to systematic review and meta-analysis of prediction model performance, BMJ
    356:i6460.

    Examples
    --------
    >>> from concordant import observed_expected_ratio
    >>> observed_expected_ratio([0, 1, 0, 1], [0.5, 0.9, 0.3, 0.8])
    0.8
    """
    p, negatives, positives = distinct(curve)
    observed, expected = float(positives.sum()), dot(negatives + positives, p)
    return float("inf") if observed and not expected else float(ratio(observed, expected))


@metric(
    why=lambda curve: first_reason(curve, _why_no_variance),
    instead="brier_score",
    title="Spiegelhalter's z",
    says="whether the Brier score is worse than it would be if the probabilities were right, in standard errors",
    formula="z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p))",
    source="Spiegelhalter 1986, Statistics in Medicine 5:421",
    scale_free=False,
    aliases=("spiegelhalter_test",),
    elsewhere=("spiegelhalter",),
)
def spiegelhalter_z(curve: Curve | CurveStack, /) -> SpiegelhalterTest | tuple[SpiegelhalterTest, ...]:
    """
    Spiegelhalter's z: whether the Brier score is worse than it would be if the probabilities were right.

    If every row happened with its probability, the Brier score would be the mean of ``p (1 - p)`` and its distance
    from that, over the standard error, ``z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p))``, standard normal
    in large samples. A large positive z means that the probabilities are too extreme (too near 0 and 1), a
    large negative one that they are too cautious.

    Returns
    -------
    SpiegelhalterTest, or a tuple of them, one a class or label
        ``statistic`` (z), ``p_value`` (two-sided), ``brier`` and ``expected_brier``. z is undefined (NaN) if all
        probabilities are 0, 1/2 or 1, where the score cannot vary, and without rows.

    Notes
    -----
    A p value grows smaller with more rows for the same miscalibration: it says whether there is one, not how large.
    Errors that cancel in the Brier score are not seen: it tests one consequence of calibration. Weights count as
    repeated rows.

    References
    ----------
    Spiegelhalter (1986), Probabilistic prediction in patient management and clinical trials, Statistics in Medicine
    5:421.

    Examples
    --------
    >>> from concordant import spiegelhalter_z
    >>> test = spiegelhalter_z([0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4])
    >>> round(test.statistic, 4), round(test.p_value, 4)
    (0.2357, 0.8137)
    """
    return of_each_curve(curve, _spiegelhalter_test)


def _why_no_variance(curve: Curve) -> str | None:
    if not curve.n:
        return "there are no rows"
    p = curve.scores
    varies = ((p > 0) & (p < 1) & (p != 0.5)).any()
    return None if varies else "all probabilities are 0, 1/2 or 1, where the score has no variance"


def _spiegelhalter_test(curve: Curve) -> SpiegelhalterTest:
    columns = distinct(curve)
    p, negatives, positives = columns
    weight, lean, spread = negatives + positives, 1.0 - 2.0 * p, p * (1.0 - p)
    variance = dot(weight, lean * lean * spread)
    z = float(ratio(dot(positives, (1.0 - p) * lean) - dot(negatives, p * lean), math.sqrt(variance)))
    expected = float(ratio(dot(weight, spread), float(weight.sum())))
    return SpiegelhalterTest(z, math.erfc(abs(z) / math.sqrt(2.0)), brier_of(columns), expected)
