"""States by window and group in one long table, also as one Parquet file."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.errors import DataFileError, MergeError, MissingDependencyError, OptionError, StateFormatError
from concordant.metrics.definition.kinds import DECISIONS, LABELS, LOSSES, SCORES
from concordant.metrics.definition.metric import Metric
from concordant.monitoring.batches import FIRST_STAMP, LAST_STAMP, Group, microseconds
from concordant.monitoring.cells import FixedSums, Ints, LongCells, added_up, distinct_below, packed
from concordant.monitoring.definition import GROUP_BITS, LOSS_CELLS, Definition
from concordant.names import did_you_mean
from concordant.sources.frames import width_of, width_text
from concordant.states import BucketCurve, Counts, Moments

if TYPE_CHECKING:
    import polars as pl


# A table of states as one Parquet file, and back: any tool can read it and add it up.
#
# ``SELECT state, cell, class, SUM(rows), MIN(low), MAX(high) ... GROUP BY state, cell, class`` merges tables. The
# metadata of the file hold what was counted, who wrote it, a sum of all rows and a CRC of the content.


VERSION = 2  # version 1 is the JSON of single states
_KEY = "concordant"
_STATES = ("missing", "labels", "scores", "losses")
_NO_CLASS = -1


def table_bytes(table: WindowedStates, more: Mapping[str, Any]) -> bytes:
    """Return the Parquet file of a table; `more` goes into its metadata."""
    pl = _polars()
    table = type(table).of(table.definition, table.groups, table.cells)  # without groups that hold no row
    definition, cells = table.definition, table.cells
    state, cell, code = _places(definition, cells.key & ((1 << definition.cell_bits) - 1))
    group = (cells.key >> definition.cell_bits) & ((1 << GROUP_BITS) - 1)
    frame: dict[str, Any] = {}
    if definition.window is not None:
        number = cells.key >> (GROUP_BITS + definition.cell_bits)
        for name, starts in (("window_start", number), ("window_end", number + 1)):
            frame[name] = pl.Series(starts * definition.window).cast(pl.Datetime("us", "UTC"))
    for index, name in enumerate(definition.by):
        texts = pl.Series([values[index] for values in table.groups], dtype=pl.String)
        frame[name] = texts.gather(group) if len(texts) else pl.Series([], dtype=pl.String)
    names = pl.Series(_STATES, dtype=pl.String)
    frame["state"] = names.gather(state) if len(state) else pl.Series([], dtype=pl.String)
    frame["cell"], frame["rows"] = cell, cells.rows
    frame["class"] = pl.Series(code, dtype=pl.Int16).replace(_NO_CLASS, None)
    of_scores = cells.low <= cells.high
    for name, values in (("low", cells.low), ("high", cells.high)):
        frame[name] = pl.Series(np.where(of_scores, values, np.nan)).fill_nan(None)
    order = [*definition.by, "state", "cell", "class", "rows", "low", "high"]
    order = [*(["window_start", "window_end"] if definition.window is not None else []), *order]
    meta = {
        "format": "concordant table of states",
        "version": VERSION,
        "definition": definition.to_dict(),
        "cells": len(cells.key),
        "sum": int(cells.rows.sum()),
        **more,
    }
    meta["meta_crc"] = _crc_of_text(meta)
    text = json.dumps({**meta, "crc": _crc(table, meta)})
    out = BytesIO()
    pl.DataFrame({name: frame[name] for name in order}).write_parquet(out, metadata={_KEY: text}, statistics=True)
    return out.getvalue()


def table_of_bytes(data: bytes, name: str) -> tuple[WindowedStates, dict[str, Any]]:
    """
    Read the Parquet file of a table.

    Returns
    -------
    WindowedStates, dict
        The table, and the metadata beside it.

    Raises
    ------
    DataFileError
        If the file is damaged; the message has its `name`.
    StateFormatError
        If it is of a later version.
    """
    pl = _polars()
    try:
        text = pl.read_parquet_metadata(BytesIO(data)).get(_KEY)
        frame = pl.read_parquet(BytesIO(data))
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, MemoryError)):
            raise
        msg = f"{name} is damaged: it is no whole Parquet file ({str(error).splitlines()[0]})."
        raise DataFileError(msg) from error
    meta = _meta(text, name)
    definition = Definition.from_dict(meta["definition"])
    try:
        table = _table(frame, definition)
    except (pl.exceptions.PolarsError, KeyError, ValueError, TypeError) as error:
        raise DataFileError(f"{name} is damaged: its columns are not those of a table of states ({error}).") from error
    crc = meta.pop("crc", None)
    if meta["cells"] != len(table.cells.key) or meta["sum"] != int(table.cells.rows.sum()):
        msg = f"{name} is damaged: it should hold {meta['cells']:,} cells, and holds {len(table.cells.key):,}."
        raise DataFileError(msg)
    if crc != _crc(table, meta):
        raise DataFileError(f"{name} is damaged: its content does not have the CRC that it was written with.")
    return table, meta


def _meta(text: Any, name: str) -> dict[str, Any]:
    try:
        meta = json.loads(text)
        version = meta["version"]
        held = meta["format"] == "concordant table of states" and {"definition", "cells", "sum"} <= meta.keys()
    except (TypeError, ValueError, KeyError) as error:
        raise DataFileError(f"{name} is no table of states: its metadata do not say what it holds.") from error
    if "meta_crc" in meta and meta["meta_crc"] != _crc_of_text(meta):  # the stored example has none
        raise DataFileError(f"{name} is damaged: its metadata do not have the CRC that they were written with.")
    if not held or type(version) is not int:
        raise DataFileError(f"{name} is no table of states: its metadata lack a part.")
    if version > VERSION:
        msg = f"{name} is of format {version}, and this version of Concordant reads up to {VERSION}: update it."
        raise StateFormatError(msg)
    return dict(meta)


def _table(frame: pl.DataFrame, definition: Definition) -> WindowedStates:
    """Columns become cells; those that are not known are ignored."""
    starts, pl = definition.starts, _polars()
    kinds = {name: place for place, name in enumerate(_STATES)}
    state = frame["state"].cast(pl.Enum(_STATES)).to_physical().to_numpy().astype(np.int64)
    cell, code = frame["cell"].to_numpy(), frame["class"].fill_null(0).to_numpy().astype(np.int64)
    begins = np.array([starts.get(name, -1) for name in _STATES], np.int64)[state]
    per = np.array([1, 1, definition.classes, 1], np.int64)[state]
    offset = np.where(state == kinds["losses"], code * LOSS_CELLS, np.where(state == kinds["scores"], code, 0))
    place = begins + cell * per + offset
    if len(place) and (begins.min() < 0 or place.min() < 0 or place.max() >= starts["end"]):
        raise ValueError("a cell is none of its definition")
    numbers, groups = _groups(frame, definition)
    window: Any = 0
    if definition.window is not None:
        window = frame["window_start"].dt.timestamp("us").to_numpy() // definition.window
    key = packed(definition, window, numbers, place)
    rows = frame["rows"].to_numpy()
    low = frame["low"].fill_null(np.inf).to_numpy()
    high = frame["high"].fill_null(-np.inf).to_numpy()
    cells = LongCells(key, rows, low, high)
    if not (np.diff(key) > 0).all():  # the groups were in another order, or another tool has sorted the rows
        cells = added_up(cells)
    return WindowedStates.of(definition, groups, cells)


def _groups(frame: pl.DataFrame, definition: Definition) -> tuple[Any, tuple[Group, ...]]:
    if not definition.by or not frame.height:
        return 0, (() if not frame.height else ((),))
    pl = _polars()
    indices: Any = np.zeros(frame.height, np.int64)
    groups: list[Group] = [()]
    for name in definition.by:
        occurring = frame[name].drop_nulls().unique(maintain_order=True)
        codes = frame[name].cast(pl.Enum(occurring)).to_physical().cast(pl.Int64).fill_null(len(occurring)).to_numpy()
        texts = [*occurring.to_list(), None]  # missing values come last
        distinct, indices = distinct_below(indices * len(texts) + codes, len(groups) * len(texts))
        every = [(*group, text) for group in groups for text in texts]
        groups = [every[index] for index in distinct.tolist()]
    return indices, tuple(groups)


def _places(definition: Definition, cell: Ints) -> tuple[Ints, Ints, Ints]:
    """The state of each cell (as a number), its place there, and its class."""
    starts = definition.starts
    state, place, code = np.zeros_like(cell), cell.copy(), np.full_like(cell, _NO_CLASS)
    for number, name in enumerate(_STATES):
        if name in starts:
            here = cell >= starts[name]
            state[here], place[here] = number, cell[here] - starts[name]
    scores, losses = state == _STATES.index("scores"), state == _STATES.index("losses")
    code[scores], place[scores] = place[scores] % definition.classes, place[scores] // definition.classes
    code[losses], place[losses] = place[losses] // LOSS_CELLS, place[losses] % LOSS_CELLS
    return state, place, code


def _crc(table: WindowedStates, meta: Mapping[str, Any]) -> int:
    """The CRC-32 of what a file holds."""
    crc = zlib.crc32(json.dumps([meta, table.groups], sort_keys=True).encode())
    for part in (table.cells.key, table.cells.rows, table.cells.low, table.cells.high):
        crc = zlib.crc32(np.ascontiguousarray(part.astype(part.dtype.newbyteorder("<"))).tobytes(), crc)
    return crc


def _crc_of_text(meta: Mapping[str, Any]) -> int:
    """The CRC-32 of the metadata alone, which says whether a version that nobody knows was written so."""
    own = {name: value for name, value in meta.items() if name not in ("crc", "meta_crc")}
    return zlib.crc32(json.dumps(own, sort_keys=True).encode())


def _polars() -> Any:
    try:
        import polars as pl
    except ModuleNotFoundError as error:
        msg = 'tables of states are written and read by Polars: pip install "concordant[cli]".'
        raise MissingDependencyError(msg) from error
    return pl


_KINDS = {LABELS: "labels", SCORES: "scores", LOSSES: "probabilities"}


@dataclass(frozen=True)
class CountedStates:
    """
    What was counted of some rows. `StateTable` makes it.

    Attributes
    ----------
    definition : Definition
    cells : LongCells
        Keys are places of cells alone, as `Definition.starts` lays them out.
    """

    definition: Definition
    cells: LongCells

    def _of(self, kind: str, size: int) -> npt.NDArray[np.int64]:
        """The numbers of a kind of cells, as a table of all of them."""
        rows = np.zeros(size, np.int64)
        start = self.definition.starts[kind]
        cells = slice(*np.searchsorted(self.cells.key, (start, start + size)))
        rows[self.cells.key[cells] - start] = self.cells.rows[cells]
        return rows

    @cached_property
    def missing(self) -> int:
        """How many rows were dropped, as they lack a value."""
        return int(self._of("missing", 1)[0])

    @cached_property
    def n(self) -> int:
        """How many rows were counted."""
        if self.definition.y_pred is not None:
            return int(self._label_table.sum())
        return int(self.buckets.weights.sum())

    @cached_property
    def _label_table(self) -> npt.NDArray[np.int64]:
        size = len(self.definition.labels or ())
        return self._of("labels", self.definition.classes * size).reshape(self.definition.classes, size)

    @property
    def predicted(self) -> npt.NDArray[np.int64] | None:
        """How often each label was predicted; None without a column of predictions."""
        return None if self.definition.y_pred is None else np.asarray(self._label_table.sum(0))

    @property
    def true(self) -> npt.NDArray[np.int64] | None:
        """How often each label was true; None without a truth."""
        if self.definition.y_true is None:
            return None
        return np.asarray(self.buckets.weights.sum(0) if self.definition.y_pred is None else self._label_table.sum(1))

    @cached_property
    def counts(self) -> Counts | None:
        """The table of labels; of scores without predicted labels the one of a cut at 0.5."""
        definition = self.definition
        if definition.y_true is None or definition.labels is None:
            return None
        if definition.y_pred is not None:
            return Counts(self._label_table, definition.labels, missing=self.missing)
        if definition.scale != "probability":
            return None
        buckets = self.buckets
        above = buckets.low >= 0.5  # no bucket lies on both sides
        table = np.stack([buckets.weights[~above].sum(0), buckets.weights[above].sum(0)], axis=1)
        return Counts(table, definition.labels, missing=self.missing)

    @cached_property
    def buckets(self) -> BucketCurve:
        """The scores in buckets; without a truth as if of one class."""
        definition = self.definition
        if definition.y_score is None:
            raise OptionError("no scores were counted: the table has no y_score.")
        key, classes, start = definition.score_key, definition.classes, definition.starts["scores"]
        end = start + (key.highest - key.lowest + 1) * classes
        cells = slice(*np.searchsorted(self.cells.key, (start, end)))
        cell = self.cells.key[cells] - start
        bucket, code = cell // classes, cell % classes
        first = np.flatnonzero(np.diff(bucket, prepend=bucket[:1] - 1))
        weights = np.zeros((len(first), 2), np.int64)
        row = np.repeat(np.arange(len(first)), np.diff(first, append=len(bucket)))
        weights[row, code] = self.cells.rows[cells]
        if len(first):
            low = np.minimum.reduceat(self.cells.low[cells], first)
            high = np.maximum.reduceat(self.cells.high[cells], first)
        else:
            low = high = np.zeros(0)
        names = (0, 1) if definition.y_true is None else definition.labels or (0, 1)
        parts = (bucket[first] + key.lowest, weights, low, high)
        buckets, weights, low, high = (np.ascontiguousarray(part[::-1]) for part in parts)
        return BucketCurve(buckets, weights, low, high, names, key, missing=self.missing)

    @property
    def curve(self) -> BucketCurve | None:
        """The scores of both classes in buckets; None without a truth or a score."""
        return None if None in (self.definition.y_true, self.definition.y_score) else self.buckets

    @cached_property
    def loss_sums(self) -> FixedSums | None:
        """The sums of losses of probabilities; None where there are none."""
        if "losses" not in self.definition.starts:
            return None
        return FixedSums(self._of("losses", 2 * LOSS_CELLS).reshape(2, LOSS_CELLS), self.buckets.weights.sum(0))

    @cached_property
    def losses(self) -> Mapping[str, Moments]:
        """The moments of the losses of probabilities, by name; empty where there are none."""
        labels = self.definition.labels
        return {} if self.loss_sums is None or labels is None else self.loss_sums.moments(labels, self.missing)

    def state_of(self, metric: Metric) -> Any:
        """
        Return the state that a metric is taken of.

        Raises
        ------
        OptionError
            If the table does not hold it; the message says what it holds.
        """
        state: Any = None
        if metric.kind is LABELS:
            state = self.counts
        elif metric.kind is SCORES:
            state = self.curve
        elif metric.kind is LOSSES:
            state = next((self.losses[name] for name in self.losses if metric.loss.startswith(name)), None)
        if state is None:
            held = [
                name for name, states_of in (("labels", self.counts), ("scores", self.curve)) if states_of is not None
            ]
            held += ["squared loss and log loss of probabilities"] if self.losses else []
            needs = "decision values" if metric.kind is DECISIONS else metric.facts.input
            raise OptionError(
                f"{metric.name} is a metric of {_KINDS.get(metric.kind, needs)}, and this table holds no state for it; "
                f"it holds {', '.join(held) or 'no truth'}."
            )
        return state


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
        occurs = np.zeros(len(groups), np.bool_)
        numbers = (cells.key >> definition.cell_bits) & _GROUPS
        occurs[numbers] = True
        order = sorted(np.flatnonzero(occurs).tolist(), key=lambda number: sortable(groups[number]))
        if order != list(range(len(order))):
            position = np.zeros(max(order) + 1, np.int64)
            position[order] = np.arange(len(order))
            cells = _moved(WindowedStates(definition, (), cells), position)
        return cls(definition, tuple(groups[number] for number in order), cells)

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
        same = self.definition.counted == other.definition.counted and self.groups == other.groups
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
                before = stamp - stamp % width
                stamps = (_EPOCH + timedelta(microseconds=one) for one in (stamp, before, before + width))
                at, first_start, second_start = (f"{one:%Y-%m-%d %H:%M:%S}" for one in stamps)
                raise OptionError(
                    f"windows of {width_text(width)} cannot be cut at {at} UTC: the nearest begin at {first_start} "
                    f"and at {second_start} UTC."
                )
        if end is not None and end <= start:
            raise OptionError(f"a window ends after it begins, which from {first} to {last} it does not.")
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
        width, total = self._width(), width_of(length)
        if total % width:
            raise OptionError(f"{length!r} is no whole number of windows of {width_text(width)}.")
        return total // width

    @property
    def last_number(self) -> int:
        """The number of the last window that holds rows."""
        self._width()
        if not len(self.cells.key):
            raise OptionError("the table holds no row: it has no last window.")
        return int(self.cells.key[-1]) >> (GROUP_BITS + self.definition.cell_bits)

    def _width(self) -> int:
        if self.definition.window is None:
            raise OptionError("this table has no windows: open the store with time= and window=.")
        return self.definition.window

    def between(self, first: int, end: int | None) -> Self:
        """Return the windows with these numbers, `end` not among them."""
        shift = GROUP_BITS + self.definition.cell_bits
        most = int(self.cells.key[-1] >> shift) + 1 if len(self.cells.key) else first
        stop = most if end is None else min(end, most)
        low = max(first, -(1 << (62 - shift)))
        ends = np.array([low, max(stop, low)], np.int64) << shift
        return type(self)(self.definition, self.groups, self.cells.taken(slice(*np.searchsorted(self.cells.key, ends))))

    def joined(self, windows: int, end: int) -> Self:
        """Join so many windows to one, up to the window `end`, which counts as the first of 1970."""
        shift = GROUP_BITS + self.definition.cell_bits
        number = (self._numbers() - end) // windows
        key = (number << shift) | (self.cells.key & ((1 << shift) - 1))
        cells = added_up(LongCells(key, self.cells.rows, self.cells.low, self.cells.high))
        return type(self)(replace(self.definition, window=self._width() * windows), self.groups, cells)

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
        return CountedStates(self.definition, self.cells.under(self.definition.cell_bits))

    def by_group(self) -> Mapping[Group, CountedStates]:
        """Return the states of each group that holds rows."""
        bits = self.definition.cell_bits
        each = self._by(self.cells.under(bits + GROUP_BITS), bits)
        return {self.groups[number]: states for number, states in each.items()}

    def by_window(self) -> Mapping[datetime, CountedStates]:
        """Return the states of each window that holds rows."""
        return {self._start(number): states for number, states in self.by_number().items()}

    def by_number(self) -> Mapping[int, CountedStates]:
        """Return the states of each window, by its number."""
        self._width()
        return self._by(self.cells, GROUP_BITS + self.definition.cell_bits)

    def _by(self, cells: LongCells, bits: int) -> Mapping[int, CountedStates]:
        """Return the states of each number that stands in the keys of cells, in order, above so many bits."""
        numbers, first = np.unique(cells.key >> bits, return_index=True)
        parts = (cells.taken(slice(*ends)) for ends in pairwise([*first.tolist(), len(cells.key)]))
        states = (CountedStates(self.definition, part.under(self.definition.cell_bits)) for part in parts)
        return dict(zip(numbers.tolist(), states, strict=True))

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
        numbers = [groups.setdefault(group, len(groups)) for group in table.groups]
        own = numbers == list(range(len(numbers)))
        if len(groups) > 1 << GROUP_BITS:
            msg = f"these tables have more than {1 << GROUP_BITS:,} groups together, which is the most that one holds."
            raise MergeError(msg)
        parts.append(table.cells if own else _moved(table, np.array(numbers, np.int64)))
    return type(first).of(first.definition, tuple(groups), LongCells.joined(parts))


def _moved(table: WindowedStates, position: Any) -> LongCells:
    """The cells with other numbers of their groups."""
    bits = table.definition.cell_bits
    numbers = (table.cells.key >> bits) & _GROUPS
    key = table.cells.key + ((position[numbers] - numbers) << bits)
    return added_up(LongCells(key, table.cells.rows, table.cells.low, table.cells.high))


def sortable(group: Group) -> tuple[tuple[bool, str], ...]:
    """Return a key that sorts groups, those with missing values first."""
    return tuple((value is not None, value or "") for value in group)


def _stamp(when: When, what: str, *, whole_day: bool = False) -> int:
    """Microseconds since 1970; of a date as an end the end of that day."""
    day = (isinstance(when, date) and not isinstance(when, datetime)) or (isinstance(when, str) and len(when) <= 10)
    stamp = int(microseconds([when], what)[0])
    return stamp + (86_400 * 1_000_000 if day and whole_day else 0)
