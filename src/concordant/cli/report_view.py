"""The page of a report on a terminal: tables as wide as it is, values in front."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from concordant.cli.terminal import bullet, console, table
from concordant.report.text import header
from concordant.report.wording import count, label_text, number, percent
from concordant.states.printing import number_text

if TYPE_CHECKING:
    from concordant.report import Evaluation, Result

_MOST = 20  # classes
_LABEL = 24  # characters of a label
_CELL = 12


def print_page(page: Evaluation, *, further: bool = False, lead: Sequence[str] = (), close: Sequence[str] = ()) -> None:
    """Print the page, and all other metrics if asked for."""
    out = console()
    for line in lead:
        out.print(Text(line, style="italic"))
    if lead:
        out.print()
    out.print(Text(header(page), style="bold"))
    _sentences(out, "What was assumed", page.assumptions)
    _balance(out, page)
    _matrix(out, page)
    _results(out, page.results)
    _per_class(out, page)
    _sentences(out, "Worth knowing", page.remarks)
    if further:
        _results(out, page.further)
    for line in close:
        out.print()
        out.print(Text(line, style="dim"))


def _heading(out: Console, text: str) -> None:
    out.print()
    out.print(Text(text, style="bold"))


def _indented(out: Console, shown: RenderableType) -> None:
    out.print(Padding(shown, (0, 0, 0, 2), expand=False))


def _sentences(out: Console, heading: str, said: Sequence[str]) -> None:
    if not said:
        return
    _heading(out, heading)
    for sentence in said:
        _indented(out, bullet(sentence))


def _balance(out: Console, page: Evaluation) -> None:
    _heading(out, "Classes")
    predicted = page.counts is not None
    shown = table("", "truth", "", *(("predicted", "") if predicted else ()), right=True)
    for label, share in list(page.balance.items())[:_MOST]:
        cells = [label_text(label, _LABEL), count(share.true), percent(share.true_share)]
        if share.predicted is not None and share.predicted_share is not None:
            cells += [count(share.predicted), percent(share.predicted_share)]
        shown.add_row(*map(Text, cells))
    _indented(out, shown)
    if len(page.balance) > _MOST:
        out.print(Text(f"... and {len(page.balance) - _MOST} more classes", style="dim"))


def _matrix(out: Console, page: Evaluation) -> None:
    if page.counts is None:
        return
    names = [label_text(label, _CELL) for label in page.counts.labels]
    cells = [[number_text(value) for value in row] for row in page.counts.table.tolist()]
    totals = [number_text(value) for value in page.counts.table.sum(0).tolist()]
    widths = [max(map(len, column)) for column in zip(names, totals, *cells, strict=True)]
    left, last = max(map(len, names)), len(number_text(page.counts.n))
    _heading(out, "Confusion matrix (rows: truth, columns: prediction)")
    if left + sum(widths) + 2 * len(widths) + max(last, 5) + 4 > out.width:
        out.print(Text(f"{len(names)} x {len(names)}, too wide for this window; see --html or --json."))
        return
    shown = table("", *names, "total", right=True)
    for i, row in enumerate(cells):
        marked = [
            Text(cell, style="bold green" if i == j else "dim" if cell == "0" else "") for j, cell in enumerate(row)
        ]
        shown.add_row(Text(names[i]), *marked, Text(number_text(page.counts.table[i].sum().item()), style="dim"))
    shown.add_row(Text("total", style="dim"), *(Text(x, style="dim") for x in (*totals, number_text(page.counts.n))))
    _indented(out, shown)


def _results(out: Console, results: Sequence[Result]) -> None:
    wide = min(max((len(result.title) for result in results), default=0), max(out.width // 2 - 10, 12))
    for heading, group in groupby(results, key=lambda result: result.heading):
        _heading(out, heading)
        shown = table("", "", "")
        shown.columns[0].min_width = shown.columns[0].max_width = wide
        shown.columns[1].justify = "right"
        shown.columns[1].min_width = 9
        shown.columns[1].no_wrap = True
        for result in group:
            shown.add_row(Text(result.title), _value(result), _said(result))
        _indented(out, shown)


def _value(result: Result) -> Text:
    if result.defined:
        return Text(number(result.value), style="bold cyan")
    return Text("undefined", style="yellow")


def _said(result: Result) -> Text:
    if not result.defined:
        return Text(result.reason or "", style="yellow")
    said = Text(result.says)
    return said if result.reason is None else said.append(f" ({result.reason})", style="yellow")


def _per_class(out: Console, page: Evaluation) -> None:
    if not page.per_class:
        return
    _heading(out, "Class by class, each against the rest")
    shown = table("", "rows", *(metric.title for metric in page.per_class), right=True)
    for k, (label, share) in enumerate(list(page.balance.items())[:_MOST]):
        values = [metric.values[k] for metric in page.per_class]
        cells = ["undefined" if math.isnan(value) else number(value) for value in values]
        shown.add_row(Text(label_text(label, _LABEL)), Text(count(share.true)), *map(Text, cells))
    _indented(out, shown)
    if len(page.balance) > _MOST:
        out.print(Text(f"... and {len(page.balance) - _MOST} more classes", style="dim"))
    for metric in page.per_class:
        if metric.reason is not None:
            _indented(out, Text(f"{metric.title}: {metric.reason}", style="yellow"))
