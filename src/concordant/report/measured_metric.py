"""One metric of a page, asked for by name: its value, its interval, and what these were computed from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.quantiles import check_level
from concordant.report.bucketed import why_unbounded
from concordant.report.evaluation import Evaluation
from concordant.report.further import state_of
from concordant.report.page_records import Result, bounds_to_dict, finite, interval_to_dict
from concordant.report.positive import refuse_guess
from concordant.report.requested_metric import lacking, option_errors, requested
from concordant.report.taking import taken_of
from concordant.report.task import Task
from concordant.report.uncertainty import Uncertainty
from concordant.result import Bounds, Interval
from concordant.result.record import Record, plain
from concordant.states import BucketCurve, Counts


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class MeasuredMetric(Record):
    """
    A metric of a page.

    Attributes
    ----------
    name, title : str
        Its name in code and in words, with the options that are set.
    options : dict
    value : float
        NaN where undefined.
    reason : str or None
        Why the value is undefined, or which classes an average left out.
    interval : Interval or None
        None where none was asked for or the value is not finite; NaN for limits, with the reason, where there is none.
    bounds : Bounds or None
        Of scores in buckets: between which numbers the value lies for certain.
    signature : str
        Each choice that moves the number.
    cut : str or None
        How the labels of a metric of labels follow from scores, if no labels were given.
    """

    name: str
    title: str
    options: Mapping[str, Any]
    value: float
    reason: str | None
    interval: Interval | None
    bounds: Bounds | None
    signature: str
    cut: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that strict JSON can hold."""
        return {
            "metric": self.name,
            "title": self.title,
            "options": plain(self.options),
            "value": finite(self.value),
            "interval": interval_to_dict(self.interval),
            "bounds": bounds_to_dict(self.bounds),
            "reason": self.reason,
            "signature": self.signature,
            "predicted_labels": self.cut,
        }


def as_measured(result: Result) -> MeasuredMetric:
    """Return a metric that stands on a page."""
    return MeasuredMetric(
        name=result.name,
        title=result.title,
        options=result.options,
        value=result.value,
        reason=result.reason,
        interval=result.interval,
        bounds=result.bounds,
        signature=result.signature,
    )


def measure(
    page: Evaluation, name: str, options: Mapping[str, Any], *, level: float | None = 0.95, thorough: bool = True
) -> MeasuredMetric:
    """
    Take a metric of the states of a page.

    Parameters
    ----------
    page : Evaluation
    name : str
        Name or alias of the metric.
    options : mapping
        Options of the metric.
    level : float or None
        The nominal coverage of the interval; None for none.
    thorough : bool
        Whether the interval is taken however long that takes.

    Raises
    ------
    OptionError
        If there is no such metric, if it has no such option, if it is several numbers, or if the page does not hold
        the columns that it needs.
    """
    one = requested(name, options, page.task)
    ordered: Task = "ordinal" if page.task == "binary" else page.task  # two labels need no order
    refuse_guess(page.assumptions, page.labels, one.metric)
    state = None if page.taken is None else state_of(page.taken, ordered, one.metric)
    if state is None or page.taken is None:
        raise lacking(one, page.task, scaled=page.taken is not None and page.taken.measurements is not None)
    with option_errors(one):
        outcome, signature, bounds = taken_of(one.metric, state, one.options, page.taken)
    if isinstance(state, BucketCurve) and (why := why_unbounded(one.metric, state)) is not None:
        msg = f"{one.metric.name} cannot be judged: {why}."
        raise OptionError(msg)
    if np.ndim(outcome.value):
        raise several_numbers(one.title, np.size(outcome.value))
    value = float(outcome.value)
    interval = None
    if level is not None:
        rows = None if page.uncertainty is None else page.uncertainty.material
        asks = Uncertainty(check_level(level), page.taken, rows, thorough=thorough)
        interval = asks.interval(one.metric, one.options, state, value, signature, bounds=bounds)
    return MeasuredMetric(
        name=one.metric.name,
        title=one.title,
        options=one.options,
        value=value,
        reason=outcome.reason,
        interval=interval,
        bounds=bounds,
        signature=signature,
        cut=page.taken.cut if isinstance(state, Counts) else None,
    )


def several_numbers(title: str, many: int) -> OptionError:
    """Return the error for a metric with a number of each class, where one is needed."""
    return OptionError(f"{title} is {many} numbers, and one is needed: choose an average.")
