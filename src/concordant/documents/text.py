"""A document as text for a terminal; its main table as Markdown and LaTeX."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from concordant.documents.blocks import Block, Bullets, Document, Formula, Paragraph, Section, Table, with_numbers

Line: TypeAlias = tuple[tuple[str, str], ...]  # texts, each with its role

WIDTH = 100
_INDENT = 2
_LEAST = 30  # signs that sentences in a table need; with fewer they stand below their row
_CLOSE = (Paragraph, Bullets, Formula)  # blocks without an empty line between them


def as_text(document: Document, *, width: int = WIDTH) -> str:
    """Return the document as lines of at most `width` signs where the tables allow it."""
    return "\n".join("".join(text for text, _ in line) for line in lines_of(document, width))


def lines_of(document: Document, width: int = WIDTH) -> Iterator[Line]:
    """
    Yield the lines, whose texts have roles for a terminal with colours.

    The roles are those of paragraphs, "heading", "formula", "total", and "shaded" and "dark" of cells.
    """
    yield from _wrapped(document.title, width, "heading")
    for text in document.lead:
        yield from _wrapped(text, width)
    yield ()
    yield from _joined(document.numbered_blocks, width)


def _lines(block: Block, width: int, number: str = "") -> Iterator[Line]:
    """The lines of a block; none of one that is for pages alone."""
    match block:
        case Section():
            inside = list(
                _joined(with_numbers(block.blocks, numbered=block.numbered), width - max(_INDENT, len(number)))
            )
            if inside:
                label = f"{block.label.capitalize()}: " if block.label else ""
                yield from _wrapped(f"{number}{label}{block.title}", width, "heading", hanging=len(number) or _INDENT)
                yield from _indented(inside, max(_INDENT, len(number)))
        case Paragraph():
            yield from _wrapped(block.text, width, block.role)
        case Bullets():
            for item in block.items:
                yield from _wrapped(f"- {item}", width, hanging=2)
        case Formula():
            for line in block.lines:
                wide = len(line) if block.copied else width - _INDENT
                yield from _indented(_wrapped(line, wide, "formula", hanging=2), _INDENT)
        case Table():
            yield from _table(block, width)
        case _:
            return


def _joined(blocks: Iterable[tuple[Block, str]], width: int) -> Iterator[Line]:
    """The lines of numbered blocks, with an empty line around tables and sections."""
    before: Block | None = None
    for block, number in blocks:
        shown = list(_lines(block, width, number))
        if shown:
            if before is not None and not (isinstance(before, _CLOSE) and isinstance(block, _CLOSE)):
                yield ()
            yield from shown
            before = block


def _wrapped(text: str, width: int, role: str = "", *, hanging: int = 0) -> Iterator[Line]:
    lines = textwrap.wrap(text, width, subsequent_indent=" " * hanging, break_long_words=False, break_on_hyphens=False)
    for line in lines:
        yield ((line.replace("\u00a0", " "), role),)


def _indented(lines: Iterator[Line] | Sequence[Line], by: int) -> Iterator[Line]:
    for line in lines:
        yield ((" " * by, ""), *line) if line else ()


def _table(table: Table, width: int) -> Iterator[Line]:
    """The table; one that is too wide as several below each other, each with the left side."""
    if table.caption:
        yield from _wrapped(table.caption, width, "heading")
    columns = list(zip(table.head, *table.lines, strict=True))
    widths = [max(map(display_width, column)) for column in columns]
    if sum(widths) + 2 * (len(widths) - 1) > width:  # heads are broken before tables are
        widths = [max(map(display_width, [*head.split(), *cells])) for head, *cells in columns]
    if table.words:
        yield from _table_with_words(table, widths, width)
        return
    chunks: list[list[int]] = []
    used = width + 1
    for k, wide in enumerate(widths[1:], 1):
        if used + 2 + wide > width:
            chunks.append([0])
            used = widths[0]
        chunks[-1].append(k)
        used += 2 + wide
    for index, chunk in enumerate(chunks):
        if index:
            yield ()
        yield from _rows(table, widths, chunk)


def _rows(table: Table, widths: Sequence[int], columns: Sequence[int]) -> Iterator[Line]:
    """The head and the rows of these columns."""
    yield from _head(table, widths, columns)
    yield from _body(table, lambda row, place: (_row(table, row, widths, columns, place),))


def _body(table: Table, write: Callable[[tuple[str, ...], int], Iterable[Line]]) -> Iterator[Line]:
    """The rows, as `write` gives the lines of one, under their headings."""
    place = 0
    for index, row in enumerate(table.rows):
        if len(row) > 1:
            yield from write(row, place)
            place += 1
            continue
        if index:
            yield ()
        yield ((row[0], "heading"),)


def _head(table: Table, widths: Sequence[int], columns: Sequence[int]) -> Iterator[Line]:
    """The head, each text in lines as wide as its column; nothing where there is none."""
    texts = [textwrap.wrap(text, max(wide, 1)) for text, wide in zip(table.head, widths, strict=True)]
    high = max((len(texts[k]) for k in columns), default=0)
    for index in range(high):
        line = [(["" for _ in range(high - len(text))] + text)[index] for text in texts]
        yield _row(table, line, widths, columns, -1)


def _row(table: Table, row: Sequence[str], widths: Sequence[int], columns: Sequence[int], place: int) -> Line:
    """A row as texts with roles; the spaces at its end are left out."""
    cells: list[tuple[str, str]] = []
    for k in columns:
        space = " " * (widths[k] - display_width(row[k]))
        left = (k == 0 and not table.numeric_side) or (table.words and k == len(row) - 1)
        gap = "  " if cells else ""
        cells.append((gap + (row[k] + space if left else space + row[k]), _role(table, place, k)))
    while cells and not cells[-1][0].strip():
        cells.pop()
    return (*cells[:-1], (cells[-1][0].rstrip(), cells[-1][1])) if cells else ()


def _role(table: Table, place: int, k: int) -> str:
    """What a cell is: of the head, a sum, shaded, or nothing."""
    if place < 0:
        return "soft"
    if table.is_total(place, k):
        return "total"
    shade = table.shade(place, k)
    return "dark" if shade > 0.6 else "shaded" if shade > 0.2 else ""


def _table_with_words(table: Table, widths: Sequence[int], width: int) -> Iterator[Line]:
    """The table with its sentences beside the rows, or below them where there is no room."""
    columns = range(len(table.head) - 1)
    start = sum(widths[:-1]) + 2 * len(columns)
    beside = width - start >= _LEAST
    indent = start if beside else 6

    def write(row: tuple[str, ...], place: int) -> Iterator[Line]:
        first = _row(table, row, widths, columns, place)
        words = textwrap.wrap(row[-1], width - indent)
        if beside and words:
            used = sum(display_width(text) for text, _ in first)
            first = (*first, (" " * (start - used), ""), (words.pop(0), ""))
        yield first
        yield from (((" " * indent, ""), (line, "")) for line in words)

    yield from _head(table, widths, range(len(table.head)) if beside else columns)
    yield from _body(table, write)


def display_width(text: str) -> int:
    """How many columns of a terminal a text takes: signs of East Asian scripts take two, marks over letters none."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(unicodedata.combining(sign) != 0 for sign in text)


_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}


def as_markdown(table: Table) -> str:
    """Return a table of Markdown."""

    def line(cells: Sequence[str]) -> str:
        escaped = (cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
        return "| " + " | ".join(" ".join(cell.split()) for cell in escaped) + " |"

    ruler = "| " + " | ".join(["---", *["---:"] * (len(table.head) - 1)]) + " |"
    return "\n".join([line(table.head), ruler, *map(line, table.lines)])


def as_latex(table: Table) -> str:
    """Return a tabular of LaTeX that needs no package."""

    def line(cells: Sequence[str]) -> str:
        return " & ".join("".join(_LATEX.get(sign, sign) for sign in cell) for cell in cells) + r" \\"

    columns = "l" + "r" * (len(table.head) - 1)
    body = [line(table.head), r"\hline", *map(line, table.lines)]
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", r"\hline", *body, r"\hline", r"\end{tabular}"])
