"""Whether probabilities are right on average, and whether that has changed."""

from __future__ import annotations

import math
from dataclasses import dataclass

from concordant.inference.quantiles import two_sided
from concordant.monitoring.fixed_sums import FixedSums
from concordant.result.record import Record


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CalibrationShift(Record):
    """
    The mean probability less the share of positive rows, now and before.

    Attributes
    ----------
    now, now_low, now_high : float
        Above 0: the probabilities are too large on average.
    before : float
    difference, low, high, p_value : float
        Now less before.
    """

    now: float
    now_low: float
    now_high: float
    before: float
    difference: float
    low: float
    high: float
    p_value: float


def excess(sums: FixedSums) -> tuple[float, float]:
    """
    Return the mean of ``p - y`` and its standard error.

    The square of ``p - y`` is the squared loss, so that both follow from sums that a table holds.
    """
    n = sum(sums.rows)
    if not n:
        return math.nan, math.nan
    mean = (math.fsum(sums.sum_of("score")) - sums.rows[1]) / n
    spread = math.fsum(sums.sum_of("squared")) / n - mean * mean
    return mean, math.sqrt(max(spread, 0.0) / max(n - 1, 1))


def calibration_shift(now: FixedSums, before: FixedSums, *, level: float = 0.95) -> CalibrationShift:
    """
    Compare calibration in the large.

    The limits and the p-value are those of the normal distribution; the variances of independent rows add.
    """
    (here, se), (there, se_before) = excess(now), excess(before)
    z = two_sided(level)
    difference, spread = here - there, math.hypot(se, se_before)
    p_value = math.erfc(abs(difference) / spread / math.sqrt(2)) if spread > 0 else math.nan
    limits = difference - z * spread, difference + z * spread
    return CalibrationShift(here, here - z * se, here + z * se, there, difference, *limits, p_value)
