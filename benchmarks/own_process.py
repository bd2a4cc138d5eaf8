"""Time a work in a process of its own, and take the peak of that process's memory."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from benchmarks.timing import status


def _child(
    work: Callable[..., object], small: tuple[Any, ...], big: tuple[Any, ...], runs: int, connection: Connection
) -> None:
    work(*small)
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work(*big)
        times.append(time.perf_counter() - start)
    connection.send((min(times), status("VmHWM:")))
    connection.close()


def in_own_process(
    work: Callable[..., object], small: tuple[Any, ...], big: tuple[Any, ...], *, runs: int = 1
) -> tuple[float, int]:
    """
    Return the seconds of ``work(*big)``, after ``work(*small)``, and the bytes at the peak of the whole process.

    Of several runs the seconds are those of the fastest.

    Raises EOFError if that process falls.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_child, args=(work, small, big, runs, there))
    process.start()
    there.close()  # a child that falls then ends the wait
    seconds, peak = here.recv()
    process.join()
    return float(seconds), int(peak)
