"""The page as text and in a notebook."""

from __future__ import annotations

import math
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
from pathlib import PurePath

from concordant.findings import Findings
from concordant.report.evaluation_data import EvaluationData
from concordant.report.groups import group_text
from concordant.report.records import AgainstRest, ClassMetric, Groups, Result
from concordant.result.comparisons import p_text
from concordant.result.wording import count, label_text, level_text, limits_text, number, percent, signed


def notebook_html(page: EvaluationData) -> str:
    """What was assumed, what stands out, classes, confusion matrix, metrics, groups, and pictures of both."""
    parts = [
        f"<p><strong>{escape(header(page))}</strong></p>",
        _notebook_sentences(page.assumptions),
        page.findings._repr_html_(),
        _notebook_balance(page),
        "" if page.counts is None else page.counts._repr_html_(),
        _notebook_metrics(page),
        _notebook_sentences(page.remarks),
        "" if page.groups is None else _notebook_groups(page.groups, page.level),
        _notebook_pictures(page),
    ]
    return f"<div>{''.join(parts)}</div>"


def _notebook_sentences(sentences: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""


def _notebook_balance(page: EvaluationData) -> str:
    if not page.balance:
        return ""
    predicted = page.counts is not None
    head = f"<th></th><th>truth</th><th></th>{'<th>predicted</th><th></th>' if predicted else ''}"
    rows = []
    for label, share in page.balance.items():
        cells = [count(share.true), percent(share.true_share)]
        if share.predicted is not None and share.predicted_share is not None:
            cells += [count(share.predicted), percent(share.predicted_share)]
        rows.append(_row(label_text(label), cells))
    return f"<table><caption>Classes</caption><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _notebook_metrics(page: EvaluationData) -> str:
    rows = []
    notes = Notes()
    if page.level is not None:
        rows.append(f"<tr><th></th><th>value</th><th>{level_text(page.level)}</th><th></th></tr>")
    for heading, group in groupby(page.results, key=lambda result: result.heading):
        rows.append(f'<tr><th colspan="4" style="text-align:left">{escape(heading)}</th></tr>')
        for result in group:
            limits = [] if page.level is None else [_text_limits(result, notes)]
            cells = [result.shown, *limits, _meaning(result)]
            rows.append(_row(result.title, cells, tip=result.formula))
    reasons = _notebook_sentences(f"{mark} {reason}" for mark, reason in notes)
    return f"<table><tbody>{''.join(rows)}</tbody></table>{reasons}"


def _notebook_groups(groups: Groups, level: float | None) -> str:
    """The metrics of each group, its tests against the rest, and the remarks."""
    notes, every = Notes(), sys.maxsize  # columns of any width stand side by side
    title = f"By {groups.heading}" + ("" if level is None else f" (in brackets: {groups.interval_heading(level)})")
    named = [(title, rows) for rows in group_tables(groups, notes, every)]
    named += [(test_heading(groups), rows) for rows in group_test_tables(groups, notes, every)]
    tables = []
    for caption, (head, *rows) in named:
        titles = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        body = "".join(_row(name, cells) for name, *cells in rows)
        tables.append(f"<table><caption>{escape(caption)}</caption><thead><tr>{titles}</tr></thead>{body}</table>")
    reasons = (f"{mark} {reason}" for mark, reason in notes)
    return "".join(tables) + _notebook_sentences([*reasons, *groups.remarks])


_STYLE = """
.concordant-figures svg { max-width: 32rem; font: 12px sans-serif; overflow: visible; }
.concordant-figures svg text { fill: currentColor; }
.concordant-figures small { display: block; }
.concordant-figures .grid { stroke: #8886; }
.concordant-figures .guess { stroke: #888; stroke-dasharray: 4 4; }
.concordant-figures .interval { stroke: #0072b2; stroke-width: 2.5; }
.concordant-figures .point { fill: #0072b2; }
"""


def _notebook_pictures(page: EvaluationData) -> str:
    """The metrics, and those of each group, with their intervals; a notebook has not the style of the page."""
    if page.level is None:
        return ""
    from concordant.report.pages.evaluation import Pictures

    pictures = Pictures(page, (), (), ())
    figures = "".join(figure.html() for figure in (pictures.metrics(), *pictures.groups()))
    return f'<style>{_STYLE}</style><div class="concordant-figures">{figures}</div>'


def _meaning(result: Result) -> str:
    if not result.defined:
        return str(result.reason)
    return result.says if result.reason is None else f"{result.says} ({result.reason})"


def _row(name: str, cells: Iterable[str], tip: str = "") -> str:
    title = f' title="{escape(tip)}"' if tip else ""
    return f"<tr><th{title}>{escape(name)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


_WIDTH = 100
MOST_CLASSES = 20  # lines of a table of classes
_LABEL = 24  # characters of a label
_LEAST = 30  # columns beside a number that words need; with fewer they stand below it


def page_text(page: EvaluationData, *, further: bool = False) -> str:
    """The header, what was assumed, what stands out, the tables; if asked for all other metrics."""
    parts = [
        [header(page)],
        _text_sentences("What was assumed", page.assumptions),
        findings_lines(page.findings, _WIDTH),
        ["Classes", *table_lines(balance_rows(page)), *_more(len(page.balance))] if page.balance else [],
        _matrix(page),
        *_text_metrics(page.results, page.level),
        _per_class(page),
        *([] if page.groups is None else _groups(page.groups, page.level)),
        _text_sentences("Worth knowing", page.remarks),
        *(_text_metrics(page.further, page.level) if further else []),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def header(page: EvaluationData) -> str:
    """What stands on top: rows, file, columns."""
    line = f"{page.n:,} rows"
    if page.source is not None:
        line += f" of {label_text(PurePath(page.source).name, 60)}"
    roles = []
    for role, name in page.columns.items():
        names = (name,) if isinstance(name, str) else name
        shown = ", ".join(f"'{label_text(column, _LABEL)}'" for column in names[:3])
        roles.append(f"{role} {shown}{f', ... ({len(names)} columns)' if len(names) > 3 else ''}")
    return f"{line}: {', '.join(roles)}" if roles else line


def _text_sentences(heading: str, sentences: Sequence[str]) -> list[str]:
    if not sentences:
        return []
    lines = [heading]
    for sentence in sentences:
        lines += textwrap.wrap(sentence, _WIDTH, initial_indent="  - ", subsequent_indent="    ")
    return lines


def balance_rows(page: EvaluationData) -> list[list[str]]:
    """The cells of a table of classes: how many rows are of each, and are predicted as it."""
    rows = [["", "truth", "", *([] if page.counts is None else ["predicted", ""])]]
    for label, share in list(page.balance.items())[:MOST_CLASSES]:
        row = [label_text(label, _LABEL), count(share.true), percent(share.true_share)]
        if share.predicted is not None and share.predicted_share is not None:
            row += [count(share.predicted), percent(share.predicted_share)]
        rows.append(row)
    return rows


def _more(classes: int) -> list[str]:
    return [f"  ... and {classes - MOST_CLASSES} more classes"] if classes > MOST_CLASSES else []


def _matrix(page: EvaluationData) -> list[str]:
    if page.counts is None:
        return []
    names = tuple(label_text(label, 12) for label in page.counts.labels)
    lines = str(replace(page.counts, labels=names)).splitlines() if len(names) < _WIDTH else []
    if len(lines) > 1 and max(map(len, lines)) <= _WIDTH - 2:
        return [f"Confusion matrix ({lines[0]})", *(f"  {line}" for line in lines[1:])]
    return [f"Confusion matrix: {len(names)} x {len(names)}, too wide for this page; see the HTML or JSON file."]


def _text_metrics(results: Sequence[Result], level: float | None) -> list[list[str]]:
    title = max((len(result.title) for result in results), default=0)
    notes = Notes.of(results)
    limits = 0  # the columns that intervals and their marks take
    if level is not None:
        limits = max((len(_text_limits(result, notes)) for result in results), default=0)
    blocks = []
    for heading, group in groupby(results, key=lambda result: result.heading):
        over = "" if level is None or not limits else level_text(level)
        first = f"{heading:<{title + 12}}   {over}" if over else heading
        lines = [line for result in group for line in _metric(result, title, limits, notes)]
        blocks.append([first, *lines])
    return [*blocks, ["About the intervals", *_note_lines(notes)]] if notes.reasons else blocks


def _text_limits(result: Result, notes: Notes) -> str:
    return f"{limits_of(result)} {notes.mark(result.doubt)}".strip()


def _note_lines(notes: Notes) -> list[str]:
    lines: list[str] = []
    for mark, reason in notes:
        lines += textwrap.wrap(f"{mark} {reason}", _WIDTH, initial_indent="  ", subsequent_indent="      ")
    return lines


def _metric(result: Result, title: int, limits: int, notes: Notes) -> Iterable[str]:
    """The title, the value, its interval and what it says; or why there is none."""
    if not result.defined:
        return _hanging(f"  {result.title:<{title}}  ", f"undefined: {result.reason}")
    beside = f"{_text_limits(result, notes):<{limits}}   " if limits else ""
    return _hanging(f"  {result.title:<{title}}  {result.shown:>8}   {beside}", meaning_of(result))


def meaning_of(result: Result) -> str:
    """What a metric says and how certain that is, or why it says nothing."""
    if not result.defined:
        return str(result.reason)
    remarks = [remark for remark in (result.certainty, result.reason) if remark]
    return f"{result.says} ({'; '.join(remarks)})" if remarks else result.says


def limits_of(result: Result) -> str:
    """The interval of a metric; nothing where none was asked for."""
    return "" if result.interval is None else limits_text(result.interval) or "none"


def _hanging(start: str, text: str) -> list[str]:
    if _WIDTH - len(start) < _LEAST:
        return [start.rstrip(), *textwrap.wrap(text, _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)]
    wrapped = textwrap.wrap(text, _WIDTH - len(start))
    return [(start if i == 0 else " " * len(start)) + line for i, line in enumerate(wrapped)]


def _per_class(page: EvaluationData) -> list[str]:
    if not page.per_class:
        return []
    table = table_lines(class_rows(page, limits=True))
    limits = max(map(len, table)) <= _WIDTH
    notes = [
        line
        for note in class_notes(page, limits=limits)
        for line in textwrap.wrap(note, _WIDTH, initial_indent="  ", subsequent_indent="    ")
    ]
    table = table if limits else table_lines(class_rows(page, limits=False))
    return ["Class by class, each against the rest", *table, *_more(len(page.balance)), *notes]


def class_notes(page: EvaluationData, *, limits: bool) -> list[str]:
    """Why values of classes are absent, and what is to be said of their intervals."""
    notes = [
        f"{metric.title}: {reason}"
        for metric in page.per_class
        for reason in (metric.reason, metric.doubt if limits else None)
        if reason is not None
    ]
    if not limits and any(metric.intervals is not None for metric in page.per_class):
        notes.append("The intervals of the classes are on the HTML page and in the JSON file.")
    intervals = (interval for metric in page.per_class for interval in metric.intervals or ())
    ways = {interval.simultaneous for interval in intervals if interval.simultaneous}
    if ways:
        share = 100 * (page.level or 0)
        notes.append(f"The intervals of all classes of a metric hold at once in {share:g} % of samples ({ways.pop()}).")
    return notes


def class_rows(page: EvaluationData, *, limits: bool) -> list[list[str]]:
    """The cells of a table of the metrics of each class."""
    rows = [["", "rows", *(metric.title for metric in page.per_class)]]
    for k, (label, share) in enumerate(list(page.balance.items())[:MOST_CLASSES]):
        shown = [class_text(metric, k, limits=limits) for metric in page.per_class]
        rows.append([label_text(label, _LABEL), count(share.true), *shown])
    return rows


def class_text(metric: ClassMetric, index: int, *, limits: bool) -> str:
    """The value of a class, and its interval in brackets."""
    value = metric.values[index]
    if math.isnan(value):
        return "undefined"
    within = limits_text(metric.intervals[index], 3) if limits and metric.intervals is not None else ""
    return f"{number(value)} ({within})" if within else number(value)


def group_cell(result: Result, notes: Notes) -> str:
    """The value of a group, its interval in brackets and the mark of a doubt."""
    if not result.defined:
        return f"undefined {notes.mark(result.reason)}"
    within = "" if result.interval is None else limits_text(result.interval, 3)
    shown = f"{result.shown} ({within})" if within else result.shown
    return f"{shown} {notes.mark(result.doubt)}".strip()


def group_tables(groups: Groups, notes: Notes, width: int) -> list[list[list[str]]]:
    """Rows of cells, as many columns side by side as fit, the others in a table below."""
    first = [["", "rows"], *([group_text(group, _LABEL), f"{group.n:,}"] for group in groups.rows)]
    columns = [
        [result.title, *(group_cell(group.results[index], notes) for group in groups.rows)]
        for index, result in enumerate(groups.overall.results)
    ]
    return _side_by_side(first, columns, width)


def group_test_tables(groups: Groups, notes: Notes, width: int) -> list[list[list[str]]]:
    """The tests of each group against the rest, in the same way; none where groups were not tested."""
    if not groups.tested:
        return []
    first = [[""], *([group_text(group, _LABEL)] for group in groups.groups)]
    columns = [
        [result.title, *(test_cell(group.against_rest[index], notes) for group in groups.groups)]
        for index, result in enumerate(groups.overall.results)
    ]
    return _side_by_side(first, columns, width)


def test_cell(test: AgainstRest, notes: Notes) -> str:
    """The difference from the rest, its p-value and the mark of a doubt."""
    if test.comparison is None or not test.tested:
        return f"no test {notes.mark(test.reason)}".strip()
    return f"{signed(test.comparison.difference, 3)}, {p_text(test.p_value)} {notes.mark(test.reason)}".strip()


def _side_by_side(first: list[list[str]], columns: list[list[str]], width: int) -> list[list[list[str]]]:
    """As many columns beside the first as fit."""
    left = sum(max(map(len, column)) + 2 for column in zip(*first, strict=True))
    tables: list[list[list[str]]] = []
    used = width + 1
    for column in columns:
        wide = max(map(len, column)) + 2
        if used + wide > width:
            tables.append([list(row) for row in first])
            used = left
        used += wide
        tables[-1] = [[*row, cell] for row, cell in zip(tables[-1], column, strict=True)]
    return tables


def _groups(groups: Groups, level: float | None) -> list[list[str]]:
    notes = Notes()
    tables = group_tables(groups, notes, _WIDTH - 2)
    blocks = [[f"By {groups.heading}", *table_lines(rows)] for rows in tables]
    if level is not None:
        blocks[0][0] += f" (in brackets: {groups.interval_heading(level)})"
    blocks += [[test_heading(groups), *table_lines(rows)] for rows in group_test_tables(groups, notes, _WIDTH - 2)]
    blocks[-1] += _note_lines(notes)
    return [*blocks, _text_sentences("About the groups", groups.remarks)]


def test_heading(groups: Groups) -> str:
    """What stands over the tests."""
    return f"Each {groups.heading} less the rest, {groups.p_heading}"


def table_lines(rows: list[list[str]]) -> list[str]:
    """Align: the first column left, the others right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  "
        + "  ".join([row[0].ljust(widths[0]), *(x.rjust(w) for x, w in zip(row[1:], widths[1:], strict=True))]).rstrip()
        for row in rows
    ]


class Notes:
    """Reasons in the order in which they are met; `mark` gives the number of one."""

    def __init__(self) -> None:
        self.reasons: dict[str, int] = {}

    @classmethod
    def of(cls, results: Iterable[Result]) -> Notes:
        """The notes of these results, all marked."""
        notes = cls()
        for result in results:
            notes.mark(result.doubt)
        return notes

    def mark(self, doubt: str | None) -> str:
        """``[1]`` for the first reason, and so on; nothing for none."""
        if doubt is None:
            return ""
        return f"[{self.reasons.setdefault(doubt, len(self.reasons) + 1)}]"

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Marks with what they say."""
        return ((f"[{number}]", reason) for reason, number in self.reasons.items())


HEADING = "What stands out"


def findings_lines(findings: Findings, width: int) -> list[str]:
    """A heading and each finding, or the one line that nothing was found."""
    if not findings:
        return [findings.summary]
    lines = [f"{HEADING} ({findings.summary.rstrip('.')})"]
    for finding in findings:
        first = f"{finding.severity.capitalize()}: {finding.sentence}"
        lines += textwrap.wrap(first, width, initial_indent="  - ", subsequent_indent="    ")
        for text in (finding.meaning, finding.next_step):
            lines += textwrap.wrap(text, width, initial_indent="    ", subsequent_indent="    ")
        lines.append(f"      {finding.line}")
    return lines
