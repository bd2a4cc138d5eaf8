"""
Columns of files through Polars scans: CSV, Parquet, NDJSON and Arrow, one file, several, or a pattern.

Files are read in batches and only the columns that are needed are kept, so memory holds those columns and a
batch. Whatever Polars has to say against a file becomes one `DataFileError`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from concordant.errors import DataFileError, MissingValuesError
from concordant.inputs.csv_files import csv_batches, csv_fields, csv_head, csv_names, csv_scan
from concordant.inputs.joined_parts import joined
from concordant.inputs.left_out import left_out_if_damaged, present
from concordant.inputs.panics import panics_unreported
from concordant.inputs.polars_needed import reading, require_polars
from concordant.inputs.reading_progress import Progress, ReadingProgress
from concordant.inputs.sources import DataFile, Source, find_files
from concordant.inputs.typed_files import (
    Begin,
    declared_rows,
    take_typed,
    typed_head,
    typed_scan,
    with_partition,
)

if TYPE_CHECKING:
    import polars as pl


def read_columns(
    source: Source, columns: Sequence[str], *, text: Collection[str] = (), progress: Progress | None = None
) -> pl.DataFrame:
    """
    Read columns of one file or several.

    Parameters
    ----------
    source : str, Path or sequence of them
        Paths, folders or patterns (``"part-*.parquet"``, ``"**/*.csv"``). Names of folders such as ``year=2026`` are
        columns. The kind of a file is told by its ending:
        CSV (``.csv``, ``.tsv``, also ``.csv.gz``), Parquet (``.parquet``, ``.pq``), NDJSON (``.ndjson``,
        ``.jsonl``), Arrow IPC (``.arrow``, ``.ipc``, ``.feather``). The rows of several files follow each other.
    columns : sequence of str
        The columns to read.
    text : collection of str
        Columns of CSV that stay text, whatever they hold: the same value is the same text in every file.
    progress : callable, optional
        Called with the rows read so far and all rows (None where that is not known beforehand).

    Returns
    -------
    polars.DataFrame
        The columns in the order asked for. A CSV column holds whole numbers, numbers, or true and false, if all
        of its values are that (words such as NA are missing values there), and text otherwise.

    Raises
    ------
    DataFileError
        If a file is absent, empty, damaged, of an unknown kind, or has no rows.
    ColumnError
        If a file has no such column, or two of that name.
    MissingValuesError
        If a column has no value in any row.
    MissingDependencyError
        If Polars is not installed.

    Examples
    --------
    >>> from concordant.data import example
    >>> from concordant.inputs.files import read_columns
    >>> read_columns(example("breast").path, ["truth", "malignancy"]).shape
    (569, 2)
    """
    require_polars()
    files = find_files(source)
    wanted = list(dict.fromkeys(columns))
    with panics_unreported():
        told = ReadingProgress(progress, files, _rows_of)
        parts: list[tuple[DataFile, pl.DataFrame]] = []
        for file in present(files):
            with left_out_if_damaged(file):
                told.begin(file)
                parts += [(file, part) for part in _read(file, wanted, told.tick, text)]
            told.end(file)
        present(files)
        frame = joined(parts, wanted)
    if frame.height == 0:
        raise no_rows(files)
    for name in wanted:
        if frame[name].null_count() == frame.height:
            msg = f"column {name!r} has no value in any of its {frame.height} rows: all are missing."
            raise MissingValuesError(msg)
    return frame


def take_batches(
    files: Sequence[DataFile],
    columns: Sequence[str],
    begin: Begin,
    *,
    forget: Callable[[], object],
    progress: Progress | None = None,
    rows: int | None = None,
    numbers: Collection[str] = (),
) -> None:
    """
    Hand out batch after batch, and forget it: memory holds few of them, however many rows there are.

    Parameters
    ----------
    files : sequence of DataFile
    columns : sequence of str
        The columns to read, each once.
    begin : callable
        Called at the start of a file, gives what takes its batches; the first one has no row. It is called a second
        time where a file must be read again, as the types of its first objects do not fit to all of them. Columns of
        CSV files are text: what they hold is known when all values are (`typed`).
    forget : callable
        Called where a file is left out, of which batches may have been handed out.
    progress : callable, optional
        As in `read_columns`.
    rows : int, optional
        About how many rows a batch has, but of CSV files.
    numbers : collection of str
        Columns of CSV files that need not stay as they are written.

    Raises
    ------
    DataFileError, ColumnError
        As in `read_columns`; the message names the file.
    """
    require_polars()
    wanted = list(columns)
    with panics_unreported():
        told = ReadingProgress(progress, files, _rows_of)
        present(files)
        for file in files:
            if file.left_out is not None and str(file.path) in file.left_out:
                told.end(file)
                continue
            with left_out_if_damaged(file):
                told.begin(file)
                _take_file(file, wanted, told.tick, begin, rows, numbers)
            if file.left_out is not None and str(file.path) in file.left_out:
                forget()
            told.end(file)
        present(files)


def _take_file(
    file: DataFile,
    columns: list[str],
    tick: Callable[[int], None],
    begin: Begin,
    rows: int | None,
    numbers: Collection[str],
) -> None:
    """Hand out the batches of one file."""
    with reading(file):
        if file.kind != "csv":
            take_typed(file, columns, tick, begin, rows)
            return
        take = begin(file)
        for part in csv_fields(file, columns, tick, numbers):
            take(part)


def first_rows(files: Sequence[DataFile], columns: Sequence[str], rows: int) -> pl.DataFrame:
    """Read the first rows, to see what the columns hold; those of a CSV file by these rows alone."""
    require_polars()
    parts: list[tuple[DataFile, pl.DataFrame]] = []
    with panics_unreported():
        for file in present(files):
            lacking = rows - sum(part.height for _, part in parts)
            if lacking <= 0:
                break
            with left_out_if_damaged(file), reading(file):
                head = csv_head if file.kind == "csv" else typed_head
                parts.append((file, head(file, list(columns), lacking)))
        present(files)
        try:
            return joined(parts, list(columns))
        except DataFileError:  # columns that hold something else in a later file: whoever reads them all says so
            return parts[0][1]


def no_rows(files: Sequence[DataFile]) -> DataFileError:
    """The error for files that hold names of columns and nothing else."""
    names = files[0].path if len(files) == 1 else f"{files[0].path} and {len(files) - 1} more"
    return DataFileError(f"{names}: no rows, only names of columns.")


def count_rows(files: Iterable[DataFile]) -> int | None:
    """Count all rows, where that takes no reading of every value; None for compressed text."""
    require_polars()
    with panics_unreported():
        return _rows_of(files)


def lazy_frame(files: Sequence[DataFile]) -> pl.LazyFrame:
    """Return the rows of files below each other; Polars decides what a column of CSV holds."""
    import polars as pl

    require_polars()
    parts = []
    for file in files:
        found = csv_scan(file, typed_by_polars=True) if file.kind == "csv" else typed_scan(file)
        parts.append(with_partition(file, found))
    return pl.concat(parts, how="vertical_relaxed")


def column_names(source: Source) -> list[str]:
    """Return the names of the columns of the (first) file."""
    require_polars()
    files = find_files(source)
    while True:
        file = present(files)[0]
        with left_out_if_damaged(file), panics_unreported(), reading(file):
            names = csv_names(file) if file.kind == "csv" else typed_scan(file).collect_schema().names()
            return list(dict.fromkeys([*names, *dict(file.partition)]))


def _rows_of(files: Iterable[DataFile]) -> int | None:
    """All rows, where they can be counted without reading every value."""
    total = 0
    for file in present(list(files)):
        if file.compressed:
            return None
        with left_out_if_damaged(file), reading(file):
            total += declared_rows(csv_scan(file) if file.kind == "csv" else typed_scan(file))
    return total


def _read(file: DataFile, columns: list[str], tick: Callable[[int], None], text: Collection[str]) -> list[pl.DataFrame]:
    with reading(file):
        if file.kind == "csv":
            return csv_batches(file, columns, tick, text)
        parts: list[pl.DataFrame] = []

        def begin(_: DataFile) -> Callable[[pl.DataFrame], object]:
            parts.clear()
            return parts.append

        take_typed(file, columns, tick, begin)
        return parts
