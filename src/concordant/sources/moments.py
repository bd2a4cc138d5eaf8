"""Measurements, added up batch by batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from concordant.engines import arrays
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scores import check_measurements
from concordant.sources.batches import LazyRows
from concordant.sources.files import DataFile
from concordant.sources.frames import column_of, opened, rows_in_memory
from concordant.sources.source import Scan
from concordant.sources.whole_batches import Parts, whole_batches
from concordant.states.moments import Moments
from concordant.typing import Frame, Missing


def moments(
    frame: Frame, *, y_true: str, y_pred: str, sample_weight: str | None = None, missing: Missing = "raise"
) -> Moments:
    """Moments of two columns; of files, and of lazy frames of Polars and DuckDB, batch by batch."""
    refuse_missing((), missing)
    names = (y_true, y_pred, sample_weight)
    rows = frame.files if isinstance(frame, Scan) else LazyRows.of(opened(frame, names))
    if rows is not None:
        return _moments_of_batches(rows, y_true, y_pred, weight=sample_weight, missing=missing)
    table, _ = rows_in_memory(frame, names)
    first, second, weights = (column_of(table, name) for name in names)
    return Moments.from_measurements(first, second, sample_weight=weights, missing=missing)


def _moments_of_batches(
    rows: Sequence[DataFile] | LazyRows, truth: str, pred: str, *, weight: str | None, missing: Missing
) -> Moments:
    total, n, lost = Parts(), 0, 0
    for batch in whole_batches(rows, {truth: None, pred: None}, weight=weight, missing=missing):
        checked = check_measurements(batch.rows[truth], batch.rows[pred], sample_weight=batch.weights)
        total.add(arrays.moments(checked))
        n, lost = n + len(checked.y_true), lost + batch.missing
    return replace(total.total() if n else Moments.empty(), missing=lost)
