"""
Influence of a row on the ROC AUC: its placement among the rows of the other class.

A positive row moves the AUC by the share of negative rows below it (half of those with its score), a negative row by
the share of positive rows above it: the V10 and V01 of DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44:837, by
cumulative sums of one sort in the manner of Sun & Xu (2014), IEEE Signal Processing Letters 21:1389.
"""

from __future__ import annotations

import numpy as np

from concordant.states import Curve
from concordant.typing import FloatArray


def roc_auc_influence(curve: Curve) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct score, shape (T, 2)."""
    negatives, positives = np.ascontiguousarray(curve.weights.T, np.float64)
    above, below = positives.cumsum(), negatives.cumsum()
    totals = below[-1], above[-1]
    above -= positives / 2  # those at the same score count half
    below -= negatives / 2
    above /= totals[1]
    below /= -totals[0]
    below += 1
    auc = positives @ below / totals[1]
    above -= auc
    below -= auc
    psi = np.empty((len(above), 2))
    np.multiply(above, sum(totals) / totals[0], out=psi[:, 0])
    np.multiply(below, sum(totals) / totals[1], out=psi[:, 1])
    return psi
