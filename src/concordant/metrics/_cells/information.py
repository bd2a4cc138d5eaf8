"""How uncertain labels are, and how much of it one column takes from the other (in nats)."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.states import Counts
from concordant.typing import Floats


def entropies(counts: Counts) -> tuple[Floats, Floats, Floats]:
    """Entropy of the truth, of the prediction, and of the pair of them; 0 without rows."""
    table = counts.table * 1.0
    pair = table.reshape(*table.shape[:-2], table.shape[-2] * table.shape[-1])
    return _entropy(table.sum(-1)), _entropy(table.sum(-2)), _entropy(pair)


def _entropy(weights: Floats) -> Floats:
    """``-sum p log p`` of the shares of the last axis."""
    share = np.nan_to_num(np.asarray(ratio(weights, weights.sum(-1, keepdims=True))))
    logarithm = np.log(np.where(share == 0, 1.0, share))
    return -(share * logarithm).sum(-1)


def shared_information(counts: Counts) -> Floats:
    """``sum p_ij log(p_ij / (r_i c_j))``; the quotient is taken in two steps, as the product may underflow."""
    table = counts.table * 1.0
    n = table.sum((-2, -1), keepdims=True)
    shares = np.nan_to_num(np.asarray(ratio(table, n)))
    here = shares != 0
    given = np.where(here, shares, 1.0) / np.where(here, shares.sum(-1, keepdims=True), 1.0)
    return (shares * (np.log(given) - np.log(np.where(here, shares.sum(-2, keepdims=True), 1.0)))).sum((-2, -1))
