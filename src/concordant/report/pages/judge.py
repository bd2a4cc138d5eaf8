"""The page of a judge: question by question, each with its answer in words, its numbers and its pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from concordant.documents.blocks import Block, Bullets, Document, Paragraph, Picture, Section, Table, software, some
from concordant.figures.figure import Figure
from concordant.figures.intervals import Row, forest_figure
from concordant.figures.matrices import matrix_figure
from concordant.judging import (
    AlternativeTest,
    Consistency,
    Gap,
    JudgeAssessment,
    JudgeComparison,
    JudgeErrors,
    OrderSwap,
    PassRate,
    Slices,
)
from concordant.judging.gap import shown_of_gap
from concordant.report.pages.methods import intervals_in_words
from concordant.result import Interval
from concordant.result.record import Answer, numbers_in
from concordant.result.record import counted as counted_text
from concordant.result.wording import (
    LONGEST_LABEL,
    label_text,
    level_text,
    limits_or_none,
    percent,
    signed,
    value_or_undefined,
)
from concordant.states import Counts

_MOST_LABELS = 40
_CHOSEN = {"random": "at random", "elsewhere": "from another batch"}


def judge_document(
    assessment: JudgeAssessment, *, source: str, told: Callable[[str], str] = str, record: dict[str, Any]
) -> Document:
    """
    Return the page.

    Parameters
    ----------
    assessment : JudgeAssessment
    source : str
        What was read, for the heading.
    told : callable
        Gives a sentence in the words of the caller, such as a command with its options.
    record : dict
        All numbers, as JSON holds them.
    """
    questions = [
        (title, answers, [figure for answer in answers for figure in _figures(answer)])
        for title, answers in assessment.questions()
    ]
    opening = next((figures for _, _, figures in questions if figures), [])
    heads = [(told(text), role) for text, role in headline(assessment)]
    above = {text for text, _ in heads}

    def below(answers: list[Any]) -> list[Block]:
        """What is not said at the top already."""
        blocks = [block for answer in answers for block in _answer(answer, told)]
        return [block for block in blocks if not (isinstance(block, Paragraph) and block.text in above)]

    people = ", ".join(label_text(name, LONGEST_LABEL) for name in assessment.people) or "itself"
    lead = [f"The judge {label_text(assessment.judge, LONGEST_LABEL)} compared with {people}."]
    lead += [] if assessment.reason is None else [told(f"Unreliable: {assessment.reason}.")]
    cells = ((one.metric, value_or_undefined(one.value), limits_or_none(one)) for one in _every(assessment))
    numbers = tuple(dict.fromkeys(cells))
    level = next((one.level for one in _every(assessment)), 0.95)
    return Document(
        title=f"Concordant judge: {source}",
        lead=tuple(lead),
        blocks=some(
            *(Paragraph(text, role) for text, role in heads),
            Section("The picture", (Picture(tuple(opening)),), "picture") if opening else None,
            *(
                Section(title, blocks, f"question-{index}")
                for index, (title, answers, figures) in enumerate(questions)
                if (blocks := some(*below(answers), _picture(figures, opening)))
            ),
            _missing(assessment, told),
        ),
        methods=_methods(assessment),
        table=Table(("number", "value", level_text(level)), numbers) if numbers else None,
        record=record,
    )


def _picture(figures: list[Figure], opening: list[Figure]) -> Picture | None:
    """The figures of a question, but for those that open the page."""
    return Picture(tuple(figures)) if figures and figures is not opening else None


def headline(assessment: JudgeAssessment) -> Iterator[tuple[str, str]]:
    """The pass rate first, where there is one, then whether the judge is as good as a person."""
    rate, gap = assessment.pass_rate, assessment.gap
    if rate is not None and not math.isnan(rate.value):
        within = (
            ""
            if math.isnan(rate.low)
            else f" ({level_text(rate.rate.level, first=True)} {percent(rate.low)} to {percent(rate.high)})"
        )
        yield (
            f"People would pass {percent(rate.value)}{within}; the judge passes {percent(rate.judge_rate.value)}.",
            "verdict",
        )
    if gap is not None:
        yield verdict_on_gap(gap), "" if rate is not None else "verdict"
    if rate is None and gap is None:
        yield assessment.sentence, "verdict"


def verdict_on_gap(gap: Gap) -> str:
    """Whether the judge agrees with people as well as they do with each other."""
    difference = gap.difference
    within = (
        ""
        if math.isnan(difference.low)
        else f" ({level_text(difference.level, first=True)} {limits_or_none(difference)})"
    )
    value = "undefined" if math.isnan(difference.value) else signed(difference.value)
    verdict = shown_of_gap(gap, None if gap.margin is None else f"{gap.margin:g}")
    return f"The judge {verdict}: its agreement with a person minus that of two people is {value}{within}."


def _missing(assessment: JudgeAssessment, told: Callable[[str], str]) -> Section | None:
    """What to add for the answers that are not there."""
    if not assessment.missing:
        return None
    texts = [told(f" {text}").strip() for text in assessment.missing]
    return Section("For more", (Bullets(tuple(f"{text[:1].upper()}{text[1:]}." for text in texts)),), "more")


def _answer(answer: Answer, told: Callable[[str], str]) -> Iterator[Block]:
    """The sentence of an answer, what is doubtful about it, and its tables."""
    yield Paragraph(told(f" {answer.sentence}").strip())
    if answer.reason:
        yield Paragraph(told(f"Unreliable: {answer.reason}."), "soft")
    if isinstance(answer, AlternativeTest):
        yield from _answer(answer.gap, told)
    for table in answer.tables():
        yield Table(table.head, table.rows, table.caption, stacks=True)


def _figures(answer: Answer) -> Iterator[Figure]:
    """The pictures of an answer."""
    match answer:
        case PassRate():
            both = [("people would pass", answer.rate), ("the judge passes", answer.judge_rate)]
            yield _forest("pass-rate", "Pass rate", both)
        case AlternativeTest():
            yield from _figures_of_gap(answer.gap, ("judge as good as one left out", answer.advantage))
        case Gap():
            yield from _figures_of_gap(answer)
        case JudgeErrors():
            yield from _figures_of_errors(answer)
        case Slices():
            kinds = [(label_text(one.name, LONGEST_LABEL), one.agreement) for one in answer.slices]
            yield _forest("slices", "Agreement with people, kind by kind", kinds)
        case Consistency():
            runs = [(one.metric, one) for one in _intervals(answer) if one.metric.split()[0] != "gain"]
            yield _forest("runs", "Runs of the judge", runs)
        case OrderSwap():
            both = [("opposite winners", answer.flip_rate), ("more often the first", answer.bias)]
            yield _forest("orders", "Both orders of the answers", both, reference=0.0)
        case JudgeComparison():
            names = [label_text(name, LONGEST_LABEL) for name in answer.judges]
            judges = list(zip(names, answer.agreement, strict=True))
            yield _forest("judges", "Agreement of each judge with people", judges)


def _forest(name: str, title: str, values: Sequence[tuple[str, Interval]], **how: Any) -> Figure:
    """The values below each other."""
    return forest_figure([Row.of(text, value) for text, value in values], name=name, title=title, **how)


_ABOUT_ZERO: dict[str, Any] = {"reference": 0.0, "difference": True}


def _figures_of_gap(gap: Gap, *as_good: tuple[str, Interval]) -> Iterator[Figure]:
    both = [("judge and a person", gap.judge_human), ("two people", gap.human_human)]
    yield _forest("gap", "Agreement of judge and people", [*both, *as_good])
    how: Any = {"note": "Dashed: no difference.", **_ABOUT_ZERO}
    if gap.margin is not None:
        how |= {"note": f"{how['note']} Dotted: the margin, {gap.margin:g}.", "margins": (-gap.margin,)}
    yield _forest("gap-difference", "What the judge loses", [("judge minus a person", gap.difference)], **how)


def _figures_of_errors(errors: JudgeErrors) -> Iterator[Figure]:
    names = [label_text(label, LONGEST_LABEL) for label in errors.labels]
    shown = sorted(np.argsort(-errors.confusion.sum(1), kind="stable")[:_MOST_LABELS].tolist())
    if errors.confusion.sum() > 0:
        counts = Counts.from_table(errors.confusion, names)
        yield matrix_figure(counts, names, shown=shown, sides=("people", "judge"), shares=True)
    severity = [(names[k], errors.label_severity[k]) for k in shown if not math.isnan(errors.label_severity[k].value)]
    if severity:
        note = "Dashed: as often as people."
        yield _forest("severity", "How much more often the judge gives a label", severity, note=note, **_ABOUT_ZERO)


def _intervals(answer: Any) -> Iterator[Interval]:
    """Every interval of an answer."""
    return (number for number in numbers_in(answer) if isinstance(number, Interval))


def _every(assessment: JudgeAssessment) -> Iterator[Interval]:
    """Every interval of the answers."""
    answers = (getattr(assessment, name) for name in assessment.fields())
    return (interval for answer in answers if isinstance(answer, Answer) for interval in _intervals(answer))


def _methods(assessment: JudgeAssessment) -> str:
    people = (
        f"those of {counted_text(len(assessment.people), 'person', 'people')}" if assessment.people else "each other"
    )
    gap, rate = assessment.gap, assessment.pass_rate
    text = f"The verdicts of the judge {label_text(assessment.judge, LONGEST_LABEL)} were compared with {people}"
    text += f" on {counted_text(gap.items, 'item')} with two or more people" if gap is not None else ""
    if rate is not None:
        chosen = "" if rate.chosen is None else f", chosen {_CHOSEN.get(rate.chosen, rate.chosen)}"
        text += f"; the pass rate was estimated from {counted_text(rate.labelled, 'label')} of people{chosen}"
        text += f" among {counted_text(rate.judged, 'item')}"
    made = [] if rate is None else [("the pass rate", rate.rate)]
    made += [] if gap is None else [("the difference in agreement", gap.difference)]
    bounded = [(title, one) for title, one in made if not math.isnan(one.low)]
    return f"{text}. {intervals_in_words(bounded)}{software()}"
