"""Two columns of measurements of a lazy frame become `Moments` of each group: by two queries in its own engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines.frames.group_axes import Axis, parted
from concordant.engines.frames.moments import refuse_far_off, whole_columns
from concordant.engines.frames.opened import chosen, in_unit_of_two, refuse_weights, weight_of
from concordant.errors import ScoreError
from concordant.inputs.rows import NEAR, refuse_counted, unit_beyond
from concordant.states.moments import MEASUREMENTS, Moments, two_sum
from concordant.states.scaling import in_unit
from concordant.states.state import StatesByGroup
from concordant.typing import Missing

if TYPE_CHECKING:
    import narwhals as nw

_SUMS = ("weight", "squares", "pivot_x", "pivot_y", "mean_x", "mean_y", "xx", "xy", "yy")


def moments_by_group(
    frame: nw.LazyFrame[Any],
    keys: tuple[str, str],
    weight: str | None,
    axes: tuple[Axis, ...],
    groups: list[str],
    missing: Missing,
) -> StatesByGroup[Moments]:
    """
    Sum two columns in each group: first what occurs, then sums around the mean of the group.

    Parameters
    ----------
    frame : lazy frame
        It has the columns of the groups, which `groups` names.
    keys : tuple of str
        The two columns.
    weight, axes, missing
        As in `states_by_group`. Weights of all groups are summed in one unit, that of the greatest.
    """
    import narwhals as nw

    whole, rows = whole_columns(frame, keys), _rows(frame, keys, weight, groups)
    v, places = nw.col("w"), [f"group {k}" for k in range(len(groups))]
    cells = (
        rows.group_by(*places, drop_null_keys=False)
        .agg(
            (v != 0).cast(nw.Int64).sum().alias("rows"),
            (nw.col("absent") & (v != 0)).cast(nw.Int64).sum().alias("gaps"),
            nw.col("bad").cast(nw.Int64).sum(),
            v.max().alias("greatest"),
            *(nw.when(v != 0).then(nw.col(side).abs()).max().alias(f"far_{side}") for side in whole),
        )
        .collect()
    )
    refuse_weights(int(cells.get_column("bad").sum() or 0), weight)
    refuse_far_off(whole, [cells.get_column(f"far_{side}").max() for side in whole])
    gaps = int(cells.get_column("gaps").sum() or 0)
    if gaps and missing == "raise":
        refuse_counted([f"columns {keys[0]!r} and {keys[1]!r} lack a value in {gaps} rows"])
    parts, lost = parted(cells, axes)
    if lost and missing == "raise":
        refuse_counted([f"column {name!r} has {many} missing" for name, many in lost.items() if many])
    unit = unit_beyond(float(cells.get_column("greatest").max() or 0.0), NEAR)
    around = _around_means(rows.filter(~nw.col("absent") & (v != 0)), places, unit)
    sums = around.select(*_SUMS).to_numpy().astype(np.float64)
    summed = parted(around, axes)[0] if len(around) else {}
    many = np.asarray(cells.get_column("gaps").to_numpy())
    states = {}
    for group, here in parts.items():  # a window may be of several cells
        total = sum((_state(sums[place], unit) for place in summed.get(group, ())), start=Moments.empty())
        states[group] = replace(total, missing=int(many[here].sum()))
    return StatesByGroup(tuple(axis.column for axis in axes), states, sum(lost.values()))


def _rows(frame: nw.LazyFrame[Any], keys: tuple[str, str], weight: str | None, groups: list[str]) -> nw.LazyFrame[Any]:
    """The groups, the two columns, the weight, and whether these are none."""
    import narwhals as nw

    x, y = (chosen(frame, name).cast(nw.Float64) for name in keys)
    w, bad = (nw.lit(1.0), nw.lit(value=False)) if weight is None else weight_of(frame, weight)
    absent = (x.is_null() | y.is_null() | x.is_nan() | y.is_nan()).fill_null(value=True)
    named = [nw.col(name).alias(f"group {k}") for k, name in enumerate(groups)]
    return frame.select(*named, x.alias("x"), y.alias("y"), w.alias("w"), bad.alias("bad"), absent.alias("absent"))


def _around_means(rows: nw.LazyFrame[Any], places: list[str], unit: int) -> nw.DataFrame[Any]:
    """
    The sums of each group; weights are in units of ``2**unit``.

    Distances are from a value that occurs in the group: there a constant column has no spread at all.
    """
    import narwhals as nw

    x, y, v = nw.col("x"), nw.col("y"), nw.col("w")
    rows = rows.with_columns(x.min().over(*places).alias("px"), y.min().over(*places).alias("py"))
    rows = rows.with_columns(x - nw.col("px"), y - nw.col("py"), in_unit_of_two(v, unit))
    total = v.sum().over(*places)
    rows = rows.with_columns((v * x).alias("vx"), (v * y).alias("vy"), total.alias("total"))
    means = [(nw.col(f"v{name}").sum().over(*places) / nw.col("total")).alias(f"m{name}") for name in "xy"]
    rows = rows.with_columns(*means)
    dx, dy = x - nw.col("mx"), y - nw.col("my")
    rows = rows.with_columns((v * v).alias("vv"), (v * dx * dx).alias("xx"), (v * dx * dy).alias("xy"))
    rows = rows.with_columns((v * dy * dy).alias("yy"))
    taken = [v.sum().alias("weight"), nw.col("vv").sum().alias("squares")]
    taken += [nw.col(f"p{name}").min().alias(f"pivot_{name}") for name in "xy"]
    taken += [nw.col(f"m{name}").min().alias(f"mean_{name}") for name in "xy"]
    taken += [nw.col(name).sum() for name in ("xx", "xy", "yy")]
    return rows.group_by(*places, drop_null_keys=False).agg(*taken, nw.len().alias("rows")).collect()


def _state(sums: Any, unit: int) -> Moments:
    """The moments of one group."""
    weight, squares, pivot_x, pivot_y, mean_x, mean_y, xx, xy, yy = sums.tolist()
    if not np.isfinite([pivot_x, pivot_y, mean_x, mean_y]).all():
        msg = "ratings must be finite; an infinite one occurs."
        raise ScoreError(msg)
    mean, rest = two_sum(np.array([pivot_x, pivot_y]), np.array([mean_x, mean_y]))
    spread = np.array([[xx, xy], [xy, yy]])
    off = rest if rest.any() else None
    found = Moments(MEASUREMENTS, np.asarray(weight), np.asarray(squares), mean, spread, rest=off)
    return in_unit(found, -unit) if unit else found
