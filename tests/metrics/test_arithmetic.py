"""Products of matrices of many rows, against those that are taken at once."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant.metrics.arithmetic import sums_of_rows


@pytest.mark.parametrize(
    ("rows", "columns"), [(0, 1), (0, 3), (3, 0), (5, 1), (8192, 1), (8193, 1), (30_000, 3), (9000, 2), (300_000, 4)]
)
def test_blocks_of_rows_are_all_rows(rows: int, columns: int) -> None:
    random = np.random.default_rng(rows)
    matrix, weights = random.normal(size=(rows, columns)), random.random(rows)
    for one in (matrix, np.asfortranarray(matrix), np.repeat(matrix, 2, axis=1)[:, ::2]):
        assert_allclose(sums_of_rows(weights, one), weights @ matrix, rtol=1e-10, atol=1e-10)
        assert sums_of_rows(weights, one).shape == (columns,)
