"""The page of a comparison: the verdict, the differences as a forest plot, the curves of the models over each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from concordant.documents.html import Document, bullets, section
from concordant.errors import ConcordantError
from concordant.figures.figure import Figure
from concordant.figures.intervals import Row, forest_figure, models_figure
from concordant.figures.markup import Markup, tag
from concordant.figures.paint_svg import figures_html
from concordant.figures.thinning import SliderThresholds, thresholds_of
from concordant.metrics.definition.registry import get
from concordant.report.comparing import (
    MetricComparison,
    Models,
    adjusted_for,
    leading,
    most_telling,
    remarks,
    sentences,
    some_of,
)
from concordant.report.evaluation_data import EvaluationData
from concordant.report.pages.evaluation import threshold_section
from concordant.report.pages.tables import as_latex, as_markdown, method_name, slider_tables, table
from concordant.result.comparisons import ADJUSTED, Comparison, p_or_none
from concordant.result.wording import label_text, limits_or_none, signed, value_or_undefined
from concordant.states import Curve

_MOST_CURVES = 10
_MOST_PAIRS = 10  # of the picture; of more those of the first model are drawn
_MOST_LINES = 60
_MOST_WORDS = 12
_MOST_THRESHOLDS = 300


def comparison_html(
    found: Sequence[MetricComparison],
    names: Sequence[str],
    *,
    head: str,
    page: EvaluationData,
    models: Models,
    record: Mapping[str, Any],
) -> str:
    """
    The whole file as text.

    Parameters
    ----------
    found : sequence of MetricComparison
        The metrics, with all pairs of models.
    names : sequence of str
        What the models are called.
    head : str
        What was compared, in one line.
    page : EvaluationData
        Of all rows, for the classes and the task.
    models : Models
        The columns, for the curves.
    record : dict
        All numbers, as JSON holds them.
    """
    curves = list(_curves(page, models)) if page.task == "binary" and models.score and models.joint is None else []
    rows = comparison_rows(found)
    pair_by_pair = list(sentences(found))
    reasons = list(dict.fromkeys(f"{one.title}: {one.reason}" for one in found if one.reason))
    lead = leading(found)
    first = "Nothing could be compared." if lead is None else next(lead.sentences())
    thresholds = None
    if curves:
        negative, positive = (label_text(label, 40) for label in page.labels)
        thresholds = threshold_section(curves, negative, positive=positive, each="Model")
    return Document(
        title=f"Concordant comparison: {', '.join(label_text(name, 30) for name in names)}",
        header=head + ".",
        body=[
            tag("p", first, class_="verdict"),
            section("picture", "The picture", figures_html(_figures(found, names))),
            section("words", "In words", *_words(pair_by_pair, [*reasons, *remarks(found, names)])),
            thresholds,
            section("metrics", "Metrics", table(rows[0], rows[1:], caption="Differences")),
        ],
        copies={
            "Markdown": as_markdown(rows),
            "LaTeX": as_latex(rows),
            "Methods sentence": _methods(found, names, record),
        },
        record=dict(record),
        data={"curves": slider_tables(curves)},
    ).html()


def comparison_rows(found: Sequence[MetricComparison]) -> list[list[str]]:
    """One row a metric and pair, the head first."""
    level = next((pair.level for one in found for pair in one.pairs), 0.95)
    adjust = adjusted_for(found)
    last = "p" if adjust is None else f"p ({ADJUSTED[adjust]})"
    rows = [["metric", "models", "values", "difference", f"{100 * level:g} % interval", last]]
    for one in found:
        for pair, p_value in zip(one.pairs, one.adjusted, strict=True):
            values = ", ".join(value_or_undefined(value) for value in pair.values)
            difference = "undefined" if math.isnan(pair.difference) else signed(pair.difference)
            rows.append(
                [one.title, " less ".join(pair.names), values, difference, limits_or_none(pair), p_or_none(p_value)]
            )
        if not one.pairs:
            rows.append([one.title, "", "", "none", "", ""])
    return rows


def _figures(found: Sequence[MetricComparison], names: Sequence[str]) -> list[Figure]:
    """The differences, and the values where their scales can be shared."""
    lines: list[Row] = []
    several = len(names) > 2
    telling = most_telling(found, _MOST_LINES - 1)
    for one in telling:
        drawn = one.pairs if len(one.pairs) <= _MOST_PAIRS else one.pairs[: len(names) - 1]
        if len(lines) + len(drawn) >= _MOST_LINES:
            break
        if several and drawn:
            lines.append(Row(one.title, heading=True))
        for pair in drawn:
            name = " less ".join(pair.names) if several else one.title
            lines.append(Row(name, pair.difference, pair.low, pair.high))
    pairs = [pair for one in found for pair in one.pairs]
    margins = [side for pair in pairs[:1] for side in _margins(pair, found[0].better)]
    title = "Differences" if several else f"{names[0]} less {names[1]}"
    note = "Dashed: no difference." + (" Dotted: the margin." if margins else "")
    note += "" if len([line for line in lines if not line.heading]) == len(pairs) else " The table holds the others."
    if any(one.better == "lower" for one in found):
        note += f" Less is better of {', '.join(one.title for one in found if one.better == 'lower')}."
    forest = forest_figure(
        lines, name="differences", title=title, note=note, reference=0.0, difference=True, margins=margins
    )
    shared = [
        (one.title, one.values) for one in telling if one.values and get(one.name).facts.range in ((0, 1), (-1, 1))
    ]
    return [forest, *([models_figure(shared, names)] if shared else [])]


def _words(pair_by_pair: list[str], more: list[str]) -> tuple[Markup, ...]:
    """The sentences; those of many pairs in a part that can be opened."""
    if len(pair_by_pair) <= _MOST_WORDS:
        return (bullets([*pair_by_pair, *more]),)
    summary = tag("summary", f"Pair by pair ({len(pair_by_pair)})")
    return bullets(more), tag("details", summary, bullets(pair_by_pair))


def _margins(pair: Comparison, better: str | None) -> tuple[float, ...]:
    if pair.margin is None:
        return ()
    if pair.alternative == "equivalence":
        return -pair.margin, pair.margin
    above = (pair.alternative == "superiority") != (better == "lower")
    return (pair.margin if above else -pair.margin,)


def _curves(page: EvaluationData, models: Models) -> Iterator[SliderThresholds]:
    """One curve a model."""
    for name, scores in list(zip(models.names, models.score, strict=True))[:_MOST_CURVES]:
        try:
            curve = Curve.from_scores(models.truth, scores, labels=list(page.labels), sample_weight=models.weight)
        except ConcordantError:  # what cannot be a curve has its reason among the metrics
            continue
        if curve.weights.any(0).all():
            named = label_text(name, 40)
            yield thresholds_of(curve, _MOST_THRESHOLDS, probabilities=page.probabilities, name=named)


def _methods(found: Sequence[MetricComparison], names: Sequence[str], record: Mapping[str, Any]) -> str:
    """How the models were compared, for the methods section of a paper."""
    from concordant import __version__

    by: dict[str, list[str]] = {}
    for one in found:
        for pair in one.pairs[:1]:
            by.setdefault(pair.method, []).append(one.title)
    ways = "; ".join(f"{method_name(method)} for {some_of(titles)}" for method, titles in by.items())
    columns = {"weight": "weighted", "cluster": "in clusters"}
    how = ", ".join(text for name, text in columns.items() if record.get(name) is not None)
    adjust = adjusted_for(found)
    adjusted = "" if adjust is None else f" P-values are adjusted for all tests of each metric ({ADJUSTED[adjust]})."
    dropped = record.get("n_missing")
    rows = f"{record['n']:,} rows{f' ({how})' if how else ''}"
    rows += f" ({dropped:,} with missing values were left out)" if dropped else ""
    sentence = f"{len(names)} models were compared on the same {rows} with Concordant {__version__}"
    return f"{sentence}, by {ways}.{adjusted}" if ways else f"{sentence}."
