"""
What pages and states of files cost beside reading their columns, in time and in memory.

    python -m benchmarks.files             # about three minutes on two cores; needs 2 GB of disk
    python -m benchmarks.files --write     # also write benchmarks/FILES.md

Each line is a process of its own, which has done the same work on a small file before. Time is the least of three
runs of the call alone; memory is the peak of the whole process.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from benchmarks.own_process import in_own_process
from benchmarks.shared_machine import taken_with
from benchmarks.speed import duration, table
from benchmarks.stored_page import show

import concordant as co
from concordant.cli import main as command
from concordant.states import Counts, Curve, Moments

ROWS = 20_000_000
RESULTS = Path(__file__).with_name("FILES.md")
TOP = """\
# What pages and states of files cost

Made by `python -m benchmarks.files --write`. "Reading" is Polars' streaming sum of the same columns of the same file,
in a process of its own. Both parse CSV in pieces of 2 MB, as the command does. Where others use the machine, the ratios
vary by a factor of two or more from run to run.
"""
HEAD = ["work", "file", "rows", "time", "of reading", "peak memory"]


def read(path: str, *columns: str) -> object:
    """Read columns and forget them."""
    scan = pl.scan_csv(path) if path.endswith("csv") else pl.scan_parquet(path)
    return scan.select(pl.col(columns).count()).select(pl.all().sum()).collect(engine="streaming")


def page(path: str, *columns: str) -> object:
    """The page of two columns, the third one weights."""
    named = {"sample_weight": columns[2]} if len(columns) > 2 else {}
    return co.evaluate(columns[0], columns[1], data=path, **named).results


def page_of_scores(path: str, *columns: str, **how: Any) -> object:
    """The page of labels of two classes and a score, the third column weights."""
    named = {"sample_weight": columns[2]} if len(columns) > 2 else {}
    return co.evaluate(columns[0], y_score=columns[1], data=path, **named, **how).results


def page_by_group(path: str, truth: str, score: str, group: str) -> object:
    """The same page, and the main numbers of twenty groups."""
    return co.evaluate(truth, y_score=score, data=path, by=group).groups


def threshold(path: str, truth: str, score: str) -> object:
    """The best threshold, with five folds."""
    return co.best_threshold(truth, score, "f1", data=path)


def cut_points(path: str, truth: str, score: str) -> object:
    """Smooth cut points, with five folds and the optimum."""
    return co.ordinal_cut_points(truth, score, data=path)


def compared(path: str, *columns: str) -> object:
    """What the command prints of two models: their labels, or their scores."""
    option = "--score" if columns[0] == "b" else "--pred"
    words = ["compare", path, "--truth", columns[0], option, columns[1], option, columns[2]]
    with redirect_stdout(io.StringIO()):
        code = command([*words, "--json", "-"])
    if code:
        msg = f"concordant {' '.join(words)} ended with {code}."
        raise RuntimeError(msg)
    return code


WORKS: dict[str, tuple[Callable[..., object], tuple[str, ...], str]] = {
    "page of labels": (page, ("t", "p"), "parquet"),
    "page of labels, weighted": (page, ("t", "p", "w"), "parquet"),
    "page of labels, text": (page, ("tt", "pp"), "parquet"),
    "page of labels, CSV": (page, ("t", "p"), "csv"),
    "page of scores, every score distinct": (page_of_scores, ("b", "s"), "parquet"),
    "page of scores, three decimals": (page_of_scores, ("b", "s3"), "parquet"),
    "page of scores, weighted": (page_of_scores, ("b", "s", "w"), "parquet"),
    "page of scores, CSV": (page_of_scores, ("b", "s"), "csv"),
    "page of scores, exact": (lambda path, t, s: page_of_scores(path, t, s, exact=True), ("b", "s"), "parquet"),
    "page of scores, 20 groups": (page_by_group, ("b", "s", "g"), "parquet"),
    "page of labels, 50,000 clusters": (
        lambda path, t, p, c: co.evaluate(t, p, cluster=c, data=path).results,
        ("t", "p", "c"),
        "parquet",
    ),
    "best threshold, every score distinct": (threshold, ("b", "s"), "parquet"),
    "cut points of five labels": (cut_points, ("t", "o"), "parquet"),
    "compare labels": (compared, ("t", "p", "q"), "parquet"),
    "compare scores, every score distinct": (compared, ("b", "s", "z"), "parquet"),
    "page of measurements": (page, ("x", "y"), "parquet"),
    "Counts": (lambda path, t, p: Counts.from_frame(co.scan(path), y_true=t, y_pred=p), ("t", "p"), "parquet"),
    "Moments": (lambda path, t, p: Moments.from_frame(co.scan(path), y_true=t, y_pred=p), ("x", "y"), "parquet"),
    "Curve, every score distinct": (
        lambda path, t, p: Curve.from_frame(co.scan(path), y_true=t, y_score=p),
        ("b", "s"),
        "parquet",
    ),
}


def write(folder: Path, name: str, rows: int) -> None:
    """Columns of five labels, of scores and of measurements."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 5, rows)
    guess = np.where(rng.random(rows) < 0.6, truth, rng.integers(0, 5, rows))
    frame = pl.DataFrame({"t": truth, "p": guess, "w": rng.random(rows), "s": rng.random(rows), "b": truth // 3})
    frame = frame.with_columns(
        s3=pl.col("s").round(3),
        g=pl.Series(rng.integers(0, 20, rows)),
        tt=pl.col("t").cast(pl.String),
        pp=pl.col("p").cast(pl.String),
        x=pl.Series(rng.normal(0, 1, rows)),
        y=pl.Series(rng.normal(0, 1, rows)),
        c=pl.Series(rng.integers(0, 50_000, rows)),
        q=pl.Series(np.where(rng.random(rows) < 0.6, truth, rng.integers(0, 5, rows))),
        z=pl.Series(rng.random(rows)),
        o=pl.Series(truth + rng.normal(0, 1, rows)),
    )
    frame.write_parquet(folder / f"{name}.parquet")
    frame.select("t", "p", "b", "s", "w").head(rows // 4).write_csv(folder / f"{name}.csv")


def done(path: str, work: str) -> object:
    """Do a work on a file."""
    function, columns, _ = WORKS[work]
    return function(path, *columns)


def columns_read(path: str, work: str) -> object:
    """Read the columns of a work."""
    return read(path, *WORKS[work][1])


def measured(folder: str, work: str, function: Callable[..., object]) -> tuple[float, float]:
    """Seconds and MiB of a function of a file and a work, in a process of its own."""
    small, big = ((f"{folder}/{name}.{WORKS[work][2]}", work) for name in ("small", "big"))
    seconds, memory = in_own_process(function, small, big, runs=3)
    return seconds, memory / 2**20


def lines(folder: str) -> list[list[str]]:
    """One line a work."""
    found = []
    for work, (_, _, kind) in WORKS.items():
        least, _ = measured(folder, work, columns_read)
        seconds, memory = measured(folder, work, done)
        rows = f"{ROWS // (4 if kind == 'csv' else 1):,}"
        found.append([work, kind, rows, duration(seconds), f"{seconds / least:.1f} x", f"{memory:.0f} MiB"])
    return found


def main() -> None:
    """Print the table; with --write also into FILES.md."""
    os.environ["POLARS_CSV_CHUNK_SIZE"] = "2000000"  # the processes inherit it
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), "small", 3_000_000)
        write(Path(folder), "big", ROWS)
        text = f"{TOP}\n{taken_with('concordant', 'polars', 'numpy')}\n\n{table(HEAD, lines(folder))}\n"
    show(text, RESULTS)


if __name__ == "__main__":
    main()
