"""Wilson's interval of a share in simulated studies of clusters, all at once."""

from __future__ import annotations

import numpy as np

<<<<<<< HEAD
from concordant.inference.clustered import correlation, satterthwaite
=======
from concordant.inference.clustered import of_sums
>>>>>>> mend
from concordant.inference.intervals.proportions.limits import wilson
from concordant.inference.planning.clusters import Clusters
from concordant.inference.quantiles import two_sided, two_sided_each
from concordant.typing import FloatArray

_ALL = 2_000_000  # clusters of all studies of a size
_MOST_RUNS, _FEWEST_RUNS = 10_000, 1_000
_READ = 200  # degrees of freedom with a quantile


def runs_for(clusters: float) -> int:
    """How many studies of so many clusters are simulated: fewer of larger ones."""
    return min(max(round(_ALL / max(clusters, 1)), _FEWEST_RUNS), _MOST_RUNS)


def clustered_limits(
    share: float, clusters: Clusters, many: int, runs: int, coverage: float, random: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """
    Return the limits that `accuracy.interval` with ``cluster=`` has in studies of so many clusters.

    The share of a cluster varies as a beta distribution with the intraclass correlation, and the sizes as a gamma
    distribution with their coefficient of variation. Rows count as ``p (1 - p) / se^2``, with Student's t for the
<<<<<<< HEAD
    clusters (Korn & Graubard 1998); se and the degrees of freedom are those of `clustered`.
=======
    degrees of freedom of the clusters (Korn & Graubard 1998).
>>>>>>> mend
    """
    sizes = _sizes(clusters, (runs, many), random)
    right = random.binomial(sizes, _shares(share, clusters.icc, sizes.shape, random))
    rows = sizes.sum(1)
    p = right.sum(1) / rows
<<<<<<< HEAD
    variance, degrees = _spread(sizes.T.astype(np.float64), right.T - p * sizes.T, p * (1 - p))
    with np.errstate(divide="ignore", invalid="ignore"):
        worth = np.fmin(p * (1 - p) / variance, rows)
    worth *= (two_sided(coverage, float(rows.mean()) - 1) / _quantiles(coverage, degrees)) ** 2
=======
    exposed = sizes.T.astype(np.float64)  # each row alike
    found = of_sums((right - p[:, None] * sizes).T, exposed, exposed, p * (1 - p))
    with np.errstate(divide="ignore", invalid="ignore"):
        worth = np.fmin(p * (1 - p) * rows**2.0 / found.variance, rows)
    worth *= (two_sided(coverage, float(rows.mean()) - 1) / _quantiles(coverage, found.degrees)) ** 2
>>>>>>> mend
    alike = (p == 0) | (p == 1)
    return wilson(p, np.where(alike, rows**2 / (sizes**2.0).sum(1), worth), coverage)


<<<<<<< HEAD
def _spread(sizes: FloatArray, sums: FloatArray, scale: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The variance of a share and its degrees of freedom, as `sandwich` has them; of clusters by studies (G, T)."""
    rows = sizes.sum(0)
    share = sizes / rows
    factor = 1 / (1 - share)
    found = (factor * sums**2).sum(0)
    alike = correlation(found, sizes * np.sqrt(scale), sizes * scale)
    return found / rows**2, satterthwaite(share, factor, sizes + alike * (sizes**2 - sizes), len(sizes))


def _quantiles(coverage: float, degrees: FloatArray) -> FloatArray:
    """Two-sided quantiles of t, between those of 60 degrees of freedom: a smooth line in their inverse."""
    inverse = np.linspace(1 / degrees.max(), 1 / degrees.min(), 60)
    known = [two_sided(coverage, float(1 / one)) for one in inverse]
    return np.interp(1 / degrees, inverse, known)
=======
def _quantiles(coverage: float, degrees: FloatArray) -> FloatArray:
    """Those of Student's t, read off between some degrees of freedom: as good as exact, and for thousands at once."""
    inverse = np.linspace(1 / degrees.max(), 1 / degrees.min(), _READ)
    table = two_sided_each(coverage, 1 / inverse)
    return np.asarray(np.interp(1 / degrees, inverse, table))
>>>>>>> mend


def _sizes(clusters: Clusters, shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Whole sizes of at least a row, in the mean as given."""
    size, cv = clusters.size, clusters.cv
    if cv == 0:
        return np.full(shape, int(size)) + (random.random(shape) < size - int(size))
    return np.maximum(np.round(random.gamma(1 / cv**2, size * cv**2, shape)), 1).astype(np.int64)


def _shares(share: float, icc: float, shape: tuple[int, ...], random: np.random.Generator) -> FloatArray | float:
    if icc == 0:
        return share
    if icc == 1:
        return (random.random(shape) < share).astype(np.float64)
    spread = 1 / icc - 1
    return random.beta(share * spread, (1 - share) * spread, shape)
