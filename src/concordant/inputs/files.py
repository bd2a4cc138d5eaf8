"""
Columns of files through Polars scans: CSV, Parquet, NDJSON and Arrow, one file, several, or a pattern.

Files are read in batches and only the columns that are needed are kept, so memory holds those columns and a
batch. Whatever Polars has to say against a file becomes one `DataFileError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from glob import escape, has_magic
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from concordant.errors import DataFileError, MissingDependencyError, MissingValuesError
from concordant.inputs import arrow_streams
from concordant.inputs.batches import batches, refuse_lost_rows
from concordant.inputs.columns import require_columns
from concordant.inputs.csv_files import csv_batches, csv_names, csv_scan, refuse_holes
from concordant.inputs.panics import panics_unreported
from concordant.inputs.sources import DataFile, Source, find_files
from concordant.inputs.text_values import kind_of

if TYPE_CHECKING:
    import polars as pl

Progress: TypeAlias = Callable[[int, int | None], None]

_BATCH = 500_000
_POLARS = (1, 37)
_NAMES = {"csv": "CSV", "parquet": "Parquet", "ndjson": "NDJSON (one JSON object a line)", "ipc": "Arrow IPC"}


def read_columns(source: Source, columns: Sequence[str], *, progress: Progress | None = None) -> pl.DataFrame:
    """
    Read columns of one file or several.

    Parameters
    ----------
    source : str, Path or sequence of them
        Paths or patterns (``"part-*.parquet"``, ``"**/*.csv"``). The kind of a file is told by its ending:
        CSV (``.csv``, ``.tsv``, also ``.csv.gz``), Parquet (``.parquet``, ``.pq``), NDJSON (``.ndjson``,
        ``.jsonl``), Arrow IPC (``.arrow``, ``.ipc``, ``.feather``). The rows of several files follow each other.
    columns : sequence of str
        The columns to read.
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
        If a file is absent, a folder, empty, damaged, of an unknown kind, or has no rows.
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
    _require_polars()
    files = find_files(source)
    wanted = list(dict.fromkeys(columns))
    with panics_unreported():
        tick = _counter(progress, _rows_of(files) if progress is not None else None)
        parts = [(file, part) for file in files for part in _read(file, wanted, tick)]
        frame = _joined(parts, wanted)
    if frame.height == 0:
        names = files[0].path if len(files) == 1 else f"{files[0].path} and {len(files) - 1} more"
        msg = f"{names}: no rows, only names of columns."
        raise DataFileError(msg)
    for name in wanted:
        if frame[name].null_count() == frame.height:
            msg = f"column {name!r} has no value in any of its {frame.height} rows: all are missing."
            raise MissingValuesError(msg)
    return frame


def column_names(source: Source) -> list[str]:
    """Return the names of the columns of the (first) file."""
    _require_polars()
    file = find_files(source)[0]
    with panics_unreported(), _reading(file):
        return csv_names(file) if file.kind == "csv" else _scan(file).collect_schema().names()


def _require_polars() -> None:
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
        raise DataFileError(msg) from error


def _counter(progress: Progress | None, total: int | None) -> Callable[[int], None]:
    done = 0

    def tick(rows: int) -> None:
        nonlocal done
        done += rows
        if progress is not None:
            progress(done, total)

    return tick


def _rows_of(files: Iterable[DataFile]) -> int | None:
    """All rows, where they can be counted without reading every value."""
    total = 0
    for file in files:
        if file.compressed:
            return None
        with _reading(file):
            total += _declared_rows(csv_scan(file) if file.kind == "csv" else _scan(file))
    return total


def _declared_rows(scan: pl.LazyFrame) -> int:
    """The rows of a file by its metadata; without any (CSV, NDJSON) by its lines."""
    import polars as pl

    rows: int = scan.select(pl.len()).collect().item()
    return rows


def _read(file: DataFile, columns: list[str], tick: Callable[[int], None]) -> list[pl.DataFrame]:
    with _reading(file):
        if file.kind == "csv":
            return csv_batches(file, columns, tick)
        if file.kind == "ndjson":
            return _read_ndjson(file, columns, tick)
        return _batches(file, _scan(file), columns, tick)


def _batches(file: DataFile, scan: pl.LazyFrame, columns: list[str], tick: Callable[[int], None]) -> list[pl.DataFrame]:
    import polars as pl

    names = scan.collect_schema().names()
    require_columns(names, columns, where=str(file.path))
    wanted = scan.select(pl.nth(names.index(name)) for name in columns)  # by name, "^.*$" would be a pattern
    parts = [wanted.clear().collect()]  # the types, if there are no rows
    for part in batches(wanted, _BATCH):
        parts.append(part)
        tick(part.height)
    if file.kind in ("parquet", "ipc"):
        declared = arrow_streams.declared_rows(file.path) if _is_stream(file) else _declared_rows(scan)
        refuse_lost_rows(file.path, sum(part.height for part in parts), declared)
    return parts


def _read_ndjson(file: DataFile, columns: list[str], tick: Callable[[int], None]) -> list[pl.DataFrame]:
    """Read by the types of the first thousand objects, and by those of all objects if that fails."""
    import polars.exceptions as pe

    refuse_holes(file)
    schema = _scan(file).collect_schema()
    if all(name in schema for name in columns):
        try:
            return _batches(file, _scan(file), columns, tick)
        except pe.ComputeError:
            return _batches(file, _scan(file, infer=None), columns, lambda _: None)
    return _batches(file, _scan(file, infer=None), columns, tick)


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


def _joined(parts: list[tuple[DataFile, pl.DataFrame]], columns: list[str]) -> pl.DataFrame:
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
