"""Records of curves and of calibration: `RocCurve` ... `CalibrationCurve`, `CoxTest`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy.typing as npt

from concordant.result.record import PicturedCurve, Record
from concordant.result.stored import NotNegative, Probability, Stored
from concordant.typing import FloatArray, NumberArray


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RocCurve(PicturedCurve):
    """
    The ROC curve, one point a distinct threshold, from (0, 0) to (1, 1).

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (T + 1,)
        False and true positive rate where "positive" means ``score >= threshold``.
    thresholds : ndarray, shape (T + 1,)
        Descending; the first is +inf (nothing is predicted positive).
    """

    picture: ClassVar[str] = "roc_curve"
    unpacked: ClassVar[tuple[str, ...]] = ("fpr", "tpr", "thresholds")

    fpr: FloatArray
    tpr: FloatArray
    thresholds: npt.NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PrecisionRecallCurve(PicturedCurve):
    """
    The precision-recall curve, one point a distinct threshold, by descending threshold.

    Attributes
    ----------
    precision, recall : ndarray of float64, shape (T,)
        Where "positive" means ``score >= threshold``. No artificial end point is added.
    thresholds : ndarray, shape (T,)
        The distinct scores, descending.
    prevalence : float
        The share of positives: the precision of chance.
    """

    picture: ClassVar[str] = "precision_recall_curve"
    unpacked: ClassVar[tuple[str, ...]] = ("precision", "recall", "thresholds")

    precision: FloatArray
    recall: FloatArray
    thresholds: npt.NDArray[Any]
    prevalence: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DetCurve(PicturedCurve):
    """
    The detection error tradeoff curve, one point a distinct threshold, from (0, 1) to (1, 0).

    Attributes
    ----------
    fpr, fnr : ndarray of float64, shape (T + 1,)
        False positive and false negative rate where "positive" means ``score >= threshold``.
    thresholds : ndarray, shape (T + 1,)
        Descending; the first is +inf (nothing is predicted positive).
    """

    picture: ClassVar[str] = "det_curve"
    unpacked: ClassVar[tuple[str, ...]] = ("fpr", "fnr", "thresholds")

    fpr: FloatArray
    fnr: FloatArray
    thresholds: npt.NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GainCurve(PicturedCurve):
    """
    The cumulative gain curve, one point a distinct threshold, from (0, 0) to (1, 1).

    Attributes
    ----------
    depth : ndarray of float64, shape (T + 1,)
        The share of all rows with ``score >= threshold``.
    gain : ndarray of float64, shape (T + 1,)
        The share of the positive rows among them.
    thresholds : ndarray, shape (T + 1,)
        Descending; the first is +inf (no row is taken).
    prevalence : float
        The share of positives: the depth at which a perfect ranking reaches the gain 1.
    """

    picture: ClassVar[str] = "gain_curve"
    unpacked: ClassVar[tuple[str, ...]] = ("depth", "gain", "thresholds")

    depth: FloatArray
    gain: FloatArray
    thresholds: npt.NDArray[Any]
    prevalence: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LiftCurve(PicturedCurve):
    """
    The lift curve, one point a distinct threshold.

    Attributes
    ----------
    depth : ndarray of float64, shape (T,)
        The share of all rows with ``score >= threshold``.
    lift : ndarray of float64, shape (T,)
        How many times as frequent positive rows are among them as in all rows.
    thresholds : ndarray, shape (T,)
        The distinct scores, descending.
    prevalence : float
        The share of positives; a lift cannot be more than its inverse.
    """

    picture: ClassVar[str] = "lift_curve"
    unpacked: ClassVar[tuple[str, ...]] = ("depth", "lift", "thresholds")

    depth: FloatArray
    lift: FloatArray
    thresholds: npt.NDArray[Any]
    prevalence: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DecisionCurve(PicturedCurve):
    """
    The decision curve: the net benefit of a model at each threshold, beside treating all rows and treating none.

    Attributes
    ----------
    net_benefit : ndarray of float64, shape (T,)
        Of treating the rows with ``p >= threshold``.
    treat_all, treat_none : ndarray of float64, shape (T,)
        Of treating every row, and of treating no row, which is 0.
    thresholds : ndarray of float64, shape (T,)
        Ascending.
    prevalence : float
        The share of positives that the values stand for: that of the rows, or the one that was given.
    """

    picture: ClassVar[str] = "decision_curve"
    unpacked: ClassVar[tuple[str, ...]] = ("net_benefit", "treat_all", "treat_none", "thresholds")

    net_benefit: FloatArray
    treat_all: FloatArray
    treat_none: FloatArray
    thresholds: FloatArray
    prevalence: float


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
    unpacked: ClassVar[tuple[str, ...]] = ("observed", "predicted")

    observed: FloatArray
    predicted: FloatArray
    weight: NumberArray
    positives: NumberArray
    edges: FloatArray
    standard_error: FloatArray
    expected_error: FloatArray


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
    unpacked: ClassVar[tuple[str, ...]] = ("observed", "predicted")

    observed: FloatArray
    predicted: FloatArray
    weight: FloatArray


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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OperatingPoint(Record):
    """
    The decisions at one threshold, where "positive" means ``score >= threshold``.

    Attributes
    ----------
    threshold : float
        The threshold; +inf if nothing is predicted positive.
    recall, specificity, precision : float
        The shares of the positive rows, the negative rows and the rows predicted positive that are right.
    tn, fp, fn, tp : float
        The rows, or their weight, that the decisions put into each cell.
    """

    threshold: float
    recall: Probability
    specificity: Probability
    precision: Probability
    tn: NotNegative
    fp: NotNegative
    fn: NotNegative
    tp: NotNegative

    def _check(self, stored: Stored) -> None:
        tn, fp, fn, tp = self.tn, self.fp, self.fn, self.tp
        if math.isnan(tn + fp + fn + tp) and not math.isnan(self.threshold):
            stored.refuse_all("its cells are undefined, and its threshold is not")
        wholes = {"recall": (tp, tp + fn), "specificity": (tn, tn + fp), "precision": (tp, tp + fp)}
        for name, (right, rows) in wholes.items():
            # Without rows a share is undefined, or what was filled in.
            if rows > 0 and not math.isclose(getattr(self, name), right / rows, rel_tol=1e-9, abs_tol=1e-12):
                stored.refuse_all(f"{name} is not that of its cells, {right:g} of {rows:g}")


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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CorpDecomposition(Record):
    """
    A mean score taken apart: ``score = miscalibration - discrimination + uncertainty``.

    Attributes
    ----------
    score : float
        The mean score of the probabilities as they are.
    miscalibration : float
        What recalibration saves: 0 if the probabilities are calibrated. At least 0.
    discrimination : float
        How much better the recalibrated probabilities are than the prevalence. At least 0.
    uncertainty : float
        The score of the prevalence: what the rows would cost without any model.
    """

    score: float
    miscalibration: float
    discrimination: float
    uncertainty: float

    def __iter__(self) -> Iterator[float]:
        """Unpack as ``score, miscalibration, discrimination, uncertainty``."""
        return iter((self.score, self.miscalibration, self.discrimination, self.uncertainty))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CorpReliabilityCurve(PicturedCurve):
    """
    The steps of the isotonic regression of what happened on the probabilities, from the lowest to the highest.

    Attributes
    ----------
    observed : ndarray of float64, shape (S,)
        The share of positives of each step: the recalibrated probability. It rises from step to step.
    predicted : ndarray of float64, shape (S,)
        The mean probability of each step.
    lowest, highest : ndarray, shape (S,)
        The least and the greatest probability of each step.
    weight, positives : ndarray of int64 or float64, shape (S,)
        How many rows the step holds and how many of them are positive, or the sums of their weights.
    """

    picture: ClassVar[str] = "calibration_curve"
    unpacked: ClassVar[tuple[str, ...]] = ("observed", "predicted")

    observed: FloatArray
    predicted: FloatArray
    lowest: NumberArray
    highest: NumberArray
    weight: NumberArray
    positives: NumberArray
