"""The smallest number of rows for which enough simulated studies reach their aim."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from concordant.errors import OptionError

Progress = Callable[[int, int | None], None]
Simulate = Callable[[int, int], int]  # rows, studies -> how many of them reach the aim

_MOST = 10**6  # rows
_STEP = 1.5
_NEAR = 1.05  # a bracket this narrow is as good as the noise
_TRIES = 12


@dataclass(frozen=True, slots=True)
class Tried:
    """How many of `runs` studies of n rows reached the aim."""

    n: int
    runs: int
    reached: int

    @property
    def share(self) -> float:
        """An estimate of the power."""
        return self.reached / self.runs

    @property
    def error(self) -> float:
        """Its standard error; of no study or all of them, as if half of one more had gone the other way."""
        share = (self.reached + 0.5) / (self.runs + 1) if self.reached in (0, self.runs) else self.share
        return math.sqrt(share * (1 - share) / self.runs)


def search(simulate: Simulate, target: float, runs: int, *, guess: int, least: int) -> Tried:
    """
    Find about the smallest n whose power reaches the target.

    A bracket is found and halved with a quarter of the runs; a probit line through all that was seen says which n to
    try with all of them; n rises until its own studies reach the target.
    """
    coarse = max(runs // 4, min(runs, 100))
    seen: list[Tried] = []

    def tried(n: int, many: int) -> Tried:
        seen.append(Tried(n, many, simulate(n, many)))
        return seen[-1]

    low, high = _bracket(lambda n: tried(n, coarse).share >= target, guess, least)
    while high > low * _NEAR and high - low > 1:
        middle = round(math.sqrt(low * high))
        middle = min(max(middle, low + 1), high - 1)
        low, high = (low, middle) if tried(middle, coarse).share >= target else (middle, high)
    n = _by_probit(seen, target, low, high)
    for _ in range(_TRIES):
        last = tried(n, runs)
        if last.share >= target:
            return last
        n = max(n + 1, _by_probit(seen, target, n, round(n * 1.2) + 1))
    msg = f"the simulated power does not settle at {target:g} near {n:,} rows: take more runs."
    raise OptionError(msg)


def _bracket(enough: Callable[[int], bool], guess: int, least: int) -> tuple[int, int]:
    """Two numbers of rows, the first not enough and the second enough."""
    n = min(max(guess, least), _MOST)
    if enough(n):
        while n > least:
            smaller = max(least, math.floor(n / _STEP))
            if not enough(smaller):
                return smaller, n
            n = smaller
        return n - 1, n
    while n < _MOST:
        larger = min(math.ceil(n * _STEP), _MOST)
        if enough(larger):
            return n, larger
        n = larger
    msg = f"not even {_MOST:,} rows reach this: ask for less, or for a larger difference."
    raise OptionError(msg)


def _by_probit(seen: list[Tried], target: float, low: int, high: int) -> int:
    """Fit ``z(power) = a + b log n`` near the target, weighted by how well each point is known; the n of the target."""
    near = [one for one in seen if low / 1.6 <= one.n <= high * 1.6 and 0 < one.share < 1]
    if len({one.n for one in near}) < 2:
        return high
    normal = NormalDist()
    x = np.log([one.n for one in near])
    y = np.array([normal.inv_cdf(one.share) for one in near])
    known = np.array(
        [one.runs * normal.pdf(z) ** 2 / (one.share * (1 - one.share)) for one, z in zip(near, y, strict=True)]
    )
    slope, start = np.polyfit(x, y, 1, w=np.sqrt(known))
    if slope <= 0:
        return high
    n = math.exp(min((normal.inv_cdf(target) - start) / slope, math.log(_MOST)))
    return min(max(math.ceil(n), low + 1), high)
