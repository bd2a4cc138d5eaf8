"""Multi-label rows: matrices of indicators in several types and orders."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
from benchmarks.sweep.calls import checked_and_not
from benchmarks.sweep.points import OURS, Calls, Job, Spec

import concordant as co

INDICATOR_COLUMNS = tuple(f"{t}, {o} order" for t in ("int64", "uint8", "bool", "float64") for o in ("C", "F"))


def matrices(spec: Spec) -> tuple[np.ndarray, np.ndarray]:
    """Truth and prediction: a fifth of the labels hold, and nine cells of ten agree."""
    dtype, order = spec.column.removesuffix(" order").split(", ")
    random = np.random.default_rng(3)
    truth = random.random((spec.rows, spec.labels)) < 0.2
    pred = truth ^ (random.random(truth.shape) < 0.1)
    return truth.astype(dtype, order=order), pred.astype(dtype, order=order)  # type: ignore[arg-type, call-overload]


def numpy_f1(a: np.ndarray, b: np.ndarray) -> float:
    """Macro F1 of indicator columns."""
    both = np.count_nonzero(np.logical_and(a, b), axis=0)
    rows = np.count_nonzero(a, axis=0) + np.count_nonzero(b, axis=0)
    return float(np.mean(2 * both[rows > 0] / rows[rows > 0]))


def indicator_job(spec: Spec) -> Job:
    """The calls of one point."""
    a, b = matrices(spec)
    calls: Calls = {OURS: lambda: co.f1(a, b, average="macro"), "NumPy": lambda: numpy_f1(a, b)}
    if find_spec("sklearn") is not None:
        from sklearn import metrics as sk

        calls |= checked_and_not(lambda: sk.f1_score(a, b, average="macro", zero_division=np.nan))
    return Job(calls, spec.rows * spec.labels)
