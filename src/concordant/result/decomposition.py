"""Calibration without bins: the terms of a proper score, and the reliability curve behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from concordant.result.picture import PicturedCurve
from concordant.result.record import Record
from concordant.typing import FloatArray, NumberArray


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

    observed: FloatArray
    predicted: FloatArray
    lowest: NumberArray
    highest: NumberArray
    weight: NumberArray
    positives: NumberArray

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack as ``observed, predicted``."""
        return iter((self.observed, self.predicted))
