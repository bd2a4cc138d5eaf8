"""
The power of Tango's score test with a margin: summed over all numbers of rows in which one of two models is right.

Tango (1998), Statistics in Medicine 17:891; sample sizes by its large-sample variances: Nam (1997), Establishing
equivalence of two treatments and sample size requirements in matched-pairs design, Biometrics 53:1422.
"""

from __future__ import annotations

import math

import numpy as np

from concordant.inference.planning.binomial_power import shares
from concordant.inference.planning.regions import Region
from concordant.typing import FloatArray, IntArray

_SPREAD = 7.0  # standard deviations; what lies further out is below 1e-11


def tango_power(n: int, *, only_a: float, only_b: float, region: Region, z: float) -> float:
    """
    P(the score test shows that the difference lies in `region`) of n rows.

    The numbers b and c of rows in which A or B alone is right are trinomial with the shares `only_a`, `only_b`.
    """
    b, c = _likely(n, only_a)[:, None], _likely(n, only_b)[None, :]
    shown = np.ones(np.broadcast_shapes(b.shape, c.shape), np.bool_)
    if math.isfinite(region.low):
        shown &= tango_scores(b, c, n, region.low) > z
    if math.isfinite(region.high):
        shown &= tango_scores(b, c, n, region.high) < -z
    shown &= b + c <= n
    first, second = np.nonzero(shown)
    return float(_trinomial(b[first, 0], c[0, second], n, only_a, only_b).sum())


def tango_scores(b: IntArray, c: IntArray, n: float, null: float) -> FloatArray:
    """Return the standardised distances of ``(b - c) / n`` from `null` (Tango 1998, eq. 8), for arrays of counts."""
    distance = b - c - n * null
    variance = n * null_variance(b / n, c / n, null)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = distance / np.sqrt(variance)
    none = variance <= 1e-12 * np.maximum(1.0, distance**2)
    at_null = np.where(np.abs(distance) <= 1e-9, 0.0, np.copysign(np.inf, distance))
    return np.asarray(np.where(none, at_null, found))


def null_variance(only_a: FloatArray | float, only_b: FloatArray | float, null: float) -> FloatArray:
    """Return n times the variance of the difference if it is `null`, the rest by maximum likelihood from two shares."""
    p = -np.asarray(only_a) - only_b + (2 - np.asarray(only_a) + only_b) * null
    q = (np.sqrt(np.maximum(p * p + 8 * only_b * null * (1 - null), 0.0)) - p) / 4
    found: FloatArray = np.maximum(2 * q + null * (1 - null), 0.0)
    return found


def _likely(n: int, share: float) -> IntArray:
    middle, spread = n * share, _SPREAD * math.sqrt(n * share * (1 - share)) + 8
    return np.arange(max(0, math.floor(middle - spread)), min(n, math.ceil(middle + spread)) + 1)


def _trinomial(b: IntArray, c: IntArray, n: int, only_a: float, only_b: float) -> FloatArray:
    """P(b) P(c | b): binomial(n, only_a), then binomial(n - b, only_b / (1 - only_a))."""
    first = shares(b, n, only_a) if only_a > 0 else (b == 0).astype(np.float64)
    rest = only_b / (1 - only_a) if only_a < 1 else 0.0
    if rest <= 0 or rest >= 1:
        return np.asarray(first * (c == np.where(rest > 0, n - b, 0)))
    return first * shares(c, n - b, rest)
