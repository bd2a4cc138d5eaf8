"""Lazy frames whose columns would have to come home: of many rows that happens on purpose only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from concordant.errors import OptionError
from concordant.sources import batches as row_limit

if TYPE_CHECKING:
    import narwhals as nw

_TWO = 2
_OF_SCORES = {1: "one score that is not of two classes", _TWO: "two columns of scores"}
_COLLECT = {
    "polars": "frame.collect()",
    "duckdb": "relation.pl()",
    "ibis": "table.to_polars()",
    "dask": "frame.compute()",
    "pyspark": "frame.toPandas()",
    "pyspark[connect]": "frame.toPandas()",
}


def refuse_many_rows(frame: nw.LazyFrame[Any], roles: Mapping[str, str | None], scores: int) -> None:
    """
    Raise for a lazy frame of many rows whose engine cannot compute what is asked.

    Parameters
    ----------
    frame : LazyFrame
    roles : mapping
        The other columns.
    scores : int
        How many columns of scores there are.

    Raises
    ------
    OptionError
        The message says what to do.
    """
    rows = row_limit.rows_of_frame(frame)
    if rows <= row_limit.MOST_ROWS:
        return
    engine = frame.implementation.value
    beside = [role for role in ("by", "cluster") if roles[role] is not None]
    ways = [f"give data={_COLLECT.get(engine, 'narwhals.from_native(frame).collect()')} if memory has room for them"]
    if scores == _TWO:
        ways.append("give the column of the positive class alone")
    elif not scores:
        ways += [f"leave out {role}=" for role in beside]
    what = _OF_SCORES.get(scores, "".join(["such columns", *(f" with {role}=" for role in beside)]))
    msg = (
        f"a page of {what} needs every row, and the {rows:,} rows of a lazy frame ({engine}) are not brought here "
        f"unasked: {', or '.join(ways)}."
    )
    raise OptionError(msg)
