"""How uncertain labels are, and how much of it one column takes from the other (in nats)."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.products import difference_of_products
from concordant.metrics._arithmetic.ratio import ratio
from concordant.states import Counts
from concordant.typing import Floats

_NEAR = 0.2  # up to here the series of the inverse hyperbolic tangent has full precision in ten terms
_TERMS = 10


def entropies(counts: Counts) -> tuple[Floats, Floats, Floats]:
    """Entropy of the truth, of the prediction, and of the pair of them; 0 without rows."""
    table = counts.table * 1.0
    pair = table.reshape(*table.shape[:-2], table.shape[-2] * table.shape[-1])
    return _entropy(table.sum(-1)), _entropy(table.sum(-2)), _entropy(pair)


def _entropy(weights: Floats) -> Floats:
    """
    ``-sum p log p`` of the shares of the last axis.

    The logarithm of the largest share, which can be close to 1, is taken of the sum of the others.
    """
    weights = np.asarray(weights)
    if not weights.shape[-1]:
        return weights.sum(-1)
    total = weights.sum(-1, keepdims=True)
    share = np.nan_to_num(np.asarray(ratio(weights, total)))
    logarithm = np.log(np.where(share == 0, 1.0, share))
    largest = weights.real.argmax(-1)[..., None]
    others = weights.copy()
    np.put_along_axis(others, largest, 0.0, -1)
    lacking = np.nan_to_num(np.asarray(ratio(others.sum(-1, keepdims=True), total)))
    np.put_along_axis(logarithm, largest, np.log1p(-lacking), -1)
    return -(share * logarithm).sum(-1)


def shared_information(counts: Counts) -> Floats:
    """
    ``sum p_ij log(p_ij / (r_i c_j))``, as a sum of terms that are not negative.

    With ``q_ij = r_i c_j`` and ``d_ij = p_ij / q_ij - 1`` it is ``sum q_ij ((1 + d_ij) log(1 + d_ij) - d_ij)``, as the
    ``q_ij d_ij`` add up to 0: nothing cancels where the columns are all but independent.
    """
    table = counts.table * 1.0
    n = table.sum((-2, -1), keepdims=True)
    rows, columns = table.sum(-1, keepdims=True), table.sum(-2, keepdims=True)
    expected = rows * columns
    here = expected != 0
    excess = difference_of_products(table, n, rows, columns)
    more = np.where(here, excess, 0.0) / np.where(here, expected, 1.0)
    gained = np.where(table == 0, 1.0, _gain(np.where(table == 0, 0.0, more)))
    share = np.nan_to_num(np.asarray(ratio(rows, n))) * np.nan_to_num(np.asarray(ratio(columns, n)))
    return (np.where(here, share * gained, 0.0)).sum((-2, -1))


def _gain(d: Floats) -> Floats:
    """
    ``(1 + d) log(1 + d) - d`` to full precision.

    Near 0 it is ``d^2 / (2 + d) + 2 (1 + d) (x^3/3 + x^5/5 + ...)`` with ``x = d / (2 + d)``, as
    ``log(1 + d) = 2 artanh x``.
    """
    d = np.asarray(d)
    x = d / (2.0 + d)
    near = np.abs(x) < _NEAR
    small = np.where(near, x, 0.0)
    square = small * small
    series = np.zeros_like(square)
    for power in range(2 * _TERMS + 1, 1, -2):
        series = series * square + 1.0 / power
    far = np.where(near, 1.0, d)
    return np.where(near, d * x + 2 * (1 + d) * small * square * series, (1 + far) * np.log1p(far) - far)
