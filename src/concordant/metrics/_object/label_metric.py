"""Metrics of two columns of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordant.errors import LengthError
from concordant.inputs.arrays import is_matrix
from concordant.metrics._object.facts import Facts
from concordant.metrics._object.metric import Formula, Metric, Why
from concordant.states import Counts, SampleCounts
from concordant.typing import Average, Column, Label, Missing, Undefined


class LabelMetric(Metric):
    """
    A metric of two columns of labels: a formula on `Counts`.

    The average over the rows of indicator matrices is taken of `SampleCounts`, and so is every metric whose formula
    `judges_rows`: those that ask whether all labels of a row are right.
    """

    takes: tuple[type, ...] = (Counts,)
    data = ("y_true", "y_pred")
    judges_rows = False

    def __init__(self, formula: Formula, why: Why, facts: Facts, *, judges_rows: bool = False) -> None:
        super().__init__(formula, why, facts)
        self.judges_rows = judges_rows
        if judges_rows or "average" in self.options:
            self.takes = (Counts, SampleCounts)

    def __call__(
        self,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        undefined: Undefined = "nan",
        **options: Any,
    ) -> Any:
        """Check the labels, count them, take the metric."""
        average = options.get("average")
        counts = self.state(
            y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing, average=average
        )
        return self.of(counts, undefined=undefined, **options)

    def state(
        self,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
        average: Average = None,
    ) -> Counts | SampleCounts:
        """Return the state that the metric is taken of; it is another one for ``average="samples"``."""
        if average == "samples" and not is_matrix(y_true):
            msg = (
                'average="samples" is the mean over rows with several labels at once: y_true and y_pred must be '
                'matrices of 0 and 1. For one label a row choose "macro", "micro", "weighted" or None.'
            )
            raise LengthError(msg)
        if average == "samples" or (self.judges_rows and is_matrix(y_true)):
            return SampleCounts.from_indicators(
                y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing
            )
        return Counts.from_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
