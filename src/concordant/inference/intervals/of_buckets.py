"""
Intervals of metrics of scores that are known up to buckets.

The limits are those of the curve with ties in its buckets, widened by what the buckets leave open: they hold for the
value of the rows as they would with every score known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concordant.metrics._object.metric import Metric
from concordant.result.interval import Interval
from concordant.states.bucket_curve import BucketCurve


def widened(found: Any, metric: Metric, state: BucketCurve, options: Mapping[str, Any]) -> Interval:
    """Move each limit of the tied curve away by the distance of the value from its bound on that side."""
    bounds, ends = metric.bounds_of(state, **options), metric.facts.range or (float("-inf"), float("inf"))
    low, high = found.low - (bounds.value - bounds.low), found.high + (bounds.high - bounds.value)
    key = state.score_key
    signature = f"{found.signature}|buckets:{key.scale}{key.bits}"
    rest = (found.se, found.level, found.method, found.n, found.metric, signature, found.reason, found.simultaneous)
    return Interval(found.value, max(low, ends[0]), min(high, ends[1]), *rest)
