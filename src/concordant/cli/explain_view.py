"""The steps of an explanation on a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from concordant.cli.terminal import bullet, console, table
from concordant.documents.blocks import Step, Table
from concordant.explain import KappaExplanation
from concordant.explain.kappa import kappa_page
from concordant.explain.roc import roc_page

if TYPE_CHECKING:
    from rich.table import Table as RichTable

    from concordant.explain import RocExplanation

_INDENT = (0, 0, 0, 3)


def print_steps(steps: KappaExplanation | RocExplanation) -> None:
    """Print the explanation, tables shaded as on its HTML page."""
    out = console()
    page = kappa_page(steps, most=10) if isinstance(steps, KappaExplanation) else roc_page(steps, most=24)
    out.print(Text(page.title, style="bold"))
    for text in page.lead:
        out.print(Text(text))
    for place, step in enumerate(page.steps, 1):
        _print_step(out, step, place)
    out.print()
    out.print(Text("Everything with all digits: --json OUT. As a page: --html OUT. As a picture: --plot OUT.", "dim"))


def _print_step(out: Console, step: Step, place: int) -> None:
    out.print()
    out.print(Text(f"{place}. {step.title}", style="bold"))
    for text in step.before:
        out.print(Padding(Text(text), _INDENT))
    if step.table is not None:
        out.print()
        out.print(Padding(_shaded(step.table, out.width - _INDENT[3]), _INDENT, expand=False))
        out.print()
    for text in step.formulas:
        out.print(Padding(Text(text, style="cyan"), (0, 0, 0, 5)))
    for text in step.after:
        out.print(Padding(Text(text), _INDENT))
    for text in step.items:
        out.print(Padding(bullet(text), _INDENT, expand=False))


def _shaded(given: Table, width: int) -> RichTable:
    """The cells, the more telling the stronger; in a narrow window heads are broken before numbers are."""
    shown = table(*given.head, right=True)
    columns = list(zip(given.head, *given.rows, strict=True))
    if _total(max(map(len, column)) for column in columns) > width:
        needed = [_widest(column) for column in columns]
        tight = _total(needed) > width
        shown.padding = (0, 1 if tight else 2, 0, 0)
        if not tight or _total(needed, gap=1) <= width:
            for column, least in zip(shown.columns, needed, strict=True):
                column.width = least
    if given.numeric_side:
        shown.columns[0].justify = "right"
    for i, row in enumerate(given.rows):
        last = given.total and i == len(given.rows) - 1
        cells = [Text(row[0], style="dim")]
        for j, cell in enumerate(row[1:]):
            sums = last or (given.total and j == len(row) - 2)
            cells.append(Text(cell, style="dim" if sums else _style(given, i, j)))
        shown.add_row(*cells)
    return shown


def _total(widths: Iterable[int], *, gap: int = 2) -> int:
    every = list(widths)
    return sum(every) + gap * (len(every) - 1)


def _widest(column: tuple[str, ...]) -> int:
    """The longest cell, or the longest word of the head, which may be broken at spaces."""
    head, *cells = column
    return max(map(len, [*head.split(), *cells]), default=0)


def _style(given: Table, i: int, j: int) -> str:
    shades = given.shades
    if shades is None or i >= shades.shape[0] or j >= shades.shape[1]:
        return ""
    strength = float(shades[i, j])
    return "bold yellow" if strength > 0.6 else "yellow" if strength > 0.2 else ""
