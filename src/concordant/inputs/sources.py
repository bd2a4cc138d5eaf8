"""Which files a name means: one path, a pattern such as ``part-*.parquet``, or several of either."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from glob import glob, has_magic
from itertools import islice
from pathlib import Path
from typing import Literal, TypeAlias

from concordant.errors import DataFileError, InputTypeError

Source: TypeAlias = str | Path | Sequence[str | Path]
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
_ADVICE = {
    ".json": "write one object a line and name it .ndjson",
    ".xlsx": "save the sheet as CSV",
    ".xls": "save the sheet as CSV",
    ".ods": "save the sheet as CSV",
}


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file that exists, and how to read it."""

    path: Path
    kind: Kind
    compressed: bool = False


def find_files(source: Source) -> list[DataFile]:
    """
    Return the files that a path, a pattern or a list of them means, in order.

    Raises
    ------
    DataFileError
        If there is none, or one is a folder, empty, or of an unknown kind.
    """
    if isinstance(source, (str, Path)):
        source = [source]
    if not source:
        msg = "no file was given."
        raise DataFileError(msg)
    return [_data_file(path) for name in source for path in _paths(name)]


def _paths(name: str | Path) -> list[Path]:
    if not isinstance(name, (str, Path)):
        msg = f"a file must be named by text or a Path, not {type(name).__name__}."
        raise InputTypeError(msg)
    path = Path(name).expanduser()
    if path.exists():
        return [path]
    if "://" in str(name):
        msg = f"{name}: only files of this computer are read; download it first."
        raise DataFileError(msg)
    if not has_magic(str(path)):
        raise DataFileError(_absent(path))
    found = sorted(Path(match) for match in glob(str(path), recursive=True) if Path(match).is_file())  # noqa: PTH207  (also absolute patterns)
    if not found:
        msg = f"no file matches {str(name)!r} (in {Path.cwd()})."
        raise DataFileError(msg)
    return found


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


def _data_file(path: Path) -> DataFile:
    if path.is_dir():
        kinds = sorted({other.suffix for other in path.iterdir() if _kind(other)[0]})
        hint = f", such as {str(path / ('*' + kinds[0]))!r}" if kinds else ""
        msg = f"{path} is a folder; name a file or a pattern{hint}."
        raise DataFileError(msg)
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
        raise DataFileError(msg)
    return DataFile(path, kind, compressed)
