"""Files and lines that arrive."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

from concordant.errors import ConcordantError, DataFileError, InputError
from concordant.monitoring.definition import Definition
from concordant.monitoring.monitor import Monitor
from concordant.sources.batches import read_columns
from concordant.sources.files import DataFile, left_out_if_damaged
from concordant.sources.source import with_roles

if TYPE_CHECKING:
    import polars as pl


PARTITION, OFFSET = "_partition", "_offset"
_AHEAD = 100_000  # lines that wait


def batches_of_lines(source: IO[str], *, lines: int = 10_000, seconds: float = 5.0) -> Iterator[list[dict[str, Any]]]:
    """
    Yield the lines of a stream as rows, so many at a time, or what has come after so many seconds.

    Raises
    ------
    DataFileError
        If a line is no JSON object; the message has its number.
    """
    waiting = _lines_ahead(source)
    number, held, until = 0, list[dict[str, Any]](), monotonic() + seconds
    while True:
        try:
            line = waiting.get(timeout=max(until - monotonic(), 0.0) if held else None)
        except Empty:
            line = ""  # nothing came in time
        if line is None:
            break
        if isinstance(line, Exception):
            raise DataFileError(f"the stream cannot be read after line {number}: {line}.") from line
        number += bool(line)
        if line.strip():
            held.append(_row(line, number))
        if held and (len(held) >= lines or monotonic() >= until):
            yield held
            held = []
        if not held:
            until = monotonic() + seconds
    if held:
        yield held


def _lines_ahead(source: IO[str]) -> Queue[str | Exception | None]:
    """Read lines in a thread of their own; the last thing that comes is None, or what went wrong."""
    waiting: Queue[str | Exception | None] = Queue(_AHEAD)

    def read() -> None:
        try:
            for line in source:
                waiting.put(line)
        except (OSError, ValueError) as error:  # such as bytes that are no UTF-8
            waiting.put(error)
        waiting.put(None)

    Thread(target=read, name="concordant-lines", daemon=True).start()
    return waiting


def _row(line: str, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise DataFileError(f"line {number} of the stream is no JSON: {error}.") from error
    if not isinstance(row, dict):
        raise DataFileError(f"line {number} of the stream is no JSON object, but {type(row).__name__}.")
    return row


def count_rows(live: Monitor, rows: list[dict[str, Any]], *, allow_gaps: bool = False) -> int:
    """
    Count rows, each at its place if it says where that is.

    Parameters
    ----------
    live : Monitor
    rows : list of mappings
        With ``_partition`` and ``_offset``, or all without.
    allow_gaps : bool
        Whether offsets may be missing, as in logs that are compacted.

    Returns
    -------
    int
        How many rows were new.

    Raises
    ------
    GapError
        If an offset is missing.
    """
    new = 0
    for stream, start, run in _runs(rows):
        if stream is None:
            new += live.update(run)
            continue
        if allow_gaps:
            live.skip_to(stream, start)
        new += live.update(run, at=(stream, start))
    return new


def _runs(rows: Iterable[dict[str, Any]]) -> Iterator[tuple[str | None, int, list[dict[str, Any]]]]:
    """Rows of one partition whose offsets follow each other; those of several partitions may take turns."""
    held: dict[str | None, tuple[int, list[dict[str, Any]]]] = {}
    for row in rows:
        stream, offset = _place(row)
        start, run = held.get(stream, (offset, []))
        if stream is not None and run and offset != start + len(run):
            yield stream, start, run
            start, run = offset, []
        run.append(row)
        held[stream] = (start, run)
    for stream, (start, run) in held.items():
        yield stream, start, run


def _place(row: dict[str, Any]) -> tuple[str | None, int]:
    if OFFSET not in row:
        return None, 0
    offset = row[OFFSET]
    if isinstance(offset, bool) or not isinstance(offset, int) or offset < 0:
        raise DataFileError(f"{OFFSET} of a line must be a whole number that is not negative, not {offset!r}.")
    return f"partition {row[PARTITION]}" if PARTITION in row else "lines", offset


_BLOCK = 1 << 20  # bytes that are held at a time
_NOTE = "blake2b of "  # before a stream: the mark that says what was read of it


@dataclass(frozen=True, slots=True)
class _Read:
    """
    What was read of a file: how many bytes, their hash, and how many rows they hold.

    `first` is the first row to count, which is not 0 in a copy of a counted file. Of a file that cannot be counted
    nothing was read.
    """

    size: int
    digest: str
    rows: int
    first: int = 0

    @classmethod
    def of(cls, live: Monitor, stream: str) -> _Read | None:
        """Return what was noted; None where nobody has counted."""
        text = live.mark_of(_NOTE + stream)
        if text is None:
            return None
        parts = text.split()
        if len(parts) != 4 or not all(map(str.isdecimal, (parts[0], *parts[2:]))):
            raise DataFileError(
                f"the store holds a note on {stream} that concordant watch did not write: {text!r:.80}. Count all "
                "files into a new folder."
            )
        size, digest, rows, first = parts
        return cls(int(size), digest, int(rows), int(first))

    def note(self, live: Monitor, stream: str) -> None:
        """Note it beside the positions of the streams."""
        live.mark(_NOTE + stream, f"{self.size} {self.digest} {self.rows} {self.first}")

    def content(self, stream: str) -> tuple[int | str, ...]:
        """What two names of one file have in common; names of folders can be columns."""
        return self.size, self.digest, *(part for part in Path(stream).parts[:-1] if "=" in part)


def count_files(live: Monitor, files: Sequence[DataFile]) -> Iterator[tuple[DataFile, int, str | None]]:
    """
    Count the rows of files that were not counted yet; a file is told by its path from the root, and by its bytes.

    Where `left_out` of the files takes damaged ones, nothing of these is counted, and they are read again next time.

    Yields
    ------
    DataFile, int, str or None
        Each file that was read, how many rows of it were new, and a file with the same bytes that was counted before.

    Raises
    ------
    DataFileError
        If a file does not begin with what was counted of it.
    """
    notes = {stream: _Read.of(live, stream) for stream in live.streams}
    contents = {note.content(stream): stream for stream, note in notes.items() if note is not None}
    by_name = {str(file.path.resolve()): file for file in files if str(file.path) not in (file.left_out or {})}
    states = {name: file.path.stat() for name, file in by_name.items()}
    moved = {one.st_size for name, one in states.items() if name in notes and live.mark_of(name) != _mark_of(one)}
    # Later comes a new file that may be a copy of what a counted one has grown to.
    streams = sorted(states, key=lambda name: name not in notes and states[name].st_size in moved)
    for stream in streams:
        file = by_name[stream]
        note = _Read.of(live, stream)
        if note is not None and live.mark_of(stream) == _mark_of(file.path.stat()):
            continue
        start = live.position(stream) or (0 if note is None else note.first)
        read = None
        with left_out_if_damaged(file), _naming(stream):
            read = _read(live.definition, replace(file, left_out=None), start, note)
        if read is None:
            continue
        frame, mark, size, digest = read
        now = _Read(size, digest, frame.height, 0 if note is None else note.first)
        other = contents.setdefault(now.content(stream), stream)
        if other == stream:
            now.note(live, stream)  # before: a checkpoint has the rows and the note, or neither
            try:
                new = _count(live, stream, frame, start)
            except ConcordantError:
                (note or _Read(0, "none", 0)).note(live, stream)
                raise
        else:
            new = _count(live, other, frame, min(live.position(other) or 0, frame.height))
            live.skip_to(stream, frame.height)
            replace(now, first=frame.height).note(live, stream)
        live.mark(stream, mark)
        yield file, new, None if other == stream else other


def _read(definition: Definition, file: DataFile, start: int, note: _Read | None) -> tuple[pl.DataFrame, str, int, str]:
    """Return the rows of a file, its mark, its bytes and their hash."""
    mark, size, digest = _checked(file, start, note)
    frame = _rows_if_still(definition, file, mark)
    if frame is not None:
        return frame, mark, size, digest
    # It was written meanwhile, and nobody knows how many bytes were read.
    with TemporaryDirectory(prefix="concordant-", ignore_cleanup_errors=True) as folder:
        copy = _whole_lines(file, Path(folder))
        try:
            mark, size, digest = _checked(copy, start, note)
            return _rows_of(definition, copy), mark, size, digest
        except DataFileError as error:
            raise type(error)(str(error).replace(str(copy.path), str(file.path))) from error


def _mark_of(state: os.stat_result) -> str:
    return f"{state.st_size} {state.st_mtime_ns}"


def _checked(file: DataFile, start: int, note: _Read | None) -> tuple[str, int, str]:
    """Return the mark of a file, its bytes and their hash; raise unless it begins with those that were counted."""
    proven = note.size if note is not None and start > 0 else 0
    hasher = blake2b(digest_size=20)
    with file.path.open("rb") as opened:
        state = os.fstat(opened.fileno())
        begins = _hashed(opened, hasher, proven)
        digest = _hashed(opened, hasher, state.st_size - proven)
        if note is not None and proven:
            grown = state.st_size > proven
            if begins != note.digest or (grown and file.kind in ("parquet", "ipc")):
                raise _changed(file, start)
            if grown and _is_text(file) and start >= note.rows:
                _refuse_cut_row(opened, file, proven)
    return _mark_of(state), state.st_size, digest


def _hashed(opened: IO[bytes], hasher: blake2b, size: int) -> str:
    """Hash so many bytes more, a block at a time."""
    while size > 0 and (block := opened.read(min(size, _BLOCK))):
        hasher.update(block)
        size -= len(block)
    return hasher.hexdigest()


def _changed(file: DataFile, rows: int) -> DataFileError:
    return DataFileError(
        f"{file.path} was changed after its rows were counted ({rows:,} of them), and what is counted cannot be taken "
        "back. Put the file back as it was, with new rows at its end alone; or count all files into a new folder."
    )


def _is_text(file: DataFile) -> bool:
    return not file.compressed and file.kind in ("csv", "ndjson")


def _refuse_cut_row(opened: IO[bytes], file: DataFile, counted: int) -> None:
    """Raise if the last row that was counted goes on behind these bytes: it was counted before it was whole."""
    opened.seek(counted - 1)
    around = opened.read(2)
    if not any(end in around for end in (b"\n", b"\r")):
        raise DataFileError(
            f"the last row of {file.path} was counted before it was whole, and what is counted cannot be taken back: "
            "count all files into a new folder, and move files in when they are complete."
        )


def _whole_lines(file: DataFile, folder: Path) -> DataFile:
    """Copy the whole lines of a file that is being written; raise for a kind that is not made of lines."""
    if not _is_text(file):
        raise DataFileError(f"{file.path} was written while it was read: move files in when they are complete.")
    copy = folder / file.path.name
    shutil.copyfile(file.path, copy)
    with copy.open("rb+") as opened:
        end = opened.seek(0, os.SEEK_END)
        while end > 0:
            start = max(end - _BLOCK, 0)
            opened.seek(start)
            last = opened.read(end - start).rfind(b"\n")
            if last >= 0:
                opened.truncate(start + last + 1)
                break
            end = start
    return replace(file, path=copy)


def _rows_if_still(definition: Definition, file: DataFile, mark: str) -> pl.DataFrame | None:
    """Read what is counted; None of a file that was written while it was read."""
    frame = None
    try:
        if _mark_of(file.path.stat()) == mark:
            frame = _rows_of(definition, file)
    except ConcordantError:  # perhaps its last row was cut, or its header
        if _mark_of(file.path.stat()) == mark:
            raise
    return frame if _mark_of(file.path.stat()) == mark else None


def _rows_of(definition: Definition, file: DataFile) -> pl.DataFrame:
    """Read what is counted; groups as their text, as each file alone would make a number of 01234, or not."""
    groups = [name for name in definition.by if name not in (definition.y_true, definition.y_pred, definition.y_score)]
    roles: Any = {"labels": [definition.y_true, definition.y_pred], "scores": [definition.y_score]}
    text = [*groups, *filter(None, [definition.time])]  # as text the times of all files are read alike
    read = with_roles([file], text=text, declared=definition.labels, **roles)
    frame = read_columns(read, definition.columns)
    return frame.with_columns(_usual_text(frame[name]) for name in groups) if file.kind == "csv" else frame


def _usual_text(column: pl.Series) -> pl.Series:
    """Text of whole numbers and truths as columns of numbers and truths have it: 1.0 is 1, true is True."""
    whole = column.str.replace(r"^\s*(-?(?:0|[1-9]\d*))(?:\.0+)?\s*$", "$1")
    return whole.str.replace(r"^(?:true|TRUE)$", "True").str.replace(r"^(?:false|FALSE)$", "False")


def _count(live: Monitor, stream: str, frame: pl.DataFrame, start: int) -> int:
    if frame.height < start:
        raise DataFileError(f"{stream} has {frame.height:,} rows, and {start:,} of it were counted: it was changed.")
    with _naming(stream, start):
        return live.update(frame.slice(start), at=(stream, start)) if start < frame.height else 0


@contextmanager
def _naming(stream: str, start: int = 0) -> Iterator[None]:
    """Name the file in errors of its rows, of which those before `start` were counted."""
    try:
        yield
    except InputError as error:
        row = re.sub(
            r"\bthe first in row (\d+)(?! of )",
            lambda row: f"the first in row {start + int(row[1])} of {stream}",
            str(error),
        )
        raise type(error)(row if Path(stream).name in row else f"{stream}: {row}") from error
