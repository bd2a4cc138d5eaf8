"""The answer about a true pass rate: the rate, what the judge is worth, its errors, and a sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from concordant.inference.intervals.proportions import wilson
from concordant.judging.chosen_items import doubt_of_random
from concordant.judging.lenience import lenience_of
from concordant.judging.passes import Passes
from concordant.judging.post_stratified import Strata, strata_of
from concordant.result.intervals import Interval
from concordant.result.record import Answer, altered, counted, limits, percent, points, signed
from concordant.typing import Label

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


def strata_of_items(items: Passes) -> Strata:
    """The items by the verdict of the judge."""
    return strata_of(items.stratum, items.people, len(items.verdicts))


def answered(items: Passes, found: Interval, chosen: str | None, way: str, level: float) -> PassRate:
    """The answer around the rate that was found; doubts about the labels and the choice are doubts about it."""
    random = chosen == "random" and doubt_of_random(items.stratum, items.verdicts, items.labelled, items.clusters)
    doubts = "; ".join(part for part in (found.reason, items.doubt, random) if part)
    found = altered(found, reason=doubts or None)
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
    lenience = lenience_of(items, found.value, chosen, way, level)
    if items.doubt:
        lenience = altered(lenience, low=math.nan, high=math.nan, reason=items.doubt)
    made = PassRate(
        sentence="",
        reason=found.reason,
        signature=signed(
            "judging.pass_rate", chosen=chosen or "all labelled", method=way, n=n, labelled=labelled, level=level
        ),
        rate=found,
        judge_rate=own,
        lenience=share - found.value,
        lenience_interval=lenience if lenience.reason else altered(lenience, reason=found.reason),
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
        strata = strata_of_items(items)
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
        return strata_of_items(items).explained
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
    apart, size = made.lenience_interval, points(made.lenience)
    if not (apart.low > 0 or apart.high < 0) or size.startswith(("0 ", "0.0 ")):
        return "the judge is not shown to be more lenient or stricter than people"
    return f"the judge is {size} too {'lenient' if made.lenience > 0 else 'strict'}"
