"""Cut points on an ordinal score, with how good they are and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from math import inf, isnan
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, StateFormatError
from concordant.result.named import named
from concordant.result.new_scores import new_scores
from concordant.result.plain import numbers, plain
from concordant.result.stored_fields import (
    COUNT,
    ERROR,
    LIST,
    NUMBER,
    PARTS,
    SIZE,
    TEXT,
    TEXT_OR_NONE,
    check_fields,
    one_of,
    require,
    same_again,
    stored_labels,
)
from concordant.typing import Column, Label

_FORMAT = "cut_points"
_VERSION = 1
_AS_STORED = ("certificate", "method", "exactness", "metric", "better", "signature", "reason", "groups")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CutPoints:
    """
    Cut points that turn a score into ordered labels: label k where the score reaches the k-th cut.

    Attributes
    ----------
    cut_points : tuple of K - 1 floats
        They do not fall. A score gets the label after the last cut that it reaches (``score >= cut``). -inf: the label
        before is never given; +inf: no label from here on. Two equal cuts leave out the label between.
    labels : tuple of K labels
        In their order, that of the lowest scores first.
    value : float
        The metric of these cut points on the rows that chose them. It flatters.
    cross_validated_value, standard_error : float
        The metric on rows that did not choose their cut points (each fold cut where the others say, all folds in one
        table), and its standard error as a forecast of the metric on new rows: that from the table, and what the choice
        of the cut points adds, ``sqrt(se ** 2 + optimism ** 2 / 3)``. NaN without ``cv``.
    optimism : float
        How much better `value` looks than `cross_validated_value`.
    optimum : float
        The best value that cut points on this score can have on these rows, by exact search (`certificate` says how).
    upper_bound : float
        What no cut points can exceed on these rows (for costs: go below). For quadratic kappa it is
        ``sd(g) / sd(truth)``, with g the isotonic regression of the truth on the score: no rule that rises with the
        score exceeds it, with any number of levels. For other metrics it is the optimum.
    certificate : str
        How the optimum and the bound are known.
    method : {"smooth", "exact"}
        Cut points on a smooth estimate of the truth given the score, or those of the optimum itself.
    exactness : {"exact", "grid"}
        Whether the optimum is one over all cut points, or over those between `groups` groups of neighbouring scores.
    groups : int
        Between how many groups of scores cut points were tried: all distinct scores if "exact".
    fold_cut_points : tuple of tuple of float
        The cut points of the folds: how far they scatter shows how well the rows determine them.
    n : float
        Rows, or the sum of their weights.
    metric : str
        The name of the metric.
    better : {"higher", "lower"}
        Its direction.
    signature : str
        Each choice that moves the number.
    reason : str or None
        Why the value, or the cross-validated value, is undefined; None if nothing is amiss.
    """

    cut_points: tuple[float, ...]
    labels: tuple[Label, ...]
    value: float
    cross_validated_value: float
    standard_error: float
    optimism: float
    optimum: float
    upper_bound: float
    certificate: str
    method: Literal["smooth", "exact"]
    exactness: Literal["exact", "grid"]
    groups: int
    fold_cut_points: tuple[tuple[float, ...], ...]
    n: float
    metric: str
    better: str
    signature: str
    reason: str | None = None

    def predict(self, scores: Column) -> npt.NDArray[Any]:
        """
        Return the label of each score.

        Parameters
        ----------
        scores : array-like of shape (n,)
            Numbers; infinite ones are allowed, NaN is refused.
        """
        column = new_scores(scores)
        cuts = np.array(self.cut_points, dtype=np.float64)
        if not self.labels or np.isnan(cuts).any():
            msg = "these cut points come from no rows, and no score has a label."
            raise InputError(msg)
        return named(np.searchsorted(cuts[cuts < np.inf], column, side="right"), self.labels)

    def __eq__(self, other: object) -> bool:
        """Whether all is equal; undefined numbers are."""
        return isinstance(other, CutPoints) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        """Of what decides."""
        return hash((self.cut_points, self.labels, self.signature))

    def named_labels(self) -> npt.NDArray[Any]:
        """Return the labels as an array, of their own type where they have one."""
        return named(np.arange(len(self.labels)), self.labels)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; infinite and undefined numbers are texts. `from_dict` reads it back."""
        parts = {field.name: plain(getattr(self, field.name)) for field in fields(self)}
        return {"result": _FORMAT, "version": _VERSION, **parts, "labels": list(self.labels)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote."""
        if not isinstance(data, Mapping) or data.get("result") != _FORMAT or data.get("version") != _VERSION:
            msg = f"these are no cut points of version {_VERSION}, as CutPoints.to_dict writes them."
            raise StateFormatError(msg)
        lacking = [field.name for field in fields(cls) if field.name not in data]
        if lacking:
            msg = f"stored cut points lack {', '.join(lacking)}."
            raise StateFormatError(msg)
        read = {name: data[name] for name in _AS_STORED}
        counted = [field.name for field in fields(cls) if field.name not in (*_AS_STORED, "labels")]
        try:
            read |= {name: numbers(data[name]) for name in counted}
        except (TypeError, ValueError) as error:
            msg = f"stored cut points hold something else where a number belongs: {error}."
            raise StateFormatError(msg) from error
        labels = stored_labels(_WHAT, data["labels"])
        check_fields(_WHAT, read, _KINDS)
        for name, folds in (("cut_points", [read["cut_points"]]), ("fold_cut_points", read["fold_cut_points"])):
            if not all(_cut(cuts, len(labels)) for cuts in folds):
                msg = f"stored cut points must not fall and be one less than {len(labels)} labels, not {data[name]}."
                raise StateFormatError(msg)
        found = cls(**read, labels=labels)
        defined = isnan(found.value) or not any(map(isnan, found.cut_points))
        require(_WHAT, holds=defined, words="there is a value and no cut points")
        same_again(_WHAT, data, found.to_dict())
        return found

    def __str__(self) -> str:
        """A few lines."""
        name = self.metric.replace("_", " ")
        lines = [f"cut points ({self.method}): {self._rule()}"]
        if self.value != self.value:
            return "\n".join([*lines, f"{name} is undefined: {self.reason}"])
        lines.append(f"{name} {self.value:.4f} on these {self.n:g} rows; {self._best()}")
        if self.cross_validated_value == self.cross_validated_value:
            flatters = f"{self.optimism:.4f} of the value is" if self.optimism > 0 else "no sign of"
            lines.append(
                f"cross-validated {self.cross_validated_value:.4f}, standard error {self.standard_error:.4f}: "
                f"{flatters} optimism"
            )
        lines.append(self.certificate)
        if self.reason:
            lines.append(self.reason)
        return "\n".join(lines)

    def _rule(self) -> str:
        parts = [str(self.labels[0])] if self.labels else ["no labels"]
        parts += [f"{cut:.5g} | {label}" for cut, label in zip(self.cut_points, self.labels[1:], strict=False)]
        return " | ".join(parts)

    def _best(self) -> str:
        where = (
            "any cut points" if self.exactness == "exact" else f"cut points between {self.groups:,} groups of scores"
        )
        bound = f", bound {self.upper_bound:.4f}" if self.upper_bound != self.optimum else ""
        return f"optimum of {where} {self.optimum:.4f}{bound}"


def _cut(cuts: Any, labels: int) -> bool:
    """Whether these can be cut points: all undefined where there are no rows, else rising."""
    if not (LIST.holds(cuts) and len(cuts) == max(labels - 1, 0)):
        return False
    return all(map(isnan, cuts)) or all(low <= high for low, high in pairwise((*cuts, inf)))


_WHAT = "stored cut points"
_KINDS = {
    "certificate": TEXT,
    "method": one_of("smooth", "exact"),
    "exactness": one_of("exact", "grid"),
    "metric": TEXT,
    "better": one_of("higher", "lower"),
    "signature": TEXT,
    "reason": TEXT_OR_NONE,
    "groups": COUNT,
    **dict.fromkeys(("value", "cross_validated_value", "optimism", "optimum", "upper_bound"), NUMBER),
    "standard_error": ERROR,
    "fold_cut_points": PARTS,
    "n": SIZE,
}
