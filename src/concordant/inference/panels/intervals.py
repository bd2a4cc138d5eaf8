"""
The interval of a metric of a panel.

By default the jackknife over units on the scale of Fisher's z (of shares: of log odds), with Student's t.
`benchmarks/coverage/panels.py` says how often it holds the true value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference.intervals.interval_doubts import value_outside
from concordant.inference.intervals.question import check_drawing
from concordant.inference.intervals.scales import SCALES
from concordant.inference.panels.asked import ERRORS, Asked
from concordant.inference.panels.bootstrap import METHODS as DRAWN
from concordant.inference.panels.bootstrap import limits_by_draws
from concordant.inference.panels.doubts import doubts
from concordant.inference.panels.errors_of_raters import check_over, spread_over_raters
from concordant.inference.panels.errors_of_units import Spread, spread_over_units
from concordant.inference.panels.exact_bound import is_perfect, lower_bound
from concordant.inference.panels.panel import Panel
from concordant.inference.panels.reading import read_panel
from concordant.inference.panels.two_raters import as_two_columns, interval_of_two
from concordant.inference.quantiles import check_level, two_sided
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user
from concordant.names import did_you_mean
from concordant.result.intervals import Interval, Intervals
from concordant.typing import FloatArray

_ON_SCALES = ("fisher", "logit", "t")
_ROUNDING = 1e-13  # a standard error below is what is left of none
METHODS = (*_ON_SCALES, *ERRORS, *DRAWN)


@dataclass(frozen=True, slots=True)
class PanelAsked(Asked):
    """The same with the draws of a bootstrap."""

    draws: int
    seed: int

    @property
    def by_default(self) -> bool:
        """Whether no way to find the limits is named."""
        return self.method is None and self.se is None and self.over == "units"


def panel_interval(
    metric: Metric,
    ratings: Any,
    options: dict[str, Any],
    *,
    level: float = 0.95,
    method: str | None = None,
    cluster: Any = None,
    draws: int = 2000,
    seed: int = 0,
) -> Interval | Intervals:
    """What `Metric.interval` does with the ratings of many raters."""
    over, se = options.pop("over", "units"), options.pop("se", None)
    asked = PanelAsked(
        check_level(level), _check_method(method), se, check_over(over), *check_drawing(draws, seed, "rows")[:2]
    )
    panel = read_panel(metric, ratings, options, cluster)
    two = as_two_columns(panel, asked.level) if asked.by_default else None
    return answered(panel, asked) if two is None else interval_of_two(panel, two)


def _check_method(method: str | None) -> str | None:
    if not isinstance(method, str | None) or method not in (None, *METHODS):
        msg = f"method must be one of {', '.join(map(repr, METHODS))} for a panel, not {method!r}."
        raise OptionError(msg + did_you_mean(method, METHODS))
    return method


def answered(panel: Panel, asked: PanelAsked) -> Interval | Intervals:
    """Make the record, and warn once."""
    metric, options = panel.metric, dict(panel.options)
    outcome = metric.outcome(panel.units, **options)
    low, high, se, method, reasons = _limits(panel, asked)
    reasons = [*([outcome.reason] if outcome.reason else []), *reasons]
    if np.isfinite(low).any():
        reasons += doubts(panel)
    value = panel.value
    reasons += value_outside(value, low, high, method)
    if (np.isnan(low) & ~np.isnan(value)).any() and not reasons:
        reasons.append("no unit moves the value" if (se == 0).any() else "the value is at the end of its range")
    reason = "; ".join(dict.fromkeys(reasons)) or None
    if reason is not None:
        warn_user(f"{metric.name}: {reason}", UndefinedMetricWarning if np.isnan(value).any() else IntervalWarning)
    rest = (asked.level, method, panel.n * panel.unit, metric.name, panel.signature, reason)
    if value.ndim == 0:
        return Interval(float(value), float(low), float(high), float(se), *rest)
    return Intervals(value, low, high, se, *rest, panel.state.labels if len(value) == len(panel.state.labels) else None)


def _limits(panel: Panel, asked: PanelAsked) -> tuple[FloatArray, FloatArray, FloatArray, str, list[str]]:
    """Limits, standard error, the method in words, and doubts that it has itself."""
    nothing = np.full(panel.value.shape, np.nan)
    if np.isnan(panel.value).all():
        return nothing, nothing, nothing, asked.method or "jackknife", []
    if panel.worth <= 1 or (panel.clusters is not None and panel.clusters.size < 2):
        return nothing, nothing, nothing, asked.method or "jackknife", ["one unit tells nothing of others"]
    if asked.method in DRAWN:
        return _by_draws(panel, asked)
    spread = spread_of(panel, asked)
    se = np.sqrt(spread.variance)
    se = np.where(se <= _ROUNDING, 0.0, se)
    usable = (se > 0) & ~np.isnan(spread.for_limits)
    moved = np.where(usable, se, np.nan)  # where no unit, or cluster, moves the value there are no limits
    scale = _scale(panel, asked.method)
    t = two_sided(asked.level, spread.degrees)
    low, high = SCALES["delta" if scale == "t" else scale].limits(panel.value, moved, t)
    name = "t" if scale == "t" else f"{scale}, t"
    reasons = [spread.reason] if spread.reason else []
    outside = np.isnan(low) & usable & (panel.value < -1.0 + 1e-12) & (scale == "fisher")
    if outside.any():
        plain = SCALES["delta"].limits(panel.value, moved, t)
        low, high = np.where(outside, plain[0], low), np.where(outside, plain[1], high)
        reasons.append("Fisher's z does not exist below -1, so that limits are symmetric")
    low, high, exact = _with_bounds(panel, asked, low, high)
    if spread.refused is not None and not np.isnan(low[spread.refused]).any():  # bounds stand there
        reasons.remove(str(spread.reason))
    if exact is not None and np.ndim(panel.value) == 0:
        return low, high, se, exact, reasons
    over = "" if asked.over == "units" else f" over {asked.over}"
    return low, high, se, f"{spread.kind}{over}, {name}" + (f" / {exact}" if exact else ""), reasons


def spread_of(panel: Panel, asked: Asked) -> Spread:
    """The variance over what the interval generalises over."""
    return asked.spread(lambda kind: spread_over_units(panel, kind), lambda: spread_over_raters(panel))


def _scale(panel: Panel, method: str | None) -> str:
    if method in _ON_SCALES:
        return str(method)
    return "fisher" if panel.metric.panel is None else panel.metric.panel.limits


def _with_bounds(
    panel: Panel, asked: PanelAsked, low: FloatArray, high: FloatArray
) -> tuple[FloatArray, FloatArray, str | None]:
    """Bounds in the place of limits where no unit disagrees, or of a share where all do."""
    perfect = is_perfect(panel)
    share = panel.metric.facts.range is not None and panel.metric.facts.range[0] == 0
    none = (panel.value <= 0) if share else np.zeros(panel.value.shape, np.bool_)
    if not (perfect.any() or none.any()) or not panel.counted:
        return low, high, None
    if perfect.any():
        bound = lower_bound(panel, asked.level)
        low, high = np.where(perfect, np.minimum(bound, 1.0), low), np.where(perfect, 1.0, high)
    if none.any():
        most = 1.0 - ((1.0 - asked.level) / 2.0) ** (1.0 / panel.n)
        low, high = np.where(none, 0.0, low), np.where(none, most, high)
    return low, high, "exact bound"


def _by_draws(panel: Panel, asked: PanelAsked) -> tuple[FloatArray, FloatArray, FloatArray, str, list[str]]:
    if asked.over != "units" or asked.se is not None:
        msg = f'method={asked.method!r} draws units: it goes with over="units" and without se=.'
        raise OptionError(msg)
    low, high, se, used = limits_by_draws(panel, str(asked.method), asked.level, asked.draws, asked.seed)
    return low, high, se, used, []
