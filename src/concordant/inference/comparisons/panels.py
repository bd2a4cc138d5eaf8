"""Two panels, two coefficients, two sets of raters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, OptionError, RaterIdentityError
from concordant.inference.comparisons.compare import ComparisonRequest, answer
from concordant.inference.comparisons.difference import (
    Claim,
    Terms,
    UnpairedDifference,
    settled,
    student_test,
    without_limits,
)
from concordant.inference.intervals.panels import (
    UNDEFINED_WITHOUT,
    Variance,
    by_clusters,
    by_influence,
    by_jackknife,
    for_score,
    variance_over_units,
)
from concordant.inference.samples.panels import (
    NumberPanel,
    Panel,
    RatedUnits,
    WeightedUnits,
    clusters_of,
    number_panel,
    panel_of,
    read_numbers,
    read_panel,
    read_state,
)
from concordant.inference.samples.sample import Clusters
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import refuse_undefined
from concordant.result.comparisons import Adjust, Comparison, Comparisons
from concordant.result.record import altered
from concordant.states import NumericRatings, Ratings
from concordant.states.profiles import grouped
from concordant.typing import FloatArray, Label

# Two panels, or two coefficients: the difference of values without each unit in turn, and Student's t.
#
# Raters who stand in one state have rated the same units, so that the difference is paired unit by unit.


@dataclass(frozen=True)
class Side:
    """One side of a comparison: its panel, its name, and its unit for each unit of the whole, -1 where it has none."""

    name: str
    panel: RatedUnits
    index: npt.NDArray[np.intp]

    def at_units(self, values: FloatArray, fill: FloatArray) -> FloatArray:
        """Values of the units of this side, (u, P), at the units of the whole, (U, P)."""
        rated = self.index >= 0
        at_all = np.empty((len(self.index), values.shape[1]))
        at_all[:] = fill
        at_all[rated] = values[self.index[rated]]
        return at_all


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
    request = Terms(**terms)
    claim = request.claim(metric)
    state = read_state(metric, ratings, options, cluster)
    if not isinstance(state, Ratings):
        msg = f"a comparison of raters needs to know who rated: give it Ratings, not {type(state).__name__}."
        raise RaterIdentityError(msg)
    whole = panel_of(metric, state, options)
    sides = [_side(name, whole, raters) for name, raters in zip(two_names(request.names), (a, b), strict=True)]
    comparisons = _paired(metric.name, sides, whole.state, clusters_of(whole.state), claim)
    return settled(metric.name, comparisons, request.adjust, single=len(comparisons) == 1)


def _side(name: str, whole: Panel, raters: Sequence[Label]) -> Side:
    state = whole.state
    if not isinstance(state, Ratings):
        raise TypeError
    chosen = state.select(raters)
    index = np.full(len(state.raters), -1, np.int64)
    for new, rater in enumerate(chosen.raters):
        index[state.index_of(rater)] = new
    profiles, units = state.profiles.relabelled(index)
    _, group = grouped(profiles, len(chosen.raters), len(state.labels))
    at = np.full(len(state.profiles), -1, np.intp)
    panel = panel_of(whole.metric, chosen, whole.options)
    at[units] = group if panel.named else chosen.compositions()[group]
    return Side(name, panel, at)


def _paired(
    name: str, sides: Sequence[Side], state: Any, clusters: Clusters | None, claim: Claim, n: float | None = None
) -> list[Comparison]:
    """Compare two sides unit by unit, on each value; `n` is the number of units, by default of all of them."""

    def difference(of: Callable[[Any], FloatArray], fill: Callable[[Any], FloatArray]) -> FloatArray:
        """Something of each unit of both, (U, P): the difference."""
        first, second = (
            side.at_units(of(side.panel).reshape(len(side.panel.sizes), -1), np.atleast_1d(fill(side.panel)))
            for side in sides
        )
        return first - second

    whole = SharedUnits(state, lambda: difference(lambda panel: panel.slopes, lambda _: np.zeros(())))
    counted = clusters is None and all(side.panel.counted for side in sides)
    left_out = difference(lambda panel: panel.left_out, lambda panel: panel.value) if counted else None
    variance = whole.variance(clusters, left_out)
    compared = ComparedPanels(name, [(side.name, side.panel) for side in sides], whole.n if n is None else n)
    return compared.comparisons(variance, f"{variance.kind}, t", claim)


def compare_states(
    metric: Metric, data_a: Any, data_b: Any, options: dict[str, Any], **terms: Any
) -> Comparison | Comparisons:
    """
    What `Metric.compare_independent` does with two panels of different units.

    The score limits of both are put together: a small unanimous panel has no variance that it shows. Where there are
    none, variances add, and t is Welch's.
    """
    panels = [read_panel(metric, data, dict(options)) for data in (data_a, data_b)]
    request = Terms(**terms)
    claim = request.claim(metric)
    first, second = (for_score(panel, claim.coverage) for panel in panels)
    if first is None or second is None or first.value.shape != second.value.shape:
        return apart(metric, terms, panels)
    names, difference = two_names(request.names), UnpairedDifference(first, second, claim.coverage)
    undefined = [f"{name}: {panel.undefined}" for name, panel in zip(names, panels, strict=True) if panel.undefined]
    asked = ComparisonRequest(claim, "mover", names, panels[0].signature, "; ".join(undefined) or None)
    if not first.value.ndim:
        comparisons = [answer(difference, asked, metric.name)]
    else:
        labels = enumerate(panels[0].state.labels)
        comparisons = [answer(difference.of_value(at), asked, f"{metric.name} of {label!r}") for at, label in labels]
    n = sum(panel.n * panel.unit for panel in panels)
    comparisons = [altered(comparison, n=n) for comparison in comparisons]
    return settled(metric.name, comparisons, request.adjust, single=len(comparisons) == 1)


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
    if len(chosen) < 2 or not all(isinstance(coefficient, Metric) for coefficient in chosen):
        raise OptionError("coefficients must be two metrics or more, such as [fleiss_kappa, gwet_ac1].")
    numeric = [coefficient.name for coefficient in chosen if coefficient.numbers is not None]
    if numeric:
        raise OptionError(f"coefficients must be of labels, such as fleiss_kappa; {numeric[0]} is of numbers.")
    own = dict(options or {})
    state = read_state(chosen[0], ratings, dict(reading), cluster)
    sides = []
    for metric in chosen:
        panel = panel_of(metric, state, dict(own.get(metric.name, {})))
        if panel.value.ndim:
            raise OptionError(f"{metric.name} has one value a label: compare coefficients with one value.")
        state = panel.state
        index = np.arange(len(panel.sizes))
        if isinstance(state, Ratings) and not panel.named:
            index = state.compositions()
        sides.append(Side(metric.name, panel, index))
    request = Terms(level=level, adjust=adjust)
    claim = request.claim(chosen[0])
    comparisons = [_paired("agreement", pair, state, clusters_of(state), claim)[0] for pair in combinations(sides, 2)]
    return settled("compare_coefficients", comparisons, request.adjust, single=len(comparisons) == 1)


def compare_numbers(
    metric: Metric, data: tuple[Any, ...], options: dict[str, Any], *, cluster: Any = None, **terms: Any
) -> Comparison | Comparisons:
    """What `Metric.compare` does with numbers of many raters: those of `a` against those of `b`, on the same units."""
    if len(data) != len(metric.data) or not {"a", "b"} <= options.keys():
        taken = " and ".join(metric.data)
        raise InputTypeError(f"{metric.name}.compare takes {taken}, a=[raters] and b=[raters].")
    refuse_undefined(options)
    request = Terms(**terms)
    claim = request.claim(metric)
    chosen = options.pop("a"), options.pop("b")
    whole = number_panel(metric, read_numbers(metric, data, options, cluster), options)
    sides = [
        _numeric_side(name, metric, whole.state, raters, options)
        for name, raters in zip(two_names(request.names), chosen, strict=True)
    ]
    comparisons = _paired(metric.name, sides, whole.state, whole.clusters, claim, sides[0].panel.n)
    return settled(metric.name, comparisons, request.adjust, single=True)


def _numeric_side(
    name: str, metric: Metric, state: NumericRatings, raters: Sequence[Label], options: Mapping[str, Any]
) -> Side:
    """The units that some raters have rated; of a metric beside a system these raters and the system."""
    last = metric.numbers is not None and metric.numbers.last
    panel = number_panel(metric, state.select([*raters, *([state.raters[-1]] if last else [])]), options)
    columns = [state.index_of(rater) for rater in panel.state.raters]
    rated = ~np.isnan(state.matrix[:, columns]).all(1)
    return Side(name, panel, np.where(rated, rated.cumsum() - 1, -1))


def compare_number_states(
    metric: Metric, data_a: Any, data_b: Any, options: dict[str, Any], **terms: Any
) -> Comparison | Comparisons:
    """What `Metric.compare_independent` does with numbers: variances add, t by Welch."""
    refuse_undefined(options)
    own = {name: value for name, value in options.items() if name in metric.options}

    def panel(data: Any) -> NumberPanel:
        given = data if isinstance(data, tuple) else (data,)
        return number_panel(metric, read_numbers(metric, given, dict(options)), own)

    return apart(metric, terms, [panel(data_a), panel(data_b)])


class SharedUnits(WeightedUnits):
    """The units of a state that two sides have rated; `moved` says how each moves the difference, (U, P)."""

    def __init__(self, state: Ratings | NumericRatings, moved: Callable[[], FloatArray]) -> None:
        self._state, self._moved = state, moved

    @cached_property
    def weight(self) -> FloatArray:
        """Of all of them."""
        return np.asarray(self._state.weight * 1.0)

    @cached_property
    def squares(self) -> FloatArray:
        """Their own; of units that are counted the weights."""
        return self.weight if self._state.squares is None else self._state.squares

    @cached_property
    def value(self) -> FloatArray:
        """Defined: a side without a value has its own reason."""
        return np.zeros(())

    @cached_property
    def slopes(self) -> FloatArray:
        """How a unit moves the difference."""
        return self.centred(self._moved())

    def variance(self, clusters: Clusters | None, left_out: FloatArray | None) -> Variance:
        """
        Return the variance of the difference, (P,).

        `left_out` is the difference without each unit in turn, (U, P), or None where units cannot be left out.
        """
        if clusters is not None:
            return by_clusters(clusters, self._moved() * (self.weight > 0)[:, None])
        return by_influence(self, self.slopes) if left_out is None else by_jackknife(self, left_out)


def variance_of_both(panels: Sequence[RatedUnits]) -> Variance:
    """Return the variance of the difference of two panels of other units, (P,), with Welch's degrees of freedom."""
    variances = [variance_over_units(panel, None) for panel in panels]
    parts = [np.atleast_1d(variance.value) for variance in variances]
    total: FloatArray = parts[0] + parts[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        below = sum(np.square(part) / variance.degrees for part, variance in zip(parts, variances, strict=True))
        degrees: Any = np.square(total) / below  # one for each value
    refused = [np.atleast_1d(variance.refused) for variance in variances if variance.refused is not None]
    unusable = np.any(refused, axis=0) if refused else None
    return Variance(total, degrees, variances[0].kind, UNDEFINED_WITHOUT if refused else None, unusable)


def apart(metric: Metric, terms: Mapping[str, Any], panels: Sequence[RatedUnits]) -> Comparison | Comparisons:
    """Compare two panels of different units: variances add, t by Welch; `terms` as `Terms` has them."""
    request = Terms(**terms)
    claim = request.claim(metric)
    sides = list(zip(two_names(request.names), panels, strict=True))
    variance = variance_of_both([panel for _, panel in sides])
    compared = ComparedPanels(metric.name, sides, sum(panel.n for _, panel in sides))
    comparisons = compared.comparisons(variance, f"{variance.kind}, Welch's t", claim)
    return settled(metric.name, comparisons, request.adjust, single=len(comparisons) == 1)


@dataclass(frozen=True)
class ComparedPanels:
    """What is compared, the two panels with their names, and how many units there are."""

    what: str
    sides: Sequence[tuple[str, RatedUnits]]
    n: float

    def comparisons(self, variance: Variance, method: str, claim: Claim) -> list[Comparison]:
        """Return one comparison for each value, by Student's t."""
        panel = self.sides[0][1]
        first, second = (np.atleast_1d(side_panel.value).tolist() for _, side_panel in self.sides)
        labels = panel.state.labels if panel.value.ndim else None
        comparisons = []
        for index, values in enumerate(zip(first, second, strict=True)):
            what = self.what if labels is None else f"{self.what} of {labels[index]!r}"
            comparisons.append(self._comparison(what, values, variance, index, method, claim))
        return comparisons

    def _comparison(
        self, what: str, values: tuple[float, float], variance: Variance, index: int, method: str, claim: Claim
    ) -> Comparison:
        """The difference of two values, whose variance stands at this index of `variance`."""
        names = self.sides[0][0], self.sides[1][0]
        difference = values[0] - values[1]
        error = float(np.sqrt(np.atleast_1d(variance.value)[index]))
        degrees = np.ravel(variance.degrees)
        freedom = float(degrees[index if degrees.size > 1 else 0])
        refused = variance.refused is not None and bool(np.atleast_1d(variance.refused)[index])
        test = student_test(difference, error, freedom, claim.coverage, method)
        test = without_limits(test) if refused else test
        if not test.se > 0 and difference == 0:
            test = replace(test, p_value=1.0)
        reasons = self._reasons(values) or ([str(variance.reason)] if refused else [])
        if np.isnan(test.low) and not reasons:
            reasons = ["the values do not vary"]
        p_value = claim.p_value(test)
        return Comparison(
            difference,
            test.low,
            test.high,
            test.se,
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
        sides = zip(self.sides, values, strict=True)
        return [f"{name}: {panel.undefined}" for (name, panel), value in sides if np.isnan(value)]


def two_names(names: Sequence[str] | None) -> tuple[str, str]:
    """Return the names of both sides."""
    if names is None:
        return "A", "B"
    if isinstance(names, str) or len(names) != 2 or names[0] == names[1]:
        raise OptionError(f"names must be two different names, not {names!r}.")
    return str(names[0]), str(names[1])
