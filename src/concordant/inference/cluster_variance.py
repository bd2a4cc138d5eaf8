"""
The variance of values from the sums of clusters, and its degrees of freedom.

A cluster that holds much of the sample pulls the value towards itself, so that its own sum comes out too small: it is
divided by one less its share, which is the CR2 correction of Bell & McCaffrey (2002, Survey Methodology 28:169) where
the value is a mean. The degrees of freedom are Satterthwaite's for rows that are alike in their cluster by the
correlation that the sample shows (Pustejovsky & Tipton 2018, Journal of Business & Economic Statistics 36:672, section
2.3). They are G - 1 for G clusters of one size, and fewer where sizes differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from concordant import _kernels
from concordant.typing import FloatArray


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


def variance_of_sums(sums: FloatArray, pull: FloatArray, apart: FloatArray, scale: FloatArray) -> Sandwich:
    """
    Take the variance of the sums of all G clusters on S values.

    Parameters
    ----------
    sums, pull, apart : ndarray of shape (G, S)
        What the rows of each cluster add up to: their influences; their exposures, which are the standard deviation of
        the influence of a row, up to a factor; and the squares of these.
    scale : ndarray of shape (S,)
        The variance of a row of exposure one.
    """
    sums, pull, apart = (np.ascontiguousarray(each.T, np.float64) for each in (sums, pull, apart))
    return Sandwich(*_kernels.cluster_variances(sums, pull, apart, np.ascontiguousarray(scale, np.float64)))


def scale_of(moved: FloatArray, exposed: FloatArray) -> FloatArray:
    """The variance of a row of exposure one, by the sums of the squared influences and exposures of all rows: (S,)."""
    return np.divide(moved, exposed, out=np.zeros_like(moved), where=exposed > 0)


def joined(parts: Iterable[Sandwich]) -> Sandwich:
    """What is known of several groups of values, one after the other."""
    return Sandwich(*(np.concatenate(each) for each in zip(*parts, strict=True)))
