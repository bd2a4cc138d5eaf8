"""Columns that a search names in ``data=``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordant.settings import progress_of
from concordant.sources.batches import read_columns
from concordant.sources.files import Progress
from concordant.sources.frames import rows_in_memory
from concordant.sources.source import is_source, read_as, refuse_unnamed, remote, source_of


def read_by_roles(data: Any, truth: Any, score: Any, weight: Any, cluster: Any, fold: Any, **labels: Any) -> Any:
    """Return files whose columns are read by their roles, and other data as they are; every column has a name."""
    refuse_unnamed((truth, score, weight, cluster, fold))
    return read_as(data, labels=[truth], names=[cluster, fold], scores=[score], weights=[weight], **labels)


def columns_in(data: Any, columns: Sequence[str | None], progress: Progress | None = None) -> list[Any]:
    """Return the columns as they are; None for none."""
    named = [name for name in columns if name is not None]
    data = remote(data)
    with progress_of("reading rows", progress) as report:
        rows = read_columns(source_of(data), named, progress=report) if is_source(data) else data
        frame, _ = rows_in_memory(rows, columns)
    return [None if name is None else frame.get_column(name).to_native() for name in columns]
