"""
Variance components of ratings of which some are missing, from sums of squares: Henderson's method 1.

Henderson 1953, Biometrics 9:226; one rating a cell. Of complete ratings it gives the mean squares.
"""

from __future__ import annotations

import numpy as np

from concordant.metrics._reliability.mean_squares import means_times_n
from concordant.metrics._reliability.moments_of import number_of_ratings, number_of_units
from concordant.states import RatingMoments
from concordant.typing import FloatArray

_ROUNDING = 1e-13


def henderson_one_way(moments: RatingMoments) -> tuple[FloatArray, FloatArray, FloatArray]:
    """``(MSB - MSW) / k0`` with ``k0 = (M - sum m^2 / M) / (n - 1)``."""
    many, n, squares = number_of_ratings(moments), number_of_units(moments), _sum_of_squared_sizes(moments)
    with np.errstate(divide="ignore", invalid="ignore"):
        total, of_units, mean = _quadratic_forms(moments)
        within = _cleared(total - of_units, total) / (many - n)
        between = (of_units - mean) / (n - 1.0)
        k0 = (many - squares / many) / (n - 1.0)
        return np.asarray((between - within) / k0), np.zeros_like(within), np.asarray(within)


def henderson(moments: RatingMoments) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Solve the expectations of three sums of squares for the components of units, raters and error."""
    many, n = number_of_ratings(moments), number_of_units(moments)
    each = np.diagonal(moments.shared.sum(-3), axis1=-2, axis2=-1)
    used = (each > 0).sum(-1) * 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        total, of_units, mean = _quadratic_forms(moments)
        of_raters = np.where(each > 0, means_times_n(moments) ** 2 / np.where(each > 0, each, 1.0), 0.0).sum(-1)
        k_units, k_raters = _sum_of_squared_sizes(moments) / many, (each**2).sum(-1) / many
        first = (many - k_units) / (many - used)
        second = (many - k_raters) / (many - n)
        error = second * (total - of_units) + first * (total - of_raters) - (total - mean)
        error = _cleared(error, total) / (second * (many - n) + first * (many - used) - (many - 1.0))
        units = (total - of_raters - error * (many - used)) / (many - used)
        raters = (total - of_units - error * (many - n)) / (many - n)
    return np.asarray(units), np.asarray(raters), np.asarray(error)


def _quadratic_forms(moments: RatingMoments) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Sums of squares of all numbers, of units and of the mean, less what the mean has in all of them: nothing."""
    total = np.trace(moments.product, axis1=-2, axis2=-1)
    of_units = (moments.unit_squares / moments.sizes).sum(-1)
    mean = means_times_n(moments).sum(-1) ** 2 / number_of_ratings(moments)
    return total, of_units, mean


def _sum_of_squared_sizes(moments: RatingMoments) -> FloatArray:
    return np.asarray((moments.weight * moments.sizes**2).sum(-1) * 1.0)


def _cleared(rest: FloatArray, total: FloatArray) -> FloatArray:
    """What rounding leaves of 0 is 0."""
    return np.where(np.abs(rest) <= _ROUNDING * total, 0.0, rest)
