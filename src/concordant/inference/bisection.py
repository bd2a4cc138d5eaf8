"""Where a condition ends on an interval of numbers."""

from __future__ import annotations

from collections.abc import Callable


def farthest(holds: Callable[[float], bool], low: float, high: float) -> float:
    """
    Bisect for the place where `holds` turns false between `low`, where it does, and `high`.

    Parameters
    ----------
    holds : callable
        The condition.
    low, high : float
        The ends.
    """
    for _ in range(80):
        middle = (low + high) / 2
        if middle in (low, high):  # there is no number between
            return middle
        if holds(middle):
            low = middle
        else:
            high = middle
    return (low + high) / 2
