"""
The difference of two models as a sample: all that is known of intervals holds for it.

On the same rows, a row moves the difference by ``psi_a - psi_b``, and resampled rows are the same rows for both. On
different rows, variances add.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from concordant.inference.bootstrap.options import Scheme
from concordant.inference.intervals.question import Question
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.units import Clusters, Units
from concordant.metrics._object.metric import Metric
from concordant.typing import FloatArray


@dataclass(frozen=True)
class Difference(Sample):
    """
    The metric of A less that of B, on the same rows.

    What is known of each model is kept in its question, so that several pairs compute it once.
    """

    a: Question
    b: Question

    @cached_property
    def units(self) -> Units:  # type: ignore[override]
        """The rows that both share."""
        return self.a.sample.units

    @property
    def state(self) -> tuple[Any, Any]:
        """The states of both."""
        return self.a.sample.state, self.b.sample.state

    def value(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """The difference of the values."""
        del metric, options
        return np.asarray(self.a.value - self.b.value)

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """The difference under other weights of the rows."""
        first, second = (one.sample.values(metric, options, weights) for one in (self.a, self.b))
        return first - second

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """The difference of the influences."""
        del metric, options
        first, second = self.a.influence, self.b.influence
        return None if first is None or second is None else first - second

    def drawn(self, metric: Metric, options: Mapping[str, Any], draws: int, seed: int, scheme: Scheme) -> FloatArray:
        """The difference of each draw: the questions have the same seed, so the rows are the same."""
        del metric, options, draws, seed, scheme
        return self.a.drawn - self.b.drawn


@dataclass(frozen=True)
class Independent(Difference):
    """The metric of A less that of B, on different rows. The seeds of both questions differ."""

    @cached_property
    def units(self) -> Units:  # type: ignore[override]
        """The rows of A, then those of B."""
        sides = (self.a.sample.units, self.b.sample.units)
        weight, squares = (np.concatenate([getattr(side, what) for side in sides]) for what in ("weight", "squares"))
        return Units(weight, squares, clusters=_of_both(*sides))

    @property
    def n(self) -> float:
        """The rows of both, or the sum of their weights, each as the caller gave them."""
        return self.a.sample.n + self.b.sample.n

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """The difference under other weights of the rows."""
        size = len(self.a.sample.units)
        first = self.a.sample.values(metric, options, weights[:, :size])
        return first - self.b.sample.values(metric, options, weights[:, size:])

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """Each row moves its own model, by so much more as it is one of fewer."""
        del metric, options
        first, second = self.a.influence, self.b.influence
        if first is None or second is None:
            return None
        total = self.units.total
        first, second = (
            psi * (total / (one.sample.units.total or 1.0)) for psi, one in ((first, self.a), (second, self.b))
        )
        return np.concatenate([first, -second])


@dataclass(frozen=True)
class Output(Sample):
    """One value of a question that has several."""

    whole: Question
    place: int

    @property
    def units(self) -> Units:  # type: ignore[override]
        """The same rows."""
        return self.whole.sample.units

    @property
    def state(self) -> Any:
        """The same state."""
        return self.whole.sample.state

    def value(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """Pick this value."""
        del metric, options
        return np.asarray(self.whole.value[self.place])

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Pick this value under other weights."""
        return self.whole.sample.values(metric, options, weights)[:, self.place]

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """The influences on this value."""
        del metric, options
        return None if self.whole.influences is None else self.whole.influences.of_value(self.place)

    def drawn(self, metric: Metric, options: Mapping[str, Any], draws: int, seed: int, scheme: Scheme) -> FloatArray:
        """The draws of this value."""
        del metric, options, draws, seed, scheme
        return self.whole.drawn[:, self.place]


def _of_both(first: Units, second: Units) -> Clusters | None:
    """The clusters of A, then those of B; a row without one is a cluster of its own."""
    if first.clusters is None and second.clusters is None:
        return None
    a, b = (side.clusters or _rows(side) for side in (first, second))
    return Clusters(
        np.concatenate([a.code, a.size + b.code]),
        np.concatenate([a.unit, len(first) + b.unit]),
        np.concatenate([a.weight, b.weight]),
        a.size + b.size,
    )


def _rows(units: Units) -> Clusters:
    if not units.counted:
        every = np.arange(len(units))
        return Clusters(every, every, units.weight, len(units))
    unit = np.repeat(np.arange(len(units)), units.weight.astype(np.int64))
    return Clusters(np.arange(len(unit)), unit, np.ones(len(unit)), len(unit))
