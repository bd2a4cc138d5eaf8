"""What can be asked of any estimated value: its influences, its draws, its standard error, each computed once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.inference.influence.influences import Influences
from concordant.inference.samples.units import Units
from concordant.inference.spread import degrees_of_freedom, standard_error
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


class Estimate(ABC):
    """
    A value that was estimated from units: a metric of one sample, or the difference of two.

    Attributes
    ----------
    metric, options
        The metric, and the options of its formula.
    units : Units
        The distinct rows.
    level : float
        Nominal coverage of its limits.
    draws, seed
        How it is resampled.
    """

    if TYPE_CHECKING:  # fields of a question, properties of a difference

        @property
        def metric(self) -> Metric:
            """The metric."""

        @property
        def options(self) -> Mapping[str, Any]:
            """The options of its formula."""

        @property
        def units(self) -> Units:
            """The distinct rows."""

        @property
        def level(self) -> float:
            """Nominal coverage."""

        @property
        def draws(self) -> int:
            """How many samples are drawn."""

        @property
        def seed(self) -> int:
            """Of the random numbers."""

    @property
    @abstractmethod
    def n(self) -> float:
        """The number of rows, or the sum of their weights as the caller gave them."""

    @cached_property
    @abstractmethod
    def value(self) -> FloatArray:
        """The estimate, shape S."""

    @cached_property
    @abstractmethod
    def influences(self) -> Influences | None:
        """How much a row of each unit moves the value; None where that is not known."""

    @cached_property
    @abstractmethod
    def drawn(self) -> FloatArray:
        """The value of every resampled sample, shape (draws, *S)."""

    @abstractmethod
    def under(self, weights: FloatArray) -> FloatArray:
        """The value under other weights of the units: (B, U) gives (B, *S)."""

    def without_one_row(self) -> FloatArray:
        """Return the values without a row of each unit in turn, (U, *S): the rows of a unit are alike."""
        units = self.units
        weights = np.tile(units.weight, (len(units), 1))
        weights[np.arange(len(units)), np.arange(len(units))] -= 1
        return self.under(weights)

    @cached_property
    def influence(self) -> FloatArray | None:
        """The influences written down, shape (U, *S), or None."""
        if self.influences is None:
            return None
        return self.influences.written().reshape(len(self.units), *self.influences.shape)

    @cached_property
    def se(self) -> FloatArray:
        """The standard error of the delta method; NaN where no influence is known."""
        if self.influences is None:
            return np.full(self.value.shape, np.nan)
        return standard_error(self.units, self.influences)

    @cached_property
    def degrees(self) -> FloatArray | None:
        """Degrees of freedom of Student's t, shape S, or None for the normal."""
        return degrees_of_freedom(self.units, self.influences)

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What a method found that it, or another, needs again."""
        return {}
