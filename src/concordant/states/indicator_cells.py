"""The four cells of indicator matrices: of each column, or of each row."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.inputs.indicators import IndicatorRows
from concordant.typing import NumberArray


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
    """One 2 x 2 table a column of sparse matrices, shape (L, 2, 2), and of squared weights."""
    table = _weighted_columns(rows, rows.weights)
    return table, None if rows.weights is None else _weighted_columns(rows, np.square(rows.weights, dtype=np.float64))


def _weighted_columns(rows: IndicatorRows, weights: Any) -> NumberArray:
    """Count what is stored: a column of a large matrix holds little."""
    size = rows.y_true.shape[1]
    both = rows.y_true.multiply(rows.y_pred).tocsr()
    only_true, only_pred = rows.y_true - both, rows.y_pred - both  # sums of weights: add only what belongs to a cell
    sums = [_column_sums(matrix.tocsr(), weights, size) for matrix in (both, only_true, only_pred)]
    if weights is None:
        return _tables(np.int64(rows.y_true.shape[0]), sums[0] + sums[1], sums[0] + sums[2], sums[0])
    neither = np.maximum(weights.sum(dtype=np.float64) - sum(sums), 0.0)
    return np.stack([np.stack([neither, sums[2]], -1), np.stack([sums[1], sums[0]], -1)], -2)


def _column_sums(matrix: Any, weights: Any, size: int) -> NumberArray:
    matrix.eliminate_zeros()
    each = None if weights is None else np.repeat(weights, np.diff(matrix.indptr))
    sums: NumberArray = np.bincount(matrix.indices, each, minlength=size)
    return sums


def _tables(total: Any, true: NumberArray, pred: NumberArray, both: NumberArray) -> NumberArray:
    true, pred, both = (np.asarray(part, dtype=np.int64) for part in (true, pred, both))
    negative = np.stack([total - true - pred + both, pred - both], -1)
    return np.stack([negative, np.stack([true - both, both], -1)], -2)
