"""Lines of NDJSON that arrive: counted in batches, each at its place in its partition."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO, Any

from concordant.errors import DataFileError
from concordant.monitoring.monitor import Monitor

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
            msg = f"the stream cannot be read after line {number}: {line}."
            raise DataFileError(msg) from line
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
        msg = f"line {number} of the stream is no JSON: {error}."
        raise DataFileError(msg) from error
    if not isinstance(row, dict):
        msg = f"line {number} of the stream is no JSON object, but {type(row).__name__}."
        raise DataFileError(msg)
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
        msg = f"{OFFSET} of a line must be a whole number that is not negative, not {offset!r}."
        raise DataFileError(msg)
    return f"partition {row[PARTITION]}" if PARTITION in row else "lines", offset
