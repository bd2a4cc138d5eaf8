"""`assert_metric`, `assert_not_worse`, and the messages of their failures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from concordant.errors import ConcordantError, OptionError
from concordant.metrics.definition.facts import check_reachable
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get, understand
from concordant.names import require_choice
from concordant.result import Comparison, Interval
from concordant.settings import without_warnings
from concordant.states import Counts

__all__ = ["assert_metric", "assert_not_worse"]


def assert_not_worse(
    metric: Metric | str, y_true: Any, new: Any, old: Any, /, *, margin: float, level: float = 0.95, **options: Any
) -> Comparison:
    """
    Assert that a new model is not worse than an old one by the margin or more, and return the comparison.

    The claim is that of a test of non-inferiority, one-sided at 1 - `level`: rows that are too few to show it fail.

    Parameters
    ----------
    metric : Metric or str
        The metric, or a name of it, also one of elsewhere: ``"qwk"``.
    y_true, new, old : array-like of shape (n,)
        The truth, and the predictions or scores of both models for the same rows.
    margin : float
        The greatest difference that does not matter, in units of the metric; above 0.
    level : float
        The test is one-sided at 1 - `level`.
    **options
        Options of the metric, and those of `Metric.compare` such as ``cluster``.

    Returns
    -------
    Comparison

    Raises
    ------
    AssertionError
        If the margin is not shown to be kept.
    OptionError
        If the metric has no direction of better, or if the margin is not above 0.

    Examples
    --------
    >>> from concordant.testing import assert_not_worse
    >>> truth = [0, 1, 1, 0, 1, 0, 0, 1] * 20
    >>> new, old = [0, 1, 1, 0, 1, 0, 1, 1] * 20, [1, 1, 1, 0, 1, 0, 1, 1] * 20
    >>> round(assert_not_worse("accuracy", truth, new, old, margin=0.05).difference, 3)
    0.125
    """
    one, chosen = named_metric(metric, options)
    with without_warnings():  # the reason stands in the message
        found = one.compare(
            y_true, new, old, margin=margin, alternative="non-inferiority", level=level, names=("new", "old"), **chosen
        )
    if not isinstance(found, Comparison):
        msg = f"{one.name} is several numbers here, and one is asserted: choose an average, or assert each."
        raise OptionError(msg)
    if math.isnan(found.p_value) or not found.p_value < 1 - level:
        why = "" if found.reason is None else f"\n  {found.reason}"
        raise AssertionError(f"{one.name}: new is not shown to be at most {margin:g} worse than old\n  {found}{why}")
    return found


Use: TypeAlias = Literal["value", "lower", "upper"]

_MOST_CLASSES = 12  # of a confusion matrix that a failure shows


def assert_metric(
    metric: Metric | str,
    /,
    *data: Any,
    at_least: float | None = None,
    at_most: float | None = None,
    use: Use = "value",
    level: float = 0.95,
    allow_doubt: bool = False,
    **options: Any,
) -> Interval:
    """
    Assert that a metric reaches a bound, and return it with its interval.

    Parameters
    ----------
    metric : Metric or str
        The metric, or a name of it, also one of elsewhere: ``"qwk"``.
    *data
        What the metric takes: truth and prediction, truth and scores, or the ratings of many raters.
    at_least, at_most : float, optional
        The least and the greatest value that pass; one of them or both.
    use : {"value", "lower", "upper"}
        What is compared with them: the value, or a limit of its interval. A test that uses a limit does not pass by
        luck; it needs more rows.
    level : float
        The nominal coverage of the interval.
    allow_doubt : bool
        With a limit: whether one passes whose interval is doubtful.
    **options
        Options of the metric, and those of `Metric.interval` such as ``cluster``.

    Returns
    -------
    Interval

    Raises
    ------
    AssertionError
        If the bound is not reached, or if what is compared with it is undefined. It shows the interval, and the
        confusion matrix of labels of up to 12 classes.
    OptionError
        If no bound is given, or if the metric is several numbers.

    Examples
    --------
    >>> from concordant import f1
    >>> from concordant.testing import assert_metric
    >>> truth, prediction = [0, 1, 1, 0, 1, 0, 0, 1] * 10, [0, 1, 1, 0, 1, 0, 1, 1] * 10
    >>> found = assert_metric(f1, truth, prediction, at_least=0.8)
    >>> round(found.value, 3), round(found.low, 3)
    (0.889, 0.802)
    """
    _check(at_least, at_most, use)
    one, chosen = named_metric(metric, options)
    for name, bound in (("at_least", at_least), ("at_most", at_most)):
        if bound is not None:
            check_reachable(one, name, bound)
    found = _interval(one, data, level, chosen)
    failures = list(_failures(found, at_least, at_most, use, allow_doubt=allow_doubt))
    if failures:
        raise AssertionError(_message(one, found, failures, data, chosen))
    return found


def _check(at_least: float | None, at_most: float | None, use: str) -> None:
    if at_least is None and at_most is None:
        raise OptionError("nothing is required: give at_least=, at_most=, or both.")
    require_choice("use", use, ("value", "lower", "upper"))
    for name, bound in (("at_least", at_least), ("at_most", at_most)):
        if bound is not None and not (isinstance(bound, (int, float)) and math.isfinite(bound)):
            raise OptionError(f"{name} must be a number, not {bound!r}.")


def named_metric(metric: Metric | str, options: dict[str, Any]) -> tuple[Metric, dict[str, Any]]:
    """The metric, and its options with those that its name stands for."""
    if isinstance(metric, Metric):
        return metric, options
    known = understand(metric).metric
    own = {name: value for name, value in options.items() if name in get(known).options}
    return get(known), {**options, **understand(metric, own).options}


def _interval(metric: Metric, data: tuple[Any, ...], level: float, options: dict[str, Any]) -> Interval:
    with without_warnings():  # the reason stands in the message
        found = metric.interval(*data, level=level, **options)
    if not isinstance(found, Interval):
        msg = f"{metric.name} is several numbers here, and one is asserted: choose an average, or assert each."
        raise OptionError(msg)
    return found


def _failures(
    found: Interval, at_least: float | None, at_most: float | None, use: Use, *, allow_doubt: bool
) -> Iterator[str]:
    measured = {"value": found.value, "lower": found.low, "upper": found.high}[use]
    what = "the value" if use == "value" else f"the {use} limit"
    if math.isnan(measured):
        yield f"{what} is undefined ({found.reason or 'no interval'})"
        return
    if at_least is not None and measured < at_least:
        yield f"{what} {measured:.4g} is below {at_least:g}"
    if at_most is not None and measured > at_most:
        yield f"{what} {measured:.4g} is above {at_most:g}"
    if use != "value" and found.reason is not None and not allow_doubt:
        yield f"the interval is unreliable ({found.reason}), which allow_doubt=True accepts"


def _message(
    metric: Metric, found: Interval, failures: list[str], data: tuple[Any, ...], options: dict[str, Any]
) -> str:
    lines = [f"{metric.name}: {'; '.join(failures)}", f"  {found}"]
    if found.reason is not None and found.reason not in lines[0]:
        lines.append(f"  {found.reason}")
    table = _table(metric, data, options)
    if table is not None:
        lines += ["", *(f"  {line}" for line in table.splitlines())]
    return "\n".join(lines)


def _table(metric: Metric, data: tuple[Any, ...], options: dict[str, Any]) -> str | None:
    """The confusion matrix of labels; None for other metrics, and for many classes."""
    if metric.facts.input != "labels" or len(data) != 2:
        return None
    reading = {name: options[name] for name in ("labels", "sample_weight", "missing") if name in options}
    try:
        counts = Counts.from_labels(*data, **reading)
    except ConcordantError:  # such as matrices of indicators, which have no such table
        return None
    return str(counts) if counts.table.ndim == 2 and len(counts.labels) <= _MOST_CLASSES else None
