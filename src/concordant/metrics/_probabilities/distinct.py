"""The distinct probabilities of a curve with the weight of both classes, as plain columns of float64."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.states import Curve
from concordant.typing import FloatArray


class Distinct(NamedTuple):
    """Probabilities from the highest, and the weight of the negative and the positive class at each."""

    p: FloatArray
    negatives: FloatArray
    positives: FloatArray


def distinct(curve: Curve) -> Distinct:
    """Take the columns of a curve of two classes; side by side in memory, they are read several times as fast."""
    negatives, positives = np.ascontiguousarray(curve.weights.T, dtype=np.float64)
    return Distinct(curve.scores.astype(np.float64, copy=False), negatives, positives)


def brier_of(columns: Distinct) -> float:
    """The Brier score of probabilities that come with the weight of both classes; NaN without rows."""
    p, negatives, positives = columns
    rest = 1.0 - p
    return float(ratio(dot(negatives, p * p) + dot(positives, rest * rest), float(negatives.sum() + positives.sum())))


def dot(weight: FloatArray, values: FloatArray) -> float:
    """The sum of products, added pairwise: the same for any number of threads of a BLAS."""
    return float((weight * values).sum())
