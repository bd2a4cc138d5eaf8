"""A metric of each window, or group, or both."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from concordant.errors import ConcordantError, OptionError
from concordant.inference import interval_of
from concordant.inference.quantiles import check_level
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get, understand
from concordant.monitoring.page import group_name
from concordant.monitoring.windowed_states import CountedStates, WindowedStates
from concordant.names import require_choice
from concordant.report.choices import title_with
from concordant.result.intervals import Interval
from concordant.result.record import Record, RecordTuple
from concordant.settings import without_warnings
from concordant.states import BucketCurve

Per = Literal["window", "group", "window and group"]


class AskedMetric(NamedTuple):
    """A metric with its options, and what a report calls it."""

    called: str
    metric: Metric
    options: Mapping[str, Any]


def asked_metric(name: str, options: Mapping[str, Any] | None = None) -> AskedMetric:
    """Return a metric by any of its names; one that stands for options too, such as qwk, stays its name in a report."""
    meaning = understand(name, options)
    metric = get(meaning.metric)
    return AskedMetric(metric.name if meaning.options == (options or {}) else name, metric, meaning.options)


def title_of(name: str) -> str:
    """What a page calls a question of a report: a metric by its title, with the options that its name stands for."""
    if name in ("true labels", "predicted labels", "scores"):
        return name
    if name == "calibration":
        return "calibration in the large"
    try:
        meaning = understand(name)
    except OptionError:  # of a stored report; this version has no such metric
        return name
    return title_with(get(meaning.metric), meaning.options)


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ValueInWindow(Record):
    """
    A metric of the rows of one window, or group, or both.

    Attributes
    ----------
    window : datetime or None
        The beginning of the window; None for all.
    group : str or None
        None for all.
    n : int
    value, low, high : float
        With its interval, which is widened by what the buckets leave open.
    certain_low, certain_high : float
        The least and the greatest value that the buckets allow, without chance; equal to the value of other states.
    reason : str or None
        Why a number is missing or doubtful.
    """

    window: datetime | None = None
    group: str | None = None
    n: int = 0
    value: float = math.nan
    low: float = math.nan
    high: float = math.nan
    certain_low: float = math.nan
    certain_high: float = math.nan
    reason: str | None = None


def values_in_windows(
    table: WindowedStates, metric: str, *, per: Per = "window", level: float = 0.95, **options: Any
) -> RecordTuple[ValueInWindow]:
    """
    Return a metric of each window or group: a tuple, whose `to_frame` has a row for each.

    Parameters
    ----------
    table : StateTable
    metric : str
        Name or alias.
    per : {"window", "group", "window and group"}
    level : float
    **options
        Those of the metric.

    Examples
    --------
    >>> from concordant import StateTable
    >>> from concordant.monitoring import values_in_windows
    >>> rows = {"truth": [1, 0] * 40, "label": [1, 0, 1, 1] * 20, "at": ["2026-03-01"] * 40 + ["2026-03-02"] * 40}
    >>> what = {"y_true": "truth", "y_pred": "label", "labels": [0, 1], "time": "at", "window": "1d"}
    >>> first, second = values_in_windows(StateTable.from_rows(rows, **what), "recall")
    >>> first.window.day, first.n, first.value, round(first.low, 3), first.high
    (1, 40, 1.0, 0.839, 1.0)
    """
    check_level(level)
    require_choice("per", per, ("window", "group", "window and group"))
    chosen = get(metric)
    return RecordTuple(_value(chosen, options, level, *part) for part in _parts(table, per))


def _parts(table: WindowedStates, per: Per) -> Iterator[tuple[datetime | None, str | None, CountedStates]]:
    if per == "window":
        for window, states in table.by_window().items():
            yield window, None, states
        return
    windows = [None] if per == "group" else list(table.by_number())
    for index in windows:
        part = table if index is None else table.between(index, index + 1)
        when = None if index is None else part.windows[0]
        for group, states in part.by_group().items():
            yield when, group_name(group), states


def _value(
    metric: Metric, options: Any, level: float, window: datetime | None, group: str | None, states: CountedStates
) -> ValueInWindow:
    state = states.state_of(metric)
    where: Any = {"window": window, "group": group, "n": states.n}
    with without_warnings():  # the reason stands in the result
        try:
            interval = interval_of(metric, state, options, level=level)
        except ConcordantError as error:
            return ValueInWindow(**where, reason=str(error))
        if not isinstance(interval, Interval):
            return ValueInWindow(**where, reason=f"{metric.name} is no single number here: choose an average")
        ends = interval.value, interval.value
        if isinstance(state, BucketCurve):
            bounds = metric.quiet_bounds_of(state, options)
            ends = bounds.low, bounds.high
    limits: Any = {"value": interval.value, "low": interval.low, "high": interval.high}
    return ValueInWindow(**where, **limits, certain_low=ends[0], certain_high=ends[1], reason=interval.reason)
