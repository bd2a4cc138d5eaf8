"""States of groups of rows: a lazy frame is grouped once, by its groups and what the states need."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from concordant.engines import arrays
from concordant.errors import ColumnError, InputTypeError
from concordant.inputs.indicators import IndicatorRows, check_indicator_rows
from concordant.inputs.labels import check_labels
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scores import MeasurementRows, ScoreRows, check_measurements
from concordant.names import did_you_mean
from concordant.sources.buckets import cells_of_buckets, checked_scores, state_of_scores
from concordant.sources.frames import (
    PLACES,
    Axis,
    axes_of,
    chosen,
    column_of,
    grouped,
    groups_of,
    refuse_lost,
    rows_in_memory,
    times_of,
)
from concordant.sources.labels import indicators_of, outputs_of
from concordant.sources.source import Spec, frame_of, is_lazy, names_in, read_as
from concordant.states import BucketCurve, Counts, Moments, SampleCounts
from concordant.states.buckets import ScoreKey, key_named
from concordant.states.state import ByGroup, StatesByGroup
from concordant.typing import Frame

S = TypeVar("S", bound=ByGroup)
_PREDICTED = (Counts, Moments, SampleCounts)  # beside the truth stands `y_pred`, not `y_score`


def states_by_group(kind: type[S], frame: Frame, by: Any, columns: dict[str, Any]) -> StatesByGroup[S]:
    """
    Return the state of each group of a frame, as `by_group` of the states has it.

    Rows are checked together, and those of each group counted once.
    """
    _refuse_unknown(kind, columns)
    refuse_missing((), columns.setdefault("missing", "raise"))
    axes = axes_of(by)
    keys = (columns.pop("y_true"), columns.pop("y_pred" if kind in _PREDICTED else "y_score"))
    weight = columns.pop("sample_weight", None)
    columns_of_keys = [name for key in keys for name in ([key] if isinstance(key, str) else key)]
    named = [name for name in (*columns_of_keys, weight, *(axis.column for axis in axes)) if name is not None]
    numbers = list(keys if kind is Moments else () if kind in _PREDICTED else keys[1:])
    roles: Any = {"labels": names_in([key for key in keys if key not in numbers]), "scores": names_in(numbers)}
    roles |= {"names": [axis.column for axis in axes if axis.width is None], "weights": [weight]}
    wrapped: Any = frame_of(read_as(frame, declared=columns.get("labels"), **roles), named)
    key = key_named(columns.pop("key", "probability")) if kind is BucketCurve else None
    if kind is SampleCounts:
        columns["labels"] = outputs_of(*keys, columns.get("labels"))
    in_engine = is_lazy(wrapped) and kind not in (Moments, SampleCounts)
    if in_engine:
        cells = _cells_in_engine(*_keyed(wrapped, axes), keys, weight, key)
        refuse_lost(cells, keys, columns["missing"])
    else:
        cells = _cells_in_memory(rows_in_memory(wrapped, named)[0], keys, weight, axes)
    return _of_cells(kind, cells, key, axes, columns, lazy=in_engine)


def _cells_in_engine(
    frame: Any, groups: list[str], keys: tuple[str, str], weight: str | None, key: ScoreKey | None
) -> Any:
    """Group a lazy frame by its groups and what the states need."""
    names = [f"group {k}" for k in range(len(groups))]
    if key is not None:
        return cells_of_buckets(frame, *keys, weight, key, groups).rename(dict(zip(groups, names, strict=True)))
    return grouped(frame, (*keys, *groups), weight).rename(dict(zip(PLACES[2:], names, strict=False)))


def _of_cells(
    kind: Any, cells: Any, key: ScoreKey | None, axes: tuple[Axis, ...], reading: dict[str, Any], *, lazy: bool
) -> StatesByGroup[Any]:
    """The state of the cells of each group, over the labels of all of them."""
    parts, lost = groups_of(cells, axes, reading["missing"])
    names = tuple(axis.column for axis in axes)
    if not parts:
        return StatesByGroup(names, {}, lost)
    in_groups = np.sort(np.concatenate(list(parts.values())))
    rows = _checked(kind, cells[in_groups, :], reading, lazy=lazy)
    kept = in_groups if rows.kept is None else in_groups[rows.kept]
    index = np.full(len(cells), -1)
    index[kept] = np.arange(len(kept))
    times, states = times_of(cells), {}
    for group, indices in parts.items():
        is_kept = index[indices] >= 0
        own = indices[is_kept]
        some = _some(rows, index[own], missing=int(times[indices[~is_kept]].sum()))
        states[group] = _state(some, cells[own, :], key, lazy=lazy)
    return StatesByGroup(names, states, lost)


def _cells_in_memory(frame: Any, keys: tuple[Spec, Spec], weight: str | None, axes: tuple[Axis, ...]) -> Any:
    """The rows of an eager frame with the names of the cells of a lazy one; of several columns by their number, too."""
    import narwhals as nw

    present = nw.lit(1) if weight is None else (chosen(frame, weight) != 0).cast(nw.Int64)
    return frame.select(
        *(chosen(frame, name).alias(alias) for alias, name in _names_in_cells(keys).items()),
        *(axis.values(frame).alias(f"group {k}") for k, axis in enumerate(axes)),
        *([] if weight is None else [chosen(frame, weight).alias("weight")]),
        present.alias("rows"),
    )


def _names_in_cells(keys: tuple[Spec, Spec]) -> dict[str, str]:
    """The columns by their names in cells."""
    names: dict[str, str] = {}
    for key, place in zip(keys, PLACES, strict=False):
        several = {place: key} if isinstance(key, str) else {f"{place} {k}": name for k, name in enumerate(key)}
        names |= several
    return names


def _keyed(frame: Any, axes: tuple[Axis, ...]) -> tuple[Any, list[str]]:
    """The lazy frame with columns of the groups, and their names."""
    columns, groups = frame.collect_schema().names(), []
    for k in range(len(axes)):
        name = f"group {k}"
        while name in columns:
            name += "_"
        groups.append(name)
    try:
        keyed = frame.with_columns(axis.values(frame).alias(name) for axis, name in zip(axes, groups, strict=True))
    except NotImplementedError as error:
        msg = f"{frame.implementation} cannot cut these times into windows: {' '.join(str(error).split())}"
        raise ColumnError(msg) from error
    return keyed, groups


def _some(rows: Any, here: Any, *, missing: int) -> Any:
    """Return some of the checked rows."""
    columns = {name: getattr(rows, name, None) for name in ("y_true", "y_pred", "scores", "weights", "times")}
    some = {name: column[here] for name, column in columns.items() if column is not None}
    return replace(rows, **some, missing=missing, kept=None)


def _checked(kind: Any, cells: Any, reading: dict[str, Any], *, lazy: bool) -> Any:
    """Check all rows, and find their labels."""
    if kind not in _PREDICTED:
        return checked_scores(cells, lazy=lazy, **reading)
    reading["sample_weight"] = column_of(cells, "weight") if "weight" in cells.columns else None
    if kind is SampleCounts:
        outputs = range(len(reading["labels"]))
        return check_indicator_rows(
            *(indicators_of(cells, [f"{place} {k}" for k in outputs]) for place in PLACES[:2]), **reading
        )
    first, second = (column_of(cells, place) for place in PLACES[:2])
    if kind is Moments:
        return check_measurements(first, second, **reading)
    labels = check_labels(first, second, times=times_of(cells) if lazy else None, **reading)
    return replace(labels, declared=arrays.counts(labels).labels or None)


def _state(rows: Any, cells: Any, key: ScoreKey | None, *, lazy: bool) -> Any:
    """The state of checked rows, which are those of the cells."""
    if isinstance(rows, ScoreRows):
        return state_of_scores(rows, cells, key, lazy=lazy)
    if isinstance(rows, MeasurementRows):
        return arrays.moments(rows)
    if isinstance(rows, IndicatorRows):
        return arrays.sample_counts(rows)
    squares = cells.get_column("squares").to_numpy() if "squares" in cells.columns else None
    return arrays.counts_of_groups(rows, squares)


def _refuse_unknown(kind: Any, columns: dict[str, Any]) -> None:
    """Raise for columns that the state does not take, or lacks."""
    parameters = inspect.signature(kind.from_frame).parameters
    options = {name: option for name, option in parameters.items() if option.kind is option.KEYWORD_ONLY}
    for name in columns:
        if name not in options:
            more = did_you_mean(name, options)
            msg = f"{kind.__name__}.by_group has no option {name!r}; it takes by and {', '.join(options)}.{more}"
            raise InputTypeError(msg)
    absent = [name for name, option in options.items() if option.default is option.empty and name not in columns]
    if absent:
        raise InputTypeError(f"{kind.__name__}.by_group needs {' and '.join(f'{name}=' for name in absent)}.")
