"""One pass over a truth and several predictions of few labels: their joint table, and the counts of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.arrays.counts import counts_of_values, names_of
from concordant.inputs.labels import LabelRows, codes_of
from concordant.settings import threads_for
from concordant.states.counts import Counts
from concordant.states.tables import table_pays
from concordant.typing import FloatArray, Label

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
        The place among the labels of the truth and of each prediction in these cells.
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
    size = _places(first, columns)
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
    found = names_of(values, first)
    if first.declared is not None and (_too_many(first.declared, every) or not set(found) <= set(first.declared)):
        return None  # counting by itself says which label is unknown
    if len(values) < size:
        place = np.cumsum(occurs) - 1
        codes = [place[code] for code in codes]
    states = [_counted(rows, values, codes[0], code, weight) for rows, code in zip(every, codes[1:], strict=True)]
    labels = states[0].labels
    if labels == found:
        return JointCounts(states, weight, codes)
    place = codes_of(values, first.names, labels)
    if (place[1:] < place[:-1]).any() or _too_many(labels, every):
        return None
    return JointCounts(states, weight, [place[code] for code in codes])


def _too_many(labels: Sequence[Label], every: Sequence[LabelRows]) -> bool:
    """Whether the table of all predictions over these labels has too many cells."""
    return bool(len(labels) ** len(every) > MOST_CELLS)


def _places(rows: LabelRows, columns: Sequence[npt.NDArray[Any]]) -> int | None:
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
        return counts_of_values(rows, values, numbers.reshape(size, size), None, None)
    held = np.flatnonzero(numbers)
    return counts_of_values(rows, values, numbers[held], None, np.divmod(held, size))
