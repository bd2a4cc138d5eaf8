"""
Two panels, or two coefficients: the difference of values without each unit in turn, and Student's t.

Raters who stand in one state have rated the same units, so that the difference is paired unit by unit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, RaterIdentityError
from concordant.inference.comparisons.contrast import Claim
from concordant.inference.comparisons.terms import Terms
from concordant.inference.panels.difference import ComparedPanels, SharedUnits, apart, two_names
from concordant.inference.panels.panel import Panel, clusters_of, panel_of
from concordant.inference.panels.reading import read_panel, read_state
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import Adjust, Comparison, Comparisons
from concordant.states import Ratings
from concordant.states.profiles import grouped
from concordant.typing import FloatArray, Label


@dataclass(frozen=True)
class Side:
    """One side of a comparison: its panel, its name, and its unit for each unit of the whole, -1 where it has none."""

    name: str
    panel: Panel
    place: npt.NDArray[np.intp]

    def at_units(self, values: FloatArray, fill: FloatArray | float) -> FloatArray:
        """Values of the units of this side, at the units of the whole."""
        found: FloatArray = np.where((self.place >= 0).reshape(-1, *(1,) * (values.ndim - 1)), values[self.place], fill)
        return found


def compare_raters(
    metric: Metric,
    ratings: Any,
    options: dict[str, Any],
    *,
    a: Sequence[Label],
    b: Sequence[Label],
    cluster: Any = None,
    **terms: Any,
) -> Comparison | Comparisons:
    """What `Metric.compare` does with the ratings of many raters: those of `a` against those of `b`."""
    asked = Terms(**terms)
    claim = asked.claim(metric)
    state = read_state(metric, ratings, options, cluster)
    if not isinstance(state, Ratings):
        msg = f"a comparison of raters needs to know who rated: give it Ratings, not {type(state).__name__}."
        raise RaterIdentityError(msg)
    whole = panel_of(metric, state, options)
    sides = [_side(name, whole, raters) for name, raters in zip(two_names(asked.names), (a, b), strict=True)]
    found = _paired(metric.name, sides, whole.state, claim)
    return asked.settled(metric.name, found, single=len(found) == 1)


def _side(name: str, whole: Panel, raters: Sequence[Label]) -> Side:
    state = whole.state
    if not isinstance(state, Ratings):
        raise TypeError
    chosen = state.select(raters)
    place = np.full(len(state.raters), -1, np.int64)
    for new, rater in enumerate(chosen.raters):
        place[state.place_of(rater)] = new
    here, units = state.profiles.relabelled(place)
    _, group = grouped(here, len(chosen.raters), len(state.labels))
    at = np.full(len(state.profiles), -1, np.intp)
    panel = panel_of(whole.metric, chosen, whole.options)
    at[units] = group if panel.named else chosen.compositions()[group]
    return Side(name, panel, at)


def _paired(name: str, sides: Sequence[Side], state: Any, claim: Claim) -> list[Comparison]:
    """Compare two sides unit by unit, on each value."""

    def difference(of: Callable[[Panel], FloatArray], fill: Callable[[Panel], FloatArray]) -> FloatArray:
        """Something of each unit of both, (U, P): the difference."""
        first, second = (
            side.at_units(of(side.panel).reshape(len(side.panel.sizes), -1), np.atleast_1d(fill(side.panel)))
            for side in sides
        )
        return first - second

    clusters = clusters_of(state)
    whole = SharedUnits(state, lambda: difference(lambda panel: panel.slopes, lambda _: np.zeros(())))
    counted = clusters is None and all(side.panel.counted for side in sides)
    left_out = difference(lambda panel: panel.left_out, lambda panel: panel.value) if counted else None
    spread = whole.spread(clusters, left_out)
    compared = ComparedPanels(name, [(side.name, side.panel) for side in sides], whole.n)
    return compared.comparisons(spread, f"{spread.kind}, t", claim)


def compare_states(
    metric: Metric,
    data_a: Any,
    data_b: Any,
    options: dict[str, Any],
    **terms: Any,
) -> Comparison | Comparisons:
    """What `Metric.compare_independent` does with two panels of different units: variances add, t by Welch."""
    return apart(metric, terms, lambda data: read_panel(metric, data, dict(options)), (data_a, data_b))


def compare_coefficients(
    ratings: Any,
    coefficients: Sequence[Metric],
    *,
    level: float = 0.95,
    cluster: Any = None,
    adjust: Adjust = "holm",
    options: Mapping[str, Mapping[str, Any]] | None = None,
    **reading: Any,
) -> Comparison | Comparisons:
    """
    Compare coefficients of the same panel: how far apart they are, and how sure that is.

    Parameters
    ----------
    ratings : array-like, data frame, Ratings or Tallies
        As in a call of the metrics.
    coefficients : sequence of Metric
        Two or more, each with one value.
    level : float
        The nominal coverage.
    cluster : array-like of shape (n,), optional
        Which units belong together.
    adjust : {"holm", "fdr", "fdr-by"} or None
        How p-values of several comparisons are adjusted.
    options : mapping, optional
        Of a coefficient, by its name: ``{"gwet_ac2": {"weights": "linear"}}``.
    **reading
        How the ratings are read: labels, raters, sample_weight, missing_labels.

    Returns
    -------
    Comparison, or Comparisons of all pairs of three or more
        By the jackknife of the difference, unit by unit.

    Examples
    --------
    >>> from concordant import compare_coefficients, fleiss_kappa, gwet_ac1
    >>> ratings = [["no", "no", "no"]] * 30 + [["no", "no", "yes"]] * 10 + [["yes", "yes", "yes"]] * 8
    >>> round(compare_coefficients(ratings, [fleiss_kappa, gwet_ac1]).difference, 3)
    -0.168
    """
    chosen = list(coefficients)
    if len(chosen) < 2 or not all(isinstance(one, Metric) for one in chosen):
        msg = "coefficients must be two metrics or more, such as [fleiss_kappa, gwet_ac1]."
        raise OptionError(msg)
    numeric = [one.name for one in chosen if one.numbers is not None]
    if numeric:
        msg = f"coefficients must be of labels, such as fleiss_kappa; {numeric[0]} is of numbers."
        raise OptionError(msg)
    own = dict(options or {})
    state = read_state(chosen[0], ratings, dict(reading), cluster)
    sides = []
    for metric in chosen:
        panel = panel_of(metric, state, dict(own.get(metric.name, {})))
        if panel.value.ndim:
            msg = f"{metric.name} has one value a label: compare coefficients with one value."
            raise OptionError(msg)
        state = panel.state
        every = np.arange(len(panel.sizes))
        if isinstance(state, Ratings) and not panel.named:
            every = state.compositions()
        sides.append(Side(metric.name, panel, every))
    asked = Terms(level=level, adjust=adjust)
    claim = asked.claim(chosen[0])
    found = [_paired("agreement", pair, state, claim)[0] for pair in combinations(sides, 2)]
    return asked.settled("compare_coefficients", found, single=len(found) == 1)
