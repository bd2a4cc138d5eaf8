"""Measure a plan, look at doubtful points again, and narrow down where a cliff begins."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

from benchmarks.sweep.finder import Cliff, better, cliffs, doubtful, idle_threads, is_cliff
from benchmarks.sweep.points import OURS, Point, Spec
from benchmarks.sweep.worker import Worker

STEEP = 2  # a jump that neither half of the way has is a slope, unless the way is as short as that
NARROW = 1.02  # a cliff is narrowed until its neighbours differ by less than that
STEPS = 9
EXPENSIVE = 0.3  # a point that takes more seconds is not narrowed down, and answers for those with ...
CLOSE = 1.5  # ... up to so many times as many labels
TOO_EXPENSIVE = 1.0  # a point that takes more seconds is not measured again
SEVERAL = 40  # how far back its neighbours are looked for


@dataclass
class Clock:
    """The time that is left, and a line about it now and then."""

    end: float
    said: float = 0.0
    left_out: int = 0  # points that were not reached

    @property
    def up(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() > self.end

    def say(self, text: str) -> None:
        """Say how far we are, at most every ten seconds."""
        if time.perf_counter() - self.said > 10:
            self.said = time.perf_counter()
            print(f"  {text}, {self.end - self.said:,.0f} s left", file=sys.stderr, flush=True)


def measure(worker: Worker, plan: list[Spec], budget: float, clock: Clock) -> list[Point]:
    """Every point of the plan, as long as there is time, but for those that a slow or failed neighbour answers."""
    points: list[Point] = []
    failed: list[Spec] = []
    for place, spec in enumerate(plan):
        if clock.up:
            clock.left_out = len(plan) - place
            break
        clock.say(f"{place:,} of {len(plan):,} points with {worker.threads} threads: {spec}")
        fallen = next((one for one in failed if _beyond(one, spec)), None)
        if fallen is not None:
            why = f"left out, since this failed: {fallen}"
            points.append(Point(spec, worker.threads, spec.rows, {}, {OURS: why}))
        elif not any(_answers(p, spec) for p in points[-SEVERAL:]):
            points.append(worker.point(spec, budget))
            failed += [spec] if OURS in points[-1].failed else []
    return points


def _beyond(fallen: Spec, spec: Spec) -> bool:
    """Whether a point asks for more than one that failed."""
    same = (fallen.work, fallen.column, fallen.weighted) == (spec.work, spec.column, spec.weighted)
    return same and fallen.rows <= spec.rows and fallen.labels <= spec.labels


def _answers(point: Point, spec: Spec) -> bool:
    """Whether an expensive point has so nearly as many labels that it answers for this one."""
    near = point.spec.labels <= spec.labels <= CLOSE * point.spec.labels
    return point.ours > EXPENSIVE and near and point.spec.at("labels", 0) == spec.at("labels", 0)


def again(worker: Worker, points: list[Point], budget: float, clock: Clock, *, more_than: int = 0) -> list[Point]:
    """The points of so many rows with the least of another measurement where a peer seemed to win by a little."""
    found = {(p.spec, p.threads): p for p in points}
    unsure = doubtful((p for p in points if p.threads == worker.threads), more_than)
    for place, point in enumerate(unsure):
        if clock.up:
            break
        clock.say(f"{place:,} of {len(unsure):,} doubtful points again: {point.spec}")
        second = worker.point(point.spec, budget)
        if OURS in second.seconds and OURS in point.seconds:
            found[point.spec, point.threads] = better(point, second)
    return list(found.values())


def threads_again(one: Worker, many: Worker, points: list[Point], budget: float, clock: Clock) -> list[Point]:
    """The points with the least of a second measurement where several threads seemed to take longer than one."""
    found = {(p.spec, p.threads): p for p in points}
    for pair in idle_threads(points):
        for worker, point in zip((one, many), pair, strict=True):
            new = None if clock.up else worker.ours([point.spec], budget)
            if new is not None:
                found[point.spec, point.threads] = _measured(point, *new[0])
    return list(found.values())


@dataclass(frozen=True)
class Place:
    """A cliff, and the other works and containers that jump between the same neighbours."""

    worst: Cliff
    others: tuple[Cliff, ...] = ()


def proved(worker: Worker, points: Iterable[Point], budget: float, clock: Clock) -> list[Place]:
    """
    The cliffs that are still there when both sides are measured in turn; the rest goes.

    Those between the same neighbours are put together, and the worst of them is narrowed down.
    """
    seen = cliffs(p for p in points if p.threads == worker.threads)
    together: dict[tuple[object, ...], list[Cliff]] = {}
    for place, cliff in enumerate(seen):
        clock.say(f"{place:,} of {len(seen):,} cliffs again: {cliff.high.spec}")
        one = cliff if clock.up else _again(worker, cliff, budget)
        if one is not None:
            low, high = one.low.spec, one.high.spec
            ends = (one.axis, low.rows, low.labels, high.rows, high.labels, one.growth > 1)
            together.setdefault(ends, []).append(one)
    places = [Place(c[0] if clock.up else narrowed(worker, c[0], budget), tuple(c[1:])) for c in together.values()]
    return sorted(places, key=lambda p: -max(p.worst.growth, 1 / p.worst.growth))


def _again(worker: Worker, cliff: Cliff, budget: float) -> Cliff | None:
    """The cliff with new times, if it is still one. One that is too expensive is taken as it is."""
    if max(cliff.low.ours, cliff.high.ours) > TOO_EXPENSIVE:
        return cliff
    sides = worker.ours([cliff.low.spec, cliff.high.spec], budget)
    if sides is None:
        return None
    low, high = (_measured(p, *side) for p, side in zip((cliff.low, cliff.high), sides, strict=True))
    found = Cliff(cliff.axis, low, high, certain=True)
    return found if is_cliff(found.growth) else None


def _measured(point: Point, seconds: float, units: float) -> Point:
    """The point with the lesser of its times."""
    return replace(point, units=units, seconds={**point.seconds, OURS: min(seconds, point.ours)})


def narrowed(worker: Worker, cliff: Cliff, budget: float) -> Cliff:
    """The two nearest neighbours between which most of the jump lies, found by halving the distance."""
    low, high, slope = cliff.low, cliff.high, False
    if max(low.ours, high.ours) > EXPENSIVE:
        return cliff
    for _ in range(STEPS):
        ends = (getattr(low.spec, cliff.axis), getattr(high.spec, cliff.axis))
        middle = math.isqrt(ends[0] * ends[1])
        if middle in ends or ends[1] / ends[0] < NARROW:
            break
        spec = low.spec.at(cliff.axis, middle)
        found = worker.ours([spec], budget)
        if found is None:
            break
        point = Point(spec, worker.threads, found[0][1], {OURS: found[0][0]})
        halves = (Cliff(cliff.axis, low, point, certain=True), Cliff(cliff.axis, point, high, certain=True))
        worst = max(halves, key=lambda half: max(half.growth, 1 / half.growth))
        if not is_cliff(worst.growth):
            slope = ends[1] > STEEP * ends[0]
            break
        low, high = worst.low, worst.high
    return Cliff(cliff.axis, low, high, certain=True, slope=slope)
