"""Run a study, on several processes if it is long, print what it finds, and keep that in a file of results."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

import concordant

DRAWS = 400  # of a bootstrap
Row = dict[str, Any]
_BETWEEN = 20  # rows, after which the file is written


def arguments(words: str | None, *, table: bool = False) -> argparse.ArgumentParser:
    """What every study can be asked; with `table` also for the table of what was written."""
    parser = argparse.ArgumentParser(description=words)
    parser.add_argument("words", nargs="?", default="")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--again", type=int, default=0, help="fresh samples of designs that look bad")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    if table:
        parser.add_argument("--lines", action="store_true", help="the table of what was written, in Markdown")
    return parser


def run(
    questions: list[Any], measured: Callable[[Any], Row], shown: tuple[str, ...], results: Path, chosen: Any
) -> int:
    """Measure all questions; `shown` are the numbers of a row that are printed."""
    start, rows = time.perf_counter(), list[Row]()
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for row in pool.map(measured, questions, chunksize=4):
            rows.append(row)
            print(line(row, shown), flush=True)
            if chosen.write and len(rows) % _BETWEEN == 0:
                write(rows, results)
    print(f"{time.perf_counter() - start:.0f} s", file=sys.stderr)
    if chosen.write:
        write(rows, results)
    return 0


def twice(question: Any, again: int, measured: Callable[[Any], Row], outside: Callable[[Row], bool]) -> Row:
    """Measure with few samples; where they look bad, with many others, which alone are told."""
    row = measured(question)
    if again and outside(row):
        return measured((*question[:-1], again))
    return row


def line(row: Row, shown: tuple[str, ...]) -> str:
    """One row in print."""
    options = ",".join(f"{key}={value}" for key, value in row["options"].items())
    numbers = "  ".join("    -" if row[key] is None else f"{row[key]:.3f}" for key in shown)
    name = f"{row['metric']}({options})"
    return f"{name:45s} {row['population']:28s} {row['n']:5d} {row['method'] or '':12s} {numbers}"


def design(row: Row) -> str:
    """What a row of any study is of."""
    return json.dumps([row[name] for name in ("metric", "options", "population", "n")])  # a tuple is stored as a list


def write(rows: list[Row], results: Path) -> None:
    """Put these rows in the place of older ones of the same design."""
    known = json.loads(results.read_text(encoding="utf-8"))["rows"] if results.exists() else []
    new = {design(row) for row in rows}
    kept = [row for row in known if design(row) not in new]
    every = sorted(kept + rows, key=lambda row: (row["metric"], repr(row["options"]), row["population"], row["n"]))
    data = {"concordant": concordant.__version__, "numpy": np.__version__, "draws": DRAWS, "rows": every}
    results.write_text(json.dumps(data, indent=0) + "\n", encoding="utf-8")


def run_designs(
    designs: list[Any],
    measured: Callable[[Any], Row],
    told: Callable[[Row], str],
    results: Path,
    chosen: Any,
    **more: Any,
) -> int:
    """Measure designs that need no place among older ones; `told` says what is printed of a row."""
    rows = []
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for row in pool.map(measured, designs):
            rows.append(row)
            print(told(row), flush=True)
    if chosen.write:
        data = {"concordant": concordant.__version__, "numpy": np.__version__, **more, "rows": rows}
        results.write_text(json.dumps(data, indent=0) + "\n", encoding="utf-8")
    return 0


def run_alone(study: Callable[[int], Row], lines: Callable[[Row], str], results: Path, words: str | None) -> int:
    """Run a study in this process and print its table; with --lines print that of what was written."""
    parser = argparse.ArgumentParser(description=words)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--lines", action="store_true", help="the table of what was written, in Markdown")
    chosen = parser.parse_args()
    if chosen.lines:
        print(lines(json.loads(results.read_text(encoding="utf-8"))))
        return 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = {"runs": chosen.runs, **study(chosen.runs)}
    if chosen.write:
        results.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(lines(found))
    return 0
