"""States from eager and lazy frames through narwhals: a lazy frame is aggregated where it lives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from concordant.errors import InputTypeError, ScoreError, WeightError
from concordant.inputs.columns import require_columns
from concordant.inputs.missing import refuse_missing
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
    state = cls.from_labels(
        _column(cells, y_true),
        _column(cells, y_pred),
        labels=labels,
        sample_weight=_column(cells, "weight" if sample_weight else "rows"),
        missing=missing,
    )
    # The groups stand for rows: as many as they hold, not one each.
    if sample_weight is None:
        return replace(state, table=_whole(state.table), squares=None, missing=lost)
    squares = cls.from_labels(
        _column(cells, y_true),
        _column(cells, y_pred),
        labels=state.labels,
        sample_weight=_column(cells, "squares"),
        missing=missing,
    )
    return replace(state, squares=squares.table, missing=lost)


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

    wrapped = opened(frame, (y_true, y_score, sample_weight))
    lazy = isinstance(wrapped, nw.LazyFrame)
    rows = wrapped if isinstance(wrapped, nw.DataFrame) else _grouped(wrapped, (y_true, y_score), sample_weight)
    weight = sample_weight if not lazy else ("weight" if sample_weight else "rows")
    state = cls.from_scores(
        _column(rows, y_true),
        _column(rows, y_score),
        labels=labels,
        pos_label=pos_label,
        sample_weight=_column(rows, weight),
        missing=missing,
    )
    if not lazy:
        return state
    lost = _lost_rows(rows, (y_true, y_score), missing)
    return replace(state, weights=state.weights if sample_weight else _whole(state.weights), missing=lost)


def _whole(table: Any) -> Any:
    """Counts that travelled as weights are whole numbers again (exact below 2**53 rows a cell)."""
    return np.rint(table).astype(np.int64)


def _grouped(frame: nw.LazyFrame[Any], keys: tuple[str, str], sample_weight: str | None) -> nw.DataFrame[Any]:
    """One aggregation in the frame's own engine: rows, sum of weights and of squared weights a group."""
    import narwhals as nw

    aggregates = [nw.len().alias("rows")]
    if sample_weight is not None:
        weight = nw.col(sample_weight).cast(nw.Float64)
        aggregates += [
            weight.sum().alias("weight"),
            (weight * weight).sum().alias("squares"),
            weight.min().alias("least"),
            weight.is_null().any().alias("unweighted"),
        ]
    columns = list(dict.fromkeys(keys))
    if len(columns) == 1:
        frame = frame.with_columns(nw.col(keys[0]).alias(f"{keys[0]}_again"))
    cells = frame.group_by(*columns, drop_null_keys=False).agg(*aggregates).collect()
    if sample_weight is not None and len(cells):
        least = np.asarray(cells.get_column("least").to_numpy(), dtype=float)
        if not (least >= 0).all() or bool(cells.get_column("unweighted").any()):
            msg = f"sample_weight column {sample_weight!r} must hold finite numbers that are not negative."
            raise WeightError(msg)
    return cells


def _lost_rows(cells: nw.DataFrame[Any], keys: tuple[str, str], missing: Missing) -> int:
    """How many rows lie in groups where a key is missing; raise unless they are to be dropped."""
    absent = [cells.get_column(key).is_null() for key in keys]
    for i, key in enumerate(keys):
        if cells.get_column(key).dtype.is_float():
            absent[i] = absent[i] | cells.get_column(key).is_nan().fill_null(value=False)
    lost = int(cells.get_column("rows").filter(absent[0] | absent[1]).sum() or 0)
    if lost and missing == "raise":
        counts = {
            key: np.ones(int(cells.get_column("rows").filter(mask).sum() or 0), dtype=bool)
            for key, mask in zip(keys, absent, strict=True)
        }
        refuse_missing(counts, missing)
    return lost


def moments_from_frame(
    cls: type[M], frame: Frame, *, y_true: str, y_pred: str, sample_weight: str | None, missing: Missing
) -> M:
    """Moments of two columns; of a lazy frame by two aggregations, the second around the means of the first."""
    import narwhals as nw

    wrapped = opened(frame, (y_true, y_pred, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        return cls.from_ratings(
            _column(wrapped, y_true),
            _column(wrapped, y_pred),
            sample_weight=_column(wrapped, sample_weight),
            missing=missing,
        )
    x, y = nw.col(y_true).cast(nw.Float64), nw.col(y_pred).cast(nw.Float64)
    absent = x.is_null() | y.is_null() | x.is_nan() | y.is_nan()
    lost = int(wrapped.select(absent.fill_null(value=True).cast(nw.Int64).sum().alias("lost")).collect().item() or 0)
    if lost and missing == "raise":
        refuse_missing({f"{y_true} or {y_pred}": np.ones(lost, dtype=bool)}, missing)
    rows = wrapped.filter(~absent.fill_null(value=True))
    w = nw.lit(1.0) if sample_weight is None else nw.col(sample_weight).cast(nw.Float64)
    rows = rows.select(x.alias("x"), y.alias("y"), w.alias("w"))
    a, b, v = nw.col("x"), nw.col("y"), nw.col("w")
    first = rows.select(
        v.sum().alias("w"),
        (v * v).sum().alias("ww"),
        (v * a).sum().alias("x"),
        (v * b).sum().alias("y"),
        v.min().alias("least"),
    ).collect()
    weight, squares, sum_x, sum_y, least = (float(value or 0) for value in first.rows()[0])
    if least < 0:
        msg = f"sample_weight column {sample_weight!r} must hold finite numbers that are not negative."
        raise WeightError(msg)
    if weight == 0:
        return cls.empty()
    mean_x, mean_y = sum_x / weight, sum_y / weight
    if not np.isfinite([mean_x, mean_y]).all():
        msg = "ratings must be finite; an infinite one occurs."
        raise ScoreError(msg)
    dx, dy = a - mean_x, b - mean_y
    second = rows.select(
        (v * dx * dx).sum().alias("xx"), (v * dx * dy).sum().alias("xy"), (v * dy * dy).sum().alias("yy")
    )
    xx, xy, yy = (float(value) for value in second.collect().rows()[0])
    return cls(
        ("y_true", "y_pred"),
        np.asarray(weight),
        np.asarray(squares),
        np.array([mean_x, mean_y]),
        np.array([[xx, xy], [xy, yy]]),
        missing=lost,
    )
