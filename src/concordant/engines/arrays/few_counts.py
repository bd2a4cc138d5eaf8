"""Few plain rows become `Counts` in one call of a kernel: of so few, a check or a copy takes as long as to count."""

from __future__ import annotations

from typing import Any

from concordant import _kernels
from concordant.states.counts import Counts
from concordant.states.tables import Cells

_put_table, _put_labels, _put_ordered, _put_squares, _put_outputs, _put_missing, _put_each, _put_cells = (
    vars(Counts)[name].__set__
    for name in ("table", "labels", "ordered", "squares", "outputs", "missing", "_each", "_cells")
)


def counts_of_few(y_true: Any, y_pred: Any) -> Counts | None:
    """Count few rows of plain whole numbers, before they are read; None of others."""
    few = _kernels.few_pairs(y_true, y_pred)
    if few is None:
        return None
    labels, table, places = few
    if places is not None:
        return Counts.from_cells(Cells(*places, table, len(labels), None), labels)
    state = object.__new__(Counts)  # field by field: `Counts(...)` takes twice as long
    _put_table(state, table)
    _put_labels(state, labels)
    _put_ordered(state, True)
    _put_squares(state, None)
    _put_outputs(state, None)
    _put_missing(state, 0)
    _put_each(state, [])
    _put_cells(state, None)
    return state
