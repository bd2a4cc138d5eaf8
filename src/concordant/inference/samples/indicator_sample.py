"""
Rows with several labels at once, counted label by label.

The labels of a row belong together: a row moves an average over labels by the sum of what its labels do, so that their
correlation is in the standard error, and rows are resampled as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.inference.influence.influences import Influences, Written
from concordant.inference.influence.of_cells import cell_slopes, slopes_of_each
from concordant.inference.samples.sample import LabelSample, Quantity, Totals
from concordant.inference.samples.units import Units
from concordant.metrics.definition.facts import Share
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts
from concordant.typing import FloatArray

_BATCH = 1 << 21  # tables in one stack: 64 MiB


@dataclass(frozen=True)
class IndicatorSample(LabelSample):
    """
    Rows of two matrices of indicators.

    Attributes
    ----------
    units : Units
        Rows, or the distinct ones.
    state : Counts
        One table a label, (L, 2, 2).
    both, truth_alone, prediction_alone : arrays of 0 and 1, shape (U, L), or sparse matrices
        Which labels a unit has in both matrices, or in one of them only.
    """

    units: Units
    state: Counts
    both: Any
    truth_alone: Any
    prediction_alone: Any

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Take the metric of stacks of tables."""
        many = max(1, _BATCH // (4 * len(self.state.table)))
        parts = (weights[first : first + many] for first in range(0, len(weights), many))
        return np.concatenate([np.asarray(metric.formula(self._stack(part), **options), float) for part in parts])

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """Add what the labels of a row do."""
        moves = self._moves(lambda counts: metric.formula(counts, **options)) * self.units.total
        return moves - np.tensordot(self.units.weight / self.units.total, moves, axes=1)

    def per_row(self, quantity: Quantity, *, each: bool = False) -> Influences:
        """What the labels of a row add."""
        del each
        return Written(self._moves(quantity))

    def _moves(self, quantity: Quantity) -> FloatArray:
        """Add the slopes of the four cells over the labels of a row."""
        labels = len(self.state.table)
        if np.shape(quantity(self.state)) == (labels,):
            return self._of_each(slopes_of_each(quantity, self.state))
        slopes = cell_slopes(quantity, self.state, np.arange(4 * labels)).reshape(labels, 4)
        neither, prediction, truth, both = slopes.T
        found = self.both @ (both - neither) + self.truth_alone @ (truth - neither)
        moves: FloatArray = neither.sum() + found + self.prediction_alone @ (prediction - neither)
        return moves

    def totals(self, share: Share) -> Totals | None:
        """Sums of each label; a share of the decisions of all labels counts a row several times."""
        part, whole = share.part(self.state), share.whole(self.state)
        if np.shape(whole) != (len(self.state.table),):
            return None
        table = self.state.table if self.state.squares is None else self.state.squares
        squared = Counts(table, self.state.labels, outputs=self.state.outputs)
        return Totals(part, whole, share.part(squared), share.whole(squared))

    def _of_each(self, slopes: FloatArray) -> FloatArray:
        """The slopes of the cell that each label of each row is in, (U, L)."""
        neither, prediction, truth, both = slopes
        moves = np.tile(neither, (len(self.units), 1))
        cells = ((self.both, both), (self.truth_alone, truth), (self.prediction_alone, prediction))
        for here, slope in cells:
            row, column = here.nonzero()
            moves[row, column] = slope[column]
        return moves

    def _stack(self, weights: FloatArray) -> Counts:
        """The tables under weights (B, U) of the units: (B, L, 2, 2)."""
        total = weights.sum(1, keepdims=True)
        tp, fn, fp = (
            np.asarray(weights @ _floats(part)) for part in (self.both, self.truth_alone, self.prediction_alone)
        )
        tn = total - tp - fn - fp
        tn = np.where(np.abs(tn) <= 1e-12 * total, 0.0, tn)  # rounding is no row
        table = np.stack([np.stack([tn, fp], -1), np.stack([fn, tp], -1)], -2)
        return Counts(table, self.state.labels, outputs=self.state.outputs)


def _floats(matrix: Any) -> Any:
    return matrix.astype(np.float64)
