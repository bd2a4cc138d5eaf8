"""The interactive page: one HTML file that holds its data, its styles and the library that draws the charts."""

from __future__ import annotations

import json
from functools import cache
from itertools import groupby
from pathlib import Path, PurePath
from typing import Any

from concordant.report.charts import CurveOf, balance_chart, matrix_chart, precision_recall_chart, roc_chart
from concordant.report.evaluation import Evaluation, Result
from concordant.report.missing_package import needed
from concordant.report.sliders import MOST_CURVES, curves_of, most_frequent, slider_start, slider_tables, value_text
from concordant.report.text import header
from concordant.report.wording import count, label_text, number, percent

_TEMPLATES = Path(__file__).parent / "templates"
_MOST_CLASSES = 40
_LABEL = 40  # characters of a label


def page_html(page: Evaluation) -> str:
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
    groups = _grouped(page.results)
    from concordant import __version__

    explanation = page.explanation
    text: str = environment.get_template("page.html.j2").render(
        page=page,
        title="Concordant report" + (f": {label_text(PurePath(page.source).name, 80)}" if page.source else ""),
        header=f"{header(page)}. Task: {page.task}.",
        version=__version__,
        css=markup((_TEMPLATES / "page.css").read_text("utf-8")),
        script=markup((_TEMPLATES / "page.js").read_text("utf-8")),
        vega=markup(_vega()),
        data=markup(json_in_script({"charts": _charts(page, names, shown, curves), "curves": slider_tables(curves)})),
        cards=_cards(groups),
        groups=groups,
        further=_grouped(page.further),
        names=names,
        curves=curves,
        first=slider_start(curves),
        shown_names=[names[k] for k in shown],
        matrix=_matrix(page, names, shown),
        classes=_classes(page, names),
        explanation=None if explanation is None else markup(explanation.to_html()),
        signatures=[one.signature for one in (*page.results, *page.further)]
        + [one.signature for one in page.per_class],
        left_out_classes=_left_out(len(names), _MOST_CLASSES, "classes"),
        left_out_curves=_left_out(len(names), MOST_CURVES, "curves") if len(curves) > 1 else "",
    )
    return text


@cache
def _vega() -> str:
    """Vega, Vega-Lite and what embeds them, of the version that Altair writes for, as one script."""
    vl_convert, wanted = needed("vl_convert"), needed("altair").SCHEMA_VERSION.lstrip("v").rpartition(".")[0]
    known: list[str] = list(vl_convert.get_vegalite_versions())
    version = wanted if wanted in known else known[-1]
    bundle: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=version)
    return "(function () {" + bundle.replace("</script", "<\\/script") + "})();"


def _grouped(results: tuple[Result, ...]) -> list[tuple[str, list[Result]]]:
    """Headings with their results."""
    return [(heading, list(group)) for heading, group in groupby(results, key=lambda result: result.heading)]


def _cards(groups: list[tuple[str, list[Result]]]) -> list[Result]:
    """Four numbers for the top: the first of each group, and then the others, in the order of the page."""
    every = [(k > 0, g, k, result) for g, (_, group) in enumerate(groups) for k, result in enumerate(group)]
    chosen = sorted(every, key=lambda item: item[:3])[:4]
    return [item[3] for item in sorted(chosen, key=lambda item: item[1:3])]


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


def _charts(page: Evaluation, names: list[str], shown: list[int], curves: list[CurveOf]) -> dict[str, Any]:
    charts = {"balance": balance_chart(page, names, shown)}
    if page.counts is not None:
        charts["matrix"] = matrix_chart(page.counts, names, shown, by_row=False)
        charts["shares"] = matrix_chart(page.counts, names, shown, by_row=True)
    if curves:
        charts["roc"] = roc_chart(curves)
        charts["pr"] = precision_recall_chart(curves)
    return charts


def _matrix(page: Evaluation, names: list[str], shown: list[int]) -> list[tuple[str, list[str]]]:
    if page.counts is None:
        return []
    return [(names[i], [count(page.counts.table[i, j].item()) for j in shown]) for i in shown]


def _classes(page: Evaluation, names: list[str]) -> list[dict[str, Any]]:
    rows = []
    for k, share in enumerate(page.balance.values()):
        cells = [count(share.true), percent(share.true_share)]
        if share.predicted is not None and share.predicted_share is not None:
            cells += [count(share.predicted), percent(share.predicted_share)]
        cells += [value_text(metric.values[k]) for metric in page.per_class]
        rows.append({"name": names[k], "cells": cells})
    return rows


def _left_out(classes: int, most: int, what: str) -> str:
    if classes <= most:
        return ""
    return f"Pictures show the {most} most frequent of {classes} {what}; the tables and the JSON file hold all metrics."
