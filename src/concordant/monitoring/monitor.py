"""`Monitor`: count batches once each; `StateTable`, the states of every window and group."""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from dataclasses import replace
from numbers import Real
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Self

from concordant.errors import OptionError, StaleWriterError
from concordant.inputs.rows import refuse_missing
from concordant.monitoring.batches import Accumulator, columns_of
from concordant.monitoring.changes import Against, ChangeReport, compare_windows
from concordant.monitoring.definition import Definition
from concordant.monitoring.page import TaskOfLabels, page_of
from concordant.monitoring.store import (
    At,
    Epoch,
    checked,
    end_of_closed,
    epochs_in,
    folder_of,
    known_definition,
    make_folder,
    path_of,
    place_of,
    read_store,
    read_writer,
    remove,
    sweep,
    write_new,
    writers_in,
    writing,
)
from concordant.monitoring.windowed_states import When, WindowedStates, added, table_bytes
from concordant.sources.frames import width_of
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    from concordant.report import Evaluation


_KEPT = 2  # epochs of a writer


class Monitor:
    """
    Counts batches of rows into a store of states. `Monitor.open` makes it.

    Each writer has a folder of its own in the store, in which no other may write. A checkpoint writes all that the
    writer has counted, with the positions of its streams, as one file: after a crash counting goes on from the last
    checkpoint, and what is delivered again is skipped.

    Attributes
    ----------
    path : Path
        The folder of the store.
    definition : Definition
        What is counted.
    writer : str
        The name of this writer.
    late_rows : int
        How many rows came after `compact` had closed their window. They are counted like all others.

    Examples
    --------
    >>> import tempfile
    >>> from concordant import Monitor
    >>> folder = tempfile.mkdtemp()
    >>> with Monitor.open(folder, y_true="truth", y_pred="label", labels=["no", "yes"]) as live:
    ...     batch = {"truth": ["no", "yes", "yes"], "label": ["no", "yes", "no"]}
    ...     live.update(batch, at=("log", 0)), live.update(batch, at=("log", 0)), live.update(batch, at=("log", 3))
    (3, 0, 3)
    >>> Monitor.open(folder).table().states().counts.table.tolist()
    [[2, 0], [2, 2]]
    """

    def __init__(self, path: Path, definition: Definition, writer: str, epoch: Epoch, **settings: Any) -> None:
        self.path, self.definition, self.writer = path, definition, writer
        self._missing: Missing = settings["missing"]
        self._every: tuple[int, float] = settings["every"]
        self._folder = folder_of(path, writer)
        self._epoch, self._session = epoch, token_hex(8)
        self._attempted: set[int] = settings["present"]  # epochs that are no other process's
        self._positions = epoch.positions.copy()
        self._restart(epoch.table)
        self._unsaved, self._noted, self._saved_at, self._swept = 0, False, clock.monotonic(), False
        self.late_rows = epoch.late_rows
        self._closed_before = settings["closed_before"]

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        y_true: str | None = None,
        y_pred: str | None = None,
        y_score: str | None = None,
        labels: Sequence[Label] | None = None,
        by: str | Sequence[str] | None = None,
        time: str | None = None,
        window: str | None = None,
        scale: Any = "probability",
        bits: int = 8,
        writer: str = "main",
        missing: Missing = "raise",
        checkpoint_rows: int = 1_000_000,
        checkpoint_seconds: float = 60.0,
        skip_damaged: bool = False,
        time_format: str | None = None,
    ) -> Self:
        """
        Open a store, or make it.

        Parameters
        ----------
        path : str or Path
            The folder of the store.
        y_true, y_pred, y_score, labels, by, time, window, scale, bits
            What is counted, as in `StateTable.from_rows`; left out for a store that exists.
        writer : str
            The name of this writer. Processes that write at the same time need different names.
        missing : {"raise", "drop"}
            What to do with rows that lack a truth, a prediction or a score. Dropped ones are counted.
        checkpoint_rows, checkpoint_seconds : int, float
            `update` writes a checkpoint after so many rows, or after so much time.
        skip_damaged : bool
            Go on from the epoch before a damaged one.
        time_format : str, optional
            How the text of a time is written, such as ``"%d.%m.%Y %H:%M"``, as `datetime.strptime` takes it. The store
            keeps it. Default: ISO 8601.

        Raises
        ------
        MergeError
            If the store counts something else.
        DataFileError
            If the latest epoch is damaged, or the folder cannot be made.
        """
        store = place_of(path)
        refuse_missing([], missing)
        columns: dict[str, Any] = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score, "labels": labels, "by": by}
        columns |= {"time": time, "window": window}
        every = _checked_every(checkpoint_rows, checkpoint_seconds)
        folder = folder_of(store, writer)
        stored = known_definition(store, skip_damaged=skip_damaged)
        if stored is not None and all(value is None for value in columns.values()):
            definition = stored
        else:
            definition = Definition.of(**columns, scale=scale, bits=bits, time_format=time_format)
            if stored is not None:
                stored.require_same(definition, store=store)
        if stored is not None:
            definition = replace(definition, time_format=time_format or stored.time_format)
        with writing(folder):
            make_folder(folder)
        present = set(epochs_in(folder))  # before the latest is read: what comes later is of another process
        epoch, whole = read_writer(folder, skip_damaged=skip_damaged)
        closed = end_of_closed(folder, epoch) if whole is not None and definition.window is not None else None
        settings: Any = {"missing": missing, "every": every, "closed_before": closed, "present": present}
        return cls(store, definition, writer, epoch, **settings)

    # -- counting -------------------------------------------------------------------------------------------------

    def update(self, batch: Any, *, at: At | None = None) -> int:
        """
        Count a batch of rows.

        Parameters
        ----------
        batch : eager data frame, mapping of columns, or list of mappings
        at : tuple of str and int, optional
            Where the batch stands in its stream: the stream, and the number of its first row. What was counted already
            is skipped. Without it every row is counted as new.

        Returns
        -------
        int
            How many rows were new.

        Raises
        ------
        GapError
            If rows are missing before the batch; nothing is counted then.
        InputError
            If the batch cannot be read; nothing of it is counted then.
        """
        skip = 0
        if at is not None:
            columns = columns_of(batch, self.definition.columns)
            size = len(columns[self.definition.columns[0]])
            skip = self._positions.skipped(checked(at), size)
            if skip == size:
                return 0
            batch = columns
        closed = self._closed_before
        rows, late = self._open.count(batch, self._missing, skip, closed_before=closed)
        self.late_rows += late
        if at is not None:
            self._positions.advance(at, skip + rows)
        self._unsaved += rows
        if self._unsaved >= self._every[0] or clock.monotonic() - self._saved_at >= self._every[1]:
            self.checkpoint()
        return rows

    def position(self, stream: str) -> int | None:
        """Return the number of the next row of a stream; None if nothing of it was counted."""
        return self.streams.get(stream)

    def skip_to(self, stream: str, number: int) -> None:
        """Take it that rows of a stream before this number do not exist, as in a log that is compacted: no gap then."""
        self._positions.skip_to(*checked((stream, number)))

    def mark_of(self, stream: str) -> str | None:
        """Return what was noted of a stream by `mark`; None if nothing was."""
        return self._positions.marks.get(stream)

    def mark(self, stream: str, text: str) -> None:
        """Note something of a stream, such as the size of a file; the next checkpoint writes it beside the states."""
        self._positions.marks[stream] = text
        self._noted = True

    @property
    def streams(self) -> dict[str, int]:
        """The number of the next row of each stream."""
        return {stream: ends[1] for stream, ends in self._positions.streams.items()}

    # -- writing --------------------------------------------------------------------------------------------------

    def checkpoint(self) -> None:
        """
        Write what was counted, so that a crash does not lose it.

        Raises
        ------
        DataFileError
            If it cannot be written, as on a full disk: all that was counted is still in memory, and the next checkpoint
            writes it.
        StaleWriterError
            If another process has written under this name.
        """
        if not self._unsaved and not self._noted and self._epoch.number:
            return
        self._commit(self._open_table(), self._epoch.closed)

    def _open_table(self) -> StateTable:
        """Return what is not in a file of closed windows."""
        return StateTable.counted(self._open)

    def _commit(self, table: StateTable, closed: tuple[str, ...]) -> None:
        """Write the next epoch: with its name it counts."""
        self._refuse_stale()
        number = max([self._epoch.number, *self._attempted]) + 1
        self._attempted.add(number)
        rest = (self._positions.copy(), closed, self.late_rows, self._session)
        epoch = Epoch(number, table, *rest)
        path = path_of(self._folder, number)
        with writing(path, f" {self._unsaved:,} rows are counted in memory alone; the next checkpoint writes them."):
            if not self._swept:  # not when it is opened: that may be to read what another process is writing
                sweep(self._folder)
                self._swept = True
            try:
                write_new(path, epoch.to_bytes(self.writer))
            except FileExistsError as error:
                raise self._stale(number) from error
        self._refuse_stale()
        self._epoch, self._unsaved, self._noted, self._saved_at = epoch, 0, False, clock.monotonic()
        old = [path for number, path in epochs_in(self._folder).items() if number < epoch.number]
        remove(old[_KEPT - 1 :])

    def _refuse_stale(self) -> None:
        """Raise if the folder has an epoch that this process neither read nor wrote."""
        newest = next(iter(epochs_in(self._folder)), 0)
        if newest > self._epoch.number and newest not in self._attempted:
            raise self._stale(newest)

    def _stale(self, number: int) -> StaleWriterError:
        return StaleWriterError(
            f"another process has written into {self.path} as writer {self.writer!r} since this one read it (file "
            f"{number}, and this one stands at {self._epoch.number}): give each process a name of its own, writer=, "
            "and start this one again."
        )

    def compact(self, *, keep: str | None = None) -> int:
        """
        Close windows: move them into one file that later checkpoints do not write again.

        Rows that come late for a closed window are still counted, and noted in `late_rows`. The files that the new one
        stands for are removed after the new one is on the disk.

        Parameters
        ----------
        keep : str, optional
            How much of the latest time stays open, such as ``"2d"``. Default: the last window.

        Returns
        -------
        int
            How many windows are closed now.
        """
        table = self.own_table()
        if table.definition.window is None:
            raise OptionError("a store without windows has none to close: open it with time= and window=.")
        self.checkpoint()
        if not len(table.cells.key):
            return 0
        width = table.definition.window
        open_windows = 1 if keep is None else -(-width_of(keep) // width)
        end = table.last_number + 1 - open_windows
        closed = table.between(-(1 << 62), end)
        if not len(closed.cells.key):
            return 0
        if len(self._epoch.closed) == 1 and not len(self._open_table().between(-(1 << 62), end).cells.key):
            return len(closed.windows)  # nothing new
        number = self._epoch.number + 1
        name = f"closed={number:09d}-{self._session}.parquet"
        path = self._folder / name
        with writing(path):
            write_new(path, table_bytes(closed, {"writer": self.writer, "closed": name}))
        still_open = table.between(end, None)
        before = self._epoch
        self._commit(StateTable.of(self.definition, still_open.groups, still_open.cells), (name,))
        self._restart(self._epoch.table)
        self._closed_before = end
        # Files of closed windows that no epoch names any more, and the epochs that did.
        remove([path for number, path in epochs_in(self._folder).items() if number <= before.number])
        remove([path for path in self._folder.glob("closed=*.parquet") if path.name not in self._epoch.closed])
        return len(closed.windows)

    def _restart(self, table: WindowedStates | None) -> None:
        """Go on from the open windows alone."""
        self._open = (
            Accumulator(self.definition) if table is None else Accumulator(self.definition, table.groups, table.cells)
        )

    def close(self) -> None:
        """Write a last checkpoint."""
        self.checkpoint()

    def __enter__(self) -> Self:
        """Open for a `with` block."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """
        Write a last checkpoint, also after an error: what was counted before it is right.

        Where nothing was counted before the error the store stays as it was: what it was to count may be the error.
        """
        if kind is None or (issubclass(kind, Exception) and self._unsaved):
            self.close()

    # -- reading --------------------------------------------------------------------------------------------------

    def own_table(self) -> StateTable:
        """Return all that this writer has counted, also what is not on the disk yet."""
        table = self._open_table()
        if not self._epoch.closed:
            return table
        closed = [StateTable.read(self._folder / name) for name in self._epoch.closed]
        return added([*closed, table])

    def table(self) -> StateTable:
        """Return all that was counted: by this writer until now, by others until their last checkpoint."""
        others = [name for name in writers_in(self.path) if name != self.writer]
        tables = [read_writer(folder_of(self.path, name))[1] for name in others]
        return added([self.own_table(), *(StateTable.like(table) for table in tables if table is not None)])

    def window(self, first: When, last: When | None = None) -> StateTable:
        """Return the rows of some windows, as `StateTable.window` does."""
        return self.table().window(first, last)

    def compare(self, window: str, *, against: Against = "previous", **asked: Any) -> ChangeReport:
        """Compare the last windows with a reference, as `compare_windows` does."""
        return compare_windows(self.table(), window, against=against, **asked)

    def __repr__(self) -> str:
        """Where it writes."""
        return f"<Monitor of {self.path}: writer {self.writer!r}, epoch {self._epoch.number}>"


def _checked_every(rows: int, seconds: float) -> tuple[int, float]:
    positive = isinstance(seconds, Real) and not isinstance(seconds, bool) and float(seconds) > 0
    if isinstance(rows, bool) or not isinstance(rows, int) or rows < 1 or not positive:
        raise OptionError(f"checkpoint_rows and checkpoint_seconds must be above 0, not {rows!r} and {seconds!r}.")
    return rows, float(seconds)


class StateTable(WindowedStates):
    """
    States of rows under windows of time and groups: numbers of rows in cells, in one long table.

    Adding tables, or the windows of one, adds whole numbers: no order of rows, batches, windows or writers changes a
    bit. No row is kept.

    Attributes
    ----------
    definition : Definition
        What was counted.
    groups : tuple of tuples
        The groups, one text for each column of `by`; None where it was missing.
    cells : LongCells

    Notes
    -----
    Two tables add if their definitions are equal, else `MergeError`.

    Examples
    --------
    >>> from concordant import StateTable, roc_auc
    >>> rows = {"truth": [0, 1, 1, 0], "score": [0.2, 0.8, 0.3, 0.4], "land": ["FI", "FI", "SE", "SE"]}
    >>> table = StateTable.from_rows(rows, y_true="truth", y_score="score", labels=[0, 1], by="land")
    >>> table.groups
    (('FI',), ('SE',))
    >>> roc_auc.of(table.states().curve), roc_auc.of(table.where(land="SE").states().curve)
    (0.75, 0.0)
    """

    # -- from data ------------------------------------------------------------------------------------------------

    @classmethod
    def from_rows(
        cls,
        rows: Any,
        *,
        y_true: str | None = None,
        y_pred: str | None = None,
        y_score: str | None = None,
        labels: Sequence[Label] | None = None,
        by: str | Sequence[str] | None = None,
        time: str | None = None,
        window: str | None = None,
        scale: Any = "probability",
        bits: int = 8,
        missing: Missing = "raise",
    ) -> Self:
        """
        Count the rows of a frame in memory.

        Parameters
        ----------
        rows : eager data frame, mapping of columns, or list of mappings
        y_true, y_pred, y_score : str
            Columns of the truth, of predicted labels, and of the score or probability of the second label. Without a
            truth only changes of predictions and scores can be seen.
        labels : sequence
            All labels in their order; needed where there is a column of labels.
        by : str or sequence of str, optional
            Columns that make groups. Values are told apart by their text.
        time, window : str, optional
            The column of the time of a row, and how long a window is: ``"15m"``, ``"1h"``, ``"1d"``, ``"7d"``.
        scale : {"probability", "real"}
            That of the scores.
        bits : int
            How finely scores are told apart, see `ScoreKey`. With 8 an AUC of smooth scores is certain to about 0.0003,
            see ``metric.bounds_of``.
        missing : {"raise", "drop"}
            What to do with rows that lack a value.
        """
        columns: Any = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score, "labels": labels, "by": by}
        definition = Definition.of(**columns, time=time, window=window, scale=scale, bits=bits)
        accumulator = Accumulator(definition)
        accumulator.count(rows, missing)
        return cls.counted(accumulator)

    @classmethod
    def counted(cls, accumulator: Accumulator) -> Self:
        """Return what an accumulator holds."""
        return cls.of(accumulator.definition, tuple(accumulator.groups), accumulator.total())

    @classmethod
    def like(cls, states: WindowedStates) -> Self:
        """Return the same states as a table."""
        return cls(states.definition, states.groups, states.cells)

    @classmethod
    def read(cls, path: str | Path, *, skip_damaged: bool = False) -> Self:
        """
        Read a store: the latest state of each writer, added up.

        Parameters
        ----------
        path : str or Path
            A folder that a `Monitor` writes, or one file of a table.
        skip_damaged : bool
            Leave damaged files out, with a warning that names them, in place of an error.

        Raises
        ------
        DataFileError
            If there is no store, or a file of it is damaged.
        StateFormatError
            If a file is of a later version.
        """
        return cls.like(read_store(place_of(path), skip_damaged=skip_damaged))

    def write(self, path: str | Path) -> None:
        """
        Write the table as one Parquet file, whole or not at all; a file that is there already is not replaced.

        Raises
        ------
        DataFileError
            If it cannot be written.
        """
        target = place_of(path)
        data = table_bytes(self, {})
        with writing(target):
            write_new(target, data)

    def evaluate(self, *, task: TaskOfLabels | None = None, level: float | None = 0.95) -> Evaluation:
        """
        Return the page of all rows of the table, and of each group.

        It is the page of `concordant.evaluate`, from the states alone: scores were counted in buckets, so that metrics
        of scores come with guaranteed bounds.

        Parameters
        ----------
        task : {"binary", "multiclass", "ordinal"}, optional
            Default: binary for two labels, multiclass for three or more that are text by alphabet, else ordinal, as the
            labels were named in their order.
        level : float or None
            Nominal coverage of the intervals; None for none.

        Raises
        ------
        OptionError
            If the table has no truth.
        EmptyInputError
            If it holds no row.
        """
        return page_of(self, task=task, level=level)
