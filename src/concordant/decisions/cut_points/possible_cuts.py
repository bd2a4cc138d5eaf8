"""
In which cells of scores a best cut point may lie, if only the rows of each class in each cell are known.

For quadratic weights cut k is where A(c) - tau_k W(c) is least: W(c) rows lie below the place c, A(c) is the sum of
their labels, and ``tau_k = mean + kappa (h_k - mean)`` with h_k half way between two labels. Inside a cell that
difference is at least ``A0 - tau W0 + sum(v - tau)`` over its rows with a label v < tau. Kappa lies between that of
cuts between cells and that of rows which stand in the order of their labels within each cell. For tau in the range
that follows, few cells stay below the least value at the ends of cells.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.decisions.cut_points.score_groups import group_of_middle
from concordant.decisions.cut_points.smooth_cut_points import GROUPS
from concordant.settings import get_threads
from concordant.typing import FloatArray

Mask = npt.NDArray[np.bool_]
Table = npt.NDArray[np.int64]  # (T, K), the highest scores first

_ROUNDING = 1e-10  # of all sums
_STEPS = 5  # places in a range of tau


def in_best_order(table: Table, unsure: Mask) -> Table:
    """Return a row for each class of the cells whose order is not known, the highest class with the highest scores."""
    classes = table.shape[1]
    many = np.where(unsure, classes, 1)
    found = np.repeat(table, many, axis=0)
    alone = np.repeat(unsure, many)
    found[alone] *= np.tile(np.eye(classes, dtype=np.int64)[::-1], (int(unsure.sum()), 1))
    return np.ascontiguousarray(found[found.any(1)])


def explained_share(table: Table, values: FloatArray) -> float:
    """Return the standard deviation of the isotonic regression of the truth on the score over that of the truth."""
    rising = _kernels.rising_means(table, values, get_threads())
    shares = table.sum(0)
    total, centre = rising.weights.sum(), rising.sums.sum() / rising.weights.sum()
    explained = float((rising.sums**2 / rising.weights).sum() - total * centre**2)
    return float(np.sqrt(max(explained, 0.0) / (float(shares @ values**2) - total * centre**2)))


def may_hold_cut(table: Table, unsure: Mask, values: FloatArray) -> Mask:
    """
    In which cells a best cut for quadratic weights may lie.

    Parameters
    ----------
    table : ndarray of int, shape (T, K)
        The rows of each class in each cell, the highest scores first; two classes or more occur.
    unsure : ndarray of bool, shape (T,)
        Which cells hold several scores.
    values : ndarray, shape (K,)
        Where the labels stand; they rise.
    """
    squares = float(table.sum(0) @ values**2)
    low, high = (_best_kappa(one, values, squares) for one in (table, in_best_order(table, unsure)))
    found = np.zeros(len(table), np.bool_)
    ascending = table[::-1].astype(np.float64)
    below = np.zeros((2, len(table) + 1))
    below[0, 1:], below[1, 1:] = (ascending @ values).cumsum(), ascending.sum(1).cumsum()
    mean = below[0, -1] / below[1, -1]
    slack = _ROUNDING * below[1, -1] * float(np.abs(values).max())
    for half in ((values[1:] + values[:-1]) / 2).tolist():
        ends = sorted(mean + kappa * (half - mean) for kappa in (max(low, 0.0) - 1e-12, high + 1e-12))
        for tau, least in _lower_lines(below, values, ends[0], ends[1]):
            inside = np.minimum(values - tau, 0.0)
            found |= below[0, :-1] - tau * below[1, :-1] + ascending @ inside <= least + slack
    held: Mask = found[::-1] & unsure
    return held


def _best_kappa(table: Table, values: FloatArray, squares: float) -> float:
    rising = _kernels.rising_means(np.ascontiguousarray(table), values, get_threads())
    return float(_kernels.cut_means(rising.weights, rising.sums, values, squares).kappa)


def _lower_lines(below: FloatArray, values: FloatArray, first: float, last: float) -> list[tuple[float, float]]:
    """
    Bound ``min(A - tau W)`` over the ends of cells from above, for tau from `first` to `last`.

    The minimum is concave in tau, so that its tangents at two places bound it in between. Between the places that are
    returned, with the bound at each, both it and the least value inside a cell are linear.
    """
    kinks = values[(values > first) & (values < last)]
    taus = np.unique(np.concatenate([np.linspace(first, last, _STEPS), kinks]))
    lowest = [int(np.argmin(below[0] - tau * below[1])) for tau in taus.tolist()]
    lines = [(float(below[0, j]), float(below[1, j])) for j in lowest]
    found = [(tau, a - tau * w) for tau, (a, w) in zip(taus.tolist(), lines, strict=True)]
    for (a, w), (b, v) in pairwise(lines):
        if w != v:
            tau = (b - a) / (v - w)
            found.append((tau, a - tau * w))
    return found


def may_divide_groups(table: Table, unsure: Mask) -> Mask:
    """In which cells the smooth estimate parts its groups of scores, which have about equal weight."""
    if len(table) <= GROUPS:
        return unsure
    rows = table.sum(1)
    end = rows.cumsum()
    first, last = (group_of_middle(middle, float(end[-1]), GROUPS) for middle in (end - rows + 0.5, end - 0.5))
    divided: Mask = unsure & (first != last)
    return divided
