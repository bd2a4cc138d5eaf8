"""Calibration curve: the share of positives in each bin of probabilities."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputError, LabelError, ScoreError
from concordant.inputs.arrays import to_array
from concordant.inputs.scores import ScoreRows
from concordant.metrics.probabilities.bins import Bins, sum_rows
from concordant.settings import threads_for
from concordant.sklearn._labels import LabelColumn
from concordant.sklearn._parameters import check_arrays, check_choice, check_number, check_pos_label
from concordant.sklearn._public import SCORES, public
from concordant.sklearn._scores import (
    bounds_of,
    label_column,
    plain_rows,
    positive_label,
    rows_against,
    same_rows,
    score_column,
)


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


def _checked_rows(y_true: Any, y_prob: Any, pos_label: Any) -> ScoreRows:
    column = label_column(y_true)
    if isinstance(column, LabelColumn):
        labels = column.labels()
    elif column == "continuous":
        labels = np.unique(to_array(y_true, "y_true"))
    else:
        shape = np.shape(y_true)
        msg = (
            f"y should be a 1d array, got an array of shape {shape} instead."
            if len(shape) > 1
            else f"y_true must hold labels of two classes; it is {column}."
        )
        raise InputError(msg)
    p = score_column(y_prob, finite=False)
    same_rows(column if isinstance(column, LabelColumn) else to_array(y_true, "y_true"), p)
    bounds = bounds_of(p)
    if np.isnan(bounds.low):
        msg = "Input y_prob contains NaN."
        raise ScoreError(msg)
    if not bounds.within(0.0, 1.0):
        msg = "y_prob has values outside [0, 1]."
        raise ScoreError(msg)
    positive = positive_label(pos_label, labels)
    if len(labels) > 2:
        msg = f"Only binary classification is supported. Provided labels {labels}."
        raise LabelError(msg)
    if not isinstance(column, LabelColumn):
        return ScoreRows(to_array(y_true, "y_true") == positive, (0, 1), (0, 1), p, None, 0)
    return rows_against(column, positive, p)


@lru_cache(maxsize=16)
def _levels(n_bins: int) -> npt.NDArray[np.float64]:
    levels = np.linspace(0.0, 1.0, n_bins + 1)
    levels.flags.writeable = False
    return levels


def _bins(rows: ScoreRows, n_bins: int, strategy: str) -> Bins:
    edges = _levels(n_bins)
    if strategy == "quantile":
        edges = _quantiles(rows, edges)
    return Bins(edges, *sum_rows(rows, edges[1:-1], closed="right"))


def _quantiles(rows: ScoreRows, levels: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """
    Quantiles of the scores, linear between neighbours, without a sort: to the last bit those of `numpy.percentile`.

    Scores lie on an edge where they are tied, and then the last bit says in which bin they are.
    """
    n = len(rows.scores)
    place = levels * 100 / 100 * (n - 1)  # per cent, as scikit-learn asks for them
    low = np.floor(place).astype(np.int64)
    ranks = np.concatenate([low, np.minimum(low + 1, n - 1)])
    values, _ = _kernels.order_statistics(rows.scores, ranks, threads_for(n))
    left, right = values[: len(levels)], values[len(levels) :]
    apart, share = right - left, place - low
    quantiles: npt.NDArray[np.float64] = np.where(share < 0.5, left + apart * share, right - apart * (1 - share))
    return quantiles


def _shares(bins: Bins) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    here = bins.weight != 0
    return bins.observed[here], bins.predicted[here]
