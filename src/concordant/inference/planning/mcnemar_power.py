"""The power of McNemar's test of n pairs, over how many of them differ."""

from __future__ import annotations

import math

import numpy as np

from concordant.inference.comparisons.by_mcnemar import McNemar
from concordant.inference.planning.binomial_power import shares, upper_tail
from concordant.inference.quantiles import two_sided
from concordant.typing import FloatArray, IntArray

_SPREAD = 9.0  # standard deviations; what lies further out is lost in rounding


def mcnemar_power(n: int, *, only_a: float, only_b: float, tail: float, method: McNemar) -> float:
    """
    P(McNemar's test rejects, on the side of the model that is right more often).

    d of n pairs differ, binomial(n, only_a + only_b); of these, b speak for the better model, binomial(d, its share).
    The test knows d and asks whether b is too large for a fair coin: by the score ``(2 b - d) / sqrt(d)`` (McNemar's
    chi-squared of 1947, not corrected), the mid-p value, or the exact binomial tail.
    """
    apart, better = only_a + only_b, max(only_a, only_b) / (only_a + only_b)
    middle, spread = n * apart, _SPREAD * math.sqrt(n * apart * (1 - apart)) + 2
    d = np.arange(max(0, math.floor(middle - spread)), min(n, math.ceil(middle + spread)) + 1)
    critical = critical_values(d, tail, method=method)
    likely = shares(d, n, apart) if apart < 1 else (d == n).astype(float)
    power = upper_tail(critical, d, better) if better < 1 else (critical <= d).astype(float)
    return float(likely @ power)


def critical_values(d: IntArray, tail: float, *, method: McNemar) -> IntArray:
    """Return, for each number d of pairs that differ, the smallest count with a p-value of at most `tail` one-sided."""
    if method == "mcnemar":
        return np.minimum(np.floor((d + two_sided(1 - 2 * tail) * np.sqrt(d)) / 2 + 1e-9).astype(np.int64) + 1, d + 1)
    low, high = d // 2, d + 1  # not small enough; as good as small enough, since d + 1 never occurs
    while (high - low > 1).any():
        middle = (low + high) // 2
        small = _p_value(middle, d, mid=method == "mcnemar-mid-p") <= tail
        low, high = np.where(small, low, middle), np.where(small, middle, high)
    return high


def _p_value(b: IntArray, d: IntArray, *, mid: bool) -> FloatArray:
    at_least = upper_tail(b, d, 0.5)
    return (at_least + upper_tail(b + 1, d, 0.5)) / 2 if mid else at_least
