"""ROC AUC of scores that are counted between equal thresholds from 0 to 1, as other tools do it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant import roc_auc
from concordant.states import Curve
from concordant.typing import FloatArray


def equal_thresholds(truth: npt.NDArray[np.int64], score: FloatArray, bins: int) -> float:
    """Return the area with the scores between two thresholds as ties."""
    place = np.minimum((score * bins).astype(np.int64), bins - 1)
    table = np.bincount(2 * place + truth, minlength=2 * bins).reshape(bins, 2)[::-1]
    here = table.any(1)
    return float(roc_auc.of(Curve(np.arange(bins, 0, -1.0)[here], table[here], (0, 1))))
