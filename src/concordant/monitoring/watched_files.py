"""Files that arrive in a folder: each is counted once, also if it grows, and one that was changed is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from concordant.errors import DataFileError
from concordant.inputs.files import read_columns
from concordant.inputs.sources import DataFile
from concordant.monitoring.definition import Definition
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
        if known is not None and not file.compressed and file.kind in ("csv", "ndjson"):
            _refuse_cut_row(file, int(known.split()[0]))
        yield file, _count(live, stream, _rows_of(live.definition, file))
        live.mark(stream, mark)


def _refuse_cut_row(file: DataFile, counted: int) -> None:
    """Raise if the last row that was counted goes on behind these bytes: it was counted before it was whole."""
    with file.path.open("rb") as bytes_of:
        bytes_of.seek(max(counted - 1, 0))
        around = bytes_of.read(2)
    if not any(end in around for end in (b"\n", b"\r")):
        msg = (
            f"the last row of {file.path} was counted before it was whole, and a table of states cannot take rows "
            "back: write whole lines, or move files in when they are complete."
        )
        raise DataFileError(msg)


def _rows_of(definition: Definition, file: DataFile) -> pl.DataFrame:
    """Read what is counted; groups as their text, as each file alone would make a number of 01234, or not."""
    groups = [name for name in definition.by if name not in (definition.y_true, definition.y_pred, definition.y_score)]
    frame = read_columns([file], definition.columns, text=groups)
    return frame.with_columns(_usual_text(frame[name]) for name in groups) if file.kind == "csv" else frame


def _usual_text(column: pl.Series) -> pl.Series:
    """Text of whole numbers and truths as columns of numbers and truths have it: 1.0 is 1, true is True."""
    whole = column.str.replace(r"^\s*(-?(?:0|[1-9]\d*))(?:\.0+)?\s*$", "$1")
    return whole.str.replace(r"^(?:true|TRUE)$", "True").str.replace(r"^(?:false|FALSE)$", "False")


def _count(live: Monitor, stream: str, frame: pl.DataFrame) -> int:
    new, start = 0, live.position(stream) or 0
    if frame.height < start:
        msg = f"{stream} has {frame.height:,} rows, and {start:,} of it were counted: it was changed."
        raise DataFileError(msg)
    for at in range(start, frame.height, _ROWS):
        new += live.update(frame.slice(at, _ROWS), at=(stream, at))
    return new
