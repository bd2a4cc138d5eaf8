"""From a question to an `Interval`: the default method, what stands in where it fails, and honest doubts."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import IntervalWarning, UndefinedMetricWarning
from concordant.inference.intervals.defaults import default_method, stand_in
from concordant.inference.intervals.doubts import doubts
from concordant.inference.intervals.methods import method_named
from concordant.inference.intervals.question import Limits, Question
from concordant.metrics._object.undefined import warn_user
from concordant.result.interval import Interval, Intervals


def answer(question: Question, method: str | None = None) -> Interval | Intervals:
    """Take the interval, by the default method of the metric if none is named; warn where it deserves doubt."""
    found = quiet_answer(question, method)
    if found.reason is not None:
        undefined = bool(np.isnan(question.value).any())
        warn_user(f"{question.metric.name}: {found.reason}", UndefinedMetricWarning if undefined else IntervalWarning)
    return found


def quiet_answer(question: Question, method: str | None = None) -> Interval | Intervals:
    """Take the interval for somebody who shows its reason: without a warning."""
    metric, options, state = question.metric, dict(question.options), question.sample.state
    metric.check(state, options)
    outcome = metric.explained(question.value[()], state, options)
    name = default_method(question) if method is None else method
    limits = method_named(name)(question)
    reasons = [outcome.reason] if outcome.reason else []
    reasons += limits.reasons
    if method is None:
        limits, why = _mended(question, limits)
        reasons += [*why, *limits.reasons]
    reasons += doubts(question, limits.method)
    low, high = _inside(limits, question)
    without = np.isnan(low) & ~np.isnan(question.value)
    if without.any() and not any("no interval" in reason for reason in reasons):
        reasons.append(_why_none(question, name))
    reason = "; ".join(dict.fromkeys(reasons)) or None
    n = float(np.max(state.n)) if np.ndim(state.n) else state.n  # each table of several labels has all rows
    rest = (question.level, limits.method, n, metric.name, metric.signature(state, **options), reason)
    if question.value.ndim == 0:
        return Interval(float(question.value), float(low), float(high), float(limits.se), *rest)
    outputs = getattr(state, "outputs", None) or getattr(state, "labels", None)
    of_pairs = options.get("multi_class") == "ovo"
    if outputs is not None and (of_pairs or len(outputs) != len(question.value)):
        outputs = None
    return Intervals(question.value, low, high, limits.se, *rest, outputs)


def _mended(question: Question, limits: Limits) -> tuple[Limits, list[str]]:
    """Put the limits of another method where the default has none, and say so."""
    gone = (np.isnan(limits.low) | (limits.high <= limits.low)) & ~np.isnan(question.value)
    if not gone.any():
        return limits, []
    other = stand_in(question)
    if other is None:
        return limits, []
    second = method_named(other)(question)
    low, high = np.where(gone, second.low, limits.low), np.where(gone, second.high, limits.high)
    se = np.where(gone & (np.isnan(limits.se) | (limits.se == 0)), second.se, limits.se)
    why = f'the {limits.method} interval does not exist here, limits by method="{other}" stand in'
    return Limits(low, high, se, other if gone.all() else limits.method, second.reasons), [why]


def _inside(limits: Limits, question: Question) -> tuple[Any, Any]:
    """Cut the limits off at the range of the metric."""
    beyond = np.isinf(question.value) & (limits.low != question.value) & (limits.high != question.value)
    low, high = (np.where(beyond, np.nan, end) for end in (limits.low, limits.high))
    if question.metric.facts.range is None:
        return low, high
    least, greatest = question.metric.facts.range
    return np.clip(low, least, greatest), np.clip(high, least, greatest)


def _why_none(question: Question, method: str) -> str:
    if np.isinf(question.value).any():
        return "one row makes the value infinite, as it does in every sample that holds such a row: it has no interval"
    same = bool((question.se == 0).any())
    why = "no row moves the value" if same else "the value is at the end of its range"
    return f'no interval by method="{method}": {why}'
