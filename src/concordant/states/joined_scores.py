"""
A curve with fewer scores for its interval: neighbouring scores far down the ranking count as equal.

Scores are joined where that changes their rank by at most a ten thousandth of it, so that the first 10,000 stay as they
are and precision at every depth is as good as exact. Limits move by less than a thousandth of their width, and a
million scores become 56,000.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from concordant.states.curve import Curve
from concordant.typing import FloatArray

SHARE = 1e-4  # of its rank, by which a score may move


def joined(curve: Curve) -> Curve:
    """Join scores of rows that count once; a small curve stays itself."""
    rows = curve.weights.sum(1).cumsum()
    if not len(rows) or rows[-1] <= 1 / SHARE:
        return curve
    ends = ends_of_ranks(rows)
    if len(ends) > 0.9 * len(rows):
        return curve
    starts = np.concatenate([[0], ends[:-1] + 1])
    return Curve(curve.scores[ends], np.add.reduceat(curve.weights, starts, axis=0), curve.classes, curve.edges)


def ends_of_ranks(rows: npt.NDArray[np.int64]) -> npt.NDArray[np.intp]:
    """Return the last place of each run of joined scores; `rows` says how many rows there are down to each place."""
    ends = np.searchsorted(rows, cuts_of_ranks(int(rows[-1])))
    return np.unique(np.append(ends[ends < len(rows)], len(rows) - 1))


def cuts_of_ranks(rows: int) -> FloatArray:
    """Return the ranks at which scores are no longer joined, at least up to so many rows."""
    return _cuts(rows.bit_length())


@cache
def _cuts(bits: int) -> FloatArray:
    """Ranks up to ``2**bits``, each a ten thousandth above the last, but at least by one."""
    single = np.arange(1.0, 1 / SHARE)
    steps = np.arange(bits * np.log(2) / np.log1p(SHARE) - np.log(1 / SHARE) / np.log1p(SHARE) + 1)
    return np.concatenate([single, (1 + SHARE) ** steps / SHARE])
