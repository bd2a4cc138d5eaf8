"""Rows of each class at or above every threshold, from the state: the points that curves of scores are made of."""

from __future__ import annotations

import numpy as np

from concordant.metrics._curves.running import Running
from concordant.states import Curve


def roc_points(curve: Curve) -> Running:
    """Thresholds from +inf down, and the rows of each class that score at least so much: new arrays."""
    sums = np.zeros((2, len(curve.scores) + 1))
    sums[0, 1:], sums[1, 1:] = curve.cumulative()
    thresholds = np.empty(len(curve.scores) + 1, np.result_type(curve.scores.dtype, np.float32))
    thresholds[0], thresholds[1:] = np.inf, curve.scores
    return Running(thresholds, sums[0], sums[1])
