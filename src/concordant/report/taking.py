"""Compute the metrics of the page, each from the state that its formula takes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.report.bucketed import taken_of_buckets, taken_of_class_buckets
from concordant.report.choices import GROUPS, PER_CLASS, Choice
from concordant.report.page_records import ClassBalance, ClassMetric, Result, Taken, without
from concordant.report.task import Task
from concordant.report.uncertainty import Uncertainty
from concordant.result import Bounds, Interval, Outcome
from concordant.states import BucketCurve, Counts, CurveStack, Moments
from concordant.typing import Label


def take_results(
    taken: Taken, task: Task, positive: str | None, uncertainty: Uncertainty | None = None
) -> tuple[Result, ...]:
    """The metrics of the task that the states allow, with their intervals if they are asked for."""
    return tuple(
        result_of(choice, state, group.heading.format(positive=positive), uncertainty, of=taken)
        for group in GROUPS[task]
        for choice in group.choices
        if (state := taken.state(choice)) is not None
    )


def result_of(
    choice: Choice,
    state: Any,
    heading: str,
    uncertainty: Uncertainty | None = None,
    *,
    on_page: bool = True,
    of: Taken | None = None,
) -> Result:
    """One metric of the page, `of` all of whose states say what is known beside this one."""
    metric = get(choice.metric)
    outcome, signature, bounds = taken_of(metric, state, choice.options, of)
    value = float(outcome.value)
    reason = outcome.reason
    if reason is None and math.isinf(value):
        infinite = metric.takes == (Moments,)
        reason = "infinite: at least one row gave the probability 0 to what happened" if infinite else "infinite: x/0"
    facts = metric.facts
    interval = None
    if uncertainty is not None:
        interval = uncertainty.interval(metric, choice.options, state, value, signature, on_page=on_page, bounds=bounds)
    return Result(
        name=facts.name,
        title=choice.title or facts.title,
        heading=heading,
        options=dict(choice.options),
        value=value,
        reason=reason,
        says=choice.says or facts.says,
        formula=facts.formula,
        better=facts.better,
        chance=facts.chance,
        signature=signature,
        interval=interval,
        bounds=bounds,
    )


def taken_of(
    metric: Metric, state: Any, options: Mapping[str, Any], of: Taken | None = None
) -> tuple[Outcome, str, Bounds | None]:
    """Take a metric of a state of the page: what it is, its signature and, of scores in buckets, its bounds."""
    if isinstance(state, BucketCurve):
        return taken_of_buckets(metric, state, options, None if of is None else of.exact)
    if isinstance(state, CurveStack) and of is not None and of.buckets is not None:
        return taken_of_class_buckets(metric, state, of.buckets, options)
    return metric.outcome(state, **options), metric.signature(state, **options), None


def take_per_class(taken: Taken, uncertainty: Uncertainty | None = None) -> tuple[ClassMetric, ...]:
    """Metrics with one value a class."""
    found = []
    for choice in PER_CLASS:
        state = taken.state(choice)
        if state is None:
            continue
        metric = get(choice.metric)
        outcome = metric.outcome(state, average=None)
        intervals = None if uncertainty is None else uncertainty.intervals(metric, {"average": None}, state)
        found.append(
            ClassMetric(
                name=metric.name,
                title=metric.facts.title,
                says=metric.facts.says,
                formula=metric.facts.formula,
                values=tuple(np.asarray(outcome.value).tolist()),
                reason=outcome.reason,
                signature=metric.signature(state, average=None),
                intervals=None if isinstance(intervals, str) else intervals,
                doubt=intervals if isinstance(intervals, str) else _doubt(intervals, outcome.reason),
            )
        )
    return tuple(found)


def _doubt(intervals: Sequence[Interval] | None, known: str | None) -> str | None:
    """What is to be said of the intervals and is not yet said of the values."""
    reasons = {interval.reason: None for interval in intervals or () if interval.reason is not None}
    beyond = (without(reason, known) for reason in reasons)
    return "; ".join(said for said in beyond if said is not None) or None


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
