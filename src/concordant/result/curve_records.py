"""Curves of scores: what happens at every threshold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy.typing as npt

from concordant.result.picture import PicturedCurve
from concordant.typing import FloatArray


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

    fpr: FloatArray
    tpr: FloatArray
    thresholds: npt.NDArray[Any]

    def __iter__(self) -> Iterator[npt.NDArray[Any]]:
        """Unpack as ``fpr, tpr, thresholds``."""
        return iter((self.fpr, self.tpr, self.thresholds))


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

    precision: FloatArray
    recall: FloatArray
    thresholds: npt.NDArray[Any]
    prevalence: float

    def __iter__(self) -> Iterator[npt.NDArray[Any]]:
        """Unpack as ``precision, recall, thresholds``."""
        return iter((self.precision, self.recall, self.thresholds))


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

    fpr: FloatArray
    fnr: FloatArray
    thresholds: npt.NDArray[Any]

    def __iter__(self) -> Iterator[npt.NDArray[Any]]:
        """Unpack as ``fpr, fnr, thresholds``."""
        return iter((self.fpr, self.fnr, self.thresholds))


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

    depth: FloatArray
    gain: FloatArray
    thresholds: npt.NDArray[Any]
    prevalence: float

    def __iter__(self) -> Iterator[npt.NDArray[Any]]:
        """Unpack as ``depth, gain, thresholds``."""
        return iter((self.depth, self.gain, self.thresholds))


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

    depth: FloatArray
    lift: FloatArray
    thresholds: npt.NDArray[Any]
    prevalence: float

    def __iter__(self) -> Iterator[npt.NDArray[Any]]:
        """Unpack as ``depth, lift, thresholds``."""
        return iter((self.depth, self.lift, self.thresholds))


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

    net_benefit: FloatArray
    treat_all: FloatArray
    treat_none: FloatArray
    thresholds: FloatArray
    prevalence: float

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack as ``net_benefit, treat_all, treat_none, thresholds``."""
        return iter((self.net_benefit, self.treat_all, self.treat_none, self.thresholds))
