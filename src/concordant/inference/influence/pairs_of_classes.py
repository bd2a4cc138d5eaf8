"""
Influence of a row on the AUC of every pair of classes, and on their mean (Hand & Till 2001).

By the scores for class i, a row of i moves ``A(i|j)`` by the share of the rows of j below it, a row of j by the share
of the rows of i above it, as in the AUC of two classes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from concordant.metrics.ranking.roc_auc import pairwise_auc
from concordant.states import CurveStack
from concordant.typing import Average, FloatArray

Codes = npt.NDArray[np.intp]


def pairs_influence(
    stack: CurveStack, places: Sequence[Codes], code: Codes, weight: FloatArray, average: Average
) -> FloatArray:
    """Psi of each row: (U, K (K - 1) / 2) for average=None, else (U,)."""
    values, rows = pairwise_auc(stack)
    first, second = np.triu_indices(len(stack.outputs), 1)
    share = np.where(np.isnan(values), 0.0, rows if average == "weighted" else 1.0)
    total, moved = float(weight.sum()), _moved(places, code, weight)
    if average is None:
        every = np.full((len(code), len(values)), np.nan)
        for pair, (one, two) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
            if not np.isnan(values[pair]):
                every[:, pair] = np.where(code == one, moved[:, two], np.where(code == two, moved[:, one], 0.0))
        return every
    if not share.any():
        return np.full(len(code), np.nan)
    psi, value = np.zeros(len(code)), np.nansum(share * values) / share.sum()
    away, shares = (np.zeros((len(stack.outputs),) * 2) for _ in range(2))
    for matrix, of_pair in ((shares, share), (away, np.where(share > 0, total * (values - value), 0.0))):
        matrix[first, second] = matrix[second, first] = of_pair
    for other in range(len(shares)):
        weights = shares[code, other]
        psi += np.where(weights > 0, weights * moved[:, other], 0.0)
        if average == "weighted":
            psi += away[code, other]
    return np.asarray(psi / share.sum())


def _moved(places: Sequence[Codes], code: Codes, weight: FloatArray) -> FloatArray:
    """Psi of each row on the AUC of its class and each other class, (U, K)."""
    size, total = len(places), float(weight.sum())
    support = np.bincount(code, weight, minlength=size)
    moved = np.zeros((len(code), size))
    for own, place in enumerate(places):
        mine = code == own
        scores, index = np.unique(place[mine], return_inverse=True)  # those of the class, the highest first
        if not len(scores):
            continue
        of_class = np.bincount(index, weight[mine], minlength=len(scores) + 1)
        above = np.searchsorted(scores, place[~mine])  # how many of these are above each row of the others
        tied = np.append(scores, -1)[above] == place[~mine]
        cell, counts, table = above * size + code[~mine], weight[~mine], (len(scores) + 1, size)
        lower = np.bincount(cell, counts, minlength=table[0] * size).reshape(table)[::-1].cumsum(0)[::-1]
        below = lower[1:] + np.bincount(cell, counts * tied, minlength=table[0] * size).reshape(table)[:-1] / 2
        higher = (of_class.cumsum() - of_class)[above] + np.where(tied, of_class[above] / 2, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):  # of a class without rows
            value = of_class[:-1] @ below / (support[own] * support)
            moved[mine] += ((below / support - value) * (total / support[own]))[index]
            moved[~mine, own] += (higher / support[own] - value[code[~mine]]) * (total / support[code[~mine]])
    return moved / 2
