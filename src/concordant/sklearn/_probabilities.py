"""Brier, log loss, hinge, calibration_curve."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from concordant.errors import InputError, LabelError, LengthError
from concordant.inputs.arrays import to_array
from concordant.inputs.label_values import Encoded
from concordant.inputs.labels import listed
from concordant.inputs.scores import ScoreRows
from concordant.metrics.probabilities.bins import Bins, sum_rows
from concordant.sklearn._call import (
    FLAG,
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
    Forecast,
    mean_of_loss,
    plain_rows,
    positive_label,
    read_forecast,
    read_one_column,
    read_probabilities,
    read_scores,
    refuse_outside,
    rows_of_several,
    rows_of_two,
    smallest,
)
from concordant.sklearn._targets import read_targets
from concordant.typing import FloatArray

_EPS = float(np.finfo(np.float64).eps)


@public
def brier_score_loss(
    y_true: Any,
    y_proba: Any,
    *,
    sample_weight: Any = None,
    pos_label: Any = None,
    labels: Any = None,
    scale_by_half: Any = "auto",
) -> float:
    """
    Brier score: the mean squared error of probabilities.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, K)
        Labels, or indicators of what happened.
    y_proba : array-like of shape (n,) or (n, K)
        Predicted probabilities of the positive class, or one column a class in ascending order.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    pos_label : label, optional
        The positive class of a single column; by default 1, or the larger of two numbers.
    labels : array-like of shape (K,), optional
        The classes of the columns, where not all of them occur.
    scale_by_half : bool or "auto", default "auto"
        Halve the sum over the classes; "auto" does for two classes only.

    Returns
    -------
    float
        Between 0 and 1 if halved, else up to 2; 0 is best.

    Examples
    --------
    >>> from concordant.sklearn import brier_score_loss
    >>> round(brier_score_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.0375
    """
    if not (isinstance(scale_by_half, str) and scale_by_half == "auto") and not FLAG.holds(scale_by_half):
        raise refused("scale_by_half", scale_by_half, 'True, False or "auto"')
    forecast = _read(y_true, y_proba, sample_weight, pos_label, labels)
    halved = forecast.classes == 2 if isinstance(scale_by_half, str) else bool(scale_by_half)
    loss = float(forecast.means("squared")[0])
    if forecast.p.ndim == 1:  # of the positive class alone, which is half the sum over both
        return loss if halved else 2 * loss
    return loss / 2 if halved else loss


def _read(y_true: Any, y_proba: Any, sample_weight: Any, pos_label: Any, labels: Any) -> Forecast:
    """Check labels and probabilities: a single column of the positive class, or one column a class."""
    check(sample_weight=sample_weight, pos_label=pos_label, labels=labels)
    p, bounds = read_probabilities(y_proba)
    if p.ndim == 2:
        return read_forecast(y_true, p, bounds, sample_weight, labels)
    column = read_one_column(y_true)
    if len(column.classes) > 2:
        raise LabelError(f"y_proba is one column, of two classes, but y_true has {len(column.classes)}.")
    refuse_outside(bounds)
    numbers = pos_label is None and not any(isinstance(label, str) for label in column.classes)
    usual = set(column.classes) <= {0, 1} or set(column.classes) <= {-1, 1}
    positive = column.classes[-1] if numbers and not usual else positive_label(pos_label, column.classes)
    rows = rows_of_two(column, p, read_weights(sample_weight, len(p)), positive, "y_proba")
    return Forecast(rows.y_true, 2, p, rows.weights, bounds)


@public
def d2_brier_score(
    y_true: Any, y_proba: Any, *, sample_weight: Any = None, pos_label: Any = None, labels: Any = None
) -> float:
    """
    Brier skill: one minus the Brier score relative to that of always predicting how frequent the classes are.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, K)
        Labels, or indicators of what happened.
    y_proba : array-like of shape (n,) or (n, K)
        Predicted probabilities of the positive class, or one column a class in ascending order.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    pos_label : label, optional
        The positive class of a single column; by default 1, or the larger of two numbers.
    labels : array-like of shape (K,), optional
        The classes of the columns, where not all of them occur.

    Returns
    -------
    float
        At most 1; 0 for the frequencies of the classes. Infinite or NaN where one class occurs alone; NaN, with a
        warning, for fewer than two rows.

    Examples
    --------
    >>> from concordant.sklearn import d2_brier_score
    >>> round(d2_brier_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.85
    """
    if _too_few_rows(y_true, y_proba):
        return float("nan")
    loss, *shares = _read(y_true, y_proba, sample_weight, pos_label, labels).means("squared and class")
    return _skill(np.float64(loss) / np.float64(sum(share * (1 - share) for share in shares)))


def _too_few_rows(y_true: Any, y_proba: Any) -> bool:
    """Whether there are fewer than two rows; warns."""
    p = read_numbers(y_proba, "y_proba")
    if len(p) >= 2:
        return False
    truth = read_targets(y_true, "y_true")
    truth = truth.values if isinstance(truth, Encoded) else truth
    if len(p) or truth.shape[0]:
        same_rows(y_true=truth, y_proba=p)
    warn_undefined("D^2 score is not well-defined with less than two samples.")
    return True


def _skill(loss: Any) -> float:
    """One minus a loss relative to a reference; zero where that is the rounding of the two."""
    value = float(1 - loss)
    return 0.0 if abs(value) <= 4 * _EPS else value


@public
def log_loss(
    y_true: Any,
    y_proba: Any = None,
    *,
    normalize: Any = True,
    sample_weight: Any = None,
    labels: Any = None,
    y_pred: Any = "deprecated",
) -> float:
    """
    Log loss: the mean of minus the logarithm of the probability of what happened.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, K)
        Labels, or indicators of what happened.
    y_proba : array-like of shape (n,) or (n, K)
        Predicted probabilities of the larger of two labels, or one column a class in ascending order. They are
        clipped to [eps, 1 - eps] of their type.
    normalize : bool, default True
        The mean; if False the sum.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    labels : array-like of shape (K,), optional
        The classes, where not all of them occur.
    y_pred : array-like
        The former name of `y_proba`.

    Returns
    -------
    float
        0 is best. Finite, as probabilities are clipped. One class alone is refused unless `labels` names both.

    Examples
    --------
    >>> from concordant.sklearn import log_loss
    >>> round(log_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.1976
    """
    check(normalize=normalize)
    forecast = _read_surprise(y_true, _under_either_name(y_proba, y_pred), sample_weight, labels)
    mean = float(forecast.means("surprise")[0])
    if normalize:
        return mean
    return mean * float(len(forecast.p) if forecast.weights is None else forecast.weights.sum(dtype=np.float64))


def _read_surprise(y_true: Any, y_proba: Any, sample_weight: Any, labels: Any) -> Forecast:
    """Check labels and probabilities, which are kept away from 0 and 1."""
    check(sample_weight=sample_weight, labels=labels)
    forecast = read_forecast(y_true, *read_probabilities(y_proba), sample_weight, labels)
    forecast.clip(smallest(y_proba))
    return forecast


def _under_either_name(y_proba: Any, y_pred: Any) -> Any:
    """The probabilities under their name, or with a warning under the former one."""
    if isinstance(y_pred, str) and y_pred == "deprecated":
        return y_proba
    if y_proba is not None:
        raise refused("y_pred", y_pred, "left out, as it is the former name of y_proba, which is given")
    warn(
        "`y_pred` was renamed to `y_proba` in version 1.9 and will be removed in 1.11. Use `y_proba` instead.",
        FutureWarning,
    )
    return y_pred


@public
def d2_log_loss_score(
    y_true: Any, y_proba: Any = None, *, sample_weight: Any = None, labels: Any = None, y_pred: Any = "deprecated"
) -> float:
    """
    Log loss skill: one minus the log loss relative to that of always predicting how frequent the classes are.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, K)
        Labels, or indicators of what happened.
    y_proba : array-like of shape (n,) or (n, K)
        Predicted probabilities of the larger of two labels, or one column a class in ascending order.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    labels : array-like of shape (K,), optional
        The classes, where not all of them occur.
    y_pred : array-like
        The former name of `y_proba`.

    Returns
    -------
    float
        At most 1; 0 for the frequencies of the classes. NaN with a warning for fewer than two rows. A reference without
        loss is refused with an error that is a ZeroDivisionError.

    Examples
    --------
    >>> from concordant.sklearn import d2_log_loss_score
    >>> round(d2_log_loss_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.7149
    """
    y_proba = _under_either_name(y_proba, y_pred)
    if _too_few_rows(y_true, y_proba):
        return float("nan")
    loss, *shares = _read_surprise(y_true, y_proba, sample_weight, labels).means("surprise and class")
    shares = [1 - shares[0], shares[0]] if len(shares) == 1 else shares
    reference = -float(np.dot(shares, np.log(np.clip(shares, _EPS, 1 - _EPS))))
    if reference == 0:
        raise ZeroLossError(
            "the log loss of always saying how frequent the classes are is 0 here, so no loss can be compared with it: "
            "no class happens in any row that counts, or weights above and below zero cancel out."
        )
    return _skill(loss / reference)


class ZeroLossError(InputError, ZeroDivisionError):
    """A forecast to compare with that has no loss: nothing can be divided by it."""


@public
def calibration_curve(
    y_true: Any, y_prob: Any, *, pos_label: Any = None, n_bins: Any = 5, strategy: Any = "uniform"
) -> tuple[FloatArray, FloatArray]:
    """
    Calibration curve: the share of positives in each bin of probabilities. Empty bins are left out.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes: {0, 1}, {-1, 1}, or any others if `pos_label` is given.
    y_prob : array-like of shape (n,)
        Predicted probabilities of the positive class. NaN is refused, which scikit-learn lets through.
    pos_label : label, optional
        The positive class.
    n_bins : int, default 5
        How many bins.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width, or between percentiles of the probabilities; closed on the right.

    Returns
    -------
    prob_true : ndarray
        The observed proportion of positives in each bin.
    prob_pred : ndarray
        The mean probability in each bin.

    Examples
    --------
    >>> from concordant.sklearn import calibration_curve
    >>> prob_true, prob_pred = calibration_curve([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=2)
    >>> prob_true.round(3).tolist(), prob_pred.round(3).tolist()
    ([0.333, 0.667], [0.2, 0.733])
    """
    check(pos_label=pos_label, n_bins=n_bins, strategy=strategy)
    rows = plain_rows(y_true, y_prob, 0.0, 1.0) if pos_label in (None, 1) else None
    if rows is None:
        p, bounds = read_probabilities(y_prob, "y_prob")
        refuse_outside(bounds, "y_prob")
        column = read_one_column(y_true, continuous=True)
        positive = positive_label(pos_label, column.classes)
        if len(column.classes) > 2:
            raise LabelError(f"a calibration curve is of two classes, not of {listed(column.classes)}.")
        rows = rows_of_two(column, p, None, positive, "y_prob")
    bins = _bins(rows, int(n_bins), strategy)
    filled = bins.weight != 0
    return bins.observed[filled], bins.predicted[filled]


def _bins(rows: ScoreRows, n_bins: int, strategy: str) -> Bins:
    edges = _bin_edges(n_bins)
    if strategy == "quantile":
        edges = _quantiles(rows, edges)
    return Bins(edges, *sum_rows(rows, edges[1:-1], closed="right"))


@lru_cache(maxsize=16)
def _bin_edges(n_bins: int) -> FloatArray:
    levels = np.linspace(0.0, 1.0, n_bins + 1)
    levels.flags.writeable = False
    return levels


def _quantiles(rows: ScoreRows, levels: FloatArray) -> FloatArray:
    """
    Quantiles of the scores, linear between neighbours: to the last bit those of `numpy.percentile`, without its parts.

    Scores lie on an edge where they are tied, and then the last bit says in which bin they are.
    """
    n = len(rows.scores)
    position = levels * 100 / 100 * (n - 1)  # per cent, as scikit-learn asks for them
    low = np.floor(position).astype(np.int64)
    ranks = np.concatenate([low, np.minimum(low + 1, n - 1)])
    values = np.sort(rows.scores)[ranks].astype(np.float64)
    left, right = values[: len(levels)], values[len(levels) :]
    gap, share = right - left, position - low
    quantiles: FloatArray = np.where(share < 0.5, left + gap * share, right - gap * (1 - share))
    return quantiles


@public
def hinge_loss(y_true: Any, pred_decision: Any, *, labels: Any = None, sample_weight: Any = None) -> float:
    """
    Hinge loss: how far decision values fall short of a margin of one on the right side.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels; of two the larger one is positive.
    pred_decision : array-like of shape (n,) or (n, K)
        Finite decision values, one column a class if there are several.
    labels : array-like of shape (K,), optional
        The classes of the columns, where not all of them occur.
    sample_weight : array-like of shape (n,), optional
        One weight a row.

    Returns
    -------
    float
        0 is best. Where one label occurs alone it is the negative one.

    Examples
    --------
    >>> from concordant.sklearn import hinge_loss
    >>> round(hinge_loss([-1, 1, 1], [-2.18, 2.36, 0.09]), 4)
    0.3033
    """
    check(labels=labels, sample_weight=sample_weight)
    scores, column = read_scores(pred_decision, "pred_decision"), read_one_column(y_true)
    weights = read_weights(sample_weight, len(scores))
    classes = column.classes if labels is None else np.unique(to_array(labels, "labels")).tolist()
    if len(classes) <= 2:
        if len(column.classes) > 2:
            raise LabelError(f"y_true has {len(column.classes)} labels, more than the two of labels={classes}.")
        positive = column.classes[-1] if len(column.classes) == 2 else None
        return mean_of_loss(rows_of_two(column, scores, weights, positive, "pred_decision"), "hinge")
    same_rows(y_true=column, pred_decision=scores)
    if scores.ndim == 1 or scores.shape[1] != len(classes):
        raise LengthError(
            f"pred_decision must have one column a class, shape {(len(scores), len(classes))}, not {scores.shape}; "
            "where not all classes occur, name them: labels=."
        )
    if labels is not None:
        column = read_one_column(y_true, labels=classes)
    return mean_of_loss(rows_of_several(column, scores, weights), "hinge")
