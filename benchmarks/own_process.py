"""Works in a process of their own: how long they take, and the peak of that process's memory."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any


def in_own_process(
    work: Callable[..., object], small: tuple[Any, ...], big: tuple[Any, ...], *, runs: int = 1
) -> tuple[float, int]:
    """
    Return the seconds of ``work(*big)``, after ``work(*small)``, and the bytes at the peak of the whole process.

    Of several runs the seconds are those of the fastest.

    Raises EOFError if that process falls.
    """
    seconds, peak = _answer(_timed, work, small, big, runs)
    return float(seconds), int(peak)


def peak_extra_memory(prepare: Callable[[], Callable[[], object]]) -> int:
    """
    Bytes by which the peak of a fresh process grows during `prepare()()`, after the inputs are made.

    Raises EOFError if that process falls.
    """
    return int(_answer(_grown, prepare))


def _answer(child: Callable[..., None], *arguments: Any) -> Any:
    """What a function sends through the connection that it is given last, in a fresh process."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=child, args=(*arguments, there))
    process.start()
    there.close()  # a child that falls then ends the wait
    found = here.recv()
    process.join()
    return found


def _timed(
    work: Callable[..., object], small: tuple[Any, ...], big: tuple[Any, ...], runs: int, connection: Connection
) -> None:
    work(*small)
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work(*big)
        times.append(time.perf_counter() - start)
    connection.send((min(times), _status("VmHWM:")))
    connection.close()


def _grown(prepare: Callable[[], Callable[[], object]], connection: Connection) -> None:
    work = prepare()
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak of making the inputs
    before = _status("VmRSS:")
    work()
    connection.send(_status("VmHWM:") - before)
    connection.close()


def _status(field: str) -> int:
    """Bytes of one field of /proc/self/status (Linux)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(field)).split()[1]) * 1024
