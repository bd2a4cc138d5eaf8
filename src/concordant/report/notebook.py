"""The page inside a notebook: plain tables without scripts; the file of `to_html` has the pictures."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby

from concordant.report.evaluation_data import EvaluationData
from concordant.report.notes import Notes
from concordant.report.page_records import Result
from concordant.report.text import header
from concordant.result.wording import count, label_text, level_text, limits_text, percent


def notebook_html(page: EvaluationData) -> str:
    """What was assumed, what stands out, classes, confusion matrix, metrics."""
    parts = [
        f"<p><strong>{escape(header(page))}</strong></p>",
        _sentences(page.assumptions),
        page.findings._repr_html_(),
        _balance(page),
        "" if page.counts is None else page.counts._repr_html_(),
        _metrics(page),
        _sentences(page.remarks),
    ]
    return f"<div>{''.join(parts)}</div>"


def _sentences(said: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in said)
    return f"<ul>{items}</ul>" if items else ""


def _balance(page: EvaluationData) -> str:
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


def _metrics(page: EvaluationData) -> str:
    rows = []
    notes = Notes()
    if page.level is not None:
        rows.append(f"<tr><th></th><th>value</th><th>{level_text(page.level)}</th><th></th></tr>")
    for heading, group in groupby(page.results, key=lambda result: result.heading):
        rows.append(f'<tr><th colspan="4" style="text-align:left">{escape(heading)}</th></tr>')
        rows += [
            _row(result.title, [_value(result), *_limits(result, page, notes), _said(result)], tip=result.formula)
            for result in group
        ]
    said = _sentences(f"{mark} {reason}" for mark, reason in notes)
    return f"<table><tbody>{''.join(rows)}</tbody></table>{said}"


def _limits(result: Result, page: EvaluationData, notes: Notes) -> list[str]:
    """The interval and the mark of its doubt, where intervals were asked for."""
    if page.level is None:
        return []
    shown = "" if result.interval is None else limits_text(result.interval) or "none"
    return [f"{shown} {notes.mark(result.doubt)}".strip()]


def _value(result: Result) -> str:
    return result.shown


def _said(result: Result) -> str:
    if not result.defined:
        return str(result.reason)
    return result.says if result.reason is None else f"{result.says} ({result.reason})"


def _row(name: str, cells: Iterable[str], tip: str = "") -> str:
    title = f' title="{escape(tip)}"' if tip else ""
    return f"<tr><th{title}>{escape(name)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
