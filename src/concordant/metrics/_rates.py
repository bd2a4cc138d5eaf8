"""Rates: a quotient of sums of the four cells, of one class, of each class, or averaged over classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.metrics._averages import check_average, left_out, mean_over_classes, refuse_binary
from concordant.metrics._ratio import ratio
from concordant.states import Counts
from concordant.typing import Average, Floats, Label


@dataclass(frozen=True, slots=True)
class Rate:
    """
    A rate of two-label counts.

    `empty` says in words what the data lack where the denominator is zero.
    """

    numerator: Callable[[Counts], Any]
    denominator: Callable[[Counts], Any]
    empty: str

    def of(self, cells: Counts) -> Floats:
        """Take the rate of each table of two labels."""
        return ratio(self.numerator(cells), self.denominator(cells))

    def averaged(self, counts: Counts, average: Average, pos_label: Label | None, fill: float) -> Floats:
        """Take the rate of the positive class, of each class, or its average."""
        check_average(average)
        if average == "binary":
            return self.of(_binary(counts, pos_label))
        classes = counts.one_vs_rest()
        if average == "micro":
            return self.of(_pooled(counts))
        values = np.asarray(self.of(classes))
        if average is None:
            return values
        support = classes.table[..., 1, :].sum(-1) if average == "weighted" else None
        return mean_over_classes(values, support, average, fill)

    def why(self, counts: Counts, average: Average, pos_label: Label | None) -> str | None:
        """Say what is undefined, or which classes the average leaves out."""
        if average in ("binary", "micro"):
            cells = _binary(counts, pos_label) if average == "binary" else _pooled(counts)
            total = np.asarray(self.denominator(cells))
            if (total != 0).all():
                return None
            where = "" if total.ndim == 0 else f" in {int((total == 0).sum())} of {total.size} tables"
            positive = cells.labels[1] if average == "binary" else "any class"
            return f"{self.empty} (positive class {positive!r}){where}" if average == "binary" else self.empty + where
        classes = counts.one_vs_rest()
        outputs = classes.outputs or ()
        undefined = np.asarray(self.denominator(classes)) == 0
        if average == "weighted":  # a class without weight is not missed
            undefined = undefined & (classes.table[..., 1, :].sum(-1) > 0)
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
