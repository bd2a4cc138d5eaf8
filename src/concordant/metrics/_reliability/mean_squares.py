"""Mean squares of complete ratings, n units by k raters (McGraw & Wong 1996, Psychological Methods 1:30, table 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._reliability.moments_of import number_of_units
from concordant.states import RatingMoments
from concordant.typing import FloatArray

_ROUNDING = 1e-13  # of a sum of squares, that is what is left of none


@dataclass(frozen=True, slots=True)
class MeanSquares:
    """
    The mean squares, shape (...) each.

    `units` is MSR (rows), `raters` MSC (columns), `error` MSE, `within` MSW, of `n` units and `k` raters.
    """

    units: FloatArray
    raters: FloatArray
    error: FloatArray
    within: FloatArray
    n: FloatArray
    k: int


def centred_products(moments: RatingMoments) -> FloatArray:
    """Sums of products around the means of complete ratings, (..., k, k)."""
    sums, n = means_times_n(moments), number_of_units(moments)[..., None, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        found = moments.product - sums[..., :, None] * sums[..., None, :] / n
    return np.asarray(found)


def means_times_n(moments: RatingMoments) -> FloatArray:
    """The sum of the numbers of each rater, less the origin, (..., k)."""
    return np.asarray(np.diagonal(moments.first, axis1=-2, axis2=-1))


def mean_squares(moments: RatingMoments) -> MeanSquares:
    """Return the mean squares of complete ratings; what rounding leaves of 0 is 0."""
    if not moments.made:  # several forms, values and limits, ask for them
        moments.made.append(_mean_squares(moments))
    found: MeanSquares = moments.made[0]
    return found


def _mean_squares(moments: RatingMoments) -> MeanSquares:
    k, n = len(moments.raters), number_of_units(moments)
    nothing = np.full(n.shape, np.nan)
    if k == 0:
        return MeanSquares(nothing, nothing, nothing, nothing, n, k)
    product, sums = centred_products(moments), means_times_n(moments)
    own = np.trace(product, axis1=-2, axis2=-1)
    between = product.sum((-2, -1)) / k
    size = np.trace(moments.second, axis1=-2, axis2=-1)
    own = np.where(own <= _ROUNDING * size * 1e-2, 0.0, own)
    between = np.where(between <= _ROUNDING * own, 0.0, between)
    rest = own - between
    rest = np.where(rest <= _ROUNDING * own, 0.0, rest)
    across = (sums - sums.mean(-1, keepdims=True)) ** 2
    columns = np.asarray(ratio(across.sum(-1), n))
    columns = np.where(columns <= _ROUNDING * 1e-2 * size, 0.0, columns)
    with np.errstate(divide="ignore", invalid="ignore"):
        units, error = between / (n - 1.0), rest / ((n - 1.0) * (k - 1.0))
        raters, within = columns / (k - 1.0), (rest + columns) / (n * (k - 1.0))
    few = n <= 1
    parts = [np.where(few, nothing, one) for one in (units, raters, error, within)]
    return MeanSquares(parts[0], parts[1], parts[2], parts[3], n, k)
