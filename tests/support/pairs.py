"""Pairs of labels counted with NumPy, beside what the kernel counts on any number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from concordant import _kernels

Array = np.ndarray[Any, Any]


def check_pairs(y_true: Array, y_pred: Array, weights: Array | None = None) -> bool:
    """Compare with a table of np.unique and np.add.at, without rows of weight zero; True if cells are listed."""
    counted = slice(None) if weights is None else weights != 0
    labels, codes = np.unique([*y_true[counted].tolist(), *y_pred[counted].tolist()], return_inverse=True)
    table = np.zeros((len(labels), len(labels)), np.int64 if weights is None else np.float64)
    squares = None if weights is None else table.copy()
    cell = codes[: len(codes) // 2], codes[len(codes) // 2 :]
    np.add.at(table, cell, 1 if weights is None else weights[counted])
    if squares is not None and weights is not None:
        np.add.at(squares, cell, np.square(weights[counted], dtype=np.float64))
    rtol = 0 if len(y_true) <= 1 << 18 else 1e-12  # weights are added in the order of the rows, but for chunks of them
    first: list[Any] = []
    for threads in (1, 2, 3):
        found, cells, found_squares, too_many, places, _ = _kernels.count_pairs(y_true, y_pred, weights, threads)
        assert (too_many, found.dtype, cells.dtype) == (False, np.int64, table.dtype)
        assert (found_squares is None) == (squares is None)
        assert_array_equal(found, labels)
        where: Any = ... if places is None else places
        if places is not None:
            assert_array_equal(np.stack(places), np.stack(np.nonzero(table)))  # those that hold rows, row after row
            assert all(place.dtype == np.int64 for place in places)
        assert_allclose(cells, table[where], rtol=rtol)
        if squares is not None:
            assert_allclose(found_squares, squares[where], rtol=rtol)
        first = first or [cells, found_squares]
        assert_array_equal(cells, first[0])  # to the last bit for any number of threads
        assert squares is None or (found_squares == first[1]).all()
    return places is not None
