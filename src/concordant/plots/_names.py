"""Labels and numbers as short texts in pictures and tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from concordant.result.written_counts import compact_count, percent_text

__all__ = ["compact_count", "longest", "percent_text", "rate_text", "short"]


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


def longest(texts: Sequence[str]) -> int:
    """Return the length of the longest text, at least 1."""
    return max(1, *map(len, texts)) if texts else 1
