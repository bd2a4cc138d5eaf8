"""
A panel with fewer or more raters than a pilot had.

Fewer: which m of the ratings of a unit are taken is chance, so that each of its compositions becomes a mixture of
sub-compositions (multivariate hypergeometric), exactly. The mixture has the coefficient of the pilot, and the variance
of its influences is ``a + b / m + c / (m (m - 1))``, since influences are sums over pairs and single ratings of a unit
(Hoeffding 1948, Annals of Mathematical Statistics 19:293). Three numbers of raters give a, b and c, and with them the
variance of any number of raters of the same kind.
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.states import Tallies
from concordant.typing import FloatArray

_MOST = 100_000  # compositions of so many ratings
Counts = npt.NDArray[np.int64]


def compositions(raters: int, labels: int) -> Counts:
    """Every way to spread so many ratings over the labels, (C, K)."""
    if comb(raters + labels - 1, labels - 1) > _MOST:
        msg = f"{raters} ratings of {labels} labels have too many compositions: plan for fewer raters, or join labels."
        raise OptionError(msg)
    rows, left = np.zeros((1, 0), np.int64), np.full(1, raters)
    for _ in range(labels - 1):
        many = left + 1
        place = np.repeat(np.arange(len(rows)), many)
        first = np.concatenate([[0], np.cumsum(many)[:-1]])
        here = np.arange(int(many.sum())) - first[place]
        rows, left = np.column_stack([rows[place], here]), left[place] - here
    return np.column_stack([rows, left]).astype(np.int64)


def with_fewer(pilot: Tallies, raters: int) -> Tallies:
    """Return the units of a pilot that have so many ratings or more, each with that many of them by chance."""
    here = pilot.ratings >= raters
    counts, weight = pilot.counts[here], np.asarray(pilot.weight, np.float64)[here]
    rows, weights = [], []
    wanted = compositions(raters, counts.shape[1])
    most = int(counts.max(initial=0))
    ways = np.array([[comb(n, k) for k in range(raters + 1)] for n in range(most + 1)], np.float64)
    for unit, many in zip(counts, weight, strict=True):
        some = wanted[(wanted <= unit).all(1)]
        rows.append(some)
        weights.append(many * ways[unit, some].prod(1) / comb(int(unit.sum()), raters))
    return Tallies.from_rows(np.concatenate(rows), pilot.labels, np.concatenate(weights), ordered=pilot.ordered)


def beyond(known: dict[int, float], raters: int) -> float:
    """The variance with so many raters, from those with three or more numbers of raters."""
    m = np.array(list(known), np.float64)
    design = _design(m)
    found, *_ = np.linalg.lstsq(design, np.array(list(known.values())), rcond=None)
    value = float((_design(np.array([float(raters)])) @ found)[0])
    return min(value, known[max(known)])  # more raters make nothing worse


def _design(m: FloatArray) -> FloatArray:
    return np.column_stack([np.ones(len(m)), 1.0 / m, 1.0 / (m * (m - 1.0))])
