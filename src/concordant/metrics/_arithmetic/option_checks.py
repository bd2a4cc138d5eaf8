"""Options that are a share of a whole, or a number of rows."""

from __future__ import annotations

import math
from contextlib import suppress
from numbers import Integral, Real
from typing import Any

from concordant.errors import OptionError


def check_share(value: Any, name: str, *, zero: bool = True, one: bool = True) -> float:
    """Return an option that must lie between 0 and 1 as a float; raise if it does not."""
    number = as_float(value)
    if 0 < number < 1 or (zero and number == 0) or (one and number == 1):
        return number
    within = f"{'at least' if zero else 'above'} 0 and {'at most' if one else 'below'} 1"
    msg = f"{name} must be a number {'from 0 to 1' if zero and one else within}, not {value!r:.80}."
    raise OptionError(msg)


def check_positive(value: Any, name: str) -> float:
    """Return an option that must be a finite number of at least 0; raise if it is not."""
    number = as_float(value)
    if 0 <= number < math.inf:
        return number
    msg = f"{name} must be a finite number of at least 0, not {value!r:.80}."
    raise OptionError(msg)


def check_row_number(value: Any, name: str) -> int:
    """Return an option that must be a whole number of rows; raise if it is not."""
    number = int(value) if isinstance(value, Integral) and not isinstance(value, bool) else 0
    if number >= 1:
        return number
    msg = f"{name} must be a whole number of at least 1, not {value!r}."
    raise OptionError(msg)


def as_float(value: Any) -> float:
    """Return a value as a float; NaN where it is no number, or one beyond float64."""
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):
            return float(value)
    return math.nan
