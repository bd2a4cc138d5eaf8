"""Parquet, and Arrow IPC and NDJSON alike: scans, and rows read against rows declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from concordant.errors import DataFileError
from concordant.names import require_columns
from concordant.sources.csv_files import kind_of, refuse_holes
from concordant.sources.files import DamagedFileError, DataFile, batches, literal_path, reading, with_combined_scan
from concordant.sources.ndjson_files import object_batches, read_objects, refuse_array, scan_objects

if TYPE_CHECKING:
    import polars as pl


# Files that say what their columns hold, through scans of Polars.


_BATCH = 500_000
_WINDOW = 1 << 20  # rows of Parquet, about as many as other writers put into a row group
_START = b"\xff\xff\xff\xff"  # of each message of an Arrow IPC stream


def typed_scan(file: DataFile, *, untyped: bool = False) -> pl.LazyFrame:
    """Return the rows of a file; those of NDJSON by the types of its first objects, `untyped` only to count them."""
    import polars as pl

    if file.kind == "parquet":
        return pl.scan_parquet(file.path, glob=False)
    if file.kind == "ipc":
        _refuse_stream(file)
        return pl.scan_ipc(literal_path(file))
    return scan_objects(file, {} if untyped else None)


def known_scan(file: DataFile) -> pl.LazyFrame:
    """Return the rows of a file; where the first objects of NDJSON do not tell the columns, all do."""

    def known(scan: pl.LazyFrame) -> pl.LazyFrame:
        scan.collect_schema()
        return scan

    return read_objects(file, [], known) if file.kind == "ndjson" else typed_scan(file)


def _refuse_stream(file: DataFile) -> None:
    """Raise for a stream of Arrow, as the cache of Hugging Face datasets is: it does not say how many rows it has."""
    with file.path.open("rb") as opened:
        if opened.read(4) == _START:
            raise DataFileError(
                f"{file.path} is a stream of Arrow, not a file of it; write it as Parquet. One way: "
                'polars.read_ipc_stream("old.arrow").write_parquet("new.parquet").'
            )


def typed_batches(
    file: DataFile, columns: list[str], tick: Callable[[int], None], rows: int | None = None
) -> Iterator[pl.DataFrame]:
    """Yield the batches of a file that says what its columns hold; the first one has no row."""
    if file.kind == "ndjson":
        refuse_array(file)
        refuse_holes(file)
        parts = object_batches(file, columns, lambda scan: _chosen(file, scan, columns), _BATCH)
    else:
        scan = typed_scan(file)
        wanted = _chosen(file, scan, columns)
        yield wanted.clear().collect()  # the types, if there are no rows
        parts = (_in_windows if file.kind == "parquet" else batches)(wanted, rows or _BATCH)
    done = 0
    for part in parts:
        yield part
        done += part.height
        tick(part.height)
    if file.kind != "ndjson":
        declared = declared_rows(scan)
        if done != declared:
            raise DamagedFileError(f"{file.path} is damaged: it declares {declared} rows, and {done} can be read.")


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
    chosen = scan.select(pl.nth(names.index(name)) for name in columns)
    return _with_declared_orders(file, bytes_as_text(chosen, columns))


def _with_declared_orders(file: DataFile, scan: pl.LazyFrame) -> pl.LazyFrame:
    """
    Take names of groups whose categories pandas or Arrow declared as ordered in this order.

    Polars reads them as categories without one. Where pyarrow is not installed, they stay as they are.
    """
    import polars as pl

    schema = scan.collect_schema()
    categories = [name for name in file.names if schema.get(name) == pl.Categorical]
    if file.kind != "parquet" or not categories:
        return scan
    try:
        import pyarrow.parquet as pq

        with pq.ParquetFile(file.path) as opened:
            kinds = {name: opened.schema_arrow.field(name).type for name in categories}
            orders = {name: _words_in(opened, name) for name, kind in kinds.items() if getattr(kind, "ordered", False)}
    except (ImportError, OSError, ValueError):  # of what is damaged whoever reads it speaks
        return scan
    enums = {schema.names().index(name): pl.Enum(words) for name, words in orders.items() if words is not None}
    return scan.with_columns(pl.nth(place).cast(enum) for place, enum in enums.items())


def _words_in(opened: Any, name: str) -> list[str] | None:
    """Return the words of a dictionary in their order; None if not all parts of the file have the same."""
    batches = opened.iter_batches(columns=[name])
    dictionaries = [batch.column(0).dictionary for batch in batches]
    if not dictionaries or dictionaries[0].null_count or any(one != dictionaries[0] for one in dictionaries):
        return None
    words: list[str] = dictionaries[0].to_pylist()
    return words


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
