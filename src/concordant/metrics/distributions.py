"""Beta, F and chi-square distributions without scipy."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cbrt, exp, inf, isinf, isnan, lgamma, log, log1p, nan, sqrt
from statistics import NormalDist

from concordant import _kernels

_STEPS = 100_000  # terms of a series, or of a continued fraction
_TINY = 1e-300  # in place of a denominator of 0


def chi_square_tail(statistic: float, df: int) -> float:
    """Return P(X >= statistic) for `df` degrees of freedom; NaN for fewer than one."""
    if df < 1 or isnan(statistic):
        return nan
    if statistic <= 0 or isinf(statistic):
        return float(statistic <= 0)
    return _upper_gamma(df / 2, statistic / 2)[0]


def chi_square_tail_of_many(statistic: float, df: int) -> float:
    """
    Return about P(X >= statistic) for many degrees of freedom, without as many terms: 1.2e-4 off at 101, less beyond.

    The cube root of a chi-square variable is nearly normal (Wilson and Hilferty 1931, PNAS 17:684).
    """
    variance = 2 / (9 * df)
    return NormalDist().cdf((1 - variance - cbrt(statistic / df)) / sqrt(variance))


# Fisher's F and the chi-square distribution: tails, and quantiles, of any degrees of freedom.
#
# By the incomplete beta and gamma functions (DLMF 8.17.22, 8.11.4 and 8.9.2; Abramowitz & Stegun 26.4 and 26.6). They
# are of one number each: arrays of one number would cost fifty times as much.


def f_tail(f: float, df1: float, df2: float) -> float:
    """P(F > f) with df1 and df2 degrees of freedom."""
    if isnan(f) or not (df1 > 0 and df2 > 0):
        return nan
    if f <= 0:
        return 1.0
    odds = log(df2) - log(df1) - log(f) if f < inf else -inf
    return beta_tails(odds, df2 / 2, df1 / 2)[0]


@lru_cache(maxsize=1024)
def f_quantile(tail: float, df1: float, df2: float) -> float:
    """The f with P(F > f) = tail."""
    if not (df1 > 0 and df2 > 0 and 0 <= tail <= 1):
        return nan
    if tail in (0.0, 1.0):
        return inf if tail == 0.0 else 0.0
    if tail > 0.5:  # 1 / F is of the same kind
        return 1.0 / f_quantile(1.0 - tail, df2, df1)
    a, b = df2 / 2, df1 / 2
    z, u, v = NormalDist().inv_cdf(tail), 2 / (9 * df1), 2 / (9 * df2)  # Paulson 1942, where it exists
    square = (1 - v) ** 2 - z * z * v
    root = ((1 - u) * (1 - v) - z * sqrt(max(u * square + v * (1 - u) ** 2, 0.0))) / square if square > 0 else 1e3
    start = log(df2 / df1) - 3 * log(max(root, 1e-3))
    return df2 / df1 * exp(-_solved(lambda odds: beta_tails(odds, a, b), tail, start))


@lru_cache(maxsize=1024)
def chi_square_quantile(tail: float, df: float) -> float:
    """The number that a chi-square of df degrees of freedom exceeds with this probability."""
    if not (df > 0 and 0 <= tail <= 1):
        return nan
    if tail in (0.0, 1.0):
        return inf if tail == 0.0 else 0.0
    a = df / 2
    z = NormalDist().inv_cdf(1 - tail)
    start = log(a) + 3 * log(max(1 - 2 / (9 * df) + z * sqrt(2 / (9 * df)), 1e-3))  # Wilson & Hilferty 1931
    if tail <= 0.5:
        return 2 * exp(-_solved(lambda size: _upper_gamma(a, exp(-size)), tail, -start))
    return 2 * exp(_solved(lambda size: _lower_gamma(a, exp(size)), 1 - tail, start))


def _solved(function: Callable[[float], tuple[float, float]], value: float, start: float) -> float:
    """The x at which an increasing function has this value, by Newton's steps on its logarithm, kept in a bracket."""
    low, high, x = -700.0, 700.0, min(max(start, -690.0), 690.0)
    for _ in range(200):
        y, slope = function(x)
        if y > value:
            high = x
        else:
            low = x
        step = log(y / value) * y / slope if y > 0 and slope > 0 else nan
        trial = x - step
        if abs(step) <= 4e-16 * max(1.0, abs(x)) or high - low <= 1e-15 * max(1.0, abs(x)):
            return x
        nearly = abs(step) <= 1e-13 * max(1.0, abs(x))  # rounding keeps it from coming nearer
        x = trial if low < trial < high else (low + high) / 2
        if nearly:
            return x
    return x


def beta_tails(odds: float, a: float, b: float) -> tuple[float, float]:
    """I_x(a, b) with the log odds of x, and its slope by them: x^a (1 - x)^b / B(a, b)."""
    return _kernels.beta_tail(odds, a, b, log_beta(min(a, b), max(a, b)))


def _upper_gamma(a: float, x: float) -> tuple[float, float]:
    """Q(a, x), and x^a exp(-x) / Gamma(a)."""
    power = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        return 1 - power * _gamma_series(a, x), power
    b, c = x + 1 - a, 1 / _TINY
    d = 1 / b
    value = d
    for i in range(1, _STEPS):
        an = -i * (i - a)
        b += 2
        d = 1 / ((an * d + b) or _TINY)
        c = (b + an / c) or _TINY
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return power * value, power


def _lower_gamma(a: float, x: float) -> tuple[float, float]:
    """P(a, x), and its slope by log x."""
    upper, power = _upper_gamma(a, x)
    return (power * _gamma_series(a, x) if x < a + 1 else 1 - upper), power


def _gamma_series(a: float, x: float) -> float:
    """1 / a + x / (a (a + 1)) + ..."""
    term = total = 1 / a
    for n in range(1, _STEPS):
        term *= x / (a + n)
        total += term
        if term < 1e-17 * total:
            break
    return total


@lru_cache(maxsize=64)
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
