"""The page of a report on a terminal: tables as wide as it is, values in front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from concordant.cli.output import bullet, console, table
from concordant.findings.finding import Severity
from concordant.report.text import (
    HEADING,
    MOST_CLASSES,
    Notes,
    balance_rows,
    class_notes,
    class_rows,
    group_tables,
    group_test_tables,
    header,
    limits_of,
    test_heading,
)
from concordant.result.wording import label_text, level_text
from concordant.states.counts import number_text

if TYPE_CHECKING:
    from rich.table import Table

    from concordant.findings import Findings
    from concordant.report import Evaluation, Result
    from concordant.report.records import Groups

_SEVERITY: Mapping[Severity, str] = {
    "wrong conclusion likely": "bold red",
    "costs": "bold yellow",
    "worth knowing": "bold",
}
_CELL = 12
_SAYS = 50  # columns beside title and interval, of which about 30 are left for words; else these stand below
_VALUE = 9  # columns of a value
_PLAIN = 100  # columns of the page as text: both show the same


def print_page(page: Evaluation, *, further: bool = False, lead: Sequence[str] = (), close: Sequence[str] = ()) -> None:
    """Print the page, and all other metrics if asked for."""
    out = console()
    for line in lead:
        out.print(Text(line, style="italic"))
    if lead:
        out.print()
    out.print(Text(header(page), style="bold"))
    _sentences(out, "What was assumed", page.assumptions)
    _findings(out, page.findings)
    _balance(out, page)
    _matrix(out, page)
    _results(out, page.results, page.level)
    _per_class(out, page)
    if page.groups is not None:
        _groups(out, page.groups, page.level)
    _sentences(out, "Worth knowing", page.remarks)
    if further:
        _results(out, page.further, page.level)
    for line in close:
        out.print()
        out.print(Text(line, style="dim"))


def _sentences(out: Console, heading: str, said: Sequence[str]) -> None:
    if not said:
        return
    _heading(out, heading)
    for sentence in said:
        _indented(out, bullet(sentence))


def _heading(out: Console, text: str) -> None:
    out.print()
    out.print(Text(text, style="bold"))


def _indented(out: Console, shown: RenderableType) -> None:
    out.print(Padding(shown, (0, 0, 0, 2), expand=False))


def _findings(out: Console, findings: Findings) -> None:
    """What stands out, the worst first; or that nothing does."""
    if not findings:
        out.print()
        out.print(Text(findings.summary, style="green"))
        return
    _heading(out, f"{HEADING} ({findings.summary.rstrip('.')})")
    for one in findings:
        seen = Text.assemble((f"{one.severity.capitalize()}: ", _SEVERITY[one.severity]), one.sentence)
        for said in (seen, Text(one.meaning), Text(one.next_step)):
            out.print(Padding(said, (0, 0, 0, 2 if said is seen else 4), expand=False))
        out.print(Padding(Text(one.line, style="cyan", overflow="fold"), (0, 0, 0, 6), expand=False))


def _balance(out: Console, page: Evaluation) -> None:
    if not page.balance:
        return
    _heading(out, "Classes")
    _table(out, balance_rows(page))
    _more(out, page)


def _table(out: Console, rows: Sequence[Sequence[str]]) -> None:
    shown = table(*rows[0], right=True)
    for row in rows[1:]:
        shown.add_row(*map(Text, row))
    _indented(out, shown)


def _more(out: Console, page: Evaluation) -> None:
    if len(page.balance) > MOST_CLASSES:
        out.print(Text(f"... and {len(page.balance) - MOST_CLASSES} more classes", style="dim"))


def _matrix(out: Console, page: Evaluation) -> None:
    if page.counts is None:
        return
    names = [label_text(label, _CELL) for label in page.counts.labels]
    many = len(names) > out.width  # of which no table is made
    cells = [] if many else [[number_text(value) for value in row] for row in page.counts.table.tolist()]
    totals = [number_text(value) for value in page.counts.column_totals.tolist()]
    widths = [max(map(len, column)) for column in zip(names, totals, *cells, strict=True)]
    left, last = max(map(len, names)), len(number_text(page.counts.n))
    _heading(out, "Confusion matrix (rows: truth, columns: prediction)")
    if many or left + sum(widths) + 2 * len(widths) + max(last, 5) + 4 > out.width:
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


def _results(out: Console, results: Sequence[Result], level: float | None) -> None:
    notes = Notes.of(results)
    limits = {result.key: _limits(result, notes) for result in results}
    space = 0 if level is None else max((shown.cell_len for shown in limits.values()), default=0)
    space = max(space, len(level_text(level))) if level is not None and space else 0
    longest = max((len(result.title) for result in results), default=0)
    wide = min(longest, max((out.width - space) // 2 - 10, 12))
    below = space > 0 and out.width < wide + space + _SAYS
    if below:
        wide = min(longest, max(out.width - space - _VALUE - 8, 12))
    over = level
    for heading, group in groupby(results, key=lambda result: result.heading):
        _heading(out, heading)
        shown = _columns(wide, space, over, says=not below)
        over = None if below else level
        for place, result in enumerate(group):
            if below and place:
                shown = _columns(wide, space, None, says=False)
            between = [limits[result.key]] if space else []
            shown.add_row(Text(result.title), _value(result), *between, *([] if below else [_said(result)]))
            if below:
                _indented(out, shown)
                out.print(Padding(_said(result), (0, 0, 0, 6)))
        if not below:
            _indented(out, shown)
    print_notes(out, notes, "About the intervals")


def _limits(result: Result, notes: Notes) -> Text:
    mark = notes.mark(result.doubt)
    return Text(limits_of(result)).append(f" {mark}" if mark else "", style="yellow")


def _columns(wide: int, space: int, level: float | None, *, says: bool) -> Table:
    """Title, value, interval and what they say, aligned in all tables of a page."""
    over = ["" if level is None else level_text(level)] if space else []
    shown = table("", "", *over, *([""] if says else []))
    shown.columns[0].min_width = shown.columns[0].max_width = wide
    shown.columns[1].justify = "right"
    shown.columns[1].min_width = _VALUE
    shown.columns[1].no_wrap = True
    if space:
        shown.columns[2].min_width = space
    return shown


def _value(result: Result) -> Text:
    if result.defined:
        return Text(result.shown, style="bold cyan")
    return Text("undefined", style="yellow")


def _said(result: Result) -> Text:
    if not result.defined:
        return Text(result.reason or "", style="yellow")
    said = Text(result.says)
    if result.certainty is not None:
        said.append(f" ({result.certainty})", style="dim")
    return said if result.reason is None else said.append(f" ({result.reason})", style="yellow")


def _per_class(out: Console, page: Evaluation) -> None:
    if not page.per_class:
        return
    _heading(out, "Class by class, each against the rest")
    rows = class_rows(page, limits=True)
    limits = sum(max(map(len, column)) + 2 for column in zip(*rows, strict=True)) <= min(out.width, _PLAIN) - 2
    _table(out, rows if limits else class_rows(page, limits=False))
    _more(out, page)
    for note in class_notes(page, limits=limits):
        _indented(out, Text(note, style="yellow"))


def _groups(out: Console, groups: Groups, level: float | None) -> None:
    notes = Notes()
    said = f" (in brackets: {groups.interval_heading(level)})" if level is not None else ""
    for rows in group_tables(groups, notes, out.width - 4):
        _heading(out, f"By {groups.heading}{said}")
        shown = table(*rows[0], right=True)
        for place, row in enumerate(rows[1:]):
            last = place == len(rows) - 2
            shown.add_row(*(Text(cell, style="dim" if last else "") for cell in row))
        _indented(out, shown)
        said = ""
    for rows in group_test_tables(groups, notes, out.width - 4):
        _heading(out, test_heading(groups))
        _table(out, rows)
    print_notes(out, notes)
    _sentences(out, "About the groups", groups.remarks)


def print_notes(out: Console, notes: Notes, heading: str = "") -> None:
    """Print what the marks beside intervals say."""
    if notes.reasons and heading:
        _heading(out, heading)
    for mark, reason in notes:
        _indented(out, Text(f"{mark} {reason}", style="yellow"))
