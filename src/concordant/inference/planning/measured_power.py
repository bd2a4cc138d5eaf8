"""
The power of a test as its own simulated studies have it, and the smallest size from which on it lasts.

A formula gives the start and the slope: on the scale of normal quantiles the measured power runs beside that of the
formula, so that a few sizes are enough to tell how far apart the two are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import NormalDist

import numpy as np

from concordant.errors import OptionError
from concordant.inference.planning.simulated_search import Tried
from concordant.inference.planning.smallest_study import MOST
from concordant.inference.planning.study_aim import StudyAim
from concordant.typing import FloatArray

Simulate = Callable[[int, int], Tried]  # rows, studies -> how many of them show it

_SEED = 20_201  # of all measured plans: the same wishes give the same plan
_TRIES = 12
_NEAR = 0.03  # sizes so near tell together how far the formula is off
_STEP = 0.005  # of the size; finer is lost in the noise
_SAW = 250  # rows; below, power can rise like a saw, and the next sizes are tried as well
_AHEAD = 3


def measured(simulate: Simulate, formula: Callable[[int], float], aim: StudyAim, runs: int) -> Tried:
    """
    Find the smallest number of rows whose measured power lasts, as far as the Monte-Carlo error can tell.

    Of clusters, the smallest number of them.

    Raises
    ------
    OptionError
        If no study of any size that can be done reaches it.
    """
    studies = _Studies(simulate, formula, aim)
    n = studies.settled(aim.smallest(lambda n: formula(n) >= aim.power), max(runs // 4, 1))
    n = studies.settled(n, runs)
    while n <= MOST:
        short = studies.last_short(n, runs)
        if short is None:
            return studies.tried(n, runs)
        n = aim.after(short, round(_STEP * short))
    msg = f"not even {MOST:,} rows reach a power of {aim.power:g}: ask for less, or for a larger difference."
    raise OptionError(msg)


class _Studies:
    """Simulated studies, each size once."""

    def __init__(self, simulate: Simulate, formula: Callable[[int], float], aim: StudyAim) -> None:
        self.simulate, self.formula, self.aim = simulate, formula, aim
        self.seen: dict[tuple[int, int], Tried] = {}

    def tried(self, n: int, runs: int) -> Tried:
        """Simulate so many studies of n rows."""
        if (n, runs) not in self.seen:
            self.seen[n, runs] = self.simulate(n, runs)
        return self.seen[n, runs]

    def settled(self, n: int, runs: int) -> int:
        """Return the number of rows at which the formula, moved to the power measured near n, has the power."""
        for _ in range(_TRIES):
            self.tried(n, runs)
            near = [one for (size, many), one in self.seen.items() if many == runs and abs(size - n) <= _NEAR * n]
            offset = float(np.mean([_probit(one.share) - _probit(self.formula(one.n)) for one in near]))
            wanted = min(NormalDist().inv_cdf(self.aim.power) - offset, _probit(1.0))
            following = self.aim.smallest(partial(self._reaches, wanted))
            if (following, runs) in self.seen or abs(following - n) <= _STEP * n:
                return following
            n = following
        return n

    def _reaches(self, wanted: float, n: int) -> bool:
        return _probit(self.formula(n)) >= wanted

    def last_short(self, n: int, runs: int) -> int | None:
        """The last of n and, of small studies, the next sizes whose power is short; the next by more than noise."""
        if self.tried(n, runs).share < self.aim.power:
            return n
        following = [n]
        while n < _SAW and len(following) <= _AHEAD:
            following.append(self.aim.after(following[-1]))
        tries = [self.tried(size, runs) for size in following[1:]]
        return max((one.n for one in tries if one.share < self.aim.power - 2 * one.error), default=None)


def _probit(share: float) -> float:
    return NormalDist().inv_cdf(min(max(share, 1e-6), 1 - 1e-6))


def noisy(se: FloatArray, degrees: float | None, random: np.random.Generator) -> FloatArray:
    """
    Let standard errors vary as those from `degrees` + 1 clusters do.

    Their squares are about chi-squared over its degrees of freedom, which is what makes t of z.
    """
    if degrees is None:
        return se
    return np.asarray(se * np.sqrt(random.chisquare(degrees, len(se)) / degrees))


def random_of(n: int) -> np.random.Generator:
    """Return the random numbers of studies of n rows."""
    return np.random.default_rng([_SEED, n])
