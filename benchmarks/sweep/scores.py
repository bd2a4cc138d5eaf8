"""Scores and probabilities: what is timed, and the obvious lines beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np
from benchmarks.sweep.calls import checked_and_not, compiled
from benchmarks.sweep.columns import weights
from benchmarks.sweep.points import OURS, SCORED, Calls, Job, Spec

import concordant as co

SCORE_WORKS = SCORED
OURS_OF = {
    "roc_auc": co.roc_auc,
    "roc_curve": lambda y, s, **how: co.roc_curve(y, s, **how).tpr,
    "brier_score": co.brier_score,
    "log_loss": co.log_loss,
}
WHOLE = {"uint8": 256, "int8": 128, "int16": 8192, "uint16": 8192}
SCORE_COLUMNS = (
    *("float64", "float32", "float16", "int64", "int16", "int8", "uint16", "uint8"),
    *("float64, sorted", "float64, strided", "float64, bool truth", "float64, text truth"),
    *("float64 of pandas", "float64 of Polars"),
)
MATRIX = "float64 matrix"  # log_loss of `labels` classes, whose rows are checked,
TRUSTED = "float64 matrix on trust"  # or not, neither by us nor by the lines beside us


@lru_cache(maxsize=1)
def scored(rows: int) -> tuple[np.ndarray, np.ndarray]:
    """A truth and calibrated probabilities; no two are equal but by chance. Both classes occur."""
    random = np.random.default_rng(1)
    p = random.random(rows) * 0.998 + 0.001
    y = (random.random(rows) < p).astype(np.int64)
    y[:2] = 0, 1
    return y, p


@lru_cache(maxsize=1)
def score_columns(column: str, rows: int, distinct: int) -> tuple[Any, Any]:
    """Truth and scores in a container; `distinct` scores, or as many as there are."""
    y, p = scored(rows)
    name = column.partition(",")[0].partition(" of ")[0]
    if name in WHOLE or name == "int64":
        p = np.floor(p * (distinct or WHOLE.get(name, rows))).astype(name)
    elif distinct:
        p = (np.floor(p * distinct) + 0.5) / distinct
    s: Any = p.astype(name)
    if column.endswith("sorted"):
        order = np.argsort(s)
        y, s = y[order], s[order]
    if column.endswith("strided"):
        s = np.repeat(s, 2)[::2]
    return _held(column, y, s)


def _held(column: str, y: Any, s: Any) -> tuple[Any, Any]:
    if column.endswith("bool truth"):
        return y.astype(bool), s
    if column.endswith("text truth"):
        return np.array(["no", "yes"], dtype=object)[y], s
    if column.endswith("of pandas"):
        import pandas as pd

        return pd.Series(y), pd.Series(s)
    if column.endswith("of Polars"):
        import polars as pl

        return pl.Series(y), pl.Series(s)
    return y, s


def score_job(spec: Spec) -> Job:
    """The calls of one point."""
    if spec.column in (MATRIX, TRUSTED):
        return _matrix(spec)
    y, s = score_columns(spec.column, spec.rows, spec.labels)
    w = weights(spec.rows) if spec.weighted else None
    how: dict[str, Any] = {} if w is None else {"sample_weight": w}
    how |= {"pos_label": "yes"} if spec.column.endswith("text truth") else {}
    ours = OURS_OF[spec.work]
    calls: Calls = {OURS: lambda: ours(y, s, **how)}
    calls |= _lines(spec, y, s, w) | _loops(spec, y, s) | _scikit(spec, y, s, how)
    return Job(calls, spec.rows)


def _lines(spec: Spec, y: Any, s: Any, w: np.ndarray | None) -> Calls:
    name = {"pandas": "pandas", "Polars": "Polars"}.get(spec.column.rpartition(" of ")[2], "NumPy")
    if spec.work == "brier_score" and not spec.column.endswith("text truth"):
        return {name: lambda: np.average((y - s) ** 2, weights=w) if w is not None else ((y - s) ** 2).mean()}
    if name != "NumPy" or spec.column.endswith("text truth"):
        return {}
    if spec.work == "log_loss":
        return {name: lambda: -np.average(np.log(np.where(y == 1, s, 1 - s)), weights=w)}
    if w is not None:
        return {name: lambda: weighted_auc(y, s, w)} if spec.work == "roc_auc" else {}
    if spec.work == "roc_curve":
        return {name: lambda: all_thresholds(y, s)}
    cells = whole_scores(spec)
    return {name: (lambda: histogram_auc(y, s, cells)) if cells else (lambda: sorted_auc(y, s))}


def whole_scores(spec: Spec) -> int:
    """Below which number all scores lie, if they are whole and a histogram of them is small; else 0."""
    name = spec.column.partition(",")[0]
    cells = WHOLE.get(name, spec.labels if name == "int64" else 0)
    return cells if cells <= 2**16 else 0


def histogram_auc(y: np.ndarray, s: np.ndarray, cells: int) -> float:
    """The AUC from one histogram a class, both in one `bincount`."""
    negative, positive = np.bincount(y * cells + s, minlength=2 * cells).reshape(2, cells)
    below = np.cumsum(negative) - negative / 2
    return float(positive @ below / (positive.sum() * negative.sum()))


def sorted_auc(y: np.ndarray, s: np.ndarray) -> float:
    """The AUC by two sorts and a search, ties included."""
    positive, negative = np.sort(s[y == 1]), np.sort(s[y == 0])
    below = np.searchsorted(negative, positive, "left").sum() + np.searchsorted(negative, positive, "right").sum()
    return float(below / 2 / (len(positive) * len(negative)))


def weighted_auc(y: np.ndarray, s: np.ndarray, w: np.ndarray) -> float:
    """The area under the weighted curve."""
    fpr, tpr, _ = all_thresholds(y, s, w)
    return float(np.trapezoid(np.append(0, tpr), np.append(0, fpr)))


def all_thresholds(y: np.ndarray, s: np.ndarray, w: np.ndarray | None = None) -> tuple[np.ndarray, ...]:
    """Every point of the ROC curve."""
    order = np.argsort(-s.astype(np.float64, copy=False))
    y, s = y[order], s[order]
    last = np.append(np.flatnonzero(np.diff(s)), len(s) - 1)
    tp = np.cumsum(y if w is None else y * w[order])[last]
    fp = (1 + last if w is None else np.cumsum(w[order])[last]) - tp
    return fp / fp[-1], tp / tp[-1], s[last]


def _loops(spec: Spec, y: Any, s: Any) -> Calls:
    """The loops of numba, compiled before they are timed."""
    if spec.column not in {"float64", "uint8"} or spec.weighted or find_spec("numba") is None:
        return {}
    import numba
    from benchmarks import loops

    if spec.work == "roc_auc":
        return {"numba": compiled(loops.numba_histogram_auc, y, s, 256)} if spec.column == "uint8" else {}
    if spec.work == "roc_curve" or spec.column == "uint8":
        return {}
    alone, together = {
        "brier_score": (loops.numba_brier, loops.numba_brier_threads),
        "log_loss": (loops.numba_log_loss, loops.numba_log_loss_threads),
    }[spec.work]
    found: Calls = {"numba": compiled(alone, y, s)}
    if numba.get_num_threads() > 1 and spec.rows >= 100_000:
        found["numba, all threads"] = compiled(together, y, s)
    return found


def _scikit(spec: Spec, y: Any, s: Any, how: dict[str, Any]) -> Calls:
    if spec.column.endswith("of Polars") or spec.column.endswith("text truth") or find_spec("sklearn") is None:
        return {}
    from sklearn import metrics as sk

    calls = {
        "roc_auc": lambda: sk.roc_auc_score(y, s, **how),
        "roc_curve": lambda: sk.roc_curve(y, s, drop_intermediate=False, **how),
        "brier_score": lambda: sk.brier_score_loss(y, s, **how),
        "log_loss": lambda: sk.log_loss(y, s, **how),
    }
    return checked_and_not(calls[spec.work])


def checked_log_loss(p: np.ndarray, rows: np.ndarray, y: np.ndarray) -> float:
    """The log loss of several classes, after a look at whether the rows are probabilities."""
    if p.min() < 0 or not np.allclose(p.sum(axis=1), 1):
        raise ValueError
    return float(-np.log(p[rows, y]).mean())


def _matrix(spec: Spec) -> Job:
    """The log loss of several classes: a row of probabilities a class."""
    random = np.random.default_rng(2)
    p = random.random((spec.rows, spec.labels)) + 0.01
    p /= p.sum(axis=1, keepdims=True)
    y = np.resize(np.arange(spec.labels), spec.rows)
    rows = np.arange(spec.rows)
    labels = list(range(spec.labels))
    ours = lambda: co.log_loss(y, p, labels=labels)  # noqa: E731
    if spec.column == TRUSTED:
        calls: Calls = {OURS: lambda: on_trust(ours), "NumPy": lambda: -np.log(p[rows, y]).mean()}
    else:
        calls = {OURS: ours, "NumPy": lambda: checked_log_loss(p, rows, y)}
    if find_spec("sklearn") is not None:
        from sklearn import metrics as sk

        name = "scikit-learn, unchecked" if spec.column == TRUSTED else "scikit-learn"
        calls[name] = checked_and_not(lambda: sk.log_loss(y, p, labels=labels))[name]
    return Job(calls, spec.rows * (1 if spec.column == TRUSTED else spec.labels))


def on_trust(call: Callable[[], object]) -> object:
    """Call with rows of probabilities on trust."""
    with co.trust_probabilities():
        return call()
