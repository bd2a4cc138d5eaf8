"""A sample: units, the state of their rows, and the states of the same units under other weights."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from concordant.inference.bootstrap.draws import drawn_weights
from concordant.inference.influence.influences import Influences, Written
from concordant.inference.samples.units import Units
from concordant.metrics.definition.facts import Share
from concordant.metrics.definition.metric import Metric
from concordant.states.scaling import in_unit
from concordant.typing import FloatArray, Scheme

Quantity = Callable[[Any], Any]  # takes a state, gives a sum over its rows


class Sample(ABC):
    """
    Rows of one model or pair of raters. Two samples of the same rows share their `units`.

    Attributes
    ----------
    units : Units
        The distinct rows.
    state : Counts, SampleCounts, Curve, CurveStack or Moments
        What the metric is taken of.
    output : int or None
        Which of several values of `whole` is meant; None for all.
    """

    units: Units
    state: Any
    output: int | None = None

    @property
    def whole(self) -> Sample:
        """The sample that the rows are in: this one, unless it is one of several values of another."""
        return self

    @property
    def n(self) -> float:
        """The number of rows, or the sum of their weights as the caller gave them."""
        return math.ldexp(self.units.total, self.units.unit) if self.units.unit else self.units.total

    def as_given(self, state: Any) -> Any:
        """Return a state of these rows with the weights that the caller gave."""
        return in_unit(state, -self.units.unit) if self.units.unit else state

    def value(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """The metric of the rows as they are, shape S."""
        return np.asarray(metric.formula(self.state, **options), dtype=np.float64)

    def drawn(self, metric: Metric, options: Mapping[str, Any], draws: int, seed: int, scheme: Scheme) -> FloatArray:
        """The metric of each resampled sample, (draws, *S)."""
        batches = drawn_weights(self.units, draws, seed=seed, scheme=scheme)
        return np.concatenate([self.values(metric, options, weights) for weights in batches])

    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences | None:
        """The same as `influence`, which need not be written down."""
        psi = self.influence(metric, options)
        return None if psi is None else Written(psi)

    @abstractmethod
    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """The metric under other weights of the units: (B, U) gives (B, *S)."""

    @abstractmethod
    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """
        How much a row of each unit moves the metric: psi of shape (U, *S), of weighted mean zero.

        ``Var(metric) = sum over rows of (w psi)^2 / (sum of w)^2``. None where no derivative is known.
        """


class Totals(NamedTuple):
    """The weight of what is counted and of all that it is counted among, and the sums of their squared weights."""

    part: Any
    whole: Any
    part_squares: Any
    whole_squares: Any


class LabelSample(Sample):
    """Rows of labels: also sums over the rows are known, which shares of rows are made of."""

    @abstractmethod
    def per_row(self, quantity: Quantity, *, each: bool = False) -> Influences:
        """What one row of each unit adds to a sum of shape S; `each` as of a `Share`."""

    @abstractmethod
    def totals(self, share: Share) -> Totals | None:
        """The sums of a share in which a row counts once or not at all; None where rows count several times."""
