"""The page of a panel: how well raters agree, and which raters, labels and units stand out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from concordant.documents.blocks import Block, Document, Paragraph, Picture, Section, Table, software, some
from concordant.documents.blocks import sentences as list_of
from concordant.figures.figure import Figure
from concordant.figures.intervals import Row, forest_figure, labels_figure
from concordant.figures.matrices import labels_matrix_figure, pairwise_figure
from concordant.metrics.definition.registry import get
from concordant.panels import LabelReport, Pairwise, PanelAgreement, RaterReport, UnitReport, pairwise
from concordant.panels.raters import widest
from concordant.report.pages.methods import intervals_in_words, method_in_words
from concordant.result import Comparison
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Record, counted, weighed
from concordant.result.wording import (
    count,
    label_text,
    level_text,
    limits_or_none,
    number,
    short_names,
    signed,
    value_or_undefined,
    value_with_limits,
)
from concordant.settings import without_warnings
from concordant.states import Ratings

_NAME = 40
_MOST = 20  # units


@dataclass(frozen=True)
class PanelParts:
    """
    What a page of a panel shows beside the coefficients; None for what the data do not allow.

    `independent` says whether the compared panels rated different units, and `consensus` how the label of each unit
    was found, and ties were settled, if it was.
    """

    raters: RaterReport | None = None
    labels: LabelReport | None = None
    units: UnitReport | None = None
    comparison: Comparison | None = None
    remarks: tuple[str, ...] = ()
    pairs: Pairwise | None = None
    independent: bool = False
    consensus: tuple[str, str] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data that strict JSON can hold: a field for each part."""
        parts: dict[str, Record | None] = {"rater_report": self.raters, "label_report": self.labels}
        parts |= {"unit_report": self.units, "comparison": self.comparison, "pairwise": self.pairs}
        found = {name: None if part is None else part.to_dict() for name, part in parts.items()}
        return {**found, "remarks": list(self.remarks)}


_NOTHING = PanelParts()
_MOST_IN_PAIRS = 12  # raters


def pairs_of(state: Any, *, weights: Any, level: float) -> Pairwise | None:
    """Return Cohen's kappa of every two raters; None of two or many, in clusters, or of those whom nobody knows."""
    if not isinstance(state, Ratings) or state.cluster is not None:
        return None
    if not 2 < len({*state.rater.tolist()}) <= _MOST_IN_PAIRS:
        return None
    with without_warnings():
        return pairwise(state, weights=weights, level=level)


def agreement_document(
    agreement: PanelAgreement,
    *,
    source: str,
    record: dict[str, Any],
    parts: PanelParts = _NOTHING,
    unit: str = "unit",
    most: int = _MOST,
) -> Document:
    """
    Return the page.

    Parameters
    ----------
    agreement : PanelAgreement
    source : str
        What was read, for the heading.
    record : dict
        All numbers, as JSON holds them.
    parts : PanelParts
        What is known of raters, labels and units.
    unit : str
        What a unit is called.
    most : int
        How many of the hardest units are shown.
    """
    table = coefficients_table(agreement)
    reasons = [one.reason for one in _every(agreement) if one.reason]
    reasons += [part.reason for part in (parts.raters, parts.units) if part is not None and part.reason]
    reasons += [agreement.remark] if agreement.remark else []
    texts = [*dict.fromkeys(reasons), *(text.removeprefix("remark: ") for text in parts.remarks)]
    return Document(
        title=f"Concordant agreement: {source}",
        lead=(f"{agreement.head}. Weights: {agreement.weights}.",),
        blocks=some(
            *_verdict(agreement),
            None if parts.comparison is None else _compared(parts.comparison),
            Section("The picture", (Picture(tuple(_figures(agreement))),), "picture"),
            list_of("words", "Worth knowing", tuple(texts)),
            Section("Coefficients of agreement", (table, *_about_intervals(agreement)), "coefficients"),
            None if parts.raters is None else _raters(parts.raters, parts.pairs),
            None if parts.labels is None else _labels(parts.labels),
            None if parts.units is None or not most else _units(parts.units, unit, most),
        ),
        methods=_methods(agreement, parts),
        table=table,
        record=record,
    )


def _verdict(agreement: PanelAgreement) -> Iterator[Block]:
    """The first coefficient, and which one to report, why, and what its intervals are of."""
    if not agreement.these_raters:
        yield Paragraph(f"Nothing can be said of agreement: {agreement.head}.", "verdict")
        return
    first = agreement.these_raters[0]
    title = agreement.title_of(first.metric)
    if math.isnan(first.value):
        yield Paragraph(f"{title} is undefined: {first.reason}.", "verdict", f"{title} is undefined")
        return
    within = "" if math.isnan(first.low) else f" ({level_text(first.level, first=True)} {limits_or_none(first)})"
    yield Paragraph(f"{title} is {number(first.value)}{within}.", "verdict", number(first.value))
    if agreement.sentence:
        yield Paragraph(agreement.sentence)


def _compared(comparison: Comparison) -> Paragraph:
    """What the comparison of two panels shows, as a headline."""
    (first, second), (a, b) = (label_text(name, _NAME) for name in comparison.names), comparison.values
    title = get(comparison.metric).facts.title
    if math.isnan(comparison.difference):
        return Paragraph(f"{title} of {first} and {second} cannot be compared: {comparison.reason}.", "verdict")
    values = f"{title} is {number(a)} in {first} and {number(b)} in {second}"
    doubt = f" Unreliable: {comparison.reason}." if comparison.reason else ""
    low, high = comparison.low, comparison.high
    if comparison.p_value < 1 - comparison.level:
        higher = first if a > b else second
        low, high = (low, high) if a > b else (-high, -low)
        shown = f"it is higher in {higher}, by {number(abs(comparison.difference))}"
    else:
        shown = f"they are not shown to differ; {first} minus {second} is {signed(comparison.difference)}"
    limits = "none" if math.isnan(low) else f"{number(low)} to {number(high)}"
    within = f"{level_text(comparison.level)} {limits}, {p_text(comparison.p_value)}"
    text = f"{values}: {shown} ({within}).{doubt}"
    return Paragraph(text, "verdict", f"{number(a)} in {first} and {number(b)} in {second}")


def coefficients_table(agreement: PanelAgreement) -> Table:
    """The coefficients with their intervals."""
    level = next((one.level for one in agreement.these_raters), 0.95)
    others = {one.metric: one for one in agreement.such_raters}
    head = ["coefficient", "value", f"{level_text(level)}, these raters"]
    head += [_such_raters(agreement)] if others else []
    named = [(agreement.title_of(one.metric), one, others.get(one.metric)) for one in agreement.these_raters]
    named += [(name, one, other) for name, (one, other) in agreement.reliability.items()]
    rows = []
    for name, one, other in named:
        row = [name, value_or_undefined(one.value), limits_or_none(one)]
        row += [limits_or_none(other) if other is not None else ""] if others else []
        rows.append(tuple(row))
    return Table(tuple(head), tuple(rows), stacks=True)


def _such_raters(agreement: PanelAgreement) -> str:
    return "other raters, same units" if agreement.over == "raters" else "other raters like these"


def _about_intervals(agreement: PanelAgreement) -> Iterator[Paragraph]:
    """What the intervals are intervals of."""
    if not agreement.these_raters:
        return
    text = "These raters: the raters stay, and the units are a sample. Use it for labels that these raters made."
    if agreement.such_raters and agreement.over == "raters":
        text += " Other raters, same units: the units stay, and the raters are a sample of more raters."
    elif agreement.such_raters:
        text += (
            " Other raters like these: units and raters are samples. Use it for labels that another panel will make."
        )
    yield Paragraph(text, "soft")


def _figures(agreement: PanelAgreement) -> list[Figure]:
    others = {one.metric: one for one in agreement.such_raters}
    lines: list[Row] = []
    for one in agreement.these_raters:
        lines.append(Row.of(agreement.title_of(one.metric), one))
        if one.metric in others:
            lines.append(Row.of("other raters like these", others[one.metric], second=True))
    for name, (one, other) in agreement.reliability.items():
        if name.startswith("SEM"):  # it is in the unit of the labels
            continue
        lines.append(Row.of(name, one))
        lines += [] if other is None else [Row.of("other raters like these", other, second=True)]
    note = "Blue: these raters. Dashed orange: if other raters like these were asked." if others else ""
    title = f"Coefficients of agreement, {agreement.weights}"
    forest = forest_figure(lines, name="coefficients-picture", title=title, note=note)
    names = [label_text(label, _NAME) for label in agreement.labels]
    if not agreement.ratings:
        return [forest]
    return [forest, labels_figure(names, agreement.usage, agreement.specific)]


def _raters(report: RaterReport, pairs: Pairwise | None) -> Section:
    """One row a rater, the worst first, and the pictures of their severity and agreement."""
    what = "severity" if report.scale == "numbers" else "over-use of a label"
    removed = f"{report.coefficient} if rater removed (minus that of all)"
    head = ("rater", "ratings", what, "agrees with the others", removed, "flags")
    rows = []
    for row in report.worst_first:
        one = widest(row.severity)
        label = "" if report.scale == "numbers" or math.isnan(one) else f"{report.labels[row.severity.index(one)]}: "
        limits = "" if math.isnan(one.low) else f" ({signed(one.low)} to {signed(one.high)})"
        severity = "undefined" if math.isnan(one) else f"{label}{signed(float(one))}{limits}"
        without = (
            "" if math.isnan(row.change) else f"{number(report.value - row.change)} ({signed(-float(row.change))})"
        )
        name = label_text(row.rater, _NAME)
        rows.append(
            (name, count(row.ratings), severity, value_with_limits(row.agreement), without, "; ".join(row.flags))
        )
    table = Table(head, tuple(rows), words=True, stacks=True)
    figures = [*rater_figures(report), *([] if pairs is None else [pairwise_figure(pairs)])]
    of_pairs = None if pairs is None else _pairs_table(pairs)
    blocks = some(Paragraph(report.sentence), Picture(tuple(figures)), table, of_pairs)
    return Section("Raters", blocks, "raters")


def _pairs_table(pairs: Pairwise) -> Table:
    """The coefficient of every two raters, each pair once."""
    names = short_names(pairs.raters, _NAME)
    rows = tuple(
        (
            name,
            *("" if k >= row else value_or_undefined(value) for k, value in enumerate(pairs.value[row, :-1].tolist())),
        )
        for row, name in enumerate(names)
        if row
    )
    return Table(("", *names[:-1]), rows, f"{get(pairs.metric).facts.title} of every two raters")


def rater_figures(report: RaterReport) -> list[Figure]:
    """How severe the raters are, and how each agrees with the others, compared with them among themselves."""
    level = level_text(report.level)
    raters = [(label_text(row.rater, _NAME), row, bool(row.flags)) for row in report.raters]
    severity = [Row.of(name, widest(row.severity), second=flagged) for name, row, flagged in raters]
    differences = [Row.of(name, row.difference, second=flagged) for name, row, flagged in raters]
    numbers = report.scale == "numbers"
    title = "How much higher each rater rates" if numbers else "The label that each rater gives more or less often"
    note = f"Bars: {level}. Orange: flagged."
    figures = [
        forest_figure(severity, name="severity-picture", title=title, note=note, reference=0.0, difference=True),
        forest_figure(
            differences,
            name="raters-picture",
            title="Agreement with the others minus theirs among themselves",
            note=note,
            reference=0.0,
            difference=True,
        ),
    ]
    drawn = zip(figures, (severity, differences), strict=True)
    return [figure for figure, lines in drawn if not all(math.isnan(line.value) for line in lines)]


def _labels(report: LabelReport) -> Section:
    """How often each label is used, and how often another rater agrees with it."""
    head = ("label", "ratings", "specific agreement", "kappa of the label")
    rows = tuple(
        (
            label_text(row.label, _NAME),
            count(row.ratings),
            value_with_limits(row.specific),
            value_with_limits(row.kappa),
        )
        for row in report.labels
    )
    matrix = Picture((labels_matrix_figure(report),)) if len(rows) > 1 else None
    return Section("Labels", some(Paragraph(report.sentence), matrix, Table(head, tuple(rows), stacks=True)), "labels")


def _units(report: UnitReport, unit: str, most: int) -> Section:
    """The units that raters disagree on most."""
    shown = [place for place in range(min(most, len(report.units))) if report.agreement[place] < 1]
    rows = tuple(
        (
            label_text(report.units[place], _NAME),
            number(float(report.agreement[place])),
            ", ".join(map(str, report.given[place])),
        )
        for place in shown
    )
    hardest = Table((unit, "agreement", "labels"), rows, f"The hardest {unit}s", words=True, stacks=True)
    return Section(
        "Units" if unit == "unit" else f"Units: {unit}s",
        some(Paragraph(report.sentence), hardest if rows else None),
        "units",
    )


def _every(agreement: PanelAgreement) -> list[Interval]:
    pairs = [one for pair in agreement.reliability.values() for one in pair if one is not None]
    return [*agreement.these_raters, *agreement.such_raters, *pairs]


_CONSENSUS = {
    "majority": "the label of most raters",
    "dawid-skene": "the most probable label by the model of Dawid and Skene (1979)",
}
_TIES = {
    "none": "none where labels were tied",
    "first": "the first of tied labels",
    "last": "the last of tied labels",
    "middle": "the middle one of tied labels",
    "random": "one of tied labels drawn at random",
}


def _methods(agreement: PanelAgreement, parts: PanelParts) -> str:
    names = [agreement.title_of(one.metric) for one in agreement.these_raters]
    weights = "" if agreement.weights == "unweighted" else f" with {agreement.weights} weights"
    who = "raters who are not identified" if agreement.raters is None else counted(agreement.raters, "rater")
    ratings = f"{count(agreement.ratings)} ratings of {weighed(agreement.units, 'unit')} by {who}"
    estimated = f"Agreement{weights} was estimated by {', '.join(names)} from {ratings}. " if names else ""
    others = "these units, with raters as the sample"
    if agreement.over != "raters":
        others = "raters like these, with units and raters as samples"
    bounded = [("these raters, with units as the sample", one) for one in agreement.these_raters][:1]
    bounded += [(others, one) for one in agreement.such_raters][:1]
    compared = "" if parts.comparison is None else _comparison_in_words(parts.comparison, independent=parts.independent)
    consensus = ""
    if parts.consensus is not None:
        method, ties = parts.consensus
        consensus = f"The consensus of each unit was {_CONSENSUS[method]}, with {_TIES[ties]}. "
    return f"{estimated}{intervals_in_words(bounded)}{compared}{consensus}{software()}"


def _comparison_in_words(comparison: Comparison, *, independent: bool) -> str:
    """How two panels were compared."""
    first, second = (label_text(name, _NAME) for name in comparison.names)
    title = get(comparison.metric).facts.title
    units = "which were taken as samples of different units" if independent else "which rated the same units"
    how = method_in_words(comparison.method)
    return f"The difference in {title} between {first} and {second}, {units}, was tested by {how}. "
