"""
A process that measures points when it is asked, with its own number of threads and a limit of its memory.

A call that runs out of memory, crashes or takes too long ends this process, not the sweep: the parent notes which call
it was, starts the process again and leaves that call out.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import warnings
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Self

from benchmarks.sweep.points import NUMBER, OURS, Point, Spec

DULL = 8.0  # a peer that took so many times the best time at the point before ...
SLOW = 0.1  # ... and would take more than so many seconds now is left out
VARIABLES = ("CONCORDANT_THREADS", "POLARS_MAX_THREADS", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "ARROW_NUM_THREADS")


def bound_memory(gigabytes: float) -> None:
    """Let this process own no more data than that; beyond it an allocation fails."""
    limit = int(gigabytes * 2**30)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def serve(connection: Connection, gigabytes: float) -> None:
    """Answer requests (specs, budget, calls to leave out, or None for ours alone) until the parent hangs up."""
    warnings.simplefilter("ignore")
    bound_memory(gigabytes)
    from benchmarks.sweep.clock import least
    from benchmarks.sweep.works import job

    warm: set[Spec] = set()
    while True:
        try:
            specs, budget, skipped = connection.recv()
        except EOFError:
            return
        connection.send(("begins", "the data"))
        try:
            for spec in specs:
                small = spec.at("rows", 200).at("labels", min(spec.labels, 5))
                if small not in warm:
                    warm.add(small)
                    least(job(small).calls, 0)  # imports and compiles
            jobs = [job(spec) for spec in specs]
        except Exception as error:
            connection.send(("fails", f"{type(error).__name__}: {error}"))
            raise
        begins = lambda name: connection.send(("begins", name))  # noqa: E731
        if skipped is None:
            calls = {str(place): one.calls[OURS] for place, one in enumerate(jobs)}
            times = least(calls, budget, begins=begins, leave="the slow")
        else:
            calls = {name: call for name, call in jobs[0].calls.items() if name not in skipped}
            times = least(calls, budget, begins=begins)
        connection.send(("done", times, [one.units for one in jobs]))


@dataclass
class Worker:
    """The parent's end of the process."""

    threads: int
    gigabytes: float
    limit: float  # seconds that one call may take, and one making of data
    _process: BaseProcess | None = None
    _connection: Connection | None = None
    _seen: dict[tuple[object, ...], tuple[Spec, float, float]] = field(default_factory=dict)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def point(self, spec: Spec, budget: float) -> Point:
        """Measure every call of a point; a call that fails is named in the answer."""
        skipped, failed = self._dull(spec), {}
        while True:
            answer = self._ask([spec], budget, skipped | set(failed))
            if not isinstance(answer, str):
                break
            began, why = answer.split("\n")
            failed[began] = why
            if began == "the data":
                return Point(spec, self.threads, spec.rows, {}, {OURS: f"the data: {why}"})
        times, (units,) = answer
        point = Point(spec, self.threads, units, times.least, times.failed | failed, tuple(sorted(skipped)))
        self._remember(point)
        return point

    def ours(self, specs: list[Spec], budget: float) -> list[tuple[float, float]] | None:
        """Our seconds and the units of work at several points, measured in turn; None if a call failed."""
        answer = self._ask(specs, budget, None)
        if isinstance(answer, str) or answer[0].failed:
            return None
        times, units = answer
        return [(times.least[str(place)], units[place]) for place in range(len(specs))]

    def _dull(self, spec: Spec) -> set[str]:
        """The peers that points with no more rows and labels proved slow. They are asked again in other lines."""
        line = (spec.work, spec.column, spec.weighted)
        found = set()
        for (*key, labels, name), (before, ratio, took) in self._seen.items():
            less = before.rows <= spec.rows and labels <= spec.labels
            if tuple(key) == line and less and ratio > DULL:
                more = spec.rows / before.rows * max(1.0, (spec.labels or 1) / (before.labels or 1)) ** 2
                found |= {str(name)} if took * more > SLOW else set()
        return found

    def _remember(self, point: Point) -> None:
        best = min(point.seconds.values(), default=0.0)
        for name, took in point.seconds.items():
            if name not in (OURS, NUMBER):
                spec = point.spec
                self._seen[spec.work, spec.column, spec.weighted, spec.labels, name] = (spec, took / best, took)

    def _ask(self, specs: list[Spec], budget: float, skipped: set[str] | None):  # type: ignore[no-untyped-def]
        """The answer of the process, or the call that ended it and why, on two lines."""
        self._start()
        began = "the data"
        try:
            self._connection.send((specs, budget, skipped))
            while self._connection.poll(self.limit + budget):
                message = self._connection.recv()
                if message[0] == "done":
                    return message[1:]
                if message[0] == "fails":
                    self._stop()
                    return f"{began}\n{message[1].splitlines()[0]}"
                began = message[1]
        except (EOFError, ConnectionError):
            self._stop()
            return f"{began}\nits process ended (out of {self.gigabytes:g} GiB?)"
        self._stop()
        return f"{began}\nover {self.limit:g} s"

    def _start(self) -> None:
        if self._process is not None:
            return
        context = multiprocessing.get_context("spawn")
        before = {name: os.environ.get(name) for name in VARIABLES}
        os.environ.update(dict.fromkeys(VARIABLES, str(self.threads)))
        os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
        here, there = context.Pipe()
        self._process = context.Process(target=serve, args=(there, self.gigabytes), daemon=True)
        self._process.start()
        there.close()
        self._connection = here
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.__setitem__(name, value)

    def _stop(self) -> None:
        if self._process is not None:
            self._connection.close()
            self._process.kill()
            self._process.join()
        self._process = self._connection = None
