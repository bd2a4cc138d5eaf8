"""The page of a judge: question by question, each with its answer in words and its intervals as a forest plot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from concordant.documents.html import Document, bullets, section
from concordant.figures.figure import Figure
from concordant.figures.intervals import forest_figure
from concordant.figures.markup import Child, Markup, tag
from concordant.figures.matrices import matrix_figure
from concordant.figures.paint_svg import figures_html
from concordant.judging import JudgeAssessment
from concordant.report.pages.tables import as_latex, as_markdown, line_of
from concordant.result import Comparison, Interval
from concordant.result.wording import label_text, limits_or_none, value_or_undefined
from concordant.states import Counts

_MORE = "For more: "  # how what is missing begins in words
_MOST_LABELS = 40
_LABEL = 40


def judge_html(found: JudgeAssessment, *, source: str, told: Callable[[str], str] = str, record: dict[str, Any]) -> str:
    """
    The whole file as text.

    Parameters
    ----------
    found : JudgeAssessment
    source : str
        What was read, for the heading.
    told : callable
        Gives what is said in the words of the caller, such as a command with its options.
    record : dict
        All numbers, as JSON holds them.
    """
    figures = {title: list(made(found)) for title, made in _QUESTIONS.items()}
    text = told(str(found)).strip()
    head, *parts = text.split("\n\n")
    opening = next((drawn for drawn in figures.values() if drawn), [])
    rows = [["number", "value", "limits"], *_rows(found)]
    sections = [_question(part, figures, opening) for part in _joined(parts)]
    return Document(
        title=f"Concordant judge: {source}",
        header=head.splitlines()[0] + ".",
        body=[
            tag("p", told(found.sentence), class_="verdict"),
            bullets(head.splitlines()[1:]) if len(head.splitlines()) > 1 else None,
            section("picture", "The picture", figures_html(opening)) if opening else None,
            sections,
        ],
        copies={"Markdown": as_markdown(rows), "LaTeX": as_latex(rows), "Words": text},
        record=record,
    ).html()


def _joined(parts: list[str]) -> Iterator[list[str]]:
    """The blocks of each question: one that starts with a question begins a new one, or with what is missing."""
    blocks: list[str] = []
    for part in parts:
        first = part.splitlines()[0]
        if blocks and (first.endswith("?") or first.startswith(_MORE)):
            yield blocks
            blocks = []
        blocks.append(part)
    if blocks:
        yield blocks


def _question(blocks: list[str], figures: dict[str, list[Figure]], opening: list[Figure]) -> Markup:
    """A question, its answer in words, and its figures, but for those that open the page."""
    title, *lines = blocks[0].splitlines()
    if not title.endswith("?"):
        said = [block.removeprefix(_MORE) for block in blocks]
        return section("more", "For more", [tag("p", block[:1].upper() + block[1:]) for block in said])
    drawn = figures.get(title, [])
    words: list[Child] = [tag("p", line) for line in lines]
    words += [tag("pre", block, tabindex="0", role="group", aria_label="Table") for block in blocks[1:]]
    name = f"question-{list(_QUESTIONS).index(title)}" if title in _QUESTIONS else None
    return section(name or "question", title, words, None if drawn is opening else figures_html(drawn))


def _as_good(found: JudgeAssessment) -> Iterator[Figure]:
    gap, test = found.gap, found.alternative_test
    if gap is None:
        return
    lines = [line_of("judge and a person", gap.judge_human), line_of("two people", gap.human_human)]
    lines += [] if test is None else [line_of("judge as good as one left out", test.advantage)]
    yield forest_figure(lines, name="gap", title="Agreement of judge and people")
    differences = [line_of("judge less a person", gap.difference)]
    differences += [] if found.in_panel is None else [line_of("kappa of the panel with it", found.in_panel)]
    margin = gap.margin
    note = "Dashed: no difference." + ("" if margin is None else f" Dotted: the margin, {margin:g}.")
    yield forest_figure(
        differences,
        name="gap-difference",
        title="What the judge loses",
        note=note,
        reference=0.0,
        difference=True,
        margins=() if margin is None else (-margin,),
    )


def _errs(found: JudgeAssessment) -> Iterator[Figure]:
    errors = found.errors
    if errors is not None:
        names = [label_text(label, _LABEL) for label in errors.labels]
        shown = sorted(np.argsort(-errors.confusion.sum(1), kind="stable")[:_MOST_LABELS].tolist())
        if errors.confusion.sum() > 0:
            counts = Counts.from_table(errors.confusion, names)
            yield matrix_figure(counts, names, shown=shown, sides=("people", "judge"), shares=True)
        lines = [
            line_of(names[k], errors.label_severity[k]) for k in shown if not np.isnan(errors.label_severity[k].value)
        ]
        if lines:
            yield forest_figure(
                lines,
                name="severity",
                title="How much more often the judge says a label",
                note="Dashed: as often as people.",
                reference=0.0,
                difference=True,
            )
    if found.slices is not None:
        every = [line_of(label_text(one.name, _LABEL), one.agreement) for one in found.slices.slices]
        yield forest_figure(every, name="slices", title="Agreement with people, slice by slice")


def _pass_rate(found: JudgeAssessment) -> Iterator[Figure]:
    rate = found.pass_rate
    if rate is not None:
        lines = [line_of("people would pass", rate.rate), line_of("the judge passes", rate.judge_rate)]
        yield forest_figure(lines, name="pass-rate", title="Pass rate")


def _consistent(found: JudgeAssessment) -> Iterator[Figure]:
    one = found.consistency
    if one is not None:
        lines = [line_of(part.metric, part) for part in _intervals(one) if part.metric.split()[0] != "gain"]
        yield forest_figure(lines, name="runs", title="Runs of the judge")

    swap = found.order_swap
    if swap is not None:
        lines = [line_of("opposite winners", swap.flip_rate), line_of("more often the first", swap.bias)]
        yield forest_figure(lines, name="orders", title="Both orders of the answers", reference=0.0)


def _judges(found: JudgeAssessment) -> Iterator[Figure]:
    if found.judges is not None:
        pairs = zip(found.judges.judges, found.judges.agreement, strict=True)
        lines = [line_of(label_text(name, _LABEL), one) for name, one in pairs]
        yield forest_figure(lines, name="judges", title="Agreement of each judge with people")


_QUESTIONS = {
    "Is the judge as good as a person?": _as_good,
    "Where does it err?": _errs,
    "What is the true pass rate?": _pass_rate,
    "Is it consistent with itself?": _consistent,
    "How does it do beside other judges?": _judges,
}


def _intervals(answer: Any) -> Iterator[Interval]:
    """Every interval of an answer."""
    for name in answer.fields():
        held = getattr(answer, name)
        for one in held if isinstance(held, tuple) else (held,):
            if isinstance(one, Interval):
                yield one


def _rows(found: JudgeAssessment) -> Iterator[list[str]]:
    """Every interval of the answers as text, once."""
    answers: Iterable[Any] = (getattr(found, name) for name in found.fields())
    seen = set()
    for answer in answers:
        for one in _intervals(answer) if hasattr(answer, "fields") and not isinstance(answer, Comparison) else ():
            row = (one.metric, value_or_undefined(one.value), limits_or_none(one))
            if row not in seen:
                seen.add(row)
                yield list(row)
