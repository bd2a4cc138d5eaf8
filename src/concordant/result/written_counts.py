"""Counts and shares as texts that fit into the cells of a table."""

from __future__ import annotations

import math

_UNITS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def percent_text(share: float) -> str:
    """Write a share in whole percent; what is there but rounds to 0 reads "<1"."""
    if math.isnan(share):
        return "-"
    text = f"{100 * share:.0f}"
    return "<1" if text == "0" and share > 0 else text


def compact_count(number: float) -> str:
    """Write a count in at most five signs or so: 12,345 but 123k and 4.6M."""
    if number < 100_000:
        return f"{number:,.0f}" if float(number).is_integer() or number >= 1000 else f"{number:.3g}"
    for size, unit in _UNITS:
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"


def short_count(number: float) -> str:
    """Write a count in at most four signs, if it is not below 0.01: 0.22, 7.9, 123, 1.2k, 12k."""
    size, unit = next(((size, unit) for size, unit in _UNITS if number >= 0.9995 * size), (1.0, ""))
    part = number / size
    return f"{part:.2g}{unit}" if part < 9.95 else f"{part:.0f}{unit}"
