"""The area under the ROC curve of two classes, and of several: each against the rest, or each pair."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import curves_to_read
from concordant.errors import LabelError, LengthError, OptionError, ScoreError
from concordant.inputs.arrays import to_array
from concordant.inputs.scores import ScoreRows
from concordant.metrics.ranking.curve_points import roc_points, running
from concordant.metrics.ranking.roc_auc import partial_area, roc_auc
from concordant.sklearn._curves import auc
from concordant.sklearn._labels import LabelColumn
from concordant.sklearn._output_averages import average_of_labels, over_columns
from concordant.sklearn._scores import (
    as_column,
    bounds_of,
    codes_among,
    present_rows,
    same_rows,
    value_of_rows,
    weight_column,
)
from concordant.sklearn._warnings import warn_undefined
from concordant.states import Curve

_SURELY_ONE = 1e-6  # rows that miss a sum of 1 by less need no closer look


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


def _warn_undefined(rows: ScoreRows, weighted: ScoreRows) -> None:
    """Say that a class does not occur, or only in rows of weight zero."""
    if not _both_occur(rows):
        warn_undefined("Only one class is present in y_true. ROC AUC score is not defined in that case.")
    elif (weighted.y_true == rows.values[1]).any():
        warn_undefined("No negative samples in y_true, false positive value should be meaningless")
    else:
        warn_undefined("No positive samples in y_true, true positive value should be meaningless")


def _signed_area(rows: ScoreRows, max_fpr: float | None) -> float:
    """The area where weights are negative: by the points of the curve, and only if the false positive rate grows."""
    points = roc_points(Curve.from_rows(rows))
    if max_fpr is not None and max_fpr != 1:
        return partial_area(points, fpr=(0.0, float(max_fpr)), tpr=None, corrected=True)
    return auc(points.negatives / points.negatives[-1], points.positives / points.positives[-1])


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
        msg = "multi_class must be in ('ovo', 'ovr')"
        raise OptionError(msg)
    _check_probabilities(scores)
    averages = ("micro", "macro", "weighted", None) if multi_class == "ovr" else ("macro", "weighted", None)
    if average not in averages:
        msg = f"average must be one of {averages} for multiclass problems"
        raise OptionError(msg)
    if average is None and multi_class == "ovo":
        msg = "average=None is not implemented for multi_class='ovo'."
        raise NotImplementedError(msg)
    codes, count = _codes(column, labels, scores.shape[1])
    if multi_class == "ovo":
        if sample_weight is not None:
            msg = (
                "sample_weight is not supported for multiclass one-vs-one ROC AUC, 'sample_weight' must be None in "
                "this case."
            )
            raise OptionError(msg)
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
        msg = (
            "`y_score` needs to be of shape `(n_samples, n_classes)`, since `y_true` contains multiple classes. "
            f"Got `y_score.shape={scores.shape}`."
        )
        raise LengthError(msg)
    worst = bounds_of(scores).worst_sum
    if worst > _SURELY_ONE and not np.allclose(1, scores.sum(1)):
        msg = (
            "Target scores need to be probabilities for multiclass roc_auc, i.e. they should sum up to 1.0 over classes"
        )
        raise ScoreError(msg)


def _codes(column: LabelColumn, labels: Any, columns: int) -> tuple[npt.NDArray[Any], int]:
    """For each row the column of its class, and the number of columns."""
    if labels is None:
        present, codes = column.coded()
        if len(present) != columns:
            msg = "Number of classes in y_true not equal to the number of columns in 'y_score'"
            raise LengthError(msg)
        return codes, columns
    given = as_column(to_array(labels, "labels"))
    classes = np.unique(given)
    if len(classes) != len(given):
        msg = "Parameter 'labels' must be unique"
        raise OptionError(msg)
    if not np.array_equal(classes, given):
        msg = "Parameter 'labels' must be ordered"
        raise OptionError(msg)
    if len(classes) != columns:
        msg = f"Number of given labels, {len(classes)}, not equal to the number of columns in 'y_score', {columns}"
        raise LengthError(msg)
    codes, foreign = codes_among(column, classes)
    if foreign:
        msg = "'y_true' contains labels not in parameter 'labels'"
        raise LabelError(msg)
    return codes, columns
