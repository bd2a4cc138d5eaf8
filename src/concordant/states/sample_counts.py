"""SampleCounts: of rows with several labels at once, how many have how many of them right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Self

import numpy as np

from concordant.inputs.indicators import IndicatorRows, check_indicator_rows
from concordant.inputs.labels import check_declared
from concordant.states.counts import Counts
from concordant.states.profiles import distinct_rows, sums_of
from concordant.states.state import COUNTED, DistinctRows, StoredState, refuse_overflow, unsound_cells
from concordant.typing import Column, Frame, Label, Missing, NumberArray


@dataclass(frozen=True, slots=True, eq=False)
class SampleCounts(DistinctRows):
    """
    The distinct 2 x 2 tables of the rows of two indicator matrices, and how many rows have each.

    The table of a row counts its L labels: in truth and prediction, in one of them, in none. Rows have few different
    ones, however many there are; averages over rows and the share of rows without an error follow.

    Attributes
    ----------
    tables : ndarray of int64, shape (D, 2, 2)
        Distinct, in lexicographic order; rows of each are the truth, columns the prediction.
    weights : ndarray of int64 or float64, shape (D,)
        The number of rows with this table, or the sum of their weights.
    outputs : tuple
        The names of the L labels.
    missing : int
        How many rows were dropped because a value was missing.

    Examples
    --------
    >>> from concordant.states import SampleCounts
    >>> counts = SampleCounts.from_indicators([[1, 0, 1], [0, 0, 1], [1, 1, 0]], [[1, 0, 1], [0, 1, 1], [1, 0, 1]])
    >>> counts.tables.tolist(), counts.weights.tolist()
    ([[[0, 1], [1, 1]], [[1, 0], [0, 2]], [[1, 1], [0, 1]]], [1, 1, 1])
    """

    stored_as = "sample_counts"
    _stored_fields = ("outputs", "tables", "weights", "dtype", "missing")
    _key_fields = ("outputs",)
    _row_fields = ("tables",)
    _equal_fields = ("tables", "weights")

    tables: NumberArray
    weights: NumberArray
    outputs: tuple[Label, ...]
    missing: int = field(default=0, kw_only=True)

    @classmethod
    def from_indicators(
        cls,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> SampleCounts:
        """
        Count the rows of two matrices of 0 and 1 of shape (n, L), dense or scipy-sparse.

        `labels` names the columns.
        """
        reading: Any = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
        return cls.from_indicator_rows(check_indicator_rows(y_true, y_pred, **reading))

    @classmethod
    def from_indicator_rows(cls, rows: IndicatorRows) -> SampleCounts:
        """Count checked rows."""
        from concordant.engines.arrays import sample_counts

        return sample_counts(rows)

    @classmethod
    def from_frame(
        cls,
        frame: Frame,
        *,
        y_true: Sequence[str],
        y_pred: Sequence[str],
        labels: Sequence[Label] | None = None,
        sample_weight: str | None = None,
        missing: Missing = "raise",
    ) -> SampleCounts:
        """
        Count the rows of a frame that has two columns of 0 and 1 for each label; those of a lazy one are collected.

        `y_true` and `y_pred` list the columns in the same order; `labels` names the labels, else those of `y_true` do.

        Examples
        --------
        >>> import polars as pl
        >>> from concordant.states import SampleCounts
        >>> rows = pl.LazyFrame({"cat": [1, 0], "dog": [0, 1], "said cat": [1, 1], "said dog": [0, 1]})
        >>> SampleCounts.from_frame(rows, y_true=["cat", "dog"], y_pred=["said cat", "said dog"]).tables.tolist()
        [[[0, 1], [0, 1]], [[1, 0], [0, 1]]]
        """
        from concordant.sources.labels import sample_counts

        how: Any = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
        return sample_counts(frame, y_true=y_true, y_pred=y_pred, **how)

    @classmethod
    def empty(cls, outputs: Sequence[Label]) -> Self:
        """Return the neutral element of adding: no row, for these labels."""
        return cls(np.zeros((0, 2, 2), np.int64), np.zeros(0, np.int64), check_declared(outputs))

    @property
    def counts(self) -> Counts:
        """The distinct tables as a stack (D, 2, 2): rates can be taken of each."""
        return Counts(self.tables, (0, 1))

    def _plus(self, other: Self) -> Self:
        refuse_overflow(self.weights.sum(keepdims=True)[None], other.weights.sum(keepdims=True)[None])
        tables, weights = distinct_tables(
            np.concatenate([self.tables, other.tables]), np.concatenate([self.weights, other.weights])
        )
        return type(self)(tables, weights, self.outputs, missing=self.missing + other.missing)

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        outputs, weights = stored.labels("outputs"), stored.row("weights", stored.dtype("dtype", COUNTED))
        tables = stored.nested("tables", (len(weights), 2, 2), "int64")
        return cls(tables, weights, outputs, missing=stored.whole("missing"))

    def _unsound(self) -> str | None:
        tables, weights, labels = self.tables, self.weights, len(self.outputs)
        why = unsound_cells(tables.reshape(-1, 4)) or unsound_cells(weights[None])
        if why:
            return why
        if (tables.sum((-2, -1)) != labels).any():
            return f"the cells of a row of {labels} labels must add up to {labels}"
        if (weights == 0).any():
            return "a table that no row has is in it"
        flat = tables.reshape(-1, 4).tolist()
        return None if all(a < b for a, b in pairwise(flat)) else "its tables are not distinct, in order"


def distinct_tables(tables: NumberArray, weights: NumberArray) -> tuple[NumberArray, NumberArray]:
    """Distinct tables in order, and the sum of the weights of each; rows of weight zero are absent."""
    here = weights != 0
    if not here.all():
        tables, weights = tables[here], weights[here]
    flat = tables.reshape(-1, 4)
    first, place = distinct_rows(flat, int(flat.max(initial=0)) + 1)
    return tables[first], sums_of(place, len(first), weights)
