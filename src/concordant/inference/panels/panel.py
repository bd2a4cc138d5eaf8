"""A metric of a panel: its value, how each unit moves it, and what it is without one of its units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.panels.weighted_units import RatedUnits
from concordant.inference.samples.units import Clusters
from concordant.metrics.agreement.sums import SumsOfRatings, SumsOfTallies, without_each
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import refuse_absent, refuse_undefined
from concordant.states import Counts, Ratings, Tallies
from concordant.typing import FloatArray

_NUMBERS = 1 << 21  # in one stack of units by labels
_STEP = 1e-30


@dataclass(frozen=True)
class Panel(RatedUnits):
    """
    A metric of many raters with its options, and the units that it is taken of.

    Units with the same ratings move a metric alike: `units` are the distinct profiles where the metric asks who rated,
    else the distinct compositions.
    """

    metric: Metric
    options: Mapping[str, Any]
    state: Ratings | Tallies
    unit: float = 1.0  # of the weights, as the caller gave them

    @property
    def named(self) -> bool:
        """Whether the metric asks who rated."""
        return self.metric.panel is not None and self.metric.panel.raters

    @cached_property
    def units(self) -> Ratings | Tallies:
        """The state whose rows are the units."""
        return self.state.tallies() if isinstance(self.state, Ratings) and not self.named else self.state

    @cached_property
    def clusters_of_profiles(self) -> Clusters | None:
        """Which profiles belong together."""
        return clusters_of(self.state)

    @cached_property
    def clusters(self) -> Clusters | None:
        """Which units belong together."""
        found = self.clusters_of_profiles
        if found is None or self.named or not isinstance(self.state, Ratings):
            return found
        return replace(found, unit=self.state.compositions()[found.unit])

    @cached_property
    def value(self) -> FloatArray:
        """The metric, shape S."""
        return np.asarray(self._taken(None, slice(None)), np.float64)

    @cached_property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many ratings each unit has."""
        return self.units.profiles.sizes if isinstance(self.units, Ratings) else self.units.ratings

    @cached_property
    def weight(self) -> FloatArray:
        """The weight of the units, 0 of those that do not enter."""
        enters = self.sizes >= (2 if self.metric.panel is not None and self.metric.panel.paired else 1)
        found: FloatArray = self.units.weight * 1.0 * enters
        return found

    @cached_property
    def squares(self) -> FloatArray:
        """The sums of their squared weights."""
        squares = self.units.squares
        return self.weight if squares is None else squares * (self.weight > 0)

    @property
    def counted(self) -> bool:
        """Whether units are counted, so that one of them can be left out."""
        return not self.units.weighted or np.array_equal(self.weight, self.squares)

    def _taken(self, step: complex | None, some: slice) -> Any:
        if isinstance(self.units, Ratings):
            return self.metric.formula(SumsOfRatings(self.units, step), **self.options)
        return self.metric.formula(SumsOfTallies(self.units, step, some), **self.options)

    def _each(self, step: complex) -> npt.NDArray[Any]:
        """The formula with each unit in turn counting `step` more, (U, *S)."""
        if isinstance(self.units, Ratings):
            return np.asarray(self._taken(step, slice(None)))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.concatenate([np.asarray(self._taken(step, some)) for some in self._slices()])

    def _slices(self) -> Iterator[slice]:
        size = max(1, _NUMBERS // max(len(self.state.labels), 1) ** 2)
        for first in range(0, max(len(self.sizes), 1), size):
            yield slice(first, first + size)

    @cached_property
    def left_out(self) -> FloatArray:
        """The metric without one unit of each kind, (U, *S)."""
        return np.asarray(self._each(-1.0), np.float64)

    def without_raters(self, raters: npt.NDArray[np.intp]) -> FloatArray:
        """The metric without each of these raters, (r, *S); of a state that knows them."""
        state: Any = self.state
        with np.errstate(invalid="ignore", divide="ignore"):
            parts = [self.metric.formula(sums, **self.options) for sums in without_each(state, raters)]
        return np.concatenate(parts).astype(np.float64)

    @cached_property
    def slopes(self) -> FloatArray:
        """How the weight of a unit moves the metric, centred, (U, *S)."""
        step = _STEP * (self.n or 1.0)
        slopes = np.asarray(np.imag(self._each(1j * step)) / step, np.float64)
        return self.centred(slopes)


def panel_of(metric: Metric, state: Any, options: Mapping[str, Any]) -> Panel:
    """Return the panel that a state is enough for; raise where it is not."""
    refuse_undefined(options)
    metric.check(state, dict(options))
    refuse_absent(metric.name, options, metric.required_options, ("ratings",))
    if isinstance(state, Counts) and not state.stack:
        state = state.panel()
    if not isinstance(state, (Ratings, Tallies)):
        msg = (
            f"an interval of {metric.name} needs the units, and {type(state).__name__} hold their sums: "
            "keep Ratings or Tallies."
        )
        raise OptionError(msg)
    if state.stack:
        msg = f"an interval of {metric.name} is of one panel: take those of a stack one by one, state[place]."
        raise OptionError(msg)
    read = metric.readable(state)
    unit = 1.0 if read is state or not read.n else float(state.n / read.n)
    return Panel(metric, options, read, unit)


def clusters_of(state: Any) -> Clusters | None:
    """Return the clusters of the profiles of ratings, if they have any."""
    if not isinstance(state, Ratings) or state.cluster is None:
        return None
    code, profile, weight = state.cluster
    return Clusters(code.astype(np.intp), profile.astype(np.intp), weight, int(code.max(initial=-1.0)) + 1)
