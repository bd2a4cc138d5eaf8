"""What is asked: an interval of which metric, of which rows, made how. And what a method answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from concordant.inference.bootstrap.options import Scheme
from concordant.inference.influence.influences import Influences
from concordant.inference.samples.sample import Sample
from concordant.inference.spread import degrees_of_freedom, standard_error
from concordant.metrics._object.metric import Metric
from concordant.typing import FloatArray

_KNOWN = {"value", "influence", "influences", "se", "degrees", "drawn"}  # whatever the level


@dataclass(frozen=True)
class Question:
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

    @cached_property
    def value(self) -> FloatArray:
        """The metric, shape S."""
        return self.sample.value(self.metric, self.options)

    @cached_property
    def influence(self) -> FloatArray | None:
        """Psi of each unit, shape (U, *S), or None."""
        if self.influences is None:
            return None
        return self.influences.written().reshape(len(self.sample.units), *self.influences.shape)

    @cached_property
    def influences(self) -> Influences | None:
        """The same, not written down where that would be large; None where no influence is known."""
        return self.sample.influences(self.metric, self.options)

    @cached_property
    def se(self) -> FloatArray:
        """The standard error of the delta method; NaN where no influence is known."""
        if self.influences is None:
            return np.full(self.value.shape, np.nan)
        return standard_error(self.sample.units, self.influences)

    @cached_property
    def degrees(self) -> FloatArray | None:
        """Degrees of freedom of Student's t, shape S, or None for the normal."""
        return degrees_of_freedom(self.sample.units, self.influences)

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What a method found that it needs again at another level."""
        return {}

    @cached_property
    def drawn(self) -> FloatArray:
        """The metric of every draw, shape (draws, *S)."""
        return self.sample.drawn(self.metric, self.options, self.draws, self.seed, self.scheme)


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
