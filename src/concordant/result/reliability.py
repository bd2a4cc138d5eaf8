"""Probabilities beside what happened: calibration curves, Murphy's terms, the test of Hosmer and Lemeshow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from concordant.result.picture import PicturedCurve
from concordant.result.record import Record
from concordant.typing import FloatArray, NumberArray


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CalibrationCurve(PicturedCurve):
    """
    What was predicted and what happened in each bin of probabilities.

    Attributes
    ----------
    observed : ndarray of float64, shape (B,)
        The share of positives in each bin; NaN in a bin without rows.
    predicted : ndarray of float64, shape (B,)
        The mean probability in each bin; NaN in a bin without rows.
    weight, positives : ndarray of int64 or float64, shape (B,)
        How many rows the bin holds and how many of them are positive, or the sums of their weights.
    edges : ndarray of float64, shape (B + 1,)
        Bin b reaches from ``edges[b]`` to ``edges[b + 1]``.
    standard_error : ndarray of float64, shape (B,)
        Of `observed`: ``sqrt(o (1 - o) / weight)``, 0 where all rows of the bin are of one class.
    expected_error : ndarray of float64, shape (B,)
        The standard deviation that `observed` has around `predicted` if the probabilities are right:
        ``sqrt(sum of p (1 - p)) / weight``. Consistency bars around the diagonal are multiples of it.
    """

    picture: ClassVar[str] = "calibration_curve"

    observed: FloatArray
    predicted: FloatArray
    weight: NumberArray
    positives: NumberArray
    edges: FloatArray
    standard_error: FloatArray
    expected_error: FloatArray

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack as ``observed, predicted``."""
        return iter((self.observed, self.predicted))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SmoothCalibrationCurve(PicturedCurve):
    """
    The share of positives at each probability, by local regression.

    Attributes
    ----------
    observed : ndarray of float64, shape (X,)
        The smooth share of positives, between 0 and 1.
    predicted : ndarray of float64, shape (X,)
        The probabilities at which the curve is fitted, ascending: every distinct one, or of more than 1,000 some
        hundreds. Between them the curve is straight.
    weight : ndarray of float64, shape (X,)
        The rows around each point, or the sum of their weights; one between two points counts for both, the nearer
        the more.
    """

    picture: ClassVar[str] = "smooth_calibration_curve"

    observed: FloatArray
    predicted: FloatArray
    weight: FloatArray

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack as ``observed, predicted``."""
        return iter((self.observed, self.predicted))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MurphyDecomposition(Record):
    """
    The terms of the Brier score.

    ``brier = reliability - resolution + uncertainty + within_variance - within_covariance``

    Attributes
    ----------
    brier : float
        The Brier score: the sum of the terms.
    reliability : float
        The mean squared distance of probabilities and observed shares, group by group: 0 is calibrated.
    resolution : float
        The mean squared distance of the observed shares from the prevalence: how much the groups differ.
    uncertainty : float
        The variance of what happened, ``prevalence (1 - prevalence)``.
    within_variance : float
        The mean variance of the probabilities inside a group; 0 where each distinct probability is a group.
    within_covariance : float
        Twice the mean covariance of probability and truth inside a group; 0 as well then.
    """

    brier: float
    reliability: float
    resolution: float
    uncertainty: float
    within_variance: float
    within_covariance: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HosmerLemeshow(Record):
    """
    The test of Hosmer and Lemeshow.

    Attributes
    ----------
    statistic : float
        ``sum of (observed - expected)^2 / (expected (1 - expected / weight))`` over the groups.
    df : int
        The degrees of freedom of its chi-square distribution.
    p_value : float
        The probability of a statistic at least as large if the probabilities are right.
    observed, expected : ndarray of float64, shape (G,)
        Positives in each group, and the sum of the probabilities there.
    weight : ndarray of int64 or float64, shape (G,)
        The rows of each group, or the sum of their weights.
    """

    statistic: float
    df: int
    p_value: float
    observed: FloatArray
    expected: FloatArray
    weight: NumberArray
