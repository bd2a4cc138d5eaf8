"""Groups of the rows of a lazy frame: each pair of values once, with how often it occurs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines.frames.opened import chosen, in_unit_of_two, refuse_weights, weight_of
from concordant.inputs.enum_order import collected
from concordant.inputs.rows import refuse_counted
from concordant.typing import Missing

if TYPE_CHECKING:
    import narwhals as nw


PLACES = ("first", "second", "third", "fourth", *(f"key {k}" for k in range(5, 33)))  # keys in the groups


def grouped(
    frame: nw.LazyFrame[Any], keys: tuple[str, ...], sample_weight: str | None, unit: int = 0
) -> nw.DataFrame[Any]:
    """
    One aggregation in the frame's own engine.

    Gives a row for each combination of values ("first", "second", ...) with its number of rows and, of weighted rows,
    the sums of weights and of squared weights, of weights in units of ``2**unit``. Rows of weight zero are not counted.
    """
    import narwhals as nw

    names = PLACES[: len(keys)]
    pair = [chosen(frame, key).alias(name) for key, name in zip(keys, names, strict=True)]
    if sample_weight is None:
        groups = frame.select(*pair).group_by(*names, drop_null_keys=False)
        return collected(groups.agg(nw.len().alias("rows")))
    weight, bad = weight_of(frame, sample_weight)
    w = nw.col("weight")
    rows = frame.select(*pair, weight.alias("weight"), bad.alias("bad")).with_columns(
        (in_unit_of_two(w, unit) * in_unit_of_two(w, unit)).alias("squares"),
        (w != 0).cast(nw.Int64).alias("rows"),
        nw.col("bad").cast(nw.Int64),
    )
    groups = rows.group_by(*names, drop_null_keys=False)
    cells = collected(groups.agg(*(nw.col(name).sum() for name in ("rows", "weight", "squares", "bad"))))
    refuse_weights(int(cells.get_column("bad").sum() or 0), sample_weight)
    return cells


def many_groups(frame: nw.LazyFrame[Any], keys: tuple[str, ...]) -> int:
    """Count the combinations of values, without bringing them home."""
    import narwhals as nw

    named = [chosen(frame, key).alias(name) for key, name in zip(keys, PLACES, strict=False)]
    return int(frame.select(*named).unique().select(nw.len().alias("many")).collect().item())


def times_of(cells: nw.DataFrame[Any]) -> npt.NDArray[np.int64]:
    """How many rows each group stands for."""
    import narwhals as nw

    return np.asarray(cells.get_column("rows").cast(nw.Int64).to_numpy())  # sums of integers are wider in some engines


def refuse_lost(cells: nw.DataFrame[Any], keys: tuple[str, str], missing: Missing) -> None:
    """Raise if rows lie in groups where a key is missing, unless they are to be dropped."""
    if missing == "drop":
        return
    rows = cells.get_column("rows")
    gaps = {key: absent(cells.get_column(name)) for key, name in zip(keys, ("first", "second"), strict=True)}
    found = {key: int(rows.filter(mask).sum() or 0) for key, mask in gaps.items()}
    refuse_counted([f"column {key!r} has {lost} missing" for key, lost in found.items() if lost])


def absent(column: nw.Series[Any]) -> nw.Series[Any]:
    """Where a value is missing: null, and in floats NaN."""
    if column.dtype.is_float():
        return column.is_null() | column.is_nan().fill_null(value=False)
    return column.is_null()
