"""Tables of a page: metrics, groups, classes, the confusion matrix; and the notes below them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from concordant.figures.markup import Child, Markup, joined, tag
from concordant.report.group_results import group_text
from concordant.report.notes import Notes
from concordant.report.page_records import AgainstRest, Groups, Result
from concordant.result.comparisons import p_text
from concordant.result.wording import count, level_text, limits_text, signed

_LABEL = 40  # characters


def table(head: Sequence[Child], rows: Iterable[Sequence[Child]], *, caption: Child = None, words: int = 0) -> Markup:
    """
    A table whose first column names the rows.

    Columns hold numbers, but for the last `words` of them.
    """
    last = len(head) - words

    def cell(place: int, content: Child) -> Markup:
        if not place:
            return tag("th", content, scope="row")
        return tag("td", content, class_="number" if place < last else None)

    heads = [tag("th", one, scope="col", class_="number" if 0 < k < last else None) for k, one in enumerate(head)]
    body = [tag("tr", [cell(k, one) for k, one in enumerate(row)]) for row in rows]
    drawn = tag(
        "table", tag("caption", caption) if caption else None, tag("thead", tag("tr", heads)), tag("tbody", body)
    )
    return tag("div", drawn, class_="scroll", tabindex="0", role="group", aria_label=_plain(caption) or "Table")


def _plain(caption: Child) -> str | None:
    return str(caption) if isinstance(caption, str) and not isinstance(caption, Markup) else None


def metric_tables(results: Sequence[Result], level: float | None, notes: Notes) -> Markup:
    """One table a heading: value, interval, what it says."""
    parts = []
    for heading, group in groupby(results, key=lambda one: one.heading):
        head = ["metric", "value", *([] if level is None else [level_text(level)]), "what it says"]
        rows = [
            [
                [one.title, tag("small", one.formula)],
                value(one),
                *([] if level is None else [[limits(one), mark(notes.mark(one.doubt))]]),
                said(one),
            ]
            for one in group
        ]
        parts.append([tag("h3", heading), tag("div", table(head, rows, caption=heading, words=1), class_="metrics")])
    return joined(parts)


def value(result: Result) -> Markup:
    """The value of a metric."""
    return joined(result.shown) if result.defined else tag("span", "undefined", class_="none")


def limits(result: Result) -> str:
    """Its interval in words."""
    return "" if result.interval is None else limits_text(result.interval) or "none"


def said(result: Result) -> str:
    """What a metric says, or why it says nothing."""
    if not result.defined:
        return str(result.reason)
    beyond = [one for one in (result.certainty, result.reason) if one]
    return f"{result.says} ({'; '.join(beyond)})" if beyond else result.says


def mark(sign: str) -> Child:
    """The number of a note."""
    return [" ", tag("b", sign, class_="mark")] if sign else None


def footnotes(notes: Notes) -> Markup | None:
    """What the marks mean."""
    parts = [tag("li", tag("b", sign, class_="mark"), f" {reason}") for sign, reason in notes]
    return tag("ul", parts, class_="notes soft", aria_label="About the intervals") if parts else None


def group_tables(groups: Groups, level: float | None) -> Markup:
    """One table a metric: the groups below each other, all rows last, and the notes."""
    notes = Notes()
    parts = []
    head = [groups.heading, "rows", "value"]
    head += [] if level is None else [groups.interval_heading(level)]
    head += [f"less the rest, {groups.p_heading}"] if groups.tested else []
    for place, result in enumerate(groups.overall.results):
        rows = []
        for group in groups.rows:
            one = group.results[place]
            row: list[Child] = [group_text(group, _LABEL), count(group.n), [value(one), mark(notes.mark(_why(one)))]]
            row += [] if level is None else [[limits(one), mark(notes.mark(one.doubt))]]
            row += [_test(group.against_rest[place], notes) if group.against_rest else None] if groups.tested else []
            rows.append(row)
        parts.append(table(head, rows, caption=result.title))
    return joined([tag("div", parts, class_="two"), footnotes(notes)])


def _why(result: Result) -> str | None:
    return None if result.defined else result.reason


def _test(one: AgainstRest, notes: Notes) -> Child:
    """The difference from the rest and its p-value."""
    if one.comparison is None or not one.tested:
        return ["none", mark(notes.mark(one.reason))]
    return [f"{signed(one.comparison.difference, 3)}, {p_text(one.p_value)}", mark(notes.mark(one.reason))]
