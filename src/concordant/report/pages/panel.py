"""The page of a panel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.documents.html import Document, bullets, section
from concordant.figures.figure import Figure
from concordant.figures.intervals import Row, forest_figure, labels_figure
from concordant.figures.markup import Child, Markup, concatenated, tag
from concordant.figures.paint_svg import figures_html
from concordant.panels import LabelReport, PanelAgreement, RaterReport, UnitReport
from concordant.panels.raters import widest
from concordant.report.pages.tables import as_latex, as_markdown, line_of, table
from concordant.result import Comparison, Comparisons
from concordant.result.intervals import Interval
from concordant.result.wording import (
    count,
    label_text,
    level_text,
    limits_or_none,
    limits_text,
    number,
    signed,
    value_or_undefined,
)

_NAME = 40
_MOST = 20  # units


@dataclass(frozen=True)
class PanelParts:
    """What a page of a panel shows beside the coefficients; None for what the data do not allow."""

    raters: RaterReport | None = None
    labels: LabelReport | None = None
    units: UnitReport | None = None
    comparison: Comparison | Comparisons | None = None
    remarks: tuple[str, ...] = ()


def rater_figures(report: RaterReport) -> list[Figure]:
    """How severe the raters are, and how much less each agrees with the others than they among themselves."""
    level = level_text(report.level)
    raters = [(label_text(row.rater, _NAME), row, bool(row.flags)) for row in report.raters]
    severity = [line_of(name, widest(row.severity), second=flagged) for name, row, flagged in raters]
    differences = [line_of(name, row.difference, second=flagged) for name, row, flagged in raters]
    numbers = report.scale == "numbers"
    title = "How much higher each rater rates" if numbers else "The label that each rater gives more or less often"
    note = f"Bars: {level}. Orange: flagged."
    found = [
        forest_figure(severity, name="severity-picture", title=title, note=note, reference=0.0, difference=True),
        forest_figure(
            differences,
            name="raters-picture",
            title="Agreement with the others, less theirs among themselves",
            note=note,
            reference=0.0,
            difference=True,
        ),
    ]
    return [one for one, lines in zip(found, (severity, differences), strict=True) if any(line.ends for line in lines)]


def raters_table(report: RaterReport) -> Markup:
    """One row a rater."""
    head = ["rater", "ratings", "severity", level_text(report.level), "agrees with the others", "flags"]
    rows = []
    for row in report.raters:
        one = widest(row.severity)
        label = "" if report.scale == "numbers" or math.isnan(one) else f"{report.labels[row.severity.index(one)]}: "
        limits = "none" if math.isnan(one.low) else f"{signed(one.low)} to {signed(one.high)}"
        rows.append(
            [
                label_text(row.rater, _NAME),
                count(row.ratings),
                "undefined" if math.isnan(one) else f"{label}{signed(float(one))}",
                limits,
                _value(row.agreement),
                "; ".join(row.flags),
            ]
        )
    return concatenated([tag("p", report.sentence), table(head, rows, caption="Raters", words=1)])


def labels_table(report: LabelReport) -> Markup:
    """One row a label, and which two labels are most often confused."""
    head = ["label", "ratings", "specific agreement", "kappa of the label"]
    rows = [
        [label_text(row.label, _NAME), count(row.ratings), _value(row.specific), _value(row.kappa)]
        for row in report.labels
    ]
    return concatenated([tag("p", report.sentence), table(head, rows, caption="Labels")])


def units_table(report: UnitReport) -> Markup:
    """The units that raters disagree on most."""
    shown = [place for place in range(min(_MOST, len(report.units))) if report.agreement[place] < 1]
    rows = [
        [
            label_text(report.units[place], _NAME),
            number(float(report.agreement[place])),
            ", ".join(map(str, report.given[place])),
        ]
        for place in shown
    ]
    hardest = table(["unit", "agreement", "labels"], rows, caption="The hardest units", words=1) if rows else None
    return concatenated([tag("p", report.sentence), hardest])


def _value(one: Interval) -> str:
    limits = limits_text(one)
    return value_or_undefined(float(one)) + (f" ({limits})" if limits else "")


_LABEL = 40
_MOST_LABELS = 150  # of the table
_NOTHING = PanelParts()


def agreement_html(found: PanelAgreement, *, source: str, record: dict[str, Any], parts: PanelParts = _NOTHING) -> str:
    """
    The whole file as text.

    Parameters
    ----------
    found : PanelAgreement
    source : str
        What was read, for the heading.
    record : dict
        All numbers, as JSON holds them.
    parts : PanelParts
        What is known of raters, labels and units.
    """
    rows = _rows(found)
    doubts = list(dict.fromkeys(one.reason for one in _every(found) if one.reason))
    doubts += [part.reason for part in (parts.raters, parts.units) if part is not None and part.reason]
    words = [*([found.sentence] if found.sentence else []), *doubts, *parts.remarks]
    words += [] if parts.comparison is None else str(parts.comparison).split("\n")
    return Document(
        title=f"Concordant agreement: {source}",
        header=f"{found.head}. Weights: {found.weights}.",
        body=[
            _verdict(found),
            section("picture", "The picture", figures_html(_figures(found))),
            section("words", "In words", bullets(words)) if words else None,
            section("coefficients", "Coefficients", table(rows[0], rows[1:], caption="Coefficients of agreement")),
            _raters(parts.raters),
            section("labels", "Labels", _labels(found) if parts.labels is None else labels_table(parts.labels)),
            None if parts.units is None else section("units", "Units", units_table(parts.units)),
        ],
        copies={"Markdown": as_markdown(rows), "LaTeX": as_latex(rows), "Methods sentence": _methods(found)},
        record=record,
    ).html()


def _raters(report: RaterReport | None) -> Markup | None:
    if report is None:
        return None
    return section("raters", "Raters", figures_html(rater_figures(report)), raters_table(report))


def _verdict(found: PanelAgreement) -> Markup:
    """The first coefficient, for these raters and for others like them."""
    if not found.these_raters:
        return tag("p", "Nothing can be said of agreement: ", found.head, ".", class_="verdict")
    first = found.these_raters[0]
    title = found.title_of(first.metric)
    if math.isnan(first.value):
        return tag("p", tag("b", f"{title} is undefined"), f": {first.reason}.", class_="verdict")
    such = next((one for one in found.such_raters if one.metric == first.metric), None)
    beyond = None
    if such is not None and not math.isnan(such.low):
        beyond = tag("p", f"If other raters like these were asked: {limits_or_none(such)}.", class_="soft")
    within = "" if math.isnan(first.low) else f" ({level_text(first.level)} {limits_or_none(first)})"
    said = tag("p", f"{title} is ", tag("b", number(first.value)), f"{within} for these raters.", class_="verdict")
    return concatenated([said, beyond])


def _figures(found: PanelAgreement) -> list[Figure]:
    others = {one.metric: one for one in found.such_raters}
    lines: list[Row] = []
    for one in found.these_raters:
        lines.append(line_of(found.title_of(one.metric), one))
        if one.metric in others:
            lines.append(line_of("raters like these", others[one.metric], second=True))
    for name, (one, other) in found.reliability.items():
        if name.startswith("SEM"):  # it is in the unit of the labels
            continue
        lines.append(line_of(name, one))
        lines += [] if other is None else [line_of("raters like these", other, second=True)]
    note = "Blue: these raters. Dashed orange: if other raters like these were asked." if others else ""
    title = f"Coefficients of agreement, {found.weights}"
    forest = forest_figure(lines, name="coefficients-picture", title=title, note=note)
    names = [label_text(label, _LABEL) for label in found.labels]
    return [forest, *([labels_figure(names, found.usage, found.specific)] if found.ratings else [])]


def _rows(found: PanelAgreement) -> list[list[str]]:
    """The coefficients as rows of text, the head first."""
    level = next((one.level for one in found.these_raters), 0.95)
    head = ["coefficient", "value", f"{level_text(level)}, these raters"]
    head += ["raters like these"] if found.such_raters else []
    others = {one.metric: one for one in found.such_raters}
    named = [(found.title_of(one.metric), one, others.get(one.metric)) for one in found.these_raters]
    named += [(name, one, other) for name, (one, other) in found.reliability.items()]
    rows = []
    for name, one, other in named:
        row = [name, value_or_undefined(one.value), limits_or_none(one)]
        row += [limits_or_none(other) if other is not None else ""] if found.such_raters else []
        rows.append(row)
    return [head, *rows]


def _labels(found: PanelAgreement) -> Child:
    """How often each label is used, and how often another rater agrees with it."""
    order = np.argsort(-np.asarray(found.usage), kind="stable")[:_MOST_LABELS]
    rows = [
        [
            label_text(found.labels[k], _LABEL),
            count(float(found.usage[k])),
            value_or_undefined(float(found.specific[k])),
        ]
        for k in sorted(order.tolist())
    ]
    return table(["label", "ratings", "specific agreement"], rows, caption="How often each label is used and agreed on")


def _every(found: PanelAgreement) -> list[Interval]:
    pairs = [one for pair in found.reliability.values() for one in pair if one is not None]
    return [*found.these_raters, *found.such_raters, *pairs]


def _methods(found: PanelAgreement) -> str:
    from concordant import __version__

    names = ", ".join(found.title_of(one.metric) for one in found.these_raters)
    weights = "" if found.weights == "unweighted" else f" ({found.weights} weights)"
    said = f"Agreement ({found.head}) was measured by {names}{weights} with Concordant {__version__}"
    level = next((one.level for one in found.these_raters), None)
    over = " over units" + (", and over units and raters" if found.such_raters else "")
    return f"{said}; confidence intervals ({100 * level:g} %) are{over}." if level is not None else f"{said}."
