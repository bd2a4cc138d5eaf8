"""How labels and numbers are written in sentences, tables and pages."""

from __future__ import annotations

import math
from collections.abc import Sequence

from concordant.result import Bounds, Comparison, Interval
from concordant.result.comparison import p_text
from concordant.typing import Label

_LEAST_DIGITS = 2  # of a value whose other digits are not certain


def label_text(label: Label, longest: int | None = None) -> str:
    """A label as text that is safe to print: no control characters, cut where it is too long."""
    text = str(label)
    if not text.isprintable():
        text = repr(text)[1:-1]
    return text if longest is None or len(text) <= longest else text[: longest - 1] + "…"


def quoted(label: Label) -> str:
    """A label in a sentence: text in quotes, numbers plain."""
    text = label_text(label, 60)
    return f"'{text}'" if isinstance(label, str) else text


def quoted_list(labels: Sequence[Label], most: int = 8) -> str:
    """Labels in a sentence, the first few of many."""
    shown = ", ".join(quoted(label) for label in labels[:most])
    return shown if len(labels) <= most else f"{shown}, ... ({len(labels)} labels)"


def number(value: float, digits: int = 4) -> str:
    """A value as the page shows it."""
    if math.isinf(value):
        return "infinite" if value > 0 else "minus infinite"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def certain_number(value: float, bounds: Bounds | None, digits: int = 4) -> str:
    """Return a value with its certain digits, to which both bounds are rounded; of fewer than two, both bounds."""
    if bounds is None or bounds.exact:
        return number(value, digits)
    for shown in range(digits, _LEAST_DIGITS - 1, -1):
        low, high = number(bounds.low, shown), number(bounds.high, shown)
        if low == high:
            return low
    return between(bounds, digits=_LEAST_DIGITS)


def between(bounds: Bounds, digits: int | None = None) -> str:
    """Return bounds with digits enough to tell them apart, rounded outwards."""
    shown = digits if digits is not None else max(4, bounds.digits + 2)
    low, high = math.floor(bounds.low * 10**shown) / 10**shown, math.ceil(bounds.high * 10**shown) / 10**shown
    return f"{number(low, shown)} to {number(high, shown)}"


def signed(value: float, digits: int = 4) -> str:
    """A difference with its sign."""
    return f"{'+' if value > 0 else ''}{number(value, digits)}"


def limits_text(interval: Interval, digits: int = 4) -> str:
    """The limits of an interval; nothing where there are none."""
    if math.isnan(interval.low):
        return ""
    return f"{number(interval.low, digits)} to {number(interval.high, digits)}"


def value_or_undefined(value: float) -> str:
    """A value in a cell of a table."""
    return "undefined" if math.isnan(value) else number(value)


def limits_or_none(found: Interval | Comparison) -> str:
    """Limits in a cell of a table."""
    return "none" if math.isnan(found.low) else f"{number(found.low)} to {number(found.high)}"


def p_or_none(p_value: float) -> str:
    """A p-value in a cell of a table, under a head that says what it is."""
    return p_text(p_value).removeprefix("p = ").removeprefix("p ").replace("no p-value", "none")


def level_text(level: float) -> str:
    """What stands over limits."""
    return f"{100 * level:g} % interval"


def count(value: float) -> str:
    """Rows with thousands separators; a sum of weights that is not whole with six digits."""
    whole = isinstance(value, int) or (value.is_integer() and abs(value) < 1e15)
    return f"{int(value):,}" if whole else f"{value:,.6g}"


def percent(share: float) -> str:
    """A share as a percentage with one digit."""
    return "-" if math.isnan(share) else f"{100 * share:.1f} %"
