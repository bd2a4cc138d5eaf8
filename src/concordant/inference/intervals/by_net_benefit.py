"""
Limits of net benefits: those of two shares of rows, put together.

A net benefit is ``a - w b`` with two shares a and b. ``L = a - w b - sqrt((a - l_a)^2 + w^2 (u_b - b)^2 - 2 r w
(a - l_a) (u_b - b))``, U likewise with the other limits, where l and u are Wilson limits and r is the correlation of a
and b: the method of variance estimates recovery (MOVER) of Zou & Donner 2008, Statistics in Medicine 27:1693, for w = 1
"square and add" of Newcombe 1998, Statistics in Medicine 17:873.

In simulations of 100, 300 and 1,000 rows (prevalence 0.05 to 0.5, threshold 0.05 to 0.5, calibrated and overconfident
probabilities, 10,000 samples each) they held the true value in 92.8 of 100 samples at least, more often than their
level where few rows are treated; value +- t standard errors in 40 to 95, and at a given prevalence in 58 of 100
samples of 1,000 rows where nearly every positive row is treated: a share of 1 has no standard error.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.influence.influences import Written
from concordant.inference.influence.spread import Spread
from concordant.inference.intervals.by_mean import t_limits
from concordant.inference.intervals.by_parts import reach
from concordant.inference.intervals.proportions.binomial_limits import wilson
from concordant.inference.intervals.proportions.by_share import of_groups, of_rows
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.samples.sample import Totals
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.units import Units
from concordant.metrics.definition.facts import NetBenefit
from concordant.metrics.definition.registry import listed
from concordant.states import CurveStack
from concordant.typing import FloatArray

Rows = npt.NDArray[np.bool_]


class Part(NamedTuple):
    """A share of rows (or its odds) times a factor, with its limits, how each unit moves it, and doubts."""

    value: float
    low: float
    high: float
    psi: FloatArray
    reasons: tuple[str, ...] = ()


def net_benefit_limits(question: Question) -> Limits:
    """
    Take the limits of one column of probabilities, or of each class or label.

    Averages over classes have the limits of Student's t, and say so.
    """
    sample, options = question.sample, question.options
    if not isinstance(question.metric.is_a, NetBenefit) or not isinstance(sample, ScoreSample):
        known = listed(lambda one: isinstance(one.is_a, NetBenefit))
        msg = f'method="mover" is for {known}; take "t" or "bca".'
        raise OptionError(msg)
    several = isinstance(sample.state, CurveStack)
    if several and options.get("average", "macro") is not None:
        return t_limits(question)
    found = [_joined(sample.units, *_of_output(question, sample, place)) for place in range(len(sample.codes))]
    low, high = (np.array([one[end] for one in found]) for end in (0, 1))
    reasons = tuple(dict.fromkeys(reason for one in found for reason in one[2]))
    shape = question.value.shape
    return Limits(low.reshape(shape), high.reshape(shape), question.se, "mover", reasons)


def _of_output(question: Question, sample: ScoreSample, place: int) -> tuple[Part, Part, float]:
    """What the rows that are right gain, what the wrong ones cost, and at which odds; of one class or label."""
    options = question.options
    threshold, prevalence = float(options["threshold"]), options.get("prevalence")
    multiple = isinstance(sample.state, CurveStack) and not sample.state.multilabel
    inside = sample.codes[place] == (place if multiple else 1)
    taken = sample.binary_curves[place].scores.astype(np.float64)[sample.places[place]] >= threshold
    odds = threshold / (1 - threshold) if threshold < 1 else np.inf
    if question.metric.is_a == NetBenefit(of_untreated=True):  # the same of the negative rows, and those that are left
        inside, taken, odds = ~inside, ~taken, (1 - threshold) / threshold
        prevalence = None if prevalence is None else 1 - prevalence
    standardized = bool(options.get("standardized", False))
    return *_parts(sample.units, inside, taken, prevalence, question.level, standardized=standardized), odds


def _parts(
    units: Units, inside: Rows, taken: Rows, prevalence: float | None, level: float, *, standardized: bool
) -> tuple[Part, Part]:
    """The two shares that a net benefit is the difference of."""
    every = np.ones(len(units), np.bool_)
    right, wrong = taken & inside, taken & ~inside
    if prevalence is not None:
        scale = 1 / prevalence if standardized else 1.0
        gain, cost = _share(units, right, inside, level), _share(units, wrong, ~inside, level)
        return _times(gain, prevalence * scale), _times(cost, (1 - prevalence) * scale)
    if standardized:  # sensitivity, and false positives for each positive row
        return _share(units, right, inside, level), _odds(_share(units, wrong, wrong | inside, level))
    return _share(units, right, every, level), _share(units, wrong, every, level)


def _share(units: Units, counted: Rows, among: Rows, level: float) -> Part:
    """A share of rows with its Wilson limits."""
    whole = float(units.weight @ among)
    if not whole:
        return Part(np.nan, np.nan, np.nan, np.full(len(units), np.nan))
    if units.clusters is None:
        found = of_rows(Totals(units.weight @ counted, whole, units.squares @ counted, units.squares @ among))
    else:
        first, second = (Written(one[:, None].astype(np.float64)) for one in (counted, among))
        found = of_groups(units, first, second, level)
    p = float(found.p.item())
    low, high = wilson(found.p, found.n, level)
    return Part(p, low.item(), high.item(), (counted - p * among) * (units.total / whole), found.reasons)


def _times(part: Part, factor: float) -> Part:
    return Part(factor * part.value, factor * part.low, factor * part.high, factor * part.psi, part.reasons)


def _odds(part: Part) -> Part:
    """Turn a share p into p / (1 - p), which rises with it."""
    value, low, high = (p / (1 - p) if p < 1 else np.inf for p in (part.value, part.low, part.high))
    return Part(value, low, high, part.psi * (1 + value) ** 2, part.reasons)


def _joined(units: Units, gain: Part, cost: Part, odds: float) -> tuple[float, float, tuple[str, ...]]:
    """The limits of the difference; the shares are correlated as their influences are."""
    value = gain.value - odds * cost.value
    falls = np.array([[gain.value - gain.low], [odds * (cost.high - cost.value)]])
    rises = np.array([[gain.high - gain.value], [odds * (cost.value - cost.low)]])
    down, up = reach(Spread(units, np.stack([gain.psi, -cost.psi], axis=1)), falls, rises)
    return value - float(down[0]), value + float(up[0]), gain.reasons + cost.reasons
