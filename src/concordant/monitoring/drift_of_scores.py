"""Whether scores are spread as before: the Kolmogorov-Smirnov distance with certain limits, and the stability index."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.monitoring.drift_of_labels import stability_index
from concordant.result.record import Record
from concordant.states import BucketCurve

_BINS = 10


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreShift(Record):
    """
    How far the scores of some rows are spread otherwise than those of others.

    Attributes
    ----------
    distance, distance_high : float
        The greatest distance of the two distribution functions lies between them for certain: scores are known up to
        their bucket.
    p_value : float
        Of the lower one, so that the exact distance has none that is larger.
    psi, psi_expected : float
        The population stability index over bins that hold equally many rows of the reference, and what it is expected
        to be if nothing has changed.
    n, n_before : int
    reason : str or None
        Why there is no test; None if there is one.
    """

    distance: float
    distance_high: float
    p_value: float
    psi: float
    psi_expected: float
    n: int
    n_before: int
    reason: str | None = None


def score_shift(now: BucketCurve, before: BucketCurve, *, bins: int = _BINS) -> ScoreShift:
    """
    Test whether two samples have the same distribution of scores.

    Parameters
    ----------
    now, before : BucketCurve
        The rows of all classes count.
    bins : int
        Of the stability index: the reference is cut into so many bins of equally many rows, as far as buckets allow.

    Notes
    -----
    The p-value is that of Kolmogorov's (1933) limiting distribution at ``D sqrt(n m / (n + m))``. For few rows, and
    for ties, it is too large rather than too small.
    """
    places = np.union1d(now.places, before.places)
    first, second = (_rows_at(curve, places) for curve in (now, before))
    n, m = int(first.sum()), int(second.sum())
    if not n or not m:
        nan = math.nan
        return ScoreShift(nan, nan, nan, nan, nan, n, m, f"there is no row {'before' if n else 'now'}")
    a, b = np.cumsum(first) / n, np.cumsum(second) / m
    distance = float(np.abs(a - b).max())
    start_a, start_b = a - first / n, b - second / m
    open_within = ~_one_score(now, before, places)
    inside = np.maximum(a - start_b, b - start_a)[open_within]  # all rows of one first, then those of the other
    high = max(distance, float(inside.max(initial=0.0)))
    psi, usual = stability_index(*_binned(first, second, bins))
    p_value = kolmogorov_tail(distance * math.sqrt(n * m / (n + m)))
    return ScoreShift(distance, min(high, 1.0), p_value, psi, usual, n, m)


def kolmogorov_tail(x: float) -> float:
    """
    Return the upper tail of Kolmogorov's distribution.

    ``2 sum (-1)^(k - 1) exp(-2 k^2 x^2)``; for small x by ``1 - sqrt(2 pi) / x sum exp(-(2 k - 1)^2 pi^2 / (8 x^2))``
    (Kolmogorov 1933, Giornale dell'Istituto Italiano degli Attuari 4:83; Feller 1948, Annals of Mathematical Statistics
    19:177).
    """
    if math.isnan(x):
        return math.nan
    if x <= 0.04:
        return 1.0
    if x < 1:
        terms = (math.exp(-((2 * k - 1) ** 2) * math.pi**2 / (8 * x * x)) for k in range(1, 6))
        return min(max(1 - math.sqrt(2 * math.pi) / x * sum(terms), 0.0), 1.0)
    terms = ((1 if k % 2 else -1) * math.exp(-2 * k * k * x * x) for k in range(1, 8))
    return min(2 * sum(terms), 1.0)


def _rows_at(curve: BucketCurve, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    rows = np.zeros(len(places), np.int64)
    rows[np.searchsorted(places, curve.places)] = curve.weights.sum(1)
    return rows


def _one_score(now: BucketCurve, before: BucketCurve, places: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Which buckets hold one score alone, or rows of one of the two: then their order is known, or does not matter."""
    low, high = np.full(len(places), np.inf), np.full(len(places), -np.inf)
    seen = np.zeros(len(places), np.int64)
    for curve in (now, before):
        here = np.searchsorted(places, curve.places)
        low[here], high[here] = np.minimum(low[here], curve.low), np.maximum(high[here], curve.high)
        seen[here] += 1
    return np.asarray((low == high) | (seen < 2))


def _binned(
    first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], bins: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Both samples in bins that hold about equally many rows of the second."""
    before = np.cumsum(second) - second
    number = np.minimum((before * bins) // max(int(second.sum()), 1), bins - 1)
    return tuple(  # type: ignore[return-value]
        np.bincount(number, rows, minlength=bins).astype(np.int64) for rows in (first, second)
    )
