"""
The interval of a metric of numeric ratings.

Of complete ratings the exact limits of the metric, if it has some; else the jackknife over units on the scale that the
metric names, with Student's t. `benchmarks/coverage/reliability.py` says how often they hold the true value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference.influence.standard_errors import jackknife_variance
from concordant.inference.intervals.interval_doubts import value_outside
from concordant.inference.intervals.scales import SCALES, Scale
from concordant.inference.panels.asked import ERRORS, Asked
from concordant.inference.panels.errors_of_raters import check_over, leaving_out
from concordant.inference.panels.errors_of_units import KINDS, Spread, spread_over_units
from concordant.inference.panels.number_panel import NumberPanel, number_panel, read_numbers
from concordant.inference.quantiles import check_level, two_sided
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user, with_clusters
from concordant.names import did_you_mean
from concordant.result.intervals import Interval
from concordant.typing import FloatArray

_ON_SCALES = ("fisher", "logit", "log", "t")
METHODS = ("exact", *_ON_SCALES, *ERRORS)
_FEW = 10  # units, below which a jackknife deserves doubt
_FEW_CLUSTERS = 20
_ROUNDING = 1e-13
_NEAR = 1e-8
_NEARLY_ONE = 300.0  # Fisher's z of what rounds to 1, whose exponential is a float yet


@dataclass(frozen=True, slots=True)
class NumbersAsked(Asked):
    """The same of numbers, some of which have limits from a distribution."""

    @property
    def exact(self) -> bool:
        """Whether limits from a distribution will do."""
        return self.over == "units" and self.se is None and self.method in (None, "exact")


def number_interval(
    metric: Metric, data: tuple[Any, ...], options: dict[str, Any], *, level: float, method: str | None, cluster: Any
) -> Interval:
    """What `Metric.interval` does with the numbers of many raters."""
    asked = read_asked(metric, options, level, method)
    state = read_numbers(metric, data, options, cluster)
    return interval_of_numbers(metric, state, options, asked)


def read_asked(metric: Metric, options: dict[str, Any], level: float, method: str | None) -> NumbersAsked:
    """Take out of the options what is asked for; a method of the formula becomes one of its options."""
    over, se = check_over(options.pop("over", "units")), options.pop("se", None)
    if not isinstance(method, str | None) or method not in (None, *METHODS):
        own = isinstance(method, str) and "method" in metric.options and method in ("anova", "reml")
        if not own:
            known = (*METHODS, *(("anova", "reml") if "method" in metric.options else ()))
            msg = f"method must be one of {', '.join(map(repr, known))} for numbers, not {method!r}."
            raise OptionError(msg + did_you_mean(method, known))
        options["method"], method = method, None
    if se is not None and se not in KINDS[:2]:
        msg = f"se must be one of 'jackknife', 'delta', not {se!r}.{did_you_mean(se, KINDS[:2])}"
        raise OptionError(msg)
    return NumbersAsked(check_level(level), method, se, over)


def interval_of_numbers(metric: Metric, state: Any, options: dict[str, Any], asked: NumbersAsked) -> Interval:
    """The interval of a state, and one warning if it deserves doubt."""
    outcome = metric.outcome(state, **options)
    value = float(outcome.value)
    cluster = getattr(state, "cluster", None)
    signature = with_clusters(metric.signature(state, **options), None if cluster is None else np.unique(cluster))
    exact = None
    if asked.exact and cluster is None and metric.numbers is not None and metric.numbers.exact is not None:
        exact = metric.numbers.exact(state, asked.level, **metric.with_defaults(options))
    reasons = [outcome.reason] if outcome.reason else []
    if exact is not None:
        low, high, se, name = exact.low, exact.high, exact.se, exact.method
        reasons += [exact.reason] if exact.reason and not reasons else []
    elif asked.method == "exact":
        msg = (
            f"{metric.name} has no exact limits of these ratings: they are for complete ratings of independent units "
            "that count alike."
        )
        raise OptionError(msg)
    elif value != value:  # noqa: PLR0124  (NaN)
        low = high = se = float("nan")
        name = asked.method or "jackknife"
    else:
        panel = number_panel(metric, state, options)
        low, high, se, name, more = _by_units(panel, asked)
        reasons += more
    reasons += value_outside(value, low, high, name)
    reason = "; ".join(dict.fromkeys(reasons)) or None
    if reason is not None:
        undefined = np.isnan(value)
        warn_user(f"{metric.name}: {reason}", UndefinedMetricWarning if undefined else IntervalWarning)
    return Interval(value, low, high, se, asked.level, name, float(state.n), metric.name, signature, reason)


def _by_units(panel: NumberPanel, asked: NumbersAsked) -> tuple[float, float, float, str, list[str]]:
    """Limits from a variance over units, raters or both."""
    if panel.worth <= 1 or (panel.clusters is not None and panel.clusters.size < 2):
        nothing = float("nan")
        return nothing, nothing, nothing, "jackknife", ["one unit tells nothing of others"]
    spread = spread_of_numbers(panel, asked)
    se = float(np.sqrt(spread.variance))
    se = 0.0 if se <= _ROUNDING * max(1.0, abs(float(panel.value))) else se
    still = why_still(panel, se)
    se = 0.0 if still else se
    scale, name = scale_of(panel, asked.method)
    t = two_sided(asked.level, spread.degrees)
    usable = se > 0 and not np.isnan(spread.for_limits)
    low, high = scale.limits(panel.value, np.asarray(se if usable else np.nan), t)
    reasons = [spread.reason] if spread.reason else []
    with np.errstate(divide="ignore", invalid="ignore"):
        steep = not np.isfinite(float(scale.slope(np.asarray(panel.value, np.float64))))
    if np.isnan(low) and usable and steep:
        reasons.append("the value is at the end of its range")
    elif np.isnan(low) and usable:
        low, high = SCALES["delta"].limits(panel.value, np.asarray(se), t)
        reasons.append(f"the value is outside the scale {name!r}, so that limits are symmetric")
    elif not se > 0 and not reasons:
        reasons.append(still or ("the value has no standard error" if np.isnan(se) else "no unit moves the value"))
    if np.isfinite(low):
        reasons += doubts_of_numbers(panel)
    over = "" if asked.over == "units" else f" over {asked.over}"
    words = "t" if name == "t" else f"{name}, t"
    return float(low), float(high), se, f"{spread.kind}{over}, {words}", reasons


def why_still(panel: NumberPanel, se: float) -> str | None:
    """Why no unit moves the value, if the metric knows: an optimum at a boundary has few digits."""
    facts = panel.metric.numbers
    return None if facts is None or facts.still is None or se > _NEAR else facts.still(panel.state, **panel.options)


def spread_of_numbers(panel: NumberPanel, asked: NumbersAsked) -> Spread:
    """The variance over what the interval generalises over."""
    return asked.spread(lambda kind: _over_units(panel, kind), lambda: _over_raters(panel))


def _over_units(panel: NumberPanel, kind: str | None) -> Spread:
    in_groups = panel.too_many and kind is None and panel.clusters is None
    return _by_groups(panel) if in_groups else spread_over_units(panel, kind)


def _by_groups(panel: NumberPanel) -> Spread:
    """``(G - 1) / G sum_g (t_(-g) - mean)^2`` over groups of units."""
    values = panel.without_groups()
    size = len(values)
    return Spread(jackknife_variance(np.ones(size), values), size - 1.0, f"jackknife of {size} groups")


def _over_raters(panel: NumberPanel) -> Spread:
    last = panel.metric.numbers is not None and panel.metric.numbers.last
    used = np.flatnonzero((~np.isnan(panel.state.matrix)).any(0))
    used = used[:-1] if last else used
    names, state = panel.state.raters, panel.state

    def without(places: npt.NDArray[np.intp]) -> FloatArray:
        return np.array([replace(panel, state=state.without(names[place])).value for place in places])

    return leaving_out(used, without, panel.value)


def scale_of(panel: NumberPanel, method: str | None) -> tuple[Scale, str]:
    """The scale on which limits are symmetric, and its name."""
    name, k = "fisher", 0.0
    if panel.metric.numbers is not None:
        name, k = panel.metric.numbers.scale(panel.state, **panel.options)
    if method in _ON_SCALES:
        name = str(method)
    if name == "reliability":
        return _reliability(k), name
    return SCALES["delta" if name == "t" else name], name


def _reliability(k: float) -> Scale:
    """Fisher's z of an intraclass correlation of k ratings a unit (Fisher 1925, Statistical Methods, section 39)."""
    more = k - 1.0

    def to(x: Any) -> Any:
        return 0.5 * (np.log1p(more * x) - np.log1p(-x))

    def back(z: Any) -> Any:
        z = np.minimum(z, _NEARLY_ONE)
        return np.expm1(2 * z) / (np.exp(2 * z) + more)

    def slope(x: Any) -> Any:
        return 0.5 * (more / (1 + more * x) + 1 / (1 - x))

    return Scale(to, back, slope, -1.0 / more if more > 0 else -np.inf, 1.0)


def doubts_of_numbers(panel: NumberPanel) -> list[str]:
    """Reasons not to trust an interval from a variance over units."""
    found = []
    if panel.worth < _FEW:
        found.append(f"only {panel.worth:.3g} units")
    if panel.clusters is not None and panel.clusters.size < _FEW_CLUSTERS:
        found.append(f"only {panel.clusters.size} clusters")
    return found
