"""Columns of files and frames by their names, and files of so many rows that they are read in batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from concordant.engines.files import row_limit
from concordant.engines.files.row_limit import has_many_rows
from concordant.engines.frames.opened import chosen, opened
from concordant.engines.named_columns import frame_of, is_lazy, is_source, refuse_unnamed, source_of
from concordant.inputs.enum_order import collected
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.remote_scan import RemoteScan
from concordant.inputs.scan import Scan, elsewhere
from concordant.inputs.sources import DataFile, Source, find_files

if TYPE_CHECKING:
    import narwhals as nw

ManyRows: TypeAlias = "Sequence[DataFile] | LazyRows | nw.LazyFrame[Any]"
InFiles: TypeAlias = Scan | RemoteScan | Source


def many_rows_of(data: Any, columns: Sequence[Any]) -> ManyRows | None:
    """
    Return what holds many rows: files or a lazy frame to be read in batches, or a lazy frame that its engine groups.

    None for anything else, whose columns are read as a whole.
    """
    refuse_unnamed(columns)
    data = elsewhere(data)
    if isinstance(data, LazyRows) or is_source(data):
        files: Sequence[DataFile] | LazyRows = data if isinstance(data, LazyRows) else find_files(source_of(data))
        return files if row_limit.many_rows(files) else None
    frame = opened(data, [name for name in columns if name is not None])
    if not is_lazy(frame):
        return None
    rows = LazyRows.of(frame)
    if rows is None:
        return frame if has_many_rows(frame) else None
    return rows if row_limit.many_rows(rows) else None


def columns_in(data: Any, columns: Sequence[str | None]) -> list[Any]:
    """Return the columns as they are; None for none."""
    refuse_unnamed(columns)
    wanted = list(dict.fromkeys(name for name in columns if name is not None))
    frame: Any = frame_of(data, wanted)
    if is_lazy(frame):
        frame = collected(frame.select(chosen(frame, name) for name in wanted))
    return [None if name is None else frame.get_column(name).to_native() for name in columns]
