"""Wilson's interval of a share in simulated studies of clusters, all at once."""

from __future__ import annotations

import numpy as np

from concordant.inference.cluster_variance import variance_of_sums
from concordant.inference.intervals.proportions.binomial_limits import wilson
from concordant.inference.planning.cluster_design import ClusterDesign
from concordant.inference.quantiles import two_sided, two_sided_each
from concordant.typing import FloatArray

_ALL = 2_000_000  # clusters of all studies of a size
_MOST_RUNS, _FEWEST_RUNS = 10_000, 1_000


def runs_for(clusters: float) -> int:
    """How many studies of so many clusters are simulated: fewer of larger ones."""
    return min(max(round(_ALL / max(clusters, 1)), _FEWEST_RUNS), _MOST_RUNS)


def clustered_limits(
    share: float, clusters: ClusterDesign, many: int, runs: int, coverage: float, random: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """
    Return the limits that `accuracy.interval` with ``cluster=`` has in studies of so many clusters.

    The share of a cluster varies as a beta distribution with the intraclass correlation, and the sizes as a gamma
    distribution with their coefficient of variation. Rows count as ``p (1 - p) / se^2``, with Student's t for the
    degrees of freedom of the clusters (Korn & Graubard 1998).
    """
    sizes = _sizes(clusters, (runs, many), random)
    right = random.binomial(sizes, _shares(share, clusters.icc, sizes.shape, random))
    rows = sizes.sum(1)
    p = right.sum(1) / rows
    exposed = sizes.T.astype(np.float64)  # each row alike
    found = variance_of_sums((right - p[:, None] * sizes).T, exposed, exposed, p * (1 - p))
    with np.errstate(divide="ignore", invalid="ignore"):
        worth = np.fmin(p * (1 - p) * rows**2.0 / found.variance, rows)
    worth *= (two_sided(coverage, float(rows.mean()) - 1) / two_sided_each(coverage, found.degrees)) ** 2
    alike = (p == 0) | (p == 1)
    return wilson(p, np.where(alike, rows**2 / (sizes**2.0).sum(1), worth), coverage)


def _sizes(clusters: ClusterDesign, shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
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
