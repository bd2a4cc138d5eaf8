"""The page of an evaluation: the verdict, the picture, the findings, then tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from concordant.documents.html import Document, bullets, section
from concordant.figures.figure import figures_html
from concordant.figures.markup import Child, Markup, tag
from concordant.report.evaluation_data import EvaluationData
from concordant.report.notes import Notes
from concordant.report.pages.pictures import Pictures
from concordant.report.pages.tables import footnotes, group_tables, metric_tables, table
from concordant.report.pages.texts import as_latex, as_markdown, methods_sentence, results_table
from concordant.report.pages.threshold_section import threshold_section
from concordant.report.pages.verdict import verdict
from concordant.report.text import class_notes, header
from concordant.report.threshold_tables import MOST_CURVES, curves_of, most_frequent, slider_tables, value_text
from concordant.result.wording import count, label_text, limits_text, percent

_MOST_CLASSES = 40  # of pictures and of the table of the matrix
_MOST_ROWS = 150  # of the table of classes
_MOST_STEPS = 500  # classes of which a kappa is shown step by step
_LABEL = 40  # characters of a label


def page_html(page: EvaluationData) -> str:
    """The whole file as text."""
    names = unique_names([label_text(label, _LABEL) for label in page.labels])
    shown = most_frequent(page, _MOST_CLASSES)
    curves = curves_of(page, names)
    pictures = Pictures(page, names, shown, curves)
    rows = results_table(page.results, page.level)
    style, steps = _steps(page)
    return Document(
        title="Concordant report" + (f": {label_text(PurePath(page.source).name, 80)}" if page.source else ""),
        header=f"{header(page)}. Task: {page.task}.",
        body=[
            verdict(page.results),
            _opening(pictures),
            _findings(page),
            _more(pictures),
            _by(pictures),
            _words("assumed", "What was assumed", page.assumptions),
            _words("remarks", "Worth knowing", page.remarks),
            _metrics(page),
            _classes(page, names, shown),
            steps,
            _signatures(page),
        ],
        copies={"Markdown": as_markdown(rows), "LaTeX": as_latex(rows), "Methods sentence": methods_sentence(page)},
        record=page.to_dict(),
        data={"curves": slider_tables(curves)},
        style=style,
    ).html()


def _opening(pictures: Pictures) -> Markup:
    """The picture: the thresholds of two classes, or the classes."""
    if pictures.opens_with_thresholds:
        return threshold_section(pictures.curves, pictures.names[0])
    said = _left_out(len(pictures.names), _MOST_CLASSES, "classes")
    figures = figures_html(pictures.first())
    return section("picture", "The picture", figures, tag("p", said, class_="soft") if said else None)


def _more(pictures: Pictures) -> Child:
    """The other figures, and the thresholds of several classes."""
    parts: list[Child] = []
    if len(pictures.curves) > 1:
        said = _left_out(len(pictures.names), MOST_CURVES, "curves")
        parts.append(threshold_section(pictures.curves, "the rest", note=said))
    further = pictures.further()
    if further:
        parts.append(section("pictures", "More pictures", figures_html(further)))
    return parts


def _findings(page: EvaluationData) -> Markup:
    """What stands out, and what was looked for."""
    items = [
        tag(
            "li",
            tag("p", tag("b", one.severity, class_="severity"), f" {one.sentence}"),
            tag("p", one.meaning),
            tag("p", one.next_step),
            [_code(line) for line in (one.command, one.python) if line],
            class_=f"finding {one.severity.split(' ')[0]}",
        )
        for one in page.findings
    ]
    asks = list(page.findings.looked_for.values())
    looked = tag("details", tag("summary", f"What was looked for ({len(asks)})"), bullets(asks))
    summary = tag("p", page.findings.summary, class_="soft")
    return section("findings", "What stands out", summary, tag("ol", items) if items else None, looked)


def _code(line: str) -> Markup:
    return tag("pre", tag("code", line), tabindex="0", role="group", aria_label="Command")


def _by(pictures: Pictures) -> Markup | None:
    groups = pictures.page.groups
    if groups is None:
        return None
    tables = tag("details", tag("summary", "As tables"), group_tables(groups, pictures.page.level))
    title = f"By {groups.heading}"
    return section("by", title, figures_html(pictures.groups()), bullets(groups.remarks), tables)


def _words(name: str, title: str, sentences: Sequence[str]) -> Markup | None:
    return section(name, title, bullets(sentences)) if sentences else None


def _metrics(page: EvaluationData) -> Markup:
    notes, notes_further = Notes(), Notes()
    tables = metric_tables(page.results, page.level, notes)
    further: Child = None
    if page.further:
        others = metric_tables(page.further, page.level, notes_further)
        summary = tag("summary", f"All other metrics ({len(page.further)})")
        further = tag("details", summary, others, footnotes(notes_further))
    return section("metrics", "Metrics", tables, footnotes(notes), further)


def _classes(page: EvaluationData, names: Sequence[str], shown: Sequence[int]) -> Child:
    """The classes with their metrics, and the confusion matrix as a table."""
    if not names:
        return None
    two = page.counts is not None
    head = ["class", "truth", "share", *(["predicted", "share"] if two else []), *(one.title for one in page.per_class)]
    places = most_frequent(page, _MOST_ROWS)
    shares = list(page.balance.values())
    rows: list[list[Child]] = []
    for k in places:
        share = shares[k]
        row: list[Child] = [names[k], count(share.true), percent(share.true_share)]
        if share.predicted is not None and share.predicted_share is not None:
            row += [count(share.predicted), percent(share.predicted_share)]
        for metric in page.per_class:
            within = "" if metric.intervals is None else limits_text(metric.intervals[k], 3)
            row.append([value_text(metric.values[k]), tag("small", within) if within else None])
        rows.append(row)
    caption = "Class by class, each against the rest" if page.per_class else "How often each class occurs"
    said = [*class_notes(page, limits=True), _left_out(len(names), _MOST_ROWS, "classes")]
    weights = " (sums of weights)" if page.weighted else ""
    parts: list[Child] = [table(head, rows, caption=caption + weights)]
    parts += [tag("p", one, class_="soft") for one in said if one]
    if page.counts is not None:
        shown_rows = page.counts.among(shown).tolist()
        cells = [[names[i], *map(count, row)] for i, row in zip(shown, shown_rows, strict=True)]
        matrix = table(["truth", *(names[k] for k in shown)], cells, caption="Rows: truth, columns: prediction")
        parts.append(tag("details", tag("summary", "The confusion matrix as a table"), matrix, open=len(names) <= 4))
    return section("balance-table", "Classes", parts)


def _steps(page: EvaluationData) -> tuple[str, Markup | None]:
    """The quadratic weighted kappa step by step, with the rules of its style."""
    if len(page.labels) > _MOST_STEPS or page.explanation is None:
        return "", None
    style, body = page.explanation.style_and_body()
    steps = section(
        "steps",
        "Where the quadratic weighted kappa comes from",
        tag("div", Markup(body), class_="concordant-page"),
    )
    return style, steps


def _signatures(page: EvaluationData) -> Markup:
    every = [one.signature for one in (*page.results, *page.further)] + [one.signature for one in page.per_class]
    items = [tag("li", tag("code", one)) for one in every]
    return tag("details", tag("summary", "Signatures: each choice that moves a number"), tag("ul", items))


def unique_names(names: list[str]) -> list[str]:
    """Labels as names in pictures: 1 and "1", or two long texts cut alike, must stay apart."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return out


def _left_out(every: int, most: int, what: str) -> str:
    if every <= most:
        return ""
    return f"Shown are the {most} most frequent of {every} {what}; the JSON file holds all metrics."
