"""How labels and numbers are written in sentences, tables and pictures, once for all."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from concordant.names import safe
from concordant.result import Bounds, Comparison, Interval
from concordant.result.record import plural
from concordant.typing import Label

LabelRules: TypeAlias = Mapping[tuple[str, ...], Collection[str] | None]

_LEAST_DIGITS = 2  # of a value whose other digits are not certain

LONGEST_LABEL = 40  # of a name in a cell of a table


def label_text(label: Label, longest: int | None = None) -> str:
    """A label as text that is safe to print, on one line; a long one is cut in its middle, as both ends tell labels."""
    text = f"{{{', '.join(sorted(map(str, label)))}}}" if isinstance(label, frozenset) else str(label)
    text = safe(text).replace("\n", "\\n")
    if longest is None or len(text) <= longest:
        return text
    end = (longest - 1) // 2
    return f"{text[: longest - 1 - end]}…{text[-end:]}"


def short_names(labels: Sequence[Label], longest: int) -> list[str]:
    """Labels as short texts; where some would look the same, such as 1 and "1", the later ones have a number."""
    alike: dict[str, dict[Label, int]] = {}
    names = []
    for label in labels:
        text = label_text(label, longest)
        before = alike.setdefault(text, {})
        number = before.setdefault(label, len(before) + 1)
        names.append(text if number == 1 else f"{text} ({number})")
    return names


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


def limits_or_none(interval: Interval | Comparison) -> str:
    """Limits in a cell of a table."""
    return "none" if math.isnan(interval.low) else f"{number(interval.low)} to {number(interval.high)}"


def value_with_limits(interval: Interval, digits: int = 4) -> str:
    """A value, and its limits in brackets where it has some."""
    limits = limits_text(interval, digits)
    return value_or_undefined(float(interval)) + (f" ({limits})" if limits else "")


def level_text(level: float, *, first: bool = False) -> str:
    """What stands over limits; the `first` time on a page the word is whole."""
    return f"{100 * level:g} % {'confidence ' if first else ''}interval"


def count(value: float) -> str:
    """Rows with thousands separators; a sum of weights that is not whole with six digits."""
    whole = isinstance(value, int) or (value.is_integer() and abs(value) < 1e15)
    return f"{int(value):,}" if whole else f"{value:,.6g}"


def few_of(number: float, what: str) -> str:
    """A number that need not be whole, of something: 1 row, 2.5 rows."""
    return plural(f"{number:.3g}", what)


def percent(share: float) -> str:
    """A share as a percentage with one digit."""
    return "-" if math.isnan(share) else f"{100 * share:.1f} %"


def rate_text(value: float, digits: int = 3) -> str:
    """Write a rate, an area or a kappa so that only a true 1 reads as 1, and only a true 0 as 0."""
    if np.isnan(value):
        return "undefined"
    text = f"{value:.{digits}f}"
    if value < 1 and float(text) >= 1:
        return f"> {1 - 10.0**-digits:.{digits}f}"
    if value != 0 and float(text) == 0:
        return f"{value:.1e}"
    return text


def with_same_decimals(values: Sequence[float], digits: int) -> list[str]:
    """Numbers of which each would have so many significant digits, with as many decimals as the longest has."""
    texts = [f"{value:.{digits}g}" for value in values]
    if any("e" in text for text in texts):  # very large or small
        return texts
    decimals = max((len(text.partition(".")[2]) for text in texts), default=0)
    return [f"{value:.{decimals}f}" for value in values]


def longest(texts: Sequence[str]) -> int:
    """Return the length of the longest text, at least 1."""
    return max(1, *map(len, texts)) if texts else 1


_UNITS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def percent_text(share: float, digits: int = 0) -> str:
    """Write a share in percent; what is there but rounds to 0 reads "<1", or of more digits "<0.1"."""
    if math.isnan(share):
        return "-"
    text = f"{100 * share:.{digits}f}"
    return f"<{10.0**-digits:g}" if float(text) == 0 < share else text


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


def rule_words(rules: LabelRules, typed: Sequence[str]) -> list[str]:
    """Return the options by which labels are read, of those that change a column that a command names."""
    applying = [words for words, columns in rules.items() if columns is None or {*columns} & {*typed}]
    return [word for words in applying for word in words]
