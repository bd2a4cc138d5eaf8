"""
Sweep rows, labels, containers, weights and threads, and find cliffs and places where the obvious is faster.

    python -m benchmarks.cliffs                 about 12 minutes on two cores
    python -m benchmarks.cliffs --quick         about two minutes
    python -m benchmarks.cliffs --large         also 30 and 100 million rows, memory permitting
    python -m benchmarks.cliffs roc_auc         only the works that are named or begin so
    python -m benchmarks.cliffs --write         also write benchmarks/CLIFFS.md
    python -m benchmarks.cliffs --minutes 30    take another time
    python -m benchmarks.cliffs --top 100       print more lines of each list

It prints where our time jumps between neighbours, where a peer is faster (calls below 1,000 rows apart), intervals and
comparisons that take more than 20 times their number, and the memory of the biggest points. Everything is measured in
processes of its own with a limit of memory and time, so that a call that falls is a finding too. A doubtful place is
measured again before it is printed. numba is compared where it is installed.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

from benchmarks.sweep.finder import FEW_ROWS
from benchmarks.sweep.findings import Findings
from benchmarks.sweep.memory import peak
from benchmarks.sweep.page import page, printed
from benchmarks.sweep.plan import FULL, LARGE, QUICK, Grid, big, family, plan, with_one_thread
from benchmarks.sweep.points import OURS, Point
from benchmarks.sweep.search import Clock, again, measure, proved, threads_again
from benchmarks.sweep.worker import Worker
from benchmarks.sweep.works import WORKS

import concordant as co

PAGE = Path(__file__).with_name("CLIFFS.md")


def arguments() -> argparse.Namespace:
    """What the user asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cliffs", description=__doc__.split("\n")[1])
    parser.add_argument("works", nargs="*", help=f"beginnings of: {'; '.join(WORKS)}")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--top", type=int, default=30)
    parser.add_argument("--gigabytes", type=float, default=_memory(), help="the most that a process may own")
    found = parser.parse_args()
    chosen = [w for w in WORKS if not found.works or any(w.startswith(begin) for begin in found.works)]
    if not chosen:
        parser.error(f"no work begins with {', '.join(found.works)}; there are: {'; '.join(WORKS)}")
    found.works = chosen
    return found


def _memory() -> float:
    """Gigabytes that a process may own: half of the machine's, at most 32."""
    return round(min(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**31, 32.0), 1)


SHARES = (0.18, 0.54, 0.63)  # when the scores, the labels, the intervals must be done, as shares of the time


def sweep(grid: Grid, asked: argparse.Namespace, minutes: float) -> tuple[Findings, int]:
    """Measure, look again, and take the memory; also how many points were left out for want of time."""
    begin, total = time.perf_counter(), 60 * minutes
    specs = plan(grid, asked.works)
    threads, points, left_out = co.get_threads(), [], 0
    limit = 10.0 if asked.quick else 30.0
    with Worker(threads, asked.gigabytes, limit) as many, Worker(1, asked.gigabytes, limit) as single:
        for kind in sorted(set(map(family, specs))):
            share = SHARES[kind] if kind < family(specs[-1]) else SHARES[-1]
            clock = Clock(begin + share * total)
            points += measure(many, [s for s in specs if family(s) == kind], grid.budget, clock)
            left_out += clock.left_out
        if threads > 1:
            fewer = with_one_thread(p.spec for p in points)
            points += measure(single, fewer, grid.budget, Clock(begin + 0.70 * total))
        points = again(many, points, 5 * grid.budget, Clock(begin + 0.72 * total))
        points = again(single, points, 5 * grid.budget, Clock(begin + 0.74 * total))
        for worker in (many, single):  # what is still lost gets the rounds that millions of rows need, too
            points = again(worker, points, 60 * grid.budget, Clock(begin + 0.76 * total), more_than=FEW_ROWS)
        points = threads_again(single, many, points, 5 * grid.budget, Clock(begin + 0.78 * total))
        cliffs = proved(many, points, 5 * grid.budget, Clock(begin + 0.88 * total))
    return Findings(points, cliffs, _peaks(points, threads, asked.gigabytes, Clock(begin + total))), left_out


def _peaks(points: list[Point], threads: int, gigabytes: float, clock: Clock) -> list:
    """The memory of the big points."""
    found = []
    by_spec = {p.spec: p for p in points if p.threads == threads and OURS in p.seconds}
    for spec in big(by_spec):
        if not clock.up:
            clock.say(f"memory: {spec}")
            found.append(peak(by_spec[spec], gigabytes))
    return found


def main() -> None:
    """Run the sweep and say what it found."""
    asked = arguments()
    grid = QUICK if asked.quick else LARGE if asked.large else FULL
    minutes = asked.minutes or (2.0 if asked.quick else 40.0 if asked.large else 12.0)
    begin = time.perf_counter()
    found, left_out = sweep(grid, asked, minutes)
    took = time.perf_counter() - begin
    print(printed(found, left_out=left_out, seconds=took, top=asked.top))
    if asked.write:
        PAGE.write_text(page(found, left_out=left_out, seconds=took), encoding="utf-8")
        print(f"\nwrote {PAGE.name}")


if __name__ == "__main__":
    main()
