"""The page of a judge: question by question, each with its answer in words, its numbers and its pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from concordant.documents.blocks import Block, Bullets, Document, Paragraph, Picture, Section, Table, software, some
from concordant.figures.figure import Figure
from concordant.figures.intervals import Row, forest_figure
from concordant.figures.matrices import matrix_figure
from concordant.judging import AlternativeTest, Gap, JudgeAssessment
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
    drawn = zip(assessment.questions(), _DRAWN, strict=True)
    questions = [(title, answers, list(draw(assessment))) for (title, answers), draw in drawn]
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
    numbers = tuple(dict.fromkeys(_rows(assessment)))
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


def _forest(name: str, title: str, values: Iterable[tuple[str, Any]], **how: Any) -> Iterator[Figure]:
    """The values that are there, below each other; no figure without any."""
    rows = [Row.of(text, value) for text, value in values if value is not None]
    if rows:
        yield forest_figure(rows, name=name, title=title, **how)


def _draw_gap(assessment: JudgeAssessment) -> Iterator[Figure]:
    gap, test = assessment.gap, assessment.alternative_test
    if gap is None:
        return
    as_good = None if test is None else test.advantage
    both = [("judge and a person", gap.judge_human), ("two people", gap.human_human)]
    yield from _forest("gap", "Agreement of judge and people", [*both, ("judge as good as one left out", as_good)])
    differences = [("judge minus a person", gap.difference)]
    how: Any = {"note": "Dashed: no difference.", **_ABOUT_ZERO}
    if gap.margin is not None:
        how |= {"note": f"{how['note']} Dotted: the margin, {gap.margin:g}.", "margins": (-gap.margin,)}
    yield from _forest("gap-difference", "What the judge loses", differences, **how)


_ABOUT_ZERO: dict[str, Any] = {"reference": 0.0, "difference": True}


def _draw_errors(assessment: JudgeAssessment) -> Iterator[Figure]:
    errors = assessment.errors
    if errors is not None:
        names = [label_text(label, LONGEST_LABEL) for label in errors.labels]
        shown = sorted(np.argsort(-errors.confusion.sum(1), kind="stable")[:_MOST_LABELS].tolist())
        if errors.confusion.sum() > 0:
            counts = Counts.from_table(errors.confusion, names)
            yield matrix_figure(counts, names, shown=shown, sides=("people", "judge"), shares=True)
        severity = [(names[k], errors.label_severity[k]) for k in shown]
        defined = [(name, one) for name, one in severity if not math.isnan(one.value)]
        how: Any = {"note": "Dashed: as often as people.", **_ABOUT_ZERO}
        yield from _forest("severity", "How much more often the judge gives a label", defined, **how)
    if assessment.slices is not None:
        every = [(label_text(one.name, LONGEST_LABEL), one.agreement) for one in assessment.slices.slices]
        yield from _forest("slices", "Agreement with people, kind by kind", every)


def _draw_pass_rate(assessment: JudgeAssessment) -> Iterator[Figure]:
    rate = assessment.pass_rate
    if rate is not None:
        both = [("people would pass", rate.rate), ("the judge passes", rate.judge_rate)]
        yield from _forest("pass-rate", "Pass rate", both)


def _draw_consistency(assessment: JudgeAssessment) -> Iterator[Figure]:
    runs, swap = assessment.consistency, assessment.order_swap
    if runs is not None:
        values = [(one.metric, one) for one in _intervals(runs) if one.metric.split()[0] != "gain"]
        yield from _forest("runs", "Runs of the judge", values)
    if swap is not None:
        both = [("opposite winners", swap.flip_rate), ("more often the first", swap.bias)]
        yield from _forest("orders", "Both orders of the answers", both, reference=0.0)


def _draw_judges(assessment: JudgeAssessment) -> Iterator[Figure]:
    if assessment.judges is not None:
        names = [label_text(name, LONGEST_LABEL) for name in assessment.judges.judges]
        pairs = zip(names, assessment.judges.agreement, strict=True)
        yield from _forest("judges", "Agreement of each judge with people", pairs)


_DRAWN: tuple[Callable[[JudgeAssessment], Iterator[Figure]], ...] = (  # a question each, in their order
    _draw_pass_rate,
    _draw_gap,
    _draw_errors,
    _draw_consistency,
    _draw_judges,
)


def _intervals(answer: Any) -> Iterator[Interval]:
    """Every interval of an answer."""
    return (number for number in numbers_in(answer) if isinstance(number, Interval))


def _every(assessment: JudgeAssessment) -> Iterator[Interval]:
    """Every interval of the answers."""
    answers = (getattr(assessment, name) for name in assessment.fields())
    return (interval for answer in answers if isinstance(answer, Answer) for interval in _intervals(answer))


def _rows(assessment: JudgeAssessment) -> Iterator[tuple[str, ...]]:
    """Every interval as text."""
    for one in _every(assessment):
        yield one.metric, value_or_undefined(one.value), limits_or_none(one)


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
