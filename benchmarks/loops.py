"""What users of numba write: plain loops over the rows, with one thread and with several."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(cache=True, error_model="numpy")
def numba_qwk(a: np.ndarray, b: np.ndarray, categories: int) -> float:
    """Quadratic weighted kappa in one loop over the rows, as notebooks write it."""
    first = np.zeros(categories)
    second = np.zeros(categories)
    observed = 0.0
    for k in range(len(a)):
        i, j = a[k], b[k]
        first[i] += 1
        second[j] += 1
        observed += (i - j) * (i - j)
    expected = 0.0
    for i in range(categories):
        for j in range(categories):
            expected += first[i] * second[j] * (i - j) * (i - j)
    return 1.0 - observed / (expected / len(a))


@numba.njit(parallel=True, cache=True, error_model="numpy")
def numba_qwk_threads(a: np.ndarray, b: np.ndarray, categories: int, threads: int) -> float:
    """The same loop with a part of the rows for each thread, and a column of counts for each."""
    first = np.zeros((threads, categories))
    second = np.zeros((threads, categories))
    observed = np.zeros(threads)
    for part in numba.prange(threads):
        mine, theirs, penalty = np.zeros(categories), np.zeros(categories), 0.0
        for k in range(len(a) * part // threads, len(a) * (part + 1) // threads):
            i, j = a[k], b[k]
            mine[i] += 1
            theirs[j] += 1
            penalty += (i - j) * (i - j)
        first[part], second[part], observed[part] = mine, theirs, penalty
    rows, columns = first.sum(axis=0), second.sum(axis=0)
    expected = 0.0
    for i in range(categories):
        for j in range(categories):
            expected += rows[i] * columns[j] * (i - j) * (i - j)
    return 1.0 - observed.sum() / (expected / len(a))
