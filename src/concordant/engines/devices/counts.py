"""Rows of labels on a device become `Counts`, and rows of labels that are groups."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from concordant.engines import arrays
from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceRows
from concordant.engines.devices.groups import Groups, groups, joined, whole_labels
from concordant.errors import LengthError
from concordant.inputs.labels import LabelRows, check_label_columns, codes_of
from concordant.states.counts import Counts
from concordant.states.state import unit_of_squares
from concordant.typing import FloatArray


def counts(rows: DeviceRows) -> Counts:
    """Count the pairs of a truth and one prediction, where they are."""
    found = label_groups(rows)
    (checked,) = _checked(rows, found)
    state = arrays.counts(checked)
    return state if found.squares is None else _with_squares(state, checked, found.squares, found.unit)


def grouped_labels(rows: DeviceRows) -> list[LabelRows]:
    """Return checked rows of each prediction: groups of equal rows, with how many rows each stands for."""
    return _checked(rows, label_groups(rows))


def label_groups(rows: DeviceRows) -> Groups:
    """Group rows by the truth and all predictions."""
    if rows.is_matrix:
        shapes = " and ".join(str(tuple(column.shape)) for column in rows.columns)
        msg = f"labels must be 1-D, one a row, not of the shapes {shapes}."
        raise LengthError(msg)
    operations = rows.operations
    parts = []
    with working_on(operations, rows.columns[0]):
        shards = operations.shards((*rows.columns, *(() if rows.weights is None else (rows.weights,))))
        for shard in shards:
            columns = [whole_labels(column, operations) for column in shard[: len(rows.columns)]]
            parts.append(groups(columns, None if rows.weights is None else shard[-1], operations))
    return joined(parts)


def _with_squares(state: Counts, rows: LabelRows, squares: FloatArray, unit: int) -> Counts:
    """The same counts with these sums of squared weights of each group, which are in units of ``2**unit``."""
    size = len(state.labels)
    truth, prediction = (codes_of(y, rows.names, state.labels) for y in (rows.y_true, rows.y_pred))
    place, many = truth * size + prediction, size * size
    if state.cells is not None:
        order = np.argsort(state.cells.flat)
        place, many = order[np.searchsorted(state.cells.flat, place, sorter=order)], len(order)
    wanted = unit_of_squares(state.numbers)
    sums = np.bincount(place, np.ldexp(squares, 2 * (unit - wanted)), minlength=many)
    return state.with_numbers(state.numbers, sums.reshape(state.numbers.shape))


def _checked(rows: DeviceRows, found: Groups) -> list[LabelRows]:
    """The groups as the rows of a lazy frame's groups are checked."""
    truth, *predictions = found.columns
    checked = check_label_columns(
        truth,
        predictions,
        names=rows.names[1:],
        labels=rows.reading.get("labels"),
        sample_weight=found.weights,
        times=found.times,
    )
    return [replace(one, missing=rows.missing) for one in checked]
