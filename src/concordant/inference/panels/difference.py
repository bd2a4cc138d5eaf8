"""The difference of two panels: over the units that both share, or of other units, where variances add."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.comparisons.contrast import Claim, student_test, without_limits
from concordant.inference.comparisons.terms import Terms
from concordant.inference.panels.errors_of_units import (
    UNDEFINED_WITHOUT,
    Spread,
    by_clusters,
    by_influence,
    by_jackknife,
    spread_over_units,
)
from concordant.inference.panels.weighted_units import RatedUnits, WeightedUnits
from concordant.inference.samples.units import Clusters
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import Comparison, Comparisons
from concordant.states import NumericRatings, Ratings
from concordant.typing import FloatArray


class SharedUnits(WeightedUnits):
    """The units of a state that two sides have rated; `moved` says how each moves the difference, (U, P)."""

    def __init__(self, state: Ratings | NumericRatings, moved: Callable[[], FloatArray]) -> None:
        self._state, self._moved = state, moved

    @cached_property
    def weight(self) -> FloatArray:
        """Of all of them."""
        found: FloatArray = self._state.weight * 1.0
        return found

    @cached_property
    def squares(self) -> FloatArray:
        """Their own; of units that are counted the weights."""
        return self.weight if self._state.squares is None else self._state.squares

    @property
    def value(self) -> FloatArray:
        """Defined: a side without a value has its own reason."""
        return np.zeros(())

    @cached_property
    def slopes(self) -> FloatArray:
        """How a unit moves the difference."""
        return self.centred(self._moved())

    def spread(self, clusters: Clusters | None, left_out: FloatArray | None) -> Spread:
        """
        Return the variance of the difference, (P,).

        `left_out` is the difference without each unit in turn, (U, P), or None where units cannot be left out.
        """
        if clusters is not None:
            return by_clusters(clusters, self._moved() * (self.weight > 0)[:, None])
        return by_influence(self, self.slopes) if left_out is None else by_jackknife(self, left_out)


def spread_of_both(panels: Sequence[RatedUnits]) -> Spread:
    """Return the variance of the difference of two panels of other units, (P,), with Welch's degrees of freedom."""
    spreads = [spread_over_units(panel, None) for panel in panels]
    parts = [np.atleast_1d(one.variance) for one in spreads]
    total: FloatArray = parts[0] + parts[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        below = sum(np.square(part) / one.degrees for part, one in zip(parts, spreads, strict=True))
        degrees: Any = np.square(total) / below  # one for each value
    refused = [np.atleast_1d(one.refused) for one in spreads if one.refused is not None]
    unusable = np.any(refused, axis=0) if refused else None
    return Spread(total, degrees, spreads[0].kind, UNDEFINED_WITHOUT if refused else None, unusable)


def apart(
    metric: Metric, terms: Mapping[str, Any], read: Callable[[Any], RatedUnits], data: tuple[Any, Any]
) -> Comparison | Comparisons:
    """Compare two panels of different units: variances add, t by Welch; `terms` as `Terms` has them."""
    asked = Terms(**terms)
    claim = asked.claim(metric)
    sides = [(name, read(one)) for name, one in zip(two_names(asked.names), data, strict=True)]
    spread = spread_of_both([panel for _, panel in sides])
    compared = ComparedPanels(metric.name, sides, sum(panel.n for _, panel in sides))
    found = compared.comparisons(spread, f"{spread.kind}, Welch's t", claim)
    return asked.settled(metric.name, found, single=len(found) == 1)


@dataclass(frozen=True)
class ComparedPanels:
    """What is compared, the two panels with their names, and how many units there are."""

    what: str
    sides: Sequence[tuple[str, RatedUnits]]
    n: float

    def comparisons(self, spread: Spread, method: str, claim: Claim) -> list[Comparison]:
        """Return one comparison for each value, by Student's t."""
        panel = self.sides[0][1]
        first, second = (np.atleast_1d(one.value).tolist() for _, one in self.sides)
        labels = panel.state.labels if panel.value.ndim else None
        found = []
        for place, values in enumerate(zip(first, second, strict=True)):
            what = self.what if labels is None else f"{self.what} of {labels[place]!r}"
            found.append(self._comparison(what, values, spread, place, method, claim))
        return found

    def _comparison(
        self, what: str, values: tuple[float, float], spread: Spread, place: int, method: str, claim: Claim
    ) -> Comparison:
        """The difference of two values, whose variance stands at a place of `spread`."""
        names = self.sides[0][0], self.sides[1][0]
        difference = values[0] - values[1]
        error = float(np.sqrt(np.atleast_1d(spread.variance)[place]))
        degrees = np.ravel(spread.degrees)
        freedom = float(degrees[place if degrees.size > 1 else 0])
        refused = spread.refused is not None and bool(np.atleast_1d(spread.refused)[place])
        one = student_test(difference, error, freedom, claim.coverage, method)
        one = without_limits(one) if refused else one
        if not one.se > 0 and difference == 0:
            one = replace(one, p_value=1.0)
        reasons = self._reasons(values) or ([str(spread.reason)] if refused else [])
        if np.isnan(one.low) and not reasons:
            reasons = ["the values do not vary"]
        p_value = claim.p_value(one)
        return Comparison(
            difference,
            one.low,
            one.high,
            one.se,
            p_value,
            claim.level,
            method,
            self.n,
            values,
            names,
            what,
            self.sides[0][1].signature,
            "; ".join(reasons) or None,
            claim.margin,
            claim.alternative,
            claim.conclusion(p_value, names),
        )

    def _reasons(self, values: tuple[float, float]) -> list[str]:
        """Why the value of a side is undefined."""
        gone = [side for side, value in zip(self.sides, values, strict=True) if np.isnan(value)]
        return [f"{name}: {panel.undefined}" for name, panel in gone]


def two_names(names: Sequence[str] | None) -> tuple[str, str]:
    """Return the names of both sides."""
    if names is None:
        return "A", "B"
    if isinstance(names, str) or len(names) != 2 or names[0] == names[1]:
        msg = f"names must be two different names, not {names!r}."
        raise OptionError(msg)
    return str(names[0]), str(names[1])
