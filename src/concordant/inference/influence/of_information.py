"""
Influences on mutual information, and on information as a share of entropies, in closed form.

A row of cell (i, j) moves the information by ``log(p_ij / (p_i. p_.j)) - I`` and the entropy of the truth by
``-log p_i. - H`` (Brown 1975, JASA 70:344). The derivative of ``p log p`` by an empty cell is infinite, so only cells
that hold rows have one. A tape finds the same, by way of the series that keep digits of the value, in a hundred times
as many steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from concordant.metrics.definition.facts import Information, InformationShare
from concordant.states.tables import Cells
from concordant.typing import FloatArray

_STEP = 1e-30


def influence_of_information(
    kind: Information | InformationShare, cells: Cells, options: Mapping[str, Any]
) -> FloatArray:
    """Return how a row in each of the cells that hold rows moves the value, (U,); NaN where it is undefined."""
    n = float(cells.counts.sum())
    if n == 0:
        return np.full(len(cells.counts), np.nan)
    rows, columns = (np.asarray(one, np.float64) for one in (cells.row_totals, cells.column_totals))
    surprise = np.log(cells.counts * n / (rows[cells.truth] * columns[cells.prediction]))
    shared = _mean(surprise, cells.counts, n)
    of_shared = surprise - shared
    if isinstance(kind, Information):
        return np.asarray(of_shared)
    of_truth, of_predicted = (-np.log(np.where(one > 0, one / n, 1.0)) for one in (rows, columns))
    truth, predicted = _mean(of_truth, rows, n), _mean(of_predicted, columns, n)
    of_truth, of_predicted = (of_truth - truth)[cells.truth], (of_predicted - predicted)[cells.prediction]
    with np.errstate(divide="ignore", invalid="ignore"):
        # To both sides: of the smaller of two equal entropies it is half of either derivative.
        steps = np.array([1, -1, 0, 0]) * _STEP * 1j
        up, down, right, left = np.imag(kind.base(truth + steps, predicted + steps[[2, 3, 0, 1]], **options)) / _STEP
        by_truth, by_predicted = (up - down) / 2, (right - left) / 2
        base = kind.base(np.float64(truth), np.float64(predicted), **options)
        return np.asarray((of_shared - shared / base * (by_truth * of_truth + by_predicted * of_predicted)) / base)


def _mean(values: FloatArray, weights: Any, total: float) -> float:
    return float(np.einsum("u,u->", values, weights)) / total
