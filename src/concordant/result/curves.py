"""Curves of scores: what happens at every threshold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class RocCurve:
    """
    The ROC curve, one point a distinct threshold, from (0, 0) to (1, 1).

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (T + 1,)
        False and true positive rate where "positive" means ``score >= threshold``.
    thresholds : ndarray, shape (T + 1,)
        Descending; the first is +inf (nothing is predicted positive).
    """

    fpr: FloatArray
    tpr: FloatArray
    thresholds: npt.NDArray[Any]

    def __iter__(self) -> Iterator[npt.NDArray[Any]]:
        """Unpack as ``fpr, tpr, thresholds``."""
        return iter((self.fpr, self.tpr, self.thresholds))


@dataclass(frozen=True, slots=True)
class PrecisionRecallCurve:
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

    precision: FloatArray
    recall: FloatArray
    thresholds: npt.NDArray[Any]
    prevalence: float

    def __iter__(self) -> Iterator[npt.NDArray[Any]]:
        """Unpack as ``precision, recall, thresholds``."""
        return iter((self.precision, self.recall, self.thresholds))
