"""The four cells of indicator matrices: of each column, or of each row."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant import _kernels
from concordant.errors import LabelError
from concordant.inputs.indicators import IndicatorRows
from concordant.inputs.weights import divided
from concordant.states.merging import unit_of_squares
from concordant.threads import threads_for
from concordant.typing import FloatArray, NumberArray


def cells_of_rows(rows: IndicatorRows) -> NumberArray:
    """One 2 x 2 table a row: what became of its labels, shape (n, 2, 2), int64."""
    if rows.sparse:
        true, pred = np.diff(rows.y_true.indptr), np.diff(rows.y_pred.indptr)
        both = np.diff(rows.y_true.multiply(rows.y_pred).tocsr().indptr)
    else:
        true, pred = rows.y_true.sum(1, dtype=np.int64), rows.y_pred.sum(1, dtype=np.int64)
        both = (rows.y_true.astype(bool, copy=False) & rows.y_pred.astype(bool, copy=False)).sum(1, dtype=np.int64)
    return _tables(np.int64(rows.y_true.shape[1]), true, pred, both)


def cells_of_columns(rows: IndicatorRows) -> tuple[NumberArray, NumberArray | None]:
    """One 2 x 2 table a column, shape (L, 2, 2), and of squared weights."""
    return _of_sparse(rows) if rows.sparse else _of_dense(rows)


def _of_dense(rows: IndicatorRows) -> tuple[NumberArray, NumberArray | None]:
    weights = None if rows.weights is None else rows.weights.astype(np.float64, copy=False)
    table = _dense_tables(rows, weights)
    if weights is None:
        return table, None
    unit = unit_of_squares(table)
    scaled = divided(weights, unit) if unit else weights
    return table, _dense_tables(rows, scaled * scaled)


def _dense_tables(rows: IndicatorRows, weights: FloatArray | None) -> NumberArray:
    found = _kernels.indicator_columns(rows.y_true, rows.y_pred, threads_for(rows.y_true.size), weights)
    if found is None:  # checked rows hold nothing else than 0 and 1, unless somebody writes to them at the same time
        msg = "y_true and y_pred must be matrices of 0 and 1, one column a label; they changed while they were read."
        raise LabelError(msg)
    return found[0]


def _of_sparse(rows: IndicatorRows) -> tuple[NumberArray, NumberArray | None]:
    both = rows.y_true.multiply(rows.y_pred).tocsr()
    if rows.weights is None:
        size, total = rows.y_true.shape[1], np.int64(rows.y_true.shape[0])
        return _tables(total, *(_column_sums(matrix, None, size) for matrix in (rows.y_true, rows.y_pred, both))), None
    # Sums of weights: add only what belongs to a cell.
    parts = (both, rows.y_true - both, rows.y_pred - both)
    weights = rows.weights.astype(np.float64)
    table = _weighted_tables(parts, weights)
    scaled = divided(weights, unit_of_squares(table))
    return table, _weighted_tables(parts, scaled * scaled)


def _weighted_tables(parts: tuple[Any, Any, Any], weights: FloatArray) -> NumberArray:
    """The tables of what is stored: in both matrices, in the truth alone, in the prediction alone."""
    tp, fn, fp = (_column_sums(matrix.tocsr(), weights, matrix.shape[1]) for matrix in parts)
    neither = _not_stored(parts, weights, tp + fn + fp)
    return np.stack([np.stack([neither, fp], -1), np.stack([fn, tp], -1)], -2)


def _not_stored(parts: tuple[Any, Any, Any], weights: FloatArray, stored: FloatArray) -> FloatArray:
    """
    The weight of the rows that a column does not store; exactly 0 where it stores all rows that have a weight.

    Where the difference would lose digits, the weights are added.
    """
    present = weights > 0
    rows = sum(_column_sums(matrix.tocsr(), present.astype(np.float64), matrix.shape[1]) for matrix in parts)
    rest = np.where(rows < present.sum(), weights.sum() - stored, 0.0)
    for column in np.flatnonzero((rows < present.sum()) & (rest < 1e-6 * weights.sum())):
        left = present.copy()
        for matrix in parts:
            left[matrix.tocsc()[:, [column]].indices] = False
        rest[column] = weights[left].sum()
    return rest


def _column_sums(matrix: Any, weights: Any, size: int) -> NumberArray:
    matrix.eliminate_zeros()
    each = None if weights is None else np.repeat(weights, np.diff(matrix.indptr))
    sums: NumberArray = np.bincount(matrix.indices, each, minlength=size)
    return sums


def _tables(total: Any, true: NumberArray, pred: NumberArray, both: NumberArray) -> NumberArray:
    true, pred, both = (np.asarray(part, dtype=np.int64) for part in (true, pred, both))
    negative = np.stack([total - true - pred + both, pred - both], -1)
    return np.stack([negative, np.stack([true - both, both], -1)], -2)
