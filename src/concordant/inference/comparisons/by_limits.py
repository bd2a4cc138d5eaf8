"""
The difference of two independent values from the limits of each ("MOVER").

Zou & Donner (2008), Statistics in Medicine 27:1693, eq. 9; of two shares with Wilson's limits it is method 10 of
Newcombe (1998), Statistics in Medicine 17:873. A standard error that is 0 because no row of a small sample was wrong
misleads a test that adds variances; Wilson's limits of such a sample are wide.
"""

from __future__ import annotations

import math
from typing import Any

from concordant.errors import OptionError
from concordant.inference.comparisons.contrast import Contrast, Finding
from concordant.inference.intervals.answer import quiet_answer
from concordant.inference.intervals.question import Question
from concordant.inference.quantiles import tail

_FURTHEST = 7.5  # standard errors; p is then below 1e-13, and levels further out are 1 in rounding
_PRECISE = 1e-5
_ONE_ERROR = 0.6827  # the level of limits one standard error away


def mover_test(contrast: Contrast) -> Finding:
    """
    Take the limits ``d - sqrt((a - a_low)^2 + (b_high - b)^2)`` and ``d + sqrt((a_high - a)^2 + (b - b_low)^2)``.

    Each value has the limits that its metric takes by default. The p-value is that of the level at which a limit
    touches the hypothesis.
    """
    if contrast.paired:
        msg = 'method="mover" is for independent rows: compare_independent; on the same rows leave method out.'
        raise OptionError(msg)
    value = contrast.difference
    # influences, or draws where there are none, are asked for first: each level then finds them done
    se = math.hypot(float(contrast.a.se), float(contrast.b.se))
    for question in (contrast.a, contrast.b):
        if question.influence is None:
            _ = question.drawn
    low, high = (value + side * _reach(contrast, contrast.level, side) for side in (-1, 1))
    if math.isnan(low) or math.isnan(high):
        return Finding(math.nan, math.nan, se, math.nan, "mover")

    def tails(null: float) -> tuple[float, float]:
        one_side = _p_value(contrast, value - null) / 2
        return (one_side, 1 - one_side) if value >= null else (1 - one_side, one_side)

    return Finding(low, high, se, _p_value(contrast, value), "mover", tails)


def _reach(contrast: Contrast, level: float, side: int) -> float:
    """How far the lower (side -1) or the upper limit of the difference is from it."""
    ends = (_end(contrast.a, level, side), _end(contrast.b, level, -side))
    return math.hypot(*ends)


def _end(question: Question, level: float, side: int) -> float:
    found: Any = quiet_answer(question.at(level))
    reach = float(found.high - found.value if side > 0 else found.value - found.low)
    return reach if math.isnan(reach) else max(reach, 0.0)  # limits freed of optimism need not hold the value


def _p_value(contrast: Contrast, gap: float) -> float:
    """The z whose limit lies `gap` away: the reach grows with z, and nearly in proportion to it."""
    side, gap = (-1 if gap > 0 else 1), abs(gap)
    if gap == 0:
        return 1.0
    error = _reach(contrast, _ONE_ERROR, side)
    low, high, z = 0.0, _FURTHEST, min(gap / error, _FURTHEST) if error > 0 else 1.0
    while z > 0:
        reach = _reach(contrast, 1 - tail(z), side)
        if math.isnan(reach):
            return math.nan
        if z == high == _FURTHEST and reach < gap:
            break
        low, high = (z, high) if reach < gap else (low, z)
        guess = z * gap / reach if reach > 0 else high
        z, last = guess if low < guess < high else (low + high) / 2, z
        if abs(z - last) < _PRECISE:
            break
    return tail(z)
