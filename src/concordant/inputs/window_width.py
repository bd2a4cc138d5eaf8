"""The length of a window of time, as a number and a unit. Windows begin at its whole multiples since 1970-01-01 UTC."""

from __future__ import annotations

import re

from concordant.errors import OptionError

_UNITS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400}
_SECOND = 1_000_000  # microseconds


def width_of(window: str) -> int:
    """
    Read the length of a window, such as ``"15m"``, ``"1h"``, ``"1d"`` or ``"7d"``, in microseconds.

    Raises
    ------
    OptionError
        If it is no whole number of seconds, minutes, hours, days or weeks.
    """
    found = re.fullmatch(r"\s*(\d+)\s*(s|m|min|h|d|w)\s*", window) if isinstance(window, str) else None
    if found is None or not int(found[1]):
        msg = f"a window is a number and a unit (s, m, h, d or w), such as '1d' or '15m', not {window!r}."
        raise OptionError(msg)
    return int(found[1]) * _UNITS[found[2]] * _SECOND


def width_text(width: int) -> str:
    """Write the length of a window as `width_of` reads it."""
    seconds = width // _SECOND
    unit = unit_of(width)
    return f"{seconds // _UNITS[unit]}{unit}"


def unit_of(width: int) -> str:
    """Return the longest unit that a length is whole multiples of."""
    return next(unit for unit in ("d", "h", "m", "s") if width // _SECOND % _UNITS[unit] == 0)
