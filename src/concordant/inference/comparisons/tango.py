"""
Tango's score test and interval of the difference of two shares of the same rows.

Tango (1998), Equivalence test and confidence interval for the difference in proportions for the paired-sample design,
Statistics in Medicine 17:891, eq. 8 and 11. At a difference of 0 it is McNemar's test. It needs no rows in which the
models differ, and its limits never leave -1 to 1.
"""

from __future__ import annotations

import numpy as np

from concordant import _kernels
from concordant.typing import FloatArray


def tango_score(only_a: float, only_b: float, n: float, null: float) -> float:
    """
    The standardised distance of ``(only_a - only_b) / n`` from `null`.

    The variance is that under the hypothesis: the share of rows with B alone is its maximum likelihood estimate where
    the difference is `null`.
    """
    return _kernels.tango_score(only_a, only_b, n, null)


def tango_interval(only_a: float, only_b: float, n: float, z: float) -> tuple[float, float]:
    """The differences whose score is between -z and z."""
    return _kernels.tango_limits(only_a, only_b, n, z)


def tango_intervals(only_a: FloatArray, only_b: FloatArray, n: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """The same of several, shape (S,) each; NaN where n is 0."""
    numbers = np.array([only_a, only_b, n], np.float64)
    order = np.lexsort(numbers)
    ascending = numbers[:, order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (ascending[:, 1:] != ascending[:, :-1]).any(0)
    place = np.empty(len(order), np.intp)
    place[order] = np.cumsum(new) - 1  # of many classes most have the numbers of another
    b, c, rows = (np.ascontiguousarray(each) for each in ascending[:, new])
    low, high = _kernels.tango_limits_of_each(b, c, rows, z)
    return low[place], high[place]
