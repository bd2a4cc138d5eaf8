"""The jackknife: what a value is without one row of each unit in turn, and how much that varies."""

from __future__ import annotations

import numpy as np

from concordant.inference.estimate import Estimate
from concordant.typing import FloatArray


def without_one_row(estimate: Estimate) -> FloatArray:
    """Return the values without a row of each unit in turn, (U, *S): the rows of a unit are alike."""
    units = estimate.units
    weights = np.tile(units.weight, (len(units), 1))
    weights[np.arange(len(units)), np.arange(len(units))] -= 1
    return estimate.under(weights)


def jackknife_variance(weight: FloatArray, values: FloatArray) -> FloatArray:
    """
    ``(n - 1) / n sum_u w_u (t_(-u) - mean)^2`` of values (U, *S), of which each stands for as many rows as it weighs.

    Weights of shape (U, *S) are those of as many samples. Efron & Tibshirani (1993), An Introduction to the Bootstrap,
    eq. 11.5.
    """
    weight = weight.reshape(*weight.shape, *(1,) * (values.ndim - weight.ndim))
    n = weight.sum(0, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):  # of no rows at all there is none: NaN
        apart = values - (weight * values).sum(0) / n
        found: FloatArray = (n - 1.0) / n * (weight * np.square(apart)).sum(0)
    return found
