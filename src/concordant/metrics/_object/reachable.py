"""Bounds outside the range of a metric: 80 where values lie between 0 and 1 is a percentage, and decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


def check_reachable(metric: Metric, name: str, bound: float, *, difference: bool = False) -> None:
    """
    Raise for a bound outside the range of a metric, as every value is on one side of it.

    Parameters
    ----------
    metric : Metric
    name : str
        What the bound is called.
    bound : float
    difference : bool
        Whether the bound is for a difference of two values.

    Raises
    ------
    OptionError
        If no value can be on its other side.
    """
    low, high = metric.facts.range or (float("-inf"), float("inf"))
    if difference:
        low, high = low - high, high - low
    if low <= bound <= high:
        return
    between = f"lies between {low:g} and {high:g}" if high - low < float("inf") else _one_sided(low, high)
    share = f"; for {bound:g} % write {bound / 100:g}" if high <= 2 and 2 < bound <= 100 else ""
    what = f"a difference in {metric.name}" if difference else metric.name
    msg = f"{what} {between}, and {name} is {bound:g}{share}."
    raise OptionError(msg)


def _one_sided(low: float, high: float) -> str:
    return f"is at least {low:g}" if high == float("inf") else f"is at most {high:g}"
