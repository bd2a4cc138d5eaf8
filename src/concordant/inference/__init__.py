"""Uncertainty of every metric: intervals, paired tests, planning. Generic over states and formulas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from concordant.errors import OptionError
from concordant.inference.intervals.auc import widened
from concordant.inference.intervals.estimand import Estimand, check_drawing
from concordant.inference.intervals.methods import quiet_answer, warned
from concordant.inference.intervals.simultaneous import quiet_together
from concordant.inference.method_names import check_method
from concordant.inference.quantiles import check_level
from concordant.inference.samples.gather import sample_of_state, samples_of, split_options
from concordant.metrics.definition.metric import Metric
from concordant.names import names_of
from concordant.result.intervals import Interval, Intervals, Simultaneous
from concordant.states.buckets import BucketCurve

if TYPE_CHECKING:
    from concordant.inference.hypotheses import Alternative
    from concordant.inference.intervals.records import Named
    from concordant.result.comparisons import TableTest


def interval(
    metric: Metric,
    data: tuple[Any, ...],
    options: Mapping[str, Any],
    *,
    level: float = 0.95,
    method: str | None = None,
    cluster: Any = None,
    simultaneous: Simultaneous | None = None,
    times: Any = None,
    **drawing: Any,
) -> Interval | Intervals | Named:
    """What `Metric.interval` does; `times`: how many rows each row stands for, None: one; `drawing`: how it draws."""
    check_method(method, "interval", metric.facts.input)
    how = (check_level(level), *check_drawing(**drawing))
    return _answered(_estimand(metric, data, options, how, cluster=cluster, times=times), method, simultaneous)


def value_test(
    metric: Metric,
    data: tuple[Any, ...],
    options: Mapping[str, Any],
    *,
    against: float | None,
    alternative: Alternative,
    method: str | None,
    cluster: Any,
    times: Any,
) -> TableTest:
    """What `Metric.test` does with labels, scores and measurements."""
    from concordant.inference.hypotheses import value_test as inverted

    check_method(method, "interval", metric.facts.input)
    estimand = _estimand(metric, data, options, (0.95,), cluster=cluster, times=times)
    if metric.facts.instead is not None:
        raise OptionError(f"{metric.name} is no number that could be tested: ask {metric.facts.instead}.")
    return inverted(estimand, against, alternative, method)


def _estimand(
    metric: Metric, data: tuple[Any, ...], options: Mapping[str, Any], how: tuple[Any, ...], **rows: Any
) -> Estimand:
    """The metric of rows of data; `rows` says in which clusters they are, and how many each stands for."""
    reading, chosen = split_options(metric, options)
    truth, *predictions = data
    reading |= {name: given for name, given in rows.items() if name == "cluster" or given is not None}
    (sample,) = samples_of(metric, truth, predictions, metric.data[1:], reading, chosen)
    return Estimand(metric, chosen, sample, *how)


def interval_of(
    metric: Metric,
    state: Any,
    options: Mapping[str, Any],
    *,
    level: float = 0.95,
    method: str | None = None,
    simultaneous: Simultaneous | None = None,
    **drawing: Any,
) -> Interval | Intervals | Named:
    """What `Metric.interval_of` does."""
    check_method(method, "interval", metric.facts.input)
    how = (check_level(level), *check_drawing(**drawing))
    bounds = metric.quiet_bounds_of(state, options) if isinstance(state, BucketCurve) else None
    sample = sample_of_state(metric, metric.with_ties(state))
    result = _answered(Estimand(metric, options, sample, *how), method, simultaneous)
    return result if bounds is None else widened(result, bounds, metric)


def _answered(
    estimand: Estimand, method: str | None, simultaneous: Simultaneous | None
) -> Interval | Intervals | Named:
    """Answer for each value by itself, or for all at once."""
    if estimand.metric.facts.instead is not None:  # the result is a record, or a curve
        from concordant.inference.intervals.records import record_intervals

        if simultaneous is not None:
            msg = f"simultaneous= is for metrics with one value a class or label, not for {estimand.metric.name}."
            raise OptionError(msg)
        return record_intervals(estimand, method)
    if simultaneous is None:
        return warned(quiet_answer(estimand, method))
    return warned(quiet_together(estimand, method, simultaneous))


_COMPARING = {
    "compare": "comparisons.compare",
    "compare_independent": "comparisons.independent",
    "interaction_test": "comparisons.independent",
}

# What compares models is imported when somebody compares: a report must start quickly.
__getattr__ = names_of(__name__, _COMPARING)

__all__ = ["compare", "compare_independent", "interaction_test", "interval", "interval_of"]
