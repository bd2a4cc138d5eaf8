"""
The same questions of 1 million to 1,000 million rows of files: time and memory, beside scikit-learn where that fits.

    python -m benchmarks.growth                     # half an hour on two cores; needs 2 GB of disk
    python -m benchmarks.growth --write             # also write benchmarks/GROWTH.md
    python -m benchmarks.growth --keep cells.json   # goes on from the cells of a run that was cut off
    python -m benchmarks.growth --most 100          # no more than 100 million rows

Each cell is one run in a process of its own, which has answered the same question of few rows before.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
from benchmarks.own_process import in_own_process
from benchmarks.shared_machine import shared_machine
from benchmarks.speed import duration, table
from benchmarks.stored_page import show
from sklearn import metrics as sk

import concordant as co

RESULTS = Path(__file__).with_name("GROWTH.md")
MILLION = 1_000_000
PIECE, PIECES, LINKS = 5 * MILLION, 20, 10
SIZES = {"1 M": MILLION, "10 M": 10 * MILLION, "100 M": PIECE * PIECES, "1,000 M": PIECE * PIECES * LINKS}
IN_MEMORY = ("1 M", "10 M")
TOP = f"""\
# A table that grows

Made by `python -m benchmarks.growth --write`. Parquet of three columns of labels (uint8) and one of scores (float64,
nearly all distinct), in files of {PIECE // MILLION} million rows, {PIECES} of them.
1,000 million rows are {LINKS} links to each of these, so that every row is read {LINKS} times.

Each cell is one run of the call, files and all, in a process of its own; memory is the peak of that process. Up to two
million rows are evaluated in memory, more of them batch by batch. The page cache of the system may hold files, which
memory leaves out. A dash is a cell that was not run.
"""
PEER = """\
## scikit-learn on the same files

The columns read by Polars into memory, then what comes nearest: for the page of labels accuracy, the report of classes,
Cohen's kappa and Matthews correlation; for the page of scores ROC AUC, average precision, Brier score and log loss.
Without any interval or test.
"""


def write(path: Path, rows: int, seed: int) -> None:
    """A piece of the table."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 5, rows)
    happened = truth > 2
    columns = {
        "t": truth.astype(np.uint8),
        "p": np.where(rng.random(rows) < 0.6, truth, rng.integers(0, 5, rows)).astype(np.uint8),
        "b": happened.astype(np.uint8),
        "s": 1 / (1 + np.exp(-rng.normal(happened - 0.5, 1.0))),
    }
    pl.DataFrame(columns).write_parquet(path)


def page_of_labels(files: list[str]) -> object:
    """Every metric of labels, with its interval."""
    return co.evaluate("t", "p", data=files).results


def page_of_scores(files: list[str]) -> object:
    """Every metric of a score, with intervals and certain bounds."""
    return co.evaluate("b", y_score="s", data=files).results


def columns_of(files: list[str], *names: str) -> list[np.ndarray]:
    """Columns in memory."""
    frame = pl.read_parquet(files, columns=list(names))
    return [frame[name].to_numpy() for name in names]


def sk_labels(files: list[str]) -> object:
    """The main numbers of a page of labels."""
    t, p = columns_of(files, "t", "p")
    report = sk.classification_report(t, p, output_dict=True)
    return report, sk.accuracy_score(t, p), sk.cohen_kappa_score(t, p), sk.matthews_corrcoef(t, p)


def sk_scores(files: list[str]) -> object:
    """The main numbers of a page of scores."""
    b, s = columns_of(files, "b", "s")
    return sk.roc_auc_score(b, s), sk.average_precision_score(b, s), sk.brier_score_loss(b, s), sk.log_loss(b, s)


Work = Callable[[list[str]], object]
WORKS: dict[str, tuple[Work, Work]] = {
    "page of labels": (page_of_labels, sk_labels),
    "page of scores": (page_of_scores, sk_scores),
}
HEAD = ["work", *(f"{name} rows" for name in SIZES), *(f"peak at {name}" for name in SIZES), "rows/s at most rows"]


def files_of(folder: Path) -> dict[str, list[str]]:
    """Write the pieces and the links; the files of each size."""
    write(folder / "few.parquet", 100_000, 99)
    write(folder / "million.parquet", MILLION, 98)
    pieces = [folder / f"piece{k:02}.parquet" for k in range(PIECES)]
    links = []
    for seed, piece in enumerate(pieces):
        write(piece, PIECE, seed)
        for k in range(LINKS):
            links.append(folder / f"link{k}-{piece.name}")
            os.link(piece, links[-1])
    some = {"1 M": [folder / "million.parquet"], "10 M": pieces[:2], "100 M": pieces, "1,000 M": links}
    return {name: [str(file) for file in files] for name, files in some.items()}


class Cells:
    """What was measured, by who answered, work and size; kept in a file if there is one."""

    def __init__(self, kept: Path | None) -> None:
        self.kept = kept
        self.found: dict[str, dict[str, float]] = {}
        if kept is not None and kept.exists():
            self.found = json.loads(kept.read_text(encoding="utf-8"))

    def measure(self, who: str, name: str, work: Work, few: str, files: dict[str, list[str]]) -> None:
        """Run a work on each size that is not there yet."""
        for size, some in files.items():
            cell = f"{who}: {name}: {size}"
            if cell in self.found:
                continue
            load = os.getloadavg()[0]
            seconds, peak = in_own_process(work, ([few],), (some,))
            self.found[cell] = {"seconds": seconds, "MiB": peak / 2**20, "load": load}
            print("  ", cell, duration(seconds), f"{peak >> 20} MiB", flush=True)
            if self.kept is not None:
                self.kept.write_text(json.dumps(self.found, indent=1), encoding="utf-8")

    def line(self, who: str, name: str) -> list[str]:
        """The times, the peaks and the speed of one work."""
        here = {size: self.found[f"{who}: {name}: {size}"] for size in SIZES if f"{who}: {name}: {size}" in self.found}
        times = [duration(here[size]["seconds"]) if size in here else "-" for size in SIZES]
        peaks = [f"{here[size]['MiB']:.0f} MiB" if size in here else "-" for size in SIZES]
        last = next(reversed(here), None)
        speed = "-" if last is None else f"{SIZES[last] / here[last]['seconds'] / MILLION:.1f} M"
        return [name, *times, *peaks, speed]

    @property
    def loads(self) -> str:
        """The least and the greatest load of the machine before a cell."""
        loads = [cell["load"] for cell in self.found.values() if "load" in cell]
        return f"Before the cells it was {min(loads):.0f} to {max(loads):.0f}." if loads else ""


def main() -> None:
    """Print the tables; with --write also into GROWTH.md."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--keep", type=Path)
    asked.add_argument("--most", type=int, default=1000, help="millions of rows")
    chosen = asked.parse_args()
    before, cells = shared_machine("concordant", "polars", "numpy", "scikit-learn"), Cells(chosen.keep)
    with tempfile.TemporaryDirectory() as folder:
        files, few = files_of(Path(folder)), str(Path(folder) / "few.parquet")
        files = {size: some for size, some in files.items() if SIZES[size] <= chosen.most * MILLION}
        small = {size: files[size] for size in IN_MEMORY if size in files}
        for name, (work, peer) in WORKS.items():
            cells.measure("scikit-learn", name, peer, few, small)
            cells.measure("concordant", name, work, few, files)
    ours, theirs = ([cells.line(who, name) for name in WORKS] for who in ("concordant", "scikit-learn"))
    text = f"{TOP}\n{before} {cells.loads}\n\n{table(HEAD, ours)}\n\n{PEER}\n{table(HEAD, theirs)}\n"
    show(text, RESULTS)


if __name__ == "__main__":
    main()
