"""A score of two classes, taken of each label of several and averaged as scikit-learn does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, LengthError
from concordant.inputs.arrays import to_array
from concordant.inputs.scores import ScoreRows
from concordant.sklearn._scores import positive_label, same_rows, score_array, weight_column
from concordant.sklearn._weights import uneven

Array = npt.NDArray[Any]
Score = Callable[[ScoreRows], float]


def average_of_labels(
    score: Score, truth: Array, y_score: Any, average: str | None, sample_weight: Any
) -> float | npt.NDArray[np.float64]:
    """
    Take the score of each column of indicators and average.

    Columns that are undefined make the mean NaN; "weighted" leaves out labels that never occur.
    """
    scores = score_array(y_score)
    weights = weight_column(sample_weight, (len(truth), len(scores)))
    if len(truth) != len(scores):
        raise uneven([len(truth), len(scores), *([] if weights is None else [len(weights)])])
    if scores.ndim == 1:
        msg = (
            f"Expected 2D array, got 1D array instead:\narray={scores}.\nReshape your data either using "
            "array.reshape(-1, 1) if your data has a single feature or array.reshape(1, -1) if it contains a single "
            "sample."
        )
        raise InputError(msg)
    if truth.shape != scores.shape:
        msg = f"y_true has {truth.shape[1]} columns and y_score has {scores.shape[1]}; both need one column a label."
        raise LengthError(msg)
    if average == "micro":
        every = None if weights is None else np.repeat(weights, truth.shape[1])
        return score(label_rows(truth.ravel(), scores.ravel(), every))
    if average == "samples":
        values = [score(label_rows(row, of_row, None)) for row, of_row in zip(truth, scores, strict=True)]
        return _mean(np.array(values), weights)
    return over_columns(score, [truth[:, j] for j in range(truth.shape[1])], scores, average, weights)


def refuse_other_pairs(y_true: Any) -> None:
    """Raise for indicators of two other numbers than 0 and 1: nothing says which one is positive."""
    array = to_array(y_true, "y_true")
    if array.dtype.kind in "iuf" and array.max() > 1:
        positive_label(None, np.unique(array))


def over_columns(
    score: Score, columns: list[Array], scores: Array, average: str | None, weights: Array | None
) -> float | npt.NDArray[np.float64]:
    """Take the score of each column of 0 and 1 beside its scores, and their mean, weighted mean or all of them."""
    support = None
    if average == "weighted":
        wide = None if weights is None else weights.astype(np.float64)  # a product of bytes would be one byte
        support = np.array([np.dot(column, wide) if wide is not None else column.sum() for column in columns])
        if np.isclose(support.sum(), 0.0):
            return 0.0
    values = np.array([score(label_rows(column, scores[:, j], weights)) for j, column in enumerate(columns)])
    if average is None:
        return values
    return _mean(values, support)


def label_rows(truth: Array, scores: Array, weights: Array | None) -> ScoreRows:
    """Rows of one label."""
    same_rows(truth, scores)
    return ScoreRows(truth, (0, 1), (0, 1), scores, weights, 0)


def _mean(values: Array, weights: Array | None) -> float:
    """Their mean; what weighs nothing may be undefined."""
    if weights is not None:
        values[weights == 0] = 0.0
    return float(np.average(values, weights=weights))
