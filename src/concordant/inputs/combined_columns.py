"""Several columns of groups as one column of text: ``"north, 3"`` is a row of the group north and of the group 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from concordant.errors import ColumnError
from concordant.inputs.sources import DataFile
from concordant.names import require_columns

if TYPE_CHECKING:
    import polars as pl

Rows = TypeVar("Rows", "pl.DataFrame", "pl.LazyFrame")

_BETWEEN = ", "


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
        parts = [pl.nth(names.index(one)).cast(pl.String) for one in columns]  # a name can be a pattern
        scan = scan.with_columns(pl.concat_str(parts, separator=_BETWEEN).alias(name))
    return scan


def require_members(names: Sequence[str], columns: Sequence[str], where: str) -> None:
    """Raise unless there are all of the columns, and none of the name that they get together."""
    require_columns(list(names), list(columns), where=where)
    if combined_name(columns) in names:
        msg = f"{where} has a column named {combined_name(columns)!r}, as these columns together would be; rename it."
        raise ColumnError(msg)
