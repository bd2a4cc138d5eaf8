"""Tests of the hypothesis that probabilities are calibrated."""

from __future__ import annotations

from dataclasses import dataclass

from concordant.result.record import Record


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpiegelhalterTest(Record):
    """
    Spiegelhalter's test: the Brier score beside what it would be if the probabilities were right.

    Attributes
    ----------
    statistic : float
        z: the distance of the two in standard errors; positive if the score is worse than expected.
    p_value : float
        The probability of a distance at least as large if the probabilities are right, on either side.
    brier : float
        The Brier score.
    expected_brier : float
        Its expectation if the probabilities are right: the mean of p (1 - p).
    """

    statistic: float
    p_value: float
    brier: float
    expected_brier: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CoxTest(Record):
    """
    Cox's test: calibration intercept 0 and slope 1 at once, by the likelihood ratio.

    Attributes
    ----------
    statistic : float
        Twice the gain of log likelihood by recalibrating.
    df : int
        The degrees of freedom of its chi-square distribution: 2.
    p_value : float
        The probability of a statistic at least as large if the probabilities are right.
    intercept, slope : float
        Of the recalibration: 0 and 1 if none is needed.
    """

    statistic: float
    df: int
    p_value: float
    intercept: float
    slope: float
