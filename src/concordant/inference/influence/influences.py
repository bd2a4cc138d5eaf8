"""How atoms move values: arrays that need not be written down; standard errors and sandwich variances of clusters."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import OptionError
from concordant.metrics.arithmetic import sums_of_rows
from concordant.settings import threads_for
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from concordant.inference.influence.classes import Patterns, PerPattern
    from concordant.inference.samples.sample import Atoms, Clusters

_ROUNDING = 1e-12  # a standard error below this share of the largest influence is rounding
_ALONE = 1 + 1e-9  # rows of one weight that are as good as those of several, of which one has nearly all
_AT_ONCE = 1 << 17  # numbers of clusters, of classes of the truth, or of atoms, and of some values
_CANCELLED = 1e-20  # of the variance of independent rows: what rounding leaves of rows that cancel in their clusters
_BYTES = 64  # that a number of a cluster and a class costs a thread


class Influences:
    """
    The influences ``psi[u, p]`` of U atoms on values of shape S, P in all: an array (U, *S).

    A thousand classes and fifty thousand rows are 400 MB of them; what inference asks for are sums over them, which
    `PerPattern` knows from the table.
    """

    shape: tuple[int, ...]

    def __init__(self, psi: FloatArray) -> None:
        self.shape = psi.shape[1:]
        self._psi = psi.reshape(len(psi), math.prod(self.shape))

    @property
    def size(self) -> int:
        """P, the number of values."""
        return math.prod(self.shape)

    def written(self) -> FloatArray:
        """All of them, (U, P)."""
        return self._psi

    def array(self) -> FloatArray:
        """All of them, (U, *S)."""
        psi = self.written()
        return psi.reshape(len(psi), *self.shape)

    def some(self, part: slice) -> FloatArray:
        """Those on some of the values, (U, B)."""
        return self.written()[:, part]

    def of_value(self, index: int) -> FloatArray:
        """Those on one value, (U,)."""
        return self.some(slice(index, index + 1))[:, 0]

    def mapped(self, function: Callable[[FloatArray], FloatArray]) -> Influences:
        """A function of each: it takes numbers whose last axis is that of the values, and gives as many."""
        psi = function(self.written())
        return Influences(psi.reshape(len(psi), *self.shape))

    def minus(self, other: Influences) -> Influences:
        """The first less the other; the difference of two infinite ones is undefined."""
        with np.errstate(invalid="ignore"):
            return Influences(self.array() - other.array())

    def only(self, index: int) -> Influences:
        """Those on one of the values."""
        return Influences(self.of_value(index))

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """``sum over u of weights[u] psi[u, p]**power`` for a power of 2, 3 or 4: (P,)."""
        psi = self._psi
        if power == 2:  # without an array of squares
            return np.asarray(np.einsum("u,up,up->p", weights, psi, psi))
        return np.asarray(np.einsum("u,up->p", weights, raised(psi, power)))

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """``psi.T @ sums``: (P,) of (U,)."""
        return sums_of_rows(sums, self._psi)

    @property
    def by_pattern(self) -> PerPattern | None:
        """These influences by the patterns of rows; None unless each value is of one class."""
        return None

    @cached_property
    def notes(self) -> dict[str, Any]:
        """Results that were computed from them, to be used again."""
        return {}


def raised(psi: FloatArray, power: int) -> FloatArray:
    """Return a power of 2, 3 or 4 by products: ``psi**4`` takes thirty times as long."""
    with np.errstate(over="ignore"):  # of slopes without end
        squares = psi * psi
        return squares if power == 2 else squares * (psi if power == 3 else squares)


# Standard errors: ``Var = sum over rows of (w psi)^2 / (sum w)^2`` of independent rows, weighted or not; rows of a
# cluster are added before squaring, see `sandwich`.


def standard_error(atoms: Atoms, psi: Influences) -> FloatArray:
    """The standard errors of metrics with influences `psi` on values of shape S; exactly 0 where nothing can vary."""
    if not atoms.weight.size:
        return np.full(psi.shape, np.nan)
    if atoms.clusters is not None:
        variance = sandwich(atoms, psi).variance
    else:
        variance = psi.moment(atoms.squares, 2) / atoms.total**2
    se = np.sqrt(variance)
    se[se <= _ROUNDING * np.sqrt(atoms.total_squares) / atoms.total] = 0.0
    return se.reshape(psi.shape)


def influential_rows(atoms: Atoms, psi: Influences) -> FloatArray:
    """
    How many rows (or clusters) each value rests on: ``(sum psi^2)^2 / sum psi^4`` over rows.

    Where all rows move the value alike this is their number. It is small where few rows decide: those of a rare class,
    or the errors of a near-perfect model; a standard error is then an estimate from as few. It is 0 where the standard
    error is 0, up to rounding, and infinite for values without influences (NaN).
    """
    if atoms.clusters is not None:
        sums = sums_of_clusters(atoms, atoms.clusters, psi)
        second, fourth = sums.second, sums.fourth
    else:
        second, fourth = moments_of_rows(atoms, psi)
    moved = (fourth > 0) & (second > _ROUNDING**2 * atoms.total_squares)
    with np.errstate(invalid="ignore", divide="ignore"):
        rows = np.where(moved, second**2 / fourth, np.where(np.isnan(fourth), np.inf, 0.0))
    return np.asarray(rows.reshape(psi.shape))


def moments_of_rows(atoms: Atoms, psi: Influences) -> tuple[FloatArray, FloatArray]:
    """Return the sums over rows of ``(w psi)^2`` and of ``(w psi)^4``, (P,)."""
    return psi.moment(atoms.squares, 2), psi.moment(atoms.fourths, 4)


def degrees_of_freedom(atoms: Atoms, psi: Influences | None) -> FloatArray | None:
    """
    Degrees of freedom of Student's t for metrics with influences, shape S; None (the normal) for independent rows.

    Without influences, clusters less one.
    """
    if atoms.clusters is None:
        return None
    if psi is None:
        return np.asarray(atoms.clusters.size - 1.0)
    return sandwich(atoms, psi).degrees.reshape(psi.shape)


def skewness(atoms: Atoms, psi: Influences) -> FloatArray:
    """Return that of values with influences: ``sum psi^3 / (sum psi^2)^1.5`` over independent rows, (P,)."""
    second, third = psi.moment(atoms.squares, 2), psi.moment(atoms.cubes, 3)
    return np.divide(third, second**1.5, out=np.zeros_like(third), where=second > 0)


def small_sample(
    atoms: Atoms, psi: Influences, stratum: npt.NDArray[np.generic] | None = None
) -> tuple[FloatArray, FloatArray]:
    """
    The standard errors, (P,), with the divisor n - 1, and their degrees of freedom.

    Of several strata, the sum of squares of each is divided by its own rows less one.

    The degrees of freedom of such a sum are `satterthwaite`'s; weighted rows count as Kish's number of them. Clusters
    have a correction and degrees of their own.

    Parameters
    ----------
    atoms : Atoms
        The rows.
    psi : Influences
        Influences; of several strata on one value.
    stratum : ndarray of shape (U,), optional
        The stratum of each atom: of scores, its class.
    """
    if atoms.clusters is not None:
        clustered = sandwich(atoms, psi)
        return np.sqrt(clustered.variance), clustered.degrees
    least = (_ROUNDING**2) * atoms.total_squares / atoms.total**2  # a variance below it is rounding
    if stratum is None:
        squares, rows = psi.moment(atoms.squares, 2) / atoms.total**2, atoms.effective
        if rows <= _ALONE:
            return np.where(squares > 0, np.nan, 0.0), np.where(squares > 0, np.nan, np.inf)
        variance = squares * rows / (rows - 1)
        variance[variance <= least] = 0.0
        return np.sqrt(variance), np.where(variance > 0, rows - 1, np.inf)
    code = stratum.astype(np.intp)
    each = (atoms.squares * psi.written()[:, 0] ** 2, atoms.weight, atoms.squares)
    squares, weight, weight_squares = (np.asarray(np.bincount(code, values), np.float64) for values in each)
    moved = squares > 0
    of_each = ratio_or_zero(weight**2, weight_squares)[moved]  # rows of each stratum
    if (of_each <= _ALONE).any():
        return np.full(1, np.nan), np.full(1, np.nan)
    parts = squares[moved] / atoms.total**2 * of_each / (of_each - 1)
    variance = parts.sum(keepdims=True)
    if variance <= least:
        return np.zeros(1), np.full(1, np.inf)
    return np.sqrt(variance), satterthwaite(parts, of_each - 1).reshape(1)


def satterthwaite(parts: Any, degrees: Any) -> Any:
    """
    The degrees of freedom of a sum of variances, (..., P), each known with its own: ``(sum v)^2 / sum(v^2 / d)``.

    Satterthwaite (1946), Biometrics Bulletin 2:110.
    """
    return parts.sum(-1) ** 2 / (parts**2 / degrees).sum(-1)


def jackknife_variance(weight: FloatArray, values: FloatArray) -> FloatArray:
    """
    ``(n - 1) / n sum_u w_u (t_(-u) - mean)^2`` of values (U, *S), of which each stands for as many rows as it weighs.

    Weights of shape (U, *S) are those of as many samples. Efron & Tibshirani (1993), An Introduction to the Bootstrap,
    eq. 11.5.
    """
    weight = weight.reshape(*weight.shape, *(1,) * (values.ndim - weight.ndim))
    n = weight.sum(0, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):  # of no rows at all there is none: NaN
        distance = values - (weight * values).sum(0) / n
        return np.asarray((n - 1.0) / n * (weight * np.square(distance)).sum(0))


def covariance(atoms: Atoms, psi: FloatArray) -> FloatArray:
    """The covariance of values with influences (U, P): that of the sums of rows or clusters, with their variances."""
    psi, clusters = np.nan_to_num(psi), atoms.clusters
    rows = psi * np.sqrt(atoms.squares)[:, None] if clusters is None else clusters.sums(psi)
    plain = rows.T @ rows
    scale = ratio_or_zero(standard_error(atoms, Influences(psi)).ravel(), np.sqrt(np.diagonal(plain)))
    return np.asarray(plain * np.outer(scale, scale))


# The variance of a value of clustered rows, and its degrees of freedom.
#
# The rows of a cluster are added first (the sandwich of Liang & Zeger 1986, Biometrika 73:13). A cluster that holds
# much of the sample pulls the value towards itself, so that its own sum comes out too small: it is divided by one
# less its share, which is the CR2 correction of Bell & McCaffrey (2002, Survey Methodology 28:169) where the value is
# a mean. The degrees of freedom are Satterthwaite's for rows that are alike in their cluster by the correlation that
# the sample shows (Pustejovsky & Tipton 2018, Journal of Business & Economic Statistics 36:672, section 2.3). They
# are G - 1 for G clusters of one size, and fewer where sizes differ.


class Sandwich(NamedTuple):
    """
    What is known of S values: arrays of shape (S,).

    Attributes
    ----------
    variance : ndarray
        Their variances.
    degrees : ndarray
        The degrees of freedom with which each variance is known.
    second, fourth : ndarray
        The sums of the squares and of the fourth powers of what the clusters add up to.
    exposed : ndarray
        The sum of the squared exposures of the clusters.
    """

    variance: FloatArray
    degrees: FloatArray
    second: FloatArray
    fourth: FloatArray
    exposed: FloatArray


def check_several(clusters: int) -> None:
    """Raise for a single cluster."""
    if clusters < 2:
        raise OptionError("cluster= names one cluster; at least two are needed to see how they differ.")


def sandwich(atoms: Atoms, psi: Influences, exposure: Influences | None = None) -> Sandwich:
    """
    Add the rows of each cluster.

    Parameters
    ----------
    atoms : Atoms
        Rows in clusters.
    psi : Influences
        Influences.
    exposure : Influences, optional
        The standard deviation of the influence of a row, up to a factor: for a share, whether the row is counted
        among. Default: the root mean square of the influences of the same class of the truth; of a value of one class
        against all others, of that class or of the others. Then the answer is kept beside the influences, as several
        ask for it.

    Raises
    ------
    OptionError
        For a single cluster.
    """
    clusters = atoms.clusters
    if clusters is None:
        raise OptionError("these rows are not in clusters.")
    check_several(clusters.size)
    if exposure is None:
        return sums_of_clusters(atoms, clusters, psi)
    return _sandwich(atoms, clusters, psi, exposure)


def sums_of_clusters(atoms: Atoms, clusters: Clusters, psi: Influences) -> Sandwich:
    """The sandwich with the default exposure; of a single cluster only its sums of powers mean something."""
    cached: tuple[Atoms, Sandwich] | None = psi.notes.get("sandwich")
    if cached is None or cached[0] is not atoms:
        cached = psi.notes["sandwich"] = atoms, _sandwich(atoms, clusters, psi)
    return cached[1]


def _sandwich(atoms: Atoms, clusters: Clusters, psi: Influences, exposure: Influences | None = None) -> Sandwich:
    sums = sandwich_of_classes(atoms, clusters, psi, exposure)
    if sums is None:
        width = max(_AT_ONCE // max(clusters.size, atoms.strata.size), 1)
        parts = (slice(first, min(first + width, psi.size)) for first in range(0, max(psi.size, 1), width))
        sums_of_parts = (_of_some(atoms, clusters, psi, exposure, part) for part in parts)
        sums = Sandwich(*map(np.concatenate, zip(*sums_of_parts, strict=True)))
    independent = psi.moment(atoms.squares, 2)
    cancelled = (sums.variance <= _CANCELLED * independent) & np.isfinite(independent)
    variance, second, fourth = (np.where(cancelled, 0.0, x) for x in (sums.variance, sums.second, sums.fourth))
    return Sandwich(variance / atoms.total**2, sums.degrees, second, fourth, sums.exposed)


def _of_some(atoms: Atoms, clusters: Clusters, psi: Influences, exposure: Influences | None, part: slice) -> Sandwich:
    """
    Take some of the values.

    By default exposures are the root mean squares of the influences in each class of the truth. By these the influences
    are as large as they are: the scale is 1.
    """
    values = psi.some(part)
    if exposure is None:
        strata, scale = atoms.strata, np.ones(values.shape[1])
        rows = np.bincount(strata.group, strata.weight, strata.size)
        squares = (strata.sums(values**2) / np.where(rows > 0, rows, 1.0)[:, None])[strata.group]
        pull = np.sqrt(squares)
    else:
        pull = exposure.some(part)
        squares = pull**2
        scale = ratio_or_zero(*(np.einsum("u,us->s", atoms.squares, each) for each in (values**2, squares)))
    by_squares = replace(clusters.grouped, weight=clusters.squares)
    return variance_of_sums(clusters.sums(values), clusters.sums(pull), by_squares.sums(squares), scale)


def variance_of_sums(sums: FloatArray, pull: FloatArray, squares: FloatArray, scale: FloatArray) -> Sandwich:
    """
    Take the variance of the sums of all G clusters on S values.

    Parameters
    ----------
    sums, pull, squares : ndarray of shape (G, S)
        What the rows of each cluster add up to: their influences; their exposures, which are the standard deviation of
        the influence of a row, up to a factor; and the squares of these.
    scale : ndarray of shape (S,)
        The variance of a row of exposure one.
    """
    sums, pull, squares = (np.ascontiguousarray(each.T, np.float64) for each in (sums, pull, squares))
    return Sandwich(*_kernels.cluster_variances(sums, pull, squares, np.ascontiguousarray(scale, np.float64)))


def ratio_or_zero(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Divide; 0 where the whole is not positive."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


# The variances of values of one class against all others, of rows in clusters.
#
# How far a row moves such a value depends on which of its labels are the class: that is what binary labels would tell.


def sandwich_of_classes(
    atoms: Atoms, clusters: Clusters, psi: Influences, exposure: Influences | None = None
) -> Sandwich | None:
    """What `sandwich` gives, the variance times the squared sum of weights; None for other influences."""
    moved = psi.by_pattern
    if moved is None:
        return None
    if exposure is None:
        pull, scale = _root_mean_squares(atoms, moved), np.ones(psi.size)
    else:
        exposed = exposure.by_pattern
        if exposed is None or not exposed.matches(moved):
            return None
        pull = exposed.terms
        scale = ratio_or_zero(psi.moment(atoms.squares, 2), exposure.moment(atoms.squares, 2))
    rows = rows_of_classes(atoms, clusters, moved.labels)
    terms, pull, squares = (np.ascontiguousarray(each) for each in (moved.terms, pull, pull**2))
    threads = threads_for(rows.work * moved.size // max(moved.labels.classes, 1), _BYTES)
    return Sandwich(*rows.variances(moved.first, terms, pull, squares, scale, threads))


def rows_of_classes(atoms: Atoms, clusters: Clusters, labels: Patterns) -> _kernels.ClassClusters:
    """The rows in the order of their classes; kept for the next values of the same labels."""
    cached: tuple[Atoms, _kernels.ClassClusters] | None = labels.notes.get("clusters")
    if cached is None or cached[0] is not atoms:
        codes = [np.ascontiguousarray(code, np.int64) for code in labels.codes]
        group, weight, unit = clusters.grouped.contiguous()
        squares = np.ascontiguousarray(clusters.squares, np.float64)
        rows = _kernels.ClassClusters(codes, group, unit, weight, squares, labels.classes, clusters.size)
        cached = labels.notes["clusters"] = atoms, rows
    return cached[1]


def _root_mean_squares(atoms: Atoms, terms: PerPattern) -> FloatArray:
    """The root mean square of the influences of rows of the class, and of all other rows: (patterns, S)."""
    squares = terms.weights(atoms.squares)
    pull = np.empty(terms.terms.shape)
    half = len(pull) // 2
    for patterns in (slice(0, half), slice(half, None)):
        weight = squares[patterns]
        with np.errstate(invalid="ignore"):  # what is undefined of patterns that do not occur does not count
            total = np.where(weight > 0, weight * terms.terms[patterns] ** 2, 0.0).sum(0)
        rows = weight.sum(0)
        pull[patterns] = np.sqrt(total / np.where(rows > 0, rows, 1.0))
    return pull
