"""Parquet, and Arrow IPC and NDJSON alike: scans, and rows read against rows declared."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, TypeAlias

from concordant.errors import DataFileError
from concordant.names import require_columns
from concordant.sources.csv_files import kind_of, refuse_holes
from concordant.sources.files import DamagedFileError, DataFile, batches, literal_path, reading, with_combined_scan
from concordant.sources.ndjson_files import read_objects, refuse_array, scan_objects, unreadable

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl


# Files that say what their columns hold, through scans of Polars.


Begin: TypeAlias = Callable[[DataFile], Callable[["pl.DataFrame"], object]]

_BATCH = 500_000
_WINDOW = 1 << 20  # rows of Parquet, about as many as other writers put into a row group
START = b"\xff\xff\xff\xff"
_RECORD_BATCH = 3  # of `header_type`
_TYPE, _HEADER, _BODY_LENGTH, _LENGTH = 1, 2, 3, 0  # numbers of fields in their tables


def typed_scan(file: DataFile, *, untyped: bool = False) -> pl.LazyFrame:
    """Return the rows of a file; those of NDJSON by the types of its first objects, `untyped` only to count them."""
    import polars as pl

    if file.kind == "parquet":
        return pl.scan_parquet(file.path, glob=False)
    if _is_stream(file):
        return pl.read_ipc_stream(file.path).lazy()
    if file.kind == "ipc":
        return pl.scan_ipc(literal_path(file))
    return scan_objects(file, {} if untyped else None)


def known_scan(file: DataFile) -> pl.LazyFrame:
    """Return the rows of a file; where the first objects of NDJSON do not tell the columns, all do."""

    def known(scan: pl.LazyFrame) -> pl.LazyFrame:
        scan.collect_schema()
        return scan

    return read_objects(file, [], known) if file.kind == "ndjson" else typed_scan(file)


def _is_stream(file: DataFile) -> bool:
    if file.kind != "ipc":
        return False
    with file.path.open("rb") as opened:
        return opened.read(4) == START


def take_typed(
    file: DataFile, columns: list[str], tick: Callable[[int], None], begin: Begin, rows: int | None = None
) -> None:
    """Hand out the batches of a file that says what its columns hold."""
    if file.kind != "ndjson":
        _take_scan(file, typed_scan(file), columns, tick, begin, rows)
        return
    refuse_array(file)
    refuse_holes(file)
    most = 0

    def read(scan: pl.LazyFrame) -> None:
        done = 0

        def tick_once(part: int) -> None:  # rows that are read again were told
            nonlocal done, most
            done += part
            if done > most:
                tick(done - most)
                most = done

        _take_scan(file, scan, columns, tick_once, begin)

    read_objects(file, columns, read)


def _take_scan(
    file: DataFile,
    scan: pl.LazyFrame,
    columns: list[str],
    tick: Callable[[int], None],
    begin: Begin,
    each: int | None = None,
) -> None:
    wanted = _chosen(file, scan, columns)
    take = begin(file)
    take(wanted.clear().collect())  # the types, if there are no rows
    rows = 0
    for part in (_in_windows if file.kind == "parquet" else batches)(wanted, each or _BATCH):
        if file.kind == "ndjson" and _holds_other_text(part):
            raise unreadable(file, columns)
        take(part)
        rows += part.height
        tick(part.height)
    if file.kind in ("parquet", "ipc"):
        declared = arrow_streams_declared_rows(file.path) if _is_stream(file) else declared_rows(scan)
        if rows != declared:
            raise DamagedFileError(f"{file.path} is damaged: it declares {declared} rows, and {rows} can be read.")


def _in_windows(scan: pl.LazyFrame, rows: int) -> Iterator[pl.DataFrame]:
    """Yield batches window by window: of a scan as a whole Polars holds several row groups, and these can be long."""
    window, start = rows * max(1, _WINDOW // rows), 0
    while True:
        end = start + window
        for part in batches(scan.slice(start, window), rows):
            start += part.height
            yield part
        if start < end:
            return


def _holds_other_text(part: pl.DataFrame) -> bool:
    """Whether a text is what Polars makes of half of a surrogate pair, or of a long integer among text."""
    import polars as pl

    other = r"\x00|^Static\(\n    [IU]128\("
    return any(column.str.contains(other).any() for column in part if column.dtype == pl.String)


def typed_head(file: DataFile, columns: list[str], rows: int) -> pl.DataFrame:
    """Return the first rows of a file."""

    def head(scan: pl.LazyFrame) -> pl.DataFrame:
        return _chosen(file, scan, columns).head(rows).collect()

    return read_objects(file, columns, head) if file.kind == "ndjson" else head(typed_scan(file))


def _chosen(file: DataFile, scan: pl.LazyFrame, columns: list[str]) -> pl.LazyFrame:
    """Take columns by their places (by name, "^.*$" would be a pattern), and those that the names of folders are."""
    import polars as pl

    scan = with_partition(file, scan)
    names = scan.collect_schema().names()
    require_columns(names, columns, where=str(file.path))
    return bytes_as_text(scan.select(pl.nth(names.index(name)) for name in columns), columns)


def bytes_as_text(scan: pl.LazyFrame, columns: Sequence[str]) -> pl.LazyFrame:
    """Take columns of bytes that are all UTF-8 as text: not every writer of Parquet says which bytes are."""
    import polars as pl

    schema = scan.collect_schema()
    indices = [schema.names().index(name) for name in columns if schema[name] == pl.Binary]
    texts = [pl.nth(index).cast(pl.String) for index in indices if _are_text(scan.select(pl.nth(index)))]
    return scan.with_columns(texts) if texts else scan


def _are_text(column: pl.LazyFrame) -> bool:
    import polars as pl
    import polars.exceptions as pe

    try:
        for part in batches(column, _BATCH):
            part.cast(pl.String)
    except pe.ComputeError:  # of what cannot be read whoever reads it speaks
        return False
    return True


def with_partition(file: DataFile, scan: pl.LazyFrame) -> pl.LazyFrame:
    """Return a scan with the columns that the names of folders are, and those that are made of others."""
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


def declared_rows(scan: pl.LazyFrame) -> int:
    """Count the rows of a file by its metadata; without any (CSV, NDJSON) by its lines."""
    import polars as pl

    rows: int = scan.select(pl.len()).collect().item()
    return rows


def concatenated(parts: list[tuple[DataFile, pl.DataFrame]], columns: list[str]) -> pl.DataFrame:
    """Put the parts below each other, if the columns hold the same kind of value everywhere."""
    import polars as pl

    for name in columns:
        kinds = {kind: file for file, part in reversed(parts) if (kind := kind_of(part[name])) != "nothing"}
        if len(kinds) > 1:
            (kind, file), (other, second) = list(kinds.items())[:2]
            where = f"{other} in {second.path} and {kind} in {file.path}"
            raise DataFileError(f"column {name!r} holds {where}; write it the same way everywhere.")
    filled = [part for _, part in parts if part.height] or [parts[0][1]]
    with reading(parts[0][0]):
        types = {name: {part.schema[name] for part in filled} for name in columns}
        # Categories of different files have no common type but text.
        mixed = [name for name in columns if len(types[name]) > 1 and kind_of(filled[0][name]) == "text"]
        alike = [part.with_columns(part[name].cast(pl.String) for name in mixed) for part in filled]
        return pl.concat(alike, how="vertical_relaxed", rechunk=True)


# How many rows an Arrow IPC stream declares, by the headers of its messages alone.
#
# A stream has no footer: where a length is damaged, a reader may take the middle for the end. So the headers are walked
# here, and the end must be the end of the file. Layout: Arrow columnar format, "Encapsulated message format"; a header
# is a FlatBuffer, `Message {version, header_type, header, bodyLength}`, and a record batch begins with its length.


def arrow_streams_declared_rows(path: Path) -> int:
    """Sum the rows that the record batches declare; raise if the stream does not end where its file does."""
    size = path.stat().st_size
    rows = 0
    with path.open("rb") as stream:
        try:
            while (metadata := _next_metadata(stream)) is not None:
                message = _unpack(metadata, 0, "I")
                if _number(metadata, message, _TYPE, "B") == _RECORD_BATCH:
                    batch = _at(metadata, message, _HEADER)
                    rows += _number(metadata, batch + _unpack(metadata, batch, "I"), _LENGTH, "q")
                stream.seek(_number(metadata, message, _BODY_LENGTH, "q"), 1)
        except (struct.error, OSError) as error:
            raise _damaged(path) from error
        if stream.tell() != size:
            raise _damaged(path)
    return rows


def _damaged(path: Path) -> DataFileError:
    return DataFileError(f"{path} is damaged: the Arrow stream in it does not end where the file ends.")


def _next_metadata(stream: IO[bytes]) -> bytes | None:
    """Return the header of the next message; None at the end of the stream."""
    if stream.read(4) != START:
        raise struct.error("no message begins here")
    (length,) = struct.unpack("<i", stream.read(4))
    return stream.read(length) if length else None


def _at(buffer: bytes, table: int, field: int) -> int:
    """The position of a field of a table; 0 if it is left out, as fields of their default value are."""
    fields = table - _unpack(buffer, table, "i")
    entry = 4 + 2 * field
    if entry >= _unpack(buffer, fields, "H"):
        return 0
    offset = _unpack(buffer, fields + entry, "H")
    return table + offset if offset else 0


def _number(buffer: bytes, table: int, field: int, kind: str) -> int:
    position = _at(buffer, table, field)
    return _unpack(buffer, position, kind) if position else 0


def _unpack(buffer: bytes, position: int, kind: str) -> int:
    if position < 0:
        raise struct.error("a place before the header")
    number: int = struct.unpack_from(f"<{kind}", buffer, position)[0]
    return number
