"""Files that arrive in a folder: each is counted once, also if it grows, and one that was changed is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from concordant.errors import DataFileError
from concordant.inputs.files import read_columns
from concordant.inputs.sources import DataFile
from concordant.monitoring.monitor import Monitor

if TYPE_CHECKING:
    import polars as pl

_ROWS = 200_000  # of a batch


def count_files(live: Monitor, files: Sequence[DataFile]) -> Iterator[tuple[DataFile, int]]:
    """
    Count the rows of files that were not counted yet; a file is told by its path from the root.

    Yields
    ------
    DataFile, int
        Each file that was read, and how many rows of it were new.

    Raises
    ------
    DataFileError
        If a file that was counted is smaller now, or has the same size and was written again.
    """
    for file in files:
        stream, state = str(file.path.resolve()), file.path.stat()
        mark = f"{state.st_size} {state.st_mtime_ns}"
        known = live.mark_of(stream)
        if known == mark:
            continue
        if known is not None and int(known.split()[0]) >= state.st_size:
            msg = (
                f"{file.path} was changed after its rows were counted, and a table of states cannot take rows back: "
                "keep files as they are once they have arrived."
            )
            raise DataFileError(msg)
        frame = read_columns([file], live.definition.columns)
        yield file, _count(live, stream, frame)
        live.mark(stream, mark)


def _count(live: Monitor, stream: str, frame: pl.DataFrame) -> int:
    new, start = 0, live.position(stream) or 0
    if frame.height < start:
        msg = f"{stream} has {frame.height:,} rows, and {start:,} of it were counted: it was changed."
        raise DataFileError(msg)
    for at in range(start, frame.height, _ROWS):
        new += live.update(frame.slice(at, _ROWS), at=(stream, at))
    return new
