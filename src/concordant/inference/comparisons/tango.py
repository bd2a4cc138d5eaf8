"""
Tango's score test and interval of the difference of two shares of the same rows.

Tango (1998), Equivalence test and confidence interval for the difference in proportions for the paired-sample design,
Statistics in Medicine 17:891, eq. 8 and 11. At a difference of 0 it is McNemar's test. It needs no rows in which the
models differ, and its limits never leave -1 to 1.
"""

from __future__ import annotations

import math

from concordant.inference.bisection import farthest


def tango_score(only_a: float, only_b: float, n: float, null: float) -> float:
    """
    The standardised distance of ``(only_a - only_b) / n`` from `null`.

    The variance is that under the hypothesis: q, the share of rows with B alone, is its maximum likelihood estimate
    where the difference is `null`.
    """
    distance = only_a - only_b - n * null
    p = -only_a - only_b + (2 * n - only_a + only_b) * null
    q = (math.sqrt(max(p * p + 8 * n * only_b * null * (1 - null), 0.0)) - p) / (4 * n)
    variance = n * max(2 * q + null * (1 - null), 0.0)
    if variance <= 1e-12 * max(1.0, distance * distance):
        return 0.0 if abs(distance) <= 1e-9 else math.copysign(math.inf, distance)
    return distance / math.sqrt(variance)


def tango_interval(only_a: float, only_b: float, n: float, z: float) -> tuple[float, float]:
    """The differences whose score is between -z and z."""
    middle = (only_a - only_b) / n
    low = farthest(lambda null: tango_score(only_a, only_b, n, null) > z, -1.0, middle)
    high = farthest(lambda null: tango_score(only_a, only_b, n, null) >= -z, middle, 1.0)
    return low, high
