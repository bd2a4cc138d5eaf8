"""Rows that agree, counted without a table: accuracy does not ask which labels they hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant import _kernels
from concordant.engines.arrays.labels import is_usual
from concordant.inputs.arrays import is_plain_numbers
from concordant.inputs.labels import (
    LabelRows,
    agreeing_numbers,
    agreeing_rows,
    are_plain_labels,
    span_of,
    which_texts_agree,
)
from concordant.settings import threads_for
from concordant.typing import Label

_FEW = 1 << 10  # declared labels, which are looked at one by one


def agreeing_share(rows: LabelRows) -> float | None:
    """The share of rows with equal labels; None of no rows, and of labels that are to be checked."""
    if rows.weights is not None:
        return _weight_share(rows)
    agreeing = _agreeing(rows)
    return None if agreeing is None else agreeing / len(rows.y_true)


def disagreeing_share(rows: LabelRows) -> float | None:
    """The share of rows with different labels, where they count alike and `agreeing_share` is known."""
    agreeing = _agreeing(rows)
    return None if agreeing is None else (len(rows.y_true) - agreeing) / len(rows.y_true)


def agreeing_share_of_columns(
    y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None
) -> float | None:
    """
    The share of rows with equal values, before anything is read; None of other columns.

    These are texts, categories and whole numbers; of declared labels whole numbers, with weights Polars' text.
    """
    if sample_weight is not None:
        return _weight_share_of_texts(y_true, y_pred, sample_weight) if labels is None else None
    found = agreeing_rows(y_true, y_pred) if labels is None else _agreeing_of_declared(y_true, y_pred, labels)
    return None if found is None else found[0] / found[1]


def disagreeing_share_of_columns(y_true: Any, y_pred: Any, *, labels: Any = None) -> float | None:
    """The share of rows with different values, where `agreeing_share_of_columns` is known."""
    found = agreeing_rows(y_true, y_pred) if labels is None else _agreeing_of_declared(y_true, y_pred, labels)
    return None if found is None else (found[1] - found[0]) / found[1]


def _weight_share(rows: LabelRows) -> float | None:
    """
    The share of the weights that rows with equal labels have.

    None of declared labels, and where the weights, or labels that nobody has checked, may have to be refused.
    """
    if rows.declared is not None or rows.times is not None:
        return None
    return _share_of_weights(rows.y_true, rows.y_pred, np.asarray(rows.weights))


def _weight_share_of_texts(y_true: Any, y_pred: Any, weights: Any) -> float | None:
    """The same of text that need not be coded: to compare it takes half the time."""
    equal = which_texts_agree(y_true, y_pred) if is_plain_numbers(weights) else None
    if equal is None or len(equal) != len(weights):
        return None
    return _share_of_weights(equal, np.ones(len(equal), np.bool_), weights)


def _share_of_weights(y_true: np.ndarray, y_pred: np.ndarray, weights: np.ndarray) -> float | None:
    threads = threads_for(len(y_true), y_true.itemsize + y_pred.itemsize + weights.itemsize)
    found = _kernels.agreeing_weight(y_true, y_pred, weights, threads)
    return found[0] / found[1] if found is not None and is_usual(found[1]) else None


def _agreeing(rows: LabelRows) -> int | None:
    if rows.weights is not None or not len(rows.y_true):
        return None
    if rows.declared is not None and rows.names is None:
        return _agreeing_within(rows.y_true, rows.y_pred, rows.declared)
    if rows.declared is not None and not _all_declared(rows.names or (), rows.declared):
        return None
    return agreeing_numbers(rows.y_true, rows.y_pred)


def _agreeing_of_declared(y_true: Any, y_pred: Any, labels: Any) -> tuple[int, int] | None:
    """Count rows of plain whole numbers that agree, and all rows; None where the labels are not a few in a row."""
    if type(labels) not in (list, tuple, range) or not 0 < len(labels) <= _FEW:
        return None
    if not are_plain_labels(y_true, y_pred) or not len(y_true):
        return None
    agreeing = _agreeing_within(y_true, y_pred, tuple(labels))
    return None if agreeing is None else (agreeing, len(y_true))


def _agreeing_within(y_true: np.ndarray, y_pred: np.ndarray, declared: tuple[Label, ...]) -> int | None:
    """The same of whole numbers that lie between the first and the last declared one, where these have no gap."""
    span, kinds = span_of(declared), y_true.dtype.kind + y_pred.dtype.kind
    if span is None or "b" in kinds:
        return None
    threads = threads_for(len(y_true), y_true.itemsize + y_pred.itemsize)
    found = _kernels.agreeing_within(y_true, y_pred, *span, threads)
    return None if found < 0 else found


def _all_declared(names: tuple[Label, ...], declared: tuple[Label, ...]) -> bool:
    """Whether all names are texts that are declared, also those that do not occur."""
    return set(map(type, names)) | set(map(type, declared)) == {str} and set(declared).issuperset(names)
