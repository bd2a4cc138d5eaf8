"""
The variances of values of one class against all others, of rows in clusters.

How far a row moves such a value depends on which of its labels are the class: that is what binary labels would tell.
"""

from __future__ import annotations

import numpy as np

from concordant import _kernels
from concordant.inference.cluster_variance import Sandwich, scale_of
from concordant.inference.influence.by_kind import ByKind
from concordant.inference.influence.influences import Influences
from concordant.inference.influence.kinds_of_rows import KindsOfRows
from concordant.inference.samples.units import Clusters, Units
from concordant.settings import threads_for
from concordant.typing import FloatArray

_BYTES = 64  # that a number of a cluster and a class is worth


def sandwich_of_classes(
    units: Units, clusters: Clusters, psi: Influences, exposure: Influences | None = None
) -> Sandwich | None:
    """What `sandwich` gives, the variance times the squared sum of weights; None for other influences."""
    terms = psi.by_kind
    if terms is None:
        return None
    if exposure is None:
        pull, scale = _root_mean_squares(units, terms), np.ones(psi.size)
    else:
        given = exposure.by_kind
        if given is None or not given.is_beside(terms):
            return None
        pull = given.terms
        scale = scale_of(psi.moment(units.squares, 2), exposure.moment(units.squares, 2))
    apart = pull**2
    rows = rows_of_classes(units, clusters, terms.labels)
    moved, pull, apart = (np.ascontiguousarray(each) for each in (terms.terms, pull, apart))
    threads = _threads(rows, terms)
    return Sandwich(*rows.variances(terms.first, moved, pull, apart, scale, threads))


def products_of_classes(units: Units, clusters: Clusters, one: Influences, other: Influences) -> FloatArray | None:
    """The products of the sums of each cluster on two times as many values, added up; None for other influences."""
    first, second = one.by_kind, other.by_kind
    if first is None or second is None or not second.is_beside(first):
        return None
    rows = rows_of_classes(units, clusters, first.labels)
    a, b = (np.ascontiguousarray(terms.terms) for terms in (first, second))
    return np.asarray(rows.products(first.first, a, b, _threads(rows, first)))


def rows_of_classes(units: Units, clusters: Clusters, labels: KindsOfRows) -> _kernels.ClassClusters:
    """Put the rows of each class in order; kept for the next values of the same labels."""
    known: tuple[Units, _kernels.ClassClusters] | None = labels.notes.get("clusters")
    if known is None or known[0] is not units:
        codes = [np.ascontiguousarray(code, np.int64) for code in labels.codes]
        group, weight, unit = clusters.grouped.contiguous()
        squares = np.ascontiguousarray(clusters.squares, np.float64)
        rows = _kernels.ClassClusters(codes, group, unit, weight, squares, labels.classes, clusters.size)
        known = labels.notes["clusters"] = units, rows
    return known[1]


def _threads(rows: _kernels.ClassClusters, terms: ByKind) -> int:
    return threads_for(rows.work * terms.terms.shape[1] // max(terms.labels.classes, 1), _BYTES)


def _root_mean_squares(units: Units, terms: ByKind) -> FloatArray:
    """The root mean square of the numbers of rows of the class, and of all others: (kinds, S)."""
    squares = terms.weights(units.squares)
    pull = np.empty(terms.terms.shape)
    half = len(pull) // 2
    for kinds in (slice(0, half), slice(half, None)):
        rows = squares[kinds].sum(0)
        pull[kinds] = np.sqrt(_totals(squares[kinds], terms.terms[kinds] ** 2) / np.where(rows > 0, rows, 1.0))
    return pull


def _totals(weights: FloatArray, numbers: FloatArray) -> FloatArray:
    """The sums over the kinds that there are: what is undefined of others does not count."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(weights > 0, weights * numbers, 0.0).sum(0))
