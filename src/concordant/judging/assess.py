"""Everything about a judge that the columns allow, in one look; and what to add for the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from concordant.errors import EmptyInputError, OptionError, TooFewRatersError, TooFewUnitsError
from concordant.inference.quantiles import check_level
from concordant.inputs.label_values import doubt_of_spelling
from concordant.judging.alternative_test import AlternativeTest, alternative_test
from concordant.judging.consistency import Consistency, consistency
from concordant.judging.covariates import ErrorSlope, error_slope
from concordant.judging.error_report import JudgeErrors, Slices, judge_errors, slices
from concordant.judging.gap import Gap, check_margin, gap
from concordant.judging.items import Items, names_of
from concordant.judging.judges import JudgeComparison, compare_judges
from concordant.judging.labelling import Chosen, read_labelled, why_no_direction
from concordant.judging.pass_rate import PassRate, Population, pass_rate_of
from concordant.judging.preferences import OrderSwap, order_swap
from concordant.metrics.definition.options import knowing_its_options
from concordant.result.record import Answer, NumberRecord, Record, altered, as_columns, counted, numbers_in, signed
from concordant.settings import without_warnings
from concordant.typing import Column, FloatArray, KappaWeights, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class JudgeAssessment(Answer):
    """
    A judge beside people: every answer that the data allow, None where they do not.

    Attributes
    ----------
    judge : Label
        Which.
    people : tuple
        Who.
    gap : Gap or None
        Is it as good as a person?
    alternative_test : AlternativeTest or None
        Could it take the place of each?
    errors : JudgeErrors or None
        Where does it err?
    slices : Slices or None
        On which kinds of items?
    slope : ErrorSlope or None
        Does the error grow with a covariate?
    pass_rate : PassRate or None
        What is the true pass rate?
    consistency : Consistency or None
        Do its runs agree?
    order_swap : OrderSwap or None
        Does the order decide?
    judges : JudgeComparison or None
        Beside other judges.
    missing : tuple of str
        What to add for the answers that are not there.
    """

    judge: Label
    people: tuple[Label, ...]
    gap: Gap | None = None
    alternative_test: AlternativeTest | None = None
    errors: JudgeErrors | None = None
    slices: Slices | None = None
    slope: ErrorSlope | None = None
    pass_rate: PassRate | None = None
    consistency: Consistency | None = None
    order_swap: OrderSwap | None = None
    judges: JudgeComparison | None = None
    missing: tuple[str, ...] = ()

    def _table(self) -> dict[str, list[Any]]:
        """A row for each number with limits, and which answer it is of."""
        answers = {name: answer for name, answer in self._parts().items() if isinstance(answer, Record)}
        shared = ("metric", "low", "high", "se", "level", "method", "n", "reason")
        return as_columns(
            {"answer": name, "value": float(number), **{part: getattr(number, part) for part in shared}}
            for name, answer in answers.items()
            for number in ((answer,) if isinstance(answer, NumberRecord) else numbers_in(answer))
        )

    def questions(self) -> list[tuple[str, list[Answer]]]:
        """Each question with the answers that there are."""
        asked = (
            ("What is the true pass rate?", (self.pass_rate,)),
            ("Is the judge as good as a person?", (self.alternative_test or self.gap,)),
            ("Where does it err?", (self.errors, self.slices, self.slope)),
            ("Is it consistent with itself?", (self.consistency, self.order_swap)),
            ("How does it compare with other judges?", (self.judges,)),
        )
        return [(title, [answer for answer in answers if answer is not None]) for title, answers in asked]

    def __str__(self) -> str:
        """The answers one below the other, and what is missing in one line."""
        beside = f"beside {', '.join(map(str, self.people))}" if self.people else "beside itself"
        lines = [f"The judge {self.judge} {beside}"]
        if self.reason:
            lines.append(f"Unreliable: {self.reason}.")
        for title, answers in self.questions():
            if answers:
                lines += ["", title, *map(str, answers)]
        if self.missing:
            lines += ["", "For more: " + "; ".join(self.missing) + "."]
        return "\n".join(lines)


@knowing_its_options("judging")
def assess(
    data: Any,
    /,
    *,
    judge: Any,
    humans: Any = None,
    margin: float | None = None,
    epsilon: float | None = None,
    runs: Sequence[Label] | None = None,
    swapped: Label | None = None,
    answers: tuple[Label, Label] | None = None,
    tie: Label = "tie",
    verdicts: Literal["answers", "positions"] = "answers",
    by: Column | str | None = None,
    covariate: Column | str | None = None,
    pass_label: Label | None = None,
    chosen: Chosen | None = None,
    population: Population = "superpopulation",
    item: Column | str | None = None,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    label_weight: Column | str | None = None,
    level: float = 0.95,
) -> JudgeAssessment:
    """
    Ask everything about a judge that the data can answer.

    Parameters
    ----------
    data : data frame
        Rows are items; all other names are those of its columns.
    judge : name, or list of names
        The judge; of several the first one is judged in full, and all are compared.
    humans : list of names, optional
        One person or more. Without people only the answers of `runs` and `swapped` are given.
    margin, epsilon : float, optional
        Of `judging.gap` and `judging.alternative_test`: without them there is no verdict, and no test.
    runs : list of names, optional
        Further runs of the judge, for `judging.consistency`.
    swapped : name, optional
        The judge with the order of the answers swapped, for `judging.order_swap`.
    answers, tie
        The verdicts for the one and for the other answer, and for neither. Default: A and B.
    verdicts : {"answers", "positions"}
        Of `judging.order_swap`: whether a verdict names the answer that wins, the same in both orders, or its position.
    by : name or column, optional
        Of `judging.slices`.
    covariate : name or column, optional
        Of `judging.error_slope`.
    pass_label, chosen
        Of `judging.pass_rate`: which verdict is a pass, and how the items that people labelled were chosen. Where that
        was not at random, nothing is said about which labels the judge gives too often (`judging.judge_errors`).
    population : {"superpopulation", "finite"}
        As of `judging.pass_rate`: whether the pass rate is of items like these, or of these items alone.
    item, weights, labels, cluster, sample_weight, level
        As of `judging.judge_errors` and `judging.gap`.
    label_weight : name or column, optional
        As of `judging.pass_rate`; what is asked of the items that people labelled (the gap, errors, slices, ...) weighs
        them by it, too.

    Returns
    -------
    JudgeAssessment

    Raises
    ------
    InputError
        If an option is wrong or a column absent. Answers for which there are too few items or people are left out, and
        `missing` says so.

    Examples
    --------
    >>> import polars as pl
    >>> from concordant import data, judging
    >>> panel = data.panel_example("judge_panel")
    >>> rows = pl.read_csv(panel.path)
    >>> found = judging.assess(rows, judge="gpt", humans=["ann", "bob", "eve"], margin=0.05, cluster="prompt")
    >>> found.gap.as_good
    False
    >>> found.missing[0]
    'say epsilon= for the alternative annotator test'
    """
    level, margin = check_level(level), check_margin(margin, level)
    names, people = names_of(judge, "judge"), () if humans is None else names_of(humans, "humans")
    first = names[0]
    two = len(people) > 1
    of_two: dict[str, Any] = {"margin": margin, "epsilon": epsilon}
    if not people and runs is None and swapped is None:
        raise TooFewRatersError("name people by humans=, or runs= or swapped= for a judge beside itself.")
    of_rows = {"by": by, "covariate": covariate, "item": item, "pass_label": pass_label, "chosen": chosen}
    of_rows["label_weight"] = label_weight
    of_pairs = {"answers": answers, "tie": tie if tie != "tie" else None}
    of_pairs["verdicts"] = verdicts if verdicts != "answers" else None
    for fits, options, why in (
        (swapped is not None, of_pairs, "goes with swapped=, the verdicts with the answers in the other order"),
        (people, {**of_two, **of_rows}, "is about the judge beside people, and no people are named"),
        (len(people) != 1, of_two, "is about the judge beside two people or more, and one is named"),
    ):
        given = [name for name, option in options.items() if option is not None]
        if given and not fits:
            raise OptionError(f"{given[0]}= {why}.")
    reading: dict[str, Any] = {"labels": labels, "cluster": cluster, "sample_weight": sample_weight}
    items, labelled, own = read_labelled(data, first, list(people) or None, label_weight, **reading, least=0)
    shared: dict[str, Any] = {**reading, "level": level}
    beside: dict[str, Any] = {"humans": list(people), "weights": weights, **shared}
    if own is not None:
        beside["sample_weight"] = labelled.weights
    judged = {"judge": first, **beside}
    errors = {**judged, "sample_weight": sample_weight, "label_weight": label_weight, "item": item, "chosen": chosen}
    along = {name: option for name, option in judged.items() if name != "weights"}
    along |= {"covariate": covariate, "positive": pass_label}
    rate = {"chosen": chosen, "population": population, "level": level, "declared": labels is not None}
    again = () if runs is None else (first, *(name for name in names_of(runs, "runs") if name != first))
    with_people = {**shared, "weights": weights, "humans": list(people) or None}
    swap: dict[str, Any] = {"swapped": swapped, "tie": tie, "verdicts": verdicts, "cluster": cluster}
    swap |= {"sample_weight": sample_weight, "level": level}
    if swapped is not None:
        swap["answers"] = _answers(items.labels, tie) if answers is None else answers
    questions: tuple[tuple[str, bool, Callable[[], Any]], ...] = (
        ("gap", two, partial(gap, data, margin=margin, **judged)),
        ("alternative_test", two and epsilon is not None, partial(alternative_test, data, **of_two, **judged)),
        ("errors", bool(people), partial(judge_errors, data, **errors)),
        ("slices", by is not None, partial(slices, data, by=by, **judged)),
        ("slope", covariate is not None, partial(error_slope, data, **along)),
        ("pass_rate", pass_label is not None, _pass_rate_of(items, pass_label, own, **rate)),
        ("judges", bool(people) and len(names) > 1, partial(compare_judges, data, judges=list(names), **beside)),
        ("consistency", runs is not None, partial(consistency, data, runs=again, **with_people)),
        ("order_swap", swapped is not None, partial(order_swap, data, judge=first, **swap)),
    )
    several = ", and to compare the judges" if len(names) > 1 else ""
    hints = (
        ("add a second person to compare with people's own agreement", len(people) == 1),
        ("say epsilon= for the alternative annotator test", two and epsilon is None),
        ("say margin= for a verdict on the gap", two and margin is None),
        ("name by= for kinds of items", bool(people) and by is None),
        ("say pass_label= and chosen= for the true pass rate", bool(people) and pass_label is None),
        (f"add people to see whether the judge is as good as a person{several}", not people),
        ("judge the items again and name runs= for consistency", runs is None),
    )
    missing, found = [text for text, absent in hints if absent], dict[str, Any]()
    for name, is_asked, question in questions:
        if is_asked:
            try:
                with without_warnings():
                    found[name] = question()
            except (TooFewUnitsError, TooFewRatersError, EmptyInputError) as error:
                missing.append(str(error).rstrip("."))
    doubt = None if labels is not None else doubt_of_spelling(items.labels)
    no_direction = why_no_direction(chosen, items) if people else None
    if "slope" in found and no_direction:
        found["slope"] = altered(found["slope"], reason=no_direction)
    telling = ("gap", "pass_rate", "errors", "consistency", "order_swap")
    sentences = (found[name].sentence for name in telling if name in found)
    return JudgeAssessment(
        sentence=next(sentences, "Nothing can be said about this judge yet."),
        reason="; ".join(filter(None, (doubt, no_direction))) or None,
        signature=signed("judging.assess", judge=first, people=len(people), level=level),
        judge=first,
        people=people,
        missing=tuple(dict.fromkeys(missing)),
        **found,
    )


def _pass_rate_of(
    items: Items, pass_label: Label | None, label_weight: FloatArray | None, **how: Any
) -> Callable[[], PassRate | None]:
    """How to ask for the pass rate of the items with a verdict; raises at once where there is none."""
    if pass_label is None:
        return lambda: None
    judged = items.of_judges[:, 0] >= 0
    own, items = None if label_weight is None else label_weight[judged], items.taken(judged)

    def rate() -> PassRate:
        found = pass_rate_of(items, pass_label, label_weight=own, **how)
        left_out = f"{counted(int((~judged).sum()), 'item')} without a verdict left out"
        return found if judged.all() else altered(found, reason="; ".join(filter(None, (left_out, found.reason))))

    return rate


def _answers(labels: Sequence[Label], tie: Label) -> tuple[Label, Label]:
    """Return "A" and "B"; raise for other labels, which do not tell which answer was shown first."""
    others = [label for label in labels if label != tie]
    if set(others) != {"A", "B"}:
        shown = ", ".join(map(repr, others[:12]))
        msg = f"swapped= needs answers=, the verdict for the answer that is shown first and for the other: of {shown}."
        raise OptionError(msg)
    return "A", "B"
