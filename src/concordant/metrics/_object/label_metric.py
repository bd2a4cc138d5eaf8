"""Metrics of two columns of labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from concordant.errors import LengthError
from concordant.inputs.arrays import is_matrix
from concordant.inputs.labels import check_labels
from concordant.metrics._object.facts import Facts
from concordant.metrics._object.metric import Formula, Metric, Why
from concordant.metrics._object.undefined import check_policy
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
    shortcut: Callable[..., Any] | None = None  # checked rows and options -> the value, or None where it cannot
    shortcut_options: frozenset[str] = frozenset()  # those that it knows

    def __init__(
        self,
        formula: Formula,
        why: Why,
        facts: Facts,
        *,
        judges_rows: bool = False,
    ) -> None:
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
        self.check_call(options)
        if self.shortcut is not None and options.keys() <= self.shortcut_options and not is_matrix(y_true):
            rows = check_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
            value = self.shortcut(rows, **options)
            if value is not None:
                check_policy(undefined)
                return value
            return self.of(Counts.from_rows(rows), undefined=undefined, **options)
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
        if self.of_rows(y_true, average):
            return SampleCounts.from_indicators(
                y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing
            )
        return Counts.from_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)

    def of_rows(self, y_true: Column, average: Average = None) -> bool:
        """Whether each row has several labels and is judged as a whole: the state is `SampleCounts` then."""
        several = is_matrix(y_true)
        if average == "samples" and not several:
            msg = (
                'average="samples" is the mean over rows with several labels at once: y_true and y_pred must be '
                'matrices of 0 and 1. For one label a row choose "macro", "micro", "weighted" or None.'
            )
            raise LengthError(msg)
        return several and (average == "samples" or self.judges_rows)
