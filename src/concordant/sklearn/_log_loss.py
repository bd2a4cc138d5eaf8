"""The log loss and its skill."""

from __future__ import annotations

from typing import Any

from concordant.errors import InputError
from concordant.metrics.probabilities.proper_scores import log_loss as log_loss_of
from concordant.metrics.probabilities.proper_scores import log_loss_skill_score
from concordant.sklearn._forecasts import (
    ZeroLossError,
    clip,
    mean_surprise,
    of_shares,
    plain_moments,
    read_forecast,
    skill_of,
    smallest,
    too_few_rows,
)
from concordant.sklearn._parameters import check_arrays, check_boolean, check_optional_array, refuse
from concordant.sklearn._public import PROBABILITIES, public
from concordant.sklearn._warnings import warn
from concordant.states import Moments


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
    forecast = read_forecast(y_true, y_proba, sample_weight, labels)
    clip(forecast, smallest(y_proba))
    mean, weight = mean_surprise(forecast)
    return mean if normalize else mean * weight


@public(PROBABILITIES)
def d2_log_loss_score(
    y_true: Any,
    y_proba: Any = None,
    *,
    sample_weight: Any = None,
    labels: Any = None,
    y_pred: Any = "deprecated",
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
    forecast = read_forecast(y_true, y_proba, sample_weight, labels)
    clip(forecast, smallest(y_proba))
    rows = forecast.rows
    if rows is not None and forecast.positive:
        value = log_loss_skill_score.value_of(Moments.from_losses(rows, "surprise and class"))
        if value == value:  # noqa: PLR0124  (NaN where one class occurs alone)
            return skill_of(float(value))
    reference = of_shares(forecast)
    clip(reference, smallest(None))
    own, other = mean_surprise(forecast)[0], mean_surprise(reference)[0]
    if other == 0:
        msg = (
            "the log loss of always saying how frequent the classes are is 0 here, so no loss can be compared with it: "
            "no class happens in any row that counts, or weights above and below zero cancel out."
        )
        raise ZeroLossError(msg)
    return skill_of(1 - own / other)


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
        msg = "Cannot use both `y_pred` and `y_proba`. `y_pred` is deprecated, use `y_proba` instead."
        raise InputError(msg)
    warn(
        "`y_pred` was renamed to `y_proba` in version 1.9 and will be removed in 1.11. Use `y_proba` instead.",
        FutureWarning,
    )
    return y_pred
