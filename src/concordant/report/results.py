"""Each metric from the state it needs, also one asked for by name; bounds of scores in buckets."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.errors import ConcordantError, OptionError
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import find
from concordant.report.choices import CALIBRATION, CHOICES, PER_CLASS, Choice
from concordant.report.records import ClassBalance, ClassMetric, PageStates, Result, without
from concordant.report.task import Task
from concordant.report.uncertainty import Uncertainty
from concordant.result import Bounds, Interval, Outcome
from concordant.sources.buckets import BucketStack
from concordant.states import BucketCurve, Counts, Curve, CurveStack, Moments
from concordant.typing import Label

_MOST_FITTED = 20_000  # different scores: of a million a fit takes as long as all other metrics
_HEADINGS = {
    "rates": "Rates of the decisions",
    "overall": "The decisions as a whole",
    "agreement": "Agreement of truth and prediction",
    "ranking": "Ranking by the score",
    "probabilities": "Probabilities",
}


def take_further(
    taken: PageStates, task: Task, on_page: Collection[str], uncertainty: Uncertainty | None = None
) -> tuple[Result, ...]:
    """Take every metric of one number that is not on the page and that these states allow, family by family."""
    order = list(_HEADINGS)
    wanted = [metric for metric in find() if metric.facts.family in order and metric.name not in on_page]
    wanted.sort(key=lambda metric: (order.index(metric.facts.family), metric.facts.title.lower()))
    return tuple(_results(taken, task, wanted, uncertainty))


def _results(taken: PageStates, task: Task, wanted: list[Metric], uncertainty: Uncertainty | None) -> Iterator[Result]:
    for metric in wanted:
        if metric.facts.needs_order == "always" and task != "ordinal":
            continue
        options = {"average": "macro"} if task != "binary" and "average" in metric.options else {}
        choice = Choice(metric.name, options, heading=_HEADINGS[metric.facts.family])
        try:
            result = result_of(choice, taken, uncertainty, on_page=False)
        except (ConcordantError, TypeError):  # it speaks of two classes, or has an option that only the caller knows
            continue
        if result is not None:
            yield result


def take_results(
    taken: PageStates, task: Task, positive: str | None, uncertainty: Uncertainty | None = None
) -> tuple[Result, ...]:
    """The metrics of the task that the states allow, with their intervals if they are asked for."""
    choices = [one for one in CHOICES[task] if one not in CALIBRATION or _quickly_fitted(taken)]
    headed = (replace(one, heading=one.heading.format(positive=positive)) for one in choices)
    results = (result_of(choice, taken, uncertainty) for choice in headed)
    return tuple(result for result in results if result is not None)


def _quickly_fitted(taken: PageStates) -> bool:
    """Whether every score is here, and few enough for the page to fit a calibration; else it is asked for by name."""
    return isinstance(taken.curve, Curve) and len(taken.curve.scores) <= _MOST_FITTED


def result_of(
    choice: Choice, taken: PageStates, uncertainty: Uncertainty | None = None, *, on_page: bool = True
) -> Result | None:
    """One metric of the page; None if the states do not allow it."""
    metric = choice.definition
    state = taken.of(metric, choice.options)
    if state is None:
        return None
    outcome, signature, bounds = taken_of(metric, state, choice.options, taken)
    if np.ndim(outcome.value):
        raise several_numbers(choice.called, np.size(outcome.value))
    value = float(outcome.value)
    reason = outcome.reason
    if reason is None and math.isinf(value):
        infinite = metric.takes == (Moments,)
        reason = "infinite: at least one row gave the probability 0 to what happened" if infinite else "infinite: x/0"
    facts = metric.facts
    interval = None
    if uncertainty is not None:
        how: Any = {"outcome": outcome, "on_page": on_page, "bounds": bounds}
        interval = uncertainty.interval(metric, choice.options, state, value, signature, **how)
    return Result(
        name=facts.name,
        title=choice.called,
        heading=choice.heading,
        options=dict(choice.options),
        value=value,
        reason=reason,
        says=choice.meaning,
        formula=facts.formula,
        better=facts.better,
        chance=facts.chance,
        signature=signature,
        interval=interval,
        bounds=bounds,
    )


def several_numbers(title: str, many: int) -> OptionError:
    """Return the error for a metric with a number of each class, where one is needed."""
    return OptionError(f"{title} is {many} numbers, and one is needed: choose an average.")


def taken_of(
    metric: Metric, state: Any, options: Mapping[str, Any], of: PageStates
) -> tuple[Outcome, str, Bounds | None]:
    """Take a metric of a state of the page: what it is, its signature and, of scores in buckets, its bounds."""
    if isinstance(state, BucketCurve):
        why = why_unbounded(metric, state)
        if why is not None:
            return Outcome(math.nan, why), metric.signature(state.tied(), **options), None
        bounds = metric.quiet_bounds_of(state, options)
        return Outcome(bounds.value, bounds.reason), bounds.signature, bounds
    if isinstance(state, CurveStack) and of.buckets is not None:
        return taken_of_class_buckets(metric, state, of.buckets, options)
    return metric.outcome(state, **options), metric.signature(state, **options), None


def take_per_class(taken: PageStates, uncertainty: Uncertainty | None = None) -> tuple[ClassMetric, ...]:
    """Metrics with one value a class."""
    found = []
    for choice in PER_CLASS:
        metric, options = choice.definition, dict[str, Any](average=None)
        state = taken.of(metric, options)
        if state is None:
            continue
        outcome, signature = metric.outcome(state, **options), metric.signature(state, **options)
        intervals = None
        if uncertainty is not None:
            intervals = uncertainty.intervals(metric, options, state, outcome, signature)
        found.append(
            ClassMetric(
                name=metric.name,
                title=metric.facts.title,
                says=metric.facts.says,
                formula=metric.facts.formula,
                values=tuple(np.asarray(outcome.value).tolist()),
                reason=outcome.reason,
                signature=signature,
                intervals=None if isinstance(intervals, str) else intervals,
                doubt=intervals if isinstance(intervals, str) else _doubt(intervals, outcome.reason),
            )
        )
    return tuple(found)


def _doubt(intervals: Sequence[Interval] | None, known: str | None) -> str | None:
    """What is to be said of the intervals and is not yet said of the values."""
    reasons = {interval.reason: None for interval in intervals or () if interval.reason is not None}
    beyond = (without(reason, known) for reason in reasons)
    return "; ".join(reason for reason in beyond if reason is not None) or None


def take_balance(truth: Counts, counts: Counts | None, labels: tuple[Label, ...]) -> dict[Label, ClassBalance]:
    """How often each class occurs in the truth and, if there is one, in the prediction."""
    true = dict(zip(truth.labels, truth.row_totals.tolist(), strict=True))
    pred = {} if counts is None else dict(zip(counts.labels, counts.column_totals.tolist(), strict=True))
    total = truth.n
    return {
        label: ClassBalance(
            true=true[label],
            true_share=true[label] / total,
            predicted=pred.get(label),
            predicted_share=pred[label] / total if pred else None,
        )
        for label in labels
    }


_ROUNDING = 2.0**-40  # of sums over the buckets
_HOW = "take the metric itself of the columns in memory"


def why_unbounded(metric: Metric, state: BucketCurve) -> str | None:
    """Why a metric is not taken of scores in buckets; None if it is."""
    if metric.facts.input == "probabilities":
        return f"it needs every score as it is, and scores were counted in buckets: {_HOW}"
    if metric.facts.dominance is None:
        return f"no bounds of it are known for scores that were counted in buckets: {_HOW}"
    if metric.facts.dominance == "counted" and state.weights.dtype.kind == "f":
        return f"no bounds of it are known for weighted scores that were counted in buckets: {_HOW}"
    return None


def takes_every_score(metric: Metric, options: Mapping[str, Any]) -> bool:
    """Whether a metric of one score a class has no bounds of scores in buckets, and needs every score as it is."""
    if Counts in metric.takes or Moments in metric.takes:
        return False
    given = {**({"average": "macro"} if "average" in metric.options else {}), **options}
    return metric.facts.input == "probabilities" or metric.facts.dominance is None or not _has_bounds(given)


def _has_bounds(options: Mapping[str, Any]) -> bool:
    """Whether bounds are known for these options of a metric of several classes."""
    return options.get("average") == "macro" and (options.get("multi_class") == "ovo" or len(options) == 1)


def taken_of_class_buckets(
    metric: Metric, state: CurveStack, buckets: BucketStack, options: Mapping[str, Any]
) -> tuple[Outcome, str, Bounds | None]:
    """Take a metric of the scores of several classes, whose curves tie the scores of a bucket."""
    signature = metric.signature(state, **options)
    why = why_unbounded(metric, buckets.curves[0])
    pairs = options.get("multi_class") == "ovo"
    if why is None and not _has_bounds(options):
        why = f"no bounds of it are known for scores that were counted in buckets: {_HOW}"
    if why is not None:
        return Outcome(math.nan, why), signature, None
    outcome = metric.outcome(state, **options)
    value = float(outcome.value)
    if math.isnan(value):
        return outcome, signature, None
    low, high = _of_pairs(metric, buckets, options) if pairs else _of_each(metric, buckets)
    key = buckets.curves[0].score_key
    signature = f"{signature}|buckets:{key.scale}{min(one.score_key.bits for one in buckets.curves)}"
    rest = (buckets.buckets, buckets.curves[0].n, metric.facts.title, signature, outcome.reason)
    return outcome, signature, Bounds(value, min(low, value), max(high, value), *rest)


def _of_each(metric: Metric, buckets: BucketStack) -> tuple[float, float]:
    """The means of the bounds of each class against the rest, which are those of the mean."""
    each = [metric.quiet_bounds_of(one, {}) for one in buckets.against_rest()]
    defined = [one for one in each if not math.isnan(one.value)]
    return sum(one.low for one in defined) / len(defined), sum(one.high for one in defined) / len(defined)


def _of_pairs(metric: Metric, buckets: BucketStack, options: Mapping[str, Any]) -> tuple[float, float]:
    """The mean over pairs, the class of each column below all others of a bucket, and above them."""
    low, high = (float(metric.value_of(buckets.ordered(own_first=first), **options)) for first in (False, True))
    slack = _ROUNDING * max(abs(low), abs(high))
    return low - slack, high + slack
