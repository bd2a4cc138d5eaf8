"""
Two panels, or two coefficients: the difference of values without each unit in turn, and Student's t.

Raters who stand in one state have rated the same units, so that the difference is paired unit by unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, RaterIdentityError
from concordant.inference.comparisons.adjusting import settled
from concordant.inference.comparisons.claim import Claim, check_claim
from concordant.inference.comparisons.student_test import student_test, without_limits
from concordant.inference.panels.errors_of_units import (
    UNDEFINED_WITHOUT,
    Spread,
    by_clusters,
    by_influence,
    by_jackknife,
)
from concordant.inference.panels.panel import Panel, clusters_of, panel_of
from concordant.inference.panels.reading import read_panel, read_state
from concordant.inference.quantiles import check_level
from concordant.metrics._object.metric import Metric
from concordant.result.comparison import Adjust, Alternative, Comparison, Comparisons
from concordant.states import Ratings
from concordant.states.rating_profiles import grouped
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
    names: Sequence[str] | None = None,
    level: float = 0.95,
    cluster: Any = None,
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
) -> Comparison | Comparisons:
    """What `Metric.compare` does with the ratings of many raters: those of `a` against those of `b`."""
    claim = check_claim(metric, alternative, margin, check_level(level))
    state = read_state(metric, ratings, options, cluster)
    if not isinstance(state, Ratings):
        msg = f"a comparison of raters needs to know who rated: give it Ratings, not {type(state).__name__}."
        raise RaterIdentityError(msg)
    whole = panel_of(metric, state, options)
    called = _names(names, ("A", "B"))
    sides = [_side(name, whole, raters) for name, raters in zip(called, (a, b), strict=True)]
    found = _paired(metric, sides, whole.state, claim)
    return settled(metric.name, found, adjust, single=len(found) == 1)


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


def _paired(metric: Metric | None, sides: Sequence[Side], state: Any, claim: Claim) -> list[Comparison]:
    """Compare two sides unit by unit, on each value."""
    clusters = clusters_of(state)
    first, second = sides
    values = np.atleast_1d(first.panel.value), np.atleast_1d(second.panel.value)
    whole = _Units(state)
    n = whole.n
    counted = clusters is None and all(side.panel.counted for side in sides)
    parts = []
    for side, value in zip(sides, values, strict=True):
        each = side.panel.left_out if counted else side.panel.slopes
        parts.append(side.at_units(each.reshape(len(side.panel.sizes), -1), value if counted else 0.0))
    difference = parts[0] - parts[1]

    def moved() -> FloatArray:
        each = (side.at_units(side.panel.slopes.reshape(len(side.panel.sizes), -1), 0.0) for side in sides)
        return np.asarray(whole.centred(np.subtract(*each)))

    how: Any = whole
    if clusters is not None:
        spread = by_clusters(clusters, difference * (whole.weight > 0)[:, None])
    elif counted:
        spread = by_jackknife(how, difference, moved)
    else:
        spread = by_influence(how, whole.centred(difference))
    return _comparisons(metric, sides, values, spread, f"{spread.kind}, t", claim, n)


class _Units:
    """The units of a state that both sides have, as `by_jackknife` reads them."""

    def __init__(self, state: Ratings) -> None:
        self.weight = state.weight * 1.0
        self.squares = self.weight if state.squares is None else state.squares
        self.n = float(self.weight.sum())
        squares = float(self.squares.sum())
        self.worth = self.n * self.n / squares if squares else 0.0
        self.value = np.zeros(())

    def centred(self, values: FloatArray) -> FloatArray:
        """Take off the mean over units."""
        found: FloatArray = values - np.tensordot(self.weight, values, axes=1) / (self.n or np.nan)
        return found


def compare_states(
    metric: Metric,
    data_a: Any,
    data_b: Any,
    options: dict[str, Any],
    *,
    names: Sequence[str] | None = None,
    level: float = 0.95,
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
) -> Comparison | Comparisons:
    """What `Metric.compare_independent` does with two panels of different units: variances add, t by Welch."""
    claim = check_claim(metric, alternative, margin, check_level(level))
    sides = []
    for name, data in zip(_names(names, ("A", "B")), (data_a, data_b), strict=True):
        panel = read_panel(metric, data, dict(options))
        sides.append(Side(name, panel, np.zeros(0, np.intp)))
    values = [np.atleast_1d(side.panel.value) for side in sides]
    spreads = [
        by_jackknife(side.panel, side.panel.left_out)
        if side.panel.counted
        else by_influence(side.panel, side.panel.slopes)
        for side in sides
    ]
    parts = [np.atleast_1d(one.variance) for one in spreads]
    refused = [np.atleast_1d(one.refused) for one in spreads if one.refused is not None]
    total = parts[0] + parts[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        degrees: Any = np.square(total) / sum(
            np.square(part) / one.degrees for part, one in zip(parts, spreads, strict=True)
        )
    method = f"{spreads[0].kind}, Welch's t"
    n = sum(side.panel.n for side in sides)
    unusable = np.any(refused, axis=0) if refused else None
    spread = Spread(total, degrees, spreads[0].kind, UNDEFINED_WITHOUT if refused else None, unusable)
    found = _comparisons(metric, sides, (values[0], values[1]), spread, method, claim, n)
    return settled(metric.name, found, adjust, single=len(found) == 1)


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
    claim = check_claim(chosen[0], "two-sided", None, check_level(level))
    found = [_paired(None, pair, state, claim)[0] for pair in combinations(sides, 2)]
    return settled("compare_coefficients", found, adjust, single=len(found) == 1)


def _comparisons(
    metric: Metric | None,
    sides: Sequence[Side],
    values: tuple[FloatArray, FloatArray],
    spread: Spread,
    method: str,
    claim: Claim,
    n: float,
) -> list[Comparison]:
    """One comparison for each value."""
    found = []
    errors, degrees = np.atleast_1d(np.sqrt(spread.variance)), np.broadcast_to(spread.degrees, values[0].shape)
    refused = np.broadcast_to(False if spread.refused is None else spread.refused, values[0].shape)
    labels = sides[0].panel.state.labels
    several = sides[0].panel.value.ndim > 0
    for place in range(values[0].size):
        difference = float(values[0][place] - values[1][place])
        one = student_test(difference, float(errors[place]), float(degrees[place]), claim.coverage, method)
        one = without_limits(one) if refused[place] else one
        if not one.se > 0 and difference == 0:
            one = replace(one, p_value=1.0)
        reasons = _reasons(sides, place) or ([str(spread.reason)] if refused[place] else [])
        if np.isnan(one.low) and not reasons:
            reasons = ["the values do not vary"]
        p_value = claim.p_value(one)
        names = (sides[0].name, sides[1].name)
        name = "agreement" if metric is None else metric.name
        what = f"{name} of {labels[place]!r}" if several else name
        signature = sides[0].panel.metric.signature(sides[0].panel.state, **dict(sides[0].panel.options))
        found.append(
            Comparison(
                difference,
                one.low,
                one.high,
                one.se,
                p_value,
                claim.level,
                method,
                n,
                (float(values[0][place]), float(values[1][place])),
                names,
                what,
                signature,
                "; ".join(reasons) or None,
                claim.margin,
                claim.alternative,
                claim.conclusion(p_value, names),
            )
        )
    return found


def _reasons(sides: Sequence[Side], place: int) -> list[str]:
    """Why the value of a side is undefined."""
    gone = [side for side in sides if np.isnan(np.atleast_1d(side.panel.value)[place])]
    return [
        f"{side.name}: {side.panel.metric.outcome(side.panel.state, **dict(side.panel.options)).reason}"
        for side in gone
    ]


def _names(names: Sequence[str] | None, default: tuple[str, str]) -> tuple[str, str]:
    if names is None:
        return default
    if isinstance(names, str) or len(names) != 2 or names[0] == names[1]:
        msg = f"names must be two different names, not {names!r}."
        raise OptionError(msg)
    return str(names[0]), str(names[1])
