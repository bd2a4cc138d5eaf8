"""The difference of two values from the limits of each, for metrics that are skewed or made of few rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from statistics import NormalDist

import numpy as np

from concordant.errors import OptionError
from concordant.inference.comparisons.contrast import Contrast, Finding
from concordant.inference.influence.influences import Joined
from concordant.inference.influence.spread import Spread
from concordant.inference.intervals.by_parts import Made, itself, made_of, reach
from concordant.inference.intervals.make_interval import default_limits
from concordant.inference.intervals.question import OneValue, Question
from concordant.inference.quantiles import below

_NORMAL = NormalDist()
_FARTHEST = 8.0  # standard errors; beyond it a p-value is less than 1e-15
_STEPS, _SECANTS, _CLOSE = 60, 12, 1e-10


def mover_test(contrast: Contrast) -> Finding:
    """
    Put the limits of both together (MOVER: Zou & Donner 2008, Statistics in Medicine 27:1693, eq. 15 and 16).

    The lower limit of ``A - B`` lies below it by what A can fall and B can rise, added in quadrature with their
    correlation over the rows that both share; of metrics that are made of parts, such as means over classes, by what
    the parts can. The p-value is the least level whose limits leave the hypothesis out, so that both tell one story.
    """
    if contrast.paired and contrast.influences is None:
        msg = (
            'method="mover" needs the influence of each row to know how two values of the same rows are correlated; it '
            f'is not known for {contrast.a.metric.name}: take "percentile", "bca" or "permutation".'
        )
        raise OptionError(msg)
    ends = _Ends(contrast)
    low, high = ends.at(contrast.level)
    se = float(contrast.se)
    if math.isnan(low) or math.isnan(high) or not low < high:
        nan = float("nan")
        return Finding(nan, nan, se, nan, "mover")
    return Finding(low, high, se, min(1.0, 2 * min(ends.tails(0.0))), "mover", ends.tails)


class _Ends:
    """The limits of a difference as a function of their level."""

    def __init__(self, contrast: Contrast) -> None:
        self._contrast = contrast
        self._sides = _made(contrast.a), _made(contrast.b)

    @cached_property
    def _spread(self) -> tuple[Spread, ...]:
        """Of the parts of both on the rows that they share, or of each on its own."""
        psi = [side.influences for side in self._sides]
        if self._contrast.paired:
            return (Spread(self._contrast.units, Joined(psi, (1.0, -1.0))),)
        return tuple(Spread(side.question.units, one) for side, one in zip(self._sides, psi, strict=True))

    def at(self, level: float) -> tuple[float, float]:
        """Take both limits."""
        first, second = (side.at(level, default_limits) for side in self._sides)
        falls, rises = (first.moves_down, second.moves_up), (first.moves_up, second.moves_down)
        alike = [np.ones(len(one.values)) if one.alike is None else one.alike for one in (first, second)]
        if self._contrast.paired:
            down, up = reach(self._spread[0], np.concatenate(falls), np.concatenate(rises), alike=np.concatenate(alike))
        else:
            sides = zip(self._spread, falls, rises, alike, strict=True)
            each = [reach(spread, fall, rise, alike=times) for spread, fall, rise, times in sides]
            down, up = (np.hypot(*one) for one in zip(*each, strict=True))
        return self._contrast.difference - float(down), self._contrast.difference + float(up)

    def tails(self, null: float) -> tuple[float, float]:
        """P-values of "at most" and of "at least" a difference."""
        difference = self._contrast.difference
        if difference == null:
            return 0.5, 0.5
        side, distance = (0, difference - null) if difference > null else (1, null - difference)
        z = _reaching(lambda z: abs(self.at(2 * _NORMAL.cdf(z) - 1)[side] - difference), distance)
        one_side = below(-z)
        return (one_side, 1 - one_side) if side == 0 else (1 - one_side, one_side)


def _made(question: Question) -> Made:
    """Ask about the parts; of one value of several, about those of all, of which only this value is taken."""
    one = question.sample
    if not isinstance(one, OneValue):
        return made_of(question) or itself(question)
    made = made_of(one.several.at_level(question.level))
    if made is None:
        return itself(question)
    return replace(made, combine=lambda values: made.combine(values)[..., one.output], with_one=None, own=False)


def _reaching(reached: Callable[[float], float], distance: float) -> float:
    """
    Find the z whose limits reach so far: nearly a line through 0, so that secants get there in a few steps.

    Where that takes too long, such as at the end of a range, a bracket is halved.
    """
    low, high = 0.0, _FARTHEST
    z, before = 2.0, (0.0, 0.0)
    for step in range(_STEPS):
        now = reached(z)
        low, high = (z, high) if now < distance else (low, z)
        if high - low <= _CLOSE or abs(now - distance) <= _CLOSE * distance or z == before[0]:
            break
        rise = (now - before[1]) / (z - before[0])
        before, guess = (z, now), z + (distance - now) / rise if rise > 0 else math.inf
        if step < _SECANTS and low < guess < high:
            z = guess
        elif high < _FARTHEST:
            z = (low + high) / 2
        else:
            z = min(2 * max(z, low), _FARTHEST)
        if z >= _FARTHEST and reached(_FARTHEST) < distance:
            return _FARTHEST
    return z
