"""The distribution function of the beta distribution, by its continued fraction (DLMF 8.17.22) and its series."""

from __future__ import annotations

from math import lgamma, log, log1p

import numpy as np

from concordant.typing import FloatArray

_STEPS = 10_000
_TINY = 1e-300


def beta_cdf(x: FloatArray, a: float, b: float) -> FloatArray:
    """The regularised incomplete beta function I_x(a, b) for x between 0 and 1."""
    x = np.asarray(x, np.float64)
    power = beta_power(x, a, b)
    below = x <= (a + 1) / (a + b + 2)  # where the fraction converges fast; elsewhere I_x(a, b) = 1 - I_1-x(b, a)
    tiny = ~below & (x < 0.01) & ((a + b) * x < 200)  # but 1 - x forgets a small x
    above = ~(below | tiny)
    out = np.empty_like(x)
    if below.any():  # mostly it is one number, in one of them
        out[below] = power[below] / a / _fraction(x[below], a, b)
    if above.any():
        out[above] = 1 - power[above] / b / _fraction(1 - x[above], b, a)
    if tiny.any():
        out[tiny] = power[tiny] / a * _series(x[tiny], a, b)
    return out


def beta_power(x: FloatArray, a: float, b: float) -> FloatArray:
    """x^a (1 - x)^b / B(a, b) for x between 0 and 1, without overflow."""
    out = np.zeros_like(x)
    inside = (x > 0) & (x < 1)
    z = x[inside]
    out[inside] = np.exp(a * np.log(z) + b * np.log1p(-z) - log_beta(min(a, b), max(a, b)))
    return out


def log_beta(small: float, large: float) -> float:
    """Log B(small, large); by Stirling's series where the gamma functions of the large one would cancel."""
    if large < 20:
        return lgamma(small) + lgamma(large) - lgamma(small + large)
    total = small + large
    rest = _after_stirling(large) - _after_stirling(total)
    return lgamma(small) - small * log(total) - (large - 0.5) * log1p(small / large) + small + rest


def _after_stirling(x: float) -> float:
    """Log gamma(x) less (x - 1/2) log x - x + log(2 pi) / 2 (DLMF 5.11.1)."""
    square = 1 / x / x
    return (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / x


def _fraction(x: FloatArray, a: float, b: float) -> FloatArray:
    """1 + d1 / (1 + d2 / (1 + ...)), evaluated forwards (Lentz 1976, Thompson & Barnett 1986)."""
    if x.size == 1:
        return np.full_like(x, fraction_at(x.item(), a, b))
    value, numerator, denominator = np.ones_like(x), np.ones_like(x), np.zeros_like(x)
    for step in range(1, _STEPS):
        d = _coefficient(step, a, b) * x
        denominator = 1 / _not_zero(1 + d * denominator)
        numerator = _not_zero(1 + d / numerator)
        change = numerator * denominator
        value = value * change
        if (np.abs(change - 1) < 1e-15).all():
            break
    return value


def fraction_at(x: float, a: float, b: float, steps: int = _STEPS) -> float:
    """The same for one number, as a p-value is: an array of one takes ten times as long for the same steps."""
    value, numerator, denominator = 1.0, 1.0, 0.0
    for step in range(1, steps):
        d = _coefficient(step, a, b) * x
        denominator = 1 / ((1 + d * denominator) or _TINY)
        numerator = (1 + d / numerator) or _TINY
        change = numerator * denominator
        value *= change
        if abs(change - 1) < 1e-15:
            break
    return value


def _coefficient(step: int, a: float, b: float) -> float:
    """What x is multiplied with in the given step."""
    m = step // 2
    if step % 2:
        return -(a + m) / (a + 2 * m) * ((a + b + m) / (a + 2 * m + 1))
    return m / (a + 2 * m - 1) * ((b - m) / (a + 2 * m))


def _series(x: FloatArray, a: float, b: float) -> FloatArray:
    """1 + (a + b) / (a + 1) x + ..., terms above 0 (DLMF 8.17.8 and 15.8.1)."""
    total, term = np.ones_like(x), np.ones_like(x)
    for n in range(_STEPS):
        term = term * ((a + b + n) / (a + 1 + n) * x)
        total = total + term
        if (term < 1e-17 * total).all():
            break
    return total


def _not_zero(values: FloatArray) -> FloatArray:
    return np.where(values == 0, _TINY, values)
