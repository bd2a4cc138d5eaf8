"""Checked indicator matrices become `Counts`, one table a column, or `SampleCounts`, one table a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant import _kernels
from concordant.inputs.indicators import IndicatorRows, is_sparse, refuse_other_numbers, stored_rows
from concordant.inputs.rows import divided
from concordant.settings import threads_for
from concordant.states.counts import Counts
from concordant.states.sample_counts import SampleCounts, distinct_tables
from concordant.states.state import unit_of_squares
from concordant.typing import FloatArray, NumberArray


def counts_of_indicators(rows: IndicatorRows, *, squared: bool = True) -> Counts:
    """Count checked rows with one column a label; `squared` says whether sums of squared weights are wanted."""
    table, squares = cells_of_columns(rows, squared=squared)
    return Counts(table, (0, 1), True, squares, rows.outputs, missing=rows.missing)


def sample_counts(rows: IndicatorRows) -> SampleCounts:
    """Count the distinct tables of checked rows."""
    weights = np.ones(rows.y_true.shape[0], np.int64) if rows.weights is None else rows.weights.astype(np.float64)
    return SampleCounts(*distinct_tables(cells_of_rows(rows), weights), rows.outputs, missing=rows.missing)


def cells_of_rows(rows: IndicatorRows) -> NumberArray:
    """One 2 x 2 table a row: what became of its labels, shape (n, 2, 2), int64."""
    tables = tables_of_rows(rows.y_true, rows.y_pred)
    return refuse_other_numbers(rows) if tables is None else tables


def cells_of_columns(rows: IndicatorRows, *, squared: bool = True) -> tuple[NumberArray, NumberArray | None]:
    """One 2 x 2 table a column, shape (L, 2, 2), and of squared weights if they are wanted."""
    if rows.weights is None:
        return _tables(rows, None), None
    weights = rows.weights.astype(np.float64, copy=False)
    table = _tables(rows, weights)
    if not squared:
        return table, None
    unit = unit_of_squares(table)
    scaled = divided(weights, unit) if unit else weights
    return table, _tables(rows, scaled * scaled)


def _tables(rows: IndicatorRows, weights: FloatArray | None) -> NumberArray:
    if rows.sparse and weights is not None:
        both = rows.y_true.multiply(rows.y_pred).tocsr()  # sums of weights: add only what belongs to a cell
        return _weighted_tables((both, rows.y_true - both, rows.y_pred - both), weights)
    found = tables_of_columns(rows.y_true, rows.y_pred, weights)
    return refuse_other_numbers(rows) if found is None else found[0]


def tables_of_columns(true: Any, pred: Any, weights: Any = None) -> tuple[NumberArray, Any] | None:
    """
    Count two matrices by column, both dense or both compressed sparse rows.

    Returns
    -------
    tuple or None
        One 2 x 2 table a column, (L, 2, 2), and without weights the number of rows that are equal; None where something
        else than 0 and 1 occurs.
    """
    found: tuple[NumberArray, Any] | None
    if is_sparse(true):
        threads = threads_for(true.shape[0])
        found = _kernels.stored_indicators(*stored_rows(true, pred), true.shape[1], False, threads, weights)
    else:
        found = _kernels.indicator_columns(true, pred, threads_for(true.size), weights)
    return found


def tables_of_rows(true: Any, pred: Any) -> NumberArray | None:
    """Count two matrices by row, (n, 2, 2); None where something else than 0 and 1 occurs."""
    threads = threads_for(true.shape[0])
    found: NumberArray | None
    if is_sparse(true):
        found = _kernels.stored_indicators(*stored_rows(true, pred), true.shape[1], True, threads)
    else:
        found = _kernels.indicator_rows(np.ascontiguousarray(true), np.ascontiguousarray(pred), threads)
    return found


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
    sums: NumberArray = np.bincount(matrix.indices, np.repeat(weights, np.diff(matrix.indptr)), minlength=size)
    return sums
