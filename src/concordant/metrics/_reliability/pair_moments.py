"""Moments of each pair of raters over the units that both rated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.metrics._arithmetic.ratio import ratio
from concordant.states import RatingMoments
from concordant.typing import FloatArray

_ROUNDING = 1e-13  # of a sum of squares, that is what is left of none


@dataclass(frozen=True, slots=True)
class PairMoments:
    """
    Of each pair g < h of raters, (..., P): the units, variances and covariance with 1 / n, the distance of the means.

    `first` and `second` are the places of the raters.
    """

    first: npt.NDArray[np.intp]
    second: npt.NDArray[np.intp]
    n: FloatArray
    variances: tuple[FloatArray, FloatArray]
    covariance: FloatArray
    apart: FloatArray

    @property
    def correlations(self) -> FloatArray:
        """Pearson's correlations; NaN where a rater is constant."""
        return np.asarray(ratio(self.covariance, np.sqrt(self.variances[0]) * np.sqrt(self.variances[1])))


def pair_moments(moments: RatingMoments) -> PairMoments:
    """Return the moments of all pairs."""
    g, h = np.triu_indices(len(moments.raters), 1)
    n = moments.shared.sum(-3)[..., g, h]

    def mean(table: FloatArray, one: npt.NDArray[np.intp], other: npt.NDArray[np.intp]) -> FloatArray:
        return np.asarray(ratio(table[..., one, other], n))

    means = mean(moments.first, g, h), mean(moments.first, h, g)
    squares = mean(moments.second, g, h), mean(moments.second, h, g)
    spread = [_cleared(square - own * own, square) for own, square in zip(means, squares, strict=True)]
    covariance = mean(moments.product, g, h) - means[0] * means[1]
    return PairMoments(g, h, n, (spread[0], spread[1]), covariance, means[0] - means[1])


def _cleared(variance: FloatArray, square: FloatArray) -> FloatArray:
    """What rounding leaves of 0 is 0."""
    with np.errstate(invalid="ignore"):
        return np.where(variance <= _ROUNDING * square, 0.0, variance)
