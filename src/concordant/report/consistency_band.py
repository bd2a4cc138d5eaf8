"""
Where isotonic steps lie by chance when the probabilities are right: a consistency band around the diagonal.

Outcomes are drawn from the probabilities themselves and fitted anew, many times; the band holds the middle of the fits
at each probability (Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118, "consistency bands"; Broecker & Smith
2007, Weather and Forecasting 22:651). It holds at each probability by itself, not for the whole curve at once.

Measured on 200 samples each of 50 to 5,000 rows with calibrated probabilities from Beta(1, 1), Beta(0.5, 0.5) and
Beta(1, 9), at the level 0.95: the fit lay inside the band at 94.5 to 97.8 % of the probabilities. All of it lay inside
in 22 to 60 % of the samples of up to 200 rows and in 11 % or fewer of larger ones, so that a fit which leaves the band
somewhere proves nothing; `python -m benchmarks.consistency_band` repeats it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.states import Curve
from concordant.typing import FloatArray

_DRAWS = 400
_MOST_GROUPS = 400  # neighbouring probabilities are joined into so many groups of equal weight


@dataclass(frozen=True, slots=True)
class Band:
    """Limits at ascending probabilities."""

    predicted: FloatArray
    low: FloatArray
    high: FloatArray


def consistency_band(curve: Curve, level: float, *, seed: int = 1) -> Band | None:
    """
    Draw the band of rows that count once each; None for weights, of which nobody knows how many rows they are.

    Parameters
    ----------
    curve : Curve
        Probabilities of two classes.
    level : float
        The share of the fits that the band holds at each probability.
    """
    if curve.weights.dtype.kind == "f" or not curve.n:
        return None
    rows, mean = _groups(curve)
    random = np.random.default_rng(seed)
    positives = random.binomial(rows, np.clip(mean, 0.0, 1.0), (_DRAWS, len(rows)))
    fits = np.stack([_fit(rows, drawn) for drawn in positives])
    outside = (1 - level) / 2
    low, high = np.quantile(fits, [outside, 1 - outside], axis=0)
    upwards = slice(None, None, -1)
    return Band(mean[upwards], low[upwards], high[upwards])


def _groups(curve: Curve) -> tuple[npt.NDArray[np.int64], FloatArray]:
    """Rows and mean probability of each group, from the highest to the lowest."""
    rows = curve.weights.sum(1)
    scores = curve.scores.astype(np.float64)
    kept = rows > 0
    rows, scores = rows[kept], scores[kept]
    if len(rows) > _MOST_GROUPS:
        part = (np.cumsum(rows) - 1) * _MOST_GROUPS // rows.sum()
        starts = np.flatnonzero(np.diff(part, prepend=-1))
        total = np.add.reduceat(rows, starts)
        return total, np.add.reduceat(rows * scores, starts) / total
    return rows.astype(np.int64), scores


def _fit(rows: npt.NDArray[np.int64], positives: npt.NDArray[np.int64]) -> FloatArray:
    """The isotonic share of each group."""
    ends, sums = _kernels.isotonic_steps(np.stack([rows - positives, positives], axis=1))
    share = sums[:, 1] / sums.sum(1)
    fitted: FloatArray = np.repeat(share, np.diff(ends, prepend=0))
    return fitted
