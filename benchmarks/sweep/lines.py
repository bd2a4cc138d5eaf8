"""What users write instead: lines of NumPy, pandas, Polars, Arrow and plain Python on columns of labels."""

from __future__ import annotations

import operator
from collections import Counter
from importlib.util import find_spec
from typing import Any

import numpy as np
from benchmarks.sweep.points import Calls


def equal_line(lines: str, a: Any, b: Any, w: np.ndarray | None) -> Calls:
    """The share of rows that agree."""
    if w is not None:
        return {} if lines in {"list", "arrow"} else {_library(lines): lambda: np.average(a == b, weights=w)}
    if lines == "list":
        return {"Python": lambda: sum(map(operator.eq, a, b)) / len(a)}
    if lines == "arrow":
        import pyarrow.compute as pc

        return {"Arrow": lambda: pc.mean(pc.equal(a, b)).as_py()}
    return {_library(lines): lambda: (a == b).mean()}  # noqa: PLW0108  (a fresh comparison each time)


def _library(lines: str) -> str:
    return {"pandas": "pandas", "pandas categorical": "pandas", "polars": "Polars"}.get(lines, "NumPy")


def table_line(lines: str, a: Any, b: Any, labels: int, w: np.ndarray | None) -> Calls:
    """How often each pair of labels occurs: as a table, or (of frames) as a list of the pairs that do occur."""
    if lines == "numpy":
        return {"NumPy": lambda: joint(a, b, labels, w)}
    if lines == "pandas categorical":
        return {"NumPy": lambda: joint(a.cat.codes.to_numpy(), b.cat.codes.to_numpy(), labels, w)}
    if lines in {"list", "python"}:
        return {"Python": lambda: Counter(zip(a, b, strict=True))} if w is None else {}
    return _grouped(lines, a, b, w)


def whole(x: np.ndarray) -> np.ndarray:
    """Codes in a type that cannot overflow and that `bincount` takes."""
    return x.astype(np.int64, copy=False)


def joint(a: np.ndarray, b: np.ndarray, labels: int, w: np.ndarray | None = None) -> np.ndarray:
    """The table of pairs by one `bincount`; narrow types are widened first, as they must be."""
    a, b = whole(a), whole(b)
    return np.bincount(a * labels + b, weights=w, minlength=labels * labels).reshape(labels, labels)


def _grouped(lines: str, a: Any, b: Any, w: np.ndarray | None) -> Calls:
    if lines == "arrow":
        import pyarrow as pa

        table = pa.table({"a": a, "b": b} | ({} if w is None else {"w": w}))
        what = [([], "count_all")] if w is None else [("w", "sum")]
        return {"Arrow": lambda: table.group_by(["a", "b"]).aggregate(what)}
    if lines == "polars":
        import polars as pl

        frame = pl.DataFrame({"a": a, "b": b} | ({} if w is None else {"w": w}))
        sums = pl.len() if w is None else pl.col("w").sum()
        return {"Polars": lambda: frame.group_by("a", "b").agg(sums)}
    if find_spec("pandas") is None:
        return {}
    import pandas as pd

    data = pd.DataFrame({"a": a, "b": b} | ({} if w is None else {"w": w}))
    if w is None:
        return {"pandas": lambda: data.groupby(["a", "b"], sort=False).size()}
    return {"pandas": lambda: data.groupby(["a", "b"], sort=False)["w"].sum()}  # noqa: PLW0108  (each time anew)


def numpy_kappa(a: np.ndarray, b: np.ndarray, labels: int) -> float:
    """Cohen's kappa from the share of equal rows and two histograms."""
    a, b = whole(a), whole(b)
    chance = np.bincount(a, minlength=labels) @ np.bincount(b, minlength=labels) / len(a) ** 2
    return float(((a == b).mean() - chance) / (1 - chance))


def numpy_qwk(a: np.ndarray, b: np.ndarray, labels: int) -> float:
    """Quadratic kappa as Lin's concordance: means and variances of the codes, no table."""
    del labels
    a, b = whole(a), whole(b)
    return float(1 - ((a - b) ** 2).mean() / (a.var() + b.var() + (a.mean() - b.mean()) ** 2))


def numpy_f1(a: np.ndarray, b: np.ndarray, labels: int) -> float:
    """Macro F1 from three histograms."""
    a, b = whole(a), whole(b)
    both = np.bincount(a[a == b], minlength=labels)
    rows = np.bincount(a, minlength=labels) + np.bincount(b, minlength=labels)
    return float(np.mean(2 * both[rows > 0] / rows[rows > 0]))


def kappa_of_table(table: np.ndarray) -> float:
    """Cohen's kappa of a table."""
    table = table / table.sum()
    chance = table.sum(0) @ table.sum(1)
    return float((np.trace(table) - chance) / (1 - chance))


def qwk_of_table(table: np.ndarray) -> float:
    """Quadratic kappa of a table."""
    places = np.arange(len(table))
    penalty = np.subtract.outer(places, places) ** 2
    expected = np.outer(table.sum(1), table.sum(0)) / table.sum()
    return float(1 - (penalty * table).sum() / (penalty * expected).sum())


def f1_of_table(table: np.ndarray) -> float:
    """Macro F1 of a table."""
    rows = table.sum(0) + table.sum(1)
    return float(np.mean(2 * np.diagonal(table)[rows > 0] / rows[rows > 0]))
