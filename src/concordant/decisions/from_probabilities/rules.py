"""Rules that decide single rows: what a batch settled, kept for rows to come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, StateFormatError
from concordant.result.named import named
from concordant.result.plain import numbers, plain
from concordant.result.stored_fields import require, same_again, stored_labels
from concordant.typing import Column, FloatArray, Label

_RULE, _THRESHOLDS = "decision_rule", "label_thresholds"
_VERSION = 1
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
        """Return plain data that JSON can hold; infinite numbers are texts. `from_dict` reads it back."""
        parts = {"gains": self.gains.tolist(), "offsets": self.offsets.tolist(), "labels": list(self.labels)}
        return {"result": _RULE, "version": _VERSION, **plain(parts)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If it is something else, or no rule can be like that.
        """
        labels, (gains, offsets) = _read(data, _RULE, ("gains", "offsets"), cls.__name__)
        size = len(labels)
        what = f"a stored {_RULE}"
        require(what, holds=gains.shape == (size, size), words=f"gains of shape {gains.shape} for {size} labels")
        require(what, holds=offsets.shape == (size,), words=f"offsets of shape {offsets.shape} for {size} labels")
        require(what, holds=bool(np.isfinite(gains).all()), words="gains must be finite")
        require(what, holds=bool((offsets < np.inf).all()), words="offsets must be numbers below infinity")
        found = cls(gains, offsets, labels)
        same_again(what, data, found.to_dict())
        return found

    def __eq__(self, other: object) -> bool:
        """Whether both decide by the same numbers."""
        return isinstance(other, DecisionRule) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        """Hash of the numbers that decide."""
        return hash((self.gains.tobytes(), self.offsets.tobytes(), self.labels))


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
        """Return plain data that JSON can hold; infinite numbers are texts. `from_dict` reads it back."""
        parts = {"thresholds": self.thresholds.tolist(), "labels": list(self.labels)}
        return {"result": _THRESHOLDS, "version": _VERSION, **plain(parts)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If it is something else, or no rule can be like that.
        """
        labels, (thresholds,) = _read(data, _THRESHOLDS, ("thresholds",), cls.__name__)
        what = f"stored {_THRESHOLDS}"
        require(what, holds=thresholds.shape == (len(labels),), words=f"{thresholds.shape} for {len(labels)} labels")
        require(what, holds=not np.isnan(thresholds).any(), words="a threshold is undefined")
        found = cls(thresholds, labels)
        same_again(what, data, found.to_dict())
        return found

    def __eq__(self, other: object) -> bool:
        """Whether both decide by the same numbers."""
        return isinstance(other, LabelThresholds) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        """Hash of the numbers that decide."""
        return hash((self.thresholds.tobytes(), self.labels))


def _read(
    data: Mapping[str, Any], form: str, names: tuple[str, ...], record: str
) -> tuple[tuple[Label, ...], list[FloatArray]]:
    """The labels and the arrays of a stored rule."""
    marked = isinstance(data, Mapping) and data.get("result") == form and data.get("version") == _VERSION
    if not marked or isinstance(data["version"], bool):
        msg = f"these are no {form} of version {_VERSION}, as {record}.to_dict writes them."
        raise StateFormatError(msg)
    lacking = [name for name in (*names, "labels") if name not in data]
    if lacking:
        msg = f"stored {form} lack {', '.join(lacking)}."
        raise StateFormatError(msg)
    try:
        arrays = [np.array(numbers(data[name]), dtype=np.float64) for name in names]
    except (TypeError, ValueError) as error:
        msg = f"stored {form} hold something else where a number belongs: {error}."
        raise StateFormatError(msg) from error
    return stored_labels(f"stored {form}", data["labels"]), arrays
