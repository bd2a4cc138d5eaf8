"""Two panels of raters who gave numbers: the difference without each unit in turn, and Student's t."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.errors import InputTypeError
from concordant.inference.comparisons.adjusting import settled
from concordant.inference.comparisons.claim import Claim, check_claim
from concordant.inference.comparisons.student_test import student_test, without_limits
from concordant.inference.panels.errors_of_units import Spread, by_clusters, by_influence, by_jackknife
from concordant.inference.panels.number_panel import NumberPanel, number_panel, read_numbers
from concordant.inference.quantiles import check_level
from concordant.metrics._object.metric import Metric
from concordant.result.comparison import Adjust, Alternative, Comparison, Comparisons
from concordant.states import NumericRatings
from concordant.typing import FloatArray, Label


def compare_numbers(
    metric: Metric,
    data: tuple[Any, ...],
    options: dict[str, Any],
    *,
    names: Sequence[str] | None = None,
    level: float = 0.95,
    cluster: Any = None,
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
) -> Comparison | Comparisons:
    """What `Metric.compare` does with numbers of many raters: those of `a` against those of `b`, on the same units."""
    if len(data) != len(metric.data) or not {"a", "b"} <= options.keys():
        taken = " and ".join(metric.data)
        msg = f"{metric.name}.compare takes {taken}, a=[raters] and b=[raters]."
        raise InputTypeError(msg)
    claim = check_claim(metric, alternative, margin, check_level(level))
    chosen = options.pop("a"), options.pop("b")
    state = number_panel(metric, read_numbers(metric, data, options, cluster), options).state
    panels, parts, rows = [], [], []
    for raters in chosen:
        panel = number_panel(metric, _selected(metric, state, raters), options)
        places = [state.place_of(name) for name in panel.state.raters]
        kept: Any = ~np.isnan(state.matrix[:, places]).all(1)
        counted = state.cluster is None and panel.counted
        each = np.full(len(kept), float(panel.value) if counted else 0.0)
        each[kept] = panel.left_out if counted else panel.slopes
        panels.append(panel)
        parts.append(each)
        rows.append(kept)

    def moved() -> FloatArray:
        each = np.zeros((2, len(state.weight)))
        for side, panel, kept in zip(each, panels, rows, strict=True):
            side[kept] = panel.slopes
        return np.asarray(each[0] - each[1])

    spread = _spread(metric, state, options, parts[0] - parts[1], moved)
    found = _comparison(metric, panels, _names(names), spread, claim)
    return settled(metric.name, [found], adjust, single=True)


def _selected(metric: Metric, state: NumericRatings, raters: Sequence[Label]) -> NumericRatings:
    """Some raters; of a metric beside a system also the system."""
    last = metric.numbers is not None and metric.numbers.last
    return state.select([*raters, *([state.raters[-1]] if last else [])])


def _spread(
    metric: Metric,
    state: NumericRatings,
    options: dict[str, Any],
    difference: FloatArray,
    moved: Callable[[], FloatArray],
) -> Spread:
    """The variance of the difference over the units of both."""
    whole = number_panel(metric, state, options)
    if whole.clusters is not None:
        return by_clusters(whole.clusters, difference[:, None])
    shown: Any = whole
    if not whole.counted:
        return by_influence(shown, whole.centred(difference))
    vars(whole)["value"] = np.zeros(())
    return by_jackknife(shown, difference, lambda: whole.centred(moved()))


def compare_number_states(
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
    """What `Metric.compare_independent` does with numbers: variances add, t by Welch."""
    claim = check_claim(metric, alternative, margin, check_level(level))
    panels, spreads = [], []
    for data in (data_a, data_b):
        given = data if isinstance(data, tuple) else (data,)
        panel = number_panel(metric, read_numbers(metric, given, dict(options)), _own(metric, options))
        shown: Any = panel
        if not panel.n > 0:
            spreads.append(Spread(np.asarray(np.nan), np.nan, "jackknife"))
            panels.append(panel)
            continue
        if panel.clusters is not None:
            spreads.append(by_clusters(panel.clusters, panel.slopes[:, None]))
        else:
            counted = panel.counted
            spreads.append(by_jackknife(shown, panel.left_out) if counted else by_influence(shown, panel.slopes))
        panels.append(panel)
    each = [float(np.ravel(one.variance)[0]) for one in spreads]
    total = sum(each)
    with np.errstate(divide="ignore", invalid="ignore"):
        below = sum(np.float64(part) ** 2 / one.degrees for part, one in zip(each, spreads, strict=True))
        degrees = float(np.float64(total) ** 2 / below)
    refused = [one for one in spreads if one.refused is not None]
    reason, unusable = (refused[0].reason, np.asarray(True)) if refused else (None, None)
    spread = Spread(np.asarray(total), degrees, f"{spreads[0].kind}, Welch's", reason, unusable)
    found = _comparison(metric, panels, _names(names), spread, claim, n=sum(panel.n for panel in panels))
    return settled(metric.name, [found], adjust, single=True)


def _own(metric: Metric, options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in metric.options}


def _names(names: Sequence[str] | None) -> tuple[str, str]:
    if names is None:
        return ("A", "B")
    if len(names) != 2:
        msg = f"names must be those of the two panels, not {len(names)}."
        raise InputTypeError(msg)
    return (str(names[0]), str(names[1]))


def _comparison(
    metric: Metric,
    panels: Sequence[NumberPanel],
    names: tuple[str, str],
    spread: Spread,
    claim: Claim,
    n: float | None = None,
) -> Comparison:
    first, second = (float(panel.value) for panel in panels)
    error = float(np.sqrt(np.ravel(spread.variance)[0]))
    method = f"{spread.kind}{'' if spread.kind.endswith(chr(39) + 's') else ','} t"
    one = student_test(first - second, error, float(spread.degrees), claim.coverage, method)
    one = one if spread.refused is None else without_limits(one)
    if not one.se > 0 and first == second:
        one = replace(one, p_value=1.0)
    reasons = []
    for name, panel in zip(names, panels, strict=True):
        why = metric.outcome(panel.state, **dict(panel.options)).reason
        reasons += [f"{name}: {why}"] if why else []
    if np.isnan(one.low) and not reasons:
        reasons = [spread.reason or "the values do not vary"]
    p_value = claim.p_value(one)
    signature = metric.signature(panels[0].state, **dict(panels[0].options))
    return Comparison(
        first - second,
        one.low,
        one.high,
        one.se,
        p_value,
        claim.level,
        method,
        panels[0].n if n is None else n,
        (first, second),
        names,
        metric.name,
        signature,
        "; ".join(reasons) or None,
        claim.margin,
        claim.alternative,
        claim.conclusion(p_value, names),
    )
