"""
Turn what boosters hand to an evaluation metric into one array: shapes differ by library, interface and version.

LightGBM gives (n,) or (n, K), before version 4 and without scikit-learn one column of K runs of n; XGBoost (n,) or
(n, K); CatBoost a tuple of 1 or K columns, always before the sigmoid or softmax.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import LengthError, ScoreError
from concordant.inputs.rows import numbers
from concordant.typing import FloatArray


def one_score(y_pred: Any, rows: int) -> FloatArray:
    """Return the score of each row."""
    scores = numbers(y_pred, "y_pred").astype(np.float64)
    if scores.size != rows or scores.ndim > 2:
        msg = (
            f"cut points need one score a row, and the predictions of {rows} rows have shape {scores.shape}: train a "
            "regressor, or judge a classifier by ClassMetric."
        )
        raise LengthError(msg)
    scores = scores.reshape(rows)
    if np.isnan(scores).any():
        msg = f"y_pred must hold scores, and row {int(np.argmax(np.isnan(scores)))} is NaN: the model has diverged."
        raise ScoreError(msg)
    return scores


def class_probabilities(y_pred: Any, rows: int, *, margins: bool) -> FloatArray:
    """Return probabilities of shape (n, K); of margins by the sigmoid or softmax."""
    given = numbers(y_pred, "y_pred").astype(np.float64)
    if given.ndim == 1 and rows and given.size > rows and given.size % rows == 0:
        given = given.reshape(-1, rows).T  # one run of rows a class
    if given.ndim == 2 and given.shape == (rows, 1):
        given = given[:, 0]
    if given.shape[0] != rows or given.ndim > 2:
        msg = f"the predictions of {rows} rows must have shape ({rows},) or ({rows}, K), not {given.shape}."
        raise LengthError(msg)
    if margins:
        given = _from_margins(given)
    elif given.size and not (given.min() >= 0 and given.max() <= 1):  # false for NaN as well
        msg = (
            f"probabilities must be between 0 and 1, and predictions range from {given.min():g} to {given.max():g}. "
            "Raw margins, as a custom objective leaves them, need margins=True; of XGBoost's objectives, "
            '"multi:softprob" gives probabilities and "multi:softmax" labels.'
        )
        raise ScoreError(msg)
    return np.column_stack([1 - given, given]) if given.ndim == 1 else given


def _from_margins(margins: FloatArray) -> FloatArray:
    """The sigmoid of one column, the softmax of several."""
    columns = np.column_stack([np.zeros(len(margins)), margins]) if margins.ndim == 1 else margins
    with np.errstate(invalid="ignore"):
        powers = np.exp(columns - columns.max(axis=1, keepdims=True, initial=-np.inf))
        shares = powers / powers.sum(axis=1, keepdims=True)
    if np.isnan(shares).any():
        row = int(np.flatnonzero(np.isnan(shares).any(axis=1))[0])
        msg = f"margins must be finite: those of row {row} are {margins[row].tolist()}, and the model has diverged."
        raise ScoreError(msg)
    found: FloatArray = shares[:, 1] if margins.ndim == 1 else shares
    return found
