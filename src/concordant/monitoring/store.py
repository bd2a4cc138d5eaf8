"""A folder of tables that survives a crash: positions of streams, epochs, files written whole."""

from __future__ import annotations

import errno
import os
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any

from concordant.errors import DataFileError, GapError, OptionError, StateFormatError
from concordant.monitoring.definition import Definition
from concordant.monitoring.windowed_states import WindowedStates, added, table_bytes, table_of_bytes
from concordant.sources.files import is_url

_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK}


def write_new(path: Path, data: bytes) -> None:
    """
    Write a file under a name that is free.

    The data lie under a temporary name and are flushed to the disk before the file gets its name, and the folder is
    flushed after. Unlike a rename, a link never replaces a file that another process has written meanwhile.

    Raises
    ------
    FileExistsError
        If the name is taken.
    OSError
        If the disk is full, or the folder may not be written to.
    """
    beside = path.with_name(f".{path.name}.{token_hex(8)}.tmp")
    try:
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(number, left) :]
            os.fsync(number)
        finally:
            os.close(number)
        _name(beside, path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def _name(beside: Path, path: Path) -> None:
    """Give a file its name, if that is free; where there are no links, by a rename."""
    try:
        os.link(beside, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
        beside.rename(path)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, where the system can."""
    if os.name == "nt":
        return  # Windows opens no folders, and writes names through
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def make_folder(folder: Path) -> None:
    """Make a folder whose name is on the disk."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        sync_folder(folder.parent)


def remove(paths: list[Path]) -> None:
    """Remove files that are not needed any more; one that stays is removed another time."""
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what writers that were killed have left under temporary names."""
    for path in folder.glob(".*.tmp"):
        path.unlink(missing_ok=True)


At = tuple[str, int]


class Positions:
    """
    For each stream the number of its first row that was counted, and of the next one.

    A stream is whatever delivers rows in order and can say where it stands: a partition of a log with its offsets, a
    file with the numbers of its rows.
    """

    def __init__(
        self, streams: Mapping[str, tuple[int, int]] | None = None, marks: Mapping[str, str] | None = None
    ) -> None:
        self.streams: dict[str, tuple[int, int]] = dict(streams or {})
        self.marks: dict[str, str] = dict(marks or {})  # what somebody noted of a stream, such as the size of a file

    def skipped(self, at: At, rows: int) -> int:
        """
        Return how many rows at the start of a batch have been counted already.

        Parameters
        ----------
        at : tuple of str and int
            The stream, and the number of the first row of the batch. The first batch of a stream may begin anywhere.
        rows : int
            How many rows the batch has.

        Raises
        ------
        GapError
            If rows are missing between those counted and the batch, or the batch lies before the first row that was
            counted.
        """
        stream, start = checked(at)
        if stream not in self.streams:
            return 0
        first, following = self.streams[stream]
        if start > following:
            raise GapError(
                f"{stream}: rows {following:,} to {start - 1:,} are missing. The batch begins at {start:,}, and "
                f"{following:,} is the next to be counted: read the stream again from there."
            )
        if start < first:
            raise GapError(
                f"{stream}: the batch begins at row {start:,}, before the first one that was counted, {first:,}. The "
                f"batches came out of order, or the stream was opened too late."
            )
        return min(following - start, rows)

    def advance(self, at: At, rows: int) -> None:
        """Note that a batch has been counted."""
        stream, start = checked(at)
        first, following = self.streams.get(stream, (start, start))
        self.streams[stream] = (first, max(following, start + rows))

    def skip_to(self, stream: str, number: int) -> None:
        """Take it that the rows of a stream before this number do not exist."""
        if stream in self.streams:
            first, following = self.streams[stream]
            self.streams[stream] = (first, max(following, number))

    def copy(self) -> Positions:
        """Return the same to go on from."""
        return Positions(self.streams, self.marks)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold."""
        streams = {stream: list(ends) for stream, ends in sorted(self.streams.items())}
        return {"streams": streams, "marks": dict(sorted(self.marks.items()))}

    @classmethod
    def from_dict(cls, data: Any) -> Positions:
        """Read what `to_dict` wrote."""
        try:
            streams, marks = dict(data["streams"]), dict(data["marks"])
        except (KeyError, TypeError, ValueError):
            streams, marks = {"": None}, {}
        if not all(map(_are_ends, streams.values())):
            raise StateFormatError("the stored positions must be two whole numbers for each stream.")
        return cls({str(stream): (ends[0], ends[1]) for stream, ends in streams.items()}, marks)


def _are_ends(ends: Any) -> bool:
    whole = isinstance(ends, list) and len(ends) == 2 and all(type(end) is int for end in ends)
    return whole and 0 <= ends[0] <= ends[1]


def checked(at: Any) -> At:
    """Return a position; raise for anything else."""
    named = isinstance(at, tuple) and len(at) == 2 and isinstance(at[0], str)
    if not named or isinstance(at[1], bool) or not isinstance(at[1], int) or at[1] < 0:
        msg = f'at= is a stream and the number of the first row of the batch, such as ("topic/3", 1700), not {at!r}.'
        raise OptionError(msg)
    return at[0], at[1]


# A folder of tables: one folder a writer, in it the epochs of its state and the windows that it has closed.
#
# ``writer=<name>/epoch=<n>.parquet`` holds all that the writer has counted, but for what lies in the files of closed
# windows that the epoch names. The greatest epoch counts. It holds the positions of the streams too, so that state and
# positions are one file, which is there or not. The total of a store is the sum over writers.


_TRIES = 5  # of a reader while a writer compacts
_EPOCH = re.compile(r"epoch=(\d{1,18})\.parquet")
_WRITER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,100}")


@dataclass(frozen=True)
class Epoch:
    """
    What a writer had counted at some time.

    Attributes
    ----------
    number : int
        0 before anything was written.
    table : WindowedStates or None
        The windows that are open; None before anything was written.
    positions : Positions
    closed : tuple of str
        The files of closed windows, each with its CRC.
    late_rows : int
        How many rows came after their window had been closed; they are counted.
    session : str
        Which process wrote it.
    """

    number: int = 0
    table: WindowedStates | None = None
    positions: Positions = field(default_factory=Positions)
    closed: tuple[str, ...] = ()
    late_rows: int = 0
    session: str = ""

    def to_bytes(self, writer: str) -> bytes:
        """Return the file."""
        if self.table is None:
            raise OptionError("an epoch without a table is not written.")
        return table_bytes(
            self.table,
            {
                "writer": writer,
                "epoch": self.number,
                "positions": self.positions.to_dict(),
                "closed": list(self.closed),
                "late_rows": self.late_rows,
                "session": self.session,
            },
        )


def folder_of(store: Path, writer: str) -> Path:
    """
    Return the folder of a writer.

    Raises
    ------
    OptionError
        If its name is none that every file system takes.
    """
    if not isinstance(writer, str) or not _WRITER.fullmatch(writer):
        raise OptionError(f"the name of a writer is made of letters, digits, '_', '-' and '.', not {writer!r}.")
    return store / f"writer={writer}"


def place_of(path: str | Path) -> Path:
    """
    Return where a store or a table is.

    Raises
    ------
    OptionError
        If it is the address of an object store: an epoch counts by its name, which must be free when it is given.
    """
    if isinstance(path, str) and is_url(path):
        raise OptionError(
            f"{path}: tables of states are kept in folders of this computer (or mounted there), whose files get their "
            "names as a whole; copy finished files to and from object stores."
        )
    return Path(path)


def epochs_in(folder: Path) -> dict[int, Path]:
    """The epochs that a writer's folder holds, the latest first."""
    epochs = {}
    if folder.is_dir():
        for path in folder.iterdir():
            match = _EPOCH.fullmatch(path.name)
            if match:
                epochs[int(match[1])] = path
    return dict(sorted(epochs.items(), reverse=True))


def path_of(folder: Path, number: int) -> Path:
    """Where an epoch is kept."""
    return folder / f"epoch={number:09d}.parquet"


def latest(folder: Path, *, skip_damaged: bool = False) -> Epoch:
    """
    Read the latest epoch of a writer.

    Parameters
    ----------
    folder : Path
    skip_damaged : bool
        Take the epoch before a damaged one, with a warning: its positions say from where rows must be counted again.

    Raises
    ------
    DataFileError
        If it is damaged, or a copy of another epoch, or of one of another writer.
    """
    for number, path in epochs_in(folder).items():
        try:
            table, meta = _own_table(path, {"epoch": number})
        except DataFileError as error:
            if not skip_damaged:
                msg = f"{error} skip_damaged=True takes the epoch before it; count again from its positions."
                raise DataFileError(msg) from error
            warnings.warn(f"left out: {error}", stacklevel=3)
            continue
        rest = (tuple(meta["closed"]), int(meta["late_rows"]), str(meta["session"]))
        return Epoch(number, table, Positions.from_dict(meta["positions"]), *rest)
    return Epoch()


def _own_table(path: Path, own: Mapping[str, Any]) -> tuple[WindowedStates, dict[str, Any]]:
    """Read a file of a writer's folder; raise unless its metadata say that it was written there, and under its name."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise  # a writer has removed it meanwhile: whoever reads looks again
    except OSError as error:
        raise DataFileError(f"{path} cannot be read: {error.strerror or error}.") from error
    table, meta = table_of_bytes(data, str(path))
    for name, value in {"writer": path.parent.name.removeprefix("writer="), **own}.items():
        if meta.get(name) != value:
            owner = f"{name} {meta[name]!r}" if name in meta else f"no {name}"
            raise DataFileError(
                f"{path} does not belong there: it was written for {owner}, and its place is that of {name} {value!r}. "
                "A copy would count rows twice, or hide newer ones: move it out of the store."
            )
    return table, meta


def closed_tables(folder: Path, epoch: Epoch, *, skip_damaged: bool = False) -> list[WindowedStates]:
    """Read the closed windows that an epoch names."""
    tables = []
    for name in epoch.closed:
        path = folder / name
        try:
            table, _ = _own_table(path, {"closed": name})
        except (DataFileError, FileNotFoundError) as error:
            if not skip_damaged:
                raise
            warnings.warn(f"left out: {error}", stacklevel=3)
            continue
        tables.append(table)
    return tables


def writers_in(store: Path) -> list[str]:
    """The names of the writers of a store, in order."""
    if not store.is_dir():
        return []
    return sorted(path.name.removeprefix("writer=") for path in store.glob("writer=*") if path.is_dir())


def read_writer(folder: Path, *, skip_damaged: bool = False) -> tuple[Epoch, WindowedStates | None]:
    """Read all that a writer has counted; again if it has removed files meanwhile."""
    for attempt in range(_TRIES):
        try:
            epoch = latest(folder, skip_damaged=skip_damaged)
            closed = closed_tables(folder, epoch, skip_damaged=skip_damaged)
        except FileNotFoundError as error:
            if attempt == _TRIES - 1:
                msg = f"{error.filename} is missing, and the latest epoch in {folder} needs it."
                raise DataFileError(msg) from error
            continue
        tables = [*closed, *([] if epoch.table is None else [epoch.table])]
        return epoch, added(tables) if tables else None
    return Epoch(), None


def read_store(path: Path, *, skip_damaged: bool = False) -> WindowedStates:
    """What `StateTable.read` does."""
    if path.is_file():
        return table_of_bytes(path.read_bytes(), str(path))[0]
    writers = [read_writer(folder_of(path, name), skip_damaged=skip_damaged)[1] for name in writers_in(path)]
    tables = [table for table in writers if table is not None]
    if not tables:
        raise DataFileError(f"{path} holds nothing that was counted: Monitor.open or `concordant watch` counts rows.")
    return added(tables)


@contextmanager
def writing(path: Path, more: str = "") -> Iterator[None]:
    """Raise the error for a file that cannot be written."""
    try:
        yield
    except OSError as error:
        raise DataFileError(f"{path} cannot be written: {error.strerror or error}.{more}") from error


def known_definition(store: Path, *, skip_damaged: bool) -> Definition | None:
    """What the writers of a store count; None if nobody has written."""
    if store.exists() and not store.is_dir():
        raise DataFileError(f"{store} is a file; a store is a folder.")
    definition: Definition | None = None
    for name in writers_in(store):
        table = latest(folder_of(store, name), skip_damaged=skip_damaged).table
        if table is not None and definition is not None:
            definition.require_same(table.definition, store=store)
        definition = table.definition if table is not None else definition
    return definition


def end_of_closed(folder: Path, epoch: Epoch) -> int | None:
    """The number of the window behind the last closed one."""
    ends = []
    for name in epoch.closed:
        table = read_store(folder / name)
        if len(table.cells.key):
            ends.append(table.last_number + 1)
    return max(ends, default=None)
