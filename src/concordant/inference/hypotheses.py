"""Tests of one value: the least level whose limits leave the hypothesis out, so that test and interval agree."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any, Literal, get_args

import numpy as np

from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.intervals.methods import limits_of, quiet_answer
from concordant.inference.quantiles import tail
from concordant.metrics.arithmetic import as_float
from concordant.metrics.definition.facts import check_reachable
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user
from concordant.names import require_choice
from concordant.result.comparisons import TableTest

Alternative = Literal["two-sided", "greater", "less"]

_FARTHEST = 8.0  # standard errors; beyond it a p-value is less than 1e-15
_STEPS, _SECANTS, _CLOSE = 60, 12, 1e-10
_SAME = 1e-12  # so near, a value is the hypothesis but for rounding
_DRAWN = {"percentile", "basic", "bca"}
_NORMAL = NormalDist()


def value_test(estimand: Estimand, against: float | None, alternative: Alternative, method: str | None) -> TableTest:
    """
    Test whether the value is another one, by the limits of `method`.

    The p-value is the least alpha whose limits of the level 1 - alpha leave the hypothesis out; the statistic is the
    normal quantile that goes with it. Resampled values tell no p-value below that of one of them.
    """
    metric = estimand.metric
    if estimand.value.ndim:
        raise OptionError(f"{metric.name} has several values here, and one is tested: choose an average.")
    against = checked_hypothesis(metric, against, alternative)
    found: Any = quiet_answer(estimand, method)
    value, reason = float(estimand.value), found.reason
    z = math.nan if math.isnan(found.low) else 0.0
    if not math.isnan(found.low):
        side, distance = (0, value - against) if value > against else (1, against - value)

        def reached(z: float) -> float:
            limits = limits_of(estimand.with_level(2 * _NORMAL.cdf(z) - 1), method)
            return abs(float((limits.low, limits.high)[side]) - value)

        drawn = found.method.partition("/")[0] in _DRAWN
        farthest = -_NORMAL.inv_cdf(1 / (estimand.draws + 1)) if drawn else _FARTHEST
        if not math.isclose(value, against, rel_tol=_SAME):
            z = math.copysign(reaching(reached, distance, farthest), value - against)
    if reason is not None and math.isnan(z):
        warn_user(f"{metric.name}: {reason}", UndefinedMetricWarning)
    p_value = p_of(z, None, alternative)
    return TableTest(
        *titles(metric, against, alternative), z, None, p_value, found.n, f"{found.method}, inverted", reason
    )


def reaching(reached: Callable[[float], float], distance: float, farthest: float = _FARTHEST) -> float:
    """
    Find the z whose limits reach so far: nearly a line through 0, so that secants get there in a few steps.

    Where that takes too long, such as at the end of a range, a bracket is halved.
    """
    low, high = 0.0, farthest
    z, before = min(2.0, farthest), (0.0, 0.0)
    for step in range(_STEPS):
        now = reached(z)
        low, high = (z, high) if now < distance else (low, z)
        if high - low <= _CLOSE or abs(now - distance) <= _CLOSE * distance or z == before[0]:
            break
        rise = (now - before[1]) / (z - before[0])
        before, guess = (z, now), z + (distance - now) / rise if rise > 0 else math.inf
        if step < _SECANTS and low < guess < high:
            z = guess
        elif high < farthest:
            z = (low + high) / 2
        else:
            z = min(2 * max(z, low), farthest)
        if z >= farthest and reached(farthest) < distance:
            return farthest
    return z


def titles(metric: Metric, against: float, alternative: Alternative) -> tuple[str, str]:
    """What a test is called, and its hypothesis."""
    sign = {"two-sided": "=", "greater": "<=", "less": ">="}[alternative]
    what = metric.name.replace("_", " ")
    return f"Test of {what}", f"{what} {sign} {against:g}"


def checked_hypothesis(metric: Metric, against: Any, alternative: Alternative) -> float:
    """Return the hypothesis, or that of chance; raise for what the value cannot be, and for an unknown alternative."""
    require_choice("alternative", alternative, get_args(Alternative))
    if against is None:
        chance = 0.0 if metric.of_raters else metric.facts.chance
        if chance is None:
            raise OptionError(f"{metric.name}.test needs against=, the value that it is tested against.")
        return float(chance)
    number = as_float(against)
    if not math.isfinite(number):
        raise OptionError(f"against must be the number that {metric.name} is tested against, not {against!r:.80}.")
    check_reachable(metric, "against", number)
    return number


def p_of(z: float, degrees: float | None, alternative: str) -> float:
    """The p-value of a standardised distance, of Student's t or of the normal."""
    if np.isnan(z):
        return float("nan")
    both = tail(z, degrees)
    if alternative == "two-sided":
        return both
    beyond = (z > 0) == (alternative == "greater")
    return both / 2 if beyond else 1 - both / 2
