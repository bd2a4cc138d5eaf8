"""Columns by their names, of eager and lazy frames and of files: the one door of everything that takes ``data=``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from concordant.engines.frames.opened import opened
from concordant.errors import InputTypeError
from concordant.inputs.files import read_columns
from concordant.inputs.scan import Scan, elsewhere
from concordant.inputs.sources import DataFile, Source

if TYPE_CHECKING:
    import narwhals as nw


def frame_of(data: Any, columns: Sequence[str]) -> nw.DataFrame[Any] | nw.LazyFrame[Any]:
    """Open a frame, or read these columns of files; the message about an absent one names the nearest."""
    data = elsewhere(data)
    return opened(read_columns(source_of(data), list(columns)) if is_source(data) else data, columns)


def refuse_unnamed(columns: Sequence[Any]) -> None:
    """Raise for a column that is not named, where the data have names."""
    for name in columns:
        if name is not None and not isinstance(name, str):
            msg = f"with data=..., columns are given by their names, not as {type(name).__name__}."
            raise InputTypeError(msg)


def source_of(data: Any) -> Source:
    """Return the files of a scan, and paths as they are."""
    return list(data.files) if isinstance(data, Scan) else data


def is_source(data: Any) -> bool:
    """Whether these are files: a path, several of them, or a scan."""
    several = isinstance(data, (list, tuple)) and data
    return isinstance(data, (str, Path, Scan)) or bool(
        several and all(isinstance(one, (str, Path, DataFile)) for one in data)
    )


def is_lazy(frame: nw.DataFrame[Any] | nw.LazyFrame[Any]) -> TypeGuard[nw.LazyFrame[Any]]:
    """Whether the engine of a frame computes only when it is asked to."""
    import narwhals

    return isinstance(frame, narwhals.LazyFrame)
