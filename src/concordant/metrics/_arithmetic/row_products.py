"""
Products of a matrix of many rows with a vector.

A library of linear algebra starts threads for them, which on a busy machine wait for each other a hundred times as
long as the product takes; so the rows come in blocks that are too small for that, unless they are very many.
"""

from __future__ import annotations

import numpy as np

from concordant.typing import FloatArray

_BLOCK, _MANY = 8192, 1 << 20  # numbers; OpenBLAS starts threads from 9,216 on


def rows_times(matrix: FloatArray, vector: FloatArray) -> FloatArray:
    """``matrix @ vector``: (U, P) and (P,) give (U,)."""
    rows = _rows(matrix)
    if len(matrix) <= rows:
        return np.asarray(matrix @ vector)
    if matrix.shape[1] == 1:
        return np.asarray(matrix[:, 0] * vector[0])
    found = np.empty(len(matrix))
    for first in range(0, len(matrix), rows):
        np.matmul(matrix[first : first + rows], vector, out=found[first : first + rows])
    return found


def sums_of_rows(weights: FloatArray, matrix: FloatArray) -> FloatArray:
    """``weights @ matrix``: (U,) and (U, P) give (P,)."""
    rows = _rows(matrix)
    if len(matrix) <= rows:
        return np.asarray(weights @ matrix)
    if matrix.shape[1] == 1:
        return np.asarray(np.einsum("u,u->", weights, matrix[:, 0]))[None]
    blocks = range(0, len(matrix), rows)
    return np.asarray(sum(weights[first : first + rows] @ matrix[first : first + rows] for first in blocks))


def _rows(matrix: FloatArray) -> int:
    """How many rows make a block."""
    return len(matrix) if matrix.size > _MANY and matrix.shape[1] > 1 else max(_BLOCK // max(matrix.shape[1], 1), 1)
