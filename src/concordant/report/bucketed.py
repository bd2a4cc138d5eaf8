"""Scores that were counted in buckets: the bounds of the metrics of a page, and whether the rows are read again."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from concordant.inference.intervals.estimand import Question
from concordant.inference.intervals.methods import quiet_answer
from concordant.inference.samples.gather import sample_of_state
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.result import Bounds, Outcome
from concordant.sources.buckets import BucketStack, ExactScores
from concordant.sources.scores import ScoredRows
from concordant.states import BucketCurve, Counts, CurveStack, Moments
from concordant.states.curves import joined

Exact: TypeAlias = bool | Literal["auto"]  # whether to read such scores again

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


def taken_of_buckets(
    metric: Metric, state: BucketCurve, options: Mapping[str, Any], exact: ExactScores | None
) -> tuple[Outcome, str, Bounds | None]:
    """
    Take a metric of scores in buckets, `exact` where a second pass read them.

    Returns
    -------
    Outcome
        Undefined, with the reason, where a metric of scores in buckets has no bounds.
    str
        The signature.
    Bounds or None
        None where there is no value, and for what a second pass made exact.
    """
    tied = state.tied()
    signature = metric.signature(tied, **options)
    value = math.nan if exact is None or options else exact.values.get(metric.name, math.nan)
    if not math.isnan(value):
        return Outcome(value), signature, None
    why = why_unbounded(metric, state)
    if why is not None:
        return Outcome(math.nan, why), signature, None
    bounds = metric.quiet_bounds_of(state, options)
    return Outcome(bounds.value, bounds.reason), bounds.signature, bounds


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


def wants_order(exact: Exact, found: ScoredRows) -> bool:
    """Whether to read again; with "auto" if the ROC AUC is known less exactly than to a tenth of its standard error."""
    if not exact or not isinstance(found.curve, BucketCurve):
        return False
    return exact is True or (found.weights is None and _is_wide(found.curve))


def _is_wide(curve: BucketCurve) -> bool:
    metric = get("roc_auc")
    bounds = metric.quiet_bounds_of(curve, {})
    if not bounds.width > 0:  # NaN where only one class occurs
        return False
    tied: Any = quiet_answer(Question(metric, {}, sample_of_state(metric, joined(curve.tied())), 0.95))
    return is_wide(bounds, tied.se)


def is_wide(bounds: Bounds, error: float) -> bool:
    """Whether half of the bounds is more than a tenth of the standard error; of one that is not known it is 0.001."""
    return bool(bounds.width / 2 > (error if error > 0 else 1e-3) / 10)
