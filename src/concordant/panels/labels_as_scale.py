"""How the labels of a panel stand to each other: how much two of them agree, and which numbers they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import OptionError, ScoreError
from concordant.metrics import get
from concordant.metrics.agreement.weights import scaled_disagreement
from concordant.states import Counts
from concordant.typing import FloatArray, KappaWeights


def agreement_of(state: Any, weights: KappaWeights) -> FloatArray:
    """How much two labels agree, (K, K): 1 on the diagonal, by default 0 elsewhere."""
    size = len(state.labels)
    if weights is None:
        return np.eye(size)
    none = Counts(np.zeros((size, size), np.int64), state.labels, state.ordered)
    get("weighted_agreement").check(none, {"weights": weights})
    found = 1.0 - scaled_disagreement(none, weights)
    if not np.array_equal(found, found.T):
        msg = "weights must be symmetric: no rater of a panel comes first."
        raise OptionError(msg)
    return found


def scale_of(state: Any, scale: Any) -> FloatArray | None:
    """The labels as numbers, None where severity is of labels."""
    numeric = all(isinstance(label, (int, float)) and not isinstance(label, bool) for label in state.labels)
    if scale not in (None, "numbers", "labels"):
        msg = f'scale must be "numbers" or "labels", not {scale!r}.'
        raise OptionError(msg)
    if scale == "numbers" and not numeric:
        other = next(label for label in state.labels if isinstance(label, bool) or not isinstance(label, (int, float)))
        msg = f'scale="numbers" needs labels that are numbers, and {other!r} is none.'
        raise ScoreError(msg)
    if scale == "labels" or not numeric:
        return None
    return np.array([float(label) for label in state.labels])
