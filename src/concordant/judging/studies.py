"""`compare_pass_rates`, `mean_score`, `labels_needed`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from numbers import Real
from typing import Any, get_args

import numpy as np

from concordant.errors import EmptyInputError, LengthError, MissingValuesError, OptionError, SelectionError
from concordant.inference.influence.influences import Influences, influential_rows
from concordant.inference.quantiles import check_level, two_sided
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.label_values import doubt_of_spelling
from concordant.judging.adjusted_rates import FEW_CARRY, Powered, strata_of, stratified_score
from concordant.judging.answers import OF_A_RATE, Mean, Scored
from concordant.judging.gap import FEW
from concordant.judging.items import Passes, atoms_of_rows, columns_of, numbers_in, pass_label_of, passes_of, read_items
from concordant.judging.labelling import Chosen, doubt_of_random, doubt_of_scores, how_labelled, labels_worth
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
class MeanScore(Answer):
    """
    The mean score that people would give.

    Attributes
    ----------
    mean : Interval
        What people would give on average.
    judge_mean : float
        What the judge gives.
    lenience : float
        The judge's mean less the people's.
    people_only : Interval
        The mean of the labelled items alone.
    power : float
        How much of the judge's scores was used, lambda: 0 none, 1 all.
    judged, labelled : int
        How many items are judged, and how many of them people scored.
    """

    mean: Interval
    judge_mean: float
    lenience: float
    people_only: Interval
    power: float
    judged: int
    labelled: int


@knowing_its_options("judging")
def mean_score(
    *,
    judge: Column,
    human: Column,
    chosen: str | None = None,
    between: tuple[float, float] | None = None,
    power: float | None = None,
    ddof: int = 1,
    level: float = 0.95,
    cluster: Column | None = None,
    sample_weight: Column | None = None,
    label_weight: Column | None = None,
) -> MeanScore:
    """
    Estimate the mean score that people would give to all items.

    Parameters
    ----------
    judge : array-like of shape (n,)
        The scores of the judge on all items.
    human : array-like of shape (n,)
        The scores of people, None or NaN where nobody has looked.
    chosen : {"random"}
        How the scored items were chosen. Scores have an estimate only for items chosen at random; cut them into passes
        and take `pass_rate` for other choices. Needed unless all items are scored, or `label_weight` is given.
    between : tuple of two numbers, optional
        The least and the greatest score that there is: the limits then stay between them.
    power : float, optional
        How much of the judge's scores to use, from 0 to 1. Default: what gives the least variance.
    ddof : {0, 1}
        The divisor of variances is n - ddof.
    level : float
        The nominal coverage.
    cluster : array-like of shape (n,), optional
        Which items belong together.
    sample_weight, label_weight : array-like of shape (n,), optional
        As of `pass_rate`.

    Returns
    -------
    MeanScore

    Notes
    -----
    PPI++ for a mean: ``lambda mean(f of others) + mean(y - lambda f)``, with score limits at the quantiles of Student's
    t with n - 1 degrees of freedom; they know how skewed the scores are. With fewer than 30 scored items the reason
    says so, and where effectively fewer than 12 carry the mean: then the scores that matter may not be among them. With
    label weights v: ``lambda mean(f of all) + mean_v(y - lambda f)``. A doubt says if the judge gives scored items
    another mean than the others.

    References
    ----------
    Angelopoulos, Duchi & Zrnic (2023), PPI++: Efficient prediction-powered inference, arXiv 2311.01453.

    Examples
    --------
    >>> from concordant import judging
    >>> judge = [3, 4, 5, 2, 4, 3] * 50
    >>> human = [2, 4, 4, 2, 3, 3] * 5 + [None] * 270
    >>> found = judging.mean_score(judge=judge, human=human, chosen="random", between=(1, 5))
    >>> print(found.mean)
    mean score 3.000, 95 % interval 2.786 to 3.214 (ppi++, score, n = 300)
    >>> round(found.lenience, 2), round(found.power, 2)
    (0.5, 0.67)
    """
    level = check_level(level)
    f, y = numbers_in(judge, "judge"), numbers_in(human, "human")
    _check_scores(f, y, between, power, ddof)
    scored = ~np.isnan(y)
    chosen, own = how_labelled(chosen, label_weight, scored, judge)
    if not scored.all() and chosen != "random":
        raise SelectionError(
            f'scores have an estimate for chosen="random" only, not {chosen!r:.80}: cut them into passes and take '
            "judging.pass_rate."
        )
    refuse_other_order(judge, (human, cluster), ("human", "cluster"), sample_weight, what="judge")
    atoms = atoms_of_rows(len(f), cluster, sample_weight)
    powered = Powered(y, f, atoms, own)
    n, worth, ends = int(scored.sum()), labels_worth(scored, own), () if between is None else tuple(map(float, between))
    signature = signed("judging.mean_score", chosen=chosen, n=len(y), labelled=n, power=power, level=level)

    def mean_of_power(power: float, rows: int, prefix: str) -> Interval:
        """The mean of a power with its score limits."""
        estimate, scored = powered.mean(power, ddof), powered.score(power, ends, OF_A_RATE)
        why = powered.why_no_error(estimate, power)
        interval = scored.interval(level, "mean score", signature, rows, why=why, prefix=prefix)
        psi = Influences(scored.influence)
        carry = float(influential_rows(scored.atoms, psi)) if atoms.clusters is None else math.inf
        reason = interval.reason
        if reason is None and n < FEW:
            reason = f"only {counted(n, 'item')} scored by people"
        elif reason is None and worth < FEW:
            reason = f"the label weights leave an effective sample size of {worth:.0f}"
        elif reason is None and carry < FEW_CARRY:
            reason = f"few scores carry the mean (effective sample size {carry:.0f})"
        low, high = (interval.low, interval.high) if math.isfinite(estimate.se) else (math.nan, math.nan)
        if ends and ends[0] <= interval.value <= ends[1]:
            low, high = max(low, ends[0]), min(high, ends[1])
        return altered(interval, low=low, high=high, se=estimate.se, reason=why if math.isnan(low) else reason)

    judge_mean = float(atoms.weight @ f / atoms.total)
    used = powered.power(ddof) if power is None else power
    mean = mean_of_power(used, len(y), "ppi++, ")
    doubt = doubt_of_scores(f, scored, atoms.clusters, own)
    mean = altered(mean, reason="; ".join(filter(None, (mean.reason, doubt))) or None)
    return answered(
        MeanScore,
        partial(_mean_score_sentence, weighted=own is not None),
        mean.reason,
        signature=signature,
        mean=mean,
        judge_mean=judge_mean,
        lenience=judge_mean - mean.value,
        people_only=mean_of_power(0.0, n, ""),
        power=used,
        judged=len(y),
        labelled=n,
    )


def _check_scores(f: FloatArray, y: FloatArray, between: Any, power: float | None, ddof: int) -> None:
    if len(f) != len(y):
        raise LengthError(f"human must have one value an item: expected {len(f)}, got {len(y)}.")
    if not len(f) or np.isnan(y).all():
        raise EmptyInputError("human holds no score: at least some items must be scored by people.")
    if np.isnan(f).any():
        msg = f"judge has {int(np.isnan(f).sum())} missing values, the first in row {int(np.argmax(np.isnan(f)))}."
        raise MissingValuesError(msg)
    if power is not None:
        check_share(power, "power")
    if not isinstance(ddof, (int, np.integer)) or ddof not in (0, 1):
        raise OptionError(f"ddof must be 0 or 1, not {ddof!r:.80}.")
    if between is None:
        return
    pair = isinstance(between, (tuple, list)) and len(between) == 2 and all(isinstance(x, Real) for x in between)
    if not pair or not -math.inf < between[0] < between[1] < math.inf:
        raise OptionError(f"between must be the least and the greatest score, such as (1, 5), not {between!r:.80}.")
    for name, scores in (("judge", f), ("human", y)):
        if np.nanmin(scores) < between[0] or np.nanmax(scores) > between[1]:
            outside = np.nanmin(scores) if np.nanmin(scores) < between[0] else np.nanmax(scores)
            raise OptionError(f"{name} holds {outside:g}, which is not between {between[0]:g} and {between[1]:g}.")


def _mean_score_sentence(answer: MeanScore, *, weighted: bool) -> str:
    start = f"The judge gives {answer.judge_mean:.2f} on average."
    mean = f"{answer.mean.value:.2f} ({confidence(answer.mean)})"
    if answer.labelled == answer.judged:
        return f"{start} People give {mean} to the same {counted(answer.judged, 'item')}."
    how = "scored, weighted by their chances," if weighted else "scored at random"
    source = f"from {counted(answer.labelled, 'item')} that people {how} among {answer.judged:,}"
    alone = f"{answer.people_only.value:.2f} ({confidence(answer.people_only)})"
    return f"{start} People would give {mean}, {source}; people alone say {alone}."


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
    doubts = [
        doubt_of_random(side.stratum, side.verdicts, labelled, side.atoms.clusters, own, of) for side, of in sides
    ]
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
