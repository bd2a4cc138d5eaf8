"""Which method a metric takes by default, and which stands in where that one fails."""

from __future__ import annotations

from concordant.inference.question import Question
from concordant.inference.samples.cells import CellSample

_BY_RANGE: dict[tuple[float, ...], str] = {(-1, 1): "fisher", (0, 1): "logit", (0, float("inf")): "log"}


def default_method(question: Question) -> str:
    """The method named among the facts of the metric; else the scale that fits its range."""
    metric = question.metric
    if metric.facts.interval is not None:
        return metric.facts.interval
    if question.influence is None:
        return "bca"
    return _BY_RANGE.get(metric.facts.range or (), "delta")


def stand_in(question: Question) -> str | None:
    """The method that gives limits where the default has none: at the ends of the range, or without an error."""
    independent = question.sample.units.clusters is None
    return "perks" if isinstance(question.sample, CellSample) and independent else None
