"""Tables of a page, also as Markdown and LaTeX; the tables of thresholds that the slider reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import numpy as np

from concordant.figures.intervals import Row
from concordant.figures.markup import Child, Markup, concatenated, tag
from concordant.figures.thinning import SliderThresholds, thresholds_of
from concordant.report.evaluation_data import EvaluationData
from concordant.report.groups import group_text
from concordant.report.records import AgainstRest, Groups, Result
from concordant.report.text import Notes, limits_of, meaning_of
from concordant.result import Comparison, Interval
from concordant.result.comparisons import p_text
from concordant.result.wording import count, level_text, limits_text, quoted, quoted_list, short, signed
from concordant.states import BucketCurve, Counts, Curve

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}
_METHODS = {
    "score": "the score test along the least favourable path",
    "delong": "DeLong's method",
    "wilson": "Wilson's score method",
    "delta": "the delta method",
    "bca": "the BCa bootstrap",
    "bootstrap": "the bootstrap",
    "logit": "the delta method on the logit scale",
    "fisher": "the delta method on Fisher's z scale",
    "mcnemar": "McNemar's test",
}


def results_table(results: Sequence[Result], level: float | None) -> list[list[str]]:
    """The metrics as rows of text, the head first."""
    rows = [["metric", "value", *([] if level is None else [level_text(level)])]]
    for one in results:
        within = "" if one.interval is None else limits_text(one.interval)
        rows.append([one.title, one.shown, *([] if level is None else [within])])
    return rows


def as_markdown(rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown."""

    def line(cells: Sequence[str]) -> str:
        escaped = (cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
        return "| " + " | ".join(" ".join(cell.split()) for cell in escaped) + " |"

    ruler = "| " + " | ".join(["---", *["---:"] * (len(rows[0]) - 1)]) + " |"
    return "\n".join([line(rows[0]), ruler, *map(line, rows[1:])])


def as_latex(rows: Sequence[Sequence[str]]) -> str:
    """A tabular of LaTeX that needs no package."""

    def line(cells: Sequence[str]) -> str:
        return " & ".join("".join(_LATEX.get(sign, sign) for sign in cell) for cell in cells) + r" \\"

    columns = "l" + "r" * (len(rows[0]) - 1)
    body = [line(rows[0]), r"\hline", *map(line, rows[1:])]
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", r"\hline", *body, r"\hline", r"\end{tabular}"])


def method_name(method: str) -> str:
    """What a method is called in a sentence."""
    return _METHODS.get(method, method)


def methods_sentence(page: EvaluationData) -> str:
    """What was computed, of how many rows, and how the intervals were made."""
    from concordant import __version__

    text = f"Metrics were computed with Concordant {__version__} on {page.n:,} rows"
    text += f" ({page.n_missing:,} with missing values were left out)" if page.n_missing else ""
    text += ", each with its weight" if page.weighted else ""
    if page.pos_label is not None:
        text += f"; the positive class was {quoted(page.pos_label)}"
    elif page.labels:
        order = "ordered classes" if page.task == "ordinal" else "classes"
        text += f"; the {len(page.labels)} {order} were {quoted_list(page.labels)}"
    return f"{text}. {intervals_sentence(page)}".strip()


def intervals_sentence(page: EvaluationData) -> str:
    """How the intervals were made, method by method."""
    if page.level is None:
        return ""
    by: dict[str, list[str]] = {}
    for one in page.results:
        if one.bounded and one.interval is not None:
            by.setdefault(one.interval.method, []).append(one.title)
    if not by:
        return ""
    ways = "; ".join(f"{method_name(method)} for {', '.join(titles)}" for method, titles in by.items())
    clusters = page.uncertainty is not None and page.uncertainty.material is not None
    clustered = clusters and page.uncertainty.material.cluster is not None  # type: ignore[union-attr]
    allow = " and allow for clusters" if clustered else ""
    return f"Confidence intervals ({100 * page.level:g} %) are by {ways}{allow}."


MOST_CURVES = 20
_MOST_POINTS = 3000  # thresholds of all curves together: what keeps the file small
_MOST_THRESHOLDS = 500
CELLS = ("tp", "fp", "fn", "tn")


def curves_of(page: EvaluationData, names: Sequence[str]) -> list[SliderThresholds]:
    """The curve of two classes, or of each class against the rest; none where the truth has only one side."""
    if page.curve is None:
        return []
    if isinstance(page.curve, (Curve, BucketCurve)):
        curve = page.curve.tied() if isinstance(page.curve, BucketCurve) else page.curve
        if not _both_sides(curve):
            return []
        points = thresholds_of(curve, _MOST_THRESHOLDS, probabilities=page.probabilities, name=names[1])
        if isinstance(page.curve, BucketCurve):
            points = replace(points, of="least scores of buckets")
        return [_from_labels(points, page.counts)]
    shown = most_frequent(page, MOST_CURVES)
    most = min(_MOST_THRESHOLDS, _MOST_POINTS // len(shown))
    every = page.curve.binary_curves()
    return [
        thresholds_of(every[k], most, probabilities=page.probabilities, name=names[k])
        for k in shown
        if _both_sides(every[k])
    ]


def _both_sides(curve: Curve) -> bool:
    return bool(curve.weights.any(0).all())


def _from_labels(points: SliderThresholds, counts: Counts | None) -> SliderThresholds:
    """Start at the threshold that gives the predicted labels of the page, where there is one."""
    if counts is None or len(counts.labels) != 2:
        return points
    (tn, fp), (fn, tp) = counts.table.tolist()
    wanted = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    same = np.all([np.isclose(points.cells[cell], wanted[cell], rtol=1e-9, atol=0) for cell in CELLS], axis=0)
    return replace(points, start=int(same.argmax())) if same.any() else points


def most_frequent(page: EvaluationData, most: int) -> list[int]:
    """The places of the classes that fit in a picture, the most frequent ones, in the order of the labels."""
    rows = np.array([share.true + (share.predicted or 0) for share in page.balance.values()])
    return sorted(np.argsort(-rows, kind="stable")[:most].tolist())


_SHORT = 16  # characters of the name of a class in the matrix


def slider_tables(curves: Sequence[SliderThresholds]) -> list[dict[str, Any]]:
    """For each curve its table of thresholds from the highest down: what the script reads."""
    return [
        {
            "name": short(one.name, _SHORT),
            "at": [f"{score:.6g}" for score in one.scores.tolist()],
            "tp": one.cells["tp"].tolist(),
            "fp": one.cells["fp"].tolist(),
            "positives": (one.cells["tp"] + one.cells["fn"])[0].item(),
            "negatives": (one.cells["fp"] + one.cells["tn"])[0].item(),
            "start": one.start,
            "note": thinning_note(one),
        }
        for one in curves
    ]


def thinning_note(thresholds: SliderThresholds) -> str:
    """How many of the thresholds of the data the slider has."""
    if not thresholds.thinned:
        return f"All {thresholds.every:,} {thresholds.of}; every count is exact."
    return (
        f"{len(thresholds.scores):,} of the {thresholds.every:,} {thresholds.of}, chosen so that the curves "
        "look the same; the counts at them are exact."
    )


_LABEL = 40  # characters


def table(head: Sequence[Child], rows: Iterable[Sequence[Child]], *, caption: Child = None, words: int = 0) -> Markup:
    """
    A table whose first column names the rows.

    Columns hold numbers, but for the last `words` of them.
    """
    last = len(head) - words

    def cell(index: int, content: Child) -> Markup:
        if not index:
            return tag("th", content, scope="row")
        return tag("td", content, class_="number" if index < last else None)

    heads = [tag("th", text, scope="col", class_="number" if 0 < k < last else None) for k, text in enumerate(head)]
    body = [tag("tr", [cell(k, content) for k, content in enumerate(row)]) for row in rows]
    title = tag("caption", caption) if caption else None
    drawn = tag("table", title, tag("thead", tag("tr", heads)), tag("tbody", body))
    label = str(caption) if isinstance(caption, str) and not isinstance(caption, Markup) else ""
    return tag("div", drawn, class_="scroll", tabindex="0", role="group", aria_label=label or "Table")


def metric_tables(results: Sequence[Result], level: float | None, notes: Notes) -> Markup:
    """One table a heading: value, interval, what it says."""
    parts = []
    for heading, group in groupby(results, key=lambda one: one.heading):
        head = ["metric", "value", *([] if level is None else [level_text(level)]), "what it says"]
        rows = [
            [
                [one.title, tag("small", one.formula)],
                value(one),
                *([] if level is None else [[limits_of(one), mark(notes.mark(one.doubt))]]),
                meaning_of(one),
            ]
            for one in group
        ]
        parts.append([tag("h3", heading), tag("div", table(head, rows, caption=heading, words=1), class_="metrics")])
    return concatenated(parts)


def value(result: Result) -> Markup:
    """The value of a metric."""
    return concatenated(result.shown) if result.defined else tag("span", "undefined", class_="none")


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
    for index, result in enumerate(groups.overall.results):
        rows = []
        for group in groups.rows:
            own = group.results[index]
            why = notes.mark(None if own.defined else own.reason)
            row: list[Child] = [group_text(group, _LABEL), count(group.n), [value(own), mark(why)]]
            row += [] if level is None else [[limits_of(own), mark(notes.mark(own.doubt))]]
            row += [_test(group.against_rest[index], notes) if group.against_rest else None] if groups.tested else []
            rows.append(row)
        parts.append(table(head, rows, caption=result.title))
    return concatenated([tag("div", parts, class_="two"), footnotes(notes)])


def _test(test: AgainstRest, notes: Notes) -> Child:
    """The difference from the rest and its p-value."""
    text = "none"
    if test.comparison is not None and test.tested:
        text = f"{signed(test.comparison.difference, 3)}, {p_text(test.p_value)}"
    return [text, mark(notes.mark(test.reason))]


def line_of(name: str, value: Interval | Comparison, *, second: bool = False) -> Row:
    """A value and its limits as a row of a forest plot."""
    return Row(name, float(value), value.low, value.high, second=second)
