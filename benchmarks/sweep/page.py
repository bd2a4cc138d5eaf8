"""The findings on the console, and benchmarks/CLIFFS.md."""

from __future__ import annotations

import os
import platform
import time
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from benchmarks.sweep.findings import Findings, sections
from benchmarks.sweep.layout import Section, aligned, markdown
from benchmarks.sweep.tables import tables

import concordant as co

PEERS = {"numpy": "numpy", "pandas": "pandas", "polars": "polars", "pyarrow": "pyarrow", "sklearn": "scikit-learn"}
PEERS |= {"numba": "numba"}

HEADING = """\
# Cliffs and losses

Made by `python -m benchmarks.cliffs --write`. The sweep runs along the number of rows and of labels, for every
container, and looks by itself for places where our time jumps, and for places where the line that a user would write
instead is faster. Each time is the least of several rounds in turn on the same arrays; in each round a call below 5 ms
is first called untimed, once, or for 12 ms after numba with all threads: these may be awake still, and hold a core. A
call that takes longer than 0.15 s is called twice, and one above 1.5 s, or a peer that is far behind, once. Each ratio
is the peer's time over ours: below 1 the peer is faster. Where a peer seems to win by a little, all are measured again,
for longer, and above 1,000 rows a third time, for 60 times as long as at first: the least of all times counts, ours and
the peer's.

The lines do less than we do, and that is not counted for us: they check no missing values, and they take as known
that the labels are 0, 1, ... and how many there are. A group-by gives the pairs that occur, not a table. "unchecked"
is scikit-learn with the checks off that its settings turn off; a matrix "on trust" is one whose rows neither we nor the
lines check, and without these words both do. A peer that is far behind is not asked where it would take long; the list
of peers left out says where. The truth and the prediction agree in 70 of 100 rows, and all labels are equally frequent.
"""


def machine() -> str:
    """The machine, the versions, and the peers that are missing."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [x.split(":")[1].strip() for x in cpuinfo.read_text().splitlines() if x.startswith("model name")]
        model = names[0] if names else model
    there = [f"{name} {_version(name)}" for module, name in PEERS.items() if find_spec(module)]
    missing = [name for module, name in PEERS.items() if not find_spec(module)]
    text = (
        f"{time.strftime('%Y-%m-%d')}: {model}, {co.get_threads()} cores, load {os.getloadavg()[0]:.1f}, "
        f"Python {platform.python_version()}, concordant {co.__version__}, {', '.join(there)}."
    )
    return text + (f" Not installed, so not compared: {', '.join(missing)}." if missing else "")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "?"


def summary(found: Findings, parts: list[Section], left_out: int, seconds: float) -> str:
    """How much was measured, and how long each list is."""
    counts = "; ".join(f"{part.title.lower()}: {len(part.rows)}" for part in parts[:7])
    text = f"{len(found.points):,} points in {seconds / 60:.0f} minutes. {counts[0].upper()}{counts[1:]}."
    return text + (f" {left_out:,} points were left out: the time was up." if left_out else "")


def printed(found: Findings, *, left_out: int, seconds: float, top: int) -> str:
    """The findings as the console shows them: the first lines of each list."""
    parts = sections(found)
    lines = [machine(), summary(found, parts, left_out, seconds)]
    for part in parts:
        lines += ["", f"{part.title} ({len(part.rows)})", *aligned(part, top)]
    return "\n".join(lines)


def page(found: Findings, *, left_out: int, seconds: float) -> str:
    """The page: a summary, the lists, all times."""
    parts = sections(found)
    text = [HEADING, machine(), "", "## Summary", "", summary(found, parts, left_out, seconds), ""]
    for part in parts:
        text += [f"## {part.title}", "", part.says, "", markdown(part) if part.rows else "None.", ""]
    text += ["## All times", "", "Our time, and in brackets the least of the peers' times over it.", ""]
    for part in tables(found.points):
        text += [f"### {part.title}", "", markdown(part), ""]
    return "\n".join(text).rstrip() + "\n"
