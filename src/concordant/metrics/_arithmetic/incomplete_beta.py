"""The distribution function of the beta distribution, by its continued fraction (DLMF 8.17.22) and its series."""

from __future__ import annotations

from math import lgamma, log, log1p

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.typing import FloatArray

_STEPS = 10_000


Numbers = float | FloatArray  # one, or one for each x


def beta_cdf(x: FloatArray, a: Numbers, b: Numbers) -> FloatArray:
    """The regularised incomplete beta function I_x(a, b) for x between 0 and 1."""
    x = np.asarray(x, np.float64)
    power = beta_power(x, a, b)
    below = x <= (a + 1) / (a + b + 2)  # where the fraction converges fast; elsewhere I_x(a, b) = 1 - I_1-x(b, a)
    tiny = ~below & (x < 0.01) & ((a + b) * x < 200)  # but 1 - x forgets a small x
    above = ~(below | tiny)
    out = np.empty_like(x)
    if below.any():  # mostly it is one number, in one of them
        one, other = _some(a, below), _some(b, below)
        out[below] = power[below] / one / _fraction(x[below], one, other)
    if above.any():
        one, other = _some(a, above), _some(b, above)
        out[above] = 1 - power[above] / other / _fraction(1 - x[above], other, one)
    if tiny.any():
        one, other = _some(a, tiny), _some(b, tiny)
        out[tiny] = power[tiny] / one * _series(x[tiny], one, other)
    return out


def _some(numbers: Numbers, here: npt.NDArray[np.bool_]) -> Numbers:
    return numbers[here] if isinstance(numbers, np.ndarray) else numbers


def beta_power(x: FloatArray, a: Numbers, b: Numbers) -> FloatArray:
    """x^a (1 - x)^b / B(a, b) for x between 0 and 1, without overflow."""
    out = np.zeros_like(x)
    inside = (x > 0) & (x < 1)
    z, one, other = x[inside], _some(a, inside), _some(b, inside)
    out[inside] = np.exp(one * np.log(z) + other * np.log1p(-z) - _log_betas(one, other))
    return out


def _log_betas(a: Numbers, b: Numbers) -> Numbers:
    """The logarithm of B(a, b), of each."""
    if not (isinstance(a, np.ndarray) or isinstance(b, np.ndarray)):
        return log_beta(min(a, b), max(a, b))
    both = zip(np.minimum(a, b).tolist(), np.maximum(a, b).tolist(), strict=True)
    return np.array([log_beta(small, large) for small, large in both])


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


def _fraction(x: FloatArray, a: Numbers, b: Numbers) -> FloatArray:
    """The continued fraction, of each x."""
    if x.size == 1 and not (isinstance(a, np.ndarray) or isinstance(b, np.ndarray)):
        return np.full_like(x, fraction_at(x.item(), a, b))
    one, other = (np.ascontiguousarray(np.broadcast_to(numbers, x.shape), np.float64) for numbers in (a, b))
    return _kernels.beta_fractions(np.ascontiguousarray(x), one, other, _STEPS)


def fraction_at(x: float, a: float, b: float, steps: int = _STEPS) -> float:
    """1 + d1 / (1 + d2 / (1 + ...)), evaluated forwards (Lentz 1976, Thompson & Barnett 1986)."""
    return _kernels.beta_fraction(x, a, b, steps)


def _series(x: FloatArray, a: Numbers, b: Numbers) -> FloatArray:
    """1 + (a + b) / (a + 1) x + ..., terms above 0 (DLMF 8.17.8 and 15.8.1)."""
    total, term = np.ones_like(x), np.ones_like(x)
    for n in range(_STEPS):
        term = term * ((a + b + n) / (a + 1 + n) * x)
        total = total + term
        if (term < 1e-17 * total).all():
            break
    return total
