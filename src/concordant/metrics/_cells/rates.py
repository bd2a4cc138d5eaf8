"""Rates: a quotient of sums of the four cells, of one class, of each class, or averaged over classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.engines.arrays.labels import counts_of_indicators
from concordant.inputs.indicators import IndicatorRows
from concordant.inputs.labels import LabelRows
from concordant.metrics._arithmetic.averages import (
    NO_SUPPORT,
    check_average,
    left_out,
    mean_of_classes,
    mean_over_classes,
    mean_over_samples,
    refuse_binary,
    samples_left_out,
)
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._arithmetic.target_prevalence import at_prevalence, why_at_prevalence
from concordant.metrics._cells.events import Event
from concordant.metrics._cells.label_sums import LabelSums, WeighedPairs
from concordant.metrics._cells.row_shares import RIGHT, Share
from concordant.states import Counts, SampleCounts
from concordant.typing import Average, FloatArray, Floats, Label, Prevalence


@dataclass(frozen=True, slots=True)
class Rate:
    """
    A rate of two-label counts.

    `empty` says in words what the data lack where the denominator is zero; `event`, what happens to the rows that count
    where the denominator is that of the truth.
    """

    numerator: Callable[[Counts], Any]
    denominator: Callable[[Counts], Any]
    empty: str
    event: Event | None = None

    def of(self, cells: Counts) -> Floats:
        """Take the rate of each table of two labels."""
        return ratio(self.numerator(cells), self.denominator(cells))

    def undefined(self, cells: Counts) -> Any:
        """Whether the rate of each table is undefined."""
        return self.denominator(cells) == 0

    def averaged(
        self,
        counts: Counts | SampleCounts,
        average: Average,
        pos_label: Label | None,
        fill: float,
        prevalence: Prevalence = None,
    ) -> Floats:
        """Take the rate of the positive class, of each class, or its average over classes or rows."""
        check_average(average, counts)
        if prevalence is not None:
            counts = at_prevalence(counts, prevalence, pos_label)
        if isinstance(counts, SampleCounts):
            return mean_over_samples(self.of(counts.counts), counts, fill)
        if average == "binary":
            return self.of(_binary(counts, pos_label))
        classes = counts.one_vs_rest()
        if average == "micro":
            return self.of(_pooled(counts))
        values = self.of(classes)
        if average is None:
            return values
        support = classes.table[..., 1, :].sum(-1) if average == "weighted" else None
        return mean_over_classes(values, support, average, fill)

    def shortcut(
        self,
        rows: LabelRows | IndicatorRows,
        *,
        average: Average = "binary",
        pos_label: Label | None = None,
        prevalence: Prevalence = None,
    ) -> float | None:
        """Take the rate of rows of whole labels without their state; None where that cannot be done."""
        if isinstance(rows, IndicatorRows):
            usual = prevalence is None and rows.weights is None and average in ("macro", "weighted")
            return self._mean(counts_of_indicators(rows), average) if usual else None
        if prevalence is not None or rows.names is not None or average not in ("binary", "macro", "micro", "weighted"):
            return None
        sums = LabelSums.of_rows(rows) if rows.weights is None else WeighedPairs.of_rows(rows)
        if sums is None:
            return None
        if average in ("macro", "weighted"):
            return self._mean(sums.of_each(), average)
        if average == "binary":
            cells: Any = sums.of_one(pos_label)
        else:
            cells = sums.of_all() if isinstance(sums, LabelSums) else None
        whole = None if cells is None else self.denominator(cells)
        return float(self.numerator(cells) / whole) if whole else None

    def _mean(self, classes: Any, average: Average) -> float | None:
        """The mean over classes, each of which has a rate; else the state says which are left out."""
        whole = self.denominator(classes)
        if np.count_nonzero(whole) < whole.size:
            return None
        support = classes.tp + classes.fn if average == "weighted" else None
        return float(mean_of_classes(self.numerator(classes) / whole, support))

    def share(
        self,
        counts: Counts | SampleCounts,
        *,
        average: Average = "binary",
        pos_label: Label | None = None,
        fill: float = float("nan"),
        prevalence: Prevalence = None,
    ) -> Share | None:
        """
        Say what share of the rows the rate is: of one class, of each, of all decisions; None for other averages.

        It is for rates whose denominator counts rows, each once; at another prevalence none does.
        """
        del fill
        if isinstance(counts, SampleCounts) or average not in ("binary", "micro", None) or prevalence is not None:
            return None
        if average == "micro" and counts.outputs is None:
            return self.micro_share(counts, average=average)

        def cells(state: Counts) -> Counts:
            if average == "binary":
                return _binary(state, pos_label)
            return state.one_vs_rest() if average is None else _pooled(state)

        return Share(
            lambda state: self.numerator(cells(state)),
            lambda state: self.denominator(cells(state)),
            each=average is None and counts.outputs is None,
            event=self.event,
        )

    def micro_share(
        self,
        counts: Counts | SampleCounts,
        *,
        average: Average = "binary",
        prevalence: Prevalence = None,
        **others: Any,
    ) -> Share | None:
        """
        Say of which share the micro average over classes is a function: of the right rows, whatever the rate.

        A right row is one true positive and K - 2 + 1 true negatives, a wrong one a false positive, a false negative
        and K - 2 true negatives.
        """
        del others
        if isinstance(counts, SampleCounts) or average != "micro" or counts.outputs is not None:
            return None
        if prevalence is not None:
            return None
        others_right = len(counts.labels) - 2

        def value(right: FloatArray) -> Floats:
            right = np.asarray(right, np.float64)
            rows = np.stack([np.stack([others_right + right, 1 - right], -1), np.stack([1 - right, right], -1)], -2)
            return self.of(Counts(rows, (False, True)))

        return RIGHT.then(value)

    def why(
        self,
        counts: Counts | SampleCounts,
        average: Average,
        pos_label: Label | None,
        prevalence: Prevalence = None,
    ) -> str | None:
        """Say what is undefined, or which classes or rows the average leaves out."""
        if prevalence is None:
            return self._why(counts, average, pos_label)
        return why_at_prevalence(counts, prevalence, lambda mixed: self._why(mixed, average, pos_label), pos_label)

    def _why(self, counts: Counts | SampleCounts, average: Average, pos_label: Label | None) -> str | None:
        if isinstance(counts, SampleCounts):
            return samples_left_out(self.undefined(counts.counts), counts, self.empty)
        if average in ("binary", "micro"):
            cells = _binary(counts, pos_label) if average == "binary" else _pooled(counts)
            gone = self.undefined(cells)
            if not gone.any():
                return None
            where = "" if gone.ndim == 0 else f" in {int(gone.sum())} of {gone.size} tables"
            positive = cells.labels[1] if average == "binary" else "any class"
            return f"{self.empty} (positive class {positive!r}){where}" if average == "binary" else self.empty + where
        classes = counts.one_vs_rest()
        outputs = classes.outputs or ()
        undefined = self.undefined(classes)
        if average == "weighted":  # a class without weight is not missed
            support = classes.table[..., 1, :].sum(-1)
            if not support.any():
                return NO_SUPPORT
            undefined = undefined & (support > 0)
        return left_out(undefined, outputs, average, self.empty)


def tables_alone(counts: Counts) -> Counts:
    """Of several labels at once: one table a label, each with two classes of its own."""
    return counts if counts.outputs is None else Counts(counts.table, counts.labels)


def _pooled(counts: Counts) -> Counts:
    """All decisions of all classes in one table (micro average)."""
    classes = counts.one_vs_rest()
    return Counts(classes.table.sum(-3), classes.labels)


def _binary(counts: Counts, pos_label: Label | None) -> Counts:
    if counts.outputs is not None:
        raise refuse_binary(counts.outputs, "the data")
    if len(counts.labels) > 2:
        raise refuse_binary(counts.labels, "the data")
    return counts.binary(pos_label)
