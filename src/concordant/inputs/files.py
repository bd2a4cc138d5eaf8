"""
Columns of files through Polars scans: CSV, Parquet, NDJSON and Arrow, one file, several, or a pattern.

Files are read in batches and only the columns that are needed are kept, so memory holds those columns and a
batch. Whatever Polars has to say against a file becomes one `DataFileError`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from glob import escape, has_magic
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from concordant.errors import ColumnError, DataFileError, MissingDependencyError, MissingValuesError
from concordant.inputs import arrow_streams
from concordant.inputs.batches import batches, refuse_lost_rows
from concordant.inputs.columns import require_columns
from concordant.inputs.combined_columns import with_combined_scan
from concordant.inputs.csv_files import csv_batches, csv_fields, csv_head, csv_names, csv_scan
from concordant.inputs.left_out import DamagedFileError, left_out_if_damaged, present
from concordant.inputs.panics import panics_unreported
from concordant.inputs.reading_progress import Progress, ReadingProgress
from concordant.inputs.sources import DataFile, Source, find_files
from concordant.inputs.text_holes import refuse_holes
from concordant.inputs.text_values import kind_of

if TYPE_CHECKING:
    import polars as pl

_Begin: TypeAlias = Callable[[DataFile], Callable[["pl.DataFrame"], object]]

_BATCH = 500_000
_POLARS = (1, 37)
_NAMES = {"csv": "CSV", "parquet": "Parquet", "ndjson": "NDJSON (one JSON object a line)", "ipc": "Arrow IPC"}


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
    if files[0].checkpoints is not None:
        files[0].checkpoints.read_whole(lambda: count_rows(files))
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
    begin: _Begin,
    *,
    forget: Callable[[], object],
    progress: Progress | None = None,
    rows: int | None = None,
    start: tuple[int, int] = (0, 0),
    after: Callable[[int], object] | None = None,
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
    start : tuple of int
        How many files, and rows of the next one, are left out, as they were handed out before.
    after : callable, optional
        Told after each batch how many rows of its file it was, also those that hold nothing and were left out of it.
    numbers : collection of str
        Columns of CSV files that need not stay as they are written.

    Raises
    ------
    DataFileError, ColumnError
        As in `read_columns`; the message names the file.
    """
    require_polars()
    wanted = list(columns)
    done, skip = start
    with panics_unreported():
        told = ReadingProgress(progress, files, _rows_of)
        told.go_on(files[:done], skip)

        def tick(read: int) -> None:
            if after is not None:
                after(read)
            told.tick(read)

        present(files)
        for file in files[done:]:
            if file.left_out is not None and str(file.path) in file.left_out:
                told.end(file)
                continue
            with left_out_if_damaged(file):
                told.begin(file, skip)
                _take_file(file, wanted, tick, begin, rows, skip, numbers)
            if file.left_out is not None and str(file.path) in file.left_out:
                forget()
            skip = 0
            told.end(file)
        present(files)


def _take_file(
    file: DataFile,
    columns: list[str],
    tick: Callable[[int], None],
    begin: _Begin,
    rows: int | None,
    skip: int,
    numbers: Collection[str],
) -> None:
    """Hand out the batches of one file, from a row on."""
    with _reading(file):
        if file.kind != "csv":
            _take_typed(file, columns, tick, begin, rows, skip)
            return
        take = begin(file)
        for part in csv_fields(file, columns, tick, skip, numbers):
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
            with left_out_if_damaged(file), _reading(file):
                parts.append((file, _head(file, list(columns), lacking)))
        present(files)
        try:
            return joined(parts, list(columns))
        except DataFileError:  # columns that hold something else in a later file: whoever reads them all says so
            return parts[0][1]


def _head(file: DataFile, columns: list[str], rows: int) -> pl.DataFrame:
    import polars.exceptions as pe

    if file.kind == "csv":
        return csv_head(file, columns, rows)

    def head(scan: pl.LazyFrame) -> pl.DataFrame:
        return _chosen(file, scan, columns).head(rows).collect()

    try:
        return head(_scan(file))
    except (pe.ComputeError, ColumnError):
        if file.kind != "ndjson":
            raise
        return head(_scan(file, infer=None))  # objects that differ from the first thousand


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
        found = csv_scan(file, typed_by_polars=True) if file.kind == "csv" else _scan(file)
        parts.append(_with_partition(file, found))
    return pl.concat(parts, how="vertical_relaxed")


def column_names(source: Source) -> list[str]:
    """Return the names of the columns of the (first) file."""
    require_polars()
    files = find_files(source)
    while True:
        file = present(files)[0]
        with left_out_if_damaged(file), panics_unreported(), _reading(file):
            names = csv_names(file) if file.kind == "csv" else _scan(file).collect_schema().names()
            return list(dict.fromkeys([*names, *dict(file.partition)]))


def require_polars() -> None:
    """Raise unless a Polars that reads files as we need it is installed."""
    try:
        version: str = import_module("polars").__version__
    except ImportError as error:
        msg = 'reading files needs Polars: pip install "concordant[cli]"'
        raise MissingDependencyError(msg) from error
    if tuple(map(int, version.split(".")[:2])) < _POLARS:
        # Before, batches ended without a word where a file was damaged.
        msg = f'reading files needs Polars 1.37 or newer, this is {version}: pip install --upgrade "concordant[cli]"'
        raise MissingDependencyError(msg)


@contextmanager
def _reading(file: DataFile) -> Iterator[None]:
    """Turn what Polars says against a file into one line of ours."""
    import polars.exceptions as pe

    try:
        yield
    except (pe.PolarsError, pe.PanicException, OSError, UnicodeError) as error:
        first = str(error).strip().partition("\n")[0].removeprefix("parquet: ").rstrip(".")
        msg = f"{file.path} cannot be read as {_NAMES[file.kind]}; it is damaged or something else ({first})."
        raise DamagedFileError(msg) from error


def _rows_of(files: Iterable[DataFile]) -> int | None:
    """All rows, where they can be counted without reading every value."""
    total = 0
    for file in present(list(files)):
        if file.compressed:
            return None
        with left_out_if_damaged(file), _reading(file):
            total += _declared_rows(csv_scan(file) if file.kind == "csv" else _scan(file))
    return total


def _declared_rows(scan: pl.LazyFrame) -> int:
    """The rows of a file by its metadata; without any (CSV, NDJSON) by its lines."""
    import polars as pl

    rows: int = scan.select(pl.len()).collect().item()
    return rows


def _read(file: DataFile, columns: list[str], tick: Callable[[int], None], text: Collection[str]) -> list[pl.DataFrame]:
    with _reading(file):
        if file.kind == "csv":
            return csv_batches(file, columns, tick, text)
        parts: list[pl.DataFrame] = []

        def begin(_: DataFile) -> Callable[[pl.DataFrame], object]:
            parts.clear()
            return parts.append

        _take_typed(file, columns, tick, begin)
        return parts


def _take_typed(
    file: DataFile,
    columns: list[str],
    tick: Callable[[int], None],
    begin: _Begin,
    rows: int | None = None,
    skip: int = 0,
) -> None:
    """Hand out the batches of a file that says what its columns hold."""
    if file.kind == "ndjson":  # which is never begun in the middle
        _take_ndjson(file, columns, tick, begin)
    else:
        _take_scan(file, _scan(file), columns, tick, begin, rows, skip)


def _take_scan(
    file: DataFile,
    scan: pl.LazyFrame,
    columns: list[str],
    tick: Callable[[int], None],
    begin: _Begin,
    each: int | None = None,
    skip: int = 0,
) -> None:
    wanted = _chosen(file, scan, columns)
    take = begin(file)
    take(wanted.clear().collect())  # the types, if there are no rows
    rows = skip
    for part in batches(wanted.slice(skip) if skip else wanted, each or _BATCH):
        take(part)
        rows += part.height
        tick(part.height)
    if file.kind in ("parquet", "ipc"):
        declared = arrow_streams.declared_rows(file.path) if _is_stream(file) else _declared_rows(scan)
        refuse_lost_rows(file.path, rows, declared)


def _chosen(file: DataFile, scan: pl.LazyFrame, columns: list[str]) -> pl.LazyFrame:
    """Take columns by their places (by name, "^.*$" would be a pattern), and those that the names of folders are."""
    import polars as pl

    scan = _with_partition(file, scan)
    names = scan.collect_schema().names()
    require_columns(names, columns, where=str(file.path))
    return scan.select(pl.nth(names.index(name)) for name in columns)


def _with_partition(file: DataFile, scan: pl.LazyFrame) -> pl.LazyFrame:
    """Add the columns that the names of folders are, and those that are made of others."""
    import polars as pl

    if not file.partition and not file.combined:
        return scan
    names = scan.collect_schema().names()
    given = {name: value for name, value in file.partition if name not in names}
    scan = scan.with_columns(
        pl.lit(value, None if value is None else pl.Int64 if isinstance(value, int) else pl.String).alias(name)
        for name, value in given.items()
    )
    return with_combined_scan(scan, file, [*names, *given])


def _take_ndjson(file: DataFile, columns: list[str], tick: Callable[[int], None], begin: _Begin) -> None:
    """Read by the types of the first thousand objects, and by those of all objects if that fails."""
    import polars.exceptions as pe

    refuse_holes(file)
    schema = _scan(file).collect_schema()
    if all(name in schema or name in dict((*file.partition, *file.combined)) for name in columns):
        try:
            _take_scan(file, _scan(file), columns, tick, begin)
        except pe.ComputeError:
            _take_scan(file, _scan(file, infer=None), columns, lambda _: None, begin)
    else:
        _take_scan(file, _scan(file, infer=None), columns, tick, begin)


def _scan(file: DataFile, *, infer: int | None = 1000) -> pl.LazyFrame:
    import polars as pl

    if file.kind == "parquet":
        return pl.scan_parquet(file.path, glob=False)
    if _is_stream(file):
        return pl.read_ipc_stream(file.path).lazy()
    path = str(file.path)
    literal = escape(path) if has_magic(path) else path  # a name with brackets is no pattern
    return pl.scan_ndjson(literal, infer_schema_length=infer) if file.kind == "ndjson" else pl.scan_ipc(literal)


def _is_stream(file: DataFile) -> bool:
    if file.kind != "ipc":
        return False
    with file.path.open("rb") as opened:
        return opened.read(4) == arrow_streams.START


def joined(parts: list[tuple[DataFile, pl.DataFrame]], columns: list[str]) -> pl.DataFrame:
    """Put the parts below each other, if the columns hold the same kind of value everywhere."""
    import polars as pl

    for name in columns:
        kinds = {kind: file for file, part in reversed(parts) if (kind := kind_of(part[name])) != "nothing"}
        if len(kinds) > 1:
            (kind, file), (other, second) = list(kinds.items())[:2]
            where = f"{other} in {second.path} and {kind} in {file.path}"
            msg = f"column {name!r} holds {where}; write it the same way everywhere."
            raise DataFileError(msg)
    filled = [part for _, part in parts if part.height] or [parts[0][1]]
    with _reading(parts[0][0]):
        return pl.concat(_of_one_type(filled, columns), how="vertical_relaxed", rechunk=True)


def _of_one_type(parts: list[pl.DataFrame], columns: list[str]) -> list[pl.DataFrame]:
    """Categories of different files have no common type but text."""
    import polars as pl

    types = {name: set(chain.from_iterable([part.schema[name]] for part in parts)) for name in columns}
    mixed = [name for name in columns if len(types[name]) > 1 and kind_of(parts[0][name]) == "text"]
    return [part.with_columns(part[name].cast(pl.String) for name in mixed) for part in parts]
