"""
Influence of a row on the AUC of every pair of classes, and on their mean (Hand & Till 2001).

By the scores for class i, a row of i moves ``A(i|j)`` by the share of the rows of j below it, a row of j by the share
of the rows of i above it, as in the AUC of two classes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from concordant.metrics._curves.pairwise_auc import pairwise_auc
from concordant.states import CurveStack
from concordant.typing import Average, FloatArray

Codes = npt.NDArray[np.intp]


def pairs_influence(
    stack: CurveStack, places: Sequence[Codes], code: Codes, weight: FloatArray, average: Average
) -> FloatArray:
    """Psi of each row: (U, K (K - 1) / 2) for average=None, else (U,)."""
    values, rows = pairwise_auc(stack)
    first, second = np.triu_indices(len(stack.curves), 1)
    total = float(weight.sum())
    share = np.where(np.isnan(values), 0.0, rows if average == "weighted" else 1.0)
    every = np.full((len(code), len(values)), np.nan) if average is None else None
    psi = np.zeros(len(code))
    value = np.nan if average is None or not share.any() else np.nansum(share * values) / share.sum()
    for pair, (one, two) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        if np.isnan(values[pair]):
            continue
        moved = (_over(stack, places, code, one, two, total) + _over(stack, places, code, two, one, total)) / 2
        if every is not None:
            every[:, pair] = moved
            continue
        psi += share[pair] * moved
        if average == "weighted":
            psi += np.where((code == one) | (code == two), total * (values[pair] - value), 0.0)
    if every is not None:
        return every
    return psi / share.sum() if share.any() else np.full(len(code), np.nan)


def _over(stack: CurveStack, places: Sequence[Codes], code: Codes, own: int, other: int, total: float) -> FloatArray:
    """Psi of each row on A(own|other), by the scores for `own`."""
    table = stack.curves[own].weights * 1.0
    mine, theirs = table[:, own], table[:, other]
    above, below = mine.cumsum() - mine / 2, theirs.sum() - theirs.cumsum() + theirs / 2
    value = mine @ below / (mine.sum() * theirs.sum())
    of_mine = (below / theirs.sum() - value) * (total / mine.sum())
    of_theirs = (above / mine.sum() - value) * (total / theirs.sum())
    place = places[own]
    return np.where(code == own, of_mine[place], np.where(code == other, of_theirs[place], 0.0))
