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

from concordant.metrics._cells.information import information
from concordant.metrics._object.natures import Information, InformationShare
from concordant.states import Counts
from concordant.typing import FloatArray

_STEP = 1e-30


def influence_of_information(
    kind: Information | InformationShare, counts: Counts, options: Mapping[str, Any]
) -> FloatArray:
    """Return how a row in each cell of one table that holds rows moves the value, (U,); NaN where it is undefined."""
    cells, n = counts.occupied, float(counts.total)
    rows, columns = (np.asarray(one, np.float64) for one in (counts.row_totals, counts.column_totals))
    truth, predicted, shared = (float(one) for one in information(counts))
    of_shared = np.log(cells.counts * n / (rows[cells.truth] * columns[cells.prediction])) - shared
    if isinstance(kind, Information):
        return np.asarray(of_shared)
    with np.errstate(divide="ignore", invalid="ignore"):
        of_truth, of_predicted = (
            (-np.log(margin / n) - entropy)[place]
            for margin, entropy, place in ((rows, truth, cells.truth), (columns, predicted, cells.prediction))
        )
        # To both sides: of the smaller of two equal entropies it is half of either derivative.
        steps = np.array([1, -1, 0, 0]) * _STEP * 1j
        up, down, right, left = np.imag(kind.base(truth + steps, predicted + steps[[2, 3, 0, 1]], **options)) / _STEP
        by_truth, by_predicted = (up - down) / 2, (right - left) / 2
        base = kind.base(np.float64(truth), np.float64(predicted), **options)
        return np.asarray((of_shared - shared / base * (by_truth * of_truth + by_predicted * of_predicted)) / base)
