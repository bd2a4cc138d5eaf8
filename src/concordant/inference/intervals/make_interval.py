"""From a question to an `Interval`: the default method, what stands in where it fails, and honest doubts."""

from __future__ import annotations

import numpy as np

from concordant.errors import IntervalWarning, UndefinedMetricWarning
from concordant.inference.intervals.interval_doubts import doubts
from concordant.inference.intervals.interval_methods import default_limits, default_method, method_named, within_range
from concordant.inference.intervals.question import Limits, Question
from concordant.metrics._object.undefined import warn_user
from concordant.result.interval import Interval, Intervals


def answer(question: Question, method: str | None = None) -> Interval | Intervals:
    """Take the interval, by the default method of the metric if none is named; warn where it deserves doubt."""
    return warned(quiet_answer(question, method))


def warned(found: Interval | Intervals) -> Interval | Intervals:
    """Warn of the reason of an interval, if it has one."""
    if found.reason is not None:
        undefined = bool(np.isnan(found.value).any())
        warn_user(f"{found.metric}: {found.reason}", UndefinedMetricWarning if undefined else IntervalWarning)
    return found


def quiet_answer(question: Question, method: str | None = None) -> Interval | Intervals:
    """Take the interval for somebody who shows its reason: without a warning."""
    metric, options, state = question.metric, question.options, question.sample.state
    reasons = [question.undefined] if question.undefined else []
    limits = _limits(question, method)
    reasons += limits.reasons
    reasons += doubts(question, limits.method.partition("/")[0])
    low, high = limits.low, limits.high
    without = np.isnan(low) & ~np.isnan(question.value)
    if without.any() and not any("no interval" in reason for reason in reasons):
        reasons.append(_why_none(question, method or limits.method))
    reason = "; ".join(dict.fromkeys(reasons)) or None
    given = question.sample.as_given(state)
    n = float(np.max(given.n)) if np.ndim(given.n) else given.n  # each table of several labels has all rows
    rest = (question.level, limits.method, n, metric.name, metric.signature(given, **options), reason)
    if question.value.ndim == 0:
        return Interval(float(question.value), float(low), float(high), float(limits.se), *rest)
    outputs = getattr(state, "outputs", None) or getattr(state, "labels", None)
    of_pairs = options.get("multi_class") == "ovo"
    if outputs is not None and (of_pairs or len(outputs) != len(question.value)):
        outputs = None
    return Intervals(question.value, low, high, limits.se, *rest, outputs)


def _limits(question: Question, method: str | None) -> Limits:
    """Ask the method; no rows have none, whatever the method."""
    if not question.sample.units.total:
        nothing = np.full(question.value.shape, np.nan)
        name = default_method(question) if method is None else method
        method_named(name)
        return Limits(nothing, nothing, nothing, name)
    return default_limits(question) if method is None else within_range(method_named(method)(question), question)


def _why_none(question: Question, method: str) -> str:
    if np.isinf(question.value).any():
        return "one row makes the value infinite, as it does in every sample that holds such a row: it has no interval"
    same = bool((question.se == 0).any())
    why = "no row moves the value" if same else "the value is at the end of its range"
    return f'no interval by method="{method}": {why}'
