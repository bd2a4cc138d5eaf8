"""
The power of Tango's score test with a margin: summed over all numbers of rows in which one of two models is right.

Tango (1998), Statistics in Medicine 17:891; sample sizes by its large-sample variances: Nam (1997), Establishing
equivalence of two treatments and sample size requirements in matched-pairs design, Biometrics 53:1422.
"""

from __future__ import annotations

import math

import numpy as np

from concordant.inference.planning.binomial_power import likely_counts, shares, upper_tail
from concordant.inference.planning.regions import Region
from concordant.inference.planning.smallest_study import last_count
from concordant.typing import FloatArray, IntArray


def tango_power(n: int, *, only_a: float, only_b: float, region: Region, z: float) -> float:
    """
    P(the score test shows that the difference lies in `region`) of n rows.

    The numbers b and c of rows in which A or B alone is right are trinomial: c is binomial(n, `only_b`), and b then
    binomial(n - c, ``only_a / (1 - only_b)``). The score rises with b, so that for each c the b that show it stand in a
    row.
    """
    c = likely_counts(n, only_b)
    rest, least = n - c, np.zeros_like(c)
    most = rest
    if math.isfinite(region.low):
        least = last_count(lambda b: tango_scores(b, c, n, region.low) <= z, rest) + 1
    if math.isfinite(region.high):
        most = last_count(lambda b: tango_scores(b, c, n, region.high) < -z, rest)
    share = min(only_a / (1 - only_b), 1.0) if only_b < 1 else 0.0
    between = _at_least(least, rest, share) - _at_least(most + 1, rest, share)
    likely = shares(c, n, only_b) if 0 < only_b < 1 else (c == n * only_b).astype(np.float64)
    return float(likely @ np.where(most >= least, between, 0.0))


def _at_least(k: IntArray, n: IntArray, share: float) -> FloatArray:
    """P(X >= k) of binomial(n, share), where the share may be 0 or 1."""
    return upper_tail(k, n, share) if 0 < share < 1 else np.asarray(k <= n * share, np.float64)


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
