"""Where a condition ends on an interval of numbers."""

from __future__ import annotations

from collections.abc import Callable

_NEAR = 1e-12  # rounding turns no condition over at this distance from its end


def farthest(holds: Callable[[float], bool], low: float, high: float, guess: float | None = None) -> float:
    """
    Bisect for the place where `holds` turns false between `low`, where it does, and `high`.

    Parameters
    ----------
    holds : callable
        The condition.
    low, high : float
        The ends.
    guess : float, optional
        A number near the place. If it is, the condition is not asked far from it, and the answer is the same.
    """
    below, above = (low, high) if guess is None else (guess - _NEAR, guess + _NEAR)
    if not (low < below and above < high and holds(below) and not holds(above)):
        below, above = low, high
    for _ in range(80):
        middle = (low + high) / 2
        if middle in (low, high):  # there is no number between
            return middle
        if middle < below or (middle <= above and holds(middle)):
            low = middle
        else:
            high = middle
    return (low + high) / 2
