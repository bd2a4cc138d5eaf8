"""The best threshold and how sure it is: ties, the value on rows that did not choose it, conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose, isnan
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError
from concordant.result.labels_of_places import named
from concordant.result.new_scores import new_scores
from concordant.result.operating_point import OperatingPoint
from concordant.result.picture import Pictured
from concordant.result.record import Record
from concordant.result.stored_fields import Stored
from concordant.result.stored_record import StoredRecord
from concordant.typing import Column, Label

_CONDITION = ("text", "value", "cross_validated_value")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MetCondition(Record):
    """
    A condition on the threshold, and how far it is met.

    Attributes
    ----------
    text : str
        The condition, such as ``"recall >= 0.9"``.
    value : float
        What the threshold reaches on the rows that chose it.
    cross_validated_value : float
        What thresholds reach on rows that did not choose them: it may miss the condition. NaN without ``cv``.
    """

    text: str
    value: float
    cross_validated_value: float


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class BestThreshold(Pictured):
    """
    The threshold on a score with the best value of a metric, where "positive" means ``score >= threshold``.

    Attributes
    ----------
    threshold : float
        The middle of the scores that are equally good, see `low` and `high`; +inf if it is best to predict nothing
        positive. NaN if the metric is undefined at every threshold.
    value : float
        The metric on these rows at the threshold: the optimum over all thresholds.
    low, high : float
        Every threshold above `low` and up to `high` is as good on these rows. They are scores that occur, or infinite
        where no further score follows.
    optima : int
        How many such intervals there are, apart from each other, that are equally good. The one with most rows inside
        is taken, then the highest.
    point : OperatingPoint
        Rates and cells of the table at the threshold.
    cross_validated_value, standard_error : float
        The metric of decisions on rows that did not choose their threshold (each fold judged by the threshold of the
        others, all folds in one table), and its standard error as a forecast of the metric on new rows: that from its
        table, and what the choice of the threshold adds, ``sqrt(se ** 2 + optimism ** 2 / 3)``. NaN without ``cv``.
    optimism : float
        How much better `value` looks than `cross_validated_value`.
    fold_thresholds : tuple of float
        The thresholds of the folds: how far they scatter shows how well the data determine the threshold.
    conditions : tuple of MetCondition
        The conditions that the threshold had to meet.
    skipped : int
        At how many thresholds the metric is undefined; they are left out.
    candidates : int
        How many thresholds were compared: the distinct scores, and "nothing is positive". Of rows in batches, scores
        between which the best threshold cannot lie count once.
    n : float
        Rows, or the sum of their weights.
    metric : str
        The name of the metric.
    better : {"higher", "lower"}
        Its direction.
    classes : tuple
        The negative and the positive class.
    signature : str
        Each choice that moves the number.
    reason : str or None
        Why the value, or the cross-validated value, is undefined; None if there is no problem.
    """

    picture: ClassVar[str] = "score_ranges"
    stored_as: ClassVar[str | None] = "threshold"

    threshold: float
    value: float
    low: float
    high: float
    optima: int
    point: OperatingPoint
    cross_validated_value: float
    standard_error: float
    optimism: float
    fold_thresholds: tuple[float, ...]
    conditions: tuple[MetCondition, ...]
    skipped: int
    candidates: int
    n: float
    metric: str
    better: str
    classes: tuple[Label, Label]
    signature: str
    reason: str | None = None

    def predict(self, y_score: Column) -> npt.NDArray[Any]:
        """
        Return the class of each score: the positive one where ``score >= threshold``.

        Parameters
        ----------
        y_score : array-like of shape (n,)
            Numbers; infinite ones are allowed, NaN is refused.
        """
        scores = new_scores(y_score)
        if np.isnan(self.threshold):
            msg = f"there is no threshold to decide by: {self.reason}."
            raise InputError(msg)
        return named(reaches(scores, self.threshold).astype(np.intp), self.classes)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is missing, or holds something else; the message says which.
        """
        stored = StoredRecord(cls, data, "threshold")
        stored.between("low", "threshold", "high")
        stored.defined_together("value", "threshold", [stored.real("threshold")])
        point = stored.point("point")
        rows = point.tn + point.fp + point.fn + point.tp
        if not isnan(rows) and not isclose(rows, stored.amount("n"), rel_tol=1e-9):
            stored.refuse_all(f"{rows:g} rows are in cells, of {stored['n']:g}")
        return cls(
            threshold=stored.real("threshold"),
            value=stored.real("value"),
            low=stored.real("low"),
            high=stored.real("high"),
            optima=stored.whole("optima"),
            point=point,
            cross_validated_value=stored.real("cross_validated_value"),
            standard_error=stored.real("standard_error", 0),
            optimism=stored.real("optimism"),
            fold_thresholds=stored.reals("fold_thresholds"),
            conditions=stored.parts("conditions", _condition, _CONDITION),
            skipped=stored.whole("skipped"),
            candidates=stored.whole("candidates"),
            n=stored.amount("n"),
            metric=stored.text("metric"),
            better=stored.choice("better", ("higher", "lower")),
            classes=stored.two_classes("classes"),
            signature=stored.text("signature"),
            reason=stored.text_or_none("reason"),
        )

    def __str__(self) -> str:
        """A few lines."""
        name = self.metric.replace("_", " ")
        if np.isnan(self.threshold):
            return f"{name}: no best threshold: {self.reason}"
        lines = [
            f"{name} {self.value:.4f} at the threshold {_number(self.threshold)} (positive: score >= threshold)",
            self._flat(),
        ]
        if self.cross_validated_value == self.cross_validated_value:
            lines.append(
                f"cross-validated {self.cross_validated_value:.4f} (standard error {self.standard_error:.4f}), "
                f"optimism {self.optimism + 0.0:.4f}"
            )
            lines.append(
                f"thresholds of the {len(self.fold_thresholds)} folds: {', '.join(map(_number, self.fold_thresholds))}"
            )
        at = self.point
        lines.append(
            f"recall {at.recall:.4f}, specificity {at.specificity:.4f}, precision {at.precision:.4f}; "
            f"{_rows(at.tp + at.fp)} of {_rows(self.n)} rows positive"
        )
        for one in self.conditions:
            held = one.cross_validated_value
            beside = "" if np.isnan(held) else f", {held:.4f} cross-validated"
            lines.append(f"{one.text}: {one.value:.4f} here{beside}")
        if self.skipped:
            lines.append(f"undefined at {self.skipped:,} of {self.candidates:,} thresholds, which are left out")
        if self.reason:
            lines.append(self.reason)
        return "\n".join(lines)

    def _flat(self) -> str:
        others = "" if self.optima == 1 else f"; {self.optima - 1} other interval{'s' * (self.optima > 2)} as good"
        return f"as good: any threshold above {_number(self.low)} up to {_number(self.high)}{others}"


def reaches(scores: npt.NDArray[Any], threshold: float) -> npt.NDArray[np.bool_]:
    """Whether each score is at least the threshold, which keeps all its digits beside shorter floats."""
    found: npt.NDArray[np.bool_] = scores >= (np.float64(threshold) if isinstance(threshold, float) else threshold)
    return found


def _rows(weight: float) -> str:
    return f"{weight:,.0f}" if weight == round(weight) else f"{weight:,.6g}"


def _number(value: float) -> str:
    """A threshold in short: six digits tell more than the data can."""
    return f"{value:.6g}"


def _condition(one: Stored) -> MetCondition:
    return MetCondition(one.text("text"), one.real("value"), one.real("cross_validated_value"))
