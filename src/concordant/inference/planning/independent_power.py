"""
The score test of the difference of two independent shares, and its power over all numbers of right rows.

Farrington & Manning (1990), Test statistics and sample size formulae for comparative binomial trials with null
hypothesis of non-zero risk difference or non-unity relative risk, Statistics in Medicine 9:1447. Miettinen & Nurminen
(1985), Comparative analysis of two rates, Statistics in Medicine 4:213: the same with the variance times N / (N - 1).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from concordant.inference.planning.binomial_power import likely_counts, shares, upper_tail
from concordant.inference.planning.regions import Region
from concordant.inference.planning.smallest_study import last_count
from concordant.typing import FloatArray, IntArray

Sizes = tuple[int, int]


def restricted(a: FloatArray, b: FloatArray, ratio: float, null: float) -> tuple[FloatArray, FloatArray]:
    """
    Return the maximum likelihood estimates of both shares if they differ by `null`, from the observed `a` and `b`.

    `ratio` is the size of the second group over that of the first (Farrington & Manning 1990, appendix).
    """
    one = 1 + ratio
    second = -(one + a + ratio * b + null * (ratio + 2))
    third = null * null + null * (2 * a + one) + a + ratio * b
    last = -a * null * (1 + null)
    v = (second / (3 * one)) ** 3 - second * third / (6 * one * one) + last / (2 * one)
    u = np.where(v > 0, 1.0, -1.0) * np.sqrt(np.maximum((second / (3 * one)) ** 2 - third / (3 * one), 0.0))
    cube = u**3
    cosine = np.divide(v, cube, out=np.ones_like(v), where=np.abs(cube) > 1e-300)
    w = (math.pi + np.arccos(np.clip(cosine, -1.0, 1.0))) / 3
    first = np.clip(2 * u * np.cos(w) - second / (3 * one), max(0.0, null), min(1.0, 1.0 + null))
    return first, np.clip(first - null, 0.0, 1.0)


def null_variance(a: FloatArray, b: FloatArray, sizes: tuple[float, float], null: float) -> FloatArray:
    """Return the variance of the difference if it is `null`."""
    p, q = restricted(np.asarray(a, np.float64), np.asarray(b, np.float64), sizes[1] / sizes[0], null)
    found: FloatArray = p * (1 - p) / sizes[0] + q * (1 - q) / sizes[1]
    return found


def scores(x: IntArray, y: IntArray, sizes: Sizes, null: float) -> FloatArray:
    """Return Miettinen and Nurminen's standardised distances of the observed differences from `null`."""
    a, b = np.broadcast_arrays(x / sizes[0], y / sizes[1])
    total = sum(sizes)
    variance = null_variance(a, b, sizes, null) * (total / (total - 1))
    distance = a - b - null
    with np.errstate(divide="ignore", invalid="ignore"):
        found = distance / np.sqrt(variance)
    at_null = np.where(np.abs(distance) <= 1e-12, 0.0, np.copysign(np.inf, distance))
    return np.where(variance <= 1e-15, at_null, found)


def independent_power(sizes: Sizes, *, a: float, b: float, region: Region, z: float) -> float:
    """
    P(the score test shows that the difference lies in `region`), summed over both binomial distributions.

    The score falls as B has more right rows (Barnard's convexity), so that for each count of A the counts of B that
    show it stand in a row.
    """
    x = likely_counts(sizes[0], a)
    every = np.full(len(x), sizes[1])
    most, least = every, np.zeros_like(every)
    if math.isfinite(region.low):
        most = last_count(lambda y: scores(x, y, sizes, region.low) > z, every)
    if math.isfinite(region.high):
        least = last_count(lambda y: scores(x, y, sizes, region.high) >= -z, every) + 1
    between = upper_tail(least, sizes[1], b) - upper_tail(most + 1, sizes[1], b)
    return float(shares(x, sizes[0], a) @ np.where(most >= least, between, 0.0))


def score_limits(a: float, b: float, sizes: tuple[float, float], z: float) -> tuple[float, float]:
    """Return the differences whose score is between -z and z; shares and sizes need not make whole numbers."""
    total = sum(sizes)
    first, second = np.array([a]), np.array([b])

    def score(null: float) -> float:
        variance = float(null_variance(first, second, sizes, null)[0]) * total / (total - 1)
        distance = a - b - null
        return distance / math.sqrt(variance) if variance > 1e-15 else math.copysign(math.inf, distance)

    low = _end(lambda null: score(null) > z, -1.0, a - b)
    return low, _end(lambda null: score(null) >= -z, a - b, 1.0)


def _end(before: Callable[[float], bool], low: float, high: float) -> float:
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if before(middle) else (low, middle)
    return (low + high) / 2
