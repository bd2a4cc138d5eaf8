"""`labels_needed`, `compare_pass_rates`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from concordant.errors import OptionError, SelectionError
from concordant.inference.quantiles import check_level, two_sided
from concordant.inputs.label_values import doubt_of_spelling
from concordant.judging.adjusted_rates import Powered, strata_of, stratified_score
from concordant.judging.answers import Mean, Scored
from concordant.judging.items import Passes, columns_of, pass_label_of, passes_of, read_items
from concordant.judging.labelling import Chosen, doubt_of_random, how_labelled
from concordant.judging.pass_rate import Population, explained_by
from concordant.metrics.arithmetic import check_row_number, check_share
from concordant.metrics.definition.options import knowing_its_options
from concordant.names import require_choice
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    altered,
    answered,
    confidence,
    counted,
    more_or_less,
    percent,
    points_apart,
    signed,
)
from concordant.typing import Column, FloatArray, Label

_LEAST_WIDTH = 1e-9
_MASS = 0.5  # of an item that only one system passes, and of one that only the other does


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class LabelsNeeded(Answer):
    """
    How many items people should label.

    Attributes
    ----------
    n : int or None
        Labels of items chosen at random; None if even all of the judged items are too few.
    without_judge : int
        The same if the judge were ignored. So many items must be judged at least.
    explained : float
        The share of the variance of people's verdicts that the judge's explain: phi squared.
    judged : int
        How many items the judge judges.
    half_width : float
        Half the width of the interval that is asked for.
    population : {"superpopulation", "finite"}
        What the interval is of: the rate of items like these, or that of the judged items alone.
    """

    n: int | None
    without_judge: int
    explained: float
    judged: int
    half_width: float
    population: str = "superpopulation"


@knowing_its_options("judging")
def labels_needed(
    *,
    judged: int,
    pass_rate: float,
    sensitivity: float,
    specificity: float,
    half_width: float,
    level: float = 0.95,
    population: Population = "superpopulation",
) -> LabelsNeeded:
    """
    Say how many items people should label, at random among those that the judge judged.

    ``n = z^2 p (1 - p) (1 - rho^2) / (h^2 - z^2 p (1 - p) rho^2 / A)``: p is the true pass rate, rho^2 the phi squared
    of judge and people, A the judged items, h the half width. Where that is more than A, no number of labels is enough:
    the judge must judge more items. Of the judged items alone (``population="finite"``), ``1 / n = h^2 / (z^2 p (1 - p)
    (1 - rho^2)) + 1 / A``, which is at most A.

    Parameters
    ----------
    judged : int
        How many items the judge judges.
    pass_rate : float
        The true pass rate that is expected.
    sensitivity, specificity : float
        The share that the judge passes of what people pass, and that it fails of what people fail.
    half_width : float
        Half the width of the interval that is wanted, such as 0.02.
    level : float
        The nominal coverage.
    population : {"superpopulation", "finite"}
        As of `judging.pass_rate`: whether the interval is of the rate of items like the judged ones, or of the judged
        items themselves.

    Returns
    -------
    LabelsNeeded

    Examples
    --------
    >>> from concordant import judging
    >>> plan = judging.labels_needed(
    ...     judged=4000, pass_rate=0.8, sensitivity=0.9, specificity=0.85, half_width=0.02)
    >>> plan.n, plan.without_judge
    (980, 1537)
    >>> plan = judging.labels_needed(
    ...     judged=4000, pass_rate=0.8, sensitivity=0.9, specificity=0.85, half_width=0.02, population="finite")
    >>> plan.n, plan.without_judge
    (666, 1111)
    """
    finite = require_choice("population", population, get_args(Population)) == "finite"
    for name, share in (("pass_rate", pass_rate), ("half_width", half_width)):
        check_share(share, name, zero=False, one=False)
    for name, share in (("sensitivity", sensitivity), ("specificity", specificity)):
        check_share(share, name)
    judged = check_row_number(judged, "judged")
    if half_width < _LEAST_WIDTH:
        msg = f"half_width={half_width:g} takes more labels than there are numbers: give {_LEAST_WIDTH:g} or more."
        raise OptionError(msg)
    z = two_sided(check_level(level))
    variance = z * z * pass_rate * (1 - pass_rate)
    explained = explained_by(pass_rate, sensitivity, specificity)
    explained = 0.0 if math.isnan(explained) else explained
    denominator = half_width**2 - variance * explained / judged
    needed = variance * (1 - explained) / denominator if denominator > 0 else math.inf
    without = variance / half_width**2
    if finite:  # a population that is known to 1 / A
        needed, without = (1 / (1 / max(n, 1e-9) + 1 / judged) for n in (without * (1 - explained), without))
    n = min(max(math.ceil(needed - 1e-9), 2), judged) if needed <= judged else None
    options = {"judged": judged, "pass_rate": pass_rate, "sensitivity": sensitivity, "specificity": specificity}
    options |= {"half_width": half_width, "level": level}
    return answered(
        LabelsNeeded,
        _labels_needed_sentence,
        None if n is not None else f"{judged:,} judged items are too few for this half width",
        signature=signed("judging.labels_needed", **options, population="finite" if finite else None),
        n=n,
        without_judge=math.ceil(without - 1e-9),
        explained=explained,
        judged=judged,
        half_width=half_width,
        population=population,
    )


def _labels_needed_sentence(answer: LabelsNeeded) -> str:
    width = f"{100 * answer.half_width:g} percentage points on either side"
    judged, without = f"{answer.judged:,} judged items", f"{answer.without_judge:,}"
    rate = "these items" if answer.population == "finite" else "items like these"
    if answer.n is None:
        return (
            f"No number of human labels among {judged} gives an interval of {width} for the rate of {rate}: judge "
            f"{without} items or more, or ask for a wider interval."
        )
    return (
        f"{counted(answer.n, 'human label')} at random among {judged} give an interval of {width} for the rate of "
        f"{rate}; without the judge it takes {without}. The judge explains {percent(answer.explained)} of what people "
        "say."
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class PassRateDifference(Answer):
    """
    The true pass rate of system A less that of system B, on the same items.

    Attributes
    ----------
    difference : Interval
        Of the true pass rates.
    judge_difference : float
        Of the rates of the judge.
    p_value : float
        Of no difference.
    judged, labelled : int
        Items, and those of which people labelled the answers of both systems.
    """

    difference: Interval
    judge_difference: float
    p_value: float
    judged: int
    labelled: int


@knowing_its_options("judging")
def compare_pass_rates(
    *,
    judge_a: Column,
    judge_b: Column,
    human_a: Any,
    human_b: Any,
    pass_label: Label | None = None,
    chosen: Chosen | None = None,
    level: float = 0.95,
    cluster: Column | None = None,
    sample_weight: Column | None = None,
    label_weight: Column | None = None,
) -> PassRateDifference:
    """
    Compare the true pass rates of two systems that answered the same items.

    Parameters
    ----------
    judge_a, judge_b : array-like of shape (n,)
        The verdicts of the judge on the answers of each system, to all items.
    human_a, human_b : array-like of shape (n,), or (n, people)
        What people say of them. An item counts as labelled where both are.
    pass_label, level, cluster, sample_weight, label_weight
        As of `pass_rate`; a `label_weight` is of both labels of an item.
    chosen : {"random", "by judge"}
        How the labelled items were chosen; "by judge": by both verdicts. Needed unless all are labelled, or
        `label_weight` is given.

    Returns
    -------
    PassRateDifference

    Notes
    -----
    The estimates of `pass_rate` of the differences of each item, ``y_A - y_B``: PPI++ where items were chosen at
    random, post-stratified by the two verdicts where these chose them. Score limits, in which a part of an item of
    either extreme difference may be missing by chance; the p-value is their inversion.

    Examples
    --------
    >>> from concordant import judging
    >>> a, b = [1, 1, 1, 0] * 100, [1, 0, 1, 0] * 100
    >>> people_a, people_b = [1, 1, 0, 0] * 20 + [None] * 320, [1, 0, 1, 0] * 20 + [None] * 320
    >>> found = judging.compare_pass_rates(
    ...     judge_a=a, judge_b=b, human_a=people_a, human_b=people_b, chosen="random")
    >>> print(found.difference)
    difference of pass rates 0.000, 95 % interval -0.117 to 0.104 (ppi++, score, n = 400)
    """
    level = check_level(level)
    judges, people_a, people_b = (
        {"judge_a": judge_a, "judge_b": judge_b},
        *(
            {f"{what} {name}": column for name, column in columns_of(human, what).items()}
            for what, human in (("human_a", human_a), ("human_b", human_b))
        ),
    )
    items = read_items(None, judges, {**people_a, **people_b}, cluster=cluster, sample_weight=sample_weight)
    label, n, of_a = pass_label_of(pass_label, items.labels), len(items.codes), len(people_a)
    first, second = passes_of(items, label, 0, slice(of_a)), passes_of(items, label, 1, slice(of_a, None))
    people: FloatArray = first.people - second.people
    verdicts = first.passed.astype(np.float64) - second.passed
    labelled = ~np.isnan(people)
    chosen, own = how_labelled(chosen, label_weight, labelled, judge_a)
    if chosen in ("by truth", "elsewhere"):
        msg = f"a difference of pass rates has no estimate for items chosen {chosen}: label items at random."
        raise SelectionError(msg)
    weight = first.atoms.weight / first.atoms.total
    rates = float(weight @ first.passed), float(weight @ second.passed)
    scored, reason = _scored_difference(first, second, (people, verdicts), chosen, own)
    sides = ((first, " of A"), (second, " of B")) if chosen == "random" else ()
    doubts = [doubt_of_random(side.stratum, side.verdicts, labelled, side.clusters, own, of) for side, of in sides]
    signature = signed(
        "judging.compare_pass_rates", chosen=chosen or "all labelled", n=n, labelled=int(labelled.sum()), level=level
    )
    what = "difference of pass rates"
    difference = Mean(math.nan, math.nan, math.nan, n, "score").interval(level, what, signature)
    if scored is not None:
        prefix = "post-stratified, " if chosen == "by judge" else "ppi++, "
        difference = scored.interval(level, what, signature, n, prefix=prefix)
        low, high = np.clip([difference.low, difference.high], -1.0, 1.0).tolist()
        difference = altered(difference, low=low, high=high)
    return answered(
        PassRateDifference,
        lambda answer: _difference_sentence(answer, rates),
        reason or difference.reason,
        doubt_of_spelling(items.labels),
        *doubts,
        signature=signature,
        difference=difference,
        judge_difference=rates[0] - rates[1],
        p_value=math.nan if scored is None else scored.p_value,
        judged=n,
        labelled=int(labelled.sum()),
    )


def _scored_difference(
    first: Passes,
    second: Passes,
    differences: tuple[FloatArray, FloatArray],
    chosen: str | None,
    own: FloatArray | None,
) -> tuple[Scored | None, str | None]:
    """The difference with its limits, or why there is none."""
    people, verdicts = differences
    if np.isnan(people).all():
        return None, "no item is labelled for both systems"
    if chosen != "by judge":
        powered = Powered(people, verdicts, first.atoms, own)
        return powered.score(powered.power(), (-1.0, 1.0), _MASS), None
    pair = first.stratum * len(second.verdicts) + second.stratum
    strata = strata_of(pair, people, len(first.verdicts) * len(second.verdicts), first.atoms, own)
    unseen = (strata.size > 0) & (strata.labelled == 0)
    if unseen.any():
        a, b = divmod(int(np.argmax(unseen)), len(second.verdicts))
        return None, f"no person has looked at items judged {first.verdicts[a]!r} of A and {second.verdicts[b]!r} of B"
    return stratified_score(pair, people, (-1.0, 1.0), first.atoms, own), None


def _difference_sentence(answer: PassRateDifference, rates: tuple[float, float]) -> str:
    start = f"The judge passes {percent(rates[0])} of A and {percent(rates[1])} of B."
    value = answer.difference.value
    if math.isnan(value):
        return f"{start} What people would pass is undefined: {answer.reason}."
    interval = confidence(answer.difference, more_or_less)
    source = f"from {counted(answer.labelled, 'labelled item')} among {answer.judged:,}"
    return f"{start} People would pass {points_apart(value)} of A ({interval}; {p_text(answer.p_value)}), {source}."
