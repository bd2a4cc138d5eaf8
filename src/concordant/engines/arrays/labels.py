"""Rows of labels or indicators become `Counts`, `SampleCounts`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LabelError
from concordant.inputs.indicators import IndicatorRows, is_sparse, refuse_other_numbers, stored_rows
from concordant.inputs.label_values import in_order
from concordant.inputs.labels import LabelRows, codes_of, span_of
from concordant.inputs.rows import check_weights
from concordant.settings import threads_for
from concordant.states.counts import Counts
from concordant.states.sample_counts import SampleCounts, distinct_tables
from concordant.states.tables import ALWAYS_TABLE, Cells, moved, placed, table_pays
from concordant.typing import FloatArray, Label, NumberArray


def counts_of_indicators(rows: IndicatorRows) -> Counts:
    """Count checked rows with one column a label."""
    weights = None if rows.weights is None else rows.weights.astype(np.float64, copy=False)
    table, squares = _tables(rows, weights), None
    if weights is not None:
        squares = _tables(rows, weights * weights)
    return Counts(table, (0, 1), True, squares, rows.outputs, missing=rows.missing)


def sample_counts(rows: IndicatorRows) -> SampleCounts:
    """Count the distinct tables of checked rows."""
    weights = np.ones(rows.y_true.shape[0], np.int64) if rows.weights is None else rows.weights.astype(np.float64)
    return SampleCounts(*distinct_tables(cells_of_rows(rows), weights), rows.outputs, missing=rows.missing)


def cells_of_rows(rows: IndicatorRows) -> NumberArray:
    """One 2 x 2 table a row: what became of its labels, shape (n, 2, 2), int64."""
    tables = tables_of_rows(rows.y_true, rows.y_pred)
    return refuse_other_numbers(rows) if tables is None else tables


def _tables(rows: IndicatorRows, weights: FloatArray | None) -> NumberArray:
    tables = tables_of_columns(rows.y_true, rows.y_pred, weights)
    return refuse_other_numbers(rows) if tables is None else tables[0]


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


MOST_CELLS = 1 << 16  # of the table of all predictions beside each other; of more, most rows would be units
_MOST_ROWS = (1 << 32) - 1  # the kernel counts them in 32 bits
_HEAD = 4096  # rows that show which labels there are


class JointCounts(NamedTuple):
    """
    The same rows beside several predictions.

    Attributes
    ----------
    states : list of Counts
        The counts of each prediction, all with the same labels.
    weight : ndarray of float64, shape (U,)
        The rows of each cell of the joint table that holds some, in the order of the table.
    codes : list of ndarray of int, shape (U,)
        The index among the labels of the truth and of each prediction in these cells.
    """

    states: list[Counts]
    weight: FloatArray
    codes: list[npt.NDArray[np.intp]]


def joint_counts(every: Sequence[LabelRows]) -> JointCounts | None:
    """
    Count rows without weights, each of which stands for itself.

    None where that would not pay, or where the labels of the counts have another order than the values that stand for
    them: then each prediction is counted by itself.
    """
    first = every[0]
    if len(first.y_true) >= _MOST_ROWS:
        return None
    columns = [first.y_true, *(rows.y_pred for rows in every)]
    size = _number_of_codes(first, columns)
    if size is None or not len(columns[0]) or size ** len(every) > MOST_CELLS:
        return None
    try:
        weight, codes = _kernels.joint_cells(columns, size, threads_for(len(columns[0])))
    except IndexError:  # the first rows do not show all labels
        return None
    occurs = np.zeros(size, np.bool_)
    for code in codes:
        occurs[code] = True
    values = np.flatnonzero(occurs)
    names = names_of(values, first)
    if first.declared is not None and (_too_many(first.declared, every) or not set(names) <= set(first.declared)):
        return None  # counting by itself says which label is unknown
    if len(values) < size:
        index = np.cumsum(occurs) - 1
        codes = [index[code] for code in codes]
    states = [_counted(rows, values, codes[0], code, weight) for rows, code in zip(every, codes[1:], strict=True)]
    labels = states[0].labels
    if labels == names:
        return JointCounts(states, weight, codes)
    index = codes_of(values, first.names, labels)
    if (index[1:] < index[:-1]).any() or _too_many(labels, every):
        return None
    return JointCounts(states, weight, [index[code] for code in codes])


def _too_many(labels: Sequence[Label], every: Sequence[LabelRows]) -> bool:
    """Whether the table of all predictions over these labels has too many cells."""
    return bool(len(labels) ** len(every) > MOST_CELLS)


def _number_of_codes(rows: LabelRows, columns: Sequence[npt.NDArray[Any]]) -> int | None:
    """How many codes there are; of labels that are no codes one more than the greatest of the first rows."""
    if rows.names is not None:
        return len(rows.names)
    ends = [_kernels.bounds(column[:_HEAD]) for column in columns]
    least, most = min(low for low, _ in ends), max(high for _, high in ends)
    return int(most) + 1 if 0 <= least <= most < MOST_CELLS else None


def _counted(rows: LabelRows, values: npt.NDArray[Any], truth: Any, prediction: Any, weight: FloatArray) -> Counts:
    """The counts of one prediction, in the form that they would have alone: a table, or the cells that hold rows."""
    size = len(values)
    numbers = np.bincount(truth * size + prediction, weight, minlength=size * size).astype(np.int64)
    if table_pays(size, len(rows.y_true)):
        return _named(rows, values, numbers.reshape(size, size), None, None)
    occupied = np.flatnonzero(numbers)
    return _named(rows, values, numbers[occupied], None, np.divmod(occupied, size))


Places = tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]  # the true and the predicted label of each cell
_MOST = 1 << 20  # labels that occur, as in the kernel
_KEPT = 1 << 13  # labels
_COUNTED = 20  # to count a row takes as long as to read so many bytes more


def counts(rows: LabelRows) -> Counts:
    """Count checked rows."""
    plain = rows.weights is rows.times is None and rows.names is None and rows.declared is None
    if plain and rows.ordered and not rows.missing and (few := counts_of_few(rows.y_true, rows.y_pred)) is not None:
        return few
    return counts_of_rows(rows)


def counts_of_rows(rows: LabelRows) -> Counts:
    """Count checked rows, however many."""
    threads = _threads(rows)
    if rows.declared is not None and (table := _between(rows, rows.declared, threads)) is not None:
        return Counts(table, rows.declared, missing=rows.missing)
    is_repeated = rows.times is not None and rows.weights is None
    weights = np.asarray(rows.times, np.float64) if is_repeated else rows.weights
    pairs = _kernels.count_pairs(rows.y_true, rows.y_pred, weights, threads)
    values, numbers, squares, too_many, indices, greatest = pairs
    if too_many:
        raise LabelError(
            f"more than {_MOST} different labels occur, too many for a table. Are these really categories? "
            "For continuous ratings use concordance_correlation."
        )
    if math.isnan(greatest):  # another thread has written to the weights since they were checked
        return counts_of_rows(replace(rows, weights=check_weights(np.array(rows.weights), len(rows.y_true))))
    if is_repeated:  # whole numbers of rows, which floats add exactly
        return _named(rows, values, numbers.astype(np.int64), None, indices)
    return _named(rows, values, numbers, squares, indices)


def _threads(rows: LabelRows) -> int:
    return threads_for(len(rows.y_true), rows.y_true.itemsize + rows.y_pred.itemsize + _COUNTED)


def _named(
    rows: LabelRows, values: npt.NDArray[Any], numbers: NumberArray, squares: NumberArray | None, indices: Places | None
) -> Counts:
    """Name the labels of what was counted."""
    if indices is None and rows.names is None and rows.declared is None and not rows.logical:  # the labels themselves
        return Counts(numbers, _numbers(values), rows.ordered, squares, missing=rows.missing)
    return counts_of_values(rows, values, numbers, squares, indices)


def counts_of_values(
    rows: LabelRows, values: npt.NDArray[Any], numbers: NumberArray, squares: NumberArray | None, indices: Places | None
) -> Counts:
    """Name the labels of a table of the values that occur, or of the cells at `indices`, in the order of the rows."""
    occurring = names_of(values, rows)
    names, ordered, missing = _wanted(occurring, rows), rows.ordered, rows.missing
    if names is occurring or names == occurring:
        if indices is None:
            return Counts(numbers, names, ordered, squares, missing=missing)
        cells = Cells(*indices, numbers, len(occurring), squares)
        return Counts.from_cells(cells, names, ordered=ordered, missing=missing)
    index = values if names is rows.names else None  # codes are indices
    if indices is None and table_pays(len(names), int(np.count_nonzero(numbers))):
        numbers, squares = (placed(part, occurring, names, index) for part in (numbers, squares))
        return Counts(numbers, names, ordered, squares, missing=missing)
    cells = Cells.of_table(numbers, squares) if indices is None else Cells(*indices, numbers, len(occurring), squares)
    return Counts.from_cells(moved(cells, occurring, names, index), names, ordered=ordered, missing=missing)


def _between(rows: LabelRows, declared: tuple[Label, ...], threads: int) -> npt.NDArray[np.int64] | None:
    """Tabulate rows that count alike over few consecutive whole numbers; None where another one occurs."""
    if rows.weights is not None or rows.names is not None or rows.times is not None or len(declared) > ALWAYS_TABLE:
        return None
    span = None if "b" in rows.y_true.dtype.kind + rows.y_pred.dtype.kind else span_of(declared)
    return None if span is None else _kernels.count_between(rows.y_true, rows.y_pred, span[0], len(declared), threads)


def counts_of_groups(rows: LabelRows, squares: FloatArray | None) -> Counts:
    """Count rows that stand for several, with the sums of their squared weights if they are weighted."""
    state = counts(rows)
    if squares is None or not state.labels:
        return state
    return state.with_squares(counts(replace(rows, weights=squares, declared=state.labels)))


def _wanted(occurring: tuple[Label, ...], rows: LabelRows) -> tuple[Label, ...]:
    """The labels in the order that is asked for."""
    if rows.declared is not None:
        return rows.declared  # also where they are equal: 1 is True for Python, but another label
    if rows.names is not None and not rows.ordered:
        return in_order(occurring)  # whatever the order of the categories
    if rows.names is None or all(isinstance(x, (int, float)) for x in rows.names):
        return occurring
    return rows.names


def names_of(values: npt.NDArray[Any], rows: LabelRows) -> tuple[Label, ...]:
    """The labels that these values stand for."""
    if rows.names is not None:
        if len(values) == len(rows.names):  # each occurs
            return rows.names
        return tuple(map(rows.names.__getitem__, values.tolist()))
    if rows.logical:
        return tuple(bool(value) for value in values.tolist())
    return _numbers(values)


def _numbers(values: npt.NDArray[Any]) -> tuple[Label, ...]:
    """These numbers, in ascending order, as Python's own."""
    size = len(values)
    if size and values.dtype.kind == "i" and size <= _KEPT and (first := int(values[0])) + size - 1 == int(values[-1]):
        return _consecutive(first, size)
    return tuple(values.tolist())


@lru_cache(maxsize=16)
def _consecutive(first: int, size: int) -> tuple[int, ...]:
    """Whole numbers: a thousand of them take a tenth of the time in which as many labels are counted."""
    return tuple(range(first, first + size))


def counts_of_few(y_true: Any, y_pred: Any) -> Counts | None:
    """Count few rows of plain whole numbers, before they are read; None of others."""
    few = _kernels.few_pairs(y_true, y_pred)
    if few is None:
        return None
    labels, table, indices, margins = few
    if indices is not None:
        return Counts.from_cells(Cells(*indices, table, len(labels), None), labels)
    assert margins is not None  # of a table
    state = Counts(table, labels)
    object.__setattr__(state, "_sums", (tuple(margins), np.int64(len(y_true))))
    return state
