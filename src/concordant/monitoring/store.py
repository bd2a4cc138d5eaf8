"""
A folder of tables: one folder a writer, in it the epochs of its state and the windows that it has closed.

``writer=<name>/epoch=<n>.parquet`` holds all that the writer has counted, but for what lies in the files of closed
windows that the epoch names. The greatest epoch counts. It holds the positions of the streams too, so that state and
positions are one file, which is there or not. The total of a store is the sum over writers.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from concordant.durable_files import write_new
from concordant.errors import DataFileError, OptionError
from concordant.monitoring.definition import Definition
from concordant.monitoring.positions import Positions
from concordant.monitoring.stored_table import table_bytes, table_of_bytes
from concordant.monitoring.windowed_states import WindowedStates, added
from concordant.sources.batches import is_url

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
            msg = "an epoch without a table is not written."
            raise OptionError(msg)
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
        msg = f"the name of a writer is made of letters, digits, '_', '-' and '.', not {writer!r}."
        raise OptionError(msg)
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
        msg = (
            f"{path}: tables of states are kept in folders of this computer (or mounted there), whose files get their "
            "names as a whole; copy finished files to and from object stores."
        )
        raise OptionError(msg)
    return Path(path)


def epochs_in(folder: Path) -> dict[int, Path]:
    """The epochs that a writer's folder holds, the latest first."""
    found = {}
    if folder.is_dir():
        for path in folder.iterdir():
            match = _EPOCH.fullmatch(path.name)
            if match:
                found[int(match[1])] = path
    return dict(sorted(found.items(), reverse=True))


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
        msg = f"{path} cannot be read: {error.strerror or error}."
        raise DataFileError(msg) from error
    table, meta = table_of_bytes(data, str(path))
    for name, value in {"writer": path.parent.name.removeprefix("writer="), **own}.items():
        if meta.get(name, value if name == "closed" else None) != value:  # older closed files do not say their name
            known = f"{name} {meta[name]!r}" if name in meta else f"no {name}"
            msg = (
                f"{path} does not belong there: it was written for {known}, and its place is that of {name} {value!r}. "
                "A copy would count rows twice, or hide newer ones: move it out of the store."
            )
            raise DataFileError(msg)
    return table, meta


def closed_tables(folder: Path, epoch: Epoch, *, skip_damaged: bool = False) -> list[WindowedStates]:
    """Read the closed windows that an epoch names."""
    found = []
    for name in epoch.closed:
        path = folder / name
        try:
            table, _ = _own_table(path, {"closed": name})
        except (DataFileError, FileNotFoundError) as error:
            if not skip_damaged:
                raise
            warnings.warn(f"left out: {error}", stacklevel=3)
            continue
        found.append(table)
    return found


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
    found = [read_writer(folder_of(path, name), skip_damaged=skip_damaged)[1] for name in writers_in(path)]
    tables = [table for table in found if table is not None]
    if not tables:
        msg = f"{path} holds no table of states: Monitor.open or `concordant watch` makes one."
        raise DataFileError(msg)
    return added(tables)


def write_table(table: WindowedStates, path: Path) -> None:
    """What `StateTable.write` does."""
    data = table_bytes(table, {})
    try:
        write_new(path, data)
    except OSError as error:
        raise unwritten(path, error) from error


def unwritten(path: Path, error: OSError, more: str = "") -> DataFileError:
    """The error for a file that cannot be written."""
    return DataFileError(f"{path} cannot be written: {error.strerror or error}.{more}")


def known_definition(store: Path, *, skip_damaged: bool) -> Definition | None:
    """What the writers of a store count; None if nobody has written."""
    if store.exists() and not store.is_dir():
        msg = f"{store} is a file; a store is a folder."
        raise DataFileError(msg)
    found: Definition | None = None
    for name in writers_in(store):
        table = latest(folder_of(store, name), skip_damaged=skip_damaged).table
        if table is not None and found is not None:
            found.require_same(table.definition, where=f"{store}: ")
        found = table.definition if table is not None else found
    return found


def end_of_closed(folder: Path, epoch: Epoch) -> int | None:
    """The number of the window behind the last closed one."""
    ends = []
    for name in epoch.closed:
        table = read_store(folder / name)
        if len(table.cells.key):
            ends.append(table.last_number + 1)
    return max(ends, default=None)
