"""Rules that decide single rows: what a batch settled, kept for rows to come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError
from concordant.result.decisions import named
from concordant.result.record import Record
from concordant.result.stored import StoredRecord
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DecisionRule(Record):
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

    stored_as: ClassVar[str | None] = "decision_rule"

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

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If it is something else, or no rule can be like that.
        """
        stored = StoredRecord(cls, data, "decision rule")
        labels = stored.labels("labels", tuples=True)
        rows = [stored.numbers("gains", row) for row in stored.listed("gains", "rows")]
        if [len(row) for row in rows] != [len(labels)] * len(labels) or not np.isfinite(rows).all():
            stored.refuse("gains", f"finite numbers, {len(labels)} rows of as many")
        offsets = stored.reals("offsets")
        if len(offsets) != len(labels) or not all(one < np.inf for one in offsets):
            stored.refuse("offsets", f"{len(labels)} numbers below infinity")
        return cls(np.array(rows).reshape(len(labels), -1), np.array(offsets), labels)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LabelThresholds(Record):
    """
    A rule for rows with several labels at once: label l where its probability is at least ``thresholds[l]``.

    Attributes
    ----------
    thresholds : ndarray, shape (L,)
        One a label; +inf: never.
    labels : tuple
        The names of the labels.
    """

    stored_as: ClassVar[str | None] = "label_thresholds"

    thresholds: FloatArray
    labels: tuple[Label, ...]

    def apply(self, y_prob: Column) -> npt.NDArray[np.int64]:
        """Decide rows one by one: probabilities (n, L) become 0 and 1."""
        prob = np.asarray(y_prob)
        if prob.ndim != 2 or prob.shape[1] != len(self.labels):
            msg = f"this rule needs probabilities of shape (n, {len(self.labels)}), not {prob.shape}."
            raise LengthError(msg)
        return (prob >= self.thresholds).astype(np.int64)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If it is something else, or no rule can be like that.
        """
        stored = StoredRecord(cls, data, "thresholds of labels")
        labels, thresholds = stored.labels("labels", tuples=True), stored.reals("thresholds")
        if len(thresholds) != len(labels) or any(map(isnan, thresholds)):
            stored.refuse("thresholds", f"{len(labels)} numbers")
        return cls(np.array(thresholds), labels)
