"""States from eager and lazy frames through narwhals: a lazy frame is aggregated where it lives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from concordant.errors import ColumnError, InputTypeError, ScoreError, WeightError
from concordant.inputs.columns import require_columns
from concordant.inputs.missing import refuse_counted, refuse_missing
from concordant.inputs.weights import NEAR, unit_beyond
from concordant.states.merging import unit_of_squares
from concordant.typing import Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw

    from concordant.states.counts import Counts
    from concordant.states.curve import Curve
    from concordant.states.moments import Moments

C = TypeVar("C", bound="Counts")
V = TypeVar("V", bound="Curve")
M = TypeVar("M", bound="Moments")


def opened(frame: Frame, columns: Sequence[str | None]) -> nw.DataFrame[Any] | nw.LazyFrame[Any]:
    """Wrap a frame and check that it has the columns; the message names the nearest ones."""
    import narwhals

    try:
        wrapped: nw.DataFrame[Any] | nw.LazyFrame[Any] = narwhals.from_native(frame)
    except TypeError as error:
        msg = f"expected a data frame that narwhals knows (pandas, Polars, DuckDB, ...), got {type(frame).__name__}."
        raise InputTypeError(msg) from error
    require_columns(wrapped.collect_schema().names(), columns)
    return wrapped


def chosen(frame: nw.LazyFrame[Any], name: str) -> nw.Expr:
    """A column of a lazy frame. Polars takes names such as "^.*$" as patterns, DuckDB and others "*" as all columns."""
    import narwhals as nw

    if frame.implementation.is_polars():
        return nw.nth(frame.collect_schema().names().index(name))
    if name == "*":
        msg = f"a column of a lazy {frame.implementation} frame cannot be named '*', which there means all; rename it."
        raise ColumnError(msg)
    return nw.col(name)


def _column(frame: nw.DataFrame[Any], name: str | None) -> Any:
    return None if name is None else frame.get_column(name).to_native()


def counts_from_frame(
    cls: type[C],
    frame: Frame,
    *,
    y_true: str,
    y_pred: str,
    labels: Sequence[Label] | None,
    sample_weight: str | None,
    missing: Missing,
) -> C:
    """Count two columns; of a lazy frame by one group-by."""
    import narwhals as nw

    refuse_missing((), missing)
    wrapped = opened(frame, (y_true, y_pred, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        return cls.from_labels(
            _column(wrapped, y_true),
            _column(wrapped, y_pred),
            labels=labels,
            sample_weight=_column(wrapped, sample_weight),
            missing=missing,
        )
    cells = _grouped(wrapped, (y_true, y_pred), sample_weight)
    lost = _lost_rows(cells, (y_true, y_pred), missing)
    true, pred = _column(cells, "first"), _column(cells, "second")
    # The groups stand for rows: as many as they hold, not one each.
    state = cls.from_labels(true, pred, labels=labels, sample_weight=_column(cells, "weight"), missing=missing)
    if sample_weight is None:
        return state.with_numbers(_whole(state.numbers), missing=lost)
    if not state.labels:
        return replace(state, missing=lost)
    if unit := unit_of_squares(state.numbers):
        cells = _grouped(wrapped, (y_true, y_pred), sample_weight, unit)
        true, pred = _column(cells, "first"), _column(cells, "second")
    weights = _column(cells, "squares")
    squares = cls.from_labels(true, pred, labels=state.labels, sample_weight=weights, missing=missing)
    return state.with_numbers(state.numbers, squares.numbers, missing=lost)


def curve_from_frame(
    cls: type[V],
    frame: Frame,
    *,
    y_true: str,
    y_score: str,
    labels: Sequence[Label] | None,
    pos_label: Label | None,
    sample_weight: str | None,
    missing: Missing,
) -> V:
    """Group by score and truth; of a lazy frame where it lives."""
    import narwhals as nw

    refuse_missing((), missing)
    wrapped = opened(frame, (y_true, y_score, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        return cls.from_scores(
            _column(wrapped, y_true),
            _column(wrapped, y_score),
            labels=labels,
            pos_label=pos_label,
            sample_weight=_column(wrapped, sample_weight),
            missing=missing,
        )
    cells = _grouped(wrapped, (y_true, y_score), sample_weight)
    lost = _lost_rows(cells, (y_true, y_score), missing)
    state = cls.from_scores(
        _column(cells, "first"),
        _column(cells, "second"),
        labels=labels,
        pos_label=pos_label,
        sample_weight=_column(cells, "weight"),
        missing=missing,
    )
    return replace(state, weights=state.weights if sample_weight else _whole(state.weights), missing=lost)


def _whole(table: Any) -> Any:
    """Counts that travelled as weights are whole numbers again (exact below 2**53 rows a cell)."""
    return np.rint(table).astype(np.int64)


def _weight(frame: nw.LazyFrame[Any], name: str) -> tuple[nw.Expr, nw.Expr]:
    """The weight as a float, and whether it is no weight (some engines hold NaN for the greatest number)."""
    import narwhals as nw

    kind = frame.collect_schema()[name]
    if not (kind.is_numeric() or kind == nw.Boolean):
        msg = f"sample_weight column {name!r} must hold numbers, not {kind}."
        raise WeightError(msg)
    weight = chosen(frame, name).cast(nw.Float64)
    return weight, ~((weight >= 0) & (weight < float("inf"))).fill_null(value=False)


def _refuse_weights(bad: int, name: str | None) -> None:
    if bad:
        msg = f"sample_weight column {name!r} must hold finite numbers that are not negative; {bad} are not."
        raise WeightError(msg)


def _grouped(
    frame: nw.LazyFrame[Any], keys: tuple[str, str], sample_weight: str | None, unit: int = 0
) -> nw.DataFrame[Any]:
    """
    One aggregation in the frame's own engine.

    Gives a row for each pair of values ("first", "second") with its number of rows, the sum of weights
    (without weights: the number of rows) and the sum of squared weights, of weights in units of ``2**unit``. Rows of
    weight zero are not counted.
    """
    import narwhals as nw

    pair = [chosen(frame, key).alias(name) for key, name in zip(keys, ("first", "second"), strict=True)]
    if sample_weight is None:
        groups = frame.select(*pair).group_by("first", "second", drop_null_keys=False)
        return groups.agg(nw.len().alias("rows")).collect().with_columns(nw.col("rows").alias("weight"))
    weight, bad = _weight(frame, sample_weight)
    w = nw.col("weight")
    rows = frame.select(*pair, weight.alias("weight"), bad.alias("bad")).with_columns(
        (_in_unit(w, unit) * _in_unit(w, unit)).alias("squares"),
        (w != 0).cast(nw.Int64).alias("rows"),
        nw.col("bad").cast(nw.Int64),
    )
    groups = rows.group_by("first", "second", drop_null_keys=False)
    cells = groups.agg(*(nw.col(name).sum() for name in ("rows", "weight", "squares", "bad"))).collect()
    _refuse_weights(int(cells.get_column("bad").sum() or 0), sample_weight)
    return cells


def _in_unit(weight: nw.Expr, unit: int) -> nw.Expr:
    """Weights divided by ``2**unit``; by its halves, one after the other, as the whole can be beyond floats."""
    half = 2.0 ** -(unit // 2)  # units are even
    return weight * half * half if unit else weight


def _lost_rows(cells: nw.DataFrame[Any], keys: tuple[str, str], missing: Missing) -> int:
    """How many rows lie in groups where a key is missing; raise unless they are to be dropped."""
    rows = cells.get_column("rows")
    absent = [_absent(cells.get_column(name)) for name in ("first", "second")]
    if missing == "raise":
        found = {key: int(rows.filter(mask).sum() or 0) for key, mask in zip(keys, absent, strict=True)}
        refuse_counted([f"column {key!r} has {lost} missing" for key, lost in found.items() if lost])
    return int(rows.filter(absent[0] | absent[1]).sum() or 0)


def _absent(column: nw.Series[Any]) -> nw.Series[Any]:
    if column.dtype.is_float():
        return column.is_null() | column.is_nan().fill_null(value=False)
    return column.is_null()


def moments_from_frame(
    cls: type[M], frame: Frame, *, y_true: str, y_pred: str, sample_weight: str | None, missing: Missing
) -> M:
    """Moments of two columns; of a lazy frame by aggregations, the last around the means."""
    import narwhals as nw

    refuse_missing((), missing)
    wrapped = opened(frame, (y_true, y_pred, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        return cls.from_measurements(
            _column(wrapped, y_true),
            _column(wrapped, y_pred),
            sample_weight=_column(wrapped, sample_weight),
            missing=missing,
        )
    for name in (y_true, y_pred):
        kind = wrapped.collect_schema()[name]
        if not (kind.is_numeric() or kind == nw.Boolean):
            msg = f"column {name!r} must hold numbers, not {kind}."
            raise ScoreError(msg)
    x, y = (chosen(wrapped, name).cast(nw.Float64) for name in (y_true, y_pred))
    w, bad = (nw.lit(1.0), nw.lit(value=False)) if sample_weight is None else _weight(wrapped, sample_weight)
    absent = (x.is_null() | y.is_null() | x.is_nan() | y.is_nan()).fill_null(value=True)
    rows = wrapped.select(x.alias("x"), y.alias("y"), w.alias("w"), bad.alias("bad"), absent.alias("absent"))
    a, b, v = nw.col("x"), nw.col("y"), nw.col("w")
    here = ~nw.col("absent") & (v != 0)
    lost, wrong, pivot_x, pivot_y, greatest = (
        rows.select(
            (nw.col("absent") & (v != 0)).cast(nw.Int64).sum().alias("gaps"),
            nw.col("bad").cast(nw.Int64).sum(),
            nw.when(here).then(a).min().alias("pivot_x"),
            nw.when(here).then(b).min().alias("pivot_y"),
            nw.when(here).then(v).max().alias("greatest"),
        )
        .collect()
        .rows()[0]
    )
    _refuse_weights(int(wrong or 0), sample_weight)
    if lost and missing == "raise":
        refuse_counted([f"columns {y_true!r} and {y_pred!r} lack a value in {lost} rows"])
    if pivot_x is None:
        return replace(cls.empty(), missing=int(lost or 0))
    # Distances from a value that occurs: a constant column has no spread at all, whatever the rounding of its mean.
    rows = rows.filter(here).with_columns(a - float(pivot_x), b - float(pivot_y))
    unit = unit_beyond(float(greatest), NEAR)
    v = _in_unit(v, unit)
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
    from concordant.states.moments import two_sum

    mean, rest = two_sum(np.array([pivot_x, pivot_y], np.float64), np.array([mean_x, mean_y]))
    found = cls(
        ("y_true", "y_pred"),
        np.asarray(weight),
        np.asarray(squares),
        mean,
        np.array([[xx, xy], [xy, yy]]),
        missing=int(lost or 0),
        rest=rest if rest.any() else None,
    )
    from concordant.states.unit_of_weights import in_unit  # which knows all states

    return in_unit(found, -unit) if unit else found
