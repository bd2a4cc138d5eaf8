"""The page of a comparison: the verdict, the differences as a forest plot, the curves of the models over each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.documents.blocks import Bullets, Details, Document, Paragraph, Picture, Section, Table, software, some
from concordant.errors import ConcordantError
from concordant.figures.figure import Figure
from concordant.figures.intervals import Row, forest_figure, margins_of, models_figure
from concordant.figures.matrices import matrix_figure
from concordant.figures.thinning import SliderThresholds, thresholds_of
from concordant.metrics.definition.registry import get
from concordant.report.comparing import (
    Interaction,
    MetricComparison,
    adjusted_for,
    diagnostics,
    leading,
    most_telling,
    remarks,
)
from concordant.report.comparing import sentences as in_sentences
from concordant.report.groups import spelled_apart
from concordant.report.models import Models
from concordant.report.pages.evaluation import threshold_section
from concordant.report.pages.methods import by_method, excluded
from concordant.report.scoring import FROM_SCORES, ROUNDED
from concordant.result.comparisons import ADJUSTED, Comparison, p_heading, p_or_none
from concordant.result.record import counted
from concordant.result.wording import label_text, level_text, limits_or_none, quoted, signed, value_or_undefined
from concordant.states import Counts, Curve

if TYPE_CHECKING:
    from concordant.report.evaluation import Evaluation
    from concordant.report.model_comparison import ModelComparison

_MOST_CURVES = 10
_MOST_MATRICES = 4
_MOST_CLASSES = 40
_MOST_PAIRS = 10  # of the picture; of more those of the first model are drawn
_MOST_LINES = 60
_MOST_GROUP_FIGURES = 4
_MOST_WORDS = 12
_MOST_THRESHOLDS = 300


def comparison_document(found: ModelComparison, *, pictures: bool = True, most: int | None = None) -> Document:
    """Return the page; without `pictures` no curve is computed, and `most` is how many metrics the table holds."""
    compared, names = found.metrics, found.names
    shown = list(compared) if most is None else most_telling(compared, most)
    table = comparison_table(shown)
    more = [*dict.fromkeys(f"{one.title}: {one.reason}" for one in compared if one.reason), *remarks(compared, names)]
    if len(shown) < len(compared):
        kept = f"the {len(shown)} metrics with the smallest p-values of {len(compared):,}"
        more.append(f"The table holds {kept}; --json FILE holds all.")
    lead = leading(compared)
    first = "Nothing could be compared." if lead is None else next(lead.sentences())
    return Document(
        title=f"Concordant comparison: {', '.join(label_text(name, 30) for name in names)}",
        lead=(f"{found.head}.",),
        blocks=some(
            Paragraph(first, "verdict"),
            *map(Paragraph, _wrong_ways(found.page, found.models)),
            Section("The picture", (Picture(tuple(_figures(compared, names))),), "picture"),
            Section("Differences", (table,), "metrics"),
            _words(list(in_sentences(compared)), more),
            _groups(found, in_text=not pictures) if found.groups else None,
            _thresholds(found) if pictures else None,
            _matrices(found.page, found.models) if pictures else None,
        ),
        methods=_methods(found),
        table=table,
        record=found.to_dict(),
    )


def _wrong_ways(page: Evaluation, models: Models) -> Iterator[str]:
    """Say of each score of two classes so if it points the wrong way: no comparison means much then."""
    from concordant.findings.rules.scores import wrong_way

    rows = {"sample_weight": models.weight, "cluster": models.cluster}
    for name, score in zip(models.names, models.score if page.task == "binary" else (), strict=False):
        said = wrong_way(models.truth, score, page.labels, **rows)
        if said is not None:
            yield f"{name}: {said}"


def comparison_table(compared: Sequence[MetricComparison], heading: str = "metric") -> Table:
    """One row a metric and pair, with the title of the metric under this heading."""
    level = next((pair.level for one in compared for pair in one.pairs), 0.95)
    p = p_heading(adjusted_for(compared))
    pairs = list(dict.fromkeys(pair.names for one in compared for pair in one.pairs))
    several = len(pairs) != 1
    values = ("models", "values") if several else pairs[0]
    rows: list[tuple[str, ...]] = []
    for one in compared:
        for pair, p_value in zip(one.pairs, one.adjusted, strict=True):
            each = tuple(value_or_undefined(value) for value in pair.values)
            own = (" minus ".join(pair.names), ", ".join(each)) if several else each
            difference = "undefined" if math.isnan(pair.difference) else signed(pair.difference)
            rows.append((one.title, *own, difference, limits_or_none(pair), p_or_none(p_value)))
        if not one.pairs:
            rows.append((one.title, "", "", "none", "", ""))
    difference = "difference" if several else " minus ".join(label_text(name, 20) for name in pairs[0])
    return Table(
        (heading, *(label_text(name, 24) for name in values), difference, level_text(level), p),
        tuple(rows),
        stacks=True,
    )


def _groups(found: ModelComparison, *, in_text: bool) -> Section:
    """The comparison group by group: pictures of the differences, whether they differ, and tables; of text the last."""
    heading = found.columns["by"]
    groups = {f"{label_text(group, 40)} ({part.n:,} rows)": part.metrics for group, part in found.groups.items()}
    figures = []
    first = next(iter(groups.values()))
    telling = most_telling(first, _MOST_GROUP_FIGURES)
    for index, metric in enumerate(telling):
        of_metric = [(name, pair) for name, metrics in groups.items() for pair in _pairs_of(metrics, metric.title)]
        models = list(dict.fromkeys(pair.names for _, pair in of_metric))
        lines: list[Row] = []
        for names in models:
            lines += [Row(" minus ".join(names), heading=True)] if len(models) > 1 else []
            lines += [Row.of(name, pair) for name, pair in of_metric if pair.names == names]
        what = f", {' minus '.join(models[0])}" if len(models) == 1 else ""
        title = f"{metric.title} by {heading}{what}"
        note = "Dashed: no difference."
        if len(lines) > _MOST_LINES:
            note += f" The first {_MOST_LINES} of {len(lines)} lines; the others stand in the tables."
        how: dict[str, Any] = {"name": f"group-{index}", "title": title, "note": note}
        figures.append(forest_figure(lines[:_MOST_LINES], reference=0.0, difference=True, **how))
    left_out = len(first) - len(telling)
    if left_out:
        others = "other metric stands" if left_out == 1 else "other metrics stand"
        figures[-1] = _with_note(figures[-1], f"The {left_out} {others} in the tables.")
    shown = most_telling(first, _MOST_LINES) if in_text else first
    tables = tuple(_table_of_groups(groups, metric.title, heading) for metric in shown)
    tested = _interactions_table(found.interactions) if found.interactions else None
    doubted = [one for one in found.interactions if one.test.reason]
    notes = [f"Cochran's Q of {one.title}, {' minus '.join(one.models)}: {one.test.reason}." for one in doubted]
    notes += [f"{name}: {said}" for name, metrics in groups.items() for said in _reasons(metrics)]
    notes += [f"P-values are not adjusted for the {len(groups)} groups."]
    notes += [*spelled_apart(list(found.groups)), *filter(None, [found.not_tested])]
    if in_text:
        return Section(f"By {heading}", some(*tables, tested, Bullets(tuple(notes))), "by")
    blocks = some(Picture(tuple(figures)), tested, Bullets(tuple(notes)), Details("As tables", tables))
    return Section(f"By {heading}", blocks, "by")


def _reasons(compared: Sequence[MetricComparison]) -> Iterator[str]:
    """Why numbers are missing, or doubtful."""
    yield from dict.fromkeys(f"{one.title}: {one.reason}" for one in compared if one.reason)
    yield from diagnostics(compared)


def _table_of_groups(groups: Mapping[str, Sequence[MetricComparison]], title: str, heading: str) -> Table:
    """One metric, one row a group and pair."""
    rows = [replace(one, title=name) for name, metrics in groups.items() for one in metrics if one.title == title]
    return replace(comparison_table(rows, heading), caption=title)


def _pairs_of(metrics: Sequence[MetricComparison], title: str) -> tuple[Comparison, ...]:
    return next((one.pairs for one in metrics if one.title == title), ())


def _interactions_table(tested: Sequence[Interaction]) -> Table:
    """Whether the models differ alike in all groups, one row a metric and pair."""
    rows = tuple(
        (
            one.title,
            " minus ".join(label_text(name, 24) for name in one.models),
            value_or_undefined(one.test.statistic),
            "" if one.test.df is None else str(one.test.df),
            p_or_none(one.test.p_value),
        )
        for one in tested
    )
    head = ("metric", "difference", "Cochran's Q", "df", "p")
    return Table(head, rows, "Is the difference the same in all groups?", stacks=True)


def _words(pair_by_pair: list[str], more: list[str]) -> Section:
    """The sentences; those of many pairs in a part that can be opened."""
    if len(pair_by_pair) <= _MOST_WORDS:
        return Section("In words", (Bullets((*pair_by_pair, *more)),), "words")
    folded = Details(f"Pair by pair ({len(pair_by_pair)})", (Bullets(tuple(pair_by_pair)),))
    return Section("In words", some(Bullets(tuple(more)) if more else None, folded), "words")


def _figures(compared: Sequence[MetricComparison], names: Sequence[str]) -> list[Figure]:
    """The differences, and the values where their scales can be shared."""
    lines: list[Row] = []
    several = len(names) > 2
    telling = most_telling(compared, _MOST_LINES - 1)
    for one in telling:
        drawn = one.pairs if len(one.pairs) <= _MOST_PAIRS else one.pairs[: len(names) - 1]
        if len(lines) + len(drawn) >= _MOST_LINES:
            break
        if several and drawn:
            lines.append(Row(one.title, heading=True))
        for pair in drawn:
            name = " minus ".join(pair.names) if several else one.title
            lines.append(Row.of(name, pair))
    pairs = [pair for one in compared for pair in one.pairs]
    margins = [side for pair in pairs[:1] for side in margins_of(pair)]
    title = "Differences" if several else f"{names[0]} minus {names[1]}"
    note = "Dashed: no difference." + (" Dotted: the margin." if margins else "")
    note += "" if len([line for line in lines if not line.heading]) == len(pairs) else " The table holds the others."
    if any(one.better == "lower" for one in compared):
        note += f" Lower is better for {', '.join(one.title for one in compared if one.better == 'lower')}."
    forest = forest_figure(
        lines, name="differences", title=title, note=note, reference=0.0, difference=True, margins=margins
    )
    shared = [
        (one.title, one.values) for one in telling if one.values and get(one.name).facts.range in ((0, 1), (-1, 1))
    ]
    return [forest, *([models_figure(shared, names)] if shared else [])]


def _thresholds(found: ModelComparison) -> Section | None:
    """The curves of the models and their slider, where they are of two classes."""
    page, models = found.page, found.models
    if page.task != "binary" or not models.score:
        return None
    at = found.thresholds or [0.5 if page.probabilities else None] * len(models.score)
    curves = list(_curves(page, models, at))
    if not curves:
        return None
    negative, positive = (label_text(label, 40) for label in page.labels)
    first = f"The curves of the first {_MOST_CURVES} of {len(models.score)} models are shown; the tables hold all."
    note = Paragraph(first, "soft") if len(models.score) > _MOST_CURVES else None
    return threshold_section(curves, negative, positive=positive, each="Model", note=note, cut=at[0] is not None)


def _matrices(page: Evaluation, models: Models) -> Section | None:
    """The confusion matrix of each model, in one order of the classes."""
    if not models.pred or not page.labels:
        return None
    rounded = ", scores rounded to the nearest label" if models.rounded else ""
    left_out = len(models.pred) - _MOST_MATRICES
    classes = [label_text(label, 40) for label in page.labels]
    figures = []
    for index, (name, pred) in enumerate(list(zip(models.names, models.pred, strict=True))[:_MOST_MATRICES]):
        try:
            counts = Counts.from_labels(models.truth, pred, labels=list(page.labels), sample_weight=models.weight)
        except ConcordantError:  # what cannot be counted has its reason among the metrics
            continue
        shown = sorted(np.argsort(-counts.row_totals, kind="stable")[:_MOST_CLASSES].tolist())
        title = f"Confusion matrix of {label_text(name, 40)}{rounded}"
        sides = ("truth", "predicted")
        figures.append(
            matrix_figure(counts, classes, shown=shown, sides=sides, shares=True, name=f"matrix-{index}", title=title)
        )
    if figures and left_out > 0:
        figures[-1] = _with_note(figures[-1], f"The first {_MOST_MATRICES} of {len(models.pred)} models.")
    return Section("Confusion matrices", (Picture(tuple(figures)),), "matrices") if figures else None


def _with_note(figure: Figure, more: str) -> Figure:
    return replace(figure, note=f"{figure.note} {more}".strip())


def _curves(page: Evaluation, models: Models, thresholds: Sequence[float | None]) -> Iterator[SliderThresholds]:
    """One curve a model."""
    for name, scores, at in list(zip(models.names, models.score, thresholds, strict=True))[:_MOST_CURVES]:
        try:
            curve = Curve.from_scores(models.truth, scores, labels=list(page.labels), sample_weight=models.weight)
        except ConcordantError:  # what cannot be a curve has its reason among the metrics
            continue
        if curve.weights.any(0).all():
            named = label_text(name, 40)
            yield thresholds_of(curve, _MOST_THRESHOLDS, at=at, name=named)


def _methods(found: ModelComparison) -> str:
    """How the models were compared."""
    compared, names, columns, page = found.metrics, found.names, found.columns, found.page
    made = [(one.title, pair.method) for one in compared for pair in one.pairs if not math.isnan(pair.difference)]
    text = f"{len(names)} models ({', '.join(label_text(name, 30) for name in names[:6])}) were compared with "
    text += f"{quoted(columns['truth'])} as the reference standard on the same {counted(found.n, 'row')}"
    text += excluded(found.n_missing)
    text += " in clusters, which the tests allow for" if "cluster" in columns else ""
    text += ", each with its sampling weight" if "weight" in columns else ""
    text += "" if page.pos_label is None else f"; the positive class was {quoted(page.pos_label)}"
    if any(one.rounded for one in compared):
        rule = ROUNDED.removeprefix(FROM_SCORES).removesuffix(".")
        text += f". For metrics of labels, {rule}"
    if made:
        text += f". Paired differences with {100 * found.level:g} % confidence intervals were computed "
        text += by_method(made)
    adjust = adjusted_for(compared)
    if adjust is not None:
        text += f". P-values were adjusted for all comparisons of a metric ({ADJUSTED[adjust]})"
    text = f"{text}.{_claim(compared)}"
    if found.groups:
        by = quoted(columns["by"])
        text += f" The models were also compared in {counted(len(found.groups), 'subgroup')} by {by}"
        if found.interactions:
            text += ", and whether the difference was the same in all of them was tested by Cochran's Q (Cochran 1954)"
        text += "."
    return f"{text} {software()}"


def _claim(compared: Sequence[MetricComparison]) -> str:
    """What was to be shown, where that is not any difference."""
    pairs = [pair for one in compared for pair in one.pairs if pair.alternative != "two-sided"]
    if not pairs:
        return ""
    margin = "" if pairs[0].margin is None else f" with a margin of {pairs[0].margin:g}"
    return f" The hypothesis of the tests was {pairs[0].alternative}{margin}."
