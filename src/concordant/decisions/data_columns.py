"""Columns of files and frames by their names, and files of so many rows that they are read in batches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

from concordant.engines.files import row_limit
from concordant.engines.frames.opened import chosen, opened
from concordant.errors import InputTypeError
from concordant.inputs.files import read_columns
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.remote_scan import RemoteScan
from concordant.inputs.scan import Scan, elsewhere
from concordant.inputs.sources import DataFile, Source, find_files

if TYPE_CHECKING:
    import narwhals as nw

InFiles: TypeAlias = Scan | RemoteScan | Source


def rows_in_batches(data: Any, columns: Sequence[Any]) -> Sequence[DataFile] | LazyRows | None:
    """Return what is to be read in batches: files, or a lazy frame, of many rows; None for anything else."""
    refuse_unnamed(columns)
    data = elsewhere(data)
    if isinstance(data, LazyRows) or _is_source(data):
        files: Sequence[DataFile] | LazyRows = data if isinstance(data, LazyRows) else find_files(_source(data))
        return files if row_limit.many_rows(files) else None
    frame = opened(data, [name for name in columns if name is not None])
    rows = LazyRows.of(frame) if _is_lazy(frame) else None
    return rows if rows is not None and row_limit.many_rows(rows) else None


def columns_in(data: Any, columns: Sequence[str | None]) -> list[Any]:
    """Return the columns as they are; None for none."""
    refuse_unnamed(columns)
    data = elsewhere(data)
    wanted = list(dict.fromkeys(name for name in columns if name is not None))
    frame: Any = opened(read_columns(_source(data), wanted) if _is_source(data) else data, wanted)
    if _is_lazy(frame):
        frame = frame.select(chosen(frame, name) for name in wanted).collect()
    return [None if name is None else frame.get_column(name).to_native() for name in columns]


def refuse_unnamed(columns: Sequence[Any]) -> None:
    """Raise for a column that is not named, where the data have names."""
    for name in columns:
        if name is not None and not isinstance(name, str):
            msg = f"with data=..., columns are given by their names, not as {type(name).__name__}."
            raise InputTypeError(msg)


def _source(data: Any) -> Source:
    return list(data.files) if isinstance(data, Scan) else data


def _is_source(data: Any) -> bool:
    several = isinstance(data, (list, tuple)) and data
    return isinstance(data, (str, Path, Scan)) or bool(
        several and all(isinstance(one, (str, Path, DataFile)) for one in data)
    )


def _is_lazy(frame: nw.DataFrame[Any] | nw.LazyFrame[Any]) -> TypeGuard[nw.LazyFrame[Any]]:
    import narwhals

    return isinstance(frame, narwhals.LazyFrame)
