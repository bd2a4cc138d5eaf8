"""Two matrices of 0 and 1 on a device become `Counts`, one table a column, or `SampleCounts`, one table a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.engines import arrays
from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceRows
from concordant.engines.devices.exact_sums import exact_sums, scaled
from concordant.engines.devices.groups import groups
from concordant.engines.devices.operations import Operations
from concordant.engines.devices.rows_on_host import indicators_on_host
from concordant.inputs.labels import check_declared
from concordant.states.counts import Counts
from concordant.states.sample_counts import SampleCounts, distinct_tables
from concordant.states.state import unit_of_squares
from concordant.typing import Label, NumberArray


def counts_of_indicators(rows: DeviceRows) -> Counts:
    """Count rows with one column a label."""
    outputs = _outputs(rows)
    if outputs is None:
        return arrays.counts_of_indicators(indicators_on_host(rows))
    operations, weights = rows.operations, rows.weights
    with working_on(operations, rows.columns[0]):
        true, pred = (column != 0 for column in rows.columns)
        squares = None
        if weights is None:
            parts = [(true & pred).sum(0), (true & ~pred).sum(0), (~true & pred).sum(0)]
            tp, fn, fp = (operations.host(operations.whole(part)) for part in parts)
            table = np.stack([len(rows) - tp - fn - fp, fp, fn, tp], -1)
        else:
            table = _weighted(true, pred, weights, operations)
            unit = unit_of_squares(table)
            near = scaled(weights, operations.whole(weights * 0) - unit, operations) if unit else weights
            squares = _weighted(true, pred, near * near, operations).reshape(-1, 2, 2)
    return Counts(table.reshape(-1, 2, 2), (0, 1), True, squares, outputs, missing=rows.missing)


def sample_counts(rows: DeviceRows) -> SampleCounts:
    """Count the distinct tables of rows."""
    outputs = _outputs(rows)
    if outputs is None:
        return arrays.sample_counts(indicators_on_host(rows))
    operations = rows.operations
    with working_on(operations, rows.columns[0]):
        true, pred = (column != 0 for column in rows.columns)
        cells = [operations.whole(part.sum(1)) for part in (~true & pred, true & ~pred, true & pred)]
        found = groups(cells, rows.weights, operations)
    fp, fn, tp = found.columns
    tables = np.stack([len(outputs) - fp - fn - tp, fp, fn, tp], -1).reshape(-1, 2, 2)
    sums = found.times if found.weights is None else found.weights
    return SampleCounts(*distinct_tables(tables, sums), outputs, missing=rows.missing)


def _weighted(true: Any, pred: Any, weights: Any, operations: Operations) -> NumberArray:
    """Sums of weights of the four cells of each column."""
    cells = operations.combined(operations.whole(true), 2, operations.whole(pred))
    columns = [operations.host(exact_sums(weights, cells[:, j], 4, operations)) for j in range(int(cells.shape[1]))]
    return np.stack(columns)


def _outputs(rows: DeviceRows) -> tuple[Label, ...] | None:
    """The names of the columns; None where the check of rows in memory is to say what is wrong with them."""
    true, pred = rows.columns
    shape, operations = tuple(true.shape), rows.operations
    if len(shape) != 2 or tuple(pred.shape) != shape or 0 in shape or len(operations.shards((true,))) > 1:
        return None
    declared = rows.reading.get("labels")
    outputs = tuple(range(shape[1])) if declared is None else check_declared(declared)
    with working_on(operations, true):
        plain = all(bool(((column == 0) | (column == 1)).all()) for column in rows.columns)
    return outputs if plain and len(outputs) == shape[1] else None
