"""Rows of each class at or above each score: what every curve over thresholds is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, LabelError
from concordant.inputs.scores import ScoreRows
from concordant.metrics.ranking.curve_points import running
from concordant.sklearn._labels import LabelColumn
from concordant.sklearn._scores import (
    as_column,
    label_column,
    plain_rows,
    positive_label,
    present_rows,
    rows_against,
    same_rows,
    score_array,
    weight_column,
)
from concordant.states import Curve
from concordant.typing import FloatArray


@dataclass(slots=True)
class Steps:
    """
    False and true positives at each threshold after the zeros at the threshold inf, and the scores, descending.

    Both counts have one element more than `scores`; whoever gets them may overwrite them. `labels` says how many
    labels occur, rows of weight zero included. With `shares` both are divided by all of the class.
    """

    false: FloatArray
    true: FloatArray
    scores: npt.NDArray[Any]
    labels: int
    complete: FloatArray | None = None  # the scores after inf, where they exist already
    shares: bool = False

    def thresholds(self) -> FloatArray:
        """The scores as floats after inf."""
        if self.complete is not None:
            return self.complete
        out = np.empty(len(self.scores) + 1)
        out[0] = np.inf
        out[1:] = self.scores
        return out


def plain_steps(y_true: Any, y_score: Any, *, shares: bool = False) -> Steps | None:
    """Sum up the most common input as it is; None where it takes the full checks."""
    rows = plain_rows(y_true, y_score)
    if rows is None:
        return None
    try:
        return _running(rows, shares=shares)
    except LabelError:  # other labels than 0 and 1
        return None


def steps_of(y_true: Any, y_score: Any, pos_label: Any, sample_weight: Any, *, shares: bool = False) -> Steps:
    """Check labels and scores as scikit-learn does, and sum up; as shares where that costs nothing."""
    column = label_column(y_true)
    kind = column if isinstance(column, str) else column.kind
    if not isinstance(column, LabelColumn) or not (
        kind == "binary" or (kind == "multiclass" and pos_label is not None)
    ):
        msg = f"{kind} format is not supported"
        raise InputError(msg)
    labels = column.labels()
    positive = positive_label(pos_label, labels)
    scores = score_array(y_score)
    same_rows(column, scores, sample_weight)
    scores = as_column(scores)
    weights = weight_column(sample_weight, (len(column), len(scores)))
    rows = present_rows(rows_against(column, positive, scores, weights))
    steps = _running(rows, shares=shares) or _from_curve(Curve.from_rows(rows))
    steps.labels = len(labels)
    kind_given = getattr(y_score, "dtype", None)
    if isinstance(kind_given, np.dtype) and kind_given != steps.scores.dtype and kind_given.kind in "fb":
        steps.scores = steps.scores.astype(kind_given)  # float16 and bools were counted as something else
    return steps


def _running(rows: ScoreRows, *, shares: bool) -> Steps | None:
    sums = running(rows, shares=shares)
    if sums is None:
        return None
    complete = sums.thresholds if sums.thresholds.dtype == np.float64 else None
    return Steps(sums.negatives, sums.positives, sums.thresholds[1:], 2, complete, shares)


def _from_curve(curve: Curve) -> Steps:
    counts = np.zeros((2, len(curve.scores) + 1))
    for place, sums in enumerate(counts):  # one class after the other: four times as fast as both at once
        np.cumsum(curve.weights[:, place], out=sums[1:])
    return Steps(counts[0], counts[1], curve.scores, 2)
