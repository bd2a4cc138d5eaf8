"""Which columns of labels are read where they lie, and which are copied: as docs/how-it-works.md says."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from concordant import accuracy

ROWS = 100_000
LABELS = np.random.default_rng(0).integers(0, 5, 2 * ROWS)


@pytest.mark.parametrize(
    ("column", "bytes_a_row"),
    [
        (LABELS[:ROWS], 0),
        (LABELS[::2], 0),
        (LABELS[:ROWS].astype(np.uint8), 0),
        (LABELS[:ROWS].astype(np.uint64), 0),
        (LABELS[:ROWS] > 2, 0),
        (LABELS[:ROWS].astype(float), 0),  # of one byte a row, which the kernel makes
        (LABELS[:ROWS].astype(np.float32), 0),
        (LABELS[:ROWS].astype(">i8"), 16),
    ],
    ids=["int64", "every second row", "uint8", "uint64", "bool", "float64", "float32", "another byte order"],
)
def test_what_is_copied(column: np.ndarray, bytes_a_row: int) -> None:
    accuracy(column[:10], column[:10])  # what is made once
    tracemalloc.start()
    accuracy(column, column)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert bytes_a_row * ROWS <= peak < (bytes_a_row + 4) * ROWS
