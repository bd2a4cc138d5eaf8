"""
The states of a page, and the rows behind them.

States are enough for most numbers. Clusters, groups, weighted scores and scores of several classes need the rows once
more: as codes of the classes of the page, so that every part of them has the same classes in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import counts_of_groups, curves_to_keep
from concordant.inputs.labels import LabelRows
from concordant.inputs.scores import MeasurementRows, ScoreRows
from concordant.report.records import PageStates
from concordant.report.scoring import LOSSES
from concordant.states import Counts, Moments
from concordant.typing import Label

Codes = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class PageRows:
    """
    Rows of one page, or of one group of them.

    Attributes
    ----------
    labels : tuple
        The classes in the order of the page; of two the second is the positive one.
    ordered : bool
        Whether their order means something.
    true, pred : ndarray of int, shape (n,)
        Places among the labels; None where there are no predicted labels.
    weights : ndarray or None
    scores : ScoreRows or None
        What curves and losses are made of.
    losses : tuple of str
        The losses that these scores have, by their names on the page.
    measurements : MeasurementRows or None
        Truth and score on a scale.
    cluster : ndarray of int, shape (n,), or None
        Which rows belong together.
    times, squares : ndarray or None
        How often each row occurs, and the sum of its squared weights, where rows that are alike stand together.
    """

    labels: tuple[Label, ...]
    ordered: bool
    true: Codes
    pred: Codes | None
    weights: Codes | None
    scores: ScoreRows | None = None
    losses: tuple[str, ...] = ()
    measurements: MeasurementRows | None = None
    cluster: Codes | None = None
    times: npt.NDArray[np.int64] | None = None
    squares: Codes | None = None

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.true) if self.times is None else int(self.times.sum())

    def counts(self) -> Counts | None:
        """Truth against prediction."""
        if self.pred is None:
            return None
        return self._counted(self.pred)

    def _counted(self, other: Codes) -> Counts:
        both = (self.true, other, self.labels, self.labels, self.ordered, False, self.weights, 0)
        return counts_of_groups(LabelRows(*both, times=self.times), self.squares)

    def truth(self) -> Counts:
        """Truth against itself: how often each class occurs."""
        return self._counted(self.true)

    def taken(self) -> PageStates:
        """The states of these rows."""
        rows, measurements = self.scores, self.measurements
        return PageStates(
            self.counts(),
            None if rows is None else curves_to_keep(rows),
            {} if rows is None else {name: Moments.from_losses(rows, LOSSES[name]) for name in self.losses},
            None if measurements is None else Moments.from_measurement_rows(measurements),
        )

    def part(self, here: npt.NDArray[np.intp]) -> PageRows:
        """Some of the rows, by their numbers."""
        scores, measurements = self.scores, self.measurements

        def of(column: Codes | None) -> Codes | None:
            return None if column is None else column[here]

        if scores is not None:
            true, weights = scores.y_true[here], of(scores.weights)
            scores = replace(scores, y_true=true, scores=scores.scores[here], weights=weights, missing=0)
        if measurements is not None:
            measurements = MeasurementRows(
                measurements.y_true[here], measurements.y_pred[here], of(measurements.weights), 0
            )
        return replace(
            self,
            true=self.true[here],
            pred=of(self.pred),
            weights=of(self.weights),
            scores=scores,
            measurements=measurements,
            cluster=of(self.cluster),
            times=of(self.times),
            squares=of(self.squares),
        )
