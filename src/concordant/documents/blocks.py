"""
A page as data: a title and blocks of sentences, tables and pictures.

`text.as_text`, `html.as_html` and `html.as_notebook` write it, and nothing else does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from concordant.typing import FloatArray

if TYPE_CHECKING:
    from concordant.figures.figure import Figure
    from concordant.figures.thinning import SliderThresholds

TIMES = "\u00a0x\u00a0"  # a product is not broken over two lines


@dataclass(frozen=True, slots=True)
class Paragraph:
    """
    A sentence or several.

    `role` is "verdict" for the answer of the page, "soft" for a remark, else empty; `strong` is the part of the text
    that is printed bold.
    """

    text: str
    role: str = ""
    strong: str = ""


@dataclass(frozen=True, slots=True)
class Bullets:
    """Sentences as a list."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """Lines of a fixed width: a computation, or what is to be copied, such as a command, which is not broken."""

    lines: tuple[str, ...]
    copied: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """
    Texts in rows and columns.

    Attributes
    ----------
    head : tuple of str
        The first is that of the cells at the left side.
    rows : tuple of tuples of str
        Each starts with its cell at the left side; a row of one text is a heading for the rows below it.
    caption : str
    words : bool
        Whether the last column holds sentences.
    stacks : bool
        Whether the cells of a row stand below each other where the screen is narrow; else the table is scrolled.
    total : bool
        Whether the last row and the last column are sums.
    numeric_side : bool
        Whether the left side holds numbers.
    shades : ndarray or None
        Of each cell without the left side, between 0 and 1: how strongly it is coloured.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    words: bool = False
    stacks: bool = False
    total: bool = False
    numeric_side: bool = False
    shades: FloatArray | None = None

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The rows without the headings among them."""
        return tuple(row for row in self.rows if len(row) > 1)

    def is_total(self, line: int, column: int) -> bool:
        """Whether a cell is a sum."""
        return self.total and (line == len(self.lines) - 1 or column == len(self.head) - 1)

    def shade(self, line: int, column: int) -> float:
        """How strongly a cell is coloured, between 0 and 1."""
        if self.shades is None or not column or line >= len(self.shades) or column > self.shades.shape[1]:
            return 0.0
        return float(self.shades[line, column - 1])


@dataclass(frozen=True, slots=True)
class Numbers:
    """The main numbers beside each other: what each is, its value, and its interval. Left out of text."""

    items: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Figures beside each other, two abreast. Left out of text."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Slider:
    """What moves the threshold of all figures of a file; `each` says what one of several curves is of."""

    curves: tuple[SliderThresholds, ...]
    each: str


@dataclass(frozen=True, slots=True)
class Details:
    """Blocks that can be opened. Left out of text."""

    summary: str
    blocks: tuple[Block, ...]
    open: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """
    Blocks under a heading.

    `name` is the id of the heading, `label` a word before it, such as how grave it is; `numbered` says whether the
    sections in it are steps with numbers.
    """

    title: str
    blocks: tuple[Block, ...]
    name: str = ""
    label: str = ""
    numbered: bool = False


Block: TypeAlias = "Section | Paragraph | Bullets | Formula | Table | Numbers | Picture | Slider | Details"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """
    A page.

    Attributes
    ----------
    title : str
    lead : tuple of str
        What the data are, below the title.
    blocks : tuple of blocks
    numbered : bool
        Whether the sections are steps with numbers.
    methods : str
        How the numbers were computed, for the methods section of a paper.
    table : Table or None
        The numbers to take along as Markdown and LaTeX.
    record : dict or None
        All numbers of the page as JSON holds them; None, or too many, and the page has no button for them.
    """

    title: str
    lead: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    numbered: bool = False
    methods: str = ""
    table: Table | None = None
    record: Mapping[str, Any] | None = None

    @property
    def numbered_blocks(self) -> Iterator[tuple[Block, str]]:
        """Each block with the number that stands before its title."""
        return with_numbers(self.blocks, numbered=self.numbered)


def with_numbers(blocks: tuple[Block, ...], *, numbered: bool) -> Iterator[tuple[Block, str]]:
    """Each block with the number that stands before its title; only sections are counted."""
    count = 0
    for block in blocks:
        count += isinstance(block, Section)
        yield block, f"{count}. " if numbered and isinstance(block, Section) else ""


def software() -> str:
    """The last sentence of the methods: what computed the numbers."""
    from concordant import __version__

    return f"All analyses were done with Concordant {__version__} for Python."


def some(*blocks: Block | None) -> tuple[Block, ...]:
    """The blocks that are there."""
    return tuple(block for block in blocks if block is not None)


def sentences(name: str, title: str, texts: tuple[str, ...]) -> Section | None:
    """A section of sentences as a list; None without any."""
    return Section(title, (Bullets(texts),), name) if texts else None


def indices_shown(size: int, most: int, cut: int | None = None) -> list[int | None]:
    """Return the indices to show of `size`: all up to `most`; else `cut`, the first and last, with None between."""
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
