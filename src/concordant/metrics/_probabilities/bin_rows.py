"""The sums of bins without the curve: one pass over the rows, no sort."""

from __future__ import annotations

import numpy as np

from concordant import _kernels
from concordant.engines.devices.rows import DeviceRows
from concordant.inputs.scores import ScoreRows, refuse_outside, resolve_classes
from concordant.metrics._probabilities.bins import Bins, Closed, Edges, Strategy, check_edges
from concordant.settings import threads_for
from concordant.typing import FloatArray


def bins_of_rows(
    rows: ScoreRows | DeviceRows,
    *,
    n_bins: int = 10,
    strategy: Strategy = "uniform",
    edges: Edges = None,
    closed: Closed = "left",
) -> Bins | None:
    """Sum checked rows of two classes; None for bins of equal mass, which need the curve, and without rows."""
    known = check_edges(n_bins, strategy, edges, closed)
    if known is None:
        return None
    sums = sum_rows(rows, known[1:-1], closed=closed)
    if not sums[:2].any():
        return None
    if rows.weights is None:  # counts are whole
        return Bins(known, sums[0].astype(np.int64), sums[1].astype(np.int64), sums[2], sums[3])
    return Bins(known, *sums)


def sum_rows(rows: ScoreRows | DeviceRows, inner_edges: FloatArray, *, closed: Closed) -> FloatArray:
    """
    The weight of negatives, of positives, the sum of w p and of w p (1 - p) in each bin, shape (4, B).

    `inner_edges` may be any between 0 and 1 that do not fall; bins between equal ones stay empty.
    """
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.rows import scores_on_host
        from concordant.engines.devices.sums import bin_sums

        sums = bin_sums(rows, inner_edges, closed_left=closed == "left")
        return sum_rows(scores_on_host(rows), inner_edges, closed=closed) if sums is None else sums
    negative, positive = rows.values
    found = _kernels.bin_sums(
        rows.y_true,
        negative,
        positive,
        rows.scores,
        rows.weights,
        inner_edges,
        closed == "left",
        threads_for(len(rows.y_true)),
    )
    if found.bad_label >= 0:
        return sum_rows(resolve_classes(rows), inner_edges, closed=closed)
    if found.bad_value >= 0:
        refuse_outside(rows.scores, rows.origin)
    return found.sums
