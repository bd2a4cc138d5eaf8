"""
The variance of a value of clustered rows, and its degrees of freedom.

The rows of a cluster are added first (the sandwich of Liang & Zeger 1986, Biometrika 73:13); what follows from the sums
is in `cluster_variance`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

import numpy as np

from concordant.errors import OptionError
from concordant.inference.cluster_variance import ClusterSums, Sandwich, variance_of_sums
from concordant.inference.influence.influences import Influences, Moving, influences_of
from concordant.inference.samples.rows_in_groups import RowsInGroups
from concordant.inference.samples.units import Clusters, Units
from concordant.typing import FloatArray

_TABLE = 1 << 17  # numbers of classes of the truth and of some values: they stay in a processor's cache
_LEAST = 64  # values at once
_AT_ONCE = 1 << 15  # numbers of some clusters and some values
_WIDE, _NARROW = 16, 1 << 21  # the same of fewer values: rows are put in order only where clusters are very many
_FEW = 4  # values; of more it pays to add up the rows of a cluster and a class first
SumsOf = Callable[[int], FloatArray]


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
        among. Default: the root mean square of the influences of the same class of the truth. Then the answer is kept
        beside the influences, as several ask for it.

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
    return _of_values(psi.size, units, clusters, _by_exposure(units, psi, influences_of(exposure)))


def sums_of_clusters(units: Units, clusters: Clusters, psi: Influences) -> Sandwich:
    """The same by the default exposure, also of a single cluster, of which the sums of powers alone mean something."""
    known: tuple[Units, Sandwich] | None = psi.notes.get("sandwich")
    if known is None or known[0] is not units:
        known = psi.notes["sandwich"] = units, _of_values(psi.size, units, clusters, _by_class(units, psi))
    return known[1]


class ClusterRows:
    """The rows of `size` clusters, those of some clusters at a time."""

    def __init__(self, clusters: Clusters, strata: RowsInGroups, many: int) -> None:
        self.size = clusters.size
        self._clusters, self._strata, self._many = clusters, strata, many

    @cached_property
    def by_weight(self) -> list[RowsInGroups]:
        """By their weights."""
        return self._clusters.grouped.parts(self._many)

    @cached_property
    def by_squares(self) -> list[RowsInGroups]:
        """By their squared weights."""
        same = self._clusters.squares is self._clusters.weight
        return self.by_weight if same else self._clusters.grouped_squares.parts(self._many)

    @cached_property
    def by_class(self) -> tuple[list[RowsInGroups], list[RowsInGroups]]:
        """Both, with the class of the truth of their unit for a unit."""
        weights, squares = self._clusters.by_stratum(self._strata.group, self._strata.size)
        found = weights.parts(self._many)
        return found, found if squares.weight is weights.weight else squares.parts(self._many)


def rows_of_clusters(units: Units, clusters: Clusters, width: int) -> ClusterRows:
    """Part the rows for so many values at once; their order is kept, as the next values need it again."""
    many = max((_AT_ONCE if width >= _WIDE else _NARROW) // max(width, 1), 1)
    known: ClusterRows | None = units.notes.get(many)
    if known is None:
        known = units.notes[many] = ClusterRows(clusters, units.strata, many)
    return known


SummedOf = Callable[[ClusterRows, slice], ClusterSums]  # of some values


def _of_values(size: int, units: Units, clusters: Clusters, summed: SummedOf) -> Sandwich:
    """Take some values at once."""
    width = min(max(_TABLE // units.strata.size, _LEAST), max(size, 1))
    rows = rows_of_clusters(units, clusters, width)
    columns = (slice(first, min(first + width, size)) for first in range(0, max(size, 1), width))
    found = [variance_of_sums(summed(rows, here)) for here in columns]
    variance, *others = (np.concatenate(each) for each in zip(*found, strict=True))
    return Sandwich(variance / units.total**2, *others)


def _by_class(units: Units, psi: Influences) -> SummedOf:
    """
    Take for exposures the root mean squares of the influences in each class of the truth.

    By these the influences are as large as they are: the scale is 1.
    """
    strata = units.strata
    squares = np.bincount(strata.group, strata.weight, strata.size)
    weights = np.bincount(strata.group, units.weight, strata.size)

    def summed(rows: ClusterRows, here: slice) -> ClusterSums:
        mean = psi.sums_of_squares(strata, here) / np.where(squares > 0, squares, 1.0)[:, None]
        spread = np.sqrt(mean)
        weight, alone = (np.einsum("c,cs->s", *pair) for pair in ((weights, spread), (squares, mean)))
        if mean.shape[1] <= _FEW:
            mean, spread = mean[strata.group], spread[strata.group]
            by_weight, by_squares = rows.by_weight, rows.by_squares
        else:
            by_weight, by_squares = rows.by_class
        return _summed(
            rows,
            lambda some: psi.sums(rows.by_weight[some], here),
            lambda some: by_weight[some].sums(spread),
            lambda some: by_squares[some].sums(mean),
            (weight, alone, np.ones(mean.shape[1])),
        )

    return summed


def _by_exposure(units: Units, psi: Influences, exposure: Influences) -> SummedOf:
    """Take the exposures that are given."""
    top, bottom = psi.moment(units.squares, 2), exposure.moment(units.squares, 2)
    scale = np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0)
    weight = exposure.onto_values(units.weight)

    def summed(rows: ClusterRows, here: slice) -> ClusterSums:
        return _summed(
            rows,
            lambda some: psi.sums(rows.by_weight[some], here),
            lambda some: exposure.sums(rows.by_weight[some], here),
            lambda some: exposure.sums_of_squares(rows.by_squares[some], here),
            (weight[here], bottom[here], scale[here]),
        )

    return summed


def _summed(
    rows: ClusterRows,
    sums: SumsOf,
    pull: SumsOf,
    apart: SumsOf,
    known: tuple[FloatArray, FloatArray, FloatArray],
) -> ClusterSums:
    """Sums of the clusters; the exposures, which are asked for twice, are kept where all clusters are taken at once."""
    return ClusterSums(range(len(rows.by_weight)), sums, lru_cache(1)(pull), apart, *known, rows.size)
