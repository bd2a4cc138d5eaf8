"""The power of tests of counts, summed over the binomial distribution."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from concordant.inference.planning.regions import Region
from concordant.inference.quantiles import special
from concordant.typing import FloatArray, IntArray

_SPREAD = 7.0  # standard deviations; what lies further out is below 1e-11


def binomial_power(n: int, *, p: float, region: Region, tail: float, exact: bool) -> float:
    """
    P(the test shows that the share lies in `region`) of n rows that are each of the kind with probability p.

    `exact`: the binomial test with at most `tail` on its side; else the score test, which rejects where Wilson's
    interval excludes a limit.
    """
    least = 0 if math.isinf(region.low) else critical_count(n, null=region.low, tail=tail, exact=exact)
    most = n if math.isinf(region.high) else n - critical_count(n, null=1 - region.high, tail=tail, exact=exact)
    if most < least:
        return 0.0
    above = upper_tail(np.array([least, most + 1]), n, p)
    return float(above[0] - above[1])


def critical_count(n: int, *, null: float, tail: float, exact: bool) -> int:
    """Return the smallest count of n for which the test rejects that the share is at most `null`; n + 1 if none."""
    if exact:
        # the smallest k with P(X >= k) <= tail; the inverse is continuous, so that the neighbours are tried as well
        start = int(special().bdtrik(1 - tail, n, null))
        near = np.arange(max(start - 1, 0), min(start + 3, n) + 1)
        fits = near[upper_tail(near, n, null) <= tail]
        return int(fits[0]) if len(fits) else n + 1
    z = NormalDist().inv_cdf(1 - tail)
    return min(math.floor(n * null + z * math.sqrt(n * null * (1 - null)) + 1e-9) + 1, n + 1)


def upper_tail(k: IntArray, n: int | IntArray, p: float) -> FloatArray:
    """P(X >= k) for X binomial(n, p); k may be 0 to n + 1."""
    above: FloatArray = np.where(k <= 0, 1.0, np.where(k > n, 0.0, special().betainc(np.maximum(k, 1), n - k + 1.0, p)))
    return above


def shares(k: IntArray, n: int | IntArray, p: float) -> FloatArray:
    """P(X = k) for X binomial(n, p)."""
    log = special().gammaln
    found: FloatArray = np.exp(
        log(n + 1.0) - log(k + 1.0) - log(n - k + 1.0) + k * math.log(p) + (n - k) * math.log1p(-p)
    )
    return found


def likely_counts(n: int, share: float) -> IntArray:
    """Return the counts of n rows that are not lost in rounding."""
    middle, spread = n * share, _SPREAD * math.sqrt(n * share * (1 - share)) + 8
    return np.arange(max(0, math.floor(middle - spread)), min(n, math.ceil(middle + spread)) + 1)
