"""Losses, summed by the engine of a lazy frame; and measurements, batch by batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from concordant.engines import arrays
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scores import check_measurements
from concordant.sources.batches import LazyRows
from concordant.sources.files import DataFile, Progress
from concordant.sources.frames import column_of, opened, rows_in_memory
from concordant.sources.source import Scan
from concordant.sources.whole_batches import Parts, whole_batches
from concordant.states.moments import Moments
from concordant.typing import Frame, Missing


@dataclass(frozen=True, slots=True)
class MeasuredRows:
    """
    Two columns of measurements, added up.

    Attributes
    ----------
    truth : Series
        The column of the truth, without a row: its name and type.
    moments : Moments
    rows : int
        How many rows have both values and a weight above zero.
    """

    truth: Any
    moments: Moments
    rows: int


def moments(
    frame: Frame, *, y_true: str, y_pred: str, sample_weight: str | None = None, missing: Missing = "raise"
) -> Moments:
    """Moments of two columns; of files, and of lazy frames of Polars and DuckDB, batch by batch."""
    refuse_missing((), missing)
    names = (y_true, y_pred, sample_weight)
    rows = frame.files if isinstance(frame, Scan) else LazyRows.of(opened(frame, names))
    if rows is not None:
        return moments_and_rows(rows, y_true, y_pred, weight=sample_weight, missing=missing)[0]
    table, _ = rows_in_memory(frame, names)
    first, second, weights = (column_of(table, name) for name in names)
    return Moments.from_measurements(first, second, sample_weight=weights, missing=missing)


def moments_and_rows(
    rows: Sequence[DataFile] | LazyRows,
    truth: str,
    pred: str,
    *,
    weight: str | None,
    missing: Missing,
    progress: Progress | None = None,
) -> tuple[Moments, int]:
    """Return beside the moments how many rows they are of, also where rows are weighted."""
    total, n, lost = Parts(), 0, 0
    columns = {truth: None, pred: None}
    for batch in whole_batches(rows, columns, weight=weight, missing=missing, progress=progress):
        checked = check_measurements(batch.rows[truth], batch.rows[pred], sample_weight=batch.weights)
        total.add(arrays.moments(checked))
        n, lost = n + len(checked.y_true), lost + batch.missing
    state = total.total() if n else Moments.empty()
    return replace(state, missing=lost), n
