"""The paired bootstrap of a difference: limits from the draws, and the p-value that goes with them."""

from __future__ import annotations

from statistics import NormalDist
from typing import Literal

import numpy as np

from concordant.inference.bootstrap.acceleration import acceleration
from concordant.inference.comparisons.contrast import Contrast, Finding, Tails
from concordant.inference.intervals.by_bootstrap import bootstrap_limits

_NORMAL = NormalDist()


def drawn_test(contrast: Contrast, *, kind: Literal["percentile", "basic", "bca"]) -> Finding:
    """
    Limits of the difference over resampled rows, the same rows for both models.

    The p-value inverts them: it is the least alpha whose limits leave the hypothesis out, and never below
    2 / (draws + 1), as (1 + #) / (draws + 1) of one side is doubled.
    """
    limits = bootstrap_limits(contrast, kind=kind)
    low, high, se = (float(x) for x in (limits.low, limits.high, limits.se))
    if not se > 0:
        return Finding(low, high, se, float("nan"), kind, None, limits.reasons)
    tails = _tails(contrast, limits.method)  # where BCa does not exist, p-value and limits are percentiles
    return Finding(low, high, se, min(1.0, 2 * min(tails(0.0))), limits.method, tails, limits.reasons)


def _tails(contrast: Contrast, kind: str) -> Tails:
    """P-values of "at most" and of "at least" a difference."""
    drawn = contrast.drawn[np.isfinite(contrast.drawn)]
    value, many = contrast.difference, len(drawn)
    speed = float(acceleration(contrast)) if kind == "bca" else 0.0
    level = (((drawn < value).sum() + (drawn == value).sum() / 2) + 0.5) / (many + 1)
    bias = _NORMAL.inv_cdf(float(level))

    def tails(null: float) -> tuple[float, float]:
        if kind == "basic":
            null = 2 * value - null
        below = (int((drawn <= null).sum()) + 1) / (many + 1)
        above = (int((drawn >= null).sum()) + 1) / (many + 1)
        if kind == "basic":
            return min(1.0, above), min(1.0, below)
        if kind == "bca" and np.isfinite(speed):
            return _turned(min(below, 1 - 1 / (many + 1))), 1 - _turned(1 - min(above, 1 - 1 / (many + 1)))
        return min(1.0, below), min(1.0, above)

    def _turned(share: float) -> float:
        """The nominal level whose BCa limit is at this share of the draws (Efron 1987, eq. 2.3, solved for alpha)."""
        z = _NORMAL.inv_cdf(share) - bias
        return _NORMAL.cdf(z / (1 + speed * z) - bias) if 1 + speed * z > 0 else float(z > 0)

    return tails
