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

from dataclasses import dataclass

import numpy as np

from concordant.errors import OptionError
from concordant.inference.samples.units import Clusters, Units
from concordant.typing import FloatArray

_ALL = 1e-12  # a cluster that lacks less than this share of the sample is the sample


@dataclass(frozen=True, slots=True)
class Sandwich:
    """Variances of S values, and the degrees of freedom with which each is known: arrays of shape (S,)."""

    variance: FloatArray
    degrees: FloatArray


def check_several(clusters: int) -> None:
    """Raise for a single cluster."""
    if clusters < 2:
        msg = "cluster= names one cluster; at least two are needed to see how they differ."
        raise OptionError(msg)


def sandwich(units: Units, psi: FloatArray, exposure: FloatArray | None = None) -> Sandwich:
    """
    Add the rows of each cluster.

    Parameters
    ----------
    units : Units
        Rows in clusters.
    psi : ndarray of shape (U, S)
        Influences.
    exposure : ndarray of shape (U, S), optional
        The standard deviation of the influence of a row, up to a factor: for a share, whether the row is counted
        among. Default: the root mean square of the influences of the same class of the truth.

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
    spread = _spread(units, psi) if exposure is None else exposure
    sums, pull, apart = clusters.sums(psi), clusters.sums(spread), _squares(clusters, spread)
    found = of_sums(sums, pull, apart, _mean_square(units, psi, spread))
    return Sandwich(found.variance / units.total**2, found.degrees)


def of_sums(sums: FloatArray, pull: FloatArray, apart: FloatArray, scale: FloatArray) -> Sandwich:
    """
    Take the variance of the sum of all from the sums of G clusters, (G, S), their exposures, and those squared.

    `scale`, of shape (S,), is the variance of a row of exposure one.
    """
    weight = pull.sum(0)
    share = np.divide(pull, weight, out=np.zeros_like(pull), where=weight > 0)
    factor = 1 / np.where(share < 1 - _ALL, 1 - share, 1.0)
    found = (factor * sums**2).sum(0)
    alike = correlation(found, pull * scale**0.5, apart * scale)
    expected = apart + alike * (pull**2 - apart)
    return Sandwich(found, satterthwaite(share, factor, expected, len(sums)))


def _spread(units: Units, psi: FloatArray) -> FloatArray:
    """The root mean square of the influences, in each class of the truth where there are classes."""
    code = np.zeros(len(units), np.intp) if units.stratum is None else units.stratum
    squares = units.squares
    weight = np.bincount(code, squares)
    each = np.stack([np.bincount(code, squares * column**2) for column in psi.T], axis=1)
    mean = each / np.where(weight > 0, weight, 1.0)[:, None]
    return np.asarray(np.sqrt(mean)[code])


def _squares(clusters: Clusters, spread: FloatArray) -> FloatArray:
    """What the variance of the sum of each cluster would be if its rows were independent."""
    weight = clusters.squares
    columns = [np.bincount(clusters.code, weight * one[clusters.unit] ** 2, clusters.size) for one in spread.T]
    return np.stack(columns, axis=1) if columns else np.zeros((clusters.size, 0))


def _mean_square(units: Units, psi: FloatArray, spread: FloatArray) -> FloatArray:
    """The variance of a row of exposure one."""
    top, bottom = units.squares @ psi**2, units.squares @ spread**2
    return np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0)


def correlation(found: FloatArray, pull: FloatArray, apart: FloatArray) -> FloatArray:
    """The correlation within clusters under which the variance would be as found; between 0 and 1."""
    together, alone = (pull**2).sum(0), apart.sum(0)
    more = together - alone
    shown = np.divide(found - alone, more, out=np.zeros_like(found), where=more > 1e-12 * alone)
    return np.asarray(np.clip(shown, 0.0, 1.0))


def satterthwaite(share: FloatArray, factor: FloatArray, expected: FloatArray, clusters: int) -> FloatArray:
    """
    ``(trace C)^2 / sum C^2`` of the covariance C of the corrected sums of clusters.

    The sum of a cluster, less its share of the sum of all, has the covariance
    ``q_g 1(g = h) - s_h q_g - s_g q_h + s_g s_h sum(q)``; sums of products take the place of the (G, G) matrix.
    """
    total = expected.sum(0)
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = expected / total
        own = factor * (expected - 2 * share * expected + share**2)
        less = factor * (share**2 - 2 * share * expected)
        a, b, c = ((factor * one).sum(0) for one in (share**2, share * expected, expected**2))
        squared = a**2 + 2 * a * c - 4 * a * b + 2 * b**2 - (less**2).sum(0) + (own**2).sum(0)
        found = own.sum(0) ** 2 / squared
    return np.where(np.isfinite(found), np.maximum(found, 1.0), clusters - 1.0)
