"""The interactive page: one HTML file that holds its data, its styles and the library that draws the charts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path, PurePath
from typing import Any

from concordant.report.bars import Row, rows_of
from concordant.report.bundle import chart_script
from concordant.report.charts import CurveOf, balance_chart, matrix_chart, precision_recall_chart, roc_chart
from concordant.report.evaluation_data import EvaluationData
from concordant.report.group_results import group_text, main_results
from concordant.report.missing_package import needed
from concordant.report.notes import Notes
from concordant.report.page_records import AgainstRest, Groups, Result
from concordant.report.sliders import MOST_CURVES, curves_of, most_frequent, slider_start, slider_tables, value_text
from concordant.report.text import class_notes, header
from concordant.report.written_values import count, label_text, level_text, limits_text, number, percent, signed
from concordant.result.comparison import p_text

_TEMPLATES = Path(__file__).parent / "templates"
_MOST_CLASSES = 40
_LABEL = 40  # characters of a label


def page_html(page: EvaluationData) -> str:
    """The whole file as text."""
    jinja2, markup = needed("jinja2"), needed("markupsafe").Markup
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = number
    names = unique_names([label_text(label, _LABEL) for label in page.labels])
    shown = most_frequent(page, _MOST_CLASSES)
    curves = curves_of(page, names)
    charts = _charts(page, names, shown, curves)
    notes, notes_further = Notes(), Notes()
    from concordant import __version__

    explanation = page.explanation
    text: str = environment.get_template("page.html.j2").render(
        page=page,
        title="Concordant report" + (f": {label_text(PurePath(page.source).name, 80)}" if page.source else ""),
        header=f"{header(page)}. Task: {page.task}.",
        version=__version__,
        css=markup((_TEMPLATES / "page.css").read_text("utf-8")),
        script=markup((_TEMPLATES / "page.js").read_text("utf-8")),
        vega=markup(chart_script()) if charts else "",
        licences=(_TEMPLATES / "THIRD_PARTY.txt").read_text("utf-8"),
        data=markup(json_in_script({"charts": charts, "curves": slider_tables(curves)})),
        cards=main_results(page.results),
        sections=_sections(page.results, notes),
        further=_sections(page.further, notes_further),
        notes=list(notes),
        notes_further=list(notes_further),
        limits=None if page.level is None else level_text(page.level),
        by=None if page.groups is None else _by(page.groups, page.level),
        names=names,
        curves=curves,
        first=slider_start(curves),
        shown_names=[names[k] for k in shown],
        matrix=_matrix(page, names, shown),
        classes=_classes(page, names),
        class_notes=class_notes(page, limits=True),
        explanation=None if explanation is None else markup(explanation.to_html()),
        signatures=[one.signature for one in (*page.results, *page.further)]
        + [one.signature for one in page.per_class],
        left_out_classes=_left_out(len(names), _MOST_CLASSES, "classes"),
        left_out_curves=_left_out(len(names), MOST_CURVES, "curves") if len(curves) > 1 else "",
    )
    return text


def _sections(results: Sequence[Result], notes: Notes) -> list[tuple[str, list[Row]]]:
    """Headings with their results, each with its interval in words and as a bar."""
    return [(heading, rows_of(list(group), notes)) for heading, group in groupby(results, key=lambda one: one.heading)]


def _by(groups: Groups, level: float | None) -> dict[str, Any]:
    """The table of groups: one block a metric, so that its intervals lie below each other."""
    notes = Notes()
    blocks = []
    for place, result in enumerate(groups.overall.results):
        rows = rows_of([group.results[place] for group in groups.rows], notes)
        names = [(group_text(group, _LABEL), count(group.n), group.small) for group in groups.rows]
        tests = [_test(group.against_rest[place], notes) if group.against_rest else None for group in groups.rows]
        rows_of_block = list(zip(names, rows, tests, strict=True))
        blocks.append({"title": result.title, "formula": result.formula, "rows": rows_of_block})
    return {
        "name": groups.heading,
        "blocks": blocks,
        "notes": list(notes),
        "remarks": groups.remarks,
        "limits": None if level is None else groups.interval_heading(level),
        "tests": groups.p_heading if groups.tested else None,
    }


def _test(one: AgainstRest, notes: Notes) -> tuple[str, str, str]:
    """The difference from the rest, its p-value and the mark of a doubt."""
    if one.comparison is None or not one.tested:
        return "none", "", notes.mark(one.reason)
    return signed(one.comparison.difference, 3), p_text(one.p_value), notes.mark(one.reason)


def json_in_script(data: Any) -> str:
    """JSON that no label can end: neither a closing tag nor a comment can stand in it."""
    text = json.dumps(data, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def unique_names(names: list[str]) -> list[str]:
    """Labels as names of chart marks: 1 and "1", or two long texts cut alike, must stay apart."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return out


def _charts(page: EvaluationData, names: list[str], shown: list[int], curves: list[CurveOf]) -> dict[str, Any]:
    charts = {"balance": balance_chart(page, names, shown)} if names else {}
    if page.counts is not None:
        charts["matrix"] = matrix_chart(page.counts, names, shown, by_row=False)
        charts["shares"] = matrix_chart(page.counts, names, shown, by_row=True)
    if curves:
        charts["roc"] = roc_chart(curves)
        charts["pr"] = precision_recall_chart(curves)
    return charts


def _matrix(page: EvaluationData, names: list[str], shown: list[int]) -> list[tuple[str, list[str]]]:
    if page.counts is None:
        return []
    return [(names[i], [count(page.counts.table[i, j].item()) for j in shown]) for i in shown]


def _classes(page: EvaluationData, names: list[str]) -> list[dict[str, Any]]:
    rows = []
    for k, share in enumerate(page.balance.values()):
        cells = [count(share.true), percent(share.true_share)]
        if share.predicted is not None and share.predicted_share is not None:
            cells += [count(share.predicted), percent(share.predicted_share)]
        values = [
            (value_text(metric.values[k]), "" if metric.intervals is None else limits_text(metric.intervals[k], 3))
            for metric in page.per_class
        ]
        rows.append({"name": names[k], "cells": cells, "values": values})
    return rows


def _left_out(classes: int, most: int, what: str) -> str:
    if classes <= most:
        return ""
    return f"Pictures show the {most} most frequent of {classes} {what}; the tables and the JSON file hold all metrics."
