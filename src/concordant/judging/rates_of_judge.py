"""How a judge passes: which share of all items, of those that people pass, and of those that people fail."""

from __future__ import annotations

import math
from dataclasses import dataclass

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

    def adjusted(self, z: float) -> RatesOfJudge:
        """Return them with z^2 more judged items and two more of each class, half of each passed (Lang & Reiczigel)."""
        n, good, bad = self.judged + z * z, self.good + 2, self.bad + 2
        return RatesOfJudge(
            (self.judged * self.passes + z * z / 2) / n,
            n,
            (self.sensitivity * self.good + 1) / good,
            good,
            (self.specificity * self.bad + 1) / bad,
            bad,
        )

    def error(self, slopes: FloatArray) -> float:
        """The standard error of what moves by `slopes`, where the three shares are binomial and independent."""
        return math.sqrt(float(np.square(slopes) @ self._variances))

    def shift(self, z: float) -> float:
        """By how much the middle of the limits of the true rate lies above it (Lang & Reiczigel 2014)."""
        _, of_se, of_sp = self._variances
        return float(2 * z * z * (self.true * of_se - (1 - self.true) * of_sp))

    @property
    def _variances(self) -> FloatArray:
        shares = np.array([self.passes, self.sensitivity, self.specificity])
        found: FloatArray = shares * (1 - shares) / np.array([self.judged, self.good, self.bad])
        return found


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
