"""
Influence of a row on average precision, by differentiating the sum; cumulative sums give it for all rows at once.

``AP = sum_t p_t TP_t / D_t / P`` with ``D_t = TP_t + FP_t``: a row at score s is counted in TP or FP and in D at s and
at every lower score, a positive also gains the precision at s itself.
"""

from __future__ import annotations

import numpy as np

from concordant.states import Curve
from concordant.typing import FloatArray


def average_precision_influence(curve: Curve) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct score, shape (T, 2)."""
    negatives, positives = (curve.weights * 1.0).T
    tp = positives.cumsum()
    rows = tp + negatives.cumsum()
    precision = tp / rows
    total, found = float(rows[-1]), float(tp[-1])
    value = positives @ precision / found
    lost = _from_here_on(positives * precision / rows)
    won = _from_here_on(positives * (1 - precision) / rows)
    return np.stack([-lost, precision + won - value], axis=1) * (total / found)


def average_precision_lift_influence(curve: Curve) -> FloatArray:
    """The same of AP times rows / positives."""
    psi = average_precision_influence(curve)
    totals = curve.weights.sum(0) * 1.0
    lift = totals.sum() / totals[1]
    positives = curve.weights[:, 1] * 1.0
    both = (curve.weights * 1.0).cumsum(0)
    value = positives @ (both[:, 1] / both.sum(1)) / totals[1]
    out: FloatArray = psi * lift + value * lift * np.array([1.0, 1.0 - lift])
    return out


def _from_here_on(parts: FloatArray) -> FloatArray:
    """The sum of a part and all later ones."""
    return np.asarray(parts[::-1].cumsum()[::-1])
