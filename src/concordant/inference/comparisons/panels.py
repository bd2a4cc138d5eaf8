"""Two panels, two coefficients, two sets of raters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, RaterIdentityError
from concordant.inference.comparisons.compare import ComparisonRequest, Records, answer, model_names
from concordant.inference.comparisons.difference import (
    Claim,
    Terms,
    UnpairedDifference,
    settled,
    student_test,
    without_limits,
)
from concordant.inference.intervals.panels import (
    Variance,
    by_clusters,
    by_influence,
    by_jackknife,
    for_score,
    joined,
    variance_over_units,
)
from concordant.inference.samples.panels import Panel, centred, clusters_of, panel_of, read_panel, read_state
from concordant.inference.samples.sample import Atoms
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import Adjust, Comparison, Comparisons
from concordant.result.record import altered
from concordant.states import Ratings
from concordant.typing import FloatArray, Label

# Two panels, or two coefficients: the difference of values without each unit in turn, and Student's t.
#
# Raters who stand in one state have rated the same units, so that the difference is paired unit by unit.


@dataclass(frozen=True)
class Side:
    """One side of a comparison: its panel, its name, and its unit for each unit of the whole, -1 where it has none."""

    name: str
    panel: Panel
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
    """What `Metric.compare` does with the ratings of many raters: those of `a` against those of `b`, unit by unit."""
    request = Terms(**terms)
    claim = request.claim(metric)
    state = read_state(metric, ratings, options, cluster)
    if not isinstance(state, Ratings) and metric.numbers is None:
        msg = f"a comparison of raters needs to know who rated: give it Ratings, not {type(state).__name__}."
        raise RaterIdentityError(msg)
    whole = panel_of(metric, state, options)
    names = model_names(request.names, 2)
    sides = [Side(name, *whole.of_raters(raters)) for name, raters in zip(names, (a, b), strict=True)]
    n = None if metric.numbers is None else sides[0].panel.n
    comparisons = _paired(metric.name, sides, whole.state, claim, n)
    return settled(metric.name, comparisons, request.adjust, single=len(comparisons) == 1)


def compare_without_each(
    metric: Metric, state: Ratings, options: dict[str, Any], raters: Sequence[Label], **terms: Any
) -> list[Comparison]:
    """Compare a panel with the same without each of some raters, as `compare_raters` does, in a metric of one value."""
    whole, claim, (first, second) = panel_of(metric, state, options), Terms(**terms).claim(metric), model_names(None, 2)
    every = Side(first, *whole.of_raters(state.raters))
    without = (whole.of_raters([other for other in state.raters if other != rater]) for rater in raters)
    return [_paired(metric.name, [every, Side(second, *rest)], state, claim)[0] for rest in without]


def _paired(name: str, sides: Sequence[Side], state: Any, claim: Claim, n: float | None = None) -> list[Comparison]:
    """Compare two sides unit by unit, on each value; `n` is the number of units, by default of all of them."""

    def difference(of: Callable[[Panel], FloatArray], fill: Callable[[Panel], FloatArray]) -> FloatArray:
        """Something of each unit of both, (U, P): the difference."""
        first, second = (
            side.at_units(of(side.panel).reshape(len(side.panel.sizes), -1), np.atleast_1d(fill(side.panel)))
            for side in sides
        )
        return first - second

    def slopes() -> FloatArray:
        return difference(lambda panel: panel.slopes, lambda _: np.zeros(()))

    weight, clusters = np.asarray(state.weight * 1.0), clusters_of(state)
    atoms = Atoms(weight, weight if state.squares is None else state.squares)
    if clusters is not None:
        variance = by_clusters(clusters, slopes() * (weight > 0)[:, None])
    elif all(side.panel.atoms.counted for side in sides):
        left_out = difference(lambda panel: panel.left_out, lambda panel: panel.value)
        variance = by_jackknife(atoms, 0.0, left_out, lambda: centred(slopes(), weight))  # a side says why it has none
    else:
        variance = by_influence(atoms, centred(slopes(), weight))
    names, panels = (sides[0].name, sides[1].name), [side.panel for side in sides]
    n = atoms.total if n is None else n
    return _by_student(name, names, panels, variance, f"{variance.kind}, t", claim, n)


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
    a, b = model_names(request.names, 2)
    first, second = (for_score(panel, claim.coverage) for panel in panels)
    if first is None or second is None or first.value.shape != second.value.shape:
        variance = joined(*(variance_over_units(panel, None) for panel in panels))
        method, n = f"{variance.kind}, Welch's t", sum(panel.n for panel in panels)
        comparisons = _by_student(metric.name, (a, b), panels, variance, method, claim, n)
        return settled(metric.name, comparisons, request.adjust, single=len(comparisons) == 1)
    difference = UnpairedDifference(first, second, claim.coverage)
    undefined = [f"{name}: {panel.undefined}" for name, panel in zip((a, b), panels, strict=True) if panel.undefined]
    asked = ComparisonRequest(claim, "mover", (a, b), panels[0].signature, "; ".join(undefined) or None)
    if not first.value.ndim:
        comparisons = [answer(difference, asked, metric.name)]
    else:
        labels = enumerate(panels[0].state.labels)
        comparisons = [answer(difference.of_value(at), asked, f"{metric.name} of {label!r}") for at, label in labels]
    n = sum(panel.n for panel in panels)
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
    chosen = list(coefficients) if isinstance(coefficients, Iterable) else []
    if len(chosen) < 2 or not all(isinstance(coefficient, Metric) for coefficient in chosen):
        raise OptionError("coefficients must be two metrics or more, such as [fleiss_kappa, gwet_ac1].")
    numeric = [coefficient.name for coefficient in chosen if coefficient.numbers is not None]
    if numeric:
        raise OptionError(f"coefficients must be of labels, such as fleiss_kappa; {numeric[0]} is of numbers.")
    own = {} if options is None else options
    if not isinstance(own, Mapping) or not all(isinstance(each, Mapping) for each in own.values()):
        like = "{'gwet_ac2': {'weights': 'linear'}}"
        msg = f"options must be those of a coefficient by its name, such as {like}, not {own!r:.60}."
        raise OptionError(msg)
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
    comparisons = [_paired("agreement", pair, state, claim)[0] for pair in combinations(sides, 2)]
    return settled("compare_coefficients", comparisons, request.adjust, single=len(comparisons) == 1)


def _by_student(
    what: str, names: tuple[str, str], panels: Sequence[Panel], variance: Variance, method: str, claim: Claim, n: float
) -> list[Comparison]:
    """Compare each value of two panels by Student's t, with the variances of the differences."""
    panel = panels[0]
    titles = [f"{what} of {label!r}" for label in panel.state.labels] if panel.value.ndim else [what]
    values = zip(*(np.ravel(panel.value).tolist() for panel in panels), strict=True)
    records = Records(claim, names, panel.signature, claim.level, method, n)
    facts = (np.sqrt(variance.value), variance.degrees, variance.refused is not None and variance.refused)
    columns = (np.broadcast_to(fact, len(titles)).tolist() for fact in facts)
    comparisons = []
    for title, pair, error, degrees, refused in zip(titles, values, *columns, strict=True):
        difference = pair[0] - pair[1]
        test = student_test(difference, error, degrees, claim.coverage, method)
        test = without_limits(test) if refused else test
        if not test.se > 0 and difference == 0:
            test = replace(test, p_value=1.0)
        sides = zip(names, panels, pair, strict=True)
        reasons = [f"{name}: {side.undefined}" for name, side, value in sides if np.isnan(value)]
        reasons = reasons or ([str(variance.reason)] if refused else [])
        if np.isnan(test.low) and not reasons:
            reasons = ["the values do not vary"]
        limits = (test.low, test.high, test.se, claim.p_value(test))
        comparisons.append(records.make(title, pair, limits, reasons))
    return comparisons
