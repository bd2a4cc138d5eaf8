"""Rows with several labels that are judged one by one: a metric of them is a mean over rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import WeightError
from concordant.inference.influence.influences import Influences, Written
from concordant.inference.samples.sample import LabelSample, Quantity, Totals
from concordant.inference.samples.units import Units
from concordant.metrics.definition.facts import Share
from concordant.metrics.definition.metric import Metric
from concordant.states import SampleCounts
from concordant.typing import FloatArray, NumberArray


@dataclass(frozen=True)
class RowSample(LabelSample):
    """
    Rows whose labels are counted row by row.

    Attributes
    ----------
    units : Units
        Rows, or the distinct tables of rows.
    state : SampleCounts
        Of all rows.
    place : ndarray of int, shape (U,)
        Which of the distinct tables each unit has.
    """

    units: Units
    state: SampleCounts
    place: npt.NDArray[np.intp]

    @classmethod
    def of_state(cls, state: SampleCounts) -> RowSample:
        """The distinct tables as units."""
        if state.weights.dtype.kind == "f":
            msg = "the weights of single rows are not known any more; give the rows themselves."
            raise WeightError(msg)
        weight = state.weights.astype(np.float64)
        return cls(Units(weight, weight), state, np.arange(len(weight)))

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Take the metric of the same tables under other weights."""
        return np.array([metric.formula(self._weighted(each), **options) for each in self._of_tables(weights)])

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """The value of a row less the mean of all rows that have one."""
        value = float(metric.formula(self.state, **options))
        each = np.array([metric.formula(self._alone(place), **options) for place in range(len(self.state.tables))])
        defined = ~np.isnan(each)
        weight = self.state.weights * defined
        with np.errstate(invalid="ignore"):
            psi = np.where(defined, each - value, 0.0) * (self.units.total / max(float(weight.sum()), 1e-300))
        return np.asarray(psi)[self.place]

    def per_row(self, quantity: Quantity, *, each: bool = False) -> Influences:
        """Take it of each distinct table alone."""
        del each
        found = [quantity(self._alone(place)) for place in range(len(self.state.tables))]
        return Written(np.asarray(found, np.float64)[self.place])

    def totals(self, share: Share) -> Totals:
        """Sums of rows and of their squared weights."""
        squares = self._weighted(self._of_tables(self.units.squares[None])[0])
        return Totals(share.part(self.state), share.whole(self.state), share.part(squares), share.whole(squares))

    def _of_tables(self, weights: FloatArray) -> FloatArray:
        """Weights of the units, added by their tables."""
        size = len(self.state.tables)
        return np.array([np.bincount(self.place, each, minlength=size) for each in weights]).reshape(len(weights), size)

    def _weighted(self, weights: NumberArray) -> SampleCounts:
        here = weights != 0  # a table that no row has does not occur
        return SampleCounts(self.state.tables[here], weights[here], self.state.outputs)

    def _alone(self, place: int) -> SampleCounts:
        return SampleCounts(self.state.tables[place : place + 1], np.ones(1), self.state.outputs)
