"""
The variance of a value of clustered rows, and its degrees of freedom.

The rows of a cluster are added first (the sandwich of Liang & Zeger 1986, Biometrika 73:13); what follows from the sums
is in `cluster_variance`. Values of classes against all others are in `clustered_classes`.
"""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.inference.cluster_variance import Sandwich, joined, scale_of, variance_of_sums
from concordant.inference.clustered_classes import sandwich_of_classes
from concordant.inference.influence.influences import Influences, Joined, Moving, influences_of
from concordant.inference.samples.units import Clusters, Units
from concordant.typing import FloatArray

_AT_ONCE = 1 << 17  # numbers of clusters, of classes of the truth, or of units, and of some values
_CANCELLED = 1e-20  # of the variance of independent rows: what rounding leaves of rows that cancel in their clusters
_FEW = 4  # values; of more it pays to add up the rows of a cluster and a class first


def check_several(clusters: int) -> None:
    """Raise for a single cluster."""
    if clusters < 2:
        msg = "cluster= names one cluster; at least two are needed to see how they differ."
        raise OptionError(msg)


def sandwich(units: Units, psi: Moving, exposure: Moving | None = None) -> Sandwich:
    """
    Add the rows of each cluster.

    Parameters
    ----------
    units : Units
        Rows in clusters.
    psi : Influences or ndarray of shape (U, S)
        Influences.
    exposure : Influences or ndarray of shape (U, S), optional
        The standard deviation of the influence of a row, up to a factor: for a share, whether the row is counted
        among. Default: the root mean square of the influences of the same class of the truth; of a value of one class
        against all others, of that class or of the others. Then the answer is kept beside the influences, as several
        ask for it.

    Raises
    ------
    OptionError
        For a single cluster.
    """
    clusters = units.clusters
    if clusters is None:
        msg = "these rows are not in clusters."
        raise OptionError(msg)
    check_several(clusters.size)
    psi = influences_of(psi)
    if exposure is None:
        return sums_of_clusters(units, clusters, psi)
    return _sandwich(units, clusters, psi, influences_of(exposure))


def sums_of_clusters(units: Units, clusters: Clusters, psi: Influences) -> Sandwich:
    """The same by the default exposure, also of a single cluster, of which the sums of powers alone mean something."""
    known: tuple[Units, Sandwich] | None = psi.notes.get("sandwich")
    if known is None or known[0] is not units:
        known = psi.notes["sandwich"] = units, _sandwich(units, clusters, psi)
    return known[1]


def _sandwich(units: Units, clusters: Clusters, psi: Influences, exposure: Influences | None = None) -> Sandwich:
    if exposure is None and isinstance(psi, Joined):
        return joined(sums_of_clusters(units, clusters, part) for part in psi.parts)
    found = sandwich_of_classes(units, clusters, psi, exposure)
    if found is None:
        width = max(_AT_ONCE // max(clusters.size, units.strata.size), 1)
        parts = (slice(first, min(first + width, psi.size)) for first in range(0, max(psi.size, 1), width))
        found = joined(_of_some(units, clusters, psi, exposure, here) for here in parts)
    alone = psi.moment(units.squares, 2)
    cancelled = (found.variance <= _CANCELLED * alone) & np.isfinite(alone)
    variance, second, fourth = (np.where(cancelled, 0.0, one) for one in (found.variance, found.second, found.fourth))
    return Sandwich(variance / units.total**2, found.degrees, second, fourth, found.exposed)


def _of_some(units: Units, clusters: Clusters, psi: Influences, exposure: Influences | None, here: slice) -> Sandwich:
    """Take some of the values."""
    values = psi.some(here)
    if exposure is None:
        return _by_class(units, clusters, values)
    pull = exposure.some(here)
    apart = pull**2
    scale = scale_of(*(np.einsum("u,us->s", units.squares, squares) for squares in (values**2, apart)))
    return variance_of_sums(*clusters.sums_of_three(values, pull, apart), scale)


def _by_class(units: Units, clusters: Clusters, values: FloatArray) -> Sandwich:
    """
    Take for exposures the root mean squares of the influences in each class of the truth.

    By these the influences are as large as they are: the scale is 1.
    """
    strata, scale = units.strata, np.ones(values.shape[1])
    squares = np.bincount(strata.group, strata.weight, strata.size)
    mean = strata.sums(values**2) / np.where(squares > 0, squares, 1.0)[:, None]
    if len(scale) <= _FEW:
        mean = mean[strata.group]
        return variance_of_sums(*clusters.sums_of_three(values, np.sqrt(mean), mean), scale)
    by_weight, by_squares = clusters.by_stratum(strata.group, strata.size)
    return variance_of_sums(clusters.sums(values), by_weight.sums(np.sqrt(mean)), by_squares.sums(mean), scale)
