"""Time several functions on the same arrays in turn."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

SHORT = 0.2  # seconds


def medians(
    functions: Mapping[str, Callable[[], object]],
    *,
    seconds: float = 2.0,
    least: int = 3,
    of: Callable[[list[float]], float] = statistics.median,
) -> dict[str, float]:
    """
    Median seconds of each function: one warm-up, then rounds in turn (A B C, A B C, ...).

    A fast function is called in a batch that takes about a millisecond, so that the clock does not count. In each round
    a function that takes less than `SHORT` is first called untimed: a call before it that took a while may have given
    memory back to the system, which takes longer to come back than a short call does. On a machine that others use at
    the same time, `of=min` takes the rounds that nobody disturbed.
    """
    batches = {}
    short = set()
    for name, function in functions.items():
        function()
        start = time.perf_counter()
        function()
        once = time.perf_counter() - start
        batches[name] = max(1, int(1e-3 / max(once, 1e-9)))
        if once < SHORT:
            short.add(name)
    times: dict[str, list[float]] = {name: [] for name in functions}
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds or min(map(len, times.values())) < least:
        for name, function in functions.items():
            if name in short:
                function()
            start = time.perf_counter()
            for _ in range(batches[name]):
                function()
            times[name].append((time.perf_counter() - start) / batches[name])
    return {name: of(values) for name, values in times.items()}
