"""Test a coefficient of a panel against a value: on the scale of its interval, so that both always agree."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np

from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.inference.intervals.scales import SCALES, Scale
from concordant.inference.panels.asked import Asked
from concordant.inference.panels.errors_of_raters import check_over
from concordant.inference.panels.errors_of_units import Spread
from concordant.inference.panels.intervals import spread_of
from concordant.inference.panels.panel import Panel
from concordant.inference.panels.reading import read_panel
from concordant.inference.quantiles import tail
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user
from concordant.names import did_you_mean
from concordant.result.comparisons import TableTest
from concordant.typing import FloatArray

Alternative = Literal["two-sided", "greater", "less"]


def panel_test(
    metric: Metric,
    ratings: Any,
    options: dict[str, Any],
    *,
    against: float = 0.0,
    alternative: Alternative = "two-sided",
    method: str | None = None,
    cluster: Any = None,
) -> TableTest:
    """What `Metric.test` does."""
    check_hypothesis(metric, against, alternative)
    over, se = check_over(options.pop("over", "units")), options.pop("se", None)
    panel = read_panel(metric, ratings, options, cluster)
    if panel.value.ndim:
        msg = f"{metric.name} has one value a label: test those of {metric.name}.interval."
        raise OptionError(msg)
    reason = panel.undefined
    z, degrees, name = float("nan"), None, method or "jackknife"
    if reason is None and method == "null":
        z, name = _against_chance(panel, against), "normal, error under the hypothesis"
    elif reason is None:
        spread = spread_of(panel, Asked(0.95, method, se, over))
        scale: str = "fisher" if metric.panel is None else metric.panel.limits
        z, degrees, name = distance(panel.value, spread, against, SCALES[scale], scale)
        reason = (spread.reason or "the value has no standard error") if np.isnan(z) else None
    if reason is None and np.isnan(z):
        reason = "the value has no standard error"
    if reason is not None:
        warn_user(f"{metric.name}: {reason}", UndefinedMetricWarning)
    p_value = p_of(z, degrees, alternative)
    return TableTest(*titles(metric, against, alternative), z, None, p_value, panel.n, name, reason)


def titles(metric: Metric, against: float, alternative: Alternative) -> tuple[str, str]:
    """What a test is called, and its hypothesis."""
    sign = {"two-sided": "=", "greater": "<=", "less": ">="}[alternative]
    what = metric.name.replace("_", " ")
    return f"Test of {what}", f"{what} {sign} {against:g}"


def check_hypothesis(metric: Metric, against: float, alternative: Alternative) -> None:
    """Raise for a value that is no number, and for an unknown alternative."""
    known = get_args(Alternative)
    if alternative not in known:
        msg = f"alternative must be one of {', '.join(map(repr, known))}, not {alternative!r}."
        raise OptionError(msg + did_you_mean(alternative, known))
    if isinstance(against, bool) or not isinstance(against, (int, float)) or not np.isfinite(against):
        msg = f"against must be the number that {metric.name} is tested against, not {against!r}."
        raise OptionError(msg)


def distance(value: FloatArray, spread: Spread, against: float, scale: Scale, name: str) -> tuple[float, float, str]:
    """Return the distance on the scale of the limits, in standard errors, the degrees of freedom, and how in words."""
    if not (scale.low < against < scale.high and scale.low < float(value) < scale.high):
        name, scale = "t", SCALES["delta"]
    error = float(np.sqrt(spread.for_limits)) * float(scale.slope(value))
    apart = float(scale.to(value) - scale.to(np.asarray(float(against))))
    return (apart / error if error > 0 else float("nan")), spread.degrees, f"{spread.kind}, {name}, t"


def _against_chance(panel: Panel, against: float) -> float:
    """The value in the standard errors that it has if all agreement is by chance."""
    error = None if panel.metric.panel is None else panel.metric.panel.null_error
    if error is None or against != 0:
        name = panel.metric.name
        msg = f'method="null" tests whether some coefficients are 0; it does not test {name} against {against:g}.'
        raise OptionError(msg)
    se = error(panel.state, **dict(panel.options))
    return float(panel.value) / se if se > 0 else float("nan")


def p_of(z: float, degrees: float | None, alternative: str) -> float:
    """The p-value of a standardised distance, of Student's t or of the normal."""
    if np.isnan(z):
        return float("nan")
    both = tail(z, degrees)
    if alternative == "two-sided":
        return both
    beyond = (z > 0) == (alternative == "greater")
    return both / 2 if beyond else 1 - both / 2
