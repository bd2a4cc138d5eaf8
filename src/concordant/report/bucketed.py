"""Metrics of a page whose scores were counted in buckets: their bounds, or why they have none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concordant.metrics._object.metric import Metric
from concordant.result import Bounds
from concordant.states import BucketCurve

_HOW = "read the columns into memory, or count fewer different scores"


def why_unbounded(metric: Metric, state: BucketCurve) -> str | None:
    """Why a metric is not taken of scores in buckets; None if it is."""
    if metric.facts.input == "probabilities":
        return f"it needs every score as it is, and scores were counted in buckets: {_HOW}"
    if metric.facts.dominance is None:
        return f"no bounds of it are known for scores that were counted in buckets: {_HOW}"
    if metric.facts.dominance == "counted" and state.weights.dtype.kind == "f":
        return f"no bounds of it are known for weighted scores that were counted in buckets: {_HOW}"
    return None


def bounds_of(metric: Metric, state: Any, options: Mapping[str, Any]) -> Bounds | None:
    """The bounds of a metric of buckets; None for any other state."""
    return metric.quiet_bounds_of(state, options) if isinstance(state, BucketCurve) else None
