"""Quantiles and tails: normal, Student, noncentral t; scales on which limits are symmetric."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import erfc, exp, inf, isnan, lgamma, log, log1p, nan, pi, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from concordant.errors import MissingDependencyError, OptionError
from concordant.metrics.distributions import beta_tails
from concordant.typing import FloatArray, IntArray

_LEAST_ERROR = 1e-9  # 1 - level is at least this: 8,192 simultaneous limits then have levels that are still below 1
_NEARLY_NORMAL = 1e6  # degrees of freedom, beyond which their rounding in an incomplete beta function costs digits
_SCALE_NODES = 256  # at which the distribution of the scale of a noncentral t is evaluated
_SCALE_RANGE = 9.0  # standard deviations of that scale, beyond which there is next to nothing


def special() -> Any:
    """Return scipy.special; say how to install it if it is absent."""
    try:
        from scipy import special as functions
    except ImportError as error:
        msg = 'this interval or test needs scipy, which is not installed: pip install "concordant[stats]"'
        raise MissingDependencyError(msg) from error
    return functions


def check_level(level: float) -> float:
    """Return the nominal coverage; raise if it is not between 0 and 1, or so near to 1 that no digits are left."""
    if isinstance(level, bool) or not isinstance(level, (int, float, np.floating)) or not 0 < level < 1:
        percent = isinstance(level, (int, float)) and 50 <= level < 100
        hint = f" Did you mean {level / 100:g}?" if percent else ""
        msg = f"level is the nominal coverage, a number between 0 and 1 such as 0.95, not {level!r:.80}.{hint}"
        raise OptionError(msg)
    if level > 1 - _LEAST_ERROR:
        msg = f"level is the nominal coverage; it must not be nearer to 1 than {_LEAST_ERROR:g}, as {level!r} is."
        raise OptionError(msg)
    return float(level)


def two_sided(level: float, degrees: float | None = None) -> float:
    """The quantile z with P(-z < Z < z) = level: of the normal, or of Student's t where `degrees` are given."""
    return _normal(level) if degrees is None else _student(level, float(degrees))


def two_sided_each(level: float, degrees: FloatArray | None) -> FloatArray:
    """The same for each of several values, shape S; they can differ in their degrees of freedom."""
    if degrees is None:
        return np.asarray(_normal(level))
    distinct, index = np.unique(degrees, return_inverse=True)
    quantiles = np.array([_student(level, d) for d in distinct.tolist()])
    return quantiles[index].reshape(degrees.shape)


@lru_cache(maxsize=256)
def _normal(level: float) -> float:
    """The quantile of the normal; from the lower end, as levels near 1 have few digits of what they leave."""
    return -NormalDist().inv_cdf((1 - level) / 2)


@lru_cache(maxsize=256)
def _student(level: float, degrees: float) -> float:
    """Solve P(|T| > t) = 1 - level by Newton's steps, which from the left of the quantile never overshoot."""
    if isnan(degrees) or degrees <= 0:
        return nan
    least = _normal(level)
    t = _student_by_series(least, degrees)
    if degrees > _NEARLY_NORMAL:
        return t
    last, scale = inf, lgamma((degrees + 1) / 2) - lgamma(degrees / 2)
    for _ in range(200):
        density = exp(scale - (degrees + 1) / 2 * log1p(t * t / degrees)) / sqrt(degrees * pi)
        if density == 0:  # of next to no degrees of freedom: beyond all numbers
            return inf
        step = (_student_tail(t, degrees) - (1 - level)) / (2 * density)
        t = max(t + step, least)
        if abs(step) <= 1e-9 * t or (abs(step) >= last and abs(step) < 1e-6 * t):  # squared next, or what is rounding
            break
        last = abs(step)
    return t


def _student_by_series(z: float, degrees: float) -> float:
    """The t with the tail of a normal `z`, by four terms in 1 / d (Abramowitz & Stegun 26.7.5); z itself of few d."""
    square = z * z
    if degrees < 4 + 2 * square:
        return z
    one = (square + 1) / 4
    two = ((5 * square + 16) * square + 3) / 96
    three = (((3 * square + 19) * square + 17) * square - 15) / 384
    four = ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160
    return z * (1 + (one + (two + (three + four / degrees) / degrees) / degrees) / degrees)


def below(z: float) -> float:
    """P(Z < z) of the normal, also of a tail of 1e-300: `NormalDist.cdf` keeps no digits below 1e-16."""
    return 0.5 * erfc(-z / sqrt(2))


def tail(z: float, degrees: float | None = None) -> float:
    """The two-sided p-value of a standardised difference."""
    if degrees is None:
        return 2 * below(-abs(z))
    return _student_tail(abs(float(z)), float(degrees))


def tail_of_each(z: FloatArray, degrees: FloatArray | None) -> FloatArray:
    """`tail` of several values, shape (S,), which can differ in their degrees of freedom."""
    if degrees is None:
        return np.array([tail(value) for value in z.tolist()])
    return np.array([tail(*pair) for pair in zip(z.tolist(), np.broadcast_to(degrees, z.shape).tolist(), strict=True)])


def _student_tail(t: float, degrees: float) -> float:
    """P(|T| > t) of Student's t: an incomplete beta function (DLMF 8.17.1; Abramowitz & Stegun 26.7.1)."""
    if isnan(t) or isnan(degrees) or degrees <= 0:
        return nan
    if t == inf:
        return 0.0
    if degrees > _NEARLY_NORMAL and t * t < sqrt(degrees):
        return 2 * below(-_normal_by_series(t, degrees))
    return beta_tails(log(degrees) - 2 * log(t) if t else inf, degrees / 2, 0.5)[0]


def _normal_by_series(t: float, degrees: float) -> float:
    """The normal quantile with the tail of `t`: the inverse of `_student_by_series`, by two terms in 1 / d."""
    square = t * t
    return t * (1 - ((square + 1) / 4 - ((13 * square + 8) * square + 3) / 96 / degrees) / degrees)


# Scales on which limits are symmetric: a wide range of metrics is skewed near the ends of its own range.
#
# The limits are ``g^-1(g(value) +- z se g'(value))``, which stay inside the range of the metric.


@dataclass(frozen=True, slots=True)
class Scale:
    """A monotone function with its inverse and slope."""

    to: Callable[[FloatArray], FloatArray]
    back: Callable[[FloatArray], FloatArray]
    slope: Callable[[Any], Any]
    low: float
    high: float

    def limits(self, value: FloatArray, se: FloatArray, z: float | FloatArray) -> tuple[FloatArray, FloatArray]:
        """Symmetric limits on this scale; NaN where the value is at an end of the range, or its error is zero."""
        with np.errstate(all="ignore"):
            inside = (value > self.low) & (value < self.high) & (se > 0)
            centre, half = self.to(value), z * se * self.slope(value)
            ends = self.back(centre - half), self.back(centre + half)
        return np.where(inside, ends[0], np.nan), np.where(inside, ends[1], np.nan)

    def bend(self, value: FloatArray, se: FloatArray) -> FloatArray:
        """``se g''(value) / g'(value)``: how skewed a symmetric estimate is on this scale, up to a factor."""
        with np.errstate(all="ignore"):
            slope = self.slope(np.asarray(value) + 1e-30j)
            return np.asarray(se * np.imag(slope) / (1e-30 * np.real(slope)))


def _logistic(x: FloatArray) -> FloatArray:
    return np.where(x > 0, 1 / (1 + np.exp(-x)), np.exp(x) / (1 + np.exp(x)))


SCALES = {
    "delta": Scale(lambda x: x, lambda x: x, lambda x: 1 + 0 * x, -np.inf, np.inf),
    "fisher": Scale(np.arctanh, np.tanh, lambda x: 1 / (1 - x * x), -1.0, 1.0),
    "logit": Scale(lambda x: np.log(x) - np.log1p(-x), _logistic, lambda x: 1 / (x * (1 - x)), 0.0, 1.0),
    "log": Scale(np.log, np.exp, lambda x: 1 / x, 0.0, np.inf),
    "complement-log": Scale(lambda x: -np.log1p(-x), lambda y: -np.expm1(-y), lambda x: 1 / (1 - x), -np.inf, 1.0),
}


def limits_on(scale: str, value: float, se: float, level: float, degrees: float | None) -> tuple[float, float]:
    """Limits on a scale, such as "logit" or "delta" (symmetric), by Student's t or the normal; NaN without an error."""
    if not se > 0 or (degrees is not None and not degrees > 0):
        return nan, nan
    low, high = SCALES[scale].limits(np.asarray(value), np.asarray(se), two_sided(level, degrees))
    return float(low), float(high)


_BY_RANGE = {(-1.0, 1.0): "fisher", (0.0, 1.0): "logit", (0.0, np.inf): "log"}


def scale_of_range(ends: tuple[float, float] | None) -> str:
    """The scale that fits values in a range: its name."""
    return "delta" if ends is None else _BY_RANGE.get(ends, "delta")


def farthest(holds: Callable[[float], bool], low: float, high: float) -> float:
    """
    Bisect for the point where `holds` turns false between `low`, where it does, and `high`.

    Parameters
    ----------
    holds : callable
        The condition.
    low, high : float
        The ends.
    """
    for _ in range(80):
        middle = (low + high) / 2
        if middle in (low, high):  # there is no number between
            return middle
        if holds(middle):
            low = middle
        else:
            high = middle
    return (low + high) / 2


def noncentral_t_quantile(probability: float, degrees: float, centre: float) -> float:
    """The t with P(T <= t) = probability, of (Z + centre) / sqrt(W / degrees): Z normal, W chi-square."""
    if isnan(probability) or not 0 < probability < 1 or not degrees > 0:
        return nan
    scales, weights = _scale_nodes(degrees)

    def below(t: float) -> float:
        return float(weights @ np.array([0.5 * erfc((centre - t * u) / sqrt(2)) for u in scales]))

    low, high = centre - 1.0, centre + 1.0
    step = 1.0
    while below(low) > probability:
        low, step = low - step, 2 * step
    step = 1.0
    while below(high) < probability:
        high, step = high + step, 2 * step
    for _ in range(200):
        middle = (low + high) / 2
        if high - low <= 1e-14 * max(1.0, abs(middle)):
            break
        low, high = (middle, high) if below(middle) < probability else (low, middle)
    return (low + high) / 2


def _scale_nodes(degrees: float) -> tuple[np.ndarray, np.ndarray]:
    """Nodes of sqrt(W / degrees), and the probability that each stands for (Gauss-Legendre)."""
    width = _SCALE_RANGE / sqrt(2 * degrees)
    ends = max(1e-12, 1.0 - width) if degrees > 50 else 1e-12, 1.0 + width + (3.0 if degrees < 5 else 0.0)
    nodes, weights = np.polynomial.legendre.leggauss(_SCALE_NODES)
    u = (ends[1] - ends[0]) / 2 * nodes + (ends[0] + ends[1]) / 2
    half = degrees / 2
    logs = [log(2) + half * log(half) - lgamma(half) + (degrees - 1) * log(x) - half * x * x for x in u]
    density = np.array([exp(max(value, -745.0)) for value in logs])
    mass = weights * density * (ends[1] - ends[0]) / 2
    return u, mass / mass.sum()


def upper_tail(k: IntArray, n: int | IntArray, p: float) -> FloatArray:
    """P(X >= k) for X binomial(n, p); k may be 0 to n + 1."""
    return np.where(k <= 0, 1.0, np.where(k > n, 0.0, special().betainc(np.maximum(k, 1), n - k + 1.0, p)))
