"""Midranks, and the rank correlations of two columns that follow from them, of units with weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.metrics._arithmetic.ratio import ratio
from concordant.typing import FloatArray

_FEW = 250  # units, up to which all pairs take less time than to sort them
_FEW_COLUMNS = 8
_NUMBERS = 1 << 24  # in a table of pairs of units by raters


def midranks(column: npt.NDArray[np.float64], weight: FloatArray) -> tuple[FloatArray, FloatArray]:
    """
    Return the mean rank of each unit, and the weight of each group of equal numbers.

    A unit of weight w stands for w equal ones.
    """
    order = np.argsort(column, kind="stable")
    ranked, heavy = column[order], weight[order]
    start = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
    groups = np.add.reduceat(heavy, start)
    below = np.cumsum(groups) - groups
    each = np.repeat(below + (groups + 1.0) / 2.0, np.diff(np.append(start, len(ranked))))
    ranks = np.empty(len(column))
    ranks[order] = each
    return ranks, groups


def pearson(x: FloatArray, y: FloatArray, weight: FloatArray) -> float:
    """Pearson's correlation; NaN where a column is constant."""
    total = weight.sum()
    x, y = x - weight @ x / total, y - weight @ y / total
    below = float(np.sqrt(weight @ (x * x)) * np.sqrt(weight @ (y * y)))
    return float(weight @ (x * y)) / below if below > 0 else float("nan")


def spearman(x: FloatArray, y: FloatArray, weight: FloatArray) -> float:
    """Pearson's correlation of midranks (Spearman 1904, American J. of Psychology 15:72)."""
    return pearson(midranks(x, weight)[0], midranks(y, weight)[0], weight)


def kendall(x: FloatArray, y: FloatArray, weight: FloatArray) -> float:
    """Kendall's tau-b (Kendall 1945, Biometrika 33:239): pairs in the same order less those in the other one."""
    sums = pairs_of_each(x, y, weight) @ weight
    below = float(np.sqrt(sums[1]) * np.sqrt(sums[2]))
    return float(sums[0]) / below if below > 0 else float("nan")


def kendall_of_pairs(matrix: FloatArray, weight: FloatArray) -> FloatArray | None:
    """Tau-b of each pair of columns, of the rows that both have, by products of matrices; None of few columns."""
    n, r = matrix.shape
    if n > _FEW or r < _FEW_COLUMNS or n * n * r > _NUMBERS:
        return None
    i, j = np.triu_indices(n, 1)
    order = np.sign(matrix[i] - matrix[j])
    there, order = ~np.isnan(order) * 1.0, np.nan_to_num(order)
    both = 2.0 * (weight[i] * weight[j])[:, None]
    differs, score = (np.abs(order) * both).T @ there, (order * both).T @ order
    below = np.sqrt(differs) * np.sqrt(differs.T)
    return np.asarray(ratio(score, below))[np.triu_indices(r, 1)]


def kendall_left_out(x: FloatArray, y: FloatArray, weight: FloatArray, kept: npt.NDArray[np.bool_]) -> FloatArray:
    """Tau-b without one unit of each row, of rows that are not `kept` with all of them."""
    each = pairs_of_each(x, y, weight)
    sums = (each @ weight)[:, None] - 2.0 * each
    out = np.full(len(kept), kendall(x, y, weight) if len(x) else np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        below = np.sqrt(np.maximum(sums[1], 0.0)) * np.sqrt(np.maximum(sums[2], 0.0))
        out[kept] = np.where(below > 0, sums[0] / below, np.nan)
    return out


def pairs_of_each(x: FloatArray, y: FloatArray, weight: FloatArray) -> FloatArray:
    """Of each unit the pairs with others in the same order less those in the other one, and those that do not tie."""
    if len(x) > _FEW:
        return _pairs_by_sorting(x, y, weight)
    a, b = np.sign(x[:, None] - x), np.sign(y[:, None] - y)
    return np.stack([(a * b) @ weight, (a * a) @ weight, (b * b) @ weight])


def _pairs_by_sorting(x: FloatArray, y: FloatArray, weight: FloatArray) -> FloatArray:
    """
    The same in n log(n)^2 steps.

    A unit has below it in x and y those that share the higher bits of its rank in y, lack the next one, and are less in
    x. From their weight and the ties follow those in the other three corners.
    """
    (first, less_x, same_x), (second, less_y, same_y) = (_weighed(column, weight) for column in (x, y))
    size, total, lower = int(first.max()) + 1, float(weight.sum()), np.zeros(len(x))
    for bit in range(int(second.max()).bit_length()):
        group, upper = second >> (bit + 1), (second >> bit) & 1
        rest = np.where(upper, 0.0, weight)
        lower += upper * (_weighed(group * size + first, rest)[1] - _weighed(group, rest)[1])
    _, before, both = _weighed(second * size + first, weight)
    _, across, _ = _weighed(first * (int(second.max()) + 1) + second, weight)
    ties = 2.0 * (before - less_y + across - less_x) + both  # less in one, the same in the other
    score = 4.0 * lower + ties + total - 2.0 * (less_x + less_y) - same_x - same_y
    return np.stack([score, total - same_x, total - same_y])


def _weighed(values: npt.NDArray[Any], weight: FloatArray) -> tuple[npt.NDArray[np.intp], FloatArray, FloatArray]:
    """The rank of each value among those that occur, and the weight of lesser and of equal ones."""
    rank = np.unique(values, return_inverse=True)[1].ravel()
    groups = np.bincount(rank, weight).astype(np.float64, copy=False)
    below = np.cumsum(groups) - groups
    return rank, below[rank], groups[rank]
