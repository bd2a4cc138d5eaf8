"""The area under a curve between two limits, with straight lines between its points."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError


def check_limits(limits: tuple[float, float], name: str) -> tuple[float, float]:
    """Raise unless `limits` are a range within 0 and 1."""
    try:
        low, high = (float(limit) for limit in limits)
    except (TypeError, ValueError, OverflowError):
        low = high = np.nan
    if not 0 <= low < high <= 1:
        msg = f"{name} must be two numbers with 0 <= low < high <= 1, such as {name}=(0, 0.1), not {limits!r}."
        raise OptionError(msg)
    return low, high


def area_between(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], low: float, high: float) -> float:
    """
    Integrate y from x = low to x = high; `x` ascends from at most low to at least high.

    A piece of a straight line has the area of its width times its height in the middle, also where a limit
    cuts it.
    """
    first = max(int(np.searchsorted(x, low, side="right")) - 1, 0)
    last = min(int(np.searchsorted(x, high, side="left")) + 1, len(x))
    x, y = x[first:last], y[first:last]
    width = np.diff(x)
    here = width > 0
    left = x[:-1][here]
    start, end = np.maximum(left, low), np.minimum(x[1:][here], high)
    part = ((start + end) / 2 - left) / width[here]
    return float(((end - start) * (y[:-1][here] + np.diff(y)[here] * part)).sum())
