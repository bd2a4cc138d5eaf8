"""Labels and numbers as short texts in pictures and tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def short(label: object, most: int) -> str:
    """Cut a long label in its middle: both ends tell labels apart."""
    text = " ".join(str(label).split())
    if len(text) <= most:
        return text
    end = (most - 1) // 2
    return f"{text[: most - 1 - end]}…{text[-end:]}"


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


def percent_text(share: float) -> str:
    """Write a share in whole percent; what is there but rounds to 0 reads "<1"."""
    if np.isnan(share):
        return "-"
    text = f"{100 * share:.0f}"
    return "<1" if text == "0" and share > 0 else text


def compact_count(number: float) -> str:
    """Write a count in at most five signs or so: 12,345 but 123k and 4.6M."""
    if number < 100_000:
        return f"{number:,.0f}" if float(number).is_integer() else f"{number:,.3g}"
    for size, unit in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"


def longest(texts: Sequence[str]) -> int:
    """Return the length of the longest text, at least 1."""
    return max(1, *map(len, texts)) if texts else 1
