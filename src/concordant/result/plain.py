"""Results as data that JSON has words for: infinite and undefined numbers are texts ("inf", "-inf", "nan")."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any


def plain(value: Any) -> Any:
    """Return lists for tuples, and texts for numbers that JSON cannot hold, however deep they lie."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def number(value: Any) -> float:
    """Read a number that `plain` wrote; ValueError or TypeError if it is none."""
    if isinstance(value, str) and value not in ("inf", "-inf", "nan"):
        msg = f"{value!r} is no number"
        raise ValueError(msg)
    if isinstance(value, bool) or not isinstance(value, (str, Real)):
        msg = f"{value!r} is no number"
        raise TypeError(msg)
    try:
        return float(value)
    except OverflowError as error:
        msg = "a number is too large"
        raise ValueError(msg) from error


def numbers(value: Any) -> Any:
    """Read numbers that `plain` wrote, and tuples of them."""
    return tuple(numbers(part) for part in value) if isinstance(value, (list, tuple)) else number(value)
