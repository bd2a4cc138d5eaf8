"""What was found, as tables of text: the console prints the tops of them, the page all."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.sweep import finder
from benchmarks.sweep.finder import Cliff, Loss, Unasked
from benchmarks.sweep.layout import Section, duration, megabytes
from benchmarks.sweep.memory import Peak
from benchmarks.sweep.points import NUMBER, OURS, SCORED, Point
from benchmarks.sweep.reasons import CAUSES, EVEN, REASONS, UNKNOWN, cause, reason
from benchmarks.sweep.search import Place
from benchmarks.sweep.worker import DULL, SLOW

_JUMPS = ["jump", "work", "from", "to", "takes", "then", "threads", "class", "also"]


@dataclass(frozen=True)
class Findings:
    """All that was measured, and the cliffs that a second measurement confirmed."""

    points: list[Point]
    cliffs: list[Place]
    peaks: list[Peak] = field(default_factory=list)


def sections(found: Findings) -> list[Section]:
    """All lists, in the order of the page."""
    some = [p for p in found.points if OURS in p.seconds]
    return [
        _cliffs(found.cliffs),
        _even(found.cliffs),
        _losses(some, few_rows=False),
        _losses(some, few_rows=True),
        _intervals(some),
        _fallen(found.points),
        _threads(some),
        _memory(found.peaks),
        _unasked(some),
    ]


def _cliffs(places: list[Place]) -> Section:
    return Section(
        "Cliffs",
        f"Our time for a unit of work jumps by more than {finder.JUMP:g} times between two neighbours, or less work "
        "takes more than so many times as long (a fall). Both sides were measured again in turn, and narrowed down; "
        "a question mark says that it took too long for that. "
        "What stands under `also` jumps between the same neighbours of the plan. "
        f"`class` says why, where that is known; {UNKNOWN!r} asks for a look. " + _named(CAUSES),
        _JUMPS,
        [_jump(place) for place in places if cause(place.worst) not in EVEN],
    )


def _even(places: list[Place]) -> Section:
    return Section(
        "Jumps without a step of ours",
        "The same, where the machine or the distance of the neighbours explains it. " + _named(EVEN),
        _JUMPS,
        [_jump(place) for place in places if cause(place.worst) in EVEN],
    )


def _jump(place: Place) -> list[str]:
    return [*_cliff(place.worst), cause(place.worst), _others(place)]


def _losses(points: list[Point], *, few_rows: bool) -> Section:
    return Section(
        f"Losses {'up to' if few_rows else 'above'} {finder.FEW_ROWS:,} rows",
        f"The peer's time over ours is below {finder.LOSS:g}. One line a work, container and peer, at its worst point; "
        f"more than {finder.MANY_LABELS} labels apart. `class` says why, where that is known; {UNKNOWN!r} asks for a "
        "look. " + _named(REASONS),
        ["ratio", "work", "container", "peer", "at", "ours", "peer's", "lost at", "threads", "class"],
        [_loss(x) for x in finder.losses(points, few_rows=few_rows)],
    )


def _named(reasons: dict[str, str]) -> str:
    return " ".join(f"{name}: {why}" for name, why in reasons.items())


def _intervals(points: list[Point]) -> Section:
    return Section(
        f"Intervals and comparisons above {finder.TIMES_THE_NUMBER:g} times their number",
        "The number is the metric of the table of the same rows, also where a shortcut has it without the table.",
        ["times", "work", "labels", "rows", "takes", "the number"],
        [_costly(p) for p in finder.costly(points)],
    )


def _fallen(points: list[Point]) -> Section:
    return Section(
        "Calls that gave no time",
        "A call that raised, ran out of memory or out of time.",
        ["whose", "work", "why"],
        [[name, f"{p.spec}, threads: {p.threads}", why] for p, name, why in finder.failures(points)],
    )


def _threads(points: list[Point]) -> Section:
    return Section(
        "Threads that do not pay",
        f"One thread's time over that of all is below {finder.LOSS:g}, also when measured again. On a busy machine "
        "that is the lack of a free core.",
        ["ratio", "work", "one thread", "all threads"],
        [
            [f"{one.ours / many.ours:.2f}", str(one.spec), duration(one.ours), duration(many.ours)]
            for one, many in finder.idle_threads(points)
        ],
    )


def _memory(peaks: list[Peak]) -> Section:
    most = sorted(peaks, key=lambda p: -(p.bytes[OURS] or 1 << 60))
    return Section(
        "Memory beyond the inputs",
        "The peak of a process of its own during one call, at the points with the most rows or labels.",
        ["work", "ours", "takes", "beside", "needs", "takes"],
        [row for peak in most for row in _peak(peak)],
    )


def _unasked(points: list[Point]) -> Section:
    return Section(
        "Peers left out",
        f"A peer that took more than {DULL:g} times the best time at a point with no more rows and labels, and would "
        f"now take more than {SLOW:g} s, was not asked there: it is neither beaten nor ahead.",
        ["work", "container", "peer", "not asked at", "of rows", "of labels"],
        [_unasked_peer(one) for one in finder.unasked(points)],
    )


def _unasked_peer(one: Unasked) -> list[str]:
    spec = one.points[0].spec
    ranges = [_range([getattr(p.spec, axis) for p in one.points]) for axis in ("rows", "labels")]
    work = spec.work + (", weighted" if spec.weighted else "")
    return [work, spec.column, one.peer, f"{len(one.points)} of {one.tried}", *ranges]


def _range(numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _cliff(c: Cliff) -> list[str]:
    low, high = c.low, c.high
    place = ["{:,} " + ("distinct" if low.spec.work in SCORED and c.axis == "labels" else c.axis)] * 2
    ends = [text.format(getattr(p.spec, c.axis)) for text, p in zip(place, (low, high), strict=True)]
    jump = f"{c.growth:.1f}x" if c.growth > 1 else f"fall {1 / c.growth:.1f}x"
    jump += "" if c.certain else "?"
    name = str(low.spec.at(c.axis, 0)).replace(", 0 rows", "")
    return [jump, name, *ends, duration(low.ours), duration(high.ours), str(low.threads)]


def _others(place: Place) -> str:
    """The works and containers that jump at the same place, in short."""
    works: dict[str, list[str]] = {}
    for cliff in place.others:
        weights = ", weighted" if cliff.low.spec.weighted else ""
        works.setdefault(cliff.low.spec.work + weights, []).append(cliff.low.spec.column)
    return "; ".join(f"{work} of {', '.join(sorted(columns))}" for work, columns in sorted(works.items()))


def _loss(loss: Loss) -> list[str]:
    worst = loss.points[0]
    spec = worst.spec
    where = f"{spec.rows:,} rows" + (f", {spec.labels:,}" if spec.labels else "")
    weighted = ", weighted" if spec.weighted else ""
    return [
        f"{loss.ratio:.2g}",
        spec.work + weighted,
        spec.column,
        loss.peer,
        where,
        duration(worst.ours),
        duration(worst.seconds[loss.peer]),
        f"{len(loss.points)} of {loss.tried}",
        str(worst.threads),
        reason(worst, loss.peer),
    ]


def _costly(p: Point) -> list[str]:
    labels, rows = f"{p.spec.labels:,}", f"{p.spec.rows:,}"
    times = f"{finder.times_the_number(p):,.0f}"
    return [times, p.spec.work, labels, rows, duration(p.ours), duration(p.seconds[NUMBER])]


def _peak(peak: Peak) -> list[list[str]]:
    ours = [str(peak.point.spec), megabytes(peak.bytes[OURS]), duration(peak.point.ours)]
    others = [(name, size) for name, size in peak.bytes.items() if name != OURS] or [("", None)]
    took = peak.point.seconds
    return [[*ours, n, megabytes(size) if n else "", duration(took[n]) if n in took else ""] for n, size in others]
