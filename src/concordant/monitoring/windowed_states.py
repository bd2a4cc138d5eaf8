"""States under windows of time and groups, in one long table: any windows and groups of it are a sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Self, TypeVar

import numpy as np

from concordant.errors import MergeError, OptionError
from concordant.monitoring.batch_columns import FIRST_STAMP, LAST_STAMP, microseconds
from concordant.monitoring.definition import GROUP_BITS, Definition
from concordant.monitoring.long_cells import LongCells, with_whole_buckets
from concordant.monitoring.rows_to_cells import Group
from concordant.monitoring.states_of_cells import CountedStates
from concordant.names import did_you_mean
from concordant.sources.frames import width_of, width_text

When = str | date | datetime
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_GROUPS = (1 << GROUP_BITS) - 1


@dataclass(frozen=True, eq=False, repr=False)
class WindowedStates:
    """
    Numbers of rows in cells, under windows and groups. `StateTable` says what users need to know.

    Attributes
    ----------
    definition : Definition
    groups : tuple of tuples
    cells : LongCells
    """

    definition: Definition
    groups: tuple[Group, ...]
    cells: LongCells

    @classmethod
    def of(cls, definition: Definition, groups: Sequence[Group], cells: LongCells) -> Self:
        """Put the groups in order, and leave out those without a row."""
        cells = with_whole_buckets(definition, cells)
        occurs = np.zeros(len(groups), np.bool_)
        numbers = (cells.key >> definition.cell_bits) & _GROUPS
        occurs[numbers] = True
        order = sorted(np.flatnonzero(occurs).tolist(), key=lambda place: _sortable(groups[place]))
        return cls(definition, tuple(groups[place] for place in order), _renumbered(definition, cells, order))

    @classmethod
    def empty(cls, definition: Definition) -> Self:
        """Return the neutral element of adding."""
        return cls(definition, (), LongCells.empty())

    # -- verbs ----------------------------------------------------------------------------------------------------

    def __add__(self, other: WindowedStates) -> Self:
        """Add the rows of two tables."""
        if not isinstance(other, WindowedStates):
            return NotImplemented
        return added([self, type(self)(other.definition, other.groups, other.cells)])

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same rows, to the bit."""
        if not isinstance(other, WindowedStates):
            return NotImplemented
        same = self.definition.to_dict() == other.definition.to_dict() and self.groups == other.groups
        return same and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]

    # -- windows and groups ---------------------------------------------------------------------------------------

    @property
    def windows(self) -> tuple[datetime, ...]:
        """The beginnings of the windows that hold rows, in UTC; none where the table has no time."""
        if self.definition.window is None:
            return ()
        return tuple(self._start(number) for number in np.unique(self._numbers()).tolist())

    @property
    def numbers(self) -> set[int]:
        """The numbers of the windows that hold rows."""
        return set(np.unique(self._numbers()).tolist())

    def _numbers(self) -> Any:
        return self.cells.key >> (GROUP_BITS + self.definition.cell_bits)

    def _start(self, number: int) -> datetime:
        """The time at which a window begins, as near as a calendar of the years 1 to 9999 has it."""
        since = number * (self.definition.window or 0)
        return _EPOCH + timedelta(microseconds=min(max(since, FIRST_STAMP), LAST_STAMP))

    @property
    def span(self) -> tuple[datetime, datetime] | None:
        """The beginning of the first window and the end of the last; None without windows."""
        if self.definition.window is None or not len(self.cells.key):
            return None
        shift = GROUP_BITS + self.definition.cell_bits
        first, last = (int(self.cells.key[place]) >> shift for place in (0, -1))
        return self._start(first), self._start(last + 1)

    def window(self, first: When, last: When | None = None) -> Self:
        """
        Return the rows of some windows.

        Parameters
        ----------
        first : str, date or datetime
            A length such as ``"7d"``: the last seven days of the table. Else the time from which on.
        last : str, date or datetime, optional
            The time up to which; a date means the whole day. Both ends must lie between windows.

        Raises
        ------
        OptionError
            If the table has no windows, a window would be cut in two, or the end is not after the beginning.
        """
        width = self._width()
        if last is None and isinstance(first, str) and first[:1].isdigit() and first[-1:].isalpha():
            return self.trailing(first)
        start = _stamp(first, "the beginning")
        end = None if last is None else _stamp(last, "the end", whole_day=True)
        for stamp in (start, end):
            if stamp is not None and stamp % width:
                msg = f"windows of {width_text(width)} cannot be cut at {_EPOCH + timedelta(microseconds=stamp)}."
                raise OptionError(msg)
        if end is not None and end <= start:
            msg = f"a window ends after it begins, which from {first} to {last} it does not."
            raise OptionError(msg)
        return self.between(start // width, None if end is None else end // width)

    def trailing(self, length: str, *, before: int | None = None) -> Self:
        """Return the last windows that together have this length; `before`: those that end before that window."""
        end = self.last_number + 1 if before is None else before
        return self.between(end - self.windows_in(length), end)

    def windows_in(self, length: str) -> int:
        """
        Return how many windows a length has.

        Raises
        ------
        OptionError
            If that is no whole number.
        """
        width, asked = self._width(), width_of(length)
        if asked % width:
            msg = f"{length!r} is no whole number of windows of {width_text(width)}."
            raise OptionError(msg)
        return asked // width

    @property
    def last_number(self) -> int:
        """The number of the last window that holds rows."""
        self._width()
        if not len(self.cells.key):
            msg = "the table holds no row: it has no last window."
            raise OptionError(msg)
        return int(self.cells.key[-1]) >> (GROUP_BITS + self.definition.cell_bits)

    def _width(self) -> int:
        if self.definition.window is None:
            msg = "this table has no windows: open the store with time= and window=."
            raise OptionError(msg)
        return self.definition.window

    def between(self, first: int, end: int | None) -> Self:
        """Return the windows with these numbers, `end` not among them."""
        shift = GROUP_BITS + self.definition.cell_bits
        most = int(self.cells.key[-1] >> shift) + 1 if len(self.cells.key) else first
        stop = most if end is None else min(end, most)
        low = max(first, -(1 << (62 - shift)))
        ends = np.array([low, max(stop, low)], np.int64) << shift
        return type(self)(self.definition, self.groups, self.cells.taken(slice(*np.searchsorted(self.cells.key, ends))))

    def where(self, **groups: Any) -> Self:
        """
        Return the rows of some groups.

        Parameters
        ----------
        **groups
            A value, or a list of values, of a column of `by`: ``where(country=["FI", "SE"])``.

        Raises
        ------
        OptionError
            If the table has no such column or group.
        """
        wanted = list(range(len(self.groups)))
        for name, value in groups.items():
            if name not in self.definition.by:
                msg = f"the groups of this table are by {', '.join(self.definition.by) or 'nothing'}, not by {name!r}."
                raise OptionError(msg)
            place = self.definition.by.index(name)
            texts = {
                None if one is None else str(one) for one in (value if isinstance(value, (list, tuple)) else [value])
            }
            known = {group[place] for group in self.groups}
            for text in texts - known:
                msg = f"no row has {name} {text!r}.{did_you_mean(text or '', [one for one in known if one])}"
                raise OptionError(msg)
            wanted = [number for number in wanted if self.groups[number][place] in texts]
        chosen = np.zeros(len(self.groups) + 1, np.bool_)
        chosen[wanted] = True
        numbers = (self.cells.key >> self.definition.cell_bits) & _GROUPS
        return type(self).of(self.definition, self.groups, self.cells.taken(chosen[numbers]))

    def __getitem__(self, group: Any) -> Self:
        """Return the rows of one group, by its values of the columns of `by`."""
        values = group if isinstance(group, tuple) else (group,)
        if len(values) != len(self.definition.by):
            msg = f"a group has a value for each of {', '.join(self.definition.by) or 'no column'}, not {group!r}."
            raise OptionError(msg)
        return self.where(**dict(zip(self.definition.by, values, strict=True)))

    # -- states ---------------------------------------------------------------------------------------------------

    def states(self) -> CountedStates:
        """Return the states of all rows: ``counts``, ``curve``, ``losses``, as far as they were counted."""
        bits = self.definition.cell_bits
        return CountedStates(self.definition, self.cells.under(bits, 1 << bits))

    def by_group(self) -> Mapping[Group, CountedStates]:
        """Return the states of each group that holds rows."""
        bits = self.definition.cell_bits
        size = bits + max(len(self.groups) - 1, 0).bit_length()
        every = self.cells.under(bits + GROUP_BITS, 1 << size)
        return {self.groups[number]: states for number, states in self._split(every, bits)}

    def by_window(self) -> Mapping[datetime, CountedStates]:
        """Return the states of each window that holds rows."""
        return {self._start(number): states for number, states in self.by_number().items()}

    def by_number(self) -> Mapping[int, CountedStates]:
        """Return the states of each window, by its number."""
        self._width()
        shift = GROUP_BITS + self.definition.cell_bits
        numbers = np.unique(self._numbers())
        ends = np.searchsorted(self.cells.key, np.append(numbers, numbers[-1:] + 1) << shift)
        return {
            number: type(self)(self.definition, self.groups, self.cells.taken(slice(start, end))).states()
            for number, start, end in zip(numbers.tolist(), ends[:-1], ends[1:], strict=True)
        }

    def _split(self, cells: LongCells, bits: int) -> Iterator[tuple[int, CountedStates]]:
        """Cells that stand under a number and a place: those of each number."""
        numbers = cells.key >> bits
        if not len(numbers):
            return
        first = np.flatnonzero(np.diff(numbers, prepend=numbers[:1] - 1))
        for start, end in zip(first.tolist(), [*first[1:].tolist(), len(numbers)], strict=True):
            here = cells.taken(slice(start, end))
            own = LongCells(here.key & ((1 << bits) - 1), here.rows, here.low, here.high)
            yield int(numbers[start]), CountedStates(self.definition, own)

    @property
    def n(self) -> int:
        """How many rows were counted."""
        return self.states().n

    def __repr__(self) -> str:
        """The size, not the numbers."""
        span = self.span
        when = "" if span is None else f", {span[0]:%Y-%m-%d %H:%M} to {span[1]:%Y-%m-%d %H:%M}"
        several = f"{len(self.groups)} groups, " if self.definition.by else ""
        return f"<StateTable of {self.n:,} rows: {several}{len(self.cells.key):,} cells{when}>"


_W = TypeVar("_W", bound=WindowedStates)


def added(tables: Sequence[_W]) -> _W:
    """Add tables of one definition."""
    first = tables[0]
    groups: dict[Group, int] = {}
    parts = []
    for table in tables:
        first.definition.require_same(table.definition)
        place = [groups.setdefault(group, len(groups)) for group in table.groups]
        own = place == list(range(len(place)))
        if len(groups) > 1 << GROUP_BITS:
            msg = f"these tables have more than {1 << GROUP_BITS:,} groups together, which is the most that one holds."
            raise MergeError(msg)
        parts.append(table.cells if own else _moved(table, np.array(place, np.int64)))
    return type(first).of(first.definition, tuple(groups), LongCells.joined(parts))


def _moved(table: WindowedStates, place: Any) -> LongCells:
    """The cells with other numbers of their groups."""
    bits = table.definition.cell_bits
    numbers = (table.cells.key >> bits) & _GROUPS
    key = table.cells.key + ((place[numbers] - numbers) << bits)
    order = np.argsort(key, kind="stable")
    moved = LongCells(key, table.cells.rows, table.cells.low, table.cells.high)
    return moved.taken(order)


def _renumbered(definition: Definition, cells: LongCells, order: Sequence[int]) -> LongCells:
    """The cells with groups in another order, and without those that hold no row."""
    if list(order) == list(range(len(order))):
        return cells
    place = np.zeros(max(order) + 1, np.int64)
    place[list(order)] = np.arange(len(order))
    return _moved(WindowedStates(definition, (), cells), place)


def _sortable(group: Group) -> tuple[tuple[bool, str], ...]:
    return tuple((value is not None, value or "") for value in group)


def _stamp(when: When, what: str, *, whole_day: bool = False) -> int:
    """Microseconds since 1970; of a date as an end the end of that day."""
    day = (isinstance(when, date) and not isinstance(when, datetime)) or (isinstance(when, str) and len(when) <= 10)
    found = int(microseconds([when], what)[0])
    return found + (86_400 * 1_000_000 if day and whole_day else 0)
