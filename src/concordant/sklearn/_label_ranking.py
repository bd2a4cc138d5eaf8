"""Rankings of labels: coverage, average precision and loss of multi-label rankings, and discounted gains."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import LabelError, LengthError
from concordant.inputs.arrays import to_array
from concordant.sklearn._parameters import check_arrays, check_boolean, check_number, check_optional_array
from concordant.sklearn._public import RANKINGS, WEIGHT, public
from concordant.sklearn._ranked_rows import (
    average,
    check_gains,
    indicators,
    numbers,
    quick_mean,
    same_rows,
    same_shape,
    two_dimensions,
    values,
)
from concordant.states.moments import RowQuantity

_COVERAGE = RowQuantity("coverage")
_AVERAGE_PRECISION = RowQuantity("average precision")
_RANKING_LOSS = RowQuantity("ranking loss")


@public(WEIGHT)
def coverage_error(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> float:
    """
    Coverage error: how far one must go down the ranking of a row to find every relevant label.

    Parameters
    ----------
    y_true : array-like of shape (n, L)
        Indicators: 1 where a label is relevant.
    y_score : array-like of shape (n, L)
        Finite scores. Equal scores count against the model.

    Returns
    -------
    float
        A row without a relevant label counts 0.

    Examples
    --------
    >>> from concordant.sklearn import coverage_error
    >>> coverage_error([[1, 0, 0], [0, 1, 1]], [[1, 0, 0], [0, 1, 1]])
    1.5
    """
    check_arrays("coverage_error", y_true=y_true, y_score=y_score)
    check_optional_array("coverage_error", "sample_weight", sample_weight)
    value = quick_mean(_COVERAGE, y_true, y_score, sample_weight, 0.0)
    if value is not None:
        return value
    truth, scores = two_dimensions(numbers(y_true)), two_dimensions(numbers(y_score))
    same_rows(truth, scores, sample_weight)
    relevant = indicators(truth)
    same_shape(truth, scores)
    return average(values(_COVERAGE, relevant, scores, 0.0), sample_weight)


@public(WEIGHT)
def label_ranking_average_precision_score(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> float:
    """
    Label ranking average precision: the share of relevant labels among those ranked at least as high as one.

    Parameters
    ----------
    y_true : array-like or sparse matrix of shape (n, L)
        Indicators: 1 where a label is relevant. Zeros that a sparse matrix stores are zeros.
    y_score : array-like of shape (n, L)
        Finite scores. Equal scores count against the model.

    Returns
    -------
    float
        A row without a relevant label counts 1.

    Examples
    --------
    >>> from concordant.sklearn import label_ranking_average_precision_score
    >>> round(label_ranking_average_precision_score([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]]), 3)
    0.417
    """
    function = "label_ranking_average_precision_score"
    check_arrays(function, sparse=True, y_true=y_true)
    check_arrays(function, y_score=y_score)
    check_optional_array(function, "sample_weight", sample_weight)
    value = quick_mean(_AVERAGE_PRECISION, y_true, y_score, sample_weight, 1.0)
    if value is not None:
        return value
    truth, scores = numbers(y_true, sparse=True), numbers(y_score)
    same_rows(truth, scores, sample_weight)
    same_shape(truth, scores)
    precisions = values(_AVERAGE_PRECISION, indicators(truth, one_label=True), scores, 1.0)
    weights = None if sample_weight is None else to_array(sample_weight, "sample_weight")
    if weights is not None and weights.ndim == 1 and weights.sum() == 0:  # elsewhere a ZeroDivisionError
        return float(np.dot(precisions, weights) / weights.sum(dtype=np.float64))
    return average(precisions, weights)


@public(RANKINGS)
def label_ranking_loss(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> float:
    """
    Label ranking loss: the share of pairs of a relevant and another label that the scores order wrongly.

    Parameters
    ----------
    y_score : array-like of shape (n, L)
        Finite scores. Pairs of equal scores count as wrong.

    Returns
    -------
    float
        A row where all labels or none are relevant counts 0.

    Examples
    --------
    >>> from concordant.sklearn import label_ranking_loss
    >>> label_ranking_loss([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]])
    0.75
    """
    check_arrays("label_ranking_loss", sparse=True, y_true=y_true)
    check_arrays("label_ranking_loss", y_score=y_score)
    check_optional_array("label_ranking_loss", "sample_weight", sample_weight)
    value = quick_mean(_RANKING_LOSS, y_true, y_score, sample_weight, 0.0)
    if value is not None:
        return value
    truth, scores = numbers(y_true, sparse=True), numbers(y_score)
    same_rows(truth, scores, sample_weight)
    relevant = indicators(truth)
    same_shape(truth, scores)
    return average(values(_RANKING_LOSS, relevant, scores, 0.0), sample_weight)


@public(RANKINGS)
def dcg_score(
    y_true: Any,
    y_score: Any,
    *,
    k: Any = None,
    log_base: Any = 2,
    sample_weight: Any = None,
    ignore_ties: Any = False,
) -> float:
    """
    Discounted cumulative gain: the relevance that a ranking collects, discounted by the place.

    Parameters
    ----------
    y_true : array-like of shape (n, L)
        The relevance of each label.
    log_base : float, default 2
        The base of the logarithm of the discount.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import dcg_score
    >>> round(dcg_score([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]]), 2)
    9.5
    """
    check_arrays("dcg_score", y_true=y_true, y_score=y_score)
    _check_places("dcg_score", k)
    check_number("dcg_score", "log_base", log_base, low=0.0, high=float("inf"), closed="neither")
    check_optional_array("dcg_score", "sample_weight", sample_weight)
    check_boolean("dcg_score", "ignore_ties", ignore_ties)
    quantity = RowQuantity("gain", k, float(log_base), "last" if ignore_ties else "expected")
    value = quick_mean(quantity, y_true, y_score, sample_weight, 0.0)
    if value is not None:
        return value
    truth, scores = numbers(y_true), numbers(y_score)
    same_rows(truth, scores, sample_weight)
    check_gains(truth)
    same_shape(truth, scores)
    return average(values(quantity, truth, scores, 0.0), sample_weight)


@public(RANKINGS)
def ndcg_score(
    y_true: Any, y_score: Any, *, k: Any = None, sample_weight: Any = None, ignore_ties: Any = False
) -> float:
    """
    Normalised discounted cumulative gain: the gain of a ranking as a share of the gain of the best ranking.

    Parameters
    ----------
    y_true : array-like of shape (n, L)
        The relevance of each label, not negative.

    Returns
    -------
    float
        A row without a relevant label counts 0.

    Examples
    --------
    >>> from concordant.sklearn import ndcg_score
    >>> round(ndcg_score([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]]), 2)
    0.7
    """
    check_arrays("ndcg_score", y_true=y_true, y_score=y_score)
    _check_places("ndcg_score", k)
    check_optional_array("ndcg_score", "sample_weight", sample_weight)
    check_boolean("ndcg_score", "ignore_ties", ignore_ties)
    quantity = RowQuantity("normalized gain", k, ties="last" if ignore_ties else "expected")
    value = quick_mean(quantity, y_true, y_score, sample_weight, 0.0)
    if value is not None:
        return value
    truth, scores = numbers(y_true), numbers(y_score)
    same_rows(truth, scores, sample_weight)
    if truth.min() < 0:
        msg = "ndcg_score should not be used on negative y_true values."
        raise LabelError(msg)
    if truth.ndim > 1 and truth.shape[1] <= 1:
        msg = f"Computing NDCG is only meaningful when there is more than 1 document. Got {truth.shape[1]} instead."
        raise LengthError(msg)
    check_gains(truth)
    same_shape(truth, scores)
    return average(values(quantity, truth, scores, 0.0), sample_weight)


def _check_places(function: str, k: Any) -> None:
    check_number(function, "k", k, low=1, high=float("inf"), closed="left", integral=True, none=True)
