"""
Limits of a binomial proportion p of n rows.

n need not be whole: it can be the number of independent rows that weighted rows, or rows in clusters, are worth. All
of them are sensible also where no row or every row counts. Compared in Brown, Cai & DasGupta (2001), Interval
estimation for a binomial proportion, Statistical Science 16:101.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from concordant.inference.quantiles import special, two_sided
from concordant.typing import FloatArray

Ends = tuple[FloatArray, FloatArray]


def wilson(p: FloatArray, n: FloatArray, level: float) -> Ends:
    """The shares that a score test does not reject (Wilson 1927, JASA 22:209)."""
    z = two_sided(level)
    with np.errstate(invalid="ignore", divide="ignore"):
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return np.where(p == 0, 0.0, centre - half), np.where(p == 1, 1.0, centre + half)


def agresti_coull(p: FloatArray, n: FloatArray, level: float) -> Ends:
    """Wald limits of z^2 more rows, half of which count (Agresti & Coull 1998, American Statistician 52:119)."""
    z = two_sided(level)
    rows = n + z * z
    centre = (p * n + z * z / 2) / rows
    half = z * np.sqrt(centre * (1 - centre) / rows)
    return np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)


def exact(p: FloatArray, n: FloatArray, level: float) -> Ends:
    """
    The shares that neither binomial tail rejects (Clopper & Pearson 1934, Biometrika 26:404): never too narrow.

    Where no row or every row counts they have a closed form; scipy is needed only between.
    """
    tail = (1 - level) / 2
    p, n = np.broadcast_arrays(p, n)
    with np.errstate(divide="ignore", over="ignore"):
        edge = tail ** (1 / n)
    low, high = np.where(p == 1, edge, 0.0), np.where(p == 0, 1 - edge, 1.0)
    inside = (p > 0) & (p < 1)
    if inside.any():
        beta, rows, x = special().betaincinv, n[inside], p[inside] * n[inside]
        low[inside], high[inside] = beta(x, rows - x + 1, tail), beta(x + 1, rows - x, 1 - tail)
    low[np.isnan(p)] = high[np.isnan(p)] = np.nan
    return low, high


def jeffreys(p: FloatArray, n: FloatArray, level: float) -> Ends:
    """Quantiles of Beta(x + 1/2, n - x + 1/2), but 0 and 1 where no row or every row counts (Brown et al.)."""
    tail, beta = (1 - level) / 2, special().betaincinv
    x = p * n
    low, high = beta(x + 0.5, n - x + 0.5, tail), beta(x + 0.5, n - x + 0.5, 1 - tail)
    return np.where(p == 0, 0.0, low), np.where(p == 1, 1.0, high)


KINDS: dict[str, Callable[[FloatArray, FloatArray, float], Ends]] = {
    "wilson": wilson,
    "exact": exact,
    "agresti-coull": agresti_coull,
    "jeffreys": jeffreys,
}
