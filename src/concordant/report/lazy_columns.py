"""Lazy frames whose columns would have to come home: of many rows that happens on purpose only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from concordant.engines.files import row_limit
from concordant.errors import OptionError

if TYPE_CHECKING:
    import narwhals as nw

_COLLECT = {
    "polars": "frame.collect()",
    "duckdb": "relation.pl()",
    "ibis": "table.to_polars()",
    "dask": "frame.compute()",
    "pyspark": "frame.toPandas()",
    "pyspark[connect]": "frame.toPandas()",
}


def has_many_rows(frame: nw.LazyFrame[Any]) -> bool:
    """Whether a lazy frame has more than two million rows, which its engine counts."""
    return _rows(frame) > row_limit.MOST_ROWS


def _rows(frame: nw.LazyFrame[Any]) -> int:
    import narwhals as nw

    return int(frame.select(nw.len().alias("rows")).collect().item())


def refuse_many_rows(frame: nw.LazyFrame[Any], roles: Mapping[str, str | None]) -> None:
    """
    Raise for a lazy frame of many rows whose engine cannot compute what is asked.

    Raises
    ------
    OptionError
        The message says what to do.
    """
    rows = _rows(frame)
    if rows <= row_limit.MOST_ROWS:
        return
    engine = frame.implementation.value
    beside = " with cluster=" if roles["cluster"] is not None else ""
    how = _COLLECT.get(engine, "narwhals.from_native(frame).collect()")
    without = ", or leave out cluster=" if beside else ""
    msg = (
        f"this page{beside} needs every row, and {engine} holds {rows:,} rows, which are not brought here unasked. If "
        f"memory has room for them, give data={how}{without}."
    )
    raise OptionError(msg)
