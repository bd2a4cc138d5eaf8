"""Metrics of a page whose scores were counted in buckets: their bounds, or why they have none."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from concordant.engines.exact_scores import ExactScores
from concordant.metrics._object.metric import Metric
from concordant.result import Bounds, Outcome
from concordant.states import BucketCurve

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


def taken_of(
    metric: Metric, state: Any, options: Mapping[str, Any], exact: ExactScores | None = None
) -> tuple[Outcome, str, Bounds | None]:
    """
    Take a metric of a state of the page.

    Returns
    -------
    Outcome
        Undefined, with the reason, where a metric of scores in buckets has no bounds.
    str
        The signature.
    Bounds or None
        Of a metric of scores in buckets; None for any other state, and for what a second pass made exact.
    """
    if not isinstance(state, BucketCurve):
        return metric.outcome(state, **options), metric.signature(state, **options), None
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
