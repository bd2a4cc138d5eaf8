"""Does the judge of pairs favour a kind of answer, more than people do? Longer ones, or those of its own family."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from concordant.errors import LabelError, MissingValuesError
from concordant.inference.quantiles import check_level
from concordant.inputs.encoding import encode
from concordant.inputs.ratings import code_labels
from concordant.judging.judged_items import JudgedRows, column_beside, read_items, require_units
from concordant.judging.means import interval_of, mean_of, p_value_of
from concordant.judging.pair_verdicts import check_answers
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, counted, percent, points, signed
from concordant.typing import Column, FloatArray, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class PreferenceExcess(Answer):
    """
    How often a judge prefers a kind of answer, less how often people do.

    Attributes
    ----------
    judge_share, people_share : Interval
        How often each prefers it; a tie counts a half. NaN for people without people.
    excess : Interval
        The difference, on the same items; NaN without people.
    p_value : float
        Of no excess.
    items : float
        Items of which one answer is of the kind.
    """

    judge_share: Interval
    people_share: Interval
    excess: Interval
    p_value: float
    items: float


def preference_excess(
    data: Any = None,
    /,
    *,
    judge: Any,
    favoured: Column | str,
    humans: Any = None,
    answers: tuple[Label, Label] = ("A", "B"),
    tie: Label = "tie",
    what: str = "the favoured answer",
    cluster: Column | str | None = None,
    level: float = 0.95,
) -> PreferenceExcess:
    """
    Measure how much more often a judge prefers a kind of answer than people do.

    A judge that prefers the longer answer in 68 % of pairs is not biased if people do so too.

    Parameters
    ----------
    data : data frame, optional
        Rows are pairs of answers; the other arguments are names of its columns.
    judge, humans
        Verdicts, as of `judging.gap`; one person is enough. Without people the share of the judge is no bias, and the
        answer says so.
    favoured : name, or array-like of shape (n,)
        Which of `answers` is of the kind (the longer one, the one of the judge's own family); None where neither is.
    answers, tie
        The verdicts for the one answer, the other, and neither.
    what : str
        What the kind is called in the sentence.
    cluster, level
        As of `judging.gap`.

    Returns
    -------
    PreferenceExcess

    Examples
    --------
    >>> from concordant import judging
    >>> found = judging.preference_excess(
    ...     judge=list("AABA") * 10, humans=list("ABBA") * 10, favoured=list("AAAB") * 10, what="the longer answer")
    >>> print(found.sentence)
    The judge prefers the longer answer in 50 % of 40 pairs, people in 25 %: 25 percentage points more (p = 0.0009).
    """
    level = check_level(level)
    answers = check_answers(answers, tie)
    items = read_items(data, judge, humans, cluster=cluster, least=0)
    rows = JudgedRows(items)
    kinds = code_labels(
        encode(column_beside(data, favoured, len(rows.codes), "favoured"), "favoured"), None, "favoured"
    )
    if not kinds.labels:
        msg = f"favoured names no answer at all: say in which pairs {answers[0]!r} or {answers[1]!r} is of the kind."
        raise MissingValuesError(msg)
    for labels, where, known in (
        (rows.labels, "judge or humans", (*answers, tie)),
        (kinds.labels, "favoured", answers),
    ):
        others = [label for label in labels if label not in known]
        if others:
            msg = f"{where} holds {others[0]!r}, which is none of {', '.join(map(repr, known))}: see answers= and tie=."
            raise LabelError(msg)
    wins = np.array([[0.5 if label == tie else float(label == kind) for kind in kinds.labels] for label in rows.labels])
    judge_wins = _wins(rows.of_judges, wins, kinds.codes)
    people_wins = _wins(rows.of_people, wins, kinds.codes)
    alone = not items.people
    both = ~np.isnan(judge_wins) & (alone | ~np.isnan(people_wins))
    n = float(both.sum())
    require_units(n, 2, "pairs with a verdict, of which one answer is of the kind")
    signature = signed("judging.preference_excess", n=n, level=level)
    means = [
        mean_of(np.where(both, part, np.nan), rows.times, rows.clusters)
        for part in (judge_wins, people_wins, judge_wins - people_wins)
    ]
    excess = means[2]
    made = PreferenceExcess(
        sentence="",
        reason="without people the share of the judge is not a bias by itself" if alone else None,
        signature=signature,
        judge_share=interval_of(means[0], level, f"judge prefers {what}", signature, scale="logit"),
        people_share=interval_of(means[1], level, f"people prefer {what}", signature, scale="logit"),
        excess=interval_of(
            excess, level, f"excess for {what}", signature, why="judge and people never differ", most=1.0
        ),
        p_value=p_value_of(excess),
        items=n,
    )
    return replace(made, sentence=_sentence(made, what))


def _wins(codes: Any, wins: FloatArray, kinds: Any) -> FloatArray:
    """The share of the verdicts of each row that are for the kind, NaN without a verdict or a kind."""
    known = (codes >= 0) & (kinds >= 0)[:, None]
    found = np.where(known, wins[codes, np.maximum(kinds, 0)[:, None]], 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(found.sum(1) / known.sum(1)) if codes.shape[1] else np.full(len(codes), np.nan)


def _sentence(made: PreferenceExcess, what: str) -> str:
    start = f"The judge prefers {what} in {percent(made.judge_share.value)} of {counted(made.items, 'pair')}"
    if math.isnan(made.excess.value):
        return f"{start}; what people prefer is not known."
    side = "more" if made.excess.value >= 0 else "less"
    people = percent(made.people_share.value)
    return f"{start}, people in {people}: {points(made.excess.value)} {side} ({p_text(made.p_value)})."
