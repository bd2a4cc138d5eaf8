"""
Variance of a ROC AUC for rows far from the others of their class that the sample does not show.

A near-perfect ranking of few positive rows shows little variance, as the rows that would be misplaced are the ones that
the sample lacks. So limits count half a row more for each class, which varies as much as a placement can, and take
Student's t with the degrees of freedom that the variances of two classes have together.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.score_sample import ScoreSample
from concordant.states import Curve
from concordant.typing import FloatArray

_HALF = 0.5

Sides = list[npt.NDArray[np.bool_]]


def unseen_variance(auc: Any, positive: Any, negative: Any) -> Any:
    """``A (1 - A) / 2 (1 / m^2 + 1 / n^2)`` for m positive and n negative rows; A (1 - A) bounds that of a row."""
    with np.errstate(divide="ignore", invalid="ignore"):  # without rows of a class there is no AUC
        each = np.divide(1.0, positive) ** 2 + np.divide(1.0, negative) ** 2
        return _HALF * auc * (1 - auc) * each


def positives_of_each(sample: ScoreSample, values: int) -> Sides | None:
    """Which units are positive for each of several AUCs; None of means over classes, and of pairs of classes."""
    state = sample.state
    if isinstance(state, Curve):
        return [sample.codes[0] == 1] if len(state.classes) == 2 else None
    if values != len(state.curves):
        return None
    return [code == (1 if state.multilabel else place) for place, code in enumerate(sample.codes)]


def rows_of_sides(sample: ScoreSample, sides: Sides) -> tuple[FloatArray, FloatArray]:
    """How many positive and how many negative rows each AUC has; weighted rows as Kish's number of them."""
    positive = np.array([sample.units.effective_of(side) for side in sides])
    negative = np.array([sample.units.effective_of(~side) for side in sides])
    return positive, negative
