"""Rules that decide single rows: what a batch settled, kept for rows to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError
from concordant.result.named import named
from concordant.typing import Column, FloatArray, Label

_PART = 1 << 13  # rows at a time: their gains stay in the cache


def greatest_gain(probabilities: npt.NDArray[Any], gains: FloatArray, offsets: FloatArray) -> npt.NDArray[np.intp]:
    """Return for each row the place of the greatest ``p @ gains + offsets``; of equal ones the first."""
    places = np.zeros(len(probabilities), dtype=np.intp)
    for start in range(0, len(probabilities), _PART):
        part = np.asarray(probabilities[start : start + _PART], dtype=np.float64)
        gain = gains.T @ part.T + offsets[:, None]
        best, place = gain[0], places[start : start + _PART]
        for k in range(1, len(gain)):
            np.copyto(place, k, where=gain[k] > best)
            np.maximum(best, gain[k], out=best)
    return places


@dataclass(frozen=True, slots=True, eq=False)
class DecisionRule:
    """
    A rule for one row: answer the label with the greatest ``sum_j p_j gains[j, k] + offsets[k]``.

    Attributes
    ----------
    gains : ndarray, shape (K, K)
        What answering k adds for each bit of probability of j.
    offsets : ndarray, shape (K,)
        What answering k adds to every row.
    labels : tuple
        The K labels, in the order of the columns of the probabilities.
    """

    gains: FloatArray
    offsets: FloatArray
    labels: tuple[Label, ...]

    def apply(self, y_prob: Column) -> npt.NDArray[Any]:
        """Decide rows one by one: probabilities (n, K), or (n,) of the second of two labels."""
        prob = np.asarray(y_prob)
        if prob.ndim == 1 and len(self.labels) == 2:
            prob = np.column_stack([1.0 - prob, prob])
        if prob.ndim != 2 or prob.shape[1] != len(self.labels):
            msg = f"this rule needs probabilities of shape (n, {len(self.labels)}), not {prob.shape}."
            raise LengthError(msg)
        return named(greatest_gain(prob, self.gains, self.offsets), self.labels)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold."""
        return {"gains": self.gains.tolist(), "offsets": self.offsets.tolist(), "labels": list(self.labels)}


@dataclass(frozen=True, slots=True, eq=False)
class LabelThresholds:
    """
    A rule for rows with several labels at once: label l where its probability is at least ``thresholds[l]``.

    Attributes
    ----------
    thresholds : ndarray, shape (L,)
        One a label; +inf: never.
    labels : tuple
        The names of the labels.
    """

    thresholds: FloatArray
    labels: tuple[Label, ...]

    def apply(self, y_prob: Column) -> npt.NDArray[np.int64]:
        """Decide rows one by one: probabilities (n, L) become 0 and 1."""
        prob = np.asarray(y_prob)
        if prob.ndim != 2 or prob.shape[1] != len(self.labels):
            msg = f"this rule needs probabilities of shape (n, {len(self.labels)}), not {prob.shape}."
            raise LengthError(msg)
        return (prob >= self.thresholds).astype(np.int64)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold."""
        return {"thresholds": self.thresholds.tolist(), "labels": list(self.labels)}
