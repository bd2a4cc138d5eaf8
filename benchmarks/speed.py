"""
Measure speed, memory and start-up beside the peers, in one run on the same arrays, and print the table.

    python -m benchmarks.speed               # everything, about a quarter of an hour on two cores
    python -m benchmarks.speed small label   # some parts: label curve probability small text evaluate memory start
    python -m benchmarks.speed --write       # also write benchmarks/RESULTS.md
    python -m benchmarks.speed --shared      # on a machine that others use: the fastest of 8 rounds or more, no median

Each figure is a ratio: the peer's median time over ours. Above 1 we are faster. Run it from the root of the repository
with -m: Python would else take the folder `coverage` beside this file for the package of that name.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import median

# The threads of OpenMP (torch) would go on spinning after each call and slow down whatever is measured next.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np
from benchmarks.own_process import peak_extra_memory
from benchmarks.timing import medians
from benchmarks.works import (
    Work,
    curve_works,
    evaluate_works,
    label_works,
    probability_works,
    ratings,
    scores,
    small_works,
    text_works,
)

import concordant as co

SHARED = "--shared" in sys.argv[1:]
PEERS = ("scikit-learn", "torchmetrics", "torchmetrics, unchecked", "numba", "numba, all threads")
MILLION = 1_000_000


def read_seconds(size: int) -> float:
    """Seconds to read that many bytes once with all threads, as a plain sum of 64-bit words does."""
    words = np.ones(max(size // 8, 1), dtype=np.uint64)
    threads = co.get_threads()
    parts = np.array_split(words, threads)
    with ThreadPoolExecutor(threads) as pool:
        read = {"read": lambda: list(pool.map(np.add.reduce, parts))}
        return medians(read, seconds=1.0, of=min if SHARED else median)["read"]


def line(work: Work, seconds: dict[str, float]) -> list[str]:
    """One line of the table."""
    ours = seconds["concordant"]
    cells = [work.name, f"{work.rows:,}", duration(ours), f"{ours / work.rows * 1e9:.2f}"]
    cells += [f"{seconds[peer] / ours:.1f}x" if peer in seconds else "" for peer in PEERS]
    share = read_seconds(work.bytes_read) / ours if work.bytes_read else None
    return [*cells, f"{share:.0%}" if share is not None else "", work.target]


def duration(seconds: float) -> str:
    """Seconds in a readable unit."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


HEAD = ["work", "rows", "concordant", "ns/row", *(f"against {peer}" for peer in PEERS), "of a memory read", "target"]


BESIDE = ["work", "rows", "concordant", "peer", "takes", "ratio"]


def beside(work: str, rows: int, ours: float, peer: str, theirs: float) -> list[str]:
    """One line of a table that names the peer of each work."""
    return [work, f"{rows:,}", duration(ours), peer, duration(theirs), f"{theirs / ours:,.3g}x"]


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def measured(works: list[Work], seconds: float = 2.0) -> str:
    """The table of some works, printed as it grows."""
    rows = []
    how = {"of": min, "least": 8} if SHARED else {}
    for work in works:
        rows.append(line(work, medians(work.calls, seconds=seconds, **how)))
        print("  ", " | ".join(rows[-1]), flush=True)
    return table(HEAD, rows)


def prepared(columns: Callable[[int], tuple[np.ndarray, np.ndarray]], work: Callable[..., object]) -> object:
    """For the memory table: a work on 10 M rows, which has been done on few."""
    first, second = columns(10 * MILLION)
    work(first[:100], second[:100])
    return lambda: work(first, second)


def memory() -> str:
    """Peak memory beyond the inputs at 10 M rows (the scores alone take 80 MB)."""
    from sklearn.metrics import cohen_kappa_score, roc_auc_score

    columns = partial(ratings, classes=6, dtype="int64")
    kappas = [
        partial(prepared, columns, partial(one, weights="quadratic")) for one in (co.cohen_kappa, cohen_kappa_score)
    ]
    areas = [partial(prepared, scores, one) for one in (co.roc_auc, roc_auc_score)]
    works = {"QWK, int64": (*kappas, "O(K^2)"), "ROC AUC, float64": (*areas, "160 MB: two copies of the scores")}
    rows = []
    for name, (ours, theirs, target) in works.items():
        figures = [f"{peak_extra_memory(prepare) / 1e6:.1f} MB" for prepare in (ours, theirs)]
        rows.append([name, "10,000,000", *figures, target])
        print("  ", " | ".join(rows[-1]), flush=True)
    return table(["work", "rows", "concordant", "scikit-learn", "target"], rows)


def start() -> str:
    """Whole processes: import, and the command on a small file; the median of 15 runs in turn."""
    example = Path(co.data.EXAMPLES["breast"].path)
    report = [sys.executable, "-m", "concordant", "report", str(example), "--truth", "truth"]
    commands = {
        "python -c 'import numpy'": [sys.executable, "-c", "import numpy"],
        "python -c 'import concordant'": [sys.executable, "-c", "import concordant"],
        "python -c 'from concordant import cohen_kappa'": [sys.executable, "-c", "from concordant import cohen_kappa"],
        "python -c 'import sklearn.metrics'": [sys.executable, "-c", "import sklearn.metrics"],
        "concordant --version": [sys.executable, "-m", "concordant", "--version"],
        "concordant report (569 rows)": [
            *report, "--pred", "prediction", "--score", "malignancy", "--pos-label", "malignant"
        ],
    }  # fmt: skip
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}  # bytecode is kept, as usual
    calls = {
        name: lambda command=command: subprocess.run(command, check=True, capture_output=True, env=environment)
        for name, command in commands.items()
    }
    seconds = medians(calls, seconds=0, least=15)
    base = seconds["python -c 'import numpy'"]
    rows = [[name, duration(value), f"{value / base:.2f}x"] for name, value in seconds.items()]
    for row in rows:
        print("  ", " | ".join(row), flush=True)
    return table(["process", "median", "against import numpy"], rows)


def machine() -> str:
    """The machine and the versions, in one paragraph."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        model = next(x.split(":")[1].strip() for x in cpuinfo.read_text().splitlines() if x.startswith("model name"))
    packages = ("numpy", "scikit-learn", "torchmetrics", "torch", "numba", "pandas", "polars")
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    return (
        f"{time.strftime('%Y-%m-%d')}: {model}, {co.get_threads()} cores, Python {platform.python_version()}, "
        f"concordant {co.__version__}, {versions}."
        + (" Others used the machine: each figure is the fastest of 8 rounds or more, no median." if SHARED else "")
    )


PARTS = {
    "label": ("Labels", lambda: measured(label_works(10 * MILLION))),
    "curve": ("Scores", lambda: measured(curve_works(MILLION) + curve_works(10 * MILLION), seconds=4.0)),
    "probability": ("Probabilities", lambda: measured(probability_works(10 * MILLION))),
    "small": ("100 rows", lambda: measured(small_works(), seconds=0.5)),
    "text": ("Text labels", lambda: measured(text_works(MILLION), seconds=0.5)),
    "evaluate": ("Everything at once", lambda: measured(evaluate_works(10 * MILLION))),
    "memory": ("Peak memory beyond the inputs", memory),
    "start": ("Start", start),
}


HEADING = """\
# Speed, memory and start-up beside the peers

Made by `python -m benchmarks.speed --write`. Each ratio is the peer's median time over ours, on the same arrays in the
same run; a call below 0.2 s is called once untimed before each timed one, so that columns of a few bytes a row are read
from the last-level cache where they fit it. The share of a memory read compares with a plain sum of the same bytes by
all threads, which are read again and again as well.
"""


def write(sections: dict[str, str]) -> None:
    """Put the sections that were measured now into RESULTS.md, and leave the others."""
    path = Path(__file__).with_name("RESULTS.md")
    text = path.read_text(encoding="utf-8") if path.exists() else HEADING
    known = dict(part.split("\n", 1) for part in text.split("\n## ")[1:])
    known.update({title: f"\n{machine()}\n\n{body}\n" for title, body in sections.items()})
    order = [title for title, _ in PARTS.values() if title in known]
    path.write_text(HEADING + "".join(f"\n## {title}\n{known[title]}" for title in order), encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Run the parts that are named, or all."""
    wanted = [name for name in arguments if name in PARTS] or list(PARTS)
    begin = time.perf_counter()
    sections = {}
    for name in wanted:
        title, part = PARTS[name]
        print(title, flush=True)
        sections[title] = part()
    print(f"{time.perf_counter() - begin:.0f} s")
    if "--write" in arguments:
        write(sections)


if __name__ == "__main__":
    main(sys.argv[1:])
