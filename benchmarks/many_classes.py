"""
Intervals and comparisons of tables of many labels, beside the number itself and the derivative by one cell at a time.

    python -m benchmarks.many_classes            # a few minutes
    python -m benchmarks.many_classes --write    # also write benchmarks/MANY_CLASSES.md

The classes of the truth are equally frequent, and 70 % of the predictions are right. "cell by cell" is one complex step
for each cell that holds rows, through the same formula: some cells are timed, and the time of all follows.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from concordant import Counts
from concordant.inference.influence.tables import slopes_by_step
from concordant.metrics import get

RESULTS = Path(__file__).with_name("MANY_CLASSES.md")
TOP = """\
# Many classes

Made by `python -m benchmarks.many_classes --write` on two cores. `value`: the metric of the table of two columns, also
where a shortcut has it without the table, least of five; `interval` and `compare` (two predictions of the same rows):
the least of three calls, one if it takes a second, and how many times the value it takes. `cell by cell`: the
derivative by one complex step for each cell that holds rows, which is what an interval took before; up to 200 cells are
timed, of large tables as few as two, and the time of all follows.
"""
TOP_OF_MORE = """\
## Rows in clusters, and values of each class

The same with `cluster=`: clusters of 25 rows in the mean. The value reads the rows once; with clusters they are put in
order by cluster and by class, too: `a row` is how long the interval takes for each of them. `compare` of each class is
as many tests as there are classes: `a test` is one of them, with its record.
"""
HEAD_OF_MORE = [
    *("metric", "classes", "rows", "value, ms", "interval, ms", "times", "compare, ms", "times", "a test, us"),
    *("interval of clusters, ms", "times", "a row, ns", "compare of clusters, ms", "times", "a test, us"),
]
OF_MORE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("accuracy", {}),
    ("cohen_kappa", {"weights": "quadratic"}),
    ("f1", {"average": "macro"}),
    ("balanced_accuracy", {}),
    ("recall", {"average": None}),
    ("f1", {"average": None}),
    ("informedness", {"average": None}),
)
SIZES_OF_MORE = ((6, 50_000), (100, 50_000), (1000, 50_000), (5000, 50_000), (1000, 1_000_000))
ROWS_A_CLUSTER = 25
HEAD = [*("metric", "classes", "rows", "value, ms", "interval, ms", "times", "compare, ms", "times"), "cell by cell, s"]
METRICS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("accuracy", {}),
    ("cohen_kappa", {}),
    ("cohen_kappa", {"weights": "quadratic"}),
    ("matthews_correlation", {}),
    ("gwet_ac1", {}),
    ("krippendorff_alpha", {"level_of_measurement": "ordinal"}),
    ("f1", {"average": "weighted"}),
    ("f1", {"average": "macro"}),
    ("balanced_accuracy", {}),
    ("macro_mean_absolute_error", {}),
    ("mutual_information", {}),
    ("adjusted_count_r2", {}),
    ("adjacent_agreement", {}),
    ("mean_absolute_error", {}),
    ("geometric_mean", {}),
    ("informedness", {"average": "macro"}),
    ("prevalence", {"average": "macro"}),
    ("uncertainty_coefficient", {}),
    ("normalized_mutual_information", {}),
)
SIZES = (
    *((6, 1000), (6, 50_000), (100, 1000), (100, 50_000), (100, 1_000_000)),
    *((1000, 1000), (1000, 50_000), (1000, 1_000_000), (5000, 50_000)),
)
LONG = 1.0  # seconds; a call that takes longer is called once
TIMED, CELLS = 200, 50_000_000  # cells whose derivative is timed, and those of all tables that it takes


def seconds(call: Callable[[], Any]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def least(call: Callable[[], Any], calls: int) -> float:
    """The least that so many calls take, or the first that takes long."""
    found = seconds(call)
    for _ in range(calls - 1 if found < LONG else 0):
        found = min(found, seconds(call))
    return found


def columns(classes: int, rows: int) -> tuple[Any, Any, Any]:
    """The truth and two predictions."""
    random = np.random.default_rng(0)
    truth = random.integers(0, classes, rows)
    first, second = (np.where(random.random(rows) < 0.7, truth, random.integers(0, classes, rows)) for _ in range(2))
    return truth, first, second


def cell_by_cell(metric: Any, counts: Counts, options: dict[str, Any]) -> float:
    """How long one complex step for each cell that holds rows takes."""
    here = np.flatnonzero(counts.table)
    some = here[: max(2, min(TIMED, CELLS // counts.table.size))]
    took = seconds(lambda: slopes_by_step(lambda one: metric.formula(one, **options), counts, some))
    return took * len(here) / len(some)


def line(name: str, options: dict[str, Any], classes: int, rows: int) -> list[str]:
    """One line of the table."""
    metric, (truth, first, second) = get(name), columns(classes, rows)
    how = {**options, "labels": range(classes)}
    metric.compare(truth[:500] % 5, first[:500] % 5, second[:500] % 5, **options)
    metric.interval(truth[:500] % 5, first[:500] % 5, **options)
    # Not `metric(truth, first)`: a shortcut has the number without the table, which every interval is made of.
    value = least(lambda: metric.of(metric.state(truth, first, labels=range(classes)), **options), 5)
    interval = least(lambda: metric.interval(truth, first, **how), 3)
    compare = least(lambda: metric.compare(truth, first, second, **how), 3)
    table = Counts.from_labels(truth, first, labels=range(classes)).table  # also where few of many cells are held
    before = cell_by_cell(metric, Counts(table, tuple(range(classes))), options)
    return [
        called(name, options),
        str(classes),
        f"{rows:,}",
        f"{1e3 * value:.2f}",
        f"{1e3 * interval:.1f}",
        f"{interval / value:.0f}",
        f"{1e3 * compare:.1f}",
        f"{compare / value:.0f}",
        f"{before:.3g}",
    ]


def line_of_more(name: str, options: dict[str, Any], classes: int, rows: int) -> list[str]:
    """One line of the second table."""
    metric, (truth, first, second) = get(name), columns(classes, rows)
    clusters = rows // ROWS_A_CLUSTER
    code = np.random.default_rng(1).integers(0, clusters, rows)
    how = {**options, "labels": range(classes)}
    value = least(lambda: metric.of(metric.state(truth, first, labels=range(classes)), **options), 5)
    times = [
        least(lambda: metric.interval(truth, first, **how), 3),
        least(lambda: metric.compare(truth, first, second, **how), 3),
        least(lambda: metric.interval(truth, first, cluster=code, **how), 3),
        least(lambda: metric.compare(truth, first, second, cluster=code, **how), 3),
    ]
    plain, paired, clustered, both = ([f"{1e3 * took:.1f}", f"{took / value:.0f}"] for took in times)
    each = options.get("average", "") is None
    tests = [f"{1e6 * took / classes:.0f}" if each else "" for took in times]
    about = [called(name, options), str(classes), f"{rows:,}", f"{1e3 * value:.2f}"]
    return [*about, *plain, *paired, tests[1], *clustered, f"{1e9 * times[2] / rows:.0f}", *both, tests[3]]


def called(name: str, options: dict[str, Any]) -> str:
    """A metric with its options."""
    shown = ", ".join(f"{option}={value!r}" for option, value in options.items())
    return f"`{name}`" + (f" ({shown})" if shown else "")


def table(head: list[str], lines: Iterator[list[str]]) -> str:
    """A table, whose lines are printed as they come."""
    found = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    for one in lines:
        found.append(f"| {' | '.join(one)} |")
        print(found[-1], flush=True)
    return "\n".join(found)


def main() -> int:
    """Time every metric at every size."""
    warnings.simplefilter("ignore")
    first = table(HEAD, (line(*metric, *size) for size in SIZES for metric in METRICS))
    more = table(HEAD_OF_MORE, (line_of_more(*metric, *size) for size in SIZES_OF_MORE for metric in OF_MORE))
    if "--write" in sys.argv:
        RESULTS.write_text(f"{TOP}\n{first}\n\n{TOP_OF_MORE}\n{more}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
