"""Everything about a judge that the columns allow, in one look; and what to add for the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from concordant.errors import EmptyInputError, OptionError, TooFewRatersError, TooFewUnitsError
from concordant.inference.quantiles import check_level
from concordant.inputs.label_values import doubt_of_spelling
from concordant.judging.alternative_test import AlternativeTest, alternative_test
from concordant.judging.consistency import Consistency, consistency
from concordant.judging.covariates import ErrorSlope, error_slope
from concordant.judging.error_report import JudgeErrors, Slices, judge_errors, slices
from concordant.judging.gap import Gap, check_margin, gap
from concordant.judging.items import Items, names_of, read_items, require_units
from concordant.judging.judges import JudgeComparison, compare_judges
from concordant.judging.labelling import Chosen, read_labelled, why_no_direction
from concordant.judging.pass_rate import PassRate, Population, pass_rate
from concordant.judging.preferences import OrderSwap, order_swap
from concordant.metrics import get
from concordant.metrics.definition.options import knowing_its_options
from concordant.result.comparisons import Comparison
from concordant.result.record import Answer, NumberRecord, Record, altered, as_columns, numbers_in, signed
from concordant.settings import without_warnings
from concordant.typing import Column, KappaWeights, Label


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
    in_panel : Comparison or None
        Conger's kappa of people and judge, less that of people.
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
    in_panel: Comparison | None = None
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

    def __str__(self) -> str:
        """The answers one below the other, and what is missing in one line."""
        test = self.alternative_test
        parts: list[tuple[str, list[object]]] = [
            ("Is the judge as good as a person?", [self.gap if test is None else test, self.in_panel]),
            ("Where does it err?", [self.errors, self.slices, self.slope]),
            ("What is the true pass rate?", [self.pass_rate]),
            ("Is it consistent with itself?", [self.consistency, self.order_swap]),
            ("How does it do beside other judges?", [self.judges]),
        ]
        beside = f"beside {', '.join(map(str, self.people))}" if self.people else "beside itself"
        lines = [f"The judge {self.judge} {beside}"]
        if self.reason:
            lines.append(f"Doubtful: {self.reason}.")
        for title, answers in parts:
            texts = [str(answer) for answer in answers if answer is not None]
            if texts:
                lines += ["", title, *texts]
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
    data : data frame, matrix or Ratings
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
    first, questions = names[0], _Questions()
    asked: dict[str, Any] = {"margin": margin, "epsilon": epsilon, "by": by, "covariate": covariate, "item": item}
    asked |= {"pass_label": pass_label, "chosen": chosen, "label_weight": label_weight}
    reading: dict[str, Any] = {"labels": labels, "cluster": cluster, "sample_weight": sample_weight}
    shared = {**reading, "level": level}
    _refuse_unused({"answers": answers is None, "tie": tie == "tie", "verdicts": verdicts == "answers"}, swapped)
    if len(people) == 1:
        _refuse_of_one_person(asked)
    if people:
        results = _beside_people(data, questions, names, people, shared, asked, weights, population)
    else:
        _refuse_without_people(asked, alone=runs is not None or swapped is not None)
        results = {"items": read_items(data, first, None, **reading, least=0)}
        several = ", and to compare the judges" if len(names) > 1 else ""
        questions.missing.append(f"add people to see whether the judge is as good as a person{several}")
    items = results.pop("items")
    if runs is None:
        questions.missing.append("judge the items again and name runs= for consistency")
    else:
        all_runs = [first, *(name for name in names_of(runs, "runs") if name != first)]
        options = {"runs": all_runs, "humans": list(people) or None, "weights": weights, **shared}
        results["consistency"] = questions.ask(lambda: consistency(data, **options))
    if swapped is not None:
        pair = _answers(items.labels, tie) if answers is None else answers
        swap: dict[str, Any] = {"answers": pair, "tie": tie, "verdicts": verdicts, **shared}
        del swap["labels"]
        results["order_swap"] = questions.ask(lambda: order_swap(data, judge=first, swapped=swapped, **swap))
    doubt = None if labels is not None else doubt_of_spelling(items.labels)
    given = (results.get(name) for name in ("gap", "pass_rate", "errors", "consistency", "order_swap"))
    sentences = [answer.sentence for answer in given if answer is not None]
    reasons = filter(None, (doubt, why_no_direction(chosen, items) if people else None))
    return JudgeAssessment(
        sentence=sentences[0] if sentences else "Nothing can be said about this judge yet.",
        reason="; ".join(reasons) or None,
        signature=signed("judging.assess", judge=first, people=len(people), level=level),
        judge=first,
        people=people,
        missing=tuple(dict.fromkeys(questions.missing)),
        **results,
    )


def _refuse_unused(usual: dict[str, bool], swapped: Label | None) -> None:
    """Raise for an option of both orders of the answers, where only one order is named."""
    option = next((name for name, is_usual in usual.items() if not is_usual), None)
    if option is not None and swapped is None:
        raise OptionError(f"{option}= goes with swapped=, the verdicts with the answers in the other order.")


def _refuse_of_one_person(asked: dict[str, Any]) -> None:
    """Raise for what compares the judge with the agreement of people among themselves, of whom there is one."""
    option = next((name for name in ("margin", "epsilon") if asked[name] is not None), None)
    if option is not None:
        raise OptionError(f"{option}= is about the judge beside two people or more, and one is named.")


def _refuse_without_people(asked: dict[str, Any], *, alone: bool) -> None:
    """Raise for what is about people, where none are named, or for nothing to ask of the judge alone."""
    if not alone:
        raise TooFewRatersError("name people by humans=, or runs= or swapped= for a judge beside itself.")
    for name, option in asked.items():
        if option is not None:
            raise OptionError(f"{name}= is about the judge beside people, and no people are named.")


class _Questions:
    """Computes answers, and records why some are missing."""

    def __init__(self) -> None:
        self.missing: list[str] = []

    def ask(self, question: Callable[[], Any]) -> Any:
        """Compute an answer; None if there are too few items or people for it."""
        try:
            with without_warnings():
                return question()
        except (TooFewUnitsError, TooFewRatersError, EmptyInputError) as error:
            self.missing.append(str(error).rstrip("."))
            return None


def _beside_people(
    data: Any,
    questions: _Questions,
    judges: Sequence[Label],
    people: Sequence[Label],
    shared: dict[str, Any],
    asked: dict[str, Any],
    weights: KappaWeights,
    population: Population,
) -> dict[str, Any]:
    """The items, and every answer about the judge and people."""
    who: dict[str, Any] = {"judge": judges[0], "humans": list(people)}
    reading = {name: option for name, option in shared.items() if name != "level"}
    items, of_people, own = read_labelled(data, judges[0], who["humans"], asked["label_weight"], **reading)
    labelled = shared if own is None else {**shared, "sample_weight": of_people.weights}
    both: dict[str, Any] = {**who, **labelled}
    results: dict[str, Any] = {"items": items, **_beside_two(data, questions, of_people, asked, weights, both)}
    errors: dict[str, Any] = {name: asked[name] for name in ("item", "chosen", "label_weight")}
    results["errors"] = questions.ask(lambda: judge_errors(data, **who, **shared, weights=weights, **errors))
    if items.rows is None:
        questions.missing.append("give rows, not Ratings, for slices, covariates and the pass rate")
    else:
        if asked["by"] is None:
            questions.missing.append("name by= for kinds of items")
        else:
            results["slices"] = questions.ask(lambda: slices(data, by=asked["by"], weights=weights, **both))
        if asked["covariate"] is not None:
            along: dict[str, Any] = {"covariate": asked["covariate"], "positive": asked["pass_label"]}
            slope = questions.ask(lambda: error_slope(data, **along, **both))
            doubt = why_no_direction(asked["chosen"], items)
            results["slope"] = altered(slope, reason=doubt) if slope is not None and doubt else slope
        how = {"chosen": asked["chosen"], "label_weight": own, "population": population, "level": shared["level"]}
        results["pass_rate"] = _pass_rate(questions, items, asked["pass_label"], how)
    if len(judges) > 1:
        several: dict[str, Any] = {"judges": list(judges), "humans": list(people), "weights": weights, **labelled}
        results["judges"] = questions.ask(lambda: compare_judges(data, **several))
    return results


def _beside_two(
    data: Any, questions: _Questions, items: Items, asked: dict[str, Any], weights: KappaWeights, both: dict[str, Any]
) -> dict[str, Any]:
    """The answers that need two people."""
    answers: dict[str, Any] = {}
    margin, epsilon = asked["margin"], asked["epsilon"]
    if len(items.people) < 2:
        questions.missing.append("add a second person to compare with people's own agreement")
        return answers
    if epsilon is None:
        answers["gap"] = questions.ask(lambda: gap(data, margin=margin, weights=weights, **both))
        questions.missing.append("say epsilon= for the alternative annotator test")
    else:
        test = questions.ask(lambda: alternative_test(data, epsilon=epsilon, margin=margin, weights=weights, **both))
        answers |= {"alternative_test": test, "gap": None if test is None else test.gap}
    if margin is None:
        questions.missing.append("say margin= for a verdict on the gap")
    answers["in_panel"] = questions.ask(lambda: _in_panel(items, weights, both["level"]))
    return answers


def _in_panel(items: Items, weights: KappaWeights, level: float) -> Comparison | None:
    """Conger's kappa with the judge less that without, on the items of the gap."""
    usable = items.some((items.of_judges[:, 0] >= 0) & ((items.of_people >= 0).sum(1) >= 2))
    require_units(float(usable.repeats.sum()), 2, "items with the judge and two people or more")
    names = ("people and judge", "people")
    sides: dict[str, Any] = {"a": [*items.people, items.judges[0]], "b": list(items.people), "names": names}
    comparison = get("conger_kappa").compare(usable.state, **sides, weights=weights, level=level)
    return comparison if isinstance(comparison, Comparison) else None


def _pass_rate(questions: _Questions, items: Items, pass_label: Any, how: dict[str, Any]) -> PassRate | None:
    if pass_label is None:
        questions.missing.append("say pass_label= and chosen= for the true pass rate")
        return None
    rows, labels = items.by_row(), np.array([*items.labels, None], object)
    how |= {"judge": labels[rows.of_judges[:, 0]], "human": labels[rows.of_people], "pass_label": pass_label}
    how |= {"cluster": items.groups, "sample_weight": items.weights}
    answer: PassRate | None = questions.ask(lambda: pass_rate(**how))
    return answer


def _answers(labels: Sequence[Label], tie: Label) -> tuple[Label, Label]:
    """Return "A" and "B"; raise for other labels, which do not tell which answer was shown first."""
    others = [label for label in labels if label != tie]
    if set(others) != {"A", "B"}:
        shown = ", ".join(map(repr, others[:12]))
        msg = f"swapped= needs answers=, the verdict for the answer that is shown first and for the other: of {shown}."
        raise OptionError(msg)
    return "A", "B"
