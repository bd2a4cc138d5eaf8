"""Midranks, and the rank correlations of two columns that follow from them, of units with weights."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray

_PAIRS = 1 << 22  # of units in one block


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
    sums = _pairs_of_each(x, y, weight) @ weight
    below = float(np.sqrt(sums[1]) * np.sqrt(sums[2]))
    return float(sums[0]) / below if below > 0 else float("nan")


def kendall_left_out(x: FloatArray, y: FloatArray, weight: FloatArray, kept: npt.NDArray[np.bool_]) -> FloatArray:
    """Tau-b without one unit of each row, of rows that are not `kept` with all of them."""
    each = _pairs_of_each(x, y, weight)
    sums = (each @ weight)[:, None] - 2.0 * each
    out = np.full(len(kept), kendall(x, y, weight) if len(x) else np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        below = np.sqrt(np.maximum(sums[1], 0.0)) * np.sqrt(np.maximum(sums[2], 0.0))
        out[kept] = np.where(below > 0, sums[0] / below, np.nan)
    return out


def _pairs_of_each(x: FloatArray, y: FloatArray, weight: FloatArray) -> FloatArray:
    """Of each unit the pairs with others in the same order less those in the other one, and those that do not tie."""
    found = np.zeros((3, len(x)))
    block = max(1, _PAIRS // max(len(x), 1))
    for first in range(0, len(x), block):
        some = slice(first, first + block)
        a, b = np.sign(x[some, None] - x), np.sign(y[some, None] - y)
        found[:, some] = (a * b) @ weight, (a * a) @ weight, (b * b) @ weight
    return found
