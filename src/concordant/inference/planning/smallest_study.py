"""Find the smallest number of rows that reaches an aim."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.typing import IntArray

MOST = 10**9  # rows; a plan for more is none


def smallest(enough: Callable[[int], bool], *, least: int = 1) -> int:
    """
    Bisect for the smallest n that is enough, where every larger one is as well.

    Raises
    ------
    OptionError
        If no study of any size that can be done is enough.
    """
    high = least
    while not enough(high):
        if high >= MOST:
            msg = f"not even {MOST:,} rows reach this: ask for less, or for a larger difference."
            raise OptionError(msg)
        high = min(2 * high, MOST)
    low = max(least - 1, high // 2)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def smallest_lasting(power: Callable[[int], float], target: float, *, guess: int) -> int:
    """
    Find the smallest n from which on the power stays at or above the target.

    The power of an exact test of counts rises like a saw, as few numbers of rows use up the level of the test. One row
    more must not lose what was planned for (Chernick & Liu 2002, The American Statistician 56:149). `guess`, from the
    normal distribution, is where the search starts.
    """
    step = max(8, round(4 * math.sqrt(guess)))
    high = guess
    while not all(power(n) >= target for n in range(high, high + step, max(1, step // 16))):
        if high >= MOST:
            msg = f"not even {MOST:,} rows reach a power of {target:g}: ask for less, or for a larger difference."
            raise OptionError(msg)
        high += step
        step = max(step, high // 16)
    last = high + 2 * step
    while last > 0 and power(last) >= target:
        last -= 1
    return last + 1


def last_count(holds: Callable[[IntArray], npt.NDArray[np.bool_]], most: IntArray) -> IntArray:
    """Bisect, for all places at once, for the last count from 0 to `most` up to which it holds; -1 if for none."""
    low, high = np.full(most.shape, -1), most + 1
    while (high - low > 1).any():
        middle = np.maximum((low + high) // 2, 0)
        here = holds(np.minimum(middle, most)) & (middle < high)
        low, high = np.where(here, middle, low), np.where(here | (middle >= high), high, middle)
    return low
