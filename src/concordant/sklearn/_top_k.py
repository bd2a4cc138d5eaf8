"""Top-k accuracy: how often the class that happened is among the k highest scores."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays.quantities import ranking_moments, ranking_values
from concordant.errors import InputError, LabelError, LengthError, OptionError
from concordant.inputs.arrays import to_array
from concordant.inputs.rankings import RankingRows
from concordant.metrics.ranking.label_rankings import top_k_accuracy
from concordant.sklearn._forecasts import ZeroWeightError
from concordant.sklearn._labels import LabelColumn
from concordant.sklearn._parameters import check_arrays, check_boolean, check_number, check_optional_array
from concordant.sklearn._public import WEIGHT, public
from concordant.sklearn._scores import as_column, codes_among, label_column, same_rows, score_array
from concordant.sklearn._warnings import warn_undefined
from concordant.sklearn._weights import check_sample_weight
from concordant.states.moments import RowQuantity

Array = npt.NDArray[Any]


@public(WEIGHT)
def top_k_accuracy_score(
    y_true: Any,
    y_score: Any,
    *,
    k: Any = 2,
    normalize: Any = True,
    sample_weight: Any = None,
    labels: Any = None,
) -> float:
    """
    Top-k accuracy: how often the class that happened is among the k highest scores.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels.
    y_score : array-like of shape (n,) or (n, K)
        Finite scores of the larger of two labels (above 0.5 if all lie between 0 and 1, else above 0), or one column
        a class in ascending order.
    k : int, default 2
        How many classes count. Of equal scores the last column comes first.
    normalize : bool, default True
        The share; if False the number or the sum of weights.
    labels : array-like of shape (K,), optional
        The classes of the columns, ascending, where not all of them occur.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import top_k_accuracy_score
    >>> scores = [[0.5, 0.2, 0.2], [0.3, 0.4, 0.2], [0.2, 0.4, 0.3], [0.7, 0.2, 0.1]]
    >>> top_k_accuracy_score([0, 1, 2, 2], scores, k=2)
    0.75
    """
    function = "top_k_accuracy_score"
    check_arrays(function, y_true=y_true, y_score=y_score)
    check_number(function, "k", k, low=1, high=float("inf"), closed="left", integral=True)
    check_boolean(function, "normalize", normalize)
    check_optional_array(function, "sample_weight", sample_weight)
    check_optional_array(function, "labels", labels)
    scores = score_array(y_score)
    column = _labels_of(y_true)
    if scores.ndim == 2 and scores.shape[1] == 1:
        scores = scores[:, 0]
    same_rows(column, scores, sample_weight)
    weights = check_sample_weight(sample_weight, (len(column), len(scores)))
    codes, classes = _codes(column, scores, labels)
    total, weight = _hits(codes, scores, int(k), classes, weights)
    if not normalize:
        return total
    if weight == 0:
        msg = "Weights sum to zero, can't be normalized"
        raise ZeroWeightError(msg)
    return total / weight


def _labels_of(y_true: Any) -> LabelColumn:
    column = label_column(y_true, "y_true")
    if isinstance(column, LabelColumn):
        return column
    if not isinstance(column, str):
        msg = f"y should be a 1d array, got an array of shape {column.values.shape} instead."
        raise LengthError(msg)
    msg = f"y type must be 'binary' or 'multiclass', got {column!r} instead."
    raise LabelError(msg)


def _codes(column: LabelColumn, scores: Array, labels: Any) -> tuple[Array, int]:
    """For each row the column of its class, and the number of classes."""
    columns = 2 if scores.ndim == 1 else scores.shape[1]
    if labels is None:
        present, codes = column.coded()
        _refuse_binary(len(present) <= 2, scores)
        _refuse_single_column(len(present), scores)
        if len(present) != columns:
            msg = (
                f"Number of classes in 'y_true' ({len(present)}) not equal to the number of classes in 'y_score' "
                f"({columns}).You can provide a list of all known classes by assigning it to the `labels` parameter."
            )
            raise LengthError(msg)
        return codes, columns
    given = as_column(to_array(labels, "labels"))
    classes = np.unique(given)
    if len(classes) != len(given):
        msg = "Parameter 'labels' must be unique."
        raise OptionError(msg)
    if not np.array_equal(classes, given):
        msg = "Parameter 'labels' must be ordered."
        raise OptionError(msg)
    _refuse_binary(len(classes) <= 2, scores)
    _refuse_single_column(len(classes), scores)
    if len(classes) != columns:
        msg = f"Number of given labels ({len(classes)}) not equal to the number of classes in 'y_score' ({columns})."
        raise LengthError(msg)
    codes, foreign = codes_among(column, classes)
    if foreign:
        msg = "'y_true' contains labels not in parameter 'labels'."
        raise LabelError(msg)
    return codes, columns


def _refuse_binary(binary: bool, scores: Array) -> None:  # noqa: FBT001
    if binary and scores.ndim == 2:
        msg = (
            f"`y_true` is binary while y_score is 2d with {scores.shape[1]} classes. If `y_true` does not contain all "
            "the labels, `labels` must be provided."
        )
        raise InputError(msg)


def _refuse_single_column(classes: int, scores: Array) -> None:
    if classes > 2 and scores.ndim == 1:
        msg = (
            "`y_score` needs to be of shape `(n_samples, n_classes)`, since `y_true` contains multiple classes. "
            f"Got `y_score.shape={scores.shape}`."
        )
        raise LengthError(msg)


def _hits(codes: Array, scores: Array, k: int, classes: int, weights: Array | None) -> tuple[float, float]:
    """How many rows are right, or their weight, and all rows or their weight."""
    rows = float(len(codes) if weights is None else weights.sum(dtype=np.float64))
    if k >= classes:
        warn_undefined(
            f"'k' ({k}) greater than or equal to 'n_classes' ({classes}) will result in a perfect score and is "
            "therefore meaningless."
        )
        return rows, rows
    if scores.ndim == 1:
        threshold = 0.5 if scores.min() >= 0 and scores.max() <= 1 else 0
        right = (scores > threshold) == codes
        return float(np.count_nonzero(right) if weights is None else weights[right].sum(dtype=np.float64)), rows
    ranking = RankingRows(codes, scores, None, 0, tuple(range(classes)))
    quantity = RowQuantity("top k", k=k, ties="last")
    if weights is None:
        return float(top_k_accuracy.value_of(ranking_moments(ranking, quantity, "top_k_accuracy"))) * rows, rows
    return float(ranking_values(ranking, quantity) @ weights), rows
