"""
The gaps of a smooth calibration curve, smooth share less probability at each of its points, and how they vary together.

The curve is linear in what happened, ``sum of l_j(x) y_j``: its covariance at two points is the sum over rows of
``l_j(x) l_j(x')`` times the variance of y_j, and of rows in clusters that of the sums over each cluster.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.clustered import check_several
from concordant.inference.samples.bin_gaps import Column, outputs_of
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.units import Units
from concordant.metrics.probabilities.smooth_calibration import SPAN, Smoothing, check_span, rising, smoothing
from concordant.typing import FloatArray

POINTS = 100  # of more distinct probabilities: the mean error of the curve moves by 0.0001
Codes = npt.NDArray[np.intp]


@dataclass(frozen=True)
class SmoothGaps:
    """
    The points of one class or label.

    Attributes
    ----------
    units : Units
        The rows.
    smooth : Smoothing
        The curve as a matrix.
    cells : tuple of ndarray of int, each of shape (U,)
        The cell of each unit, for every column that is pooled here.
    said, happened : tuple of ndarray of float64, each of shape (U,)
        The probability, and 1 or 0, whether it happened.
    """

    units: Units
    smooth: Smoothing
    cells: tuple[Codes, ...]
    said: tuple[FloatArray, ...]
    happened: tuple[FloatArray, ...]

    @property
    def size(self) -> int:
        """The number of points."""
        return len(self.smooth.points)

    @cached_property
    def share(self) -> FloatArray:
        """The share of the rows around each point."""
        return np.asarray(self.smooth.weight / self.smooth.weight.sum())

    def _summed(self, each: tuple[FloatArray, ...]) -> FloatArray:
        """Sums over the units of each cell."""
        size = len(self.smooth.cell_weight)
        parts = [np.bincount(cell, x, minlength=size) for cell, x in zip(self.cells, each, strict=True)]
        return np.asarray(np.sum(parts, axis=0))

    @cached_property
    def observed(self) -> FloatArray:
        """The curve at the points."""
        positives = self._summed(tuple(self.units.weight * happened for happened in self.happened))
        return np.clip(self.smooth.matrix @ (positives / self.smooth.cell_weight), 0.0, 1.0)

    @property
    def gap(self) -> FloatArray:
        """The curve less the diagonal."""
        return np.asarray(self.observed - self.smooth.points)

    @cached_property
    def by_row(self) -> FloatArray:
        """How much the share of a row of weight 1 in each cell counts at each point."""
        return np.asarray(self.smooth.matrix / self.smooth.cell_weight)

    @cached_property
    def rows(self) -> FloatArray:
        """How many rows that count alike each point is worth."""
        squares = self._summed((self.units.squares,) * len(self.cells))
        return np.asarray(1 / (self.by_row**2 @ squares))

    @cached_property
    def expected(self) -> FloatArray:
        """The curve with one more row at each point, which is as likely to happen as its probability says."""
        rows = self.rows
        return np.asarray((self.observed * rows + self.smooth.points) / (rows + 1))

    def _expected_of(self, said: FloatArray) -> FloatArray:
        return np.interp(said, self.smooth.points, self.expected)

    @cached_property
    def lack(self) -> tuple[FloatArray, ...]:
        """What happened at each unit, less the curve."""
        pairs = zip(self.happened, self.said, strict=True)
        return tuple(happened - self._expected_of(said) for happened, said in pairs)

    @cached_property
    def by_cluster(self) -> FloatArray:
        """Sums over the rows of each cluster of what lacks, times what it counts at each point: (G, X)."""
        clusters = self.units.clusters
        if clusters is None:
            msg = "these rows are not in clusters."
            raise ValueError(msg)
        check_several(clusters.size)
        found = np.zeros((clusters.size, self.size))
        for cell, lack in zip(self.cells, self.lack, strict=True):
            weighted, at = clusters.weight * lack[clusters.unit], cell[clusters.unit]
            for point, counts in enumerate(self.by_row):
                found[:, point] += np.bincount(clusters.code, weighted * counts[at], minlength=clusters.size)
        return found

    @cached_property
    def variance(self) -> FloatArray:
        """The variance of the curve at each point, where the columns are not pooled."""
        clusters = self.units.clusters
        if clusters is not None:
            return np.asarray((self.by_cluster**2).sum(0) * (clusters.size / max(clusters.size - 1, 1)))
        return np.asarray(self.by_row**2 @ self._summed((self.units.squares * self.lack[0] ** 2,)))

    @property
    def least_variance(self) -> FloatArray:
        """None: a binomial share of as many rows varies more, and its limits of the greatest error missed too often."""
        return np.zeros(self.size)

    def covariance(self, other: SmoothGaps) -> FloatArray:
        """Of these gaps and those of another class of the same rows."""
        clusters = self.units.clusters
        if clusters is not None:
            return self.by_cluster.T @ other.by_cluster * (clusters.size / max(clusters.size - 1, 1))
        shape = (len(self.smooth.cell_weight), len(other.smooth.cell_weight))
        found = np.zeros(shape[0] * shape[1])
        for cell, lack in zip(self.cells, self.lack, strict=True):
            for cell_b, lack_b in zip(other.cells, other.lack, strict=True):
                product = self.units.squares * lack * lack_b
                found += np.bincount(cell * shape[1] + cell_b, product, minlength=len(found))
        return np.asarray(self.by_row @ found.reshape(shape) @ other.by_row.T)

    def possible(self, gaps: FloatArray) -> FloatArray:
        """Cut gaps off where the curve would leave the range of a share."""
        return np.clip(gaps, -self.smooth.points, 1 - self.smooth.points)

    def spread(self, of_point: FloatArray) -> FloatArray:
        """A number a point, at each unit, straight between the points: the mean over the columns."""
        return np.asarray(np.mean([np.interp(said, self.smooth.points, of_point) for said in self.said], axis=0))


def smooth_gaps_of(
    sample: ScoreSample, options: Mapping[str, Any], *, exact: int = POINTS, points: int = POINTS
) -> list[SmoothGaps]:
    """The gaps of each class or label; those of all decisions together where the average is micro."""
    span = options.get("span", SPAN)
    check_span(span)
    found = []
    for columns, curve in outputs_of(sample, options):
        p, weight, _ = rising(curve)
        found.append(_gaps(sample.units, columns, p, smoothing(p, weight, span, exact=exact, points=points)))
    return found


def _gaps(units: Units, columns: tuple[Column, ...], p: FloatArray, smooth: Smoothing) -> SmoothGaps:
    said = tuple(np.asarray(scores[place], np.float64) for place, scores, _ in columns)
    cells = tuple(smooth.cell[np.searchsorted(p, one)] for one in said)
    return SmoothGaps(units, smooth, cells, said, tuple(np.asarray(happened, np.float64) for _, _, happened in columns))
