"""The least seconds of several calls in turn, lazily: many rounds of a cheap call, one or two of an expensive one."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from benchmarks.sweep.points import Calls

BATCH = 2e-4  # a fast call is repeated for so long, so that the clock does not count
PATIENCE = 0.15  # a call that takes longer is not repeated in rounds
AGAIN = 1.5  # but once: the first may wait for memory that the machine has not given to anyone yet
HOPELESS = 5.0  # nor is a peer that took so many times our time ...
SLOW = 5e-3  # ... and more than so many seconds
THREADS = "threads"  # in the name of a peer whose threads may look out for work after its call, on the core of the next
SETTLED = 1.2e-2  # for how many seconds: those of OpenMP do, as GCC has it, unless they are told to sleep


def seconds(call: Callable[[], object], times: int = 1) -> float:
    """The seconds of one call, as the mean of a batch."""
    start = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - start) / times


@dataclass
class Times:
    """What was found: the least seconds of each call, and why a call has none."""

    least: dict[str, float] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)


def least(
    calls: Calls, budget: float, *, begins: Callable[[str], object] = str, leave: Literal["the slow", "peers"] = "peers"
) -> Times:
    """
    Call each once or twice, then again in turn (A B C, A B C, ...) until `budget` seconds are spent.

    The first call counts too, so that a slow one is needed only once. With `leave="peers"` the first of `calls` is
    ours, and a peer that is far behind it is not repeated either. `begins` hears each name before its first call.
    """
    found, ours = Times(), float("inf")
    for name, call in calls.items():
        begins(name)
        try:
            found.least[name] = took = seconds(call)
            if _worth(took, ours, AGAIN):
                found.least[name] = min(took, seconds(call))
        except Exception as error:  # noqa: BLE001  (whatever stops a call is a finding, not the end of the sweep)
            found.least.pop(name, None)
            found.failed[name] = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:100]
        if leave == "peers" and name == next(iter(calls)):
            ours = found.least.get(name, ours)
    repeated = {name: calls[name] for name, took in found.least.items() if _worth(took, ours)}
    _rounds(repeated, found.least, budget)
    return found


def _worth(took: float, ours: float, patience: float = PATIENCE) -> bool:
    """Whether a call is worth another."""
    return took < patience and not (took > SLOW and took > HOPELESS * ours)


def _rounds(calls: Calls, found: dict[str, float], budget: float) -> None:
    batches = {name: max(1, int(BATCH / max(found[name], 1e-9))) for name in calls}
    begin, rounds, until = time.perf_counter(), 0, 0.0
    gc.disable()
    try:
        while calls and (rounds < 1 or time.perf_counter() - begin < budget):
            for name, call in calls.items():
                if found[name] < SLOW:
                    _untimed(call, until)
                found[name] = min(found[name], seconds(call, batches[name]))
                until = time.perf_counter() + (SETTLED if THREADS in name else 0.0)
            rounds += 1
    finally:
        gc.enable()


def _untimed(call: Callable[[], object], until: float) -> None:
    """Call once, and again until the threads of whoever was before are at rest."""
    call()
    while time.perf_counter() < until:
        call()
