"""What groups of rows are by: columns of values, and windows of columns of times."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines.frames.groups import times_of
from concordant.engines.frames.opened import chosen
from concordant.errors import ColumnError, InputTypeError, OptionError
from concordant.inputs.encoding import encode, refuse_continuous
from concordant.inputs.label_values import Encoded
from concordant.inputs.window_width import unit_of, width_of
from concordant.typing import Label

if TYPE_CHECKING:
    import narwhals as nw

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOST = 16  # columns of groups


@dataclass(frozen=True, slots=True)
class Axis:
    """A column of groups; of times with the length of a window in microseconds."""

    column: str
    width: int | None = None

    def values(self, frame: Any, *, lazy: bool) -> nw.Expr:
        """Write the column as groups need it: times without their zone, as far as the unit of the window tells them."""
        import narwhals as nw

        column = chosen(frame, self.column) if lazy else nw.col(self.column)
        if self.width is None:
            return column
        kind = frame.collect_schema()[self.column]
        if kind == nw.Date:
            column = column.cast(nw.Datetime("us"))
        elif kind != nw.Datetime:
            msg = f"windows of {self.column!r} need a column of dates or times, not {kind}."
            raise ColumnError(msg)
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
    window = isinstance(by, tuple) and len(by) == 2 and _is_width(by[1])
    every = [by] if isinstance(by, str) or window else by
    if not isinstance(every, (list, tuple)) or not every or len(every) > _MOST:
        msg = f'by must be a column, a pair such as ("at", "1d"), or a list of 1 to {_MOST} of these, not {by!r}.'
        raise InputTypeError(msg)
    axes = tuple(_axis(one) for one in every)
    if len({axis.column for axis in axes}) < len(axes):
        msg = f"by names a column twice: {', '.join(axis.column for axis in axes)}."
        raise OptionError(msg)
    return axes


def _axis(one: Any) -> Axis:
    if isinstance(one, str):
        return Axis(one)
    if isinstance(one, (list, tuple)) and len(one) == 2 and isinstance(one[0], str):
        return Axis(one[0], width_of(one[1]))
    msg = f'a group is by a column, or by a pair of a column of times and a window, ("at", "1d"), not {one!r}.'
    raise InputTypeError(msg)


def _is_width(text: Any) -> bool:
    """Whether a text is meant as a window, not as a column: a number and letters."""
    return isinstance(text, str) and re.fullmatch(r"\s*\d+\s*[A-Za-z]+\s*", text) is not None


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
    times = times_of(cells)
    code, gone = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.bool_)
    found: list[tuple[Any, ...]] = [()]
    lost: dict[str, int] = {}
    for k, axis in enumerate(axes):
        column = encode(cells.get_column(f"group {k}").to_native(), axis.column)
        refuse_continuous(column, axis.column)
        places, values = _places(axis, column)
        if column.missing is not None:
            lost[axis.column] = int(times[column.missing & ~gone].sum())
            gone |= column.missing
        code = code * len(values) + places
        found = [(*group, value) for group in found for value in values]
        distinct, code = np.unique(code, return_inverse=True)
        found = [found[place] for place in distinct.tolist()]
    order = np.argsort(code, kind="stable")
    order = order[~gone[order]]
    occur, first = np.unique(code[order], return_index=True)
    apart = np.split(order, first[1:]) if len(order) else []
    parts = dict(zip((found[place] for place in occur.tolist()), apart, strict=True))
    return {group if len(axes) > 1 else group[0]: parts[group] for group in _sorted(parts)}, lost


def _places(axis: Axis, column: Encoded) -> tuple[Any, list[Any]]:
    """The place of the group of each row, of a missing one any; and the groups."""
    places: dict[Any, int] = {}
    code = np.zeros(len(column.values), np.int64)
    here = slice(None) if column.missing is None else ~column.missing
    distinct, inverse = np.unique(column.values[here], return_inverse=True)
    names = distinct.tolist() if column.names is None else [column.names[k] for k in distinct.tolist()]
    if names:
        code[here] = np.array([places.setdefault(axis.named(name), len(places)) for name in names])[inverse]
    return code, list(places) or [None]


def _sorted(groups: Iterable[tuple[Label, ...]]) -> list[tuple[Any, ...]]:
    every: list[Any] = list(groups)
    try:
        return sorted(every)
    except TypeError:
        return sorted(every, key=lambda group: [str(value) for value in group])
