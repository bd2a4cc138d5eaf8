"""
Intervals of metrics of scores that are known up to buckets.

The limits are those of the curve with ties in its buckets, widened by what the buckets leave open: they hold for the
value of the rows as they would with every score known.
"""

from __future__ import annotations

from typing import Any

from concordant.metrics.definition.metric import Metric
from concordant.result.intervals import Bounds, Interval
from concordant.result.record import altered


def widened(found: Any, bounds: Bounds, metric: Metric) -> Interval:
    """Move each limit of the tied curve away by the distance of the value from its bound on that side."""
    tied: Interval = found
    ends = metric.facts.range or (float("-inf"), float("inf"))
    low, high = tied.low - (bounds.value - bounds.low), tied.high + (bounds.high - bounds.value)
    return altered(tied, low=max(low, ends[0]), high=min(high, ends[1]), signature=bounds.signature)
