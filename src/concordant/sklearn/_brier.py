"""The Brier score and its skill."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import LabelError, LengthError, PositiveLabelError
from concordant.metrics.probabilities.proper_scores import brier_score, brier_skill_score
from concordant.sklearn._forecasts import (
    Forecast,
    forecast_of,
    mean_square,
    of_shares,
    plain_moments,
    refuse_outside,
    skill_of,
    too_few_rows,
)
from concordant.sklearn._labels import LabelColumn
from concordant.sklearn._parameters import check_arrays, check_optional_array, check_pos_label, refuse
from concordant.sklearn._public import PROBABILITIES, public
from concordant.sklearn._scores import as_column, bounded_scores, label_column, positive_label, rows_against, same_rows
from concordant.sklearn._weights import check_sample_weight
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
    if (
        sample_weight is None
        and pos_label is None
        and labels is None
        and isinstance(scale_by_half, str)
        and scale_by_half == "auto"
    ):
        moments = plain_moments(y_true, y_proba, "squared")
        if moments is not None:
            return float(brier_score.value_of(moments))
    function = "brier_score_loss"
    _check(function, y_true, y_proba, sample_weight, pos_label, labels)
    if not isinstance(scale_by_half, (bool, np.bool_)) and scale_by_half != "auto":
        refuse(
            function,
            "scale_by_half",
            scale_by_half,
            "an instance of 'bool' or an instance of 'numpy.bool' or a str among {'auto'}",
        )
    forecast = _read(y_true, y_proba, sample_weight, pos_label, labels)
    value = mean_square(forecast)  # of one column that of the positive class: half the sum over both
    halved = forecast.classes == 2 if isinstance(scale_by_half, str) else bool(scale_by_half)
    given = forecast.probabilities.ndim == 1
    return value * 2 if given and not halved else value / 2 if halved and not given else value


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
    _check("d2_brier_score", y_true, y_proba, sample_weight, pos_label, labels)
    if too_few_rows(y_true, y_proba, sample_weight):
        return float("nan")
    forecast = _read(y_true, y_proba, sample_weight, pos_label, labels)
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


def _check(function: str, y_true: Any, y_proba: Any, sample_weight: Any, pos_label: Any, labels: Any) -> None:
    check_arrays(function, y_true=y_true, y_proba=y_proba)
    check_optional_array(function, "sample_weight", sample_weight)
    check_pos_label(function, pos_label)
    check_optional_array(function, "labels", labels)


def _read(y_true: Any, y_proba: Any, sample_weight: Any, pos_label: Any, labels: Any) -> Forecast:
    """Check labels and probabilities: a single column of the positive class, or one column a class."""
    p, bounds = bounded_scores(y_proba)
    if p.ndim == 2 and p.shape[1] > 1:
        return forecast_of(y_true, p, bounds, sample_weight, labels)
    column = label_column(y_true)
    if not isinstance(column, LabelColumn) and np.ndim(y_true) > 1:
        msg = f"y should be a 1d array, got an array of shape {np.shape(y_true)} instead."
        raise LengthError(msg)
    kind = column if isinstance(column, str) else column.kind
    if kind != "binary" or not isinstance(column, LabelColumn):
        msg = (
            f"The type of the target inferred from y_true is {kind} but should be binary according to the shape of "
            "y_prob."
        )
        raise LabelError(msg)
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
