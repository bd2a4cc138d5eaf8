"""Rows of labels: a unit is a cell of the table, or of the table of truth and several predictions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.influence.cells import TooManyCellsError, cell_influence, cell_slopes
from concordant.inference.influence.influences import Influences
from concordant.inference.influence.of_each_class import OfEachClass
from concordant.inference.samples.sums import LabelSample, Quantity, Totals
from concordant.inference.samples.units import Units
from concordant.metrics._cells.shares import Share
from concordant.metrics._object.metric import Metric
from concordant.states import Counts
from concordant.typing import FloatArray


@dataclass(frozen=True)
class CellSample(LabelSample):
    """
    Rows of two columns of labels.

    Attributes
    ----------
    units : Units
        Non-empty cells; several units can lie in one cell of this table and differ in another's.
    state : Counts
        One table (K, K).
    cell : ndarray of int, shape (U,)
        The place of each unit in the table, row after row.
    """

    units: Units
    state: Counts
    cell: npt.NDArray[np.intp]

    @classmethod
    def of_table(cls, counts: Counts) -> CellSample:
        """The cells of one table that hold rows."""
        cell = np.flatnonzero(counts.table)
        weight = counts.table.ravel()[cell].astype(np.float64)
        squares = weight if counts.squares is None else counts.squares.ravel()[cell]
        return cls(Units(weight, squares, cell // len(counts.labels)), counts, cell)

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Take the metric of a stack of tables."""
        size = len(self.state.labels)
        if len(np.unique(self.cell)) == len(self.cell):
            flat = np.zeros((len(weights), size * size))
            flat[:, self.cell] = weights
        else:
            here, place = np.unique(self.cell, return_inverse=True)
            flat = np.zeros((len(weights), size * size))
            flat[:, here] = weights @ np.eye(len(here))[place]
        stack = Counts(flat.reshape(-1, size, size), self.state.labels, self.state.ordered)
        return np.asarray(metric.formula(stack, **options), dtype=np.float64)

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """Differentiate the formula by the cells; None where it must be one by one, and there are too many."""
        each = self._of_each_class(metric, options)
        if each is not None:
            return each.written()
        here, place = np.unique(self.cell, return_inverse=True)
        try:
            return cell_influence(lambda counts: metric.formula(counts, **options), self.state, here)[place]
        except TooManyCellsError:
            return None

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences | None:
        """Those of a metric of each class are not written down."""
        return self._of_each_class(metric, options) or super().influences(metric, options)

    def _of_each_class(self, metric: Metric, options: Mapping[str, Any]) -> OfEachClass | None:
        apart = options.get("average", "") is None and options.get("prevalence") is None  # which is that of all classes
        if not apart or len(self.state.labels) <= 2:
            return None
        return OfEachClass(lambda counts: metric.formula(counts, **options), self.state, self.cell)

    def per_row(self, quantity: Quantity) -> FloatArray:
        """The slope of a sum over rows is what one row adds to it."""
        here, place = np.unique(self.cell, return_inverse=True)
        return cell_slopes(quantity, self.state, here)[place]

    def totals(self, share: Share) -> Totals:
        """Sums of the cells: a row is in the denominator or is not."""
        size = len(self.state.labels)
        squares = np.bincount(self.cell, self.units.squares, minlength=size * size).reshape(size, size)
        squared = Counts(squares, self.state.labels, self.state.ordered)
        return Totals(share.part(self.state), share.whole(self.state), share.part(squared), share.whole(squared))
