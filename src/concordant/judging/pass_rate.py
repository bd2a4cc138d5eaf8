"""`pass_rate` and its answer; rates and lenience of the judge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, SelectionError
from concordant.inference.comparisons.proportions import tango_interval
from concordant.inference.quantiles import check_level, limits_on, two_sided
from concordant.judging.adjusted_rates import (
    Powered,
    errors_of_judge,
    rate_by_errors,
    stratified_mean,
    wilson_limits,
    wilson_share,
)
from concordant.judging.answers import few_clusters, mean_of, summed_error
from concordant.judging.gap import FEW
from concordant.judging.items import Items, Passes, columns_of, doubt_of_labels, pass_label_of, passes_of, read_items
from concordant.judging.labelling import Chosen, doubt_of_random, how_labelled, labels_worth
from concordant.metrics.definition.options import knowing_its_options
from concordant.names import require_choice
from concordant.result.intervals import Interval
from concordant.result.record import Answer, altered, answered, counted, percent, percent_with_limits, points, signed
from concordant.typing import Column, Label

_FEW_APART = 5  # labelled items on which people and judge differ, for a standard error of them
_THIN = 0.1  # of the items may hang on one label a verdict
Method = Literal["wilson", "delta", "ppi++", "rogan-gladen"]
Population = Literal["superpopulation", "finite"]
_BY_TRUTH = ("items chosen by truth", "items chosen elsewhere")
_NOT_FOR = {  # what each method, and the rate of a finite population, cannot be of
    "wilson": (*_BY_TRUTH, "items in clusters", "shares of several people"),
    "delta": _BY_TRUTH,
    "ppi++": (*_BY_TRUTH, "items chosen by judge"),
    "rogan-gladen": ("items chosen by judge", "label weights", "shares of several people"),
    "finite": (*_BY_TRUTH, "items in clusters", "items with weights", "label weights", "ppi++", "rogan-gladen"),
}
_HOW = {
    "random": "that people labelled at random among",
    "by judge": "that people labelled by the judge's verdict among",
    "by truth": "that were chosen by their truth, and",
    "elsewhere": "that people labelled elsewhere, and",
}
_NO_ERROR = "the labels do not vary, or a verdict has fewer than two: no standard error"


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class PassRate(Answer):
    """
    The true pass rate: the share of items that people would pass.

    Attributes
    ----------
    rate : Interval
        What people would pass. `value`, `low` and `high` are its own.
    judge_rate : Interval
        What the judge passes, with Wilson's limits.
    lenience : float
        The judge's rate less the people's: above 0 the judge is too lenient.
    lenience_interval : Interval
        The same with limits of its own; where they leave 0 out, the sentence says that the judge is lenient or strict.
    sensitivity, specificity : Interval
        The share that the judge passes of what people pass, and that it fails of what people fail.
    explained : float
        The share of the variance of people's verdicts that the judge's explain: phi squared. The worth of the judge.
    effective_labels : float
        How many human labels alone would be as sure: ``n / (1 - explained (1 - n / A))``. For items labelled at random.
    judged, labelled : int
        How many items are judged, and how many of them people labelled.
    chosen : {"random", "by judge", "by truth", "elsewhere"} or None
        How the labelled items were chosen; None: all items are labelled.
    pass_label : Label
        Which verdict is a pass.
    population : {"superpopulation", "finite"}
        What the rate is of: items like these, of which these are a sample, or these judged items alone.
    """

    rate: Interval
    judge_rate: Interval
    lenience: float
    lenience_interval: Interval
    sensitivity: Interval
    specificity: Interval
    explained: float
    effective_labels: float
    judged: int
    labelled: int
    chosen: str | None
    pass_label: Label
    population: str = "superpopulation"

    @property
    def value(self) -> float:
        """The true pass rate."""
        return self.rate.value

    @property
    def low(self) -> float:
        """Its lower limit."""
        return self.rate.low

    @property
    def high(self) -> float:
        """Its upper limit."""
        return self.rate.high


@knowing_its_options("judging")
def pass_rate(
    *,
    judge: Column,
    human: Any,
    pass_label: Label | None = None,
    labels: Sequence[Label] | None = None,
    chosen: Chosen | None = None,
    method: Method | None = None,
    level: float = 0.95,
    cluster: Column | None = None,
    sample_weight: Column | None = None,
    label_weight: Column | None = None,
    population: Population = "superpopulation",
) -> PassRate:
    """
    Estimate which share of all items people would pass.

    The judged items are a sample of all items like them (a superpopulation), and the limits are those of the rate of
    all, as the next batch will show it; for the rate of the judged items alone take ``population="finite"``.

    A judge has judged all items, and people some of them. How these were *chosen* decides what is right, and a wrong
    choice can be off by 10 to 20 percentage points; so it must be said.

    Parameters
    ----------
    judge : array-like of shape (n,)
        The verdicts of the judge on all items; more than two kinds of verdict are allowed.
    human : array-like of shape (n,), or (n, people), or data frame
        What people say, None or NaN where nobody has looked. Of several people the share that passes counts.
    pass_label : label, optional
        Which verdict is a pass. Default: 1 or True, if there are no other labels than 0 and 1.
    labels : sequence of labels, optional
        All verdicts that there can be: then a pass that does not occur is a pass rate of 0 and no error.
    chosen : {"random", "by judge", "by truth", "elsewhere"}
        How the labelled items were chosen: at random from the judged ones; so many of those that the judge passes and
        so many of those that it fails; so many that truly pass and so many that truly fail; or from another batch (the
        labelled rows are then no part of the rate). Needed unless all items are labelled, or `label_weight` is given.
    method : {"wilson", "delta", "ppi++", "rogan-gladen"}, optional
        Post-stratified with Wilson's limits of the strata (default where the choice allows it), or on the scale of log
        odds (default for several people and clusters), prediction-powered, or by the errors of the judge (default for
        "by truth" and "elsewhere"). One that is wrong for the choice is refused. Where all items are labelled it is not
        needed.
    level : float
        The nominal coverage.
    cluster : array-like of shape (n,), optional
        Which items belong together. Limits are then by the delta method.
    sample_weight : array-like of shape (n,), optional
        How much each item counts, such as one over the probability that it was drawn from all items; a common factor
        changes nothing. Weighted items are worth fewer labels (Kish).
    label_weight : array-like of shape (n,), optional
        Where people labelled some items more likely than others: one over the probability that the item was chosen to
        be labelled, among the judged ones. Items without a label need none. It is no `sample_weight`, which says how
        much an item counts, labelled or not.

    Returns
    -------
    PassRate

    Raises
    ------
    SelectionError
        If `chosen` is not said, or the method is biased for it.
    InputError
        If the verdicts cannot be read.

    Notes
    -----
    Post-stratified: ``sum_j (N_j / A) x_j / n_j`` over the verdicts j of the judge (Tenenbein 1970), with the limits of
    Yan and Su (2010), to which the variance of the weights is added. Rogan-Gladen: ``(p + Sp - 1) / (Se + Sp - 1)``
    with score limits. All labelled: the share, Wilson. Standard errors over clusters are CR2 with Satterthwaite's
    degrees of freedom; fewer than 4 of them are a reason. Prediction-powered limits rest on a standard error: fewer
    than 30 labels, or fewer than 5 on which people and judge differ, are a reason (20 labels: held in 90 %; 60 labels
    of which a tenth pass: 87 %, of 300 studies each).

    A finite population: the weights of the verdicts are known, and n_j labels of N_j items with a verdict are worth
    ``n_j (N_j - 1) / (N_j - n_j)``; limits stop at what no further label could change.
    Wilson's limits held the rate of these items in 94 to 99 % of 500 samples each of 300 or 1,000 items, of which 30 to
    300 were labelled and 50 to 90 % pass, those by the delta method in 91 to 96 % (of 30 labels a verdict, of which
    nearly all pass, in 67 %, and as a rule with a reason, as without the correction).

    How often the limits hold the true rate, for each choice and method: docs/pass-rate.md, measured by
    `benchmarks/coverage/pass_rates.py`.

    References
    ----------
    Tenenbein (1970), JASA 65:1350. Yan & Su (2010), Statistics in Biopharmaceutical Research 2:329. Rogan & Gladen
    (1978), American Journal of Epidemiology 107:71. Angelopoulos, Duchi & Zrnic (2023), arXiv 2311.01453.

    Examples
    --------
    >>> from concordant import judging
    >>> judge = ["pass"] * 700 + ["fail"] * 300
    >>> human = ["pass"] * 60 + ["fail"] * 10 + [None] * 630 + ["pass"] * 3 + ["fail"] * 27 + [None] * 270
    >>> found = judging.pass_rate(judge=judge, human=human, pass_label="pass", chosen="random")
    >>> print(found.rate)
    pass rate 0.630, 95 % interval 0.561 to 0.700 (post-stratified, wilson, n = 1000)
    >>> print(found.sentence.split("; ")[1])
    the judge is 7 percentage points too lenient, and saves 87 human labels.
    """
    level = check_level(level)
    people = columns_of(human, "human")
    reading: dict[str, Any] = {"labels": labels, "cluster": cluster, "sample_weight": sample_weight}
    items = read_items(None, {"judge": judge}, people, **reading)
    how: dict[str, Any] = {"chosen": chosen, "method": method, "population": population, "label_weight": label_weight}
    return pass_rate_of(items, pass_label, **how, judge=judge, level=level, declared=labels is not None)


def pass_rate_of(
    items: Items,
    pass_label: Label | None,
    *,
    chosen: Chosen | None,
    method: Method | None = None,
    population: Population,
    label_weight: Any,
    judge: Any = None,
    level: float,
    declared: bool,
) -> PassRate:
    """The pass rate of items that were read, with `declared` labels or not; `judge` are the rows of `label_weight`."""
    passes = passes_of(items, pass_label_of(pass_label, items.labels))
    chosen, own = how_labelled(chosen, label_weight, passes.labelled, judge)
    require_choice("method", method, (*get_args(Method), None))
    finite = require_choice("population", population, get_args(Population)) == "finite"
    doubt = doubt_of_labels(passes, items, declared=declared)
    passes = replace(passes, doubt=doubt, label_weight=own, finite=finite)
    facts = _facts_of(passes, chosen)
    if passes.finite:
        _refuse_misfit("finite", {*facts, str(method)}, 'population="finite"', "leave it out")
    if passes.labelled.all():
        return answer_of(passes, _all_labelled(passes, level), None, "all labelled", level)
    fitting = [name for name in get_args(Method) if facts.isdisjoint(_NOT_FOR[name])]
    estimator = next(iter(fitting), "rogan-gladen") if method is None else str(method)
    advice = f"take {' or '.join(map(repr, fitting))}" if fitting else "give human= the majority of people"
    _refuse_misfit(estimator, facts, f'method="{estimator}"', advice)
    if estimator == "rogan-gladen":
        interval = _pass_rate_by_errors(passes, chosen, level)
    elif estimator == "ppi++":
        interval = _prediction_powered(passes, level)
    else:
        interval = _post_stratified(passes, estimator, level)
    return answer_of(passes, interval, chosen, estimator, level)


def _facts_of(items: Passes, chosen: str | None) -> set[str]:
    """What a method may not be for, of what these items are."""
    holds = {
        f"items chosen {chosen}": True,
        "items in clusters": items.atoms.clusters is not None,
        "items with weights": not items.atoms.counted,
        "label weights": items.label_weight is not None,
        "shares of several people": not items.binary,
    }
    return {what for what, is_so in holds.items() if is_so}


def _refuse_misfit(name: str, facts: set[str], option: str, advice: str) -> None:
    """Raise for a method, or a finite population, that is not for these items."""
    for what in _NOT_FOR[name]:
        if what in facts:
            of_rows = what in ("items in clusters", "items with weights", "shares of several people")
            raise (OptionError if of_rows else SelectionError)(f"{option} is not for {what}: {advice}.")


def _all_labelled(items: Passes, level: float) -> Interval:
    n, mean = len(items.people), mean_of(items.people, items.atoms)
    if items.finite:
        return _interval(mean.value, (mean.value, mean.value), 0.0, level, "all labelled", n)
    if items.atoms.clusters is not None:
        se, degrees = summed_error(items.people - mean.value, items.atoms)
        return _with_degrees(mean.value, se, degrees, level, "delta of clusters, logit, t", items)
    if not items.binary:
        return _with_degrees(mean.value, mean.se, mean.degrees, level, "delta, logit, t", items)
    value, low, high, worth = wilson_share(items.labelled, items.people == 1, items.atoms, level)
    se = math.sqrt(value * (1 - value) / worth) if items.atoms.counted else mean.se
    return _interval(value, (low, high), se, level, "wilson", n)


def _interval(
    value: float, ends: tuple[float, float], se: float, level: float, method: str, n: int, why: str | None = None
) -> Interval:
    if why is None and math.isnan(ends[0]):
        why = "undefined" if math.isnan(value) else _NO_ERROR
    return Interval(value, *ends, se, level, method, n, "pass rate", signed("judging.pass_rate", method=method), why)


def _with_degrees(value: float, se: float, degrees: float, level: float, method: str, items: Passes) -> Interval:
    """Student's limits on the scale of log odds; few clusters are a reason to doubt them."""
    interval = _interval(value, limits_on("logit", value, se, level, degrees), se, level, method, len(items.people))
    return altered(interval, reason=interval.reason or few_clusters(items.atoms.clusters, degrees))


def _pass_rate_by_errors(items: Passes, chosen: str | None, level: float) -> Interval:
    pool = _pool(items, chosen)
    n = int(pool.sum())
    for which, share in (("pass", 1), ("fail", 0)):
        if not (items.people == share).any():
            why = f"people {which} none of the labelled items: the judge's errors on such items are not known"
            return _interval(math.nan, (math.nan, math.nan), math.nan, level, "rogan-gladen, score", n, why)
    return rate_by_errors(errors_of_judge(items.passed, items.people, pool, items.atoms), level, n)


def _prediction_powered(items: Passes, level: float) -> Interval:
    powered = Powered(items.people, items.passed.astype(np.float64), items.atoms, items.label_weight)
    power = powered.power()
    mean = powered.mean(power)
    name = "ppi++, logit, t" if items.atoms.clusters is None else "ppi++ of clusters, logit, t"
    if not 0 <= mean.value <= 1:
        ends = limits_on("delta", mean.value, mean.se, level, mean.degrees)
        value, low, high = (min(max(x, 0.0), 1.0) for x in (mean.value, *ends))
        why = f"the estimate {mean.value:.3f} was cut to a share"
        return _interval(value, (low, high), mean.se, level, name, len(items.people), why)
    interval = _with_degrees(mean.value, mean.se, mean.degrees, level, name, items)
    if math.isnan(interval.low):
        return altered(interval, reason=powered.why_no_error(mean, power))
    return altered(interval, reason=interval.reason or _few_for_powered(items))


def _few_for_powered(items: Passes) -> str | None:
    """Say so where few labels, or few that are not the judge's, tell the error of a prediction-powered rate."""
    differing = items.labelled & (items.people != items.passed)
    n, apart = int(items.labelled.sum()), items.atoms.effective_of(differing)
    if items.label_weight is not None:  # heavy ones are few
        n = int(labels_worth(items.labelled, items.label_weight))
        apart = labels_worth(differing, items.label_weight) if differing.any() else 0.0
    if n >= FEW and apart >= _FEW_APART:
        return None
    few = f"only {counted(n, 'labelled item')}" if n < FEW else f"people and judge differ on {apart:.3g} labelled items"
    return f'{few}, too few for a standard error: method="wilson" needs none' if items.atoms.clusters is None else few


def _post_stratified(items: Passes, method: str, level: float) -> Interval:
    strata, n = items.strata, len(items.people)
    value = strata.value
    counts = zip(items.verdicts, strata.size, strata.labelled, strict=True)
    unseen = [repr(verdict) for verdict, size, labelled in counts if size and not labelled]
    no_labels = f"no person has looked at items judged {' or '.join(unseen)}"
    if method == "wilson":
        reasons = []
        if unseen:  # the best guess about them is a half
            guess = np.where(strata.labelled > 0, np.nan_to_num(strata.mean), 0.5)
            value, reasons = float(strata.weight @ guess), [f"{no_labels}: a half of them is taken to pass"]
        single = (strata.labelled == 1) & (strata.size > 1)
        thin = float(strata.weight[single].sum())
        if thin > _THIN:
            judged = " or ".join(repr(v) for v, is_single in zip(items.verdicts, single, strict=True) if is_single)
            reasons.append(f"one label each stands for all items judged {judged}, {percent(thin)} of all")
        low, high, se = wilson_limits(strata, value, level, finite=items.finite)
        why = "; ".join(reasons) or None
        return _finite(items, _interval(value, (low, high), se, level, "post-stratified, wilson", n, why))
    if unseen:
        return _interval(math.nan, (math.nan, math.nan), math.nan, level, method, n, no_labels)
    mean = stratified_mean(items, items.people)
    interval = _finite(items, _with_degrees(value, mean.se, mean.degrees, level, mean.method, items))
    unanimous = [repr(v) for v, flat in zip(items.verdicts, strata.flat, strict=True) if flat]
    if interval.reason is None and unanimous:
        no_labels = f"people agree on all labelled items judged {' and '.join(unanimous)}, as if that were certain"
        return altered(interval, reason=f"{no_labels}: the limits can be too narrow")
    return interval


def _finite(items: Passes, interval: Interval) -> Interval:
    """Of these items alone, limits no farther than the items without a label could move the rate."""
    if not items.finite:
        return interval
    people, n = items.people[items.labelled], len(items.people)
    least, unknown = float(people.sum()) / n, (n - len(people)) / n
    low, high = max(interval.low, least), min(interval.high, least + unknown)  # NaN stays NaN: it is the first operand
    return altered(interval, low=low, high=high, method=f"{interval.method}, finite population")


def answer_of(items: Passes, interval: Interval, chosen: str | None, estimator: str, level: float) -> PassRate:
    """The answer for an estimated rate; warnings about labels and the choice of items become its reason."""
    own = items.label_weight
    not_random = None
    if chosen == "random":
        not_random = doubt_of_random(items.stratum, items.verdicts, items.labelled, items.atoms.clusters, own)
    reasons = "; ".join(part for part in (interval.reason, items.doubt, not_random) if part)
    interval = altered(interval, reason=reasons or None)
    n, labelled = len(items.people), int(items.labelled.sum())
    pool = _pool(items, chosen)
    share, low, high, _ = wilson_share(pool, items.passed, items.atoms, level)
    judged, name, how = int(pool.sum()), "the judge's pass rate", "wilson"
    if items.finite:
        low = high = share
        how = "all judged"
    judge_rate = Interval(share, low, high, math.nan, level, how, judged, name, interval.signature)
    sensitivity, specificity = _sensitivity_and_specificity(items, chosen, level)
    if chosen in ("by truth", "elsewhere"):
        explained = explained_by(interval.value, float(sensitivity), float(specificity))
    else:
        explained = items.strata.explained
    effective = math.nan
    if chosen == "random" and not math.isnan(explained):
        labels = labels_worth(items.labelled, own)
        effective = labels / (1 - explained * (1 - labels / n))
    if items.finite:
        ends = {"low": share - interval.high, "high": share - interval.low}
        lenience = altered(interval, value=share - interval.value, **ends, metric="lenience")
    else:
        lenience = lenience_of(items, interval.value, chosen, estimator, level)
    if items.doubt:
        lenience = altered(lenience, low=math.nan, high=math.nan, reason=items.doubt)
    choices = {"population": "finite" if items.finite else None, "n": n, "labelled": labelled, "level": level}
    return answered(
        PassRate,
        partial(_sentence, weighted=own is not None),
        interval.reason,
        signature=signed("judging.pass_rate", chosen=chosen or "all labelled", method=estimator, **choices),
        rate=interval,
        judge_rate=judge_rate,
        lenience=share - interval.value,
        lenience_interval=lenience if lenience.reason else altered(lenience, reason=interval.reason),
        sensitivity=sensitivity,
        specificity=specificity,
        explained=explained,
        effective_labels=effective,
        judged=judged,
        labelled=labelled,
        chosen=chosen,
        pass_label=items.pass_label,
        population="finite" if items.finite else "superpopulation",
    )


def _pool(items: Passes, chosen: str | None) -> npt.NDArray[np.bool_]:
    """The items whose pass rate is estimated: labelled ones of another batch do not belong to it."""
    return ~items.labelled if chosen == "elsewhere" else np.ones(len(items.people), np.bool_)


def _sensitivity_and_specificity(items: Passes, chosen: str | None, level: float) -> tuple[Interval, Interval]:
    """Sensitivity and specificity; where the verdict chose the items, weighted back and without limits."""
    labelled, intervals = items.labelled, []
    weight = items.atoms.weight[labelled]
    weight = weight if items.label_weight is None else weight * items.label_weight[labelled]
    people, judge = items.people[labelled], items.passed[labelled]
    one_chance = chosen != "by judge" and items.label_weight is None
    if chosen == "by judge":
        held = np.bincount(items.stratum[labelled], weight, len(items.verdicts))
        size = np.bincount(items.stratum, items.atoms.weight, len(items.verdicts))
        weight = weight * (size / np.where(held > 0, held, 1.0))[items.stratum[labelled]]
    for name, label, of_class, agreeing in (("sensitivity", 1, people, judge), ("specificity", 0, 1 - people, ~judge)):
        n = float(weight @ of_class)
        value = float((weight * of_class) @ agreeing) / n if n > 0 else math.nan
        low = high = math.nan
        reason = "no such item is labelled" if math.isnan(value) else None
        if reason is None and one_chance and items.binary and items.atoms.clusters is None:
            counted = items.passed == (label == 1)
            value, low, high, n = wilson_share(items.people == label, counted, items.atoms, level)
        elif reason is None:
            reason = "limits are given only of independent items that were labelled with one chance"
        intervals.append(Interval(value, low, high, math.nan, level, "wilson", n, name, "", reason))
    return intervals[0], intervals[1]


def _sentence(answer: PassRate, *, weighted: bool) -> str:
    judge = f"The judge passes {percent(answer.judge_rate.value)}."
    if answer.value != answer.value:
        return f"{judge} What people would pass is undefined: {answer.reason}."
    finite = answer.population == "finite"
    rate = percent_with_limits(answer.rate)
    if answer.chosen is None:
        source = f"{rate} of items like these, of which they labelled all {answer.labelled:,}"
        if finite:
            source = f"{percent(answer.value)} of these {counted(answer.labelled, 'item')}, all of which they labelled"
        return f"{judge} People pass {source}; {_lenience_text(answer)}."
    how = "that people labelled, weighted by their chances, among" if weighted else _HOW[answer.chosen]
    source = f"from {counted(answer.labelled, 'item')} {how} {answer.judged:,}"
    if answer.chosen in ("by truth", "elsewhere"):
        source += " that the judge judged"
    saves = answer.effective_labels - answer.labelled
    saving = f", and saves {counted(saves, 'human label')}" if saves >= 0.5 and not finite else ""
    of = f"these {counted(answer.judged, 'item')}" if finite else "items like these"
    return f"{judge} People would pass {rate} of {of}, {source}; {_lenience_text(answer)}{saving}."


def _lenience_text(answer: PassRate) -> str:
    lenience, size = answer.lenience_interval, points(answer.lenience)
    if not (lenience.low > 0 or lenience.high < 0) or size.startswith(("0 ", "0.0 ")):
        return "the judge is not shown to be more lenient or stricter than people"
    return f"the judge is {size} too {'lenient' if answer.lenience > 0 else 'strict'}"


def explained_by(rate: float, sensitivity: float, specificity: float) -> float:
    """Phi squared of judge and people, from the true pass rate and the errors of the judge."""
    q = rate * sensitivity + (1 - rate) * (1 - specificity)
    spread = rate * (1 - rate) * q * (1 - q)
    return (rate * sensitivity - rate * q) ** 2 / spread if spread > 0 else math.nan


# How much more often does the judge pass an item than people do? The difference of both rates, with its own limits.
#
# Both rates are of the same items, so that the interval of one says nothing about the difference: all labelled, it
# hangs on the items that only one of them passes.


def lenience_of(items: Passes, rate: float, chosen: str | None, estimator: str, level: float) -> Interval:
    """
    The judge's rate less the people's rate that was found, with limits.

    All labelled: Tango's limits of the discordant pairs; of shares of several people and of clusters Student's t of
    the differences. Post-stratified: ``sum_j W_j (f_j - p_j)``, f_j = 1 where verdict j is a pass, by Wilson's limits
    of the strata, or by the delta method. By the errors of the judge: score limits.
    """
    pool, reason = _pool(items, chosen), "the people's rate is undefined"
    value, n = wilson_share(pool, items.passed, items.atoms, level)[0] - rate, int(pool.sum())
    low = high = se = math.nan
    method, difference = estimator, items.passed - items.people
    if not math.isnan(value):
        reason = ""
        if estimator == "rogan-gladen":
            scored = errors_of_judge(items.passed, items.people, pool, items.atoms, lenience=True)
            interval = scored.interval(level, "lenience", "", n, prefix="rogan-gladen, ")
            low, high, se, method = interval.low, interval.high, interval.se, interval.method
            reason = interval.reason or ""
        elif estimator == "wilson":
            passed = np.zeros(len(items.verdicts))
            passed[items.stratum] = items.passed
            low, high, se = wilson_limits(items.strata, value, level, less=passed)
            method = "post-stratified, wilson"
        elif chosen is None and items.atoms.clusters is None and items.binary and items.atoms.counted:
            lenient, strict = int((difference > 0).sum()), int((difference < 0).sum())
            se = math.sqrt(max(lenient + strict - (lenient - strict) ** 2 / n, 0.0)) / n
            (low, high), method = tango_interval(lenient, strict, n, two_sided(level)), "tango"
        else:
            mean = mean_of(difference, items.atoms) if chosen is None else stratified_mean(items, difference)
            (low, high), se = limits_on("delta", value, mean.se, level, mean.degrees), mean.se
            method = mean.method
        if math.isnan(low):
            reason = _NO_ERROR
    low, high = max(low, -1.0), min(high, 1.0)  # NaN stays NaN: it is the first operand
    return Interval(value, low, high, se, level, method, n, "lenience", "", reason or None)
