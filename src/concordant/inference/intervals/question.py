"""What is asked: an interval of which metric, of which rows, made how. And what a method answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from concordant.inference.bootstrap.options import Scheme
from concordant.inference.estimate import Estimate
from concordant.inference.influence.influences import Influences
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.units import Units
from concordant.metrics._object.metric import Metric
from concordant.typing import FloatArray

_KNOWN = {"value", "influence", "influences", "se", "degrees", "drawn", "undefined"}  # whatever the level


@dataclass(frozen=True)
class Question(Estimate):
    """
    A metric with its options, a sample, and how the interval is wanted.

    What several methods need (value, influences, standard error, draws) is computed once, when one asks for it.
    """

    metric: Metric
    options: Mapping[str, Any]
    sample: Sample
    level: float = 0.95
    draws: int = 2000
    seed: int = 0
    scheme: Scheme = "rows"

    def at_level(self, level: float) -> Question:
        """The same question with another nominal coverage; what is known already is kept."""
        again, notes = replace(self, level=level), self.notes  # which both share from here on
        again.__dict__.update({name: known for name, known in self.__dict__.items() if name in _KNOWN}, notes=notes)
        return again

    def of_one(self, output: int) -> Question:
        """The same question about one of several values."""
        return replace(self, sample=OneValue(self, output))

    @property
    def units(self) -> Units:
        """The distinct rows."""
        return self.sample.units

    @property
    def n(self) -> float:
        """The number of rows, or the sum of their weights as the caller gave them."""
        return self.sample.n

    @cached_property
    def value(self) -> FloatArray:
        """The metric, shape S."""
        return self.sample.value(self.metric, self.options)

    @cached_property
    def undefined(self) -> str | None:
        """Why the value is undefined, or which classes it leaves out; raises for a state that is not of the metric."""
        state, options = self.sample.state, dict(self.options)
        self.metric.check(state, options)
        return self.metric.explained(self.value[()], state, options).reason

    @cached_property
    def influences(self) -> Influences | None:
        """How much a row of each unit moves the metric; not written down where that would be large."""
        return self.sample.influences(self.metric, self.options)

    @cached_property
    def drawn(self) -> FloatArray:
        """The metric of every draw, shape (draws, *S)."""
        return self.sample.drawn(self.metric, self.options, self.draws, self.seed, self.scheme)

    def under(self, weights: FloatArray) -> FloatArray:
        """The metric under other weights of the units."""
        return self.sample.values(self.metric, self.options, weights)


@dataclass(frozen=True)
class OneValue(Sample):
    """The rows of a question with several values, of which one is meant: what is known of all is computed once."""

    several: Question
    output: int

    @property
    def units(self) -> Units:  # type: ignore[override]
        """The same rows."""
        return self.several.units

    @property
    def state(self) -> Any:
        """The same state."""
        return self.several.sample.state

    @property
    def whole(self) -> Sample:
        """The sample that the rows are in."""
        return self.several.sample

    def value(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """Pick this value."""
        del metric, options
        return np.asarray(self.several.value[self.output])

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Pick this value under other weights."""
        del metric, options
        return self.several.under(weights)[:, self.output]

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """The influences on this value."""
        del metric, options
        return None if self.several.influences is None else self.several.influences.of_value(self.output)

    def drawn(self, metric: Metric, options: Mapping[str, Any], draws: int, seed: int, scheme: Scheme) -> FloatArray:
        """The draws of this value."""
        del metric, options, draws, seed, scheme
        return self.several.drawn[:, self.output]


@dataclass(frozen=True, slots=True)
class Limits:
    """
    What a method answers, arrays of the shape of the value.

    `reasons` are doubts that the method itself has.
    """

    low: FloatArray
    high: FloatArray
    se: FloatArray
    method: str
    reasons: tuple[str, ...] = field(default=())
