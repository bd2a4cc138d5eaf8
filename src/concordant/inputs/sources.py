"""Which files a name means: a path, a folder, a pattern such as ``part-*.parquet``, or several of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from glob import glob, has_magic
from itertools import islice
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import unquote

from concordant.errors import DataFileError, InputTypeError

Kind: TypeAlias = Literal["csv", "parquet", "ndjson", "ipc"]

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
_READS = "CSV (.csv, .tsv, .csv.gz), Parquet (.parquet), NDJSON (.ndjson, .jsonl) and Arrow (.arrow, .ipc, .feather)"
_HELD = (bytes, bytearray, Mapping)  # what can be looped over and names no files
_NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
_WHOLE = re.compile(r"-?\d{1,18}")
_ADVICE = {
    ".json": "write one object a line and name it .ndjson",
    ".xlsx": "save the sheet as CSV",
    ".xls": "save the sheet as CSV",
    ".ods": "save the sheet as CSV",
}


@dataclass(frozen=True, slots=True)
class DataFile:
    """
    A file that exists, and how to read it.

    `partition` holds the columns that the names of its folders are (``year=2026/part.parquet``): the same value in
    every row of the file, None for a missing one. `left_out`, which the files of a scan share, takes those that are
    damaged, with the reason; None where such a file is an error. `combined` has names of columns that are made of
    others, as text (see `concordant.inputs.combined_columns`).
    """

    path: Path
    kind: Kind
    compressed: bool = False
    partition: tuple[tuple[str, int | str | None], ...] = ()
    left_out: dict[str, str] | None = field(default=None, compare=False, repr=False)
    combined: tuple[tuple[str, tuple[str, ...]], ...] = ()


Source: TypeAlias = str | Path | Sequence[str | Path | DataFile]


def find_files(source: Source, *, left_out: dict[str, str] | None = None) -> list[DataFile]:
    """
    Return the files that a path, a folder, a pattern or a list of them means, in order.

    Where `left_out` is given, it takes those that are damaged: empty ones now, others when they are read.

    A folder means all files of data in it and below it, which must be of one kind. Names that begin with a dot or an
    underscore are left out, as writers of many files keep their notes there.

    Raises
    ------
    DataFileError
        If there is none, or one is empty, or of an unknown kind.
    """
    if isinstance(source, (str, Path)):
        source = [source]
    elif source is not None and not _names_files(source):
        kind = type(source).__name__
        msg = f"files are named by text, a Path, or a list of them, not {kind}; data in memory go to data= as they are."
        raise InputTypeError(msg)
    source = [] if source is None else list(source)  # an array, too, can hold names
    if not source:
        msg = "no file was given."
        raise DataFileError(msg)
    files = []
    for name in source:
        files += [name] if isinstance(name, DataFile) else [_data_file(*one, left_out) for one in _paths(name)]
    return _typed_partitions(files)


def _names_files(source: Any) -> bool:
    """Whether this can be a list of names; a frame or a mapping, which can be looped over, holds data itself."""
    return isinstance(source, Iterable) and not isinstance(source, _HELD) and not hasattr(source, "columns")


def _paths(name: str | Path) -> list[tuple[Path, Path]]:
    """The files, and the folder below which the names of folders are columns."""
    if not isinstance(name, (str, Path)):
        msg = f"a file must be named by text or a Path, not {type(name).__name__}."
        raise InputTypeError(msg)
    if name == "":
        msg = "the name of a file is empty. For this folder write '.'."
        raise DataFileError(msg)
    path = Path(name).expanduser()
    if path.is_dir():
        return [(file, path) for file in _in_folder(path)]
    if path.exists():
        return [(path, path.parent)]
    if "://" in str(name):
        msg = (
            f"{name}: only files of this computer are read here; download it first, or in Python give "
            "concordant.scan(url, storage_options=...) as data=."
        )
        raise DataFileError(msg)
    if not has_magic(str(path)):
        raise DataFileError(_absent(path))
    found = sorted(Path(match) for match in glob(str(path), recursive=True) if Path(match).is_file())  # noqa: PTH207  (also absolute patterns)
    if not found:
        msg = f"no file matches {str(name)!r} (in {Path.cwd()})."
        raise DataFileError(msg)
    return [(file, _before_pattern(path)) for file in found]


def _before_pattern(path: Path) -> Path:
    """The folders of a pattern that are named in full."""
    while has_magic(str(path)):
        path = path.parent
    return path


def _in_folder(folder: Path) -> list[Path]:
    """All files of data below a folder, which must be of one kind."""
    found: dict[Kind, list[Path]] = {}
    for file in sorted(folder.rglob("*")):
        kind, _ = _kind(file)
        hidden = any(part.startswith((".", "_")) for part in file.relative_to(folder).parts)
        if kind is not None and file.suffix.lower() != ".txt" and not hidden and file.is_file():
            found.setdefault(kind, []).append(file)
    if len(found) > 1:
        some = " and ".join(str(files[0].relative_to(folder)) for files in found.values())
        pattern = folder / "**" / f"*{next(iter(found.values()))[0].suffix}"
        msg = f"{folder} holds files of several kinds, such as {some}; name a pattern, such as {str(pattern)!r}."
        raise DataFileError(msg)
    if not found:
        msg = f"{folder} is a folder without a file of data; readable are {_READS}."
        raise DataFileError(msg)
    return next(iter(found.values()))


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
    return (None if compressed and kind != "csv" else kind), compressed


def _data_file(path: Path, root: Path, left_out: dict[str, str] | None) -> DataFile:
    if not path.is_file():
        msg = f"{path} is a pipe or a device, not a file on a disk, and can be read only once; save it as a file first."
        raise DataFileError(msg)
    kind, compressed = _kind(path)
    if kind is None:
        suffix = "".join(path.suffixes[-2:] if compressed else path.suffixes[-1:])
        advice = _ADVICE.get(suffix.lower())
        named = f"files that end in {suffix}" if suffix else "files without an ending"
        hint = f"{advice}. Readable are {_READS}" if advice else f"readable are {_READS}"
        msg = f"{path}: {named} cannot be read; {hint}."
        raise DataFileError(msg)
    if path.stat().st_size == 0:
        msg = f"{path} is empty: it holds no rows."
        if left_out is None:
            raise DataFileError(msg)
        left_out[str(path)] = msg
    return DataFile(path, kind, compressed, tuple(_partition(path, root)), left_out)


def _partition(path: Path, root: Path) -> Iterator[tuple[str, str | None]]:
    """The columns in the names of folders, as Hive, Spark and Polars write them."""
    for part in path.relative_to(root).parts[:-1]:
        name, equals, value = part.partition("=")
        if name and equals:
            yield unquote(name), None if value == _NO_VALUE else unquote(value)


def _typed_partitions(files: list[DataFile]) -> list[DataFile]:
    """Take the values of a column as whole numbers if all of them are."""
    values: dict[str, set[Any]] = {}
    for file in files:
        for name, value in file.partition:
            values.setdefault(name, set()).add(value)
    whole = {name for name, found in values.items() if all(_WHOLE.fullmatch(str(x)) for x in found - {None})}
    if not whole:
        return files

    def typed(name: str, value: int | str | None) -> int | str | None:
        return value if value is None or name not in whole else int(value)

    return [replace(file, partition=tuple((name, typed(name, x)) for name, x in file.partition)) for file in files]
