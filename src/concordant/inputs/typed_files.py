"""
Files that say what their columns hold: Parquet, Arrow IPC and NDJSON, through scans of Polars.

The objects of NDJSON need not all say the same: the first thousand are believed, and all are asked where that fails.
"""

from __future__ import annotations

from collections.abc import Callable
from glob import escape, has_magic
from typing import TYPE_CHECKING, TypeAlias

from concordant.errors import ColumnError
from concordant.inputs import arrow_streams
from concordant.inputs.batches import batches, refuse_lost_rows
from concordant.inputs.combined_columns import with_combined_scan
from concordant.inputs.sources import DataFile
from concordant.inputs.text_holes import refuse_holes
from concordant.names import require_columns

if TYPE_CHECKING:
    import polars as pl

Begin: TypeAlias = Callable[[DataFile], Callable[["pl.DataFrame"], object]]

_BATCH = 500_000


def typed_scan(file: DataFile, *, infer: int | None = 1000) -> pl.LazyFrame:
    """Return the rows of a file; `infer`: by how many objects of NDJSON it is told what they hold, None: by all."""
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


def take_typed(
    file: DataFile, columns: list[str], tick: Callable[[int], None], begin: Begin, rows: int | None = None
) -> None:
    """Hand out the batches of a file that says what its columns hold."""
    if file.kind == "ndjson":
        _take_ndjson(file, columns, tick, begin)
    else:
        _take_scan(file, typed_scan(file), columns, tick, begin, rows)


def _take_ndjson(file: DataFile, columns: list[str], tick: Callable[[int], None], begin: Begin) -> None:
    """Read by the types of the first thousand objects, and by those of all objects if that fails."""
    import polars.exceptions as pe

    refuse_holes(file)
    schema = typed_scan(file).collect_schema()
    if all(name in schema or name in dict((*file.partition, *file.combined)) for name in columns):
        try:
            _take_scan(file, typed_scan(file), columns, tick, begin)
        except pe.ComputeError:
            _take_scan(file, typed_scan(file, infer=None), columns, lambda _: None, begin)
    else:
        _take_scan(file, typed_scan(file, infer=None), columns, tick, begin)


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
    for part in batches(wanted, each or _BATCH):
        take(part)
        rows += part.height
        tick(part.height)
    if file.kind in ("parquet", "ipc"):
        declared = arrow_streams.declared_rows(file.path) if _is_stream(file) else declared_rows(scan)
        refuse_lost_rows(file.path, rows, declared)


def typed_head(file: DataFile, columns: list[str], rows: int) -> pl.DataFrame:
    """Return the first rows of a file."""
    import polars.exceptions as pe

    def head(scan: pl.LazyFrame) -> pl.DataFrame:
        return _chosen(file, scan, columns).head(rows).collect()

    try:
        return head(typed_scan(file))
    except (pe.ComputeError, ColumnError):
        if file.kind != "ndjson":
            raise
        return head(typed_scan(file, infer=None))  # objects that differ from the first thousand


def _chosen(file: DataFile, scan: pl.LazyFrame, columns: list[str]) -> pl.LazyFrame:
    """Take columns by their places (by name, "^.*$" would be a pattern), and those that the names of folders are."""
    import polars as pl

    scan = with_partition(file, scan)
    names = scan.collect_schema().names()
    require_columns(names, columns, where=str(file.path))
    return scan.select(pl.nth(names.index(name)) for name in columns)


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
