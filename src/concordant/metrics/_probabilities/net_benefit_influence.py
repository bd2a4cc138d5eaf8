"""
Influence of a row on net benefits.

Without a prevalence they are means over rows, of 1 for a true and ``-t / (1 - t)`` for a false positive; at a given
prevalence they are such means of each class. The standardised one is a ratio of means.
"""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._probabilities.distinct import Distinct, distinct
from concordant.states import Curve
from concordant.typing import FloatArray


def net_benefit_influence(
    curve: Curve, *, threshold: float, prevalence: float | None = None, standardized: bool = False
) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct probability, shape (T, 2)."""
    columns = distinct(curve)
    taken = (columns.p >= threshold).astype(np.float64)
    gain = np.stack([-taken * (threshold / (1 - threshold)), taken], axis=1)
    psi = _of_gains(columns, gain, prevalence)
    if not standardized:
        return psi
    if prevalence is not None:
        return psi / prevalence
    positives, rows = columns.positives.sum(), float(curve.weights.sum())
    value = ratio((columns.negatives * gain[:, 0] + columns.positives * gain[:, 1]).sum(), positives)
    return np.asarray((gain - value * np.array([0.0, 1.0])) * ratio(rows, positives))


def avoided_influence(curve: Curve, *, threshold: float, prevalence: float | None = None) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct probability, shape (T, 2)."""
    columns = distinct(curve)
    left = (columns.p < threshold).astype(np.float64)
    return _of_gains(columns, np.stack([left, -left * ((1 - threshold) / threshold)], axis=1), prevalence)


def _of_gains(columns: Distinct, gain: FloatArray, prevalence: float | None) -> FloatArray:
    """Of the mean gain of all rows, or of the sum of the means of both classes in the shares of a prevalence."""
    weight = np.stack([columns.negatives, columns.positives], axis=1)
    if prevalence is None:
        return np.asarray(gain - ratio((weight * gain).sum(), weight.sum()))
    of_class = weight.sum(0)
    mean = ratio((weight * gain).sum(0), of_class)
    return np.asarray((gain - mean) * (np.array([1 - prevalence, prevalence]) * ratio(weight.sum(), of_class)))
