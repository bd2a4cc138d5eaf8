"""Uncertainty of every metric: intervals, paired tests, planning. Generic over states and formulas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concordant.inference.bootstrap.draws import Scheme
from concordant.inference.interval import answer
from concordant.inference.quantiles import check_level
from concordant.inference.question import Question
from concordant.inference.samples.gather import sample_of_state, samples_of, split_options
from concordant.metrics._object.metric import Metric
from concordant.result.interval import Interval, Intervals


def interval(
    metric: Metric,
    data: tuple[Any, ...],
    options: Mapping[str, Any],
    *,
    level: float = 0.95,
    method: str | None = None,
    cluster: Any = None,
    draws: int = 2000,
    seed: int = 0,
    scheme: Scheme = "rows",
) -> Interval | Intervals:
    """What `Metric.interval` does."""
    reading, chosen = split_options(metric, options)
    truth, *predictions = data
    (sample,) = samples_of(metric, truth, predictions, metric.data[1:], {**reading, "cluster": cluster})
    return answer(Question(metric, chosen, sample, check_level(level), draws, seed, scheme), method)


def interval_of(
    metric: Metric,
    state: Any,
    options: Mapping[str, Any],
    *,
    level: float = 0.95,
    method: str | None = None,
    draws: int = 2000,
    seed: int = 0,
    scheme: Scheme = "rows",
) -> Interval | Intervals:
    """What `Metric.interval_of` does."""
    sample = sample_of_state(metric, state)
    return answer(Question(metric, options, sample, check_level(level), draws, seed, scheme), method)
