"""An explanation as a page of numbered steps: said once, shown as text and as HTML."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from concordant.typing import FloatArray

TIMES = "\u00a0x\u00a0"  # a product is not broken over two lines


@dataclass(frozen=True, slots=True)
class Table:
    """
    Texts in rows and columns.

    `head` and each row start with the cell at the left side. `shades` (rows, columns without the left side), between
    0 and 1, says how strongly a cell is coloured; `total` that the last row and column are sums.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shades: FloatArray | None = None
    total: bool = False
    numeric_side: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A title, sentences before a table, the table, sentences after it; formulas stand on lines of their own."""

    title: str
    before: tuple[str, ...] = ()
    table: Table | None = None
    formulas: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """The title with the result, what the data are, and the steps."""

    title: str
    lead: tuple[str, ...] = ()
    steps: tuple[Step, ...] = field(default=())


def places_shown(size: int, most: int, cut: int | None = None) -> list[int | None]:
    """Return the places to show of `size`: all up to `most`; else `cut`, the first and last, with None between."""
    if size <= most:
        return list(range(size))
    kept = most if cut is None else cut
    last = kept // 2
    return [*range(kept - last), None, *range(size - last, size)]


def decimals_for(values: FloatArray, most: int = 4) -> int:
    """Return how many decimals show the smallest number above zero with three digits; 0 if all are whole."""
    positive = np.abs(values[np.isfinite(values) & (values != 0)])
    if not len(positive) or (positive == np.round(positive)).all():
        return 0
    return int(np.clip(2 - np.floor(np.log10(positive.min())), 1, most))


def fixed(value: float, decimals: int) -> str:
    """Write a number with these decimals, an exact zero as plain 0, NaN as a dash."""
    if value != value:  # noqa: PLR0124  (NaN)
        return "-"
    return "0" if value == 0 else f"{value:,.{decimals}f}"


def percent(share: float) -> str:
    """Write a share as percent with one decimal; what is there but rounds to 0 reads "<0.1"."""
    if share != share:  # noqa: PLR0124  (NaN)
        return "-"
    text = fixed(100 * share, 1)
    return "<0.1" if text == "0.0" and share > 0 else text
