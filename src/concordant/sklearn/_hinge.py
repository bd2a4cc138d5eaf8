"""The hinge loss of decision values."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, LabelError, LengthError
from concordant.inputs.arrays import to_array
from concordant.inputs.scores import ScoreRows
from concordant.metrics.probabilities.proper_scores import hinge_loss as mean_shortfall
from concordant.sklearn._forecasts import mean_loss
from concordant.sklearn._labels import LabelColumn
from concordant.sklearn._parameters import check_arrays, check_optional_array
from concordant.sklearn._public import PROBABILITIES, public
from concordant.sklearn._scores import (
    as_column,
    codes_among,
    label_column,
    plain_rows,
    rows_of_two,
    same_rows,
    score_array,
)
from concordant.sklearn._weights import check_sample_weight
from concordant.states import Moments


@public(PROBABILITIES)
def hinge_loss(y_true: Any, pred_decision: Any, *, labels: Any = None, sample_weight: Any = None) -> float:
    """
    Hinge loss: how far decision values fall short of a margin of one on the right side.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels; of two the larger one is positive.
    pred_decision : array-like of shape (n,) or (n, K)
        Finite decision values, one column a class if there are several.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import hinge_loss
    >>> round(hinge_loss([-1, 1, 1], [-2.18, 2.36, 0.09]), 4)
    0.3033
    """
    if labels is None and sample_weight is None:
        rows = plain_rows(y_true, pred_decision)
        if rows is not None and y_true.min() == 0 and y_true.max() == 1:
            return float(mean_shortfall.value_of(Moments.from_losses(rows, "hinge")))
    check_arrays("hinge_loss", y_true=y_true, pred_decision=pred_decision)
    check_optional_array("hinge_loss", "labels", labels)
    check_optional_array("hinge_loss", "sample_weight", sample_weight)
    scores = score_array(pred_decision)
    column = label_column(y_true, "y")
    if not isinstance(column, LabelColumn):
        if isinstance(column, str):
            msg = f"Unknown label type: ({to_array(y_true, 'y_true')!r},)"
            raise LabelError(msg)
        msg = f"y should be a 1d array, got an array of shape {column.values.shape} instead."
        raise LengthError(msg)
    same_rows(column, scores, sample_weight)
    weights = check_sample_weight(sample_weight, (len(column), len(scores)))
    classes = column.labels() if labels is None else np.unique(to_array(labels, "labels"))
    if len(classes) > 2:
        rows = _rows_of_several(column, scores, classes, weights, declared=labels is not None)
    else:
        if column.kind != "binary":
            msg = f"y_true holds more than the two labels {classes.tolist()}."
            raise LabelError(msg)
        rows = rows_of_two(column, as_column(scores), weights)
    return mean_loss(rows, "hinge")[0]


def _rows_of_several(
    column: LabelColumn,
    scores: npt.NDArray[Any],
    classes: npt.NDArray[Any],
    weights: npt.NDArray[Any] | None,
    *,
    declared: bool,
) -> ScoreRows:
    expected = (len(column), len(classes))
    if scores.ndim == 1:
        msg = (
            "The shape of pred_decision cannot be 1d array"
            "with a multiclass target. pred_decision shape "
            f"must be (n_samples, n_classes), that is {expected}. Got: {scores.shape}"
        )
        raise LengthError(msg)
    if scores.shape[1] != len(classes):
        if not declared:
            msg = "Please include all labels in y_true or pass labels as third argument"
            raise InputError(msg)
        msg = (
            "The shape of pred_decision is not consistent with the number of classes. With a multiclass target, "
            f"pred_decision shape must be (n_samples, n_classes), that is {expected}. Got: {scores.shape}"
        )
        raise LengthError(msg)
    codes, foreign = codes_among(column, classes)
    if foreign:
        msg = f"y contains previously unseen labels: {foreign}"
        raise LabelError(msg)
    names = tuple(range(len(classes)))
    return ScoreRows(codes, names, names, scores, weights, 0)
