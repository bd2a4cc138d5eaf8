"""Raters, labels and units on the page of a panel."""

from __future__ import annotations

import math
from dataclasses import dataclass

from concordant.figures.figure import Figure
from concordant.figures.intervals import Line, forest_figure
from concordant.figures.markup import Markup, joined, tag
from concordant.panels import LabelReport, RaterReport, UnitReport
from concordant.panels.raters import widest
from concordant.report.pages.tables import table
from concordant.result import Comparison, Comparisons
from concordant.result.intervals import Interval
from concordant.result.wording import count, label_text, level_text, limits_text, number, signed, value_or_undefined

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
    severity = [_line(row.rater, widest(row.severity), row.flags) for row in report.raters]
    apart = [_line(row.rater, row.difference, row.flags) for row in report.raters]
    numbers = report.scale == "numbers"
    title = "How much higher each rater rates" if numbers else "The label that each rater gives more or less often"
    note = f"Bars: {level}. Orange: flagged."
    found = [
        forest_figure(severity, name="severity-picture", title=title, note=note, reference=0.0, difference=True),
        forest_figure(
            apart,
            name="raters-picture",
            title="Agreement with the others, less theirs among themselves",
            note=note,
            reference=0.0,
            difference=True,
        ),
    ]
    return [one for one, lines in zip(found, (severity, apart), strict=True) if any(line.ends for line in lines)]


def _line(name: object, one: Interval, flags: tuple[str, ...]) -> Line:
    return Line(label_text(name, _NAME), float(one), one.low, one.high, second=bool(flags))


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
    return joined([tag("p", report.sentence), table(head, rows, caption="Raters", words=1)])


def labels_table(report: LabelReport) -> Markup:
    """One row a label, and which two labels are most often confused."""
    head = ["label", "ratings", "specific agreement", "kappa of the label"]
    rows = [
        [label_text(row.label, _NAME), count(row.ratings), _value(row.specific), _value(row.kappa)]
        for row in report.labels
    ]
    return joined([tag("p", report.sentence), table(head, rows, caption="Labels")])


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
    return joined([tag("p", report.sentence), hardest])


def _value(one: Interval) -> str:
    limits = limits_text(one)
    return value_or_undefined(float(one)) + (f" ({limits})" if limits else "")
