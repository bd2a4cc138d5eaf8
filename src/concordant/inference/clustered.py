"""
The variance of a value of clustered rows, and its degrees of freedom.

The rows of a cluster are added first (the sandwich of Liang & Zeger 1986, Biometrika 73:13). A cluster that holds much
of the sample pulls the value towards itself, so that its own sum comes out too small: it is divided by one less its
share, which is the CR2 correction of Bell & McCaffrey (2002, Survey Methodology 28:169) where the value is a mean. The
degrees of freedom are Satterthwaite's for rows that are alike in their cluster by the correlation that the sample
shows (Pustejovsky & Tipton 2018, Journal of Business & Economic Statistics 36:672, section 2.3). They are G - 1 for G
clusters of one size, and fewer where sizes differ.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from concordant.errors import OptionError
from concordant.inference.influence.influences import Influences, Moving, influences_of
from concordant.inference.samples.units import Clusters, Units
from concordant.typing import FloatArray

_ALL = 1e-12  # a cluster that lacks less than this share of the sample is the sample
_AT_ONCE = 1 << 20  # sums of clusters, of some values
_FEW = 4  # values; of more it pays to add up the rows of a cluster and a class first
Sums = tuple[FloatArray, FloatArray, FloatArray, FloatArray]  # as `of_sums` takes them


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
    known: tuple[Units, Sandwich] | None = psi.notes.get("sandwich")
    if exposure is None and known is not None and known[0] is units:
        return known[1]
    if exposure is None:
        found = _of_blocks(psi.size, units, partial(_of_classes, units, clusters, psi))
        psi.notes["sandwich"] = units, found
        return found
    exposure = influences_of(exposure)
    top, bottom = psi.moment(units.squares, 2), exposure.moment(units.squares, 2)
    scale = np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0)

    def exposed(here: slice) -> Sums:
        sums, pull = psi.sums(clusters.grouped, here), exposure.sums(clusters.grouped, here)
        return sums, pull, exposure.sums_of_squares(clusters.grouped_squares, here), scale[here]

    return _of_blocks(psi.size, units, exposed)


def _of_blocks(size: int, units: Units, sums_of: Callable[[slice], Sums]) -> Sandwich:
    """Take some values at once."""
    groups = 1 if units.clusters is None else units.clusters.size
    found = [of_sums(*sums_of(here)) for here in blocks(size, max(groups, units.strata.size))]
    variance, *others = (np.concatenate(each) for each in zip(*found, strict=True))
    return Sandwich(variance / units.total**2, *others)


def blocks(size: int, groups: int) -> list[slice]:
    """Some of the values at once, so that their sums over the groups do not take much memory."""
    width = max(_AT_ONCE // max(groups, 1), 1)
    return [slice(first, min(first + width, size)) for first in range(0, max(size, 1), width)]


def _of_classes(units: Units, clusters: Clusters, psi: Influences, here: slice) -> Sums:
    """
    Sum influences, and for exposures their root mean squares in each class of the truth.

    By these the influences are as large as they are: the scale is 1.
    """
    strata = units.strata
    weight = np.bincount(strata.group, strata.weight, strata.size)
    mean = psi.sums_of_squares(strata, here) / np.where(weight > 0, weight, 1.0)[:, None]
    sums = psi.sums(clusters.grouped, here)
    by_weight, by_squares = clusters.grouped, clusters.grouped_squares
    if sums.shape[1] <= _FEW:
        mean = mean[strata.group]
    else:
        by_weight, by_squares = units.clusters_by_stratum
    return sums, by_weight.sums(np.sqrt(mean)), by_squares.sums(mean), np.ones(sums.shape[1])


def of_sums(sums: FloatArray, pull: FloatArray, apart: FloatArray, scale: FloatArray) -> Sandwich:
    """
    Take the variance of the sum of all from the sums of G clusters, (G, S), their exposures, and those squared.

    `scale`, of shape (S,), is the variance of a row of exposure one.
    """
    weight = pull.sum(0)
    share = np.divide(pull, weight, out=np.zeros_like(pull), where=weight > 0)
    factor = 1 / np.where(share < 1 - _ALL, 1 - share, 1.0)
    squares, together = sums**2, pull**2
    found = products(factor, squares)
    alike = correlation(found, together.sum(0) * scale, apart.sum(0) * scale)
    degrees = satterthwaite(share, factor, apart + alike * (together - apart), len(sums))
    return Sandwich(found, degrees, squares.sum(0), products(squares, squares), together.sum(0))


def correlation(found: FloatArray, together: FloatArray, alone: FloatArray) -> FloatArray:
    """
    The correlation within clusters under which the variance would be as found; between 0 and 1.

    `together` would it be if the rows of a cluster were one row, `alone` if they were independent.
    """
    more = together - alone
    shown = np.divide(found - alone, more, out=np.zeros_like(found), where=more > 1e-12 * alone)
    return np.asarray(np.clip(shown, 0.0, 1.0))


def satterthwaite(share: FloatArray, factor: FloatArray, expected: FloatArray, clusters: int) -> FloatArray:
    """
    ``(trace C)^2 / sum C^2`` of the covariance C of the corrected sums of clusters.

    The sum of a cluster, less its share of the sum of all, has the covariance
    ``q_g 1(g = h) - s_h q_g - s_g q_h + s_g s_h sum(q)``; sums of products take the place of the (G, G) matrix.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = expected / expected.sum(0)
        squares, mixed = factor * share**2, factor * share * expected
        own, less = factor * expected, squares - 2 * mixed
        a, b, c = squares.sum(0), mixed.sum(0), products(own, expected)
        own += less
        squared = a**2 + 2 * a * c - 4 * a * b + 2 * b**2 - products(less, less) + products(own, own)
        found = own.sum(0) ** 2 / squared
    return np.where(np.isfinite(found), np.maximum(found, 1.0), clusters - 1.0)


def products(first: FloatArray, second: FloatArray) -> FloatArray:
    """The sums over the clusters of products of two numbers, (G, S) each, without an array of them: (S,)."""
    return np.asarray(np.einsum("gs,gs->s", first, second))
