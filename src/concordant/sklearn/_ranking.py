"""Areas under curves of scores: ROC AUC and average precision."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, LabelError, LengthError, OptionError
from concordant.inputs.scores import ScoreRows
from concordant.metrics.ranking.average_precision import average_precision
from concordant.metrics.ranking.roc_auc import roc_auc
from concordant.sklearn._auc import area_of, classes_auc
from concordant.sklearn._labels import LabelColumn
from concordant.sklearn._output_averages import average_of_labels, over_columns, refuse_other_pairs
from concordant.sklearn._parameters import check_arrays, check_choice, check_number, check_optional_array, refuse
from concordant.sklearn._public import SEVERAL, public
from concordant.sklearn._scores import (
    as_column,
    label_column,
    plain_rows,
    present_rows,
    rows_against,
    rows_of_two,
    same_rows,
    score_array,
    value_of_rows,
    weight_column,
)
from concordant.sklearn._warnings import warn
from concordant.states import Curve

_AVERAGES = ("micro", "macro", "samples", "weighted")


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
        value = _plain(roc_auc, y_true, y_score)
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
        msg = f"{column} format is not supported"
        raise InputError(msg)
    if isinstance(column, LabelColumn):
        if column.kind == "multiclass" or (scores.ndim == 2 and scores.shape[1] > 2):
            if max_fpr is not None and max_fpr != 1.0:
                msg = (
                    "Partial AUC computation not available in multiclass setting, 'max_fpr' must be set to `None`, "
                    f"received `max_fpr={max_fpr}` instead"
                )
                raise OptionError(msg)
            return classes_auc(column, scores, labels, multi_class, average, sample_weight)
        weights = weight_column(sample_weight, (len(column), len(scores)))
        same_rows(column, scores)
        return area_of(rows_of_two(column, as_column(scores), weights), max_fpr)
    refuse_other_pairs(y_true)
    return average_of_labels(lambda rows: area_of(rows, max_fpr), column.values, scores, average, sample_weight)


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
        value = _plain(average_precision, y_true, y_score)
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
        msg = f"{column} format is not supported"
        raise InputError(msg)
    if isinstance(column, LabelColumn) and column.kind == "binary":
        present = column.labels()
        if len(present) == 2 and pos_label not in present.tolist():
            msg = f"pos_label={pos_label} is not a valid label. It should be one of {present}"
            raise LabelError(msg)
        scores = score_array(y_score)
        same_rows(column, scores)
        weights = weight_column(sample_weight, (len(column), len(scores)))
        return _average_precision(rows_against(column, pos_label, as_column(scores), weights))
    if pos_label != 1:
        msg = f"Parameter pos_label is fixed to 1 for {column.kind} y_true. Do not set pos_label or set pos_label to 1."
        raise LabelError(msg)
    if isinstance(column, LabelColumn):
        return _of_classes(column, score_array(y_score), average, sample_weight)
    refuse_other_pairs(y_true)
    return average_of_labels(_average_precision, column.values, y_score, average, sample_weight)


def _plain(metric: Any, y_true: Any, y_score: Any) -> float | None:
    """The value of the most common input; None where it takes the full checks or the value is undefined."""
    rows = plain_rows(y_true, y_score)
    if rows is None:
        return None
    try:
        return value_of_rows(metric, rows)
    except LabelError:  # other labels than 0 and 1
        return None


def _average_precision(rows: ScoreRows) -> float:
    """Average precision of two classes; 0 without positive rows, of negative weights never below 0."""
    rows = present_rows(rows)
    if rows.weights is not None and rows.weights.min() < 0:
        value = average_precision.value_of(Curve.from_rows(rows))
        return max(0.0, float(value))
    known = value_of_rows(average_precision, rows)
    if known is None:
        warn("No positive class found in y_true, recall is set to one for all thresholds.")
        return 0.0
    return float(known)


def _of_classes(column: LabelColumn, scores: npt.NDArray[Any], average: str | None, sample_weight: Any) -> Any:
    labels, codes = column.coded()
    if scores.shape != (len(codes), len(labels)):
        msg = (
            "`y_score` needs to be of shape `(n_samples, n_classes)`, since `y_true` contains multiple classes. "
            f"Got `y_score.shape={scores.shape}`."
        )
        raise LengthError(msg)
    if average in ("micro", "samples"):
        truth = (codes[:, None] == np.arange(len(labels))).view(np.uint8)
        return average_of_labels(_average_precision, truth, scores, average, sample_weight)
    weights = weight_column(sample_weight, (len(codes), len(scores)))
    return over_columns(_average_precision, [codes == k for k in range(len(labels))], scores, average, weights)
