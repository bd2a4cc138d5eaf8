"""
By how much chance makes entropies too small: what the jackknife finds (Zahl 1977, Ecology 58:907).

The jackknife takes n - 1 times the mean change of the entropy without one of n rows for its bias. Of counts c that is,
without a difference that cancels, ``-(sum h(c) - h(n)) / n`` with ``h(c) = c (1 + (c - 1) log(1 - 1 / c))``: 1 for one
row, 0.61 for two, 1/2 for many. With 1/2 for all it is the formula of Miller and Madow, which does not know that others
are unseen where cells hold one row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.states import Counts
from concordant.typing import FloatArray

_MANY = 100  # rows; from here on the first terms of the series are right to 3e-12


def jackknife_biases(counts: Counts) -> tuple[float, float, float]:
    """Return the biases of the entropies of truth and prediction, and of the information that they share."""
    held = counts.occupied.counts
    n = float(held.sum())
    truth, predicted, both = (
        float((degrees(one).sum() - degrees(n)) / n) for one in (counts.row_totals, counts.column_totals, held)
    )
    return -truth, -predicted, both - truth - predicted


def degrees(counts: Any) -> FloatArray:
    """``h(c) = c (1 + (c - 1) log(1 - 1 / c)) = 1/2 + 1 / (6 c) + 1 / (12 c^2) + ...`` of each number; 0 of 0."""
    rows = np.asarray(counts, np.float64)
    inverse = 1.0 / np.maximum(rows, 1.0)
    far = np.ravel(1 / 2 + inverse * (1 / 6 + inverse * (1 / 12 + inverse * (1 / 20 + inverse / 30))))
    near = np.flatnonzero(rows < _MANY)
    few = rows.ravel()[near]
    far[near] = few * (1 + (few - 1) * np.log1p(-1 / np.maximum(few, 2.0)))  # of 0 and 1 the factor before is 0
    return far.reshape(rows.shape)
