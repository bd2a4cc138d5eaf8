"""
Tango's score test and interval of the difference of two shares of the same rows.

Tango (1998), Equivalence test and confidence interval for the difference in proportions for the paired-sample design,
Statistics in Medicine 17:891, eq. 8 and 11. At a difference of 0 it is McNemar's test. It needs no rows in which the
models differ, and its limits never leave -1 to 1.
"""

from __future__ import annotations

import math

from concordant.inference.bisection import farthest

_ROUNDS = 3  # of Steffensen's steps


def tango_score(only_a: float, only_b: float, n: float, null: float) -> float:
    """
    The standardised distance of ``(only_a - only_b) / n`` from `null`.

    The variance is that under the hypothesis: q, the share of rows with B alone, is its maximum likelihood estimate
    where the difference is `null`.
    """
    distance = only_a - only_b - n * null
    variance = _variance(only_a, only_b, n, null)
    if variance <= 1e-12 * max(1.0, distance * distance):
        return 0.0 if abs(distance) <= 1e-9 else math.copysign(math.inf, distance)
    return distance / math.sqrt(variance)


def _variance(only_a: float, only_b: float, n: float, null: float) -> float:
    p = -only_a - only_b + (2 * n - only_a + only_b) * null
    root = p * p + 8 * n * only_b * null * (1 - null)
    q = (math.sqrt(0.0 if root < 0 else root) - p) / (4 * n)
    share = 2 * q + null * (1 - null)
    return n * (0.0 if share < 0 else share)


def tango_interval(only_a: float, only_b: float, n: float, z: float) -> tuple[float, float]:
    """The differences whose score is between -z and z."""
    middle = (only_a - only_b) / n
    below, above = (_guess(only_a, only_b, n, side) for side in (-z, z))
    low = farthest(lambda null: tango_score(only_a, only_b, n, null) > z, -1.0, middle, below)
    high = farthest(lambda null: tango_score(only_a, only_b, n, null) >= -z, middle, 1.0, above)
    return low, high


def _guess(only_a: float, only_b: float, n: float, z: float) -> float:
    """
    The difference that lies z standard errors away, with the error that it has itself.

    That is the fixed point of a function of little slope, which Steffensen's steps find in a few rounds.
    """
    middle = (only_a - only_b) / n

    def away(null: float) -> float:
        return min(max(middle + z / n * math.sqrt(_variance(only_a, only_b, n, null)), -1.0), 1.0)

    null = middle
    for _ in range(_ROUNDS):
        first = away(null)
        second = away(first)
        bend = second - 2 * first + null
        null = second - (second - first) ** 2 / bend if bend else second
    return null
