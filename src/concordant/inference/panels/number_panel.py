"""A metric of numeric ratings: its value, how each unit moves it, and what it is without one of its units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays.quantities import moved_by_each, without_groups
from concordant.errors import OptionError
from concordant.inference.panels.weighted_units import RatedUnits
from concordant.inference.samples.units import Clusters
from concordant.inputs.label_values import numbered
from concordant.metrics.definition.kinds import NUMBERS
from concordant.metrics.definition.metric import Metric
from concordant.states import NumericRatings, RatingMoments, Ratings
from concordant.typing import FloatArray

_NUMBERS = 1 << 20  # in one stack of sums
_STEP = 1e-4  # of the weight of all units, by which one is moved to see its influence
_EACH_BY_SUMS = 5000  # units that are left out one by one of sums with missing ratings, which can take REML
_EACH = 1000  # units that are left out one by one where every one takes a new ranking
_GROUPS = 200  # that are left out in their place
_SEED = 0


@dataclass(frozen=True)
class NumberPanel(RatedUnits):
    """A metric of numbers of many raters with its options, and the units that it is taken of."""

    metric: Metric
    options: Mapping[str, Any]
    state: NumericRatings
    clusters: Clusters | None = None

    @property
    def units(self) -> NumericRatings:
        """The state whose rows are the units."""
        return self.state

    @cached_property
    def value(self) -> FloatArray:
        """The metric, shape ()."""
        return np.asarray(self.metric.formula(self.state, **self.options), np.float64)

    @cached_property
    def weight(self) -> FloatArray:
        """The weight of the units."""
        found: FloatArray = self.state.weight * 1.0
        return found

    @cached_property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many ratings each unit has."""
        found: npt.NDArray[np.int64] = (~np.isnan(self.state.matrix)).sum(1)
        return found

    @cached_property
    def squares(self) -> FloatArray:
        """The sums of their squared weights."""
        return self.weight if self.state.squares is None else self.state.squares

    @property
    def counted(self) -> bool:
        """Whether units are counted, so that one of them can be left out."""
        return not self.state.weighted or np.array_equal(self.weight, self.squares)

    @property
    def by_sums(self) -> bool:
        """Whether sums are enough for the formula, so that a unit is taken off them."""
        return self.metric.numbers is not None and self.metric.numbers.by_sums(self.options)

    def _each(self, step: float) -> FloatArray:
        """The formula with each unit in turn counting `step` more, (U,)."""
        moments = self.state.moments()
        with np.errstate(invalid="ignore", divide="ignore"):
            parts = [
                np.atleast_1d(self.metric.formula(moved_by_each(moments, self.state, some, step), **self.options))
                for some in self.slices(len(moments.sizes))
            ]
        return np.concatenate(parts) if parts else np.zeros(0)

    def slices(self, sizes: int) -> Iterator[slice]:
        """Parts of the units whose sums fit one stack."""
        size = max(1, _NUMBERS // ((sizes + 3) * max(len(self.state.raters), 1) ** 2))
        for first in range(0, len(self.weight), size):
            yield slice(first, first + size)

    @cached_property
    def left_out(self) -> FloatArray:
        """The metric without one unit of each row, (U,)."""
        found = self._short_way
        if found is not None:
            return found
        return self._each(-1.0) if self.by_sums else self._one_by_one(-1.0)

    @cached_property
    def _short_way(self) -> FloatArray | None:
        """The same by what the metric knows of itself."""
        facts = self.metric.numbers
        return None if facts is None or facts.left_out is None else facts.left_out(self.state, **self.options)

    def _one_by_one(self, step: float) -> FloatArray:
        """The same by taking the formula anew."""
        found = np.empty(len(self.weight))
        for place in range(len(found)):
            weight = self.weight.copy()
            weight[place] += step
            kept = weight > 0
            state = NumericRatings(self.state.matrix[kept], weight[kept], self.state.raters, weight[kept])
            found[place] = self.metric.formula(state, **self.options)
        return found

    @cached_property
    def slopes(self) -> FloatArray:
        """How the weight of a unit moves the metric, centred, (U,)."""
        each = self._each if self.by_sums else self._one_by_one
        step = min(_STEP * (self.n or 1.0), 0.5 * float(self.weight.min(initial=1.0)))
        return self.centred((each(step) - each(-step)) / (2.0 * step))

    @property
    def too_many(self) -> bool:
        """Whether there are so many units, of ranks or with missing ratings, that groups of them are left out."""
        if self.by_sums:
            return not self.state.complete and len(self.weight) > _EACH_BY_SUMS
        return len(self.weight) > _EACH and self._short_way is None

    def without_groups(self) -> FloatArray:
        """The metric without each of some groups of units, which are drawn by chance, (G,)."""
        group = np.random.default_rng(_SEED).permutation(len(self.weight)) % _GROUPS
        if self.by_sums:
            stack = without_groups(self.state.moments(), self.state, group)
            return np.asarray(self.metric.formula(stack, **self.options), np.float64)
        found = np.empty(_GROUPS)
        for place in range(_GROUPS):
            kept = group != place
            squares = None if self.state.squares is None else self.state.squares[kept]
            state = NumericRatings(self.state.matrix[kept], self.state.weight[kept], self.state.raters, squares)
            found[place] = self.metric.formula(state, **self.options)
        return found


def read_numbers(metric: Metric, data: tuple[Any, ...], options: dict[str, Any], cluster: Any = None) -> Any:
    """Return the state of a call, which knows its clusters; `options` lose those that say how ratings are read."""
    reading: Any = metric.reading_taken(options)
    if cluster is None:
        if len(data) == 2 and metric.kind is NUMBERS:
            return NumericRatings.from_two(*data, **reading)
        return metric.kind.read(*data, **reading)
    if isinstance(data[0], (NumericRatings, RatingMoments, Ratings)):
        msg = (
            f"a {type(data[0]).__name__} has no rows to be in clusters: give the matrix of ratings with cluster=, or "
            "make the state with it, NumericRatings.from_wide(..., cluster=...)."
        )
        raise OptionError(msg)
    if metric.kind is not NUMBERS:
        return NumericRatings.beside_system(data[0], data[1], cluster=cluster, **reading)
    if len(data) == 2:
        return NumericRatings.from_two(data[0], data[1], cluster=cluster, **reading)
    return NumericRatings.from_wide(data[0], cluster=cluster, **reading)


def number_panel(metric: Metric, state: Any, options: Mapping[str, Any]) -> NumberPanel:
    """Return the panel that a state is enough for; raise where it is not."""
    metric.check(state, dict(options))
    if isinstance(state, RatingMoments):
        msg = f"this interval of {metric.name} needs the units, and RatingMoments hold their sums: keep NumericRatings."
        raise OptionError(msg)
    units = NumericRatings.from_ratings(state) if isinstance(state, Ratings) else state
    return NumberPanel(metric, options, units, _clusters(units))


def _clusters(state: NumericRatings) -> Clusters | None:
    if state.cluster is None:
        return None
    code, size = numbered(state.cluster)
    return Clusters(code, np.arange(len(code)), state.weight * 1.0, size)
