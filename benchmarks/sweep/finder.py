"""
What is wrong with a set of measured points: cliffs, losses, intervals that cost too much, threads that do not pay.

A cliff is a place between neighbours on one axis where our time for a unit of work (a row, a cell of the table of
labels that occur, a cell of a matrix) jumps by more than `JUMP`, or where less work takes more than `JUMP` times as
long. Ten times the rows may take ten times as long, also where a table of many cells is most of the work.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from benchmarks.sweep.points import NUMBER, OURS, Point, Spec

JUMP = 2.5
LOSS = 0.9
TIMES_THE_NUMBER = 20.0
FEW_ROWS = 1000
MANY_LABELS = 256  # losses with more are listed apart


@dataclass(frozen=True)
class Cliff:
    """
    Two neighbours on an axis; `growth` is the jump of the time for a unit, below 1 where less work takes longer.

    It is a slope where no step is found between them: the time for a unit rises all the way.
    """

    axis: str
    low: Point
    high: Point
    certain: bool = False
    slope: bool = False

    @property
    def growth(self) -> float:
        """How many times as long a unit takes at the higher point; of a fall, the time itself."""
        low, high = self.low, self.high
        # Rows that come into a table of many cells are more work than the cells and rows together say.
        times = high.spec.rows / low.spec.rows if self.axis == "rows" else 1.0
        return growth(low.ours, low.units, high.ours, max(high.units, times * low.units))


def growth(low: float, low_units: float, high: float, high_units: float) -> float:
    """
    The jump of the time for a unit: 1 if it does not rise, as where a fixed cost is shared by more rows.

    If the time itself falls although the work does not, its fall: a number below 1.
    """
    times = high / low
    if times < 1 and high_units >= low_units:
        return times
    return max(times / max(high_units / low_units, 1.0), 1.0)


def is_cliff(value: float) -> bool:
    """Whether a growth is out of proportion."""
    return value > JUMP or value < 1 / JUMP


def lines(points: Iterable[Point], axis: str) -> list[list[Point]]:
    """The points that differ only on one axis, in its order."""
    found: dict[tuple[Spec, int], list[Point]] = defaultdict(list)
    for point in points:
        if OURS in point.seconds and getattr(point.spec, axis):
            found[point.spec.at(axis, 0), point.threads].append(point)
    return [sorted(line, key=lambda p: getattr(p.spec, axis)) for line in found.values()]


def cliffs(points: Iterable[Point]) -> list[Cliff]:
    """Every cliff between neighbours, the worst first."""
    points = list(points)
    found = [
        Cliff(axis, low, high)
        for axis in ("rows", "labels")
        for line in lines(points, axis)
        for low, high in pairwise(line)
    ]
    return sorted((c for c in found if is_cliff(c.growth)), key=lambda c: -max(c.growth, 1 / c.growth))


@dataclass(frozen=True)
class Loss:
    """Where one peer is faster along points alike in work, container, weights, threads, and few or many labels."""

    peer: str
    points: tuple[Point, ...]  # those lost, the worst first
    tried: int

    @property
    def ratio(self) -> float:
        """The peer's time over ours at the worst point."""
        return self.points[0].rivals[self.peer]


def losses(points: Iterable[Point], *, few_rows: bool) -> list[Loss]:
    """Where the obvious wins, of points up to `FEW_ROWS` rows or of the others; one entry a peer, the worst first."""
    found: dict[tuple[object, ...], list[Point]] = defaultdict(list)
    for point in points:
        if (point.spec.rows <= FEW_ROWS) == few_rows and OURS in point.seconds:
            for peer in point.rivals:
                alike = point.spec.at("rows", 0).at("labels", int(point.spec.labels > MANY_LABELS))
                found[peer, point.threads, alike].append(point)
    lost = []
    for (peer, *_), group in found.items():
        worst = sorted((p for p in group if p.rivals[str(peer)] < LOSS), key=lambda p: p.rivals[str(peer)])
        if worst:
            lost.append(Loss(str(peer), tuple(worst), len(group)))
    return sorted(lost, key=lambda loss: loss.ratio)


def costly(points: Iterable[Point]) -> list[Point]:
    """Intervals and comparisons that take more than `TIMES_THE_NUMBER` times their number, or never came."""
    found = [p for p in points if NUMBER in p.seconds and times_the_number(p) > TIMES_THE_NUMBER]
    return sorted(found, key=lambda p: -times_the_number(p))


def times_the_number(point: Point) -> float:
    """How many times the number an interval takes."""
    return point.ours / point.seconds[NUMBER]


def failures(points: Iterable[Point]) -> list[tuple[Point, str, str]]:
    """Calls that gave no time: the point, whose call, and why. Ours come first."""
    found = [(p, name, why) for p in points for name, why in p.failed.items()]
    return sorted(found, key=lambda x: (x[1] != OURS, x[0].spec))


@dataclass(frozen=True)
class Unasked:
    """A peer that was not asked at some points of a work and container, in the order of their rows and labels."""

    peer: str
    points: list[Point]
    tried: int  # points of that work and container


def unasked(points: Iterable[Point]) -> list[Unasked]:
    """Who was left out, and where: what is not compared is neither won nor lost."""
    lines: dict[tuple[str, str, bool], list[Point]] = defaultdict(list)
    for point in points:
        lines[point.spec.work, point.spec.column, point.spec.weighted].append(point)
    found = []
    for line in lines.values():
        for peer in sorted({name for p in line for name in p.unasked}):
            without = sorted((p for p in line if peer in p.unasked), key=lambda p: (p.spec, p.threads))
            found.append(Unasked(peer, without, len(line)))
    return found


def idle_threads(points: Iterable[Point]) -> list[tuple[Point, Point]]:
    """Points where several threads take longer than one: (with one, with several), the worst first."""
    by_threads: dict[Spec, dict[int, Point]] = defaultdict(dict)
    for point in points:
        if OURS in point.seconds:
            by_threads[point.spec][point.threads] = point
    pairs = [(p[min(p)], p[max(p)]) for p in by_threads.values() if len(p) > 1]
    found = [(one, all_) for one, all_ in pairs if one.ours / all_.ours < LOSS]
    return sorted(found, key=lambda pair: pair[0].ours / pair[1].ours)


def better(first: Point, second: Point) -> Point:
    """A point measured twice: the least of both, call by call."""
    names = first.seconds.keys() | second.seconds.keys()
    least = {n: min(p.seconds[n] for p in (first, second) if n in p.seconds) for n in sorted(names)}
    return replace(first, seconds=least)


def doubtful(points: Iterable[Point], more_than: int = 0) -> list[Point]:
    """Points of so many rows to be measured again before a peer is said to win: the ratio may be noise."""
    return [p for p in points if p.spec.rows > more_than and any(0.6 < ratio < LOSS for ratio in p.rivals.values())]
