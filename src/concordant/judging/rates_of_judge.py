"""How a judge passes: which share of all items, of those that people pass, and of those that people fail."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.judging.passes import Passes
from concordant.typing import FloatArray


@dataclass(frozen=True)
class RatesOfJudge:
    """
    The share of `judged` items that the judge passes, its sensitivity and its specificity.

    The sensitivity is the share that it passes of `good` items, which people pass; the specificity the share that it
    fails of `bad` ones.
    """

    passes: float
    judged: float
    sensitivity: float
    good: float
    specificity: float
    bad: float

    @property
    def youden(self) -> float:
        """How much better than chance the judge is, ``j = Se + Sp - 1``."""
        return self.sensitivity + self.specificity - 1

    @property
    def true(self) -> float:
        """``t = (p + Sp - 1) / j`` (Rogan & Gladen 1978); NaN where the judge is no better than chance."""
        return (self.passes + self.specificity - 1) / self.youden if self.youden > 0 else math.nan

    @property
    def slopes(self) -> FloatArray:
        """How p, Se and Sp move the true rate: ``1 / j``, ``-t / j``, ``(1 - t) / j``."""
        found: FloatArray = np.array([1.0, -self.true, 1 - self.true]) / self.youden
        return found

    @property
    def slopes_of_lenience(self) -> FloatArray:
        """How they move the judge's rate less the true one."""
        return np.array([1.0, 0.0, 0.0]) - self.slopes


def lang_reiczigel(
    rates: RatesOfJudge, value: float, z: float, *, lenience: bool = False
) -> tuple[float, float, float, str | None]:
    """
    Limits by Lang & Reiczigel (2014) of the true rate, or of the judge's less the true one; the error, and a reason.

    Their shift grows with z^2, so that the limits can leave the value out, or lie inside those of a lower level. Then
    the least and the greatest of the value and of the limits at all levels up to this one take their place.
    """
    low, high, error = _published(rates, np.linspace(0.0, z, 65), lenience=lenience)
    published = float(low[-1]), float(high[-1]), float(error[-1])
    if math.isnan(published[0]) or (low.min() == low[-1] <= value <= high[-1] == high.max()):
        return *published, None
    least = _lowest(lambda at: _published(rates, at, lenience=lenience)[0], value, z)
    greatest = -_lowest(lambda at: -_published(rates, at, lenience=lenience)[1], -value, z)
    shares = np.clip([*published[:2], least, greatest], -1.0 if lenience else 0.0, 1.0)
    why = "the limits of Lang and Reiczigel leave out the value, or those of a lower level: widened to hold them"
    return least, greatest, published[2], None if (shares[:2] == shares[2:]).all() else why


def _published(rates: RatesOfJudge, z: Any, *, lenience: bool) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Limits and error with two more items of each class, z^2 more judged ones, half of them passed, and a shift."""
    more = z * z
    n, good, bad = rates.judged + more, rates.good + 2, rates.bad + 2
    q = (rates.judged * rates.passes + more / 2) / n
    se, sp = (rates.sensitivity * rates.good + 1) / good, (rates.specificity * rates.bad + 1) / bad
    youden = se + sp - 1
    if not youden > 0:
        return (np.full_like(q, np.nan),) * 3
    true = (q + sp - 1) / youden
    of_q, of_se, of_sp = q * (1 - q) / n, se * (1 - se) / good, sp * (1 - sp) / bad
    slopes = (1 / youden - lenience, true / youden, (1 - true) / youden)
    error = np.sqrt(slopes[0] ** 2 * of_q + slopes[1] ** 2 * of_se + slopes[2] ** 2 * of_sp)
    middle = true + 2 * more * (true * of_se - (1 - true) * of_sp)
    middle = q - middle if lenience else middle
    return middle - z * error, middle + z * error, error


def _lowest(limits_at: Callable[[FloatArray], FloatArray], value: float, z: float) -> float:
    """The least of the value and of its limits at the quantiles 0 to z."""
    start, end, at = 0.0, z, z
    for _ in range(4):
        quantiles = np.linspace(start, end, 65)
        least = int(limits_at(quantiles).argmin())
        at = float(quantiles[least])
        if at == z:
            break
        start, end = float(quantiles[max(least - 1, 0)]), float(quantiles[min(least + 1, 64)])
    at = at if at == z else round(at, 5)  # the same from whichever level it was found
    return min(value, float(limits_at(np.array(at))))


def rates_of(items: Passes, pool: npt.NDArray[np.bool_]) -> RatesOfJudge:
    """Return the rates of a judge: its passes in the pool, its errors on what people labelled."""
    good, bad, passed = items.people == 1, items.people == 0, items.passed
    return RatesOfJudge(
        float(passed[pool].mean()),
        float(pool.sum()),
        float(passed[good].mean()),
        float(good.sum()),
        float((~passed[bad]).mean()),
        float(bad.sum()),
    )


def pulls_of(items: Passes, pool: npt.NDArray[np.bool_], rates: RatesOfJudge) -> FloatArray:
    """Return how each item moves the three rates, (n, 3)."""
    passed = items.passed
    pulls = (
        pool * (passed - rates.passes) / rates.judged,
        np.where(items.people == 1, (passed - rates.sensitivity) / rates.good, 0.0),
        np.where(items.people == 0, (~passed - rates.specificity) / rates.bad, 0.0),
    )
    return np.stack(pulls, axis=1)
