"""From cells to states: what was counted in some windows and groups, as the states that metrics take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.metrics.definition.kinds import DECISIONS, LABELS, LOSSES, SCORES
from concordant.metrics.definition.metric import Metric
from concordant.monitoring.definition import LOSS_CELLS, Definition
from concordant.monitoring.fixed_sums import FixedSums
from concordant.monitoring.long_cells import LongCells
from concordant.states import BucketCurve, Counts, Moments

_KINDS = {LABELS: "labels", SCORES: "scores", LOSSES: "probabilities"}


@dataclass(frozen=True)
class CountedStates:
    """
    What was counted of some rows. `StateTable` makes it.

    Attributes
    ----------
    definition : Definition
    cells : LongCells
        Keys are places of cells alone, as `Definition.starts` lays them out.
    """

    definition: Definition
    cells: LongCells

    def _of(self, kind: str, size: int) -> npt.NDArray[np.int64]:
        """The numbers of a kind of cells, as a table of all of them."""
        found = np.zeros(size, np.int64)
        start = self.definition.starts[kind]
        here = slice(*np.searchsorted(self.cells.key, (start, start + size)))
        found[self.cells.key[here] - start] = self.cells.rows[here]
        return found

    @cached_property
    def missing(self) -> int:
        """How many rows were dropped, as they lack a value."""
        return int(self._of("missing", 1)[0])

    @cached_property
    def n(self) -> int:
        """How many rows were counted."""
        if self.definition.y_pred is not None:
            return int(self._label_table.sum())
        return int(self.buckets.weights.sum())

    @cached_property
    def _label_table(self) -> npt.NDArray[np.int64]:
        size = len(self.definition.labels or ())
        return self._of("labels", self.definition.classes * size).reshape(self.definition.classes, size)

    @property
    def predicted(self) -> npt.NDArray[np.int64] | None:
        """How often each label was predicted; None without a column of predictions."""
        return None if self.definition.y_pred is None else np.asarray(self._label_table.sum(0))

    @property
    def true(self) -> npt.NDArray[np.int64] | None:
        """How often each label was true; None without a truth."""
        if self.definition.y_true is None:
            return None
        found = self.buckets.weights.sum(0) if self.definition.y_pred is None else self._label_table.sum(1)
        return np.asarray(found)

    @cached_property
    def counts(self) -> Counts | None:
        """The table of labels; of scores without predicted labels the one of a cut at 0.5."""
        definition = self.definition
        if definition.y_true is None or definition.labels is None:
            return None
        if definition.y_pred is not None:
            return Counts(self._label_table, definition.labels, missing=self.missing)
        if definition.scale != "probability":
            return None
        buckets = self.buckets
        above = buckets.low >= 0.5  # no bucket lies on both sides
        table = np.stack([buckets.weights[~above].sum(0), buckets.weights[above].sum(0)], axis=1)
        return Counts(table, definition.labels, missing=self.missing)

    @cached_property
    def buckets(self) -> BucketCurve:
        """The scores in buckets; without a truth as if of one class."""
        definition = self.definition
        if definition.y_score is None:
            msg = "no scores were counted: the table has no y_score."
            raise OptionError(msg)
        key, classes, start = definition.score_key, definition.classes, definition.starts["scores"]
        end = start + (key.highest - key.lowest + 1) * classes
        here = slice(*np.searchsorted(self.cells.key, (start, end)))
        cell = self.cells.key[here] - start
        place, code = cell // classes, cell % classes
        first = np.flatnonzero(np.diff(place, prepend=place[:1] - 1))
        weights = np.zeros((len(first), 2), np.int64)
        row = np.repeat(np.arange(len(first)), np.diff(first, append=len(place)))
        weights[row, code] = self.cells.rows[here]
        if len(first):
            low = np.minimum.reduceat(self.cells.low[here], first)
            high = np.maximum.reduceat(self.cells.high[here], first)
        else:
            low = high = np.zeros(0)
        names = (0, 1) if definition.y_true is None else definition.labels or (0, 1)
        parts = (place[first] + key.lowest, weights, low, high)
        places, weights, low, high = (np.ascontiguousarray(part[::-1]) for part in parts)
        return BucketCurve(places, weights, low, high, names, key, missing=self.missing)

    @property
    def curve(self) -> BucketCurve | None:
        """The scores of both classes in buckets; None without a truth or a score."""
        return None if None in (self.definition.y_true, self.definition.y_score) else self.buckets

    @cached_property
    def loss_sums(self) -> FixedSums | None:
        """The sums of losses of probabilities; None where there are none."""
        if "losses" not in self.definition.starts:
            return None
        return FixedSums(self._of("losses", 2 * LOSS_CELLS).reshape(2, LOSS_CELLS), self.buckets.weights.sum(0))

    @cached_property
    def losses(self) -> Mapping[str, Moments]:
        """The moments of the losses of probabilities, by name; empty where there are none."""
        labels = self.definition.labels
        return {} if self.loss_sums is None or labels is None else self.loss_sums.moments(labels, self.missing)

    def state_of(self, metric: Metric) -> Any:
        """
        Return the state that a metric is taken of.

        Raises
        ------
        OptionError
            If the table does not hold it; the message says what it holds.
        """
        found: Any = None
        if metric.kind is LABELS:
            found = self.counts
        elif metric.kind is SCORES:
            found = self.curve
        elif metric.kind is LOSSES:
            found = next((self.losses[name] for name in self.losses if metric.loss.startswith(name)), None)
        if found is None:
            held = [name for name, one in (("labels", self.counts), ("scores", self.curve)) if one is not None]
            held += ["squared loss and log loss of probabilities"] if self.losses else []
            needs = "decision values" if metric.kind is DECISIONS else metric.facts.input
            msg = (
                f"{metric.name} is a metric of {_KINDS.get(metric.kind, needs)}, and this table holds no state for it; "
                f"it holds {', '.join(held) or 'no truth'}."
            )
            raise OptionError(msg)
        return found
