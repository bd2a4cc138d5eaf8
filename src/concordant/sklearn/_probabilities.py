"""Brier, log loss, hinge, calibration_curve."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputError, LabelError, LengthError, PositiveLabelError, ScoreError
from concordant.inputs.arrays import to_array
from concordant.inputs.scores import ScoreRows
from concordant.metrics.probabilities.bins import Bins, sum_rows
from concordant.metrics.probabilities.proper_scores import brier_score, brier_skill_score, log_loss_skill_score
from concordant.metrics.probabilities.proper_scores import hinge_loss as mean_shortfall
from concordant.metrics.probabilities.proper_scores import log_loss as log_loss_of
from concordant.settings import threads_for
from concordant.sklearn._call import (
    PROBABILITIES,
    SCORES,
    check_arrays,
    check_boolean,
    check_choice,
    check_number,
    check_optional_array,
    check_pos_label,
    check_sample_weight,
    public,
    refuse,
    warn,
)
from concordant.sklearn._scores import (
    Forecast,
    ZeroLossError,
    as_column,
    bounded_scores,
    bounds_of,
    clip,
    codes_among,
    forecast_of,
    label_column,
    mean_loss,
    mean_square,
    mean_surprise,
    of_shares,
    plain_moments,
    plain_rows,
    positive_label,
    refuse_column,
    refuse_outside,
    rows_against,
    rows_of_two,
    same_rows,
    score_array,
    score_column,
    skill_of,
    smallest,
    too_few_rows,
)
from concordant.sklearn._targets import LabelColumn
from concordant.states import Moments


@public(PROBABILITIES)
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
    scale_by_half : bool or "auto", default "auto"
        Halve the sum over the classes; "auto" does for two classes only.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import brier_score_loss
    >>> round(brier_score_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.0375
    """
    automatic = isinstance(scale_by_half, str) and scale_by_half == "auto"
    if sample_weight is None and pos_label is None and labels is None and automatic:
        moments = plain_moments(y_true, y_proba, "squared")
        if moments is not None:
            return float(brier_score.value_of(moments))
    function = "brier_score_loss"
    _check_arguments(function, y_true, y_proba, sample_weight, pos_label, labels)
    if not isinstance(scale_by_half, (bool, np.bool_)) and scale_by_half != "auto":
        expected = "an instance of 'bool' or an instance of 'numpy.bool' or a str among {'auto'}"
        refuse(function, "scale_by_half", scale_by_half, expected)
    forecast = _forecast_of(y_true, y_proba, sample_weight, pos_label, labels)
    value = mean_square(forecast)  # of one column that of the positive class: half the sum over both
    halved = forecast.classes == 2 if isinstance(scale_by_half, str) else bool(scale_by_half)
    if forecast.probabilities.ndim == 1:
        return value if halved else value * 2
    return value / 2 if halved else value


def _check_arguments(function: str, y_true: Any, y_proba: Any, sample_weight: Any, pos_label: Any, labels: Any) -> None:
    check_arrays(function, y_true=y_true, y_proba=y_proba)
    check_optional_array(function, "sample_weight", sample_weight)
    check_pos_label(function, pos_label)
    check_optional_array(function, "labels", labels)


def _forecast_of(y_true: Any, y_proba: Any, sample_weight: Any, pos_label: Any, labels: Any) -> Forecast:
    """Check labels and probabilities: a single column of the positive class, or one column a class."""
    p, bounds = bounded_scores(y_proba)
    if p.ndim == 2 and p.shape[1] > 1:
        return forecast_of(y_true, p, bounds, sample_weight, labels)
    column = label_column(y_true)
    if not isinstance(column, LabelColumn) and np.ndim(y_true) > 1:
        refuse_column(np.shape(y_true))
    kind = column if isinstance(column, str) else column.kind
    if kind != "binary" or not isinstance(column, LabelColumn):
        raise LabelError(
            f"The type of the target inferred from y_true is {kind} but should be binary according to the shape of "
            "y_prob."
        )
    same_rows(p, column, sample_weight)
    p = as_column(p)
    weights = check_sample_weight(sample_weight, (len(p), len(column)))
    if not bounds.within(0, 1):
        refuse_outside(p, "less")
    present = column.labels()
    try:
        positive = positive_label(pos_label, present)
    except PositiveLabelError:
        if present.dtype.kind in "OUS":
            raise
        positive = present[-1].item()
    rows = rows_against(column, positive, p, weights)
    truth = rows.y_true if rows.values == (0, 1) else rows.y_true == rows.values[1]
    return Forecast(truth, 2, p, weights)


@public(PROBABILITIES)
def d2_brier_score(
    y_true: Any, y_proba: Any, *, sample_weight: Any = None, pos_label: Any = None, labels: Any = None
) -> float:
    """
    Brier skill: one minus the Brier score over that of always saying how frequent the classes are.

    Returns
    -------
    float
        At most 1; NaN with a warning for fewer than two rows.

    Examples
    --------
    >>> from concordant.sklearn import d2_brier_score
    >>> round(d2_brier_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.85
    """
    if sample_weight is None and pos_label is None and labels is None:
        moments = plain_moments(y_true, y_proba, "squared and class")
        if moments is not None:
            return skill_of(float(brier_skill_score.value_of(moments)))
    _check_arguments("d2_brier_score", y_true, y_proba, sample_weight, pos_label, labels)
    if too_few_rows(y_true, y_proba, sample_weight):
        return float("nan")
    forecast = _forecast_of(y_true, y_proba, sample_weight, pos_label, labels)
    rows = forecast.rows
    if rows is not None and forecast.positive and (rows.binary or forecast.classes > 2):
        moments = Moments.from_losses(rows, "squared and class")
        value = float(brier_skill_score.value_of(moments))
        if value == value:  # noqa: PLR0124  (NaN where one class occurs alone)
            return skill_of(value)
    reference = of_shares(forecast)
    if forecast.probabilities.ndim == 1:
        reference.probabilities = reference.probabilities[:, 1]
    loss, least = mean_square(forecast), mean_square(reference)
    return skill_of(float(1 - np.float64(loss) / np.float64(least)))


@public(PROBABILITIES)
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
    y_proba : array-like of shape (n,) or (n, K)
        Probabilities of the larger of two labels, or one column a class in ascending order. They are clipped to
        [eps, 1 - eps] of their type.
    normalize : bool, default True
        The mean; if False the sum.
    labels : array-like of shape (K,), optional
        The classes, where not all of them occur.

    Returns
    -------
    float

    Examples
    --------
    >>> from concordant.sklearn import log_loss
    >>> round(log_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.1976
    """
    if normalize is True and sample_weight is None and labels is None and _is_default(y_pred):
        moments = plain_moments(y_true, y_proba, "surprise")
        if moments is not None:
            return float(log_loss_of.value_of(moments))
    function = "log_loss"
    y_proba = _probabilities_of(function, y_true, y_proba, y_pred)
    check_boolean(function, "normalize", normalize)
    check_optional_array(function, "sample_weight", sample_weight)
    check_optional_array(function, "labels", labels)
    forecast = forecast_of(y_true, *bounded_scores(y_proba), sample_weight, labels)
    clip(forecast, smallest(y_proba))
    mean, weight = mean_surprise(forecast)
    return mean if normalize else mean * weight


def _is_default(y_pred: Any) -> bool:
    return isinstance(y_pred, str) and y_pred == "deprecated"


def _probabilities_of(function: str, y_true: Any, y_proba: Any, y_pred: Any) -> Any:
    """The probabilities under their new name or, with a warning, the old one."""
    check_arrays(function, y_true=y_true, **({} if y_proba is None else {"y_proba": y_proba}))
    if _is_default(y_pred):
        if y_proba is None:
            refuse(function, "y_proba", None, "an array-like")
        return y_proba
    check_arrays(function, y_pred=y_pred)
    if y_proba is not None:
        raise InputError("Cannot use both `y_pred` and `y_proba`. `y_pred` is deprecated, use `y_proba` instead.")
    warn(
        "`y_pred` was renamed to `y_proba` in version 1.9 and will be removed in 1.11. Use `y_proba` instead.",
        FutureWarning,
    )
    return y_pred


@public(PROBABILITIES)
def d2_log_loss_score(
    y_true: Any, y_proba: Any = None, *, sample_weight: Any = None, labels: Any = None, y_pred: Any = "deprecated"
) -> float:
    """
    Log loss skill: one minus the log loss over that of always saying how frequent the classes are.

    Parameters
    ----------
    y_proba : array-like of shape (n,) or (n, K)
        Probabilities of the larger of two labels, or one column a class in ascending order.
    labels : array-like of shape (K,), optional
        The classes, where not all of them occur.

    Returns
    -------
    float
        At most 1; NaN with a warning for fewer than two rows.

    Examples
    --------
    >>> from concordant.sklearn import d2_log_loss_score
    >>> round(d2_log_loss_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.7149
    """
    function = "d2_log_loss_score"
    plain = sample_weight is None and labels is None and _is_default(y_pred)
    moments = plain_moments(y_true, y_proba, "surprise and class") if plain else None
    if moments is not None:
        return skill_of(float(log_loss_skill_score.value_of(moments)))
    y_proba = _probabilities_of(function, y_true, y_proba, y_pred)
    check_optional_array(function, "sample_weight", sample_weight)
    check_optional_array(function, "labels", labels)
    if too_few_rows(y_true, y_proba, sample_weight):
        return float("nan")
    forecast = forecast_of(y_true, *bounded_scores(y_proba), sample_weight, labels)
    clip(forecast, smallest(y_proba))
    rows = forecast.rows
    if rows is not None and forecast.positive:
        value = log_loss_skill_score.value_of(Moments.from_losses(rows, "surprise and class"))
        if value == value:  # noqa: PLR0124  (NaN where one class occurs alone)
            return skill_of(float(value))
    reference = of_shares(forecast)
    clip(reference, smallest(None))
    loss, reference_loss = mean_surprise(forecast)[0], mean_surprise(reference)[0]
    if reference_loss == 0:
        raise ZeroLossError(
            "the log loss of always saying how frequent the classes are is 0 here, so no loss can be compared with it: "
            "no class happens in any row that counts, or weights above and below zero cancel out."
        )
    return skill_of(1 - loss / reference_loss)


@public(SCORES)
def calibration_curve(
    y_true: Any, y_prob: Any, *, pos_label: Any = None, n_bins: Any = 5, strategy: Any = "uniform"
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """
    Calibration curve: the share of positives in each bin of probabilities. Empty bins are left out.

    Parameters
    ----------
    y_prob : array-like of shape (n,)
        Probabilities of the positive class. NaN is refused, which scikit-learn is silent about.
    n_bins : int, default 5
        How many bins.
    strategy : {"uniform", "quantile"}, default "uniform"
        Bins of equal width, or between percentiles of the probabilities; closed on the right.

    Returns
    -------
    prob_true : ndarray
        The share of positives in each bin.
    prob_pred : ndarray
        The mean probability in each bin.

    Examples
    --------
    >>> from concordant.sklearn import calibration_curve
    >>> prob_true, prob_pred = calibration_curve([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=2)
    >>> prob_true.round(3).tolist(), prob_pred.round(3).tolist()
    ([0.333, 0.667], [0.2, 0.733])
    """
    rows = None
    if pos_label is None and type(n_bins) is int and n_bins > 0 and isinstance(strategy, str):
        rows = plain_rows(y_true, y_prob, 0.0, 1.0) if strategy in ("uniform", "quantile") else None
    if rows is not None:
        try:
            return _shares(_bins(rows, n_bins, strategy))
        except LabelError:  # other labels than 0 and 1
            pass
    function = "calibration_curve"
    check_arrays(function, y_true=y_true, y_prob=y_prob)
    check_pos_label(function, pos_label)
    check_number(function, "n_bins", n_bins, low=1, high=float("inf"), closed="left", integral=True)
    check_choice(function, "strategy", strategy, ("uniform", "quantile"))
    return _shares(_bins(_checked_rows(y_true, y_prob, pos_label), int(n_bins), strategy))


def _shares(bins: Bins) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    filled = bins.weight != 0
    return bins.observed[filled], bins.predicted[filled]


def _bins(rows: ScoreRows, n_bins: int, strategy: str) -> Bins:
    edges = _bin_edges(n_bins)
    if strategy == "quantile":
        edges = _quantiles(rows, edges)
    return Bins(edges, *sum_rows(rows, edges[1:-1], closed="right"))


@lru_cache(maxsize=16)
def _bin_edges(n_bins: int) -> npt.NDArray[np.float64]:
    levels = np.linspace(0.0, 1.0, n_bins + 1)
    levels.flags.writeable = False
    return levels


def _quantiles(rows: ScoreRows, levels: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """
    Quantiles of the scores, linear between neighbours, without a sort: to the last bit those of `numpy.percentile`.

    Scores lie on an edge where they are tied, and then the last bit says in which bin they are.
    """
    n = len(rows.scores)
    position = levels * 100 / 100 * (n - 1)  # per cent, as scikit-learn asks for them
    low = np.floor(position).astype(np.int64)
    ranks = np.concatenate([low, np.minimum(low + 1, n - 1)])
    values, _ = _kernels.order_statistics(rows.scores, ranks, threads_for(n))
    left, right = values[: len(levels)], values[len(levels) :]
    gap, share = right - left, position - low
    quantiles: npt.NDArray[np.float64] = np.where(share < 0.5, left + gap * share, right - gap * (1 - share))
    return quantiles


def _checked_rows(y_true: Any, y_prob: Any, pos_label: Any) -> ScoreRows:
    column = label_column(y_true)
    if isinstance(column, LabelColumn):
        labels = column.labels()
    elif column == "continuous":
        labels = np.unique(to_array(y_true, "y_true"))
    else:
        shape = np.shape(y_true)
        raise InputError(
            f"y should be a 1d array, got an array of shape {shape} instead."
            if len(shape) > 1
            else f"y_true must hold labels of two classes; it is {column}."
        )
    p = score_column(y_prob, finite=False)
    same_rows(column if isinstance(column, LabelColumn) else to_array(y_true, "y_true"), p)
    bounds = bounds_of(p)
    if np.isnan(bounds.low):
        raise ScoreError("Input y_prob contains NaN.")
    if not bounds.within(0.0, 1.0):
        raise ScoreError("y_prob has values outside [0, 1].")
    positive = positive_label(pos_label, labels)
    if len(labels) > 2:
        raise LabelError(f"Only binary classification is supported. Provided labels {labels}.")
    if not isinstance(column, LabelColumn):
        return ScoreRows(to_array(y_true, "y_true") == positive, (0, 1), (0, 1), p, None, 0)
    return rows_against(column, positive, p)


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
            raise LabelError(f"Unknown label type: ({to_array(y_true, 'y_true')!r},)")
        refuse_column(column.values.shape)
    same_rows(column, scores, sample_weight)
    weights = check_sample_weight(sample_weight, (len(column), len(scores)))
    classes = column.labels() if labels is None else np.unique(to_array(labels, "labels"))
    if len(classes) > 2:
        rows = _rows_of_several(column, scores, classes, weights, declared=labels is not None)
    else:
        if column.kind != "binary":
            raise LabelError(f"y_true holds more than the two labels {classes.tolist()}.")
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
        raise LengthError(
            "The shape of pred_decision cannot be 1d array"
            "with a multiclass target. pred_decision shape "
            f"must be (n_samples, n_classes), that is {expected}. Got: {scores.shape}"
        )
    if scores.shape[1] != len(classes):
        if not declared:
            raise InputError("Please include all labels in y_true or pass labels as third argument")
        raise LengthError(
            "The shape of pred_decision is not consistent with the number of classes. With a multiclass target, "
            f"pred_decision shape must be (n_samples, n_classes), that is {expected}. Got: {scores.shape}"
        )
    codes, foreign = codes_among(column, classes)
    if foreign:
        raise LabelError(f"y contains previously unseen labels: {foreign}")
    names = tuple(range(len(classes)))
    return ScoreRows(codes, names, names, scores, weights, 0)
