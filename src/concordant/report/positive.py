"""Which of two labels is the positive one, and why."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.errors import PositiveLabelError
from concordant.metrics.definition.metric import Metric
from concordant.report.task import Classes
from concordant.result.wording import count, quoted
from concordant.typing import Label

_GUESS = "THIS IS A GUESS"

# Pairs of words where the second is "positive" in everyday language.
_WORDS = (
    ("no", "yes"),
    ("n", "y"),
    ("false", "true"),
    ("f", "t"),
    ("negative", "positive"),
    ("neg", "pos"),
    ("absent", "present"),
    ("0", "1"),
    ("-1", "1"),
)


def find_positive(classes: Classes, wanted: Label | None) -> tuple[tuple[Label, Label], str]:
    """
    Return the negative and the positive label, and the sentence that says why.

    The order of reasons: said by `pos_label`; the second declared label; the last category; True; the larger
    number; the usual word of a pair such as no / yes; else a guess, the class with fewer rows in the truth.
    """
    first, second = classes.labels
    if wanted is not None:
        if wanted not in classes.labels:
            msg = f"pos_label={wanted!r} is none of the labels {quoted(first)} and {quoted(second)}."
            raise PositiveLabelError(msg)
        pair = (first, second) if wanted == second else (second, first)
        return pair, f"Positive class: {quoted(pair[1])}, as said by pos_label."
    reasons = {
        "declared": "the second of the declared labels",
        "categories": "the last category of the column",
        "bools": "the usual meaning of True",
        "numbers": "the larger number",
    }
    if classes.order in reasons:
        return (first, second), f"Positive class: {quoted(second)}, {reasons[classes.order]}."
    for negative, positive in _WORDS:
        known = {str(label).strip().lower(): label for label in classes.labels}
        if set(known) == {negative, positive}:
            pair = (known[negative], known[positive])
            return pair, f"Positive class: {quoted(pair[1])}, the usual meaning of the word. {_other_way(pair)}"
    return _rarer(classes)


def _rarer(classes: Classes) -> tuple[tuple[Label, Label], str]:
    first, second = classes.labels
    rows = classes.counts.row_totals.tolist()
    pair = (second, first) if rows[0] < rows[1] else (first, second)
    if rows[0] == rows[1]:
        why = "the last by alphabet, as both classes have equally many rows"
    else:
        why = f"the class with fewer rows ({count(min(rows))} of {count(sum(rows))})"
    return pair, (
        f"Positive class: {quoted(pair[1])}. {_GUESS}, as names have no order: it is {why}. {_other_way(pair)}"
    )


def refuse_guess(assumptions: Sequence[str], labels: Sequence[Label], metric: Metric) -> None:
    """
    Raise if a metric depends on the positive class and that was guessed.

    The guess is the rarer class, so that a few rows more could turn it round, and with it whether a release passes.
    """
    depends = "pos_label" in metric.options or metric.facts.input not in ("labels", "measurements")
    if depends and any(_GUESS in sentence for sentence in assumptions):
        shown = " or ".join(f"pos_label={quoted(label)}" for label in labels)
        msg = f"{metric.name} depends on which class is the positive one, and nothing says it: {shown}?"
        raise PositiveLabelError(msg)


def _other_way(pair: tuple[Label, Label]) -> str:
    return f"For the other way round say pos_label={pair[0]!r}, or declare labels=[{pair[1]!r}, {pair[0]!r}]."
