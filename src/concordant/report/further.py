"""All other metrics that fit the states of an evaluation and need no choice of the caller."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from concordant.errors import ConcordantError
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import find
from concordant.report.choices import Choice
from concordant.report.page_records import Result, Taken
from concordant.report.taking import result_of
from concordant.report.task import Task
from concordant.report.uncertainty import Uncertainty
from concordant.states import Counts, Moments

_HEADINGS = {
    "rates": "Rates of the decisions",
    "overall": "The decisions as a whole",
    "agreement": "Agreement of truth and prediction",
    "ranking": "Ranking by the score",
    "probabilities": "Probabilities",
}


def take_further(
    taken: Taken, task: Task, on_page: Collection[str], uncertainty: Uncertainty | None = None
) -> tuple[Result, ...]:
    """Take every metric of one number that is not on the page and that these states allow, family by family."""
    order = list(_HEADINGS)
    wanted = [metric for metric in find() if metric.facts.family in order and metric.name not in on_page]
    wanted.sort(key=lambda metric: (order.index(metric.facts.family), metric.facts.title.lower()))
    return tuple(_results(taken, task, wanted, uncertainty))


def _results(taken: Taken, task: Task, wanted: list[Metric], uncertainty: Uncertainty | None) -> Iterator[Result]:
    for metric in wanted:
        state = state_of(taken, task, metric)
        if state is None:
            continue
        options = {"average": "macro"} if task != "binary" and "average" in metric.options else {}
        try:
            choice = Choice(metric.name, options=options)
            yield result_of(choice, state, _HEADINGS[metric.facts.family], uncertainty, on_page=False, of=taken)
        except (ConcordantError, TypeError):  # it speaks of two classes, or has an option that only the caller knows
            continue


def state_of(taken: Taken, task: Task, metric: Metric) -> Any:
    """The state that a metric is computed from; None if these data do not give it."""
    facts = metric.facts
    if facts.range is None or (facts.needs_order == "always" and task != "ordinal"):
        return None
    if facts.input in ("panel", "numbers"):
        return None  # of two columns they are near what the page holds: Scott's pi, Cohen's kappa, Lin's coefficient
    if facts.input == "measurements":
        return taken.measurements
    if Counts in metric.takes:
        return taken.counts
    if metric.takes == (Moments,):
        return taken.losses.get(getattr(metric, "loss", "").removesuffix(" and class"))
    if facts.input == "probabilities" and not taken.losses:
        return None
    return taken.against_rest if taken.against_rest is not None and "multi_class" not in metric.options else taken.curve
