"""The page as text for a terminal of 100 columns."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import PurePath

from concordant.report.evaluation import Evaluation, Result
from concordant.report.wording import count, label_text, number, percent

_WIDTH = 100
_MOST_CLASSES = 20  # lines of a table of classes
_LABEL = 24  # characters of a label


def page_text(page: Evaluation, *, further: bool = False) -> str:
    """Header, what was assumed, class balance, confusion matrix, metrics, classes one by one; all other metrics."""
    parts = [
        [header(page)],
        _sentences("What was assumed", page.assumptions),
        _balance(page),
        _matrix(page),
        *_metrics(page.results),
        _per_class(page),
        _sentences("Worth knowing", page.remarks),
        *(_metrics(page.further) if further else []),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def header(page: Evaluation) -> str:
    """What stands on top: rows, file, columns."""
    line = f"{page.n:,} rows"
    if page.source is not None:
        line += f" of {label_text(PurePath(page.source).name, 60)}"
    roles = []
    for role, name in page.columns.items():
        names = (name,) if isinstance(name, str) else name
        shown = ", ".join(f"'{label_text(one, _LABEL)}'" for one in names[:3])
        roles.append(f"{role} {shown}{f', ... ({len(names)} columns)' if len(names) > 3 else ''}")
    return f"{line}: {', '.join(roles)}" if roles else line


def _sentences(heading: str, said: Sequence[str]) -> list[str]:
    if not said:
        return []
    lines = [heading]
    for sentence in said:
        lines += textwrap.wrap(sentence, _WIDTH, initial_indent="  - ", subsequent_indent="    ")
    return lines


def _balance(page: Evaluation) -> list[str]:
    rows = [["", "truth", "", *([] if page.counts is None else ["predicted", ""])]]
    for label, share in list(page.balance.items())[:_MOST_CLASSES]:
        row = [label_text(label, _LABEL), count(share.true), percent(share.true_share)]
        if share.predicted is not None and share.predicted_share is not None:
            row += [count(share.predicted), percent(share.predicted_share)]
        rows.append(row)
    return ["Classes", *_table(rows), *_more(len(page.balance))]


def _more(classes: int) -> list[str]:
    return [f"  ... and {classes - _MOST_CLASSES} more classes"] if classes > _MOST_CLASSES else []


def _matrix(page: Evaluation) -> list[str]:
    if page.counts is None:
        return []
    names = tuple(label_text(label, 12) for label in page.counts.labels)
    lines = str(replace(page.counts, labels=names)).splitlines()
    if len(lines) > 1 and max(map(len, lines)) <= _WIDTH - 2:
        return [f"Confusion matrix ({lines[0]})", *(f"  {line}" for line in lines[1:])]
    return [f"Confusion matrix: {len(names)} x {len(names)}, too wide for this page; see the HTML or JSON file."]


def _metrics(results: Sequence[Result]) -> list[list[str]]:
    title = max((len(result.title) for result in results), default=0)
    return [
        [heading, *(line for result in group for line in _metric(result, title))]
        for heading, group in groupby(results, key=lambda result: result.heading)
    ]


def _metric(result: Result, title: int) -> Iterable[str]:
    """The title, the value (an interval will stand beside it) and what it says; or why there is none."""
    if not result.defined:
        return _hanging(f"  {result.title:<{title}}  ", f"undefined: {result.reason}")
    said = result.says if result.reason is None else f"{result.says} ({result.reason})"
    return _hanging(f"  {result.title:<{title}}  {number(result.value):>8}   ", said)


def _hanging(start: str, said: str) -> list[str]:
    wrapped = textwrap.wrap(said, max(_WIDTH - len(start), 30))
    return [(start if i == 0 else " " * len(start)) + line for i, line in enumerate(wrapped)]


def _per_class(page: Evaluation) -> list[str]:
    if not page.per_class:
        return []
    rows = [["", "rows", *(metric.title for metric in page.per_class)]]
    for k, (label, share) in enumerate(list(page.balance.items())[:_MOST_CLASSES]):
        values = [metric.values[k] for metric in page.per_class]
        shown = ["undefined" if math.isnan(value) else number(value) for value in values]
        rows.append([label_text(label, _LABEL), count(share.true), *shown])
    notes = [
        line
        for metric in page.per_class
        if metric.reason is not None
        for line in textwrap.wrap(
            f"{metric.title}: {metric.reason}", _WIDTH, initial_indent="  ", subsequent_indent="    "
        )
    ]
    return ["Class by class, each against the rest", *_table(rows), *_more(len(page.balance)), *notes]


def _table(rows: list[list[str]]) -> list[str]:
    """Align: the first column left, the others right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  "
        + "  ".join([row[0].ljust(widths[0]), *(x.rjust(w) for x, w in zip(row[1:], widths[1:], strict=True))]).rstrip()
        for row in rows
    ]
