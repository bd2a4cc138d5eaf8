"""
Logistic recalibration (Cox 1958): the logit of the chance that it happens, as a line in the logit of the probability.

Newton's method on the distinct probabilities. The log likelihood is concave: with half steps where a step would not
raise it, the method arrives wherever there is a maximum, and whether there is one is known beforehand. For the
intercept alone, whose place is known to lie between two bounds, steps that leave them are replaced by bisection.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from concordant import _kernels
from concordant.metrics._probabilities.distinct import distinct
from concordant.settings import threads_for
from concordant.states import Curve
from concordant.typing import FloatArray

_MOST_STEPS = 100
_NEGLIGIBLE = 1e-15  # a weight so far below others is lost in every sum
_SATURATED = 30.0  # the logit from which on a rate no longer changes by much
_LEAP = 8.0  # how far one step may move the logit of a row below that
_CLOSE = 1e-9  # the last step, relative; Newton's error after it is about its square


@dataclass(frozen=True, slots=True)
class Line:
    """The fitted line, and twice the log likelihood that it gains over leaving the probabilities as they are."""

    intercept: float
    slope: float
    gain: float


@dataclass(frozen=True, slots=True)
class _At:
    """The log likelihood of a line, its gradient and the negative of its second derivative by intercept and slope."""

    likelihood: float
    gradient: FloatArray
    curvature: FloatArray


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

    def at(self, intercept: float, slope: float) -> _At:
        """Sum over the rows; the intercept is that at the middle."""
        sums = _kernels.logistic_sums(
            self.centred, self.negatives, self.positives, intercept, slope, threads_for(len(self.p))
        )
        spread = np.array([[sums.spread, sums.spread_x], [sums.spread_x, sums.spread_xx]])
        return _At(-sums.surprise, np.array([sums.missing, sums.missing_x]), spread)


def why_no_shift(curve: Curve) -> str | None:
    """Say why there is no best intercept; None if there is one."""
    return _unfit(curve, None if not curve.n else _Rows.of(curve), sloped=False)


def why_no_line(curve: Curve) -> str | None:
    """Say why there is no best line; None if there is one."""
    return _unfit(curve, None if not curve.n else _Rows.of(curve), sloped=True)


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


def fitted_line(curve: Curve) -> Line:
    """Fit intercept and slope; NaN where there is no best line."""
    rows = None if not curve.n else _Rows.of(curve)
    if rows is None or _unfit(curve, rows, sloped=True):
        return Line(np.nan, np.nan, np.nan)
    here, now = np.array([rows.middle, 1.0]), rows.at(rows.middle, 1.0)
    given = now.likelihood
    constant = np.array([rows.constant, 0.0])
    other = rows.at(*constant)
    if other.likelihood > given:
        here, now = constant, other
    for _ in range(_MOST_STEPS):
        # Newton's step, the least one where rounding leaves a direction without weight.
        step = np.linalg.lstsq(now.curvature, now.gradient, rcond=0.0)[0].astype(np.float64)
        step *= min(1.0, _LEAP / max(_largest_move(rows, here, step), _LEAP))
        new = rows.at(*(here + step))
        while new.likelihood < now.likelihood - 1e-13 * abs(now.likelihood):  # more than rounding
            step /= 2
            new = rows.at(*(here + step))
        here, now = here + step, new
        if np.abs(step).max() <= _CLOSE * (1.0 + np.abs(here).max()):
            break
    return Line(float(here[0] - here[1] * rows.middle), float(here[1]), max(2.0 * (now.likelihood - given), 0.0))


def _largest_move(rows: _Rows, here: FloatArray, step: FloatArray) -> float:
    """By how much a step moves the logit of a row; where the rate is 0 or 1 already, that does no harm."""
    ends = np.array([rows.centred[-1], rows.centred[0]])
    if here[1]:
        ends = np.clip(np.sort((np.array([-_SATURATED, _SATURATED]) - here[0]) / here[1]), *ends)
    return float(np.abs(step[0] + step[1] * ends).max())


def fitted_shift(curve: Curve) -> float:
    """Fit the intercept with the slope held at one; NaN where there is none."""
    rows = None if not curve.n else _Rows.of(curve)
    if rows is None or _unfit(curve, rows, sloped=False):
        return float("nan")
    # If all logits were the highest, or the lowest, the shift would be at one of these.
    low, high = rows.constant - (rows.logit[0] - rows.middle), rows.constant - (rows.logit[-1] - rows.middle)
    here = float(np.clip(rows.middle, low, high))
    for _ in range(_MOST_STEPS):
        now = rows.at(here, 1.0)
        excess, curvature = now.gradient[0], now.curvature[0, 0]
        low, high = (here, high) if excess > 0 else (low, here)
        new = here + excess / curvature if curvature > 0 else high
        step = (new if low <= new <= high else (low + high) / 2) - here
        here += step
        if abs(step) <= _CLOSE * (1.0 + abs(here)):
            break
    return float(here - rows.middle)
