"""A threshold whose bounds hold on new rows with a stated confidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from concordant.result.labels_of_places import named
from concordant.result.new_scores import new_scores
from concordant.result.operating_point import OperatingPoint
from concordant.result.picture import Pictured
from concordant.result.record import Record
from concordant.result.stored_fields import Stored
from concordant.result.stored_record import StoredRecord
from concordant.result.threshold import reaches
from concordant.typing import Column, Label

_BOUND = ("text", "value", "part", "whole", "p_value", "level")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HeldBound(Record):
    """
    A bound that holds on new rows, and what it was tested on.

    Attributes
    ----------
    text : str
        The bound, such as ``"recall >= 0.9"``.
    value : float
        The metric at the threshold on the rows that were tested.
    part, whole : float
        How many of these rows are as the bound wants them, and of how many: for a recall the true positives of the
        positive rows.
    p_value : float
        P(so many or more) if the bound is just missed, by the binomial distribution.
    level : float
        What the p-value must not exceed: 1 - confidence, or less where it is shared.
    """

    text: str
    value: float
    part: float
    whole: float
    p_value: float
    level: float


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class GuaranteedThreshold(Pictured):
    """
    A threshold on a score whose bounds hold on new rows with a stated confidence; "positive": ``score >= threshold``.

    Attributes
    ----------
    threshold : float
        The best of the certified thresholds: the middle of the scores that are equally good.
    bounds : tuple of HeldBound
        The bounds, and what they were tested on.
    confidence : float
        In at least this share of samples all bounds hold on new rows of the same population.
    low, high : float
        Every threshold above `low` and up to `high` is certified, in the interval that holds the threshold.
    intervals : tuple of pairs of float
        All such intervals, the highest first.
    point : OperatingPoint
        Rates and cells of the table at the threshold, of all rows.
    metric : str or None
        What the threshold is the best for among the certified ones; None if it is the highest or the lowest.
    best_of : {"value", "highest", "lowest"}
        How it was chosen among the certified ones.
    value : float
        The metric at the threshold, on the rows that chose it; NaN without one. It has no guarantee.
    aside : int
        How many rows were set aside to start sequences of tests; 0 where none are needed.
    seed : int
        Fixes which.
    n : float
        Rows.
    classes : tuple
        The negative and the positive class.
    signature : str
        Each choice that moves the numbers.
    """

    picture: ClassVar[str] = "score_ranges"
    stored_as: ClassVar[str | None] = "guaranteed_threshold"

    threshold: float
    bounds: tuple[HeldBound, ...]
    confidence: float
    low: float
    high: float
    intervals: tuple[tuple[float, float], ...]
    point: OperatingPoint
    metric: str | None
    best_of: str
    value: float
    aside: int
    seed: int
    n: float
    classes: tuple[Label, Label]
    signature: str

    def predict(self, y_score: Column) -> npt.NDArray[Any]:
        """
        Return the class of each score: the positive one where ``score >= threshold``.

        Parameters
        ----------
        y_score : array-like of shape (n,)
            Numbers; infinite ones are allowed, NaN is refused.
        """
        return named(reaches(new_scores(y_score), self.threshold).astype(np.intp), self.classes)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is missing, or holds something else; the message says which.
        """
        stored = StoredRecord(cls, data, "guaranteed threshold")
        if np.isnan(stored.real("threshold")):
            stored.refuse_all("it has no threshold")
        stored.between("low", "threshold", "high")
        return cls(
            threshold=stored.real("threshold"),
            bounds=stored.parts("bounds", _bound, _BOUND),
            confidence=stored.real("confidence", 0, 1, undefined=False),
            low=stored.real("low"),
            high=stored.real("high"),
            intervals=tuple(_interval(stored, ends) for ends in stored.listed("intervals", "intervals")),
            point=stored.point("point"),
            metric=stored.text_or_none("metric"),
            best_of=stored.choice("best_of", ("value", "highest", "lowest")),
            value=stored.real("value"),
            aside=stored.whole("aside"),
            seed=stored.whole("seed"),
            n=stored.amount("n"),
            classes=stored.two_classes("classes"),
            signature=stored.text("signature"),
        )

    def __str__(self) -> str:
        """A few lines."""
        asked = " and ".join(one.text for one in self.bounds)
        others = len(self.intervals) - 1
        more = f", and {others} further interval{'s' * (others > 1)}" if others else ""
        lines = [
            f"threshold {self.threshold:.6g} (positive: score >= threshold)",
            f"{asked} on new rows, with a confidence of {100 * self.confidence:g} %",
            f"certified: any threshold above {self.low:.6g} up to {self.high:.6g}{more}",
        ]
        lines += [
            f"{one.text}: {one.value:.4f} here ({one.part:,.0f} of {one.whole:,.0f} rows; "
            f"p {one.p_value:.2g}, at most {one.level:.2g})"
            for one in self.bounds
        ]
        at = self.point
        lines.append(
            f"recall {at.recall:.4f}, specificity {at.specificity:.4f}, precision {at.precision:.4f}; "
            f"{at.tp + at.fp:,.0f} of {self.n:,.0f} rows positive"
        )
        if self.metric is not None:
            lines.append(f"{self.metric.replace('_', ' ')} {self.value:.4f} here: the best of the certified thresholds")
        else:
            lines.append(f"the {self.best_of} of the certified thresholds")
        if self.aside:
            lines.append(f"{self.aside:,} rows were set aside to start the tests (seed {self.seed})")
        return "\n".join(lines)


def _bound(one: Stored) -> HeldBound:
    value, part, whole = one.real("value"), one.amount("part"), one.amount("whole")
    return HeldBound(one.text("text"), value, part, whole, one.real("p_value", 0, 1), one.real("level", 0, 1))


def _interval(stored: Stored, ends: Any) -> tuple[float, float]:
    low_and_high = stored.numbers("intervals", ends)
    if len(low_and_high) != 2 or not low_and_high[0] <= low_and_high[1]:
        stored.refuse("intervals", "pairs of a lower and an upper end", ends)
    return low_and_high[0], low_and_high[1]
