"""How a point becomes calls: ours, and the best line that a user of NumPy, a frame, numba or scikit-learn writes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np
from benchmarks.sweep import lines
from benchmarks.sweep.calls import checked_and_not, compiled
from benchmarks.sweep.columns import COLUMNS, Column, another_prediction, codes, installed, occurring, weights
from benchmarks.sweep.indicators import indicator_job
from benchmarks.sweep.points import NUMBER, OURS, Calls, Job, Spec
from benchmarks.sweep.scores import SCORE_WORKS, score_job

import concordant as co

METRICS: dict[str, tuple[Any, dict[str, Any]]] = {
    "accuracy": (co.accuracy, {}),
    "cohen_kappa": (co.cohen_kappa, {}),
    "cohen_kappa, quadratic": (co.cohen_kappa, {"weights": "quadratic"}),
    "f1, macro": (co.f1, {"average": "macro"}),
}
FORMULAS = {
    "cohen_kappa": (lines.numpy_kappa, lines.kappa_of_table),
    "cohen_kappa, quadratic": (lines.numpy_qwk, lines.qwk_of_table),
    "f1, macro": (lines.numpy_f1, lines.f1_of_table),
}
COUNTS = "Counts.from_labels"
INDICATORS = "f1, macro, of indicators"
LABELLED = (*METRICS, COUNTS)
# Rows that are counted as fast as a cell is read: an interval reads those of the table that hold rows, a comparison
# those of the joint table of the truth and both predictions. It is the time of a million rows with more and fewer cells
# of as many labels (the share that is right was varied), over that of a row of 6 labels: of 300 and 1,000 labels 12
# (accuracy), 21 (kappa), 31 (quadratic) and 43 to 48 rows (F1) in an interval; of 50 to 200 labels 8 to 19 rows in a
# comparison.
CELLS = {"interval": 25, "compare": 14}
UNSURE = tuple(f"{metric}: {verb}" for verb in ("interval", "compare") for metric in METRICS)
WORKS = (*LABELLED, *SCORE_WORKS, INDICATORS, *UNSURE)


def job(spec: Spec) -> Job:
    """The calls of one point, on new arrays."""
    if spec.work in UNSURE:
        return _unsure(spec)
    if spec.work in SCORE_WORKS:
        return score_job(spec)
    return indicator_job(spec) if spec.work == INDICATORS else _labelled(spec)


def fits(spec: Spec) -> bool:
    """Whether the container is installed, can hold so many labels, and is worth so many rows."""
    if not installed(spec.column):
        return False
    if spec.work not in LABELLED:
        return True
    column = COLUMNS[spec.column]
    ordered = spec.work != "cohen_kappa, quadratic" or column.lines == "numpy" or spec.column == "Polars Enum"
    return ordered and spec.labels <= column.most_labels and spec.rows <= column.most_rows


@lru_cache(maxsize=1)
def columns(name: str, rows: int, labels: int) -> tuple[Any, Any]:
    """The two columns of a container, kept for the next work on them."""
    column, (a, b) = COLUMNS[name], codes(rows, labels)
    return column.make(a, labels), (column.make_second or column.make)(b, labels)


def _labelled(spec: Spec) -> Job:
    column, k = COLUMNS[spec.column], spec.labels
    first, second = columns(spec.column, spec.rows, k)
    w = weights(spec.rows) if spec.weighted else None
    how: dict[str, Any] = {} if w is None else {"sample_weight": w}
    how |= {"labels": range(k)} if column.declared else {}
    a, b = codes(spec.rows, k)
    cells = 0 if spec.work == "accuracy" else occurring(a, b, k) ** 2
    if spec.work == COUNTS:
        calls: Calls = {OURS: lambda: co.Counts.from_labels(first, second, **how)}
        calls |= lines.table_line(column.lines, first, second, k, w) | _sparse_table(column, first, second, spec)
    else:
        metric, options = METRICS[spec.work]
        calls = {OURS: lambda: metric(first, second, **options, **how)}
        calls |= _lines(spec, column, first, second, w)
    return Job(calls | _loops(spec, first, second) | _scikit(spec, column, first, second, w), spec.rows + cells)


def _lines(spec: Spec, column: Column, a: Any, b: Any, w: np.ndarray | None) -> Calls:
    """What users write for a metric: without a table where the formula needs none."""
    k = spec.labels
    if spec.work == "accuracy":
        return lines.equal_line(column.lines, a, b, w)
    if column.lines != "numpy":
        return {}
    of_rows, of_table = FORMULAS[spec.work]
    if w is not None:
        return {"NumPy": lambda: of_table(lines.joint(a, b, k, w))}
    return {"NumPy": lambda: of_rows(a, b, k)}


def _sparse_table(column: Column, a: Any, b: Any, spec: Spec) -> Calls:
    """Of many labels a group-by holds only the pairs that occur."""
    if spec.column != "int64" or spec.labels < 512 or spec.weighted or find_spec("polars") is None:
        return {}
    return {"Polars": lines.table_line("polars", a, b, spec.labels, None)["Polars"]} if column.lines == "numpy" else {}


def _loops(spec: Spec, a: Any, b: Any) -> Calls:
    """The loops of numba, where it is installed; each is compiled before it is timed."""
    if spec.column not in {"int64", "uint8"} or spec.weighted or find_spec("numba") is None:
        return {}
    if spec.work not in {COUNTS, "cohen_kappa, quadratic"}:
        return {}
    import numba
    from benchmarks import loops

    k = spec.labels
    if spec.work == COUNTS:
        return {"numba": compiled(loops.numba_table, a, b, k)}
    found: Calls = {"numba": compiled(loops.numba_qwk, a, b, k)}
    if numba.get_num_threads() > 1 and spec.rows >= 100_000:
        found["numba, all threads"] = compiled(loops.numba_qwk_threads, a, b, k, numba.get_num_threads())
    return found


def _scikit(spec: Spec, column: Column, a: Any, b: Any, w: np.ndarray | None) -> Calls:
    if column.lines not in {"numpy", "pandas", "pandas categorical", "list"} or find_spec("sklearn") is None:
        return {}
    from sklearn import metrics as sk

    calls: dict[str, Callable[[], object]] = {
        "accuracy": lambda: sk.accuracy_score(a, b, sample_weight=w),
        COUNTS: lambda: sk.confusion_matrix(a, b, sample_weight=w),
        "cohen_kappa": lambda: sk.cohen_kappa_score(a, b, sample_weight=w),
        "cohen_kappa, quadratic": lambda: sk.cohen_kappa_score(a, b, weights="quadratic", sample_weight=w),
        "f1, macro": lambda: sk.f1_score(a, b, average="macro", sample_weight=w),
    }
    return checked_and_not(calls[spec.work])


def _unsure(spec: Spec) -> Job:
    name, verb = spec.work.split(": ")
    metric, options = METRICS[name]
    truth, first = codes(spec.rows, spec.labels)
    cell = truth * spec.labels + first
    # Not `metric(truth, first)`: a shortcut has the number without the table, which every interval is made of.
    number = lambda: metric.of(metric.state(truth, first), **options)  # noqa: E731
    if verb == "interval":
        calls: Calls = {OURS: lambda: metric.interval(truth, first, **options), NUMBER: number}
    else:
        second = another_prediction(spec.rows, spec.labels)
        cell = cell * spec.labels + second
        calls = {OURS: lambda: metric.compare(truth, first, second, **options), NUMBER: number}
    return Job(calls, spec.rows + CELLS[verb] * len(np.unique(cell)))
