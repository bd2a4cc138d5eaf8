"""Eager and lazy frames through narwhals: columns by name, whole rows, groups; keys of groups and of time windows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.errors import ColumnError, InputTypeError, OptionError, ScoreError, WeightError
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.inputs.rows import refuse_counted, refuse_out_of_range
from concordant.names import require_columns
from concordant.sources.batches import collected, reading_frame
from concordant.sources.parquet_files import bytes_as_text
from concordant.sources.remote import RemoteScan
from concordant.typing import Frame, Missing

if TYPE_CHECKING:
    import narwhals as nw


_WEIGHT = "weight"
PLACES = ("first", "second", "third", "fourth", *(f"key {k}" for k in range(5, 33)))  # keys in the groups
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOST = 16  # columns of groups
_WINDOW = re.compile(r"\s*\d+\s*[A-Za-z]+\s*")  # what is meant as a window, not as a column
_UNITS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400}
_SECOND = 1_000_000  # microseconds


def opened(frame: Frame, columns: Sequence[str | None]) -> nw.DataFrame[Any] | nw.LazyFrame[Any]:
    """Wrap a frame and check that it has the columns; the message names the nearest ones."""
    import narwhals

    frame = _with_arrays(frame.frame() if isinstance(frame, RemoteScan) else frame, columns)
    try:
        wrapped: nw.DataFrame[Any] | nw.LazyFrame[Any] = narwhals.from_native(frame)
    except TypeError as error:
        msg = f"expected a data frame that narwhals knows (pandas, Polars, DuckDB, ...), got {type(frame).__name__}."
        raise InputTypeError(msg) from error
    except narwhals.exceptions.DuplicateError as error:
        msg = f"the frame has columns of the same name: {' '.join(str(error).split())}. Rename them."
        raise ColumnError(msg) from error
    with reading_frame():
        schema = wrapped.collect_schema()
    require_columns(schema.names(), columns)
    binary = [name for name in dict.fromkeys(columns) if name is not None and schema[name] == narwhals.Binary]
    if not binary or not wrapped.implementation.is_polars():
        return wrapped
    texts = bytes_as_text(wrapped.lazy().to_native(), binary)
    return narwhals.from_native(texts if isinstance(wrapped, narwhals.LazyFrame) else texts.collect())


def _with_arrays(frame: Any, columns: Sequence[str | None]) -> Any:
    """A frame of Spark with the vectors of its ML library (such as `probability`) as arrays; any other as it is."""
    if not type(frame).__module__.startswith("pyspark.sql"):
        return frame
    for field in frame.schema.fields:
        if field.name in columns and type(field.dataType).__name__ == "VectorUDT":
            from pyspark.ml.functions import vector_to_array

            frame = frame.withColumn(field.name, vector_to_array(frame[f"`{field.name}`"]))
    return frame


def chosen(frame: nw.DataFrame[Any] | nw.LazyFrame[Any], name: str) -> nw.Expr:
    """A column of a frame. Polars takes names such as "^.*$" as patterns, DuckDB and others "*" as all columns."""
    import narwhals as nw

    if frame.implementation.is_polars():
        return nw.nth(frame.collect_schema().names().index(name))
    if name == "*" and isinstance(frame, nw.LazyFrame):
        msg = f"a column of a lazy {frame.implementation} frame cannot be named '*', which there means all; rename it."
        raise ColumnError(msg)
    return nw.col(name)


def rows_in_memory(frame: Frame, columns: Sequence[str | None]) -> tuple[nw.DataFrame[Any], bool]:
    """Open a frame and bring these columns home if it is lazy; and return whether it is."""
    import narwhals as nw

    wrapped: Any = opened(frame, columns)
    is_lazy = isinstance(wrapped, nw.LazyFrame)
    if is_lazy:
        names = dict.fromkeys(name for name in columns if name is not None)
        wrapped = collected(wrapped.select(chosen(wrapped, name) for name in names))
    return wrapped, is_lazy


def column_of(frame: nw.DataFrame[Any], name: str | None) -> Any:
    """Return a column of an eager frame as its own library has it; None for none."""
    return None if name is None else frame.get_column(name).to_native()


def grouped(frame: nw.LazyFrame[Any], keys: tuple[str, ...], sample_weight: str | None) -> nw.DataFrame[Any]:
    """
    One aggregation in the frame's own engine.

    Gives a row for each combination of values ("first", "second", ...) with its number of rows and, of weighted rows,
    the sums of weights and of squared weights. Rows of weight zero are not counted.

    Raises
    ------
    WeightError
        If some weights are none, or the largest is too small or large.
    """
    import narwhals as nw

    names = PLACES[: len(keys)]
    pair = [chosen(frame, key).alias(name) for key, name in zip(keys, names, strict=True)]
    if sample_weight is None:
        groups = frame.select(*pair).group_by(*names, drop_null_keys=False)
        return collected(groups.agg(nw.len().alias("rows")))
    w = nw.col(_WEIGHT)
    rows = weighed(frame, pair, sample_weight, keys).with_columns((w * w).alias("squares"))
    cells = summed(rows, names, sample_weight, ("rows", _WEIGHT, "squares"))
    lacking = np.logical_or.reduce([absent(cells.get_column(name)).to_numpy() for name in names])  # their weight is 1
    weights = np.asarray(cells.get_column(_WEIGHT).to_numpy(), np.float64)
    refuse_out_of_range(float(weights.max(initial=0.0, where=~lacking)))
    return cells


def weighed(
    frame: nw.LazyFrame[Any], columns: Sequence[nw.Expr], sample_weight: str | None, keys: Sequence[str]
) -> nw.LazyFrame[Any]:
    """
    Choose columns, beside the weight of each row, whether it is none ("bad") and whether the row counts ("rows").

    The weight is a float; some engines hold NaN for the greatest number. It is 1 where there is no column of weights,
    and in rows that lack a value of `keys`: they are dropped with any weight but 0, of which a row is absent.
    """
    import narwhals as nw

    weight, bad = nw.lit(1.0), nw.lit(value=False)
    if sample_weight is not None:
        dtype = frame.collect_schema()[sample_weight]
        if not (dtype.is_numeric() or dtype == nw.Boolean):
            raise WeightError(f"sample_weight column {sample_weight!r} must hold numbers, not {dtype}.")
        given = chosen(frame, sample_weight).cast(nw.Float64)
        lacking = nw.any_horizontal(*(_absent(frame, key) for key in keys), ignore_nulls=True)
        weight = nw.when(~(given == 0).fill_null(value=False) & lacking).then(weight).otherwise(given)
        bad = ~((weight >= 0) & (weight < float("inf"))).fill_null(value=False)
    rows = frame.select(*columns, weight.alias(_WEIGHT), bad.cast(nw.Int64).alias("bad"))
    return rows.with_columns((nw.col(_WEIGHT) != 0).cast(nw.Int64).alias("rows"))


def summed(
    rows: nw.LazyFrame[Any], keys: Sequence[str], sample_weight: str | None, sums: Sequence[str], *others: nw.Expr
) -> nw.DataFrame[Any]:
    """Sum columns of weighed rows, and aggregate others, in each group; raise if some weights are none."""
    import narwhals as nw

    taken = [*(nw.col(name).sum() for name in (*sums, "bad")), *others]
    cells = collected(rows.group_by(*keys, drop_null_keys=False).agg(*taken) if keys else rows.select(*taken))
    refuse_weights(int(cells.get_column("bad").sum() or 0), sample_weight)
    return cells


def many_groups(frame: nw.LazyFrame[Any], keys: tuple[str, ...]) -> int:
    """Count the combinations of values, without bringing them home."""
    import narwhals as nw

    named = [chosen(frame, key).alias(name) for key, name in zip(keys, PLACES, strict=False)]
    return int(collected(frame.select(*named).unique().select(nw.len().alias("many"))).item())


def times_of(cells: nw.DataFrame[Any]) -> npt.NDArray[np.int64]:
    """How many rows each group stands for."""
    import narwhals as nw

    return np.asarray(cells.get_column("rows").cast(nw.Int64).to_numpy())  # sums of integers are wider in some engines


def refuse_lost(cells: nw.DataFrame[Any], keys: tuple[str, str], missing: Missing) -> None:
    """Raise if rows lie in groups where a key is missing, unless they are to be dropped."""
    if missing == "drop":
        return
    rows = cells.get_column("rows")
    masks = {key: absent(cells.get_column(name)) for key, name in zip(keys, ("first", "second"), strict=True)}
    missing_of = {key: int(rows.filter(mask).sum() or 0) for key, mask in masks.items()}
    refuse_counted(
        [f"column {key!r} has {missing_rows} missing" for key, missing_rows in missing_of.items() if missing_rows]
    )


def absent(column: nw.Series[Any]) -> nw.Series[Any]:
    """Where a value is missing: null, and in floats NaN."""
    if column.dtype.is_float():
        return column.is_null() | column.is_nan().fill_null(value=False)
    return column.is_null()


def require_numbers(frame: nw.LazyFrame[Any], name: str) -> Any:
    """Return the type of a column of scores; raise if it is not one of numbers."""
    import narwhals as nw

    dtype = frame.collect_schema()[name]
    if not (dtype.is_numeric() or dtype == nw.Boolean):
        raise ScoreError(f"column {name!r} must hold numbers, not {dtype}.")
    return dtype


def refuse_weights(bad: int, name: str | None) -> None:
    """Raise if some weights are none."""
    if bad:
        msg = f"sample_weight column {name!r} must hold finite numbers that are not negative; {bad} are not."
        raise WeightError(msg)


# Groups: columns, and windows of times.


@dataclass(frozen=True, slots=True)
class Axis:
    """A column of groups; of times with the length of a window in microseconds."""

    column: str
    width: int | None = None

    def values(self, frame: Any) -> nw.Expr:
        """Write the column as groups need it: times without their zone, as far as the unit of the window tells them."""
        import narwhals as nw

        column = chosen(frame, self.column)
        if self.width is None:
            return column
        kind = frame.collect_schema()[self.column]
        if kind == nw.Date:
            column = column.cast(nw.Datetime("us"))
        elif kind != nw.Datetime:
            raise ColumnError(f"windows of {self.column!r} need a column of dates, or of times in UTC, not {kind}.")
        elif (zone := kind.time_zone) is not None:
            column = column if zone in ("UTC", "Etc/UTC") else column.dt.convert_time_zone("UTC")
            column = column.dt.replace_time_zone(None)
        return column.dt.truncate(f"1{unit_of(self.width)}")

    def named(self, value: Any) -> Any:
        """Return what a group is called: the value, or the beginning of its window."""
        if self.width is None:
            return value
        since = (value.replace(tzinfo=UTC) - _EPOCH) // timedelta(microseconds=1)
        return _EPOCH + timedelta(microseconds=since // self.width * self.width)


def axes_of(by: Any) -> tuple[Axis, ...]:
    """
    Read what groups are by.

    Raises
    ------
    InputTypeError, OptionError
        If that is no column, or list of columns, or a window is none.
    """
    window = isinstance(by, tuple) and len(by) == 2 and isinstance(by[1], str) and bool(_WINDOW.fullmatch(by[1]))
    axes_given = [by] if isinstance(by, str) or window else by
    if not isinstance(axes_given, (list, tuple)) or not axes_given or len(axes_given) > _MOST:
        msg = f'by must be a column, a pair such as ("at", "1d"), or a list of 1 to {_MOST} of these, not {by!r}.'
        raise InputTypeError(msg)
    axes = tuple(_axis(part) for part in axes_given)
    if len({axis.column for axis in axes}) < len(axes):
        raise OptionError(f"by names a column twice: {', '.join(axis.column for axis in axes)}.")
    return axes


def _axis(by: Any) -> Axis:
    if isinstance(by, str):
        return Axis(by)
    if isinstance(by, (list, tuple)) and len(by) == 2 and isinstance(by[0], str):
        return Axis(by[0], width_of(by[1]))
    msg = f'a group is by a column, or by a pair of a column of times and a window, ("at", "1d"), not {by!r}.'
    raise InputTypeError(msg)


def parted(cells: Any, axes: tuple[Axis, ...]) -> tuple[dict[Any, Any], dict[str, int]]:
    """
    Find the cells of each group.

    Returns
    -------
    dict
        The numbers of the cells of each group, in the order of the groups.
    dict
        How many rows lack a value of each column.
    """
    repeats = times_of(cells)
    code, missing = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.bool_)
    groups: list[Any] = [()]
    lost: dict[str, int] = {}
    for k, axis in enumerate(axes):
        column = encode(cells.get_column(f"group {k}").to_native(), axis.column)
        of_axis, values = _group_codes(axis, column)
        if column.missing is not None:
            lost[axis.column] = int(repeats[column.missing & ~missing].sum())
            missing |= column.missing
        code = code * len(values) + of_axis
        groups = [(*group, value) for group in groups for value in values]
        distinct, code = np.unique(code, return_inverse=True)
        groups = [groups[index] for index in distinct.tolist()]
    order = np.argsort(code, kind="stable")
    order = order[~missing[order]]
    occur, first = np.unique(code[order], return_index=True)
    indices = np.split(order, first[1:]) if len(order) else []
    parts = dict(zip((groups[index] for index in occur.tolist()), indices, strict=True))
    try:
        ordered = sorted(parts)
    except TypeError:
        ordered = sorted(parts, key=lambda group: [str(value) for value in group])
    return {group if len(axes) > 1 else group[0]: parts[group] for group in ordered}, lost


def groups_of(cells: Any, axes: tuple[Axis, ...], missing: Missing) -> tuple[dict[Any, Any], int]:
    """Find the cells of each group, and count the rows without one; raise for these unless they are to be dropped."""
    parts, lost = parted(cells, axes)
    if missing == "raise":
        refuse_counted([f"column {name!r} has {rows} missing" for name, rows in lost.items() if rows])
    return parts, sum(lost.values())


def _group_codes(axis: Axis, column: Encoded) -> tuple[Any, list[Any]]:
    """The code of the group of each row, of a missing one any; and the groups."""
    code_of: dict[Any, int] = {}
    code = np.zeros(len(column.values), np.int64)
    present = slice(None) if column.missing is None else ~column.missing
    distinct, inverse = np.unique(column.values[present], return_inverse=True)
    names = distinct.tolist() if column.names is None else [column.names[k] for k in distinct.tolist()]
    if names:
        code[present] = np.array([code_of.setdefault(axis.named(name), len(code_of)) for name in names])[inverse]
    return code, list(code_of) or [None]


def width_of(window: str) -> int:
    """
    Read the length of a window, such as ``"15m"``, ``"1h"``, ``"1d"`` or ``"7d"``, in microseconds.

    Raises
    ------
    OptionError
        If it is no whole number of seconds, minutes, hours, days or weeks.
    """
    match = re.fullmatch(r"\s*(\d+)\s*(s|m|min|h|d|w)\s*", window) if isinstance(window, str) else None
    if match is None or not int(match[1]):
        raise OptionError(f"a window is a number and a unit (s, m, h, d or w), such as '1d' or '15m', not {window!r}.")
    return int(match[1]) * _UNITS[match[2]] * _SECOND


def width_text(width: int) -> str:
    """Write the length of a window as `width_of` reads it."""
    unit = unit_of(width)
    return f"{width // _SECOND // _UNITS[unit]}{unit}"


def unit_of(width: int) -> str:
    """Return the longest unit that a length is whole multiples of."""
    return next(unit for unit in ("d", "h", "m", "s") if width // _SECOND % _UNITS[unit] == 0)


def _absent(rows: nw.LazyFrame[Any], name: str) -> nw.Expr:
    """Where a value is missing: null, and in floats NaN."""
    column = chosen(rows, name)
    if rows.collect_schema()[name].is_float():
        return (column.is_null() | column.is_nan()).fill_null(value=True)
    return column.is_null()
