"""
The declared order of ENUM columns of DuckDB, which leave it as dictionaries that have none.

Polars keeps its Enums. Of DuckDB the words come in their order, but neither Arrow nor Polars is told that it counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


def words_of_enums(frame: nw.LazyFrame[Any]) -> dict[str, list[str]]:
    """Return the words of each ENUM column of a relation of DuckDB in their order; nothing of other engines."""
    import narwhals as nw

    if not frame.implementation.is_duckdb():
        return {}
    return {name: list(kind.categories) for name, kind in frame.collect_schema().items() if isinstance(kind, nw.Enum)}


def collected(frame: nw.LazyFrame[Any]) -> nw.DataFrame[Any]:
    """Bring the rows of a lazy frame home; dictionaries that were ENUM columns are marked as ordered."""
    import narwhals as nw

    enums = words_of_enums(frame)
    found = frame.collect()
    if not enums:
        return found
    import pyarrow as pa

    table = found.to_native()
    for name in enums:
        place = table.schema.get_field_index(name)
        kind = table.schema.field(place).type
        ordered = pa.dictionary(kind.index_type, kind.value_type, ordered=True)
        table = table.set_column(place, name, table.column(place).cast(ordered))
    return nw.from_native(table, eager_only=True)


def as_enums(frame: pl.DataFrame, enums: dict[str, list[str]]) -> pl.DataFrame:
    """Make Polars' Enums of those columns that were ENUM columns of a relation."""
    import polars as pl

    if not enums:
        return frame
    return frame.cast({name: pl.Enum(words) for name, words in enums.items() if name in frame.columns})
