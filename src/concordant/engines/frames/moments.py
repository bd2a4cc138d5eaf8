"""Two columns of measurements of a frame become `Moments`: of a lazy frame by sums, the last around the means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.engines.frames.opened import chosen, column_of, in_unit_of_two, opened, refuse_weights, weight_of
from concordant.errors import ScoreError
from concordant.inputs.rows import EXACT, NEAR, refuse_counted, refuse_far, refuse_missing, unit_beyond
from concordant.inputs.scan import Scan
from concordant.states.moments import Moments, two_sum
from concordant.states.scaling import in_unit
from concordant.typing import Frame, Missing


def moments(
    frame: Frame, *, y_true: str, y_pred: str, sample_weight: str | None = None, missing: Missing = "raise"
) -> Moments:
    """Moments of two columns; of a lazy frame by aggregations, the last around the means."""
    import narwhals as nw

    refuse_missing((), missing)
    if isinstance(frame, Scan):
        from concordant.engines.files.moments import moments as of_files

        return of_files(frame, y_true=y_true, y_pred=y_pred, sample_weight=sample_weight, missing=missing)
    wrapped = opened(frame, (y_true, y_pred, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        return Moments.from_measurements(
            column_of(wrapped, y_true),
            column_of(wrapped, y_pred),
            sample_weight=column_of(wrapped, sample_weight),
            missing=missing,
        )
    whole = whole_columns(wrapped, (y_true, y_pred))
    x, y = (chosen(wrapped, name).cast(nw.Float64) for name in (y_true, y_pred))
    w, bad = (nw.lit(1.0), nw.lit(value=False)) if sample_weight is None else weight_of(wrapped, sample_weight)
    absent = (x.is_null() | y.is_null() | x.is_nan() | y.is_nan()).fill_null(value=True)
    rows = wrapped.select(x.alias("x"), y.alias("y"), w.alias("w"), bad.alias("bad"), absent.alias("absent"))
    a, b, v = nw.col("x"), nw.col("y"), nw.col("w")
    here = ~nw.col("absent") & (v != 0)
    lost, wrong, pivot_x, pivot_y, greatest, *far = (
        rows.select(
            (nw.col("absent") & (v != 0)).cast(nw.Int64).sum().alias("gaps"),
            nw.col("bad").cast(nw.Int64).sum(),
            nw.when(here).then(a).min().alias("pivot_x"),
            nw.when(here).then(b).min().alias("pivot_y"),
            nw.when(here).then(v).max().alias("greatest"),
            *(nw.when(here).then(nw.col(side).abs()).max().alias(f"far_{side}") for side in whole),
        )
        .collect()
        .rows()[0]
    )
    refuse_weights(int(wrong or 0), sample_weight)
    refuse_far_off(whole, far)
    if lost and missing == "raise":
        refuse_counted([f"columns {y_true!r} and {y_pred!r} lack a value in {lost} rows"])
    if pivot_x is None:
        return replace(Moments.empty(), missing=int(lost or 0))
    # Distances from a value that occurs: a constant column has no spread at all, whatever the rounding of its mean.
    rows = rows.filter(here).with_columns(a - float(pivot_x), b - float(pivot_y))
    unit = unit_beyond(float(greatest), NEAR)
    v = in_unit_of_two(v, unit)
    first = rows.select(
        v.sum().alias("w"), (v * v).sum().alias("ww"), (v * a).sum().alias("x"), (v * b).sum().alias("y")
    ).collect()
    weight, squares, sum_x, sum_y = (float(value) for value in first.rows()[0])
    mean_x, mean_y = sum_x / weight, sum_y / weight
    if not np.isfinite([pivot_x, pivot_y, mean_x, mean_y]).all():
        msg = "ratings must be finite; an infinite one occurs."
        raise ScoreError(msg)
    dx, dy = a - mean_x, b - mean_y
    second = rows.select(
        (v * dx * dx).sum().alias("xx"), (v * dx * dy).sum().alias("xy"), (v * dy * dy).sum().alias("yy")
    )
    xx, xy, yy = (float(value) for value in second.collect().rows()[0])
    mean, rest = two_sum(np.array([pivot_x, pivot_y], np.float64), np.array([mean_x, mean_y]))
    found = Moments(
        ("y_true", "y_pred"),
        np.asarray(weight),
        np.asarray(squares),
        mean,
        np.array([[xx, xy], [xy, yy]]),
        missing=int(lost or 0),
        rest=rest if rest.any() else None,
    )
    return in_unit(found, -unit) if unit else found


def whole_columns(frame: Any, names: tuple[str, str]) -> dict[str, str]:
    """Which of two columns of numbers, x and y, may hold whole numbers that floats round; raise for no numbers."""
    import narwhals as nw

    found = {}
    for side, name in zip("xy", names, strict=True):
        kind = frame.collect_schema()[name]
        if not (kind.is_numeric() or kind == nw.Boolean):
            msg = f"column {name!r} must hold numbers, not {kind}."
            raise ScoreError(msg)
        if kind in (nw.Int64, nw.UInt64, nw.Int128, nw.Decimal):
            found[side] = name
    return found


def refuse_far_off(whole: Mapping[str, str], far: Iterable[float | None]) -> None:
    """Raise where the largest number of a column is one that floats round."""
    for name, most in zip(whole.values(), far, strict=True):
        refuse_far([most] if most is not None and most >= EXACT else [], name)
