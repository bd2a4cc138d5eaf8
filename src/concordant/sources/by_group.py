"""States of groups of rows: a lazy frame is grouped once, by its groups and what the states need."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from concordant.errors import ColumnError, InputTypeError
from concordant.inputs.rows import refuse_missing
from concordant.names import did_you_mean
from concordant.sources.buckets import buckets_of, cells_of_buckets, curve_of
from concordant.sources.frames import PLACES, Axis, axes_of, grouped, groups_of, parted, refuse_lost
from concordant.sources.labels import counts_of, samples_by_group
from concordant.sources.moments import moments_by_group
from concordant.sources.source import frame_of, is_lazy, names_in, read_as
from concordant.states import BucketCurve, Counts, Moments, SampleCounts
from concordant.states.buckets import key_named
from concordant.states.state import ByGroup, StatesByGroup
from concordant.typing import Frame

S = TypeVar("S", bound=ByGroup)
_PREDICTED = (Counts, Moments, SampleCounts)  # beside the truth stands `y_pred`, not `y_score`


def states_by_group(kind: type[S], frame: Frame, by: Any, columns: dict[str, Any]) -> StatesByGroup[S]:
    """Return the state of each group of a frame, as `by_group` of the states has it."""
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
    if kind is SampleCounts:
        keyed, groups = _keyed(wrapped.lazy(), axes)
        states: StatesByGroup[Any] = samples_by_group(keyed, keys, weight, axes, groups, columns)
        return states
    return (_pushed_down if is_lazy(wrapped) else _in_memory)(kind, wrapped, keys, weight, axes, columns)


def _in_memory(
    kind: Any, frame: Any, keys: tuple[str, str], weight: str | None, axes: tuple[Axis, ...], reading: dict[str, Any]
) -> StatesByGroup[Any]:
    """Split an eager frame by its groups."""
    import narwhals as nw

    frame = _in_utc(frame, [axis.column for axis in axes if axis.width is not None])
    present = nw.lit(1) if weight is None else (nw.col(weight) != 0).cast(nw.Int64)
    cells = frame.select(
        *(nw.col(name).alias(place) for name, place in zip(keys, PLACES, strict=False)),
        *(axis.values(frame, lazy=False).alias(f"group {k}") for k, axis in enumerate(axes)),
        *([] if weight is None else [nw.col(weight).alias("weight")]),
        present.alias("rows"),
    )
    roles: Any = {"y_true": "first", ("y_pred" if kind in _PREDICTED else "y_score"): "second"}
    roles |= {} if weight is None else {"sample_weight": "weight"}

    def state_of(part: Any, again: Any, **how: Any) -> Any:
        del again
        return kind.from_frame(part.to_native(), **roles, **how)

    return _of_parts(state_of, cells, lambda _: cells, axes, reading, labelled=kind is not Moments)


def _in_utc(frame: Any, names: list[str]) -> Any:
    """Convert times of pandas in zones whose names narwhals does not know, such as Etc/GMT+5, to UTC."""
    import narwhals as nw

    rows = frame.to_native()
    for name in names:
        if frame.schema[name] == nw.Unknown and frame.implementation.is_pandas() and rows[name].dtype.kind == "M":
            rows = rows.assign(**{name: rows[name].dt.tz_convert("UTC")})
    return nw.from_native(rows)


def _pushed_down(
    kind: Any, frame: Any, keys: tuple[str, str], weight: str | None, axes: tuple[Axis, ...], reading: dict[str, Any]
) -> StatesByGroup[Any]:
    """Group a lazy frame by its groups and what the states need."""
    keyed, groups = _keyed(frame, axes)
    if kind is Moments:
        return moments_by_group(keyed, keys, weight, axes, groups, reading["missing"])
    named = [f"group {k}" for k in range(len(axes))]
    key = key_named(reading.pop("key", "probability")) if kind is BucketCurve else None

    def cells(unit: int = 0) -> Any:
        if key is not None:
            return cells_of_buckets(keyed, *keys, weight, key, groups).rename(dict(zip(groups, named, strict=True)))
        return grouped(keyed, (*keys, *groups), weight, unit).rename(dict(zip(PLACES[2:], named, strict=False)))

    def state_of(part: Any, again: Any, **how: Any) -> Any:
        how["weighted"] = weight is not None
        if key is not None:
            return buckets_of(part, key, **how)
        return (counts_of if kind is Counts else curve_of)(part, again, **how)

    first = cells()
    refuse_lost(first, keys, reading["missing"])
    return _of_parts(state_of, first, cells, axes, reading)


def _keyed(frame: Any, axes: tuple[Axis, ...]) -> tuple[Any, list[str]]:
    """The lazy frame with columns of the groups, and their names."""
    columns, groups = frame.collect_schema().names(), []
    for k in range(len(axes)):
        name = f"group {k}"
        while name in columns:
            name += "_"
        groups.append(name)
    try:
        keyed = frame.with_columns(
            axis.values(frame, lazy=True).alias(name) for axis, name in zip(axes, groups, strict=True)
        )
    except NotImplementedError as error:
        msg = f"{frame.implementation} cannot cut these times into windows: {' '.join(str(error).split())}"
        raise ColumnError(msg) from error
    return keyed, groups


def _of_parts(
    state_of: Any, cells: Any, again: Any, axes: tuple[Axis, ...], reading: dict[str, Any], *, labelled: bool = True
) -> StatesByGroup[Any]:
    """The state of the cells of each group, over the labels of all of them if it has labels."""
    parts, lost = groups_of(cells, axes, reading["missing"])
    states: dict[Any, Any] = {}
    if not parts:
        return StatesByGroup(tuple(axis.column for axis in axes), states, lost)
    own, whole = reading, None
    if labelled:
        reading.setdefault("labels", None)
        kept = cells[np.sort(np.concatenate(list(parts.values()))), :]
        whole = state_of(kept, lambda _: kept, **reading)  # for its labels
        own = {**reading, "labels": (whole.labels if isinstance(whole, Counts) else whole.classes) or None}
        own.pop("pos_label", None)
    in_groups = cells[np.concatenate(list(parts.values())), :]  # one after the other: a slice is no copy
    start = 0
    for group, indices in parts.items():

        def in_unit(unit: int, group: Any = group) -> Any:
            part = again(unit)
            return part[parted(part, axes)[0][group], :]

        end = start + len(indices)
        states[group] = _like(whole, state_of(in_groups[start:end, :], in_unit, **own))
        start = end
    return StatesByGroup(tuple(axis.column for axis in axes), states, lost)


def _like(whole: Any, state: Any) -> Any:
    """Let the labels of a group have an order only if those of all rows have one."""
    if not isinstance(state, Counts) or whole is None or state.ordered == whole.ordered:
        return state
    if state.cells is not None:
        return Counts.from_cells(state.cells, state.labels, ordered=whole.ordered, missing=state.missing)
    return replace(state, ordered=whole.ordered)


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
