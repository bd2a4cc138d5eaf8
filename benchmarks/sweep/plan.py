"""Which points are measured: lines along the rows and along the labels, dense where a change of path is likely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from benchmarks.sweep.columns import COLUMNS
from benchmarks.sweep.indicators import INDICATOR_COLUMNS
from benchmarks.sweep.points import Spec
from benchmarks.sweep.scores import MATRIX, SCORE_COLUMNS, TRUSTED, WHOLE
from benchmarks.sweep.works import COUNTS, INDICATORS, LABELLED, UNSURE, fits

CELLS = 10_000_000  # a matrix of more cells is not tried by default


@dataclass(frozen=True)
class Grid:
    """The values of the axes, and how long a cheap point is repeated."""

    rows: tuple[int, ...]  # for the most used containers
    few_rows: tuple[int, ...]  # for all others
    labels: tuple[int, ...]
    few_labels: tuple[int, ...]
    distinct: tuple[int, ...]
    held_rows: tuple[int, ...]  # of the lines along the labels
    unsure_labels: tuple[int, ...]
    unsure_rows: tuple[int, ...]
    columns: tuple[str, ...]
    budget: float


TENS = (10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000)
FULL = Grid(
    rows=tuple(sorted((*TENS, *(3 * n for n in TENS[:-1])))),
    few_rows=TENS,
    labels=(
        *(2, 3, 6, 8, 9, 16, 17, 32, 33, 64, 65, 100, 128, 129, 255, 256, 257, 400, 512, 513, 724),
        *(1000, 1024, 1025, 1448, 2048, 2049, 2896, 4096, 4097, 5000, 8192),
    ),
    few_labels=(2, 6, 16, 17, 64, 128, 129, 256, 257, 512, 1000, 1024, 1025, 2048, 2049, 4096, 8192),
    distinct=(2, 10, 100, 256, 257, 1000, 10_000, 65_536, 65_537, 300_000, 1_000_000, 10_000_000),
    held_rows=(10, 1000, 100_000, 1_000_000),
    unsure_labels=(6, 100, 1000, 5000),
    unsure_rows=(50_000, 1_000_000),
    columns=tuple(COLUMNS),
    budget=0.03,
)
LARGE = Grid(**{**vars(FULL), "rows": (*FULL.rows, 30_000_000, 100_000_000), "few_rows": (*TENS, 100_000_000)})
QUICK = Grid(
    rows=(10, 100, 1000, 10_000, 100_000, 1_000_000),
    few_rows=(100, 10_000, 1_000_000),
    labels=(2, 6, 16, 100, 256, 257, 1000, 1024, 1025, 2048, 4096),
    few_labels=(2, 100, 256, 257, 1000, 1025),
    distinct=(2, 256, 257, 10_000, 1_000_000),
    held_rows=(10, 100_000),
    unsure_labels=(6, 100, 1000),
    unsure_rows=(50_000,),
    columns=(
        *("int64", "uint8", "float64", "bool", "int64, far apart", "list of int", "object of str", "NumPy <U"),
        *("pandas str", "pandas categorical", "Polars String", "Polars Enum", "Arrow string", "Arrow dictionary"),
    ),
    budget=0.01,
)

MOST_USED = ("int64", "uint8")
CODED = (
    "int64",
    "uint8",
    "float64",
    "list of int",
    "pandas categorical",
    "object of str",
    "Polars String",
    "Polars Enum",
)
ALONG_LABELS = (
    *("uint8", "int16", "int32", "float64", "int64, labels declared", "int64, far apart", "list of int"),
    *("object of str", "NumPy <U", "pandas str", "pandas categorical", "Polars String", "Polars Categorical"),
    *("Polars Enum", "Arrow string", "Arrow dictionary"),
)
FIRST = ("int64", "uint8", "float64", "float32", "uint8, C order", "Polars String", "object of str")
PLAIN_SCORES = ("float64", "float32", "int64", "uint8")
WEIGHED = ("int64", "uint8", "float64", "pandas categorical", "object of str", "Polars String")
THREADED = (
    "int64",
    "uint8",
    "float64",
    "float32",
    "pandas categorical",
    "object of str",
    "Polars String",
    "Polars Enum",
)


def plan(grid: Grid, works: Iterable[str]) -> list[Spec]:
    """
    Every point of the works that are asked for.

    Each container is made once. Those that are used most come first: a slow machine leaves out the last ones.
    """
    wanted = set(works)
    points = {s for part in (_labelled(grid), _scores(grid), _matrices(grid), _unsure(grid)) for s in part}
    points = {s for s in points if s.work in wanted and fits(s)}
    return sorted(points, key=_turn)


def _turn(s: Spec) -> tuple[object, ...]:
    return (family(s), s.column not in FIRST, s.column, s.rows, s.labels, s.weighted, s.work)


def with_one_thread(points: Iterable[Spec]) -> list[Spec]:
    """The points where threads may start: many rows, the containers that are used most."""
    return [
        s
        for s in points
        if s.rows in {100_000, 1_000_000, 10_000_000, 100_000_000}
        and s.column in THREADED
        and s.labels in {0, 6, 1000}
        and s.work not in UNSURE
    ]


BIG = {
    **dict.fromkeys(("accuracy", "cohen_kappa, quadratic", "f1, macro"), ("int64",)),
    "cohen_kappa": ("int64", "uint8"),
    COUNTS: ("int64", "object of str", "Polars String"),
    "roc_auc": ("float64", "uint8"),
    **dict.fromkeys(("roc_curve", "brier_score", "log_loss"), ("float64",)),
    INDICATORS: ("uint8, C order",),
    **dict.fromkeys(UNSURE, ("int64",)),
}


def big(points: Iterable[Spec]) -> list[Spec]:
    """The points whose memory is measured: those with the most rows, and of tables those with many labels."""
    most: dict[tuple[object, ...], Spec] = {}
    for s in points:
        labels = {1000} if s.work in UNSURE else {0, 6, 50, 5000} if s.work == COUNTS else {0, 6, 50}
        if s.column in BIG[s.work] and s.labels in labels and not s.weighted and s.rows >= 20_000:
            key = (s.work, s.column, s.labels)
            most[key] = max(most.get(key, s), s, key=lambda one: one.rows)
    return sorted(most.values(), key=lambda s: (s.labels not in {0, 6, 50}, s.work not in UNSURE, s))


def family(s: Spec) -> int:
    """Scores and matrices, labels, intervals: each has a share of the time."""
    return 1 if s.work in LABELLED else 2 if s.work in UNSURE else 0


def _labelled(grid: Grid) -> Iterator[Spec]:
    for column in grid.columns:
        rows = grid.rows if column in MOST_USED else grid.few_rows
        labels = min(6, COLUMNS[column].most_labels)
        works = LABELLED if column in CODED else ("accuracy", COUNTS)
        yield from (Spec(w, column, n, labels) for w, n in product(works, rows))
        if column in WEIGHED:
            works = LABELLED if column == "int64" else ("accuracy", COUNTS)
            yield from (Spec(w, column, n, labels, weighted=True) for w, n in product(works, grid.few_rows))
    for n, k in product(grid.held_rows, grid.labels):
        works = LABELLED if n <= 100_000 else ("accuracy", COUNTS)
        yield from (Spec(w, "int64", n, k) for w in works)
    for column, n, k in product(ALONG_LABELS, grid.held_rows, grid.few_labels):
        if column in grid.columns and n <= 100_000:
            yield Spec(COUNTS, column, n, k)
            if n == 100_000 and k <= 1025:
                yield Spec("accuracy", column, n, k)
    for n, k in product(grid.held_rows[:3], grid.few_labels):
        yield Spec(COUNTS, "int64", n, k, weighted=True)


def _scores(grid: Grid) -> Iterator[Spec]:
    for column in SCORE_COLUMNS:
        rows = grid.rows if column in {"float64", "uint8"} else grid.few_rows
        rows = rows if column in PLAIN_SCORES else tuple(n for n in rows if n <= 1_000_000)
        yield from (Spec("roc_auc", column, n, 0) for n in rows)
        if column in PLAIN_SCORES:
            yield from (Spec("roc_curve", column, n, 0) for n in grid.few_rows)
        if column not in {*WHOLE, "int64"} and "sorted" not in column:
            yield from (Spec(w, column, n, 0) for w, n in product(("brier_score", "log_loss"), rows))
    for w, n in product(("roc_auc", "roc_curve", "brier_score", "log_loss"), grid.few_rows):
        yield Spec(w, "float64", n, 0, weighted=True)
    for column, n, d in product(("float64", "float32", "int64", "uint16"), (10_000, 1_000_000), grid.distinct):
        if d <= 8 * n and d <= WHOLE.get(column, d):
            yield Spec("roc_auc", column, n, d)
    yield from (Spec("roc_curve", "float64", 1_000_000, d) for d in grid.distinct)


def _matrices(grid: Grid) -> Iterator[Spec]:
    for n, k in product(grid.few_rows, (3, 10, 100, 1000)):
        if n * k <= CELLS:
            yield from (Spec("log_loss", column, n, k) for column in (MATRIX, TRUSTED))
    for column in INDICATOR_COLUMNS:
        rows = [n for n in grid.few_rows if n * 50 <= CELLS]
        yield from (Spec(INDICATORS, column, n, 50) for n in rows)
        yield from (Spec(INDICATORS, column, 20_000, k) for k in (2, 5, 10, 20, 50, 100, 200, 500))
        yield from (Spec(INDICATORS, column, 200, k) for k in (2, 10, 50, 200, 1000))


def _unsure(grid: Grid) -> Iterator[Spec]:
    yield from (Spec(w, "int64", n, k) for w, n, k in product(UNSURE, grid.unsure_rows, grid.unsure_labels))
    yield from (Spec(w, "int64", n, 6) for w, n in product(UNSURE, (100, 1000)))
