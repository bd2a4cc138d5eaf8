"""Rows of labels: a unit is a cell of the table, or of the table of truth and several predictions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.influence.by_label import InfluenceByLabel, influence_by_label
from concordant.inference.influence.influences import Influences
from concordant.inference.influence.of_cells import (
    TooManyCellsError,
    at_cells,
    cell_influence,
    cell_slopes,
    cells_of_units,
    influence_by_tape,
    influence_of_every_cell,
    influence_of_units,
    slopes_of_each,
)
from concordant.inference.influence.of_each_class import OfEachClass, slopes_of_units
from concordant.inference.samples.sample import LabelSample, Quantity, Totals
from concordant.inference.samples.units import Units
from concordant.metrics._arithmetic.grouped import sums_of_groups
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._object.metric import Metric
from concordant.states import Counts
from concordant.states.cells import Cells
from concordant.typing import FloatArray

_EVERY = 1024  # labels; of more, derivatives by empty cells are not taken
_MANY = 8  # labels; of fewer, a table is as quick as the cells that hold rows
_FEW = 64  # labels; of more, influences are terms of labels
_STACK = 1 << 22  # cells of the tables that are taken at once: 32 MiB


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
        cells = counts.occupied
        weight = cells.counts.astype(np.float64)
        return cls(Units(weight, weight if cells.squares is None else cells.squares, cells.truth), counts, cells.flat)

    @cached_property
    def _held(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """The cells that hold units, in order, and the place of the cell of each unit among them."""
        return cells_of_units(self.cell, len(self.state.labels) ** 2)

    @cached_property
    def codes(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """The true and the predicted label of each unit."""
        size, truth = len(self.state.labels), self.units.stratum
        truth = self.cell // size if truth is None else truth
        return truth, self.cell - truth * size

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Take the metric of a stack of tables, a part of it at once."""
        size = len(self.state.labels)
        here, place = self._held
        weights = weights if (np.diff(place) > 0).all() else sums_of_groups(weights, place)
        if metric.facts.of_cells and size > _MANY:
            # Which labels they are does not matter here: those that do not occur are left out.
            truth, prediction = (np.unique(one, return_inverse=True)[1] for one in np.divmod(here, size))
            most = max(truth.max(initial=0), prediction.max(initial=0)) + 1
            return np.asarray(metric.formula(Cells(truth, prediction, weights, int(most)), **options), np.float64)
        many = max(1, _STACK // max(size * size if self.state.cells is None else len(here), 1))
        parts = (self._stack(weights[first : first + many], here) for first in range(0, max(len(weights), 1), many))
        return np.concatenate([np.asarray(metric.formula(one, **options), np.float64) for one in parts])

    def _stack(self, weights: FloatArray, cells: npt.NDArray[np.intp]) -> Counts:
        size = len(self.state.labels)
        if self.state.cells is not None:
            held = Cells(*np.divmod(cells, size), weights, size)
            return Counts.from_cells(held, self.state.labels, ordered=self.state.ordered)
        flat = np.zeros((len(weights), size * size))
        flat[:, cells] = weights
        return Counts(flat.reshape(-1, size, size), self.state.labels, self.state.ordered)

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """Differentiate the formula by the cells; None where it must be one by one, and there are too many."""
        if self._is_of_each_class(options):
            return self._of_each_class(metric, options).written()
        terms = self.by_label(metric, options)
        if terms is not None:
            return terms.at(*self.codes)
        try:
            everywhere = self._everywhere(metric, options)
            if everywhere is not None:
                return everywhere[self.cell]
            return influence_of_units(lambda counts: metric.formula(counts, **options), self.state, self.cell)
        except TooManyCellsError:
            return None

    def influence_of_every_cell(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """Differentiate by all cells, also those that hold no rows: (K, K, *S)."""
        known = self._everywhere(metric, options)
        if known is None:
            return influence_of_every_cell(metric, options, self.state)
        return known.reshape(*(len(self.state.labels),) * 2, *known.shape[1:])

    def by_label(self, metric: Metric, options: Mapping[str, Any]) -> InfluenceByLabel | None:
        """The influences on one value as terms of labels: of many labels, where they are known so."""
        if len(self.state.labels) <= _FEW or metric.facts.of_cells or self.state.stack:
            return None
        for known, asked, found in self._terms:
            if known is metric and asked is options:
                return found
        terms = influence_by_label(lambda counts: metric.formula(counts, **options), self.state)
        self._terms[:] = [(metric, options, terms)]
        return terms

    @cached_property
    def _terms(self) -> list[tuple[Metric, Mapping[str, Any], InfluenceByLabel | None]]:
        return []

    def _everywhere(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """
        The same, (K^2, *S), where the tape gives it, or the labels are few; else None.

        The last answer is kept: comparisons ask twice.
        """
        size = len(self.state.labels)
        if metric.facts.of_cells or size > _EVERY:
            return None
        for known, asked, found in self._answers:
            if known is metric and asked is options:
                return found
        found = influence_by_tape(lambda counts: metric.formula(counts, **options), self.state)
        if found is None and 0 < size <= _MANY and self.state.cells is None:
            found = cell_influence(lambda counts: metric.formula(counts, **options), self.state, np.arange(size * size))
        self._answers[:] = [(metric, options, found)]
        return found

    @cached_property
    def _answers(self) -> list[tuple[Metric, Mapping[str, Any], FloatArray | None]]:
        return []

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences | None:
        """Those of a metric of each class are not written down."""
        if self._is_of_each_class(options):
            return self._of_each_class(metric, options)
        return super().influences(metric, options)

    def _is_of_each_class(self, options: Mapping[str, Any]) -> bool:
        apart = options.get("average", "") is None and options.get("prevalence") is None  # which is that of all classes
        return apart and len(self.state.labels) > 2

    def _of_each_class(self, metric: Metric, options: Mapping[str, Any]) -> OfEachClass:
        return OfEachClass(lambda counts: metric.formula(counts, **options), self.state, self.cell)

    def per_row(self, quantity: Quantity, *, each: bool = False) -> FloatArray:
        """The slope of a sum over rows is what one row adds to it."""
        if each:
            return slopes_of_units(slopes_of_each(quantity, self.state.one_vs_rest()), self.cell)
        here, place = self._held
        return cell_slopes(quantity, self.state, here)[place]

    def totals(self, share: Share) -> Totals:
        """Sums of the cells: a row is in the denominator or is not."""
        squared = at_cells(self.state, self.cell, self.units.squares)
        return Totals(share.part(self.state), share.whole(self.state), share.part(squared), share.whole(squared))
