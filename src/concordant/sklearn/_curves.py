"""Curves over all thresholds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

import numpy as np

from concordant import _kernels
from concordant.errors import InputError, LabelError, LengthError
from concordant.inputs.arrays import to_array
from concordant.inputs.labels import listed
from concordant.metrics.arithmetic import ratio
from concordant.metrics.ranking.curve_points import running
from concordant.settings import threads_for
from concordant.sklearn._call import (
    COLUMN,
    Array,
    as_column,
    check,
    public,
    read_numbers,
    read_weights,
    refused,
    same_rows,
    warn,
    warn_undefined,
)
from concordant.sklearn._scores import (
    plain_rows,
    positive_label,
    present_rows,
    read_one_column,
    read_scores,
    rows_of_two,
)
from concordant.states import Curve
from concordant.typing import FloatArray


@public
def roc_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: Any = True
) -> tuple[Array, Array, Array]:
    """
    ROC curve: true against false positive rate at every threshold, from the highest down.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes: {0, 1}, {-1, 1}, or any others if `pos_label` is given.
    y_score : array-like of shape (n,)
        Finite scores, higher for the positive class.
    pos_label : label, optional
        The positive class.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    drop_intermediate : bool, default True
        Leave out each point that continues the step before it exactly (the same gain of both counts).

    Returns
    -------
    fpr, tpr, thresholds : ndarray
        The first point is (0, 0) at the threshold inf. Rates of a class that does not occur are NaN, with a warning.

    Examples
    --------
    >>> from concordant.sklearn import roc_curve
    >>> fpr, tpr, thresholds = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr.tolist(), tpr.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    steps = _steps(y_true, y_score, pos_label, sample_weight, drop_intermediate)
    false, true, thresholds = steps.false, steps.true, steps.thresholds()
    if false[-1] <= 0:
        warn_undefined("No negative samples in y_true, false positive value should be meaningless")
    if true[-1] <= 0:
        warn_undefined("No positive samples in y_true, true positive value should be meaningless")
    if drop_intermediate and len(thresholds) > 3:
        return _kernels.corners(false, true, thresholds, threads_for(len(thresholds), 24))
    return _as_shares(false, false[-1]), _as_shares(true, true[-1]), thresholds


def _steps(y_true: Any, y_score: Any, pos_label: Any, sample_weight: Any, drop_intermediate: Any) -> Steps:
    """Check the arguments and sum up the rows from the highest score down."""
    check(pos_label=pos_label, sample_weight=sample_weight, drop_intermediate=drop_intermediate)
    rows = plain_rows(y_true, y_score) if sample_weight is None and pos_label in (None, 1) else None
    classes = 2
    if rows is None:
        scores, column = read_scores(y_score), read_one_column(y_true)
        classes = len(column.classes)
        if classes > 2 and pos_label is None:
            raise LabelError(f"a curve is of two classes, not of {listed(column.classes)}: pos_label= says which one.")
        weights = read_weights(sample_weight, len(scores), column=True)
        rows = present_rows(rows_of_two(column, scores, weights, positive_label(pos_label, column.classes)))
    sums = running(rows)
    if sums is None:
        steps = _from_curve(Curve.from_rows(rows))
    else:
        complete = sums.thresholds if sums.thresholds.dtype == np.float64 else None
        steps = Steps(sums.negatives, sums.positives, sums.thresholds[1:], complete)
    steps.labels = classes
    dtype = getattr(y_score, "dtype", None)
    if isinstance(dtype, np.dtype) and dtype != steps.scores.dtype and dtype.kind in "fb":
        steps.scores = steps.scores.astype(dtype)  # float16 and bools were counted as something else
    return steps


def _as_shares(counts: Array, total: float) -> Array:
    if total <= 0:
        return np.full(len(counts), np.nan)
    counts /= total
    return counts


@public
def precision_recall_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: Any = False
) -> tuple[Array, Array, Array]:
    """
    Precision-recall curve: precision against recall at every threshold, from the lowest up.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes: {0, 1}, {-1, 1}, or any others if `pos_label` is given.
    y_score : array-like of shape (n,)
        Finite scores, higher for the positive class.
    pos_label : label, optional
        The positive class.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    drop_intermediate : bool, default False
        Leave out thresholds before and after which the number of true positives stays the same.

    Returns
    -------
    precision, recall : ndarray of shape (T + 1,)
        The last point is (1, 0) and has no threshold. Recall is 1, with a warning, where no row is positive.
    thresholds : ndarray of shape (T,)
        Ascending.

    Examples
    --------
    >>> from concordant.sklearn import precision_recall_curve
    >>> precision, recall, thresholds = precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> precision.round(3).tolist(), recall.tolist()
    ([0.5, 0.667, 0.5, 1.0, 1.0], [1.0, 1.0, 0.5, 0.5, 0.0])
    """
    steps = _steps(y_true, y_score, pos_label, sample_weight, drop_intermediate)
    false, true, scores = steps.false[1:], steps.true[1:], steps.scores
    if drop_intermediate and len(scores) > 2:
        kept = _beside_gains(true)
        false, true, scores = false[kept], true[kept], scores[kept]
    predicted = np.add(false, true, out=false)
    precision, recall = np.ones(len(scores) + 1), np.zeros(len(scores) + 1)
    with np.errstate(divide="ignore", invalid="ignore"):  # negative weights may leave nothing predicted
        np.divide(true[::-1], predicted[::-1], out=precision[:-1])
    if not predicted.all():
        precision[:-1][predicted[::-1] == 0] = 0.0
    if true[-1] == 0:
        warn("No positive class found in y_true, recall is set to one for all thresholds.")
        recall[:-1] = 1.0
    else:
        np.divide(true[::-1], true[-1], out=recall[:-1])
    return precision, recall, scores[::-1]


def _beside_gains(true: Array) -> Array:
    """Indices of the thresholds before or after which true positives are gained, and of both ends."""
    gains = true[1:] != true[:-1]
    kept = np.ones(len(true), dtype=bool)
    np.logical_or(gains[:-1], gains[1:], out=kept[1:-1])
    return np.flatnonzero(kept)


@public
def det_curve(
    y_true: Any,
    y_score: Any,
    pos_label: Any = None,
    sample_weight: Any = None,
    drop_intermediate: Any = False,  # noqa: FBT002  (the signature of scikit-learn)
) -> tuple[Array, Array, Array]:
    """
    Detection error trade-off: false negative against false positive rate at every threshold, from the lowest up.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes: {0, 1}, {-1, 1}, or any others if `pos_label` is given.
    y_score : array-like of shape (n,)
        Finite scores, higher for the positive class.
    pos_label : label, optional
        The positive class.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    drop_intermediate : bool, default False
        Leave out thresholds before and after which the number of true positives stays the same.

    Returns
    -------
    fpr, fnr, thresholds : ndarray
        From the last point where nothing is missed to the first without a false alarm. One class alone is refused.

    Examples
    --------
    >>> from concordant.sklearn import det_curve
    >>> fpr, fnr, thresholds = det_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr.tolist(), fnr.tolist(), thresholds.tolist()
    ([0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [0.35, 0.4, 0.8])
    """
    steps = _steps(y_true, y_score, pos_label, sample_weight, drop_intermediate)
    false, true, thresholds = steps.false, steps.true, steps.thresholds()
    if steps.labels != 2:
        raise InputError("the detection error tradeoff needs both classes; only one occurs in y_true.")
    all_false, all_true = false[-1], true[-1]
    if drop_intermediate and len(true) > 2:
        kept = _beside_gains(true)
        false, true, thresholds = false[kept], true[kept], thresholds[kept]
    first = max(int(np.searchsorted(false, false[0], side="right")) - 1, 0)
    last = int(np.searchsorted(true, true[-1])) + 1
    shown = slice(first, last)
    fpr, fnr = ratio(false[shown], all_false), ratio(all_true - true[shown], all_true)
    return fpr[::-1], fnr[::-1], thresholds[shown][::-1]


def _positional_until_1_11(function: Callable[..., Any]) -> Callable[..., Any]:
    """Take options by position with a warning, as scikit-learn does until version 1.11."""

    @wraps(function)
    def wrapper(y_true: Any, y_score: Any, *args: Any, **options: Any) -> Any:
        if args:
            given = dict(zip(("pos_label", "sample_weight"), args, strict=False))
            shown = ", ".join(f"{name}={value}" for name, value in given.items())
            warn(
                f"Pass {shown} as keyword args. From version 1.11 passing these as positional arguments will result "
                "in an error",
                FutureWarning,
            )
            return function(y_true, y_score, **given, **options)
        return function(y_true, y_score, **options)

    return wrapper


@public
@_positional_until_1_11
def confusion_matrix_at_thresholds(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None
) -> tuple[Array, Array, Array, Array, Array]:
    """
    Counts of true negatives, false positives, false negatives and true positives at every threshold.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes: {0, 1}, {-1, 1}, or any others if `pos_label` is given.
    y_score : array-like of shape (n,)
        Finite scores, higher for the positive class.
    pos_label : label, optional
        The positive class.
    sample_weight : array-like of shape (n,), optional
        One weight a row.

    Returns
    -------
    tns, fps, fns, tps, thresholds : ndarray of shape (T,)
        Where "positive" means ``score >= threshold``; thresholds descend.

    Examples
    --------
    >>> from concordant.sklearn import confusion_matrix_at_thresholds
    >>> tns, fps, fns, tps, thresholds = confusion_matrix_at_thresholds([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> tps.tolist(), fps.tolist()
    ([1.0, 1.0, 2.0, 2.0], [0.0, 1.0, 1.0, 2.0])
    """
    steps = _steps(y_true, y_score, pos_label, sample_weight, drop_intermediate=False)
    false, true = steps.false[1:], steps.true[1:]
    return false[-1] - false, false, true[-1] - true, true, steps.scores


@public
def metric_at_thresholds(
    y_true: Any,
    y_score: Any,
    metric_func: Callable[..., Any],
    *,
    sample_weight: Any = None,
    metric_params: Mapping[str, Any] | None = None,
) -> tuple[Array, Array]:
    """
    Values of a metric at every threshold.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes.
    y_score : array-like of shape (n,)
        Finite scores.
    metric_func : callable
        Called as ``metric_func(y_true, y_pred, **metric_params)`` with ``y_pred = score >= threshold`` as 0 and 1.
    sample_weight : array-like of shape (n,), optional
        One weight a row, handed to `metric_func`; rows of weight 0 are left out.
    metric_params : dict, optional
        Options of `metric_func`.

    Returns
    -------
    metric_values : ndarray of shape (T,) or (T, ...)
    thresholds : ndarray of shape (T,)
        Distinct scores, descending.

    Examples
    --------
    >>> from concordant.sklearn import accuracy_score, metric_at_thresholds
    >>> values, thresholds = metric_at_thresholds([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], accuracy_score)
    >>> values.tolist(), thresholds.tolist()
    ([0.75, 0.5, 0.75, 0.5], [0.8, 0.4, 0.35, 0.1])
    """
    check(sample_weight=sample_weight)
    if not callable(metric_func):
        raise refused("metric_func", metric_func, "a function of labels and predictions")
    if metric_params is not None and not isinstance(metric_params, dict):
        raise refused("metric_params", metric_params, "a dictionary of its options, or None")
    scores = as_column(read_scores(y_score), "y_score")
    true = _values(y_true, "y_true")
    same_rows(y_true=true, y_score=scores)
    weights = read_weights(sample_weight, len(true), column=True)
    options = dict(metric_params or {})
    if weights is not None:
        counted = weights != 0
        true, scores, weights = true[counted], scores[counted], weights[counted]
        options["sample_weight"] = weights
    thresholds = np.unique(scores)[::-1]
    values = [metric_func(true, (scores >= threshold).astype(np.int32), **options) for threshold in thresholds]
    return np.asarray(values), thresholds


def _values(values: Any, name: str) -> Array:
    """One column of any values as an array."""
    if values is None or not COLUMN.holds(values):
        raise refused(name, values, "a list, an array or a series")
    return as_column(to_array(values, name), name)


@public
def auc(x: Any, y: Any) -> float:
    """
    Area under a curve through given points, by the trapezoidal rule.

    Parameters
    ----------
    x, y : array-like of shape (n,)
        At least two points; `x` ascends or descends.

    Returns
    -------
    float
        An `x` that neither ascends nor descends, and fewer than two points, are refused.

    Examples
    --------
    >>> from concordant.sklearn import auc
    >>> auc([0.0, 0.5, 1.0], [0.0, 1.0, 1.0])
    0.75
    """
    across = np.ascontiguousarray(as_column(read_numbers(x, "x"), "x"), np.float64)
    up = np.ascontiguousarray(as_column(read_numbers(y, "y"), "y"), np.float64)
    same_rows(x=across, y=up)
    if len(across) < 2:
        raise LengthError("an area needs two points or more, not 1.")
    falls = bool((across[1:] < across[:-1]).any())
    if falls and not (across[1:] <= across[:-1]).all():
        raise InputError("x must ascend or descend; it does both.")
    with np.errstate(invalid="ignore", over="ignore"):  # infinite points of the caller's
        area = float((np.diff(across) * (up[1:] + up[:-1])).sum()) / 2.0
    return -area if falls else area


@dataclass(slots=True)
class Steps:
    """
    False and true positives at each threshold after the zeros at the threshold inf, and the scores, descending.

    Both counts have one element more than `scores`; whoever gets them may overwrite them. `labels` says how many
    labels occur, rows of weight zero included.
    """

    false: FloatArray
    true: FloatArray
    scores: Array
    complete: FloatArray | None = None  # the scores after inf, where they exist already
    labels: int = 2

    def thresholds(self) -> FloatArray:
        """The scores as floats after inf."""
        if self.complete is not None:
            return self.complete
        out = np.empty(len(self.scores) + 1)
        out[0] = np.inf
        out[1:] = self.scores
        return out


def _from_curve(curve: Curve) -> Steps:
    counts = np.zeros((2, len(curve.scores) + 1))
    for class_index, sums in enumerate(counts):  # one class after the other: four times as fast as both at once
        np.cumsum(curve.weights[:, class_index], out=sums[1:])
    return Steps(counts[0], counts[1], curve.scores)
