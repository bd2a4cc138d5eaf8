"""roc_auc_score, average_precision_score, top-k, rankings of labels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from concordant.engines.arrays import curves_to_read
from concordant.engines.arrays.quantities import moments_and_odd_rows, ranking_values
from concordant.errors import LabelError, LengthError, OptionError, PositiveLabelError, ScoreError
from concordant.inputs.indicators import is_sparse
from concordant.inputs.labels import listed
from concordant.inputs.rankings import RankingRows
from concordant.inputs.scores import ScoreRows
from concordant.metrics.ranking.average_precision import average_precision
from concordant.metrics.ranking.curve_points import roc_points, running
from concordant.metrics.ranking.label_rankings import mean_of_rows, mean_where_defined
from concordant.metrics.ranking.roc_auc import partial_area, roc_auc
from concordant.sklearn._call import (
    LABEL,
    OPTIONS,
    Array,
    Expected,
    bounds_of,
    check,
    choice,
    public,
    read_numbers,
    read_weights,
    refused,
    same_rows,
    warn,
    warn_undefined,
    weight_column,
)
from concordant.sklearn._call import average as mean
from concordant.sklearn._curves import auc
from concordant.sklearn._scores import (
    binary_rows,
    is_signed,
    plain_rows,
    present_rows,
    read_scores,
    rows_of_several,
    rows_of_two,
    value_of_rows,
    with_declared,
)
from concordant.sklearn._targets import Classes, indicators_of, read_classes
from concordant.states import Curve
from concordant.states.moments import RELEVANCE, RowQuantity

Score = Callable[[ScoreRows], float]
_OF_AREAS = {**OPTIONS, "average": choice("macro", "micro", "weighted", "samples", None), "pos_label": LABEL}
_OF_GAINS = {
    **OPTIONS,
    "k": Expected("a whole number of at least 1, or None", lambda k: k is None or OPTIONS["k"].holds(k)),
}
_SURELY_ONE = 1e-6  # rows that miss a sum of 1 by less need no closer look


@public
def coverage_error(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> float:
    """
    Coverage error: how far one must go down the ranking of a row to find every relevant label.

    Parameters
    ----------
    y_true : array-like of shape (n, L)
        Indicators: 1 where a label is relevant.
    y_score : array-like of shape (n, L)
        Finite scores. Equal scores count against the model.
    sample_weight : array-like of shape (n,), optional
        One weight a row.

    Returns
    -------
    float
        From the mean number of relevant labels, which is best, to L. A row without a relevant label counts 0.

    Examples
    --------
    >>> from concordant.sklearn import coverage_error
    >>> coverage_error([[1, 0, 0], [0, 1, 1]], [[1, 0, 0], [0, 1, 1]])
    1.5
    """
    return _mean_over_rows(RowQuantity("coverage"), y_true, y_score, sample_weight)


@public
def label_ranking_average_precision_score(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> float:
    """
    Label ranking average precision: the share of relevant labels among those ranked at least as high as one.

    Parameters
    ----------
    y_true : array-like or sparse matrix of shape (n, L)
        Indicators: 1 where a label is relevant. Zeros that a sparse matrix stores are zeros.
    y_score : array-like of shape (n, L)
        Finite scores. Equal scores count against the model.
    sample_weight : array-like of shape (n,), optional
        One weight a row.

    Returns
    -------
    float
        Above 0 and up to 1. A row where all labels or none are relevant counts 1.

    Examples
    --------
    >>> from concordant.sklearn import label_ranking_average_precision_score
    >>> round(label_ranking_average_precision_score([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]]), 3)
    0.417
    """
    quantity = RowQuantity("average precision")
    return _mean_over_rows(quantity, y_true, y_score, sample_weight, fill=1.0, one_label=True)


@public
def label_ranking_loss(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> float:
    """
    Label ranking loss: the share of pairs of a relevant and another label that the scores order wrongly.

    Parameters
    ----------
    y_true : array-like or sparse matrix of shape (n, L)
        Indicators: 1 where a label is relevant.
    y_score : array-like of shape (n, L)
        Finite scores. Pairs of equal scores count as wrong.
    sample_weight : array-like of shape (n,), optional
        One weight a row.

    Returns
    -------
    float
        Between 0 and 1, 0 is best. A row where all labels or none are relevant counts 0.

    Examples
    --------
    >>> from concordant.sklearn import label_ranking_loss
    >>> label_ranking_loss([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]])
    0.75
    """
    return _mean_over_rows(RowQuantity("ranking loss"), y_true, y_score, sample_weight)


@public
def dcg_score(
    y_true: Any, y_score: Any, *, k: Any = None, log_base: Any = 2, sample_weight: Any = None, ignore_ties: Any = False
) -> float:
    """
    Discounted cumulative gain: the relevance that a ranking collects, discounted by the place.

    Parameters
    ----------
    y_true : array-like of shape (n, L)
        The relevance of each label.
    y_score : array-like of shape (n, L)
        Finite scores.
    k : int, optional
        How many places count. Default: all.
    log_base : float, default 2
        The base of the logarithm of the discount.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    ignore_ties : bool, default False
        Do not average over equal scores: the last column comes first.

    Returns
    -------
    float
        At least 0 for relevances that are not negative; the more labels, the larger.

    Examples
    --------
    >>> from concordant.sklearn import dcg_score
    >>> round(dcg_score([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]]), 2)
    9.5
    """
    check(_OF_GAINS, k=k, log_base=log_base, ignore_ties=ignore_ties)
    quantity = RowQuantity("gain", k, float(log_base), "last" if ignore_ties else "expected")
    return _mean_over_rows(quantity, y_true, y_score, sample_weight)


def _mean_over_rows(
    quantity: RowQuantity, y_true: Any, y_score: Any, sample_weight: Any, *, fill: float = 0.0, one_label: bool = False
) -> float:
    """
    The mean of a quantity of each row, which counts as `fill` where it is undefined.

    The truth is relevances or indicators, these also sparse; `one_label`: they may be a single column.
    """
    check(sample_weight=sample_weight)
    gains = quantity.of in RELEVANCE
    if is_sparse(y_true) and (gains or quantity.of == "coverage"):
        raise refused("y_true", y_true, "a dense matrix")
    scores = read_numbers(y_score, "y_score")
    truth = indicators_of(y_true.tocsr(), "y_true") if is_sparse(y_true) else read_numbers(y_true, "y_true")
    same_rows(y_true=truth, y_score=scores)
    if truth.shape != scores.shape or truth.ndim != 2 or truth.shape[1] < 2 - one_label:
        raise LengthError(
            "y_true and y_score must be matrices of one shape, with one column for each of two labels or more; they "
            f"have the shapes {truth.shape} and {scores.shape}."
        )
    weights = weight_column(sample_weight, len(scores))
    if weights is None or (weights.min() >= 0 and 0 < weights.max() < np.inf):
        moments, odd = moments_and_odd_rows(RankingRows(truth, scores, weights, 0), quantity, "")
        if odd.truth < 0 and odd.score < 0 and odd.infinite < 0:
            return float(mean_of_rows(moments) if len(moments.names) == 1 else mean_where_defined(moments, fill))
    read_scores(scores)
    if gains:
        read_scores(truth, "y_true")
    elif not is_sparse(truth):
        truth = indicators_of(truth, "y_true")
    quantities = ranking_values(RankingRows(truth, scores, None, 0), quantity)
    filled = np.where(np.isnan(quantities), fill, quantities)
    if one_label and weights is not None and weights.sum() == 0:  # an error for all others of scikit-learn's
        return float(filled @ weights / np.float64(0.0))
    return mean(filled, weights)


@public
def ndcg_score(
    y_true: Any, y_score: Any, *, k: Any = None, sample_weight: Any = None, ignore_ties: Any = False
) -> float:
    """
    Normalised discounted cumulative gain: the gain of a ranking as a share of the gain of the best ranking.

    Parameters
    ----------
    y_true : array-like of shape (n, L)
        The relevance of each label, not negative.
    y_score : array-like of shape (n, L)
        Finite scores.
    k : int, optional
        How many places count. Default: all.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    ignore_ties : bool, default False
        Do not average over equal scores: the last column comes first.

    Returns
    -------
    float
        Between 0 and 1. A row without a relevant label counts 0.

    Examples
    --------
    >>> from concordant.sklearn import ndcg_score
    >>> round(ndcg_score([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]]), 2)
    0.7
    """
    check(_OF_GAINS, k=k, ignore_ties=ignore_ties)
    quantity = RowQuantity("normalized gain", k, ties="last" if ignore_ties else "expected")
    return _mean_over_rows(quantity, y_true, y_score, sample_weight)


@public
def roc_auc_score(
    y_true: Any,
    y_score: Any,
    *,
    average: Any = "macro",
    sample_weight: Any = None,
    max_fpr: Any = None,
    multi_class: Any = "raise",
    labels: Any = None,
) -> Any:
    """
    Area under the ROC curve.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, L)
        Labels of two or more classes, or indicators of L labels. Of two classes the larger one is positive.
    y_score : array-like of shape (n,) or (n, K)
        Finite scores. Of several classes probabilities that sum to 1.
    average : {"macro", "micro", "samples", "weighted"} or None, default "macro"
        How values of several classes or labels become one: "macro", their mean; "weighted", weighted by how often a
        label is true; "micro", that of all decisions; "samples", the mean over rows. None: one value a label.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    max_fpr : float in (0, 1], optional
        Of two classes: the standardised partial area up to this false positive rate (McClish).
    multi_class : {"raise", "ovr", "ovo"}, default "raise"
        Of several classes: each against the rest, or each pair (Hand and Till). It must be chosen.
    labels : array-like of shape (K,), optional
        The classes of the columns, ascending.

    Returns
    -------
    float, or ndarray if average is None
        Between 0 and 1, 0.5 by chance. NaN with a warning if only one class occurs.

    Examples
    --------
    >>> from concordant.sklearn import roc_auc_score
    >>> roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    check(
        _OF_AREAS, average=average, sample_weight=sample_weight, max_fpr=max_fpr, multi_class=multi_class, labels=labels
    )
    rows = plain_rows(y_true, y_score) if sample_weight is None else None
    if rows is not None:
        return _area(rows, max_fpr)
    column, scores = read_classes(y_true), read_scores(y_score)
    if not isinstance(column, Classes):
        return _average_of_labels(partial(_area, max_fpr=max_fpr), column, scores, average, sample_weight)
    if len(column.classes) <= 2 and (scores.ndim == 1 or scores.shape[1] <= 2):
        positive = column.classes[-1] if len(column.classes) == 2 else None
        weights = read_weights(sample_weight, len(scores), column=True)
        return _area(rows_of_two(column, scores, weights, positive), max_fpr)
    if max_fpr not in (None, 1):
        raise OptionError(f"max_fpr={max_fpr!r} is of two classes; for several leave it out.")
    return _classes_area(y_true, scores, labels, multi_class, average, sample_weight)


@public
def average_precision_score(
    y_true: Any, y_score: Any, *, average: Any = "macro", pos_label: Any = 1, sample_weight: Any = None
) -> Any:
    """
    Average precision: the area under the precision-recall curve in steps.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, L)
        Labels of two or more classes, or indicators of L labels.
    y_score : array-like of shape (n,) or (n, K)
        Finite scores.
    average : {"macro", "micro", "samples", "weighted"} or None, default "macro"
        How values of several classes or labels become one: "macro", their mean; "weighted", weighted by how often a
        label is true; "micro", that of all decisions; "samples", the mean over rows. None: one value a label.
    pos_label : label, default 1
        The positive one of two classes.
    sample_weight : array-like of shape (n,), optional
        One weight a row.

    Returns
    -------
    float, or ndarray if average is None
        Between 0 and 1. 0 with a warning where no row is positive.

    Examples
    --------
    >>> from concordant.sklearn import average_precision_score
    >>> round(average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    check(_OF_AREAS, average=average, pos_label=pos_label, sample_weight=sample_weight)
    rows = plain_rows(y_true, y_score) if sample_weight is None and pos_label == 1 else None
    if rows is not None:
        return _average_precision(rows)
    column, scores = read_classes(y_true), read_scores(y_score)
    if isinstance(column, Classes) and len(column.classes) <= 2:
        if len(column.classes) == 2 and pos_label not in column.classes:
            raise LabelError(f"pos_label={pos_label!r} does not occur; the labels are {listed(column.classes)}.")
        weights = read_weights(sample_weight, len(scores), column=True)
        return _average_precision(rows_of_two(column, scores, weights, pos_label))
    if pos_label != 1:
        raise LabelError(f"pos_label={pos_label!r} is of two classes; for several classes or labels leave it out.")
    if not isinstance(column, Classes):
        return _average_of_labels(_average_precision, column, scores, average, sample_weight)
    return _average_of_classes(_average_precision, column, scores, average, sample_weight)


def _average_precision(rows: ScoreRows) -> float:
    """Average precision of two classes; 0 without positive rows, of negative weights never below 0."""
    rows = present_rows(rows)
    precision = value_of_rows(average_precision, rows)
    if is_signed(rows):
        return max(0.0, precision)
    if np.isnan(precision):
        warn("No positive class found in y_true, recall is set to one for all thresholds.")
        return 0.0
    return precision


def _area(rows: ScoreRows, max_fpr: float | None = None) -> float:
    """The area of two classes, or its standardised part up to a false positive rate; NaN if a class is absent."""
    weighted = present_rows(rows)
    partial_of = max_fpr is not None and max_fpr != 1
    signed = is_signed(weighted) and _both_occur(rows)
    if not (partial_of or signed):
        value = value_of_rows(roc_auc, weighted)
    else:
        points = (None if signed else running(weighted)) or roc_points(Curve.from_rows(weighted))
        if partial_of:
            value = partial_area(points, fpr=(0.0, float(max_fpr or 1)), tpr=None, corrected=True)
        else:  # by the points of the curve, and only if the false positive rate grows
            value = auc(points.negatives / points.negatives[-1], points.positives / points.positives[-1])
    if np.isnan(value):
        _warn_undefined(rows, weighted)
    return float(value)


def _both_occur(rows: ScoreRows) -> bool:
    return all(bool((rows.y_true == value).any()) for value in rows.values)


def _warn_undefined(rows: ScoreRows, weighted: ScoreRows) -> None:
    """Say that a class does not occur, or only in rows of weight zero."""
    if not _both_occur(rows):
        warn_undefined("Only one class is present in y_true. ROC AUC score is not defined in that case.")
    elif (weighted.y_true == rows.values[1]).any():
        warn_undefined("No negative samples in y_true, false positive value should be meaningless")
    else:
        warn_undefined("No positive samples in y_true, true positive value should be meaningless")


def _classes_area(
    y_true: Any, scores: Array, labels: Any, multi_class: str, average: str | None, sample_weight: Any
) -> Any:
    """The area of several classes, one column of probabilities each."""
    if multi_class == "raise":
        raise OptionError('several classes need multi_class="ovr" (each against the rest) or "ovo" (each pair).')
    if scores.ndim != 2:
        raise LengthError("y_score must have one column a class where there are several; it is one column.")
    worst = bounds_of(scores).worst_sum
    if worst > _SURELY_ONE and not np.allclose(1, scores.sum(1)):
        raise ScoreError(
            f"each row of y_score must sum to 1 where there are several classes; one is off by {worst:.3g}."
        )
    column = with_declared(y_true, labels, scores.shape[1])
    if multi_class == "ovr":
        if average == "samples":
            raise OptionError('average="samples" is of several labels a row; y_true is one column.')
        return _average_of_classes(_area, column, scores, average, sample_weight)
    if average is None:
        raise NoAverageError('average=None is of classes, not of pairs of them: choose "macro" or "weighted".')
    if average in ("micro", "samples") or sample_weight is not None:
        raise OptionError('multi_class="ovo" takes average="macro" or "weighted", and no sample_weight.')
    same_rows(y_true=column, y_score=scores)
    rows = curves_to_read(rows_of_several(column, scores))
    return np.float64(roc_auc.value_of(rows, average=average, multi_class="ovo"))


class NoAverageError(OptionError, NotImplementedError):
    """What scikit-learn has not implemented."""


def _average_of_classes(
    score: Score, column: Classes, scores: Array, average: str | None, sample_weight: Any
) -> float | Array:
    """Take the score of each class against the rest, and average."""
    same_rows(y_true=column, y_score=scores)
    if scores.shape != (len(column.codes), len(column.classes)):
        raise LengthError(f"y_score must have one column a class, {len(column.classes)}, not the shape {scores.shape}.")
    if average in ("micro", "samples"):
        return _average_of_labels(score, column.indicators(scores.shape[1]), scores, average, sample_weight)
    weights = read_weights(sample_weight, len(scores), column=True)
    return _over_columns(score, [column.codes == k for k in range(scores.shape[1])], scores, average, weights)


def _average_of_labels(
    score: Score, truth: Any, scores: Array, average: str | None, sample_weight: Any
) -> float | Array:
    """
    Take the score of each column of indicators, and average.

    Columns that are undefined make the mean NaN; "weighted" leaves out labels that never occur.
    """
    same_rows(y_true=truth, y_score=scores)
    if truth.shape != scores.shape:
        raise LengthError(f"y_score must have one column a label, {truth.shape[1]}, not the shape {scores.shape}.")
    dense = truth.toarray() if is_sparse(truth) else truth
    indicators_of(dense, "y_true")
    if dense.max() > 1:
        raise PositiveLabelError("y_true must be a matrix of 0 and 1: of other numbers nothing says which is positive.")
    relevant = dense > 0
    weights = read_weights(sample_weight, len(scores), column=True)
    if average == "micro":
        repeated = None if weights is None else np.repeat(weights, scores.shape[1])
        return score(binary_rows(relevant.ravel(), scores.ravel(), repeated))
    if average == "samples":
        rows = zip(relevant, scores, strict=True)
        return _weighted_mean(np.array([score(binary_rows(row, of_row)) for row, of_row in rows]), weights)
    return _over_columns(score, list(relevant.T), scores, average, weights)


def _weighted_mean(values: Array, weights: Array | None) -> float:
    """The weighted mean; values without weight may be undefined."""
    if weights is not None:
        values[weights == 0] = 0.0
    return mean(values, weights)


def _over_columns(
    score: Score, columns: list[Array], scores: Array, average: str | None, weights: Array | None
) -> float | Array:
    """Take the score of each column of 0 and 1 beside its scores, and their mean, weighted mean or all of them."""
    support = None
    if average == "weighted":
        wide = None if weights is None else weights.astype(np.float64)  # a product of bytes would be one byte
        support = np.array([column.sum() if wide is None else np.dot(column, wide) for column in columns])
        if np.isclose(support.sum(), 0.0):
            return 0.0
    values = np.array([score(binary_rows(column, scores[:, j], weights)) for j, column in enumerate(columns)])
    return values if average is None else _weighted_mean(values, support)


@public
def top_k_accuracy_score(
    y_true: Any, y_score: Any, *, k: Any = 2, normalize: Any = True, sample_weight: Any = None, labels: Any = None
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
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    labels : array-like of shape (K,), optional
        The classes of the columns, ascending, where not all of them occur.

    Returns
    -------
    float
        1, with a warning, where `k` is the number of classes or more.

    Examples
    --------
    >>> from concordant.sklearn import top_k_accuracy_score
    >>> scores = [[0.5, 0.2, 0.2], [0.3, 0.4, 0.2], [0.2, 0.4, 0.3], [0.7, 0.2, 0.1]]
    >>> top_k_accuracy_score([0, 1, 2, 2], scores, k=2)
    0.75
    """
    check(k=k, normalize=normalize, sample_weight=sample_weight, labels=labels)
    scores = read_scores(y_score)
    if scores.ndim == 2 and scores.shape[1] == 1:
        scores = scores[:, 0]
    column = with_declared(y_true, labels, 2 if scores.ndim == 1 else scores.shape[1])
    if scores.ndim == 2 and len(column.classes) == 2:
        raise LengthError("y_score must be one column where there are two classes, the scores of the larger label.")
    same_rows(y_true=column, y_score=scores)
    weights = read_weights(sample_weight, len(scores))
    hits = _hits(column, scores, int(k))
    if normalize:
        return mean(hits, weights)
    return float(hits.sum() if weights is None else hits @ weights.astype(np.float64))


def _hits(column: Classes, scores: Array, k: int) -> Array:
    """1 for each row whose class is among the k highest scores, else 0."""
    size = len(column.classes)
    if k >= size:
        warn_undefined(
            f"'k' ({k}) greater than or equal to 'n_classes' ({size}) will result in a perfect score and is "
            "therefore meaningless."
        )
        return np.ones(len(scores))
    if scores.ndim == 1:
        threshold = 0.5 if bounds_of(scores).within(0, 1) else 0
        return np.asarray((scores > threshold) == column.codes, np.float64)
    ranking = RankingRows(column.codes, scores, None, 0, tuple(range(size)))
    return ranking_values(ranking, RowQuantity("top k", k=k, ties="last"))
