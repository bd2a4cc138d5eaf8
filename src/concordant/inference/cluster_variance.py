"""
The variance of a value from the sums of clusters, and its degrees of freedom; some clusters at a time.

A cluster that holds much of the sample pulls the value towards itself, so that its own sum comes out too small: it is
divided by one less its share, which is the CR2 correction of Bell & McCaffrey (2002, Survey Methodology 28:169) where
the value is a mean. The degrees of freedom are Satterthwaite's for rows that are alike in their cluster by the
correlation that the sample shows (Pustejovsky & Tipton 2018, Journal of Business & Economic Statistics 36:672, section
2.3). They are G - 1 for G clusters of one size, and fewer where sizes differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from concordant.typing import FloatArray

_ALL = 1e-12  # a cluster that lacks less than this share of the sample is the sample


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


@dataclass(frozen=True, slots=True)
class ClusterSums:
    """
    The rows of each of G clusters added up, for S values: arrays (g, S) of some clusters at a time.

    Attributes
    ----------
    some : sequence
        What stands for these clusters; the functions below take one of them.
    sums : callable
        Of the influences.
    pull : callable
        Of the exposures: the standard deviation of the influence of a row, up to a factor.
    apart : callable
        Of the squared exposures.
    weight, alone, scale : ndarray of shape (S,)
        The sum of `pull` over all clusters, that of `apart`, and the variance of a row of exposure one.
    clusters : int
        G.
    """

    some: Sequence[Any]
    sums: Callable[[Any], FloatArray]
    pull: Callable[[Any], FloatArray]
    apart: Callable[[Any], FloatArray]
    weight: FloatArray
    alone: FloatArray
    scale: FloatArray
    clusters: int


def variance_of_sums(given: ClusterSums) -> Sandwich:
    """Take the variance of the sum of all."""
    size = len(given.weight)
    found, second, fourth, together = np.zeros((4, size))
    for some in given.some:
        pull, squares = given.pull(some), given.sums(some) ** 2
        found += products(_corrections(_shares(pull, given.weight)), squares)
        second += squares.sum(0)
        fourth += products(squares, squares)
        together += products(pull, pull)
    alike = correlation(found, together * given.scale, given.alone * given.scale)
    total, traces = given.alone + alike * (together - given.alone), np.zeros((7, size))
    for some in given.some:
        pull, expected = given.pull(some), given.apart(some)
        expected = expected + alike * (pull**2 - expected)
        traces += traces_of(_shares(pull, given.weight), expected, total)
    return Sandwich(found, satterthwaite(traces, given.clusters), second, fourth, together)


def variance_of_arrays(sums: FloatArray, pull: FloatArray, apart: FloatArray, scale: FloatArray) -> Sandwich:
    """Take the same of the sums of all clusters, (G, S), their exposures, and those squared."""
    every = (lambda _: sums), (lambda _: pull), (lambda _: apart)
    return variance_of_sums(ClusterSums([...], *every, pull.sum(0), apart.sum(0), scale, len(sums)))


def _shares(pull: FloatArray, weight: FloatArray) -> FloatArray:
    """The share of each cluster in all exposures."""
    return np.divide(pull, weight, out=np.zeros_like(pull), where=weight > 0)


def _corrections(share: FloatArray) -> FloatArray:
    """What the square of the sum of each cluster is multiplied with."""
    rest = 1 - share
    rest[rest <= _ALL] = 1.0
    return np.divide(1.0, rest, out=rest)


def correlation(found: FloatArray, together: FloatArray, alone: FloatArray) -> FloatArray:
    """
    The correlation within clusters under which the variance would be as found; between 0 and 1.

    `together` would it be if the rows of a cluster were one row, `alone` if they were independent.
    """
    more = together - alone
    shown = np.divide(found - alone, more, out=np.zeros_like(found), where=more > 1e-12 * alone)
    return np.asarray(np.clip(shown, 0.0, 1.0))


def traces_of(share: FloatArray, expected: FloatArray, total: FloatArray) -> FloatArray:
    """
    What `satterthwaite` needs of some clusters, (7, S); they add up. The last says how many of them are the sample.

    `expected` are the variances of the sums of the clusters, up to a factor, and `total` that of all clusters.
    """
    factor = _corrections(share)
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = expected / total
        own, mixed = factor * expected, factor * share
        less = mixed * share
        a = less.sum(0)
        mixed *= expected
        b, c = mixed.sum(0), products(own, expected)
        mixed *= 2
        less -= mixed
        own += less
        alone = (share >= 1 - _ALL).sum(0)
        return np.stack([a, b, c, own.sum(0), products(own, own), products(less, less), alone])


def satterthwaite(traces: FloatArray, clusters: int) -> FloatArray:
    """
    ``(trace C)^2 / sum C^2`` of the covariance C of the corrected sums of clusters.

    The sum of a cluster, less its share of the sum of all, has the covariance
    ``q_g 1(g = h) - s_h q_g - s_g q_h + s_g s_h sum(q)``; sums of products take the place of the (G, G) matrix. Where
    one cluster is the sample nothing is known of how clusters differ: then it is G - 1, and nothing is corrected.
    """
    a, b, c, own, own_squares, less_squares, alone = traces
    with np.errstate(invalid="ignore", divide="ignore"):
        found = own**2 / (a**2 + 2 * a * c - 4 * a * b + 2 * b**2 - less_squares + own_squares)
    return np.where(np.isfinite(found) & (alone == 0), np.maximum(found, 1.0), clusters - 1.0)


def products(first: FloatArray, second: FloatArray) -> FloatArray:
    """The sums over the clusters of products of two numbers, (G, S) each, without an array of them: (S,)."""
    return np.asarray(np.einsum("gs,gs->s", first, second))
