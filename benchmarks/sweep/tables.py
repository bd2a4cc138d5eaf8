"""Every time that was measured, in tables: along the rows a line a container, along the labels a line a number."""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.sweep.finder import times_the_number
from benchmarks.sweep.layout import Section, duration
from benchmarks.sweep.points import NUMBER, OURS, Point


def tables(points: Iterable[Point]) -> list[Section]:
    """The tables of each work, weighted or not, and number of threads."""
    groups: dict[tuple[str, bool, int], list[Point]] = {}
    for p in points:
        groups.setdefault((p.spec.work, p.spec.weighted, p.threads), []).append(p)
    found = []
    for (work, weighted, threads), group in sorted(groups.items()):
        title = f"{work}{', weighted' if weighted else ''}, {threads} thread{'s' if threads > 1 else ''}"
        found += [s for s in (_along_rows(title, group), _along_labels(title, group)) if s]
    return found


def cell(point: Point | None) -> str:
    """Our time, and in brackets the least of the peers' times over it."""
    if point is None:
        return ""
    if OURS not in point.seconds:
        return "none"
    ratio = min(point.rivals.values(), default=None)
    if NUMBER in point.seconds:
        return f"{duration(point.ours)} ({times_the_number(point):.1f}x)"
    return duration(point.ours) + (f" ({ratio:.2g})" if ratio is not None else "")


def _along_rows(title: str, group: list[Point]) -> Section | None:
    by_line: dict[tuple[str, int], dict[int, Point]] = {}
    for p in group:
        by_line.setdefault((p.spec.column, p.spec.labels), {})[p.spec.rows] = p
    longest = {column: max(len(line) for key, line in by_line.items() if key[0] == column) for column, _ in by_line}
    lines = {key: line for key, line in by_line.items() if len(line) > 2 and len(line) == longest[key[0]]}
    columns = sorted({n for line in lines.values() for n in line})
    rows = [
        [column, f"{labels:,}" if labels else "", *(cell(line.get(n)) for n in columns)]
        for (column, labels), line in sorted(lines.items())
    ]
    return (
        Section(f"{title}: by rows", "", ["container", "labels", *(f"{n:,}" for n in columns)], rows) if rows else None
    )


def _along_labels(title: str, group: list[Point]) -> Section | None:
    by_line: dict[tuple[str, int], dict[int, Point]] = {}
    for p in group:
        by_line.setdefault((p.spec.column, p.spec.rows), {})[p.spec.labels] = p
    lines = {key: line for key, line in sorted(by_line.items()) if len(line) > 2}
    values = sorted({k for line in lines.values() for k in line})
    rows = [[f"{k:,}" if k else "all", *(cell(line.get(k)) for line in lines.values())] for k in values]
    head = ["labels", *(f"{column}, {n:,} rows" for column, n in lines)]
    return Section(f"{title}: by labels", "", head, rows) if rows and lines else None
