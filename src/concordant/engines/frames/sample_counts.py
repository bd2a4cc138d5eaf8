"""Columns of indicators of a frame become `SampleCounts`, of all rows or of each group: by one group-by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines.frames.group_axes import Axis, parted
from concordant.engines.frames.groups import times_of
from concordant.engines.frames.opened import chosen, refuse_weights, weight_of
from concordant.engines.named_columns import frame_of
from concordant.errors import InputTypeError, LabelError, LengthError
from concordant.inputs.labels import check_declared
from concordant.inputs.rows import refuse_counted, refuse_missing
from concordant.states.sample_counts import SampleCounts, distinct_tables
from concordant.states.state import StatesByGroup
from concordant.typing import Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw

_TABLE = ("both", "true", "said")  # how many labels are in truth and prediction, in the truth, in the prediction


def sample_counts(
    frame: Frame,
    *,
    y_true: Sequence[str],
    y_pred: Sequence[str],
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> SampleCounts:
    """Count the rows of all columns."""
    refuse_missing((), missing)
    outputs = _outputs(y_true, y_pred, labels)
    columns = [name for name in (*y_true, *y_pred, sample_weight) if name is not None]
    cells = _cells(frame_of(frame, columns).lazy(), (y_true, y_pred), sample_weight, [], missing)
    return _state(cells, np.arange(len(cells)), outputs, weighted=sample_weight is not None)


def samples_by_group(
    frame: nw.LazyFrame[Any],
    keys: tuple[Sequence[str], Sequence[str]],
    weight: str | None,
    axes: tuple[Axis, ...],
    groups: list[str],
    reading: dict[str, Any],
) -> StatesByGroup[SampleCounts]:
    """Count the rows of each group; `groups` names the columns of the groups."""
    outputs = _outputs(*keys, reading.get("labels"))
    cells = _cells(frame, keys, weight, groups, reading["missing"])
    parts, lost = parted(cells, axes)
    if lost and reading["missing"] == "raise":
        refuse_counted([f"column {name!r} has {many} missing" for name, many in lost.items() if many])
    states = {group: _state(cells, here, outputs, weighted=weight is not None) for group, here in parts.items()}
    return StatesByGroup(tuple(axis.column for axis in axes), states, sum(lost.values()))


def _outputs(y_true: Any, y_pred: Any, labels: Sequence[Label] | None) -> tuple[Label, ...]:
    """The names of the labels: those of the columns of the truth, if no others are declared."""
    for name, columns in (("y_true", y_true), ("y_pred", y_pred)):
        if isinstance(columns, str) or not columns:
            msg = f"{name} must be a list of columns of 0 and 1, one for each label, not {columns!r}."
            raise InputTypeError(msg)
    if len(y_true) != len(y_pred):
        msg = f"y_true names {len(y_true)} columns and y_pred {len(y_pred)}: one of each is needed for every label."
        raise LengthError(msg)
    outputs = check_declared(tuple(y_true) if labels is None else labels)
    if len(outputs) != len(y_true):
        msg = f"labels= must name the {len(y_true)} columns; it names {len(outputs)}."
        raise LabelError(msg)
    return outputs


def _cells(
    frame: nw.LazyFrame[Any],
    keys: tuple[Sequence[str], Sequence[str]],
    weight: str | None,
    groups: list[str],
    missing: Missing,
) -> nw.DataFrame[Any]:
    """Each distinct table of a row in each group, with how many rows have it; of rows that lack a value none."""
    import narwhals as nw

    schema = frame.collect_schema()
    for name in (*keys[0], *keys[1]):
        if not (schema[name].is_numeric() or schema[name] == nw.Boolean):
            msg = f"column {name!r} must hold indicators, 0 or 1, not {schema[name]}."
            raise LabelError(msg)
    true, said = ([chosen(frame, name).cast(nw.Float64) for name in columns] for columns in keys)
    gone = [(x.is_null() | x.is_nan()).fill_null(value=True) for x in true + said]
    absent = nw.any_horizontal(*gone, ignore_nulls=True)
    odd = nw.any_horizontal(*(~((x == 0) | (x == 1)) for x in true + said), ignore_nulls=True)
    sums = [nw.sum_horizontal(*(x * y for x, y in zip(true, said, strict=True)))]
    sums += [nw.sum_horizontal(*columns) for columns in (true, said)]
    w, bad = (nw.lit(1.0), nw.lit(value=False)) if weight is None else weight_of(frame, weight)
    rows = frame.select(
        *(nw.col(name).alias(f"group {k}") for k, name in enumerate(groups)),
        *(nw.when(~absent).then(one).alias(name) for name, one in zip(_TABLE, sums, strict=True)),
        w.alias("weight"),
        bad.cast(nw.Int64).alias("bad"),
        (odd & ~absent).cast(nw.Int64).alias("odd"),
    ).with_columns((nw.col("weight") != 0).cast(nw.Int64).alias("rows"))
    rows = rows.with_columns(nw.col("odd") * nw.col("rows"))
    places = [f"group {k}" for k in range(len(groups))]
    summed = rows.group_by(*places, *_TABLE, drop_null_keys=False)
    cells = summed.agg(*(nw.col(name).sum() for name in ("rows", "weight", "bad", "odd"))).collect()
    refuse_weights(int(cells.get_column("bad").sum() or 0), weight)
    many = int(cells.get_column("odd").sum() or 0)
    if many:
        msg = f"indicators must be 0 or 1; {many} rows hold another number."
        raise LabelError(msg)
    gaps = int(times_of(cells)[_absent(cells)].sum())
    if gaps and missing == "raise":
        refuse_counted([f"the columns of y_true and y_pred lack a value in {gaps} rows"])
    return cells


def _absent(cells: nw.DataFrame[Any]) -> npt.NDArray[np.bool_]:
    """Which cells are of rows that lack a value."""
    column = cells.get_column(_TABLE[0])
    return np.asarray((column.is_null() | column.is_nan()).fill_null(value=True).to_numpy(), np.bool_)


def _state(
    cells: nw.DataFrame[Any], here: npt.NDArray[Any], outputs: tuple[Label, ...], *, weighted: bool
) -> SampleCounts:
    """The state of some of the cells."""
    times, gone = times_of(cells)[here], _absent(cells)[here]
    kept = ~gone & (times > 0)
    both, true, said = (
        np.asarray(cells.get_column(name).to_numpy(), np.float64)[here][kept].astype(np.int64) for name in _TABLE
    )
    tables = np.stack([len(outputs) - true - said + both, said - both, true - both, both], -1).reshape(-1, 2, 2)
    sums = np.asarray(cells.get_column("weight").to_numpy(), np.float64)[here][kept] if weighted else times[kept]
    return SampleCounts(*distinct_tables(tables, sums), outputs, missing=int(times[gone].sum()))
