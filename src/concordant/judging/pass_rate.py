"""What is the true pass rate? From the verdicts of a judge on all items, and of people on some of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, SelectionError
from concordant.inference.intervals.proportions.binomial_limits import wilson
from concordant.inference.quantiles import check_level
from concordant.judging.answer import Answer, counted, limits, percent, points, signed
from concordant.judging.passes import Passes, read_passes
from concordant.judging.post_stratified import (
    DRAWS,
    Strata,
    clustered_error,
    delta_error,
    jeffreys_limits,
    limits_on,
    strata_of,
    summed_error,
)
from concordant.judging.prediction_powered import powered_mean
from concordant.judging.rogan_gladen import rogan_gladen
from concordant.nearest import did_you_mean
from concordant.result.interval import Interval
from concordant.typing import Column, Label

Chosen = Literal["random", "by judge", "by truth", "elsewhere"]
Method = Literal["jeffreys", "delta", "ppi++", "rogan-gladen"]
_FITS: dict[str, tuple[str, ...]] = {
    "random": ("jeffreys", "delta", "ppi++", "rogan-gladen"),
    "by judge": ("jeffreys", "delta"),
    "by truth": ("rogan-gladen",),
    "elsewhere": ("rogan-gladen",),
}
_HOW = {
    "random": "that people labelled at random among",
    "by judge": "that people labelled by the judge's verdict among",
    "by truth": "that were chosen by their truth, and",
    "elsewhere": "that people labelled elsewhere, and",
}


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
    """

    rate: Interval
    judge_rate: Interval
    lenience: float
    sensitivity: Interval
    specificity: Interval
    explained: float
    effective_labels: float
    judged: int
    labelled: int
    chosen: str | None
    pass_label: Label

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


def pass_rate(
    *,
    judge: Column,
    human: Any,
    pass_label: Label | None = None,
    chosen: Chosen | None = None,
    method: Method | None = None,
    level: float = 0.95,
    cluster: Column | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> PassRate:
    """
    Estimate which share of all items people would pass.

    A judge has judged all items, and people some of them. How these were *chosen* decides what is right, and a wrong
    choice can be off by 10 to 20 points; so it must be said.

    Parameters
    ----------
    judge : array-like of shape (n,)
        The verdicts of the judge on all items; more than two kinds of verdict are allowed.
    human : array-like of shape (n,), or (n, people), or data frame
        What people say, None or NaN where nobody has looked. Of several people the share that passes counts.
    pass_label : label, optional
        Which verdict is a pass. Default: 1 or True, if there are no other labels than 0 and 1.
    chosen : {"random", "by judge", "by truth", "elsewhere"}
        How the labelled items were chosen: at random from the judged ones; so many of those that the judge passes and
        so many of those that it fails; so many that truly pass and so many that truly fail; or from another batch (the
        labelled rows are then no part of the rate). Needed unless all items are labelled.
    method : {"jeffreys", "delta", "ppi++", "rogan-gladen"}, optional
        Post-stratified with limits by draws (default where the choice allows it), the same with limits on the scale of
        log odds (default for several people), prediction-powered, or by the errors of the judge (default for "by truth"
        and "elsewhere"). One that is wrong for the choice is refused.
    level : float
        The nominal coverage.
    cluster : array-like of shape (n,), optional
        Which items belong together. Limits are then by the delta method.
    draws, seed : int
        Of ``method="jeffreys"``.

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
    Post-stratified: ``sum_j (N_j / A) x_j / n_j`` over the verdicts j of the judge (Tenenbein 1970). Rogan-Gladen:
    ``(p + Sp - 1) / (Se + Sp - 1)`` with the limits of Lang and Reiczigel (2014). All labelled: the share, Wilson.

    How often the limits hold the true rate, for each choice and method: docs/pass-rate.md, measured by
    `benchmarks/coverage/pass_rates.py`.

    References
    ----------
    Tenenbein (1970), JASA 65:1350. Rogan & Gladen (1978), American Journal of Epidemiology 107:71. Lang & Reiczigel
    (2014), Preventive Veterinary Medicine 113:13. Angelopoulos, Duchi & Zrnic (2023), arXiv 2311.01453.

    Examples
    --------
    >>> from concordant import judging
    >>> judge = ["pass"] * 700 + ["fail"] * 300
    >>> human = ["pass"] * 60 + ["fail"] * 10 + [None] * 630 + ["pass"] * 3 + ["fail"] * 27 + [None] * 270
    >>> found = judging.pass_rate(judge=judge, human=human, pass_label="pass", chosen="random")
    >>> print(found.rate)
    pass rate 0.630, 95 % interval 0.557 to 0.696 (post-stratified, jeffreys, n = 1000)
    >>> print(found.sentence.split("; ")[1])
    the judge is 7 points too lenient, and saves 87 human labels.
    """
    level = check_level(level)
    items = read_passes(judge, human, pass_label, cluster)
    check_chosen(chosen, items.labelled)
    if isinstance(draws, bool) or not isinstance(draws, int) or draws < 100:
        msg = f"draws must be a whole number of at least 100, not {draws!r}."
        raise OptionError(msg)
    if items.labelled.all():
        return _all_labelled(items, level)
    way = _way(str(chosen), method, items)
    if way == "rogan-gladen":
        found = _by_errors(items, chosen, level)
    elif way == "ppi++":
        found = _powered(items, level)
    else:
        found = _post_stratified(items, way, level, (draws, seed))
    return _answer(items, found, chosen, way, level)


def check_chosen(chosen: str | None, labelled: npt.NDArray[np.bool_]) -> None:
    """Raise where nothing says how some of the items were chosen."""
    known = get_args(Chosen)
    if chosen is None and not labelled.all():
        n = counted(float(labelled.sum()), "item")
        msg = (
            f"say how the {n} that people labelled were chosen among {len(labelled):,}: chosen="
            '"random"; "by judge" (so many of the passed, so many of the failed); "by truth" (so many true passes, so '
            'many true fails); or "elsewhere" (another batch). The wrong one can be off by 10 to 20 points.'
        )
        raise SelectionError(msg)
    if chosen is not None and chosen not in known:
        msg = f"chosen must be one of {', '.join(map(repr, known))}, not {chosen!r}.{did_you_mean(chosen, known)}"
        raise OptionError(msg)


def _way(chosen: str, method: str | None, items: Passes) -> str:
    """The method; raise where it does not fit how items were chosen."""
    if method is None:
        method = _FITS[chosen][0] if items.whole or chosen in ("by truth", "elsewhere") else "delta"
        return "delta" if items.clusters is not None and method == "jeffreys" else method
    every = get_args(Method)
    if method not in every:
        msg = f"method must be one of {', '.join(map(repr, every))}, not {method!r}.{did_you_mean(method, every)}"
        raise OptionError(msg)
    if method not in _FITS[chosen]:
        fits = " or ".join(map(repr, _FITS[chosen]))
        msg = f"method={method!r} is biased where items were chosen {chosen}: there take {fits}."
        raise SelectionError(msg)
    if method == "jeffreys" and (items.clusters is not None or not items.whole):
        why = "items in clusters" if items.clusters is not None else "shares of several people"
        msg = f'method="jeffreys" counts independent items that pass or fail, and these are {why}: take "delta".'
        raise OptionError(msg)
    return method


def _interval(value: float, ends: tuple[float, float], se: float, level: float, method: str, n: int) -> Interval:
    reason = "undefined" if math.isnan(value) else None
    if reason is None and math.isnan(ends[0]):
        reason = "the labels do not vary, or a verdict has fewer than two: no standard error"
    return Interval(value, *ends, se, level, method, n, "pass rate", signed("pass_rate", method=method), reason)


def _strata(items: Passes) -> Strata:
    return strata_of(items.stratum, items.people, len(items.verdicts))


def _post_stratified(items: Passes, way: str, level: float, drawn: tuple[int, int]) -> Interval:
    strata, n = _strata(items), len(items.people)
    value = strata.value
    unseen = [
        repr(v) for v, size, k in zip(items.verdicts, strata.size, strata.labelled, strict=True) if size and not k
    ]
    why = f"no person has looked at items judged {' or '.join(unseen)}"
    if way == "jeffreys":
        low, high, se = jeffreys_limits(strata, level, *drawn)
        found = Interval(value, low, high, se, level, "post-stratified, jeffreys", n, "pass rate", "")
        if unseen:  # the best guess about them is a half
            guess = np.where(strata.labelled > 0, np.nan_to_num(strata.mean), 0.5)
            found = _with(found, value=float(strata.weight @ guess), reason=f"{why}: a half of them is taken to pass")
        return _with(found, signature=signed("pass_rate", method=found.method, draws=drawn[0], seed=drawn[1]))
    if unseen:
        return _with(_interval(math.nan, (math.nan, math.nan), math.nan, level, way, n), reason=why)
    if items.clusters is None:
        (se, degrees), name = delta_error(strata), "post-stratified, delta"
    else:
        se, degrees = clustered_error(strata, items.stratum, items.people, items.clusters)
        name = "post-stratified, delta of clusters"
    found = _interval(value, limits_on("logit", value, se, level, degrees), se, level, name, n)
    alike = [repr(v) for v, flat in zip(items.verdicts, strata.flat, strict=True) if flat]
    if found.reason is None and alike:
        why = f"people agree on all labelled items judged {' and '.join(alike)}, as if that were certain"
        return _with(found, reason=f"{why}: the limits can be too narrow")
    return found


def _with(found: Interval, **changed: Any) -> Interval:
    parts = {name: getattr(found, name) for name in Interval.fields()}
    return Interval(**{**parts, **changed})


def _powered(items: Passes, level: float) -> Interval:
    found = powered_mean(items.people, items.passed.astype(np.float64), power=None, clusters=items.clusters)
    ends = limits_on("logit", found.value, found.se, level, found.degrees)
    name = "ppi++, logit, t" if items.clusters is None else "ppi++ of clusters, logit, t"
    if not 0 <= found.value <= 1:
        value, cut = min(max(found.value, 0.0), 1.0), f"the estimate {found.value:.3f} was cut to a share"
        ends = limits_on("delta", found.value, found.se, level, found.degrees)
        inside = min(max(ends[0], 0.0), 1.0), min(max(ends[1], 0.0), 1.0)
        return _with(_interval(value, inside, found.se, level, name, len(items.people)), reason=cut)
    return _interval(found.value, ends, found.se, level, name, len(items.people))


def _table(items: Passes) -> tuple[int, int, int, int]:
    """How many labelled items people pass, of these the judge; and people fail, of these the judge."""
    known = items.labelled
    if not items.whole:
        msg = (
            "the errors of a judge are counted against one verdict an item: give human= the majority of people, not "
            "several columns that disagree."
        )
        raise OptionError(msg)
    people, judge = items.people[known] == 1, items.passed[known]
    return int(people.sum()), int((people & judge).sum()), int((~people).sum()), int((~people & ~judge).sum())


def _by_errors(items: Passes, chosen: str | None, level: float) -> Interval:
    pool = ~items.labelled if chosen == "elsewhere" else np.ones(len(items.people), np.bool_)
    passes, right, fails, rejected = _table(items)
    n, p = int(pool.sum()), items.passed[pool]
    if not passes or not fails:
        which = "pass" if not passes else "fail"
        method = "rogan-gladen, lang-reiczigel"
        why = f"people {which} none of the labelled items: the judge's errors on such items are not known"
        return _with(_interval(math.nan, (math.nan, math.nan), math.nan, level, method, n), reason=why)
    found = rogan_gladen(
        judged=n,
        judged_pass=int(p.sum()),
        human_pass=passes,
        judge_pass_of_these=right,
        human_fail=fails,
        judge_fail_of_these=rejected,
        level=level,
    )
    if items.clusters is None or found.value != found.value:
        return found
    se, sp = right / passes, rejected / fails
    youden, people = se + sp - 1, items.people
    raw = (float(p.mean()) + sp - 1) / youden
    of_se = np.where(people == 1, (items.passed - se) / passes, 0.0)
    of_sp = np.where(people == 0, (~items.passed - sp) / fails, 0.0)
    influence = (pool * (items.passed - p.mean()) / n + (1 - raw) * of_sp - raw * of_se) / youden
    error, degrees = summed_error(influence, items.clusters)
    low, high = limits_on("delta", raw, error, level, degrees)
    ends = max(low, 0.0), min(high, 1.0)
    made = _interval(found.value, ends, error, level, "rogan-gladen, delta of clusters", n)
    return _with(made, reason=found.reason or made.reason)


def _all_labelled(items: Passes, level: float) -> PassRate:
    people, n = items.people, len(items.people)
    value = float(people.mean())
    if items.clusters is None and items.whole:
        ends = wilson(np.asarray(value), np.asarray(float(n)), level)
        found = _interval(
            value, (float(ends[0]), float(ends[1])), math.sqrt(value * (1 - value) / n), level, "wilson", n
        )
    else:
        name, clusters = "delta, logit, t", items.clusters
        se, degrees = float(people.std(ddof=1) / math.sqrt(n)) if n > 1 else math.nan, n - 1.0
        if clusters is not None:
            name = "delta of clusters, logit, t"
            se, degrees = summed_error((people - value) / n, clusters)
        found = _interval(value, limits_on("logit", value, se, level, degrees), se, level, name, n)
    return _answer(items, found, None, "all labelled", level)


def _answer(items: Passes, found: Interval, chosen: str | None, way: str, level: float) -> PassRate:
    n, labelled = len(items.people), int(items.labelled.sum())
    pool = ~items.labelled if chosen == "elsewhere" else np.ones(n, np.bool_)
    share = float(items.passed[pool].mean())
    judged = int(pool.sum())
    ends = wilson(np.asarray(share), np.asarray(float(judged)), level)
    own = Interval(
        share,
        float(ends[0]),
        float(ends[1]),
        math.nan,
        level,
        "wilson",
        judged,
        "the judge's pass rate",
        found.signature,
    )
    right = _right(items, chosen, level)
    explained = _explained(items, found, right, chosen)
    effective = math.nan
    if chosen == "random" and not math.isnan(explained):
        effective = labelled / (1 - explained * (1 - labelled / n))
    made = PassRate(
        sentence="",
        reason=found.reason,
        signature=signed("pass_rate", chosen=chosen or "all labelled", method=way, n=n, labelled=labelled, level=level),
        rate=found,
        judge_rate=own,
        lenience=share - found.value,
        sensitivity=right[0],
        specificity=right[1],
        explained=explained,
        effective_labels=effective,
        judged=judged,
        labelled=labelled,
        chosen=chosen,
        pass_label=items.pass_label,
    )
    return replace(made, sentence=_sentence(made))


def _right(items: Passes, chosen: str | None, level: float) -> tuple[Interval, Interval]:
    """Sensitivity and specificity; where the verdict chose the items, weighted back and without limits."""
    known, both = items.labelled, []
    people, judge = items.people[known], items.passed[known]
    weight = np.ones(len(people))
    if chosen == "by judge":
        strata = _strata(items)
        weight = (strata.size / np.maximum(strata.labelled, 1))[items.stratum[known]]
    for name, of, said in (("sensitivity", people, judge), ("specificity", 1 - people, ~judge)):
        whole = float(weight @ of)
        value = float((weight * of) @ said) / whole if whole > 0 else math.nan
        low = high = math.nan
        reason = "no such item is labelled" if math.isnan(value) else None
        if reason is None and chosen != "by judge" and items.whole and items.clusters is None:
            low, high = (float(x) for x in wilson(np.asarray(value), np.asarray(whole), level))
        elif reason is None:
            reason = "limits are given only of independent items that the verdict did not choose"
        both.append(Interval(value, low, high, math.nan, level, "wilson", whole, name, "", reason))
    return both[0], both[1]


def _explained(items: Passes, found: Interval, right: tuple[Interval, Interval], chosen: str | None) -> float:
    """Phi squared of the verdicts of judge and people."""
    if chosen not in ("by truth", "elsewhere"):
        return _strata(items).explained
    se, sp, p = float(right[0]), float(right[1]), found.value
    return explained_by(p, se, sp)


def explained_by(rate: float, sensitivity: float, specificity: float) -> float:
    """Phi squared of judge and people, from the true pass rate and the errors of the judge."""
    q = rate * sensitivity + (1 - rate) * (1 - specificity)
    spread = rate * (1 - rate) * q * (1 - q)
    return (rate * sensitivity - rate * q) ** 2 / spread if spread > 0 else math.nan


def _sentence(made: PassRate) -> str:
    judge = f"The judge passes {percent(made.judge_rate.value)}."
    if made.value != made.value:
        return f"{judge} What people would pass is undefined: {made.reason}."
    if made.chosen is None:
        end = f"of {counted(made.labelled, 'item')}, all of which they labelled"
        return f"{judge} People pass {percent(made.value)} {limits(made.rate)} {end}; {_bias(made)}."
    where = f"from {counted(made.labelled, 'item')} {_HOW[made.chosen]} {made.judged:,}"
    if made.chosen in ("by truth", "elsewhere"):
        where += " that the judge judged"
    saves = made.effective_labels - made.labelled
    worth = f", and saves {counted(saves, 'human label')}" if saves >= 0.5 else ""
    return f"{judge} People would pass {percent(made.value)} {limits(made.rate)}, {where}; {_bias(made)}{worth}."


def _bias(made: PassRate) -> str:
    if not (made.judge_rate.value < made.low or made.judge_rate.value > made.high):
        return "the judge is not shown to be more lenient or stricter than people"
    return f"the judge is {points(made.lenience)} too {'lenient' if made.lenience > 0 else 'strict'}"
