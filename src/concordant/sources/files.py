"""Which files a name means (paths, folders, patterns); Polars; damaged files."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from glob import escape, glob, has_magic
from importlib import import_module
from itertools import islice
from pathlib import Path
from queue import Full, Queue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar
from urllib.parse import unquote

from concordant.errors import ColumnError, DataFileError, InputTypeError, MissingDependencyError
from concordant.names import require_columns

if TYPE_CHECKING:
    import polars as pl


Kind: TypeAlias = Literal["csv", "parquet", "ndjson", "ipc"]
Progress: TypeAlias = Callable[[int, int | None], None]
Rows = TypeVar("Rows", "pl.DataFrame", "pl.LazyFrame")

_KINDS: dict[str, Kind] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
    ".arrow": "ipc",
    ".ipc": "ipc",
    ".feather": "ipc",
}
_READS = (
    "CSV (.csv, .tsv, .csv.gz), Parquet (.parquet), NDJSON (.ndjson, .jsonl, .jsonl.gz) and Arrow (.arrow, .ipc, "
    ".feather)"
)
_HELD = (bytes, bytearray, Mapping)  # what can be looped over and names no files
_NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
_WHOLE = re.compile(r"0|-?[1-9]\d{0,17}")
_ADVICE = {
    ".json": "write one object a line and name it .ndjson",
    ".xlsx": "save the sheet as CSV",
    ".xls": "save the sheet as CSV",
    ".ods": "save the sheet as CSV",
}
_AHEAD = 2  # batches that wait to be taken: memory stays bounded
_PATIENCE = 0.05  # seconds between two looks at whether the batches are still wanted
_BETWEEN = ", "
_POLARS = (1, 37)
_NAMES = {"csv": "CSV", "parquet": "Parquet", "ndjson": "NDJSON (one JSON object a line)", "ipc": "Arrow IPC"}


@dataclass(frozen=True, slots=True)
class DataFile:
    """
    A file that exists, and how to read it.

    `partition` holds the columns that the names of its folders are (``year=2026/part.parquet``): the same value in
    every row of the file, None for a missing one. `left_out`, which the files of a scan share, takes those that are
    damaged, with the reason; None where such a file is an error. `combined` has names of columns that are made of
    others, as text. `plain` keeps what `concordant.sources.csv_files.refuse_holes` found, by its size and time.

    CSV does not say what its columns hold, but their roles do (`concordant.sources.source.with_roles`): `labels` get
    one type together, `names` of things (units, raters, groups, clusters) that are written differently are different,
    and columns of `text` are read as they are written. Other kinds of files have types of their own. In any file
    `scores` and `weights` are columns of numbers, in which text is an error.
    """

    path: Path
    kind: Kind
    compressed: bool = False
    partition: tuple[tuple[str, int | str | None], ...] = ()
    left_out: dict[str, str] | None = field(default=None, compare=False, repr=False)
    combined: tuple[tuple[str, tuple[str, ...]], ...] = ()
    labels: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    text: frozenset[str] = frozenset()
    scores: frozenset[str] = frozenset()
    weights: frozenset[str] = frozenset()
    plain: dict[Any, bool] = field(default_factory=dict, compare=False, repr=False)

    @property
    def numbers(self) -> frozenset[str]:
        """The columns that must hold numbers."""
        return self.scores | self.weights


Source: TypeAlias = str | Path | Sequence[str | Path | DataFile]


def is_url(source: Any) -> bool:
    """Whether this is the address of a file elsewhere, or a list that begins with one."""
    if isinstance(source, (list, tuple)):
        return bool(source) and is_url(source[0])
    return isinstance(source, str) and "://" in source


def find_files(source: Source, *, left_out: dict[str, str] | None = None) -> list[DataFile]:
    """
    Return the files that a path, a folder, a pattern or a list of them means, in order.

    Where `left_out` is given, it takes those that are damaged: empty ones now, others when they are read.

    A folder means all files of data in it and below it. Names that begin with a dot or an underscore are left out, as
    writers of many files keep their notes there.

    Raises
    ------
    DataFileError
        If there is none, or one is empty, or of an unknown kind; if a file or a folder may not be read, a link leads
        nowhere, or two files of a folder seem to hold the same rows.
    """
    if isinstance(source, (str, Path)):
        source = [source]
    elif source is not None and (
        not isinstance(source, Iterable) or isinstance(source, _HELD) or hasattr(source, "columns")
    ):  # a frame or a mapping, which can be looped over, holds data itself
        kind = type(source).__name__
        msg = f"files are named by text, a Path, or a list of them, not {kind}; data in memory go to data= as they are."
        raise InputTypeError(msg)
    source = [] if source is None else list(source)  # an array, too, can hold names
    if not source:
        raise DataFileError("no file was given.")
    files = []
    for name in source:
        files += [name] if isinstance(name, DataFile) else [_data_file(path, left_out) for path in _paths(name)]
    return _typed_partitions(files)


def _paths(name: str | Path) -> list[Path]:
    """The files that a path, a folder or a pattern means."""
    if not isinstance(name, (str, Path)):
        raise InputTypeError(f"a file must be named by text or a Path, not {type(name).__name__}.")
    if name == "":
        raise DataFileError("the name of a file is empty. For this folder write '.'.")
    path = Path(name).expanduser()
    for folder in reversed(path.parents):
        _require_access(folder, os.X_OK)
    if _exists(path):
        return _in_folder(path) if path.is_dir() else [path]
    if "://" in str(name):
        raise DataFileError(
            f"{name}: only files of this computer are read here; download it first, or in Python give "
            "concordant.scan(url, storage_options=...) as data=."
        )
    if not has_magic(str(path)):
        raise DataFileError(_absent(path))
    files = _matches(path)
    if not files:
        raise DataFileError(f"no file matches {str(name)!r} (in {Path.cwd()}).")
    return files


def _matches(pattern: Path) -> list[Path]:
    """The files that a pattern means."""
    for part in (pattern, *pattern.parents):
        if has_magic(part.name):  # it is sought in these folders; glob takes one that may not be read for an empty one
            for folder in glob(f"{part.parent}/", recursive=True):  # noqa: PTH207  (also absolute patterns)
                _require_access(Path(folder), os.R_OK | os.X_OK)
    matches = sorted(Path(match) for match in glob(str(pattern), recursive=True))  # noqa: PTH207
    return [match for match in matches if _exists(match) and match.is_file()]


def _in_folder(folder: Path) -> list[Path]:
    """All files of data below a folder."""
    _require_access(folder, os.R_OK | os.X_OK)
    files: dict[Path, Path] = {}
    for path in sorted(folder.rglob("*")):
        if any(part.startswith((".", "_")) for part in path.relative_to(folder).parts):
            continue
        if not path.is_symlink() and path.is_dir():  # links to folders are not followed
            _require_access(path, os.R_OK | os.X_OK)
        elif _kind(path)[0] is not None and path.suffix.lower() != ".txt" and _exists(path) and path.is_file():
            stem = path.with_suffix("").with_suffix("") if path.suffix.lower() == ".gz" else path.with_suffix("")
            other = files.setdefault(stem, path)
            if other != path:
                msg = (
                    f"{other} and {path} seem to hold the same rows, which would count twice; name files or a pattern."
                )
                raise DataFileError(msg)
    if not files:
        raise DataFileError(f"{folder} is a folder without a file of data; readable are {_READS}.")
    return list(files.values())


def _require_access(path: Path, mode: int) -> None:
    """Raise for a file or a folder that may not be read: it is neither absent, nor empty, nor damaged."""
    if os.path.lexists(path) and not os.access(path, mode):
        raise DataFileError(_closed(path))


def _closed(path: Path) -> str:
    return f"{path} may not be read (permission denied); change its permissions, or read it as a user who may."


def _exists(path: Path) -> bool:
    """Whether there is a file or a folder; raise for a link that leads to none."""
    try:
        path.stat()
    except PermissionError as error:  # of the folder that a link leads to
        raise DataFileError(_closed(path)) from error
    except OSError as error:
        if path.is_symlink():
            msg = f"{path} is a link to {path.readlink()}, which does not exist or leads back to the link."
            raise DataFileError(msg) from error
        return False
    return True


def _absent(path: Path) -> str:
    """Say that a file is absent, and which ones nearby it could be."""
    if not path.parent.is_dir():
        return f"no such file: {path} (the folder {path.parent} does not exist)."
    beside = [other.name for other in islice(path.parent.iterdir(), 10_000)]
    near = get_close_matches(path.name, beside, n=3, cutoff=0.7)
    if near:
        return f"no such file: {path}; did you mean {' or '.join(str(path.with_name(name)) for name in near)}?"
    readable = sorted(name for name in beside if _kind(Path(name))[0])
    if not readable:
        return f"no such file: {path} (no data file lies in {path.parent.resolve()})."
    more = ", ..." if len(readable) > 6 else ""
    return f"no such file: {path}; data files there: {', '.join(readable[:6])}{more}."


def _kind(path: Path) -> tuple[Kind | None, bool]:
    compressed = path.suffix.lower() == ".gz"
    suffix = Path(path.stem).suffix if compressed else path.suffix
    kind = _KINDS.get(suffix.lower())
    return (None if compressed and kind not in ("csv", "ndjson") else kind), compressed


def _data_file(path: Path, left_out: dict[str, str] | None) -> DataFile:
    _require_access(path, os.R_OK)
    if not path.is_file():
        msg = f"{path} is a pipe or a device, not a file on a disk, and can be read only once; save it as a file first."
        raise DataFileError(msg)
    kind, compressed = _kind(path)
    if kind is None:
        suffix = "".join(path.suffixes[-2:] if compressed else path.suffixes[-1:])
        advice = _ADVICE.get(suffix.lower())
        named = f"files that end in {suffix}" if suffix else "files without an ending"
        hint = f"{advice}. Readable are {_READS}" if advice else f"readable are {_READS}"
        raise DataFileError(f"{path}: {named} cannot be read; {hint}.")
    if path.stat().st_size == 0:
        msg = f"{path} is empty: it holds no rows."
        if left_out is None:
            raise DataFileError(msg)
        left_out[str(path)] = msg
    return DataFile(path, kind, compressed, tuple(_partition(path)), left_out)


def literal_path(file: DataFile) -> str:
    """Return the path for a reader that takes patterns: a name with brackets is none."""
    path = str(file.path)
    return escape(path) if has_magic(path) else path


def _partition(path: Path) -> Iterator[tuple[str, str | None]]:
    """The columns in the names of folders, as Hive, Spark and Polars write them."""
    for part in path.parts[:-1]:
        name, equals, value = part.partition("=")
        if name and equals:
            yield unquote(name), None if value == _NO_VALUE else unquote(value)


def _typed_partitions(files: list[DataFile]) -> list[DataFile]:
    """Take the values of a column as integers if all of them are, and written as such: 01 stays text."""
    values: dict[str, set[Any]] = {}
    for file in files:
        for name, value in file.partition:
            values.setdefault(name, set()).add(value)
    whole = {name for name, texts in values.items() if all(_WHOLE.fullmatch(str(x)) for x in texts - {None})}
    if not whole:
        return files
    typed = []
    for file in files:
        columns = [(name, int(x) if x is not None and name in whole else x) for name, x in file.partition]
        typed.append(replace(file, partition=tuple(columns)))
    return typed


class DamagedFileError(DataFileError):
    """A file that cannot be read to its end."""


def present(files: Sequence[DataFile]) -> list[DataFile]:
    """
    Return the files that were not left out.

    Raises
    ------
    DataFileError
        If there are none.
    """
    kept = [file for file in files if file.left_out is None or str(file.path) not in file.left_out]
    if not kept:
        msg = f"all {len(files)} files are damaged; the first: {next(iter((files[0].left_out or {}).values()))}"
        raise DataFileError(msg)
    return kept


@contextmanager
def left_out_if_damaged(file: DataFile) -> Iterator[None]:
    """Note a damaged file, where such files are left out; else raise."""
    try:
        yield
    except DamagedFileError as error:
        if file.left_out is None:
            raise
        file.left_out[str(file.path)] = str(error)


def require_polars() -> None:
    """Raise unless a Polars that reads files as we need it is installed."""
    try:
        version: str = import_module("polars").__version__
    except ImportError as error:
        raise MissingDependencyError('reading files needs Polars: pip install "concordant[cli]"') from error
    if tuple(map(int, version.split(".")[:2])) < _POLARS:
        # Before, batches ended without a word where a file was damaged.
        msg = f'reading files needs Polars 1.37 or newer, this is {version}: pip install --upgrade "concordant[cli]"'
        raise MissingDependencyError(msg)


@contextmanager
def reading(file: DataFile) -> Iterator[None]:
    """Turn what Polars says against a file into one line of ours; raise for one that changes meanwhile."""
    import polars.exceptions as pe

    before = mark_of(file)
    try:
        yield
    except (Exception, pe.PanicException) as error:
        _refuse_changed(file, before)
        if not isinstance(error, (pe.PolarsError, pe.PanicException, OSError, UnicodeError)):
            raise
        if re.search("int256|decimal256|precision must be between 1 and 38", str(error), re.IGNORECASE):
            raise DataFileError(
                f"{file.path} holds a decimal of 256 bits, which Polars does not read: write it as decimal128 or float."
            ) from error
        first = str(error).strip().partition("\n")[0].removeprefix("parquet: ").rstrip(".")
        msg = f"{file.path} cannot be read as {_NAMES[file.kind]}; it is damaged or something else ({first})."
        raise DamagedFileError(msg) from error
    _refuse_changed(file, before)


def mark_of(file: DataFile) -> tuple[int, int] | None:
    """Return the size of a file and when it was written; None of one that is gone."""
    try:
        status = file.path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def _refuse_changed(file: DataFile, before: tuple[int, int] | None) -> None:
    """Raise for a file that is no longer what it was when its reading began: its rows would be those of two files."""
    if mark_of(file) != before:
        raise DataFileError(f"{file.path} changed while it was read; read it again when it is complete.")


# Batches of a Polars scan, none of them lost.
#
# `LazyFrame.collect_batches` ends without an error where a thread of the reader panics, as if the file ended there.
# `LazyFrame.sink_batches` raises whatever happened, but calls back; a thread and a short queue turn it into an
# iterator.


def batches(scan: pl.LazyFrame, rows: int) -> Iterator[pl.DataFrame]:
    """Yield about `rows` rows at a time, and raise at the end what the reader raised."""
    waiting: Queue[pl.DataFrame | BaseException | None] = Queue(_AHEAD)
    unwanted = Event()

    def put(item: pl.DataFrame | BaseException | None) -> bool:
        """Wait for a place in the queue; True if nobody wants any more."""
        while not unwanted.is_set():
            try:
                waiting.put(item, timeout=_PATIENCE)
            except Full:
                continue
            return False
        return True

    def read() -> None:
        try:
            scan.sink_batches(put, chunk_size=rows)
        except BaseException as error:  # noqa: BLE001  (a panic is no Exception; it is raised where the batches are taken)
            put(error)
        else:
            put(None)

    reader = Thread(target=read, name="concordant-reader", daemon=True)
    reader.start()
    try:
        while (item := waiting.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        unwanted.set()
        reader.join()


# Columns that are made of others, as text.


def combined_name(columns: Sequence[str]) -> str:
    """Return what the column is called that several become."""
    return _BETWEEN.join(columns)


def with_combined_files(files: Sequence[DataFile], columns: Sequence[str]) -> list[DataFile]:
    """Return the files with a further column, which their readers make of these columns."""
    return [replace(file, combined=((combined_name(columns), tuple(columns)),)) for file in files]


def with_combined_frame(frame: Any, columns: Sequence[str]) -> Any:
    """Return a frame that narwhals knows with a further column; it is missing where one of them is."""
    import narwhals as nw

    wrapped: Any = nw.from_native(frame)
    names = wrapped.collect_schema().names()
    require_members(names, columns, "data")
    parts = [nw.col(name).cast(nw.String) for name in columns]
    return wrapped.with_columns(nw.concat_str(parts, separator=_BETWEEN).alias(combined_name(columns))).to_native()


def with_combined_scan(scan: Rows, file: DataFile, names: Sequence[str]) -> Rows:
    """Return the scan of a file, or its rows, with its combined columns."""
    import polars as pl

    for name, columns in file.combined:
        require_members(names, columns, str(file.path))
        parts = [pl.nth(names.index(member)).cast(pl.String) for member in columns]  # a name can be a pattern
        scan = scan.with_columns(pl.concat_str(parts, separator=_BETWEEN).alias(name))
    return scan


def require_members(names: Sequence[str], columns: Sequence[str], where: str) -> None:
    """Raise unless there are all of the columns, and none of the name that they get together."""
    require_columns(list(names), list(columns), where=where)
    if combined_name(columns) in names:
        msg = f"{where} has a column named {combined_name(columns)!r}, as these columns together would be; rename it."
        raise ColumnError(msg)
