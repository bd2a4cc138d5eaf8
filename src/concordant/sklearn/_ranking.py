"""roc_auc_score, average_precision_score, top-k, rankings of labels."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import curves_to_read
from concordant.engines.arrays.quantities import ranking_moments, ranking_values
from concordant.errors import InputError, LabelError, LengthError, OptionError, ScoreError
from concordant.inputs.arrays import to_array
from concordant.inputs.rankings import RankingRows
from concordant.inputs.scores import ScoreRows
from concordant.metrics.ranking.average_precision import average_precision
from concordant.metrics.ranking.curve_points import roc_points, running
from concordant.metrics.ranking.label_rankings import top_k_accuracy
from concordant.metrics.ranking.roc_auc import partial_area, roc_auc
from concordant.sklearn._call import (
    RANKINGS,
    SEVERAL,
    WEIGHT,
    check_arrays,
    check_boolean,
    check_choice,
    check_number,
    check_optional_array,
    check_sample_weight,
    public,
    refuse,
    uneven,
    warn,
    warn_undefined,
)
from concordant.sklearn._curves import auc
from concordant.sklearn._scores import (
    as_column,
    average,
    bounds_of,
    check_gains,
    codes_among,
    indicators,
    label_column,
    numbers,
    plain_rows,
    positive_label,
    present_rows,
    quick_mean,
    refuse_column,
    refuse_shape_of_classes,
    refuse_zero,
    rows_against,
    rows_of_two,
    same_length,
    same_rows,
    same_shape,
    score_array,
    two_dimensions,
    value_of_rows,
    values,
    weight_column,
)
from concordant.sklearn._targets import LabelColumn
from concordant.states import Curve
from concordant.states.moments import RowQuantity

_COVERAGE = RowQuantity("coverage")
_AVERAGE_PRECISION = RowQuantity("average precision")
_RANKING_LOSS = RowQuantity("ranking loss")
_AVERAGES = ("micro", "macro", "samples", "weighted")
_SURELY_ONE = 1e-6  # rows that miss a sum of 1 by less need no closer look
Array = npt.NDArray[Any]
Score = Callable[[ScoreRows], float]


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
    same_length(truth, scores, sample_weight)
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
    same_length(truth, scores, sample_weight)
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
    same_length(truth, scores, sample_weight)
    relevant = indicators(truth)
    same_shape(truth, scores)
    return average(values(_RANKING_LOSS, relevant, scores, 0.0), sample_weight)


@public(RANKINGS)
def dcg_score(
    y_true: Any, y_score: Any, *, k: Any = None, log_base: Any = 2, sample_weight: Any = None, ignore_ties: Any = False
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
    same_length(truth, scores, sample_weight)
    check_gains(truth)
    same_shape(truth, scores)
    return average(values(quantity, truth, scores, 0.0), sample_weight)


def _check_places(function: str, k: Any) -> None:
    check_number(function, "k", k, low=1, high=float("inf"), closed="left", integral=True, none=True)


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
    same_length(truth, scores, sample_weight)
    if truth.min() < 0:
        raise LabelError("ndcg_score should not be used on negative y_true values.")
    if truth.ndim > 1 and truth.shape[1] <= 1:
        msg = f"Computing NDCG is only meaningful when there is more than 1 document. Got {truth.shape[1]} instead."
        raise LengthError(msg)
    check_gains(truth)
    same_shape(truth, scores)
    return average(values(quantity, truth, scores, 0.0), sample_weight)


@public(SEVERAL)
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
    max_fpr : float in (0, 1], optional
        Of two classes: the standardised partial area up to this false positive rate (McClish).
    multi_class : {"raise", "ovr", "ovo"}, default "raise"
        Of several classes: each against the rest, or each pair (Hand and Till). It must be chosen.
    labels : array-like of shape (K,), optional
        The classes of the columns, ascending.

    Returns
    -------
    float, or ndarray if average is None
        NaN with a warning if only one class occurs.

    Examples
    --------
    >>> from concordant.sklearn import roc_auc_score
    >>> roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    if average == "macro" and multi_class == "raise" and sample_weight is None and max_fpr is None and labels is None:
        value = _plain_value(roc_auc, y_true, y_score)
        if value is not None:
            return value
    function = "roc_auc_score"
    check_arrays(function, y_true=y_true, y_score=y_score)
    check_choice(function, "average", average, _AVERAGES, none=True)
    check_optional_array(function, "sample_weight", sample_weight)
    check_number(function, "max_fpr", max_fpr, low=0.0, high=1.0, closed="right", none=True)
    check_choice(function, "multi_class", multi_class, ("raise", "ovr", "ovo"))
    check_optional_array(function, "labels", labels)

    column = label_column(y_true)
    scores = score_array(y_score)
    if isinstance(column, str):
        raise InputError(f"{column} format is not supported")
    if isinstance(column, LabelColumn):
        if column.kind == "multiclass" or (scores.ndim == 2 and scores.shape[1] > 2):
            if max_fpr is not None and max_fpr != 1.0:
                raise OptionError(
                    "Partial AUC computation not available in multiclass setting, 'max_fpr' must be set to `None`, "
                    f"received `max_fpr={max_fpr}` instead"
                )
            return classes_auc(column, scores, labels, multi_class, average, sample_weight)
        weights = weight_column(sample_weight, (len(column), len(scores)))
        same_rows(column, scores)
        return area_of(rows_of_two(column, as_column(scores), weights), max_fpr)
    refuse_other_pairs(y_true)
    return average_of_labels(lambda rows: area_of(rows, max_fpr), column.values, scores, average, sample_weight)


def _plain_value(metric: Any, y_true: Any, y_score: Any) -> float | None:
    """The value of the most common input; None where it takes the full checks or the value is undefined."""
    rows = plain_rows(y_true, y_score)
    if rows is None:
        return None
    try:
        return value_of_rows(metric, rows)
    except LabelError:  # other labels than 0 and 1
        return None


@public(SEVERAL)
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
    pos_label : label, default 1
        The positive one of two classes.

    Returns
    -------
    float, or ndarray if average is None
        0 with a warning without positive rows.

    Examples
    --------
    >>> from concordant.sklearn import average_precision_score
    >>> round(average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    if average == "macro" and type(pos_label) is int and pos_label == 1 and sample_weight is None:
        value = _plain_value(average_precision, y_true, y_score)
        if value is not None:
            return value
    function = "average_precision_score"
    check_arrays(function, y_true=y_true, y_score=y_score)
    check_choice(function, "average", average, _AVERAGES, none=True)
    if not isinstance(pos_label, (Real, str, bool, np.bool_)):
        kinds = "an instance of 'float', an instance of 'str' or an instance of 'bool' or an instance of 'numpy.bool'"
        refuse(function, "pos_label", pos_label, kinds)
    check_optional_array(function, "sample_weight", sample_weight)

    column = label_column(y_true)
    if isinstance(column, str):
        raise InputError(f"{column} format is not supported")
    if isinstance(column, LabelColumn) and column.kind == "binary":
        present = column.labels()
        if len(present) == 2 and pos_label not in present.tolist():
            raise LabelError(f"pos_label={pos_label} is not a valid label. It should be one of {present}")
        scores = score_array(y_score)
        same_rows(column, scores)
        weights = weight_column(sample_weight, (len(column), len(scores)))
        return _average_precision(rows_against(column, pos_label, as_column(scores), weights))
    if pos_label != 1:
        msg = f"Parameter pos_label is fixed to 1 for {column.kind} y_true. Do not set pos_label or set pos_label to 1."
        raise LabelError(msg)
    if isinstance(column, LabelColumn):
        return _classes_precision(column, score_array(y_score), average, sample_weight)
    refuse_other_pairs(y_true)
    return average_of_labels(_average_precision, column.values, y_score, average, sample_weight)


def _average_precision(rows: ScoreRows) -> float:
    """Average precision of two classes; 0 without positive rows, of negative weights never below 0."""
    rows = present_rows(rows)
    if rows.weights is not None and rows.weights.min() < 0:
        value = average_precision.value_of(Curve.from_rows(rows))
        return max(0.0, float(value))
    precision = value_of_rows(average_precision, rows)
    if precision is None:
        warn("No positive class found in y_true, recall is set to one for all thresholds.")
        return 0.0
    return float(precision)


def _classes_precision(column: LabelColumn, scores: Array, average: str | None, sample_weight: Any) -> Any:
    labels, codes = column.coded()
    if scores.shape != (len(codes), len(labels)):
        refuse_shape_of_classes(scores)
    if average in ("micro", "samples"):
        truth = (codes[:, None] == np.arange(len(labels))).view(np.uint8)
        return average_of_labels(_average_precision, truth, scores, average, sample_weight)
    weights = weight_column(sample_weight, (len(codes), len(scores)))
    return over_columns(_average_precision, [codes == k for k in range(len(labels))], scores, average, weights)


def area_of(rows: ScoreRows, max_fpr: float | None = None) -> float:
    """The area of two classes, or its standardised part up to a false positive rate; NaN if a class is absent."""
    weighted = present_rows(rows)
    if weighted.weights is not None and weighted.weights.min() < 0 and _both_occur(rows):
        return _signed_area(weighted, max_fpr)
    value: float | None
    if max_fpr is None or max_fpr == 1:
        value = value_of_rows(roc_auc, weighted)
    else:
        points = running(weighted) or roc_points(Curve.from_rows(weighted))
        value = partial_area(points, fpr=(0.0, float(max_fpr)), tpr=None, corrected=True)
    if value is None or np.isnan(value):
        _warn_undefined(rows, weighted)
        return float("nan")
    return float(value)


def _both_occur(rows: ScoreRows) -> bool:
    return all(bool((rows.y_true == value).any()) for value in rows.values)


def _signed_area(rows: ScoreRows, max_fpr: float | None) -> float:
    """The area where weights are negative: by the points of the curve, and only if the false positive rate grows."""
    points = roc_points(Curve.from_rows(rows))
    if max_fpr is not None and max_fpr != 1:
        return partial_area(points, fpr=(0.0, float(max_fpr)), tpr=None, corrected=True)
    return auc(points.negatives / points.negatives[-1], points.positives / points.positives[-1])


def _warn_undefined(rows: ScoreRows, weighted: ScoreRows) -> None:
    """Say that a class does not occur, or only in rows of weight zero."""
    if not _both_occur(rows):
        warn_undefined("Only one class is present in y_true. ROC AUC score is not defined in that case.")
    elif (weighted.y_true == rows.values[1]).any():
        warn_undefined("No negative samples in y_true, false positive value should be meaningless")
    else:
        warn_undefined("No positive samples in y_true, true positive value should be meaningless")


def classes_auc(
    column: LabelColumn,
    scores: npt.NDArray[Any],
    labels: Any,
    multi_class: str,
    average: str | None,
    sample_weight: Any,
) -> Any:
    """The area of several classes, one column of probabilities each."""
    if multi_class == "raise":
        raise OptionError("multi_class must be in ('ovo', 'ovr')")
    _check_probabilities(scores)
    averages = ("micro", "macro", "weighted", None) if multi_class == "ovr" else ("macro", "weighted", None)
    if average not in averages:
        raise OptionError(f"average must be one of {averages} for multiclass problems")
    if average is None and multi_class == "ovo":
        raise NotImplementedError("average=None is not implemented for multi_class='ovo'.")
    codes, count = _auc_codes(column, labels, scores.shape[1])
    if multi_class == "ovo":
        if sample_weight is not None:
            raise OptionError(
                "sample_weight is not supported for multiclass one-vs-one ROC AUC, 'sample_weight' must be None in "
                "this case."
            )
        same_rows(codes, scores)
        classes = tuple(range(count))
        rows = ScoreRows(codes, classes, classes, scores, None, 0)
        return np.float64(roc_auc.value_of(curves_to_read(rows), average=average, multi_class="ovo"))
    if average == "micro":
        truth = (codes[:, None] == np.arange(count)).view(np.uint8)
        return average_of_labels(area_of, truth, scores, average, sample_weight)
    weights = weight_column(sample_weight, (len(codes), len(scores)))
    same_rows(codes, scores)
    return over_columns(area_of, [codes == k for k in range(count)], scores, average, weights)


def _check_probabilities(scores: npt.NDArray[Any]) -> None:
    if scores.ndim != 2:
        refuse_shape_of_classes(scores)
    worst = bounds_of(scores).worst_sum
    if worst > _SURELY_ONE and not np.allclose(1, scores.sum(1)):
        raise ScoreError(
            "Target scores need to be probabilities for multiclass roc_auc, i.e. they should sum up to 1.0 over classes"
        )


def _auc_codes(column: LabelColumn, labels: Any, columns: int) -> tuple[npt.NDArray[Any], int]:
    """For each row the column of its class, and the number of columns."""
    if labels is None:
        present, codes = column.coded()
        if len(present) != columns:
            raise LengthError("Number of classes in y_true not equal to the number of columns in 'y_score'")
        return codes, columns
    classes = _ordered_labels(labels)
    if len(classes) != columns:
        msg = f"Number of given labels, {len(classes)}, not equal to the number of columns in 'y_score', {columns}"
        raise LengthError(msg)
    codes, foreign = codes_among(column, classes)
    if foreign:
        raise LabelError("'y_true' contains labels not in parameter 'labels'")
    return codes, columns


def _ordered_labels(labels: Any, end: str = "") -> Array:
    declared = as_column(to_array(labels, "labels"))
    classes = np.unique(declared)
    if len(classes) != len(declared):
        raise OptionError(f"Parameter 'labels' must be unique{end}")
    if not np.array_equal(classes, declared):
        raise OptionError(f"Parameter 'labels' must be ordered{end}")
    return classes


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
        raise InputError(
            f"Expected 2D array, got 1D array instead:\narray={scores}.\nReshape your data either using "
            "array.reshape(-1, 1) if your data has a single feature or array.reshape(1, -1) if it contains a single "
            "sample."
        )
    if truth.shape != scores.shape:
        msg = f"y_true has {truth.shape[1]} columns and y_score has {scores.shape[1]}; both need one column a label."
        raise LengthError(msg)
    if average == "micro":
        repeated = None if weights is None else np.repeat(weights, truth.shape[1])
        return score(label_rows(truth.ravel(), scores.ravel(), repeated))
    if average == "samples":
        values = [score(label_rows(row, of_row, None)) for row, of_row in zip(truth, scores, strict=True)]
        return _weighted_mean(np.array(values), weights)
    return over_columns(score, [truth[:, j] for j in range(truth.shape[1])], scores, average, weights)


def _weighted_mean(values: Array, weights: Array | None) -> float:
    """The weighted mean; values without weight may be undefined."""
    if weights is not None:
        values[weights == 0] = 0.0
    return float(np.average(values, weights=weights))


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
    return _weighted_mean(values, support)


def label_rows(truth: Array, scores: Array, weights: Array | None) -> ScoreRows:
    """Rows of one label."""
    same_rows(truth, scores)
    return ScoreRows(truth, (0, 1), (0, 1), scores, weights, 0)


@public(WEIGHT)
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
    codes, classes = _top_k_codes(column, scores, labels)
    total, weight = _hits(codes, scores, int(k), classes, weights)
    if not normalize:
        return total
    refuse_zero(weight)
    return total / weight


def _labels_of(y_true: Any) -> LabelColumn:
    column = label_column(y_true, "y_true")
    if isinstance(column, LabelColumn):
        return column
    if not isinstance(column, str):
        refuse_column(column.values.shape)
    raise LabelError(f"y type must be 'binary' or 'multiclass', got {column!r} instead.")


def _top_k_codes(column: LabelColumn, scores: Array, labels: Any) -> tuple[Array, int]:
    """For each row the column of its class, and the number of classes."""
    columns = 2 if scores.ndim == 1 else scores.shape[1]
    if labels is None:
        present, codes = column.coded()
        _check_dimensions(len(present), scores)
        if len(present) != columns:
            raise LengthError(
                f"Number of classes in 'y_true' ({len(present)}) not equal to the number of classes in 'y_score' "
                f"({columns}).You can provide a list of all known classes by assigning it to the `labels` parameter."
            )
        return codes, columns
    classes = _ordered_labels(labels, end=".")
    _check_dimensions(len(classes), scores)
    if len(classes) != columns:
        msg = f"Number of given labels ({len(classes)}) not equal to the number of classes in 'y_score' ({columns})."
        raise LengthError(msg)
    codes, foreign = codes_among(column, classes)
    if foreign:
        raise LabelError("'y_true' contains labels not in parameter 'labels'.")
    return codes, columns


def _check_dimensions(classes: int, scores: Array) -> None:
    if classes > 2 and scores.ndim == 1:
        refuse_shape_of_classes(scores)
    if classes <= 2 and scores.ndim == 2:
        raise InputError(
            f"`y_true` is binary while y_score is 2d with {scores.shape[1]} classes. If `y_true` does not contain all "
            "the labels, `labels` must be provided."
        )


def _hits(codes: Array, scores: Array, k: int, classes: int, weights: Array | None) -> tuple[float, float]:
    """The number (or weight) of right rows, and of all rows."""
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
