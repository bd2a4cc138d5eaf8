"""
Influence of a row on the area under the precision-recall curve, by differentiating each piece of its formula.

Between two thresholds the area is ``f = g^2 / D - g^2 m L / D^2 + g t L / D`` with the positives g and the rows D that
the lower one adds to t and m, and ``L = log(1 + D / m)``. A row adds to g and D of its own piece, and to t and m of
all pieces below.
"""

from __future__ import annotations

import numpy as np

from concordant.states import Curve
from concordant.typing import FloatArray


def precision_recall_auc_influence(curve: Curve) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct score, shape (T, 2)."""
    negatives, gained = (curve.weights * 1.0).T
    more = negatives + gained
    before, rows = gained.cumsum() - gained, more.cumsum() - more
    total, found = float(more.sum()), float(gained.sum())
    share = gained / more
    with np.errstate(divide="ignore", invalid="ignore"):
        log = np.log1p(more / rows)
        area = share * (share * (more - rows * log) + before * log)
        own = 2 * share * (1 - rows * log / more) + before * log / more
        size = share**2 * (2 * rows * log / more - 1 - rows / (rows + more))
        size += share * before * (1 / (rows + more) - log / more)
        later = share**2 * (more / (rows + more) - log) - share * before * more / (rows * (rows + more))
    if len(more):  # before the highest score there is no row: f = g^2 / D
        area[0], own[0], size[0], later[0] = share[0] * gained[0], 2 * share[0], -(share[0] ** 2), 0.0
    ahead, found_ahead = _below(later), _below(share * log)
    value = area.sum() / found
    slopes = np.stack([size + ahead, own + size + ahead + found_ahead - value], axis=1)
    return np.asarray(slopes * (total / found))


def _below(parts: FloatArray) -> FloatArray:
    """The sum of all later parts."""
    return np.append(parts[:0:-1].cumsum()[::-1], 0.0)[: len(parts)]
