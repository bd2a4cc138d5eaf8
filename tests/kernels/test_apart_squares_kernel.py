"""Sums of squared differences over a table that is not made, against the table."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import _kernels


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 100])
@pytest.mark.parametrize("form", [None, "squares", "steps", "within"])
@pytest.mark.parametrize("with_matrix", [False, True])
def test_sums_are_those_of_the_table(size: int, form: str | None, with_matrix: bool) -> None:
    random = np.random.default_rng(size)
    x, y, v, s = random.standard_normal((4, size))
    m, chance = random.standard_normal((size, 2 * size))[:, :size], random.random(2 * size - 1)
    apart = x[:, None] - y
    between = np.abs(v[:, None] - v)
    penalties = {None: 0.0 * between, "squares": between**2, "steps": between, "within": between <= 0.5}
    apart -= s[:, None] * penalties[form] + 0.7 * m * with_matrix
    likely = chance[size - 1 + np.subtract.outer(-np.arange(size), -np.arange(size))]
    of_values = (None, None) if form is None else (v, s, form, 0.5)
    found = _kernels.apart_squares(x, y, chance, *of_values, matrix=m if with_matrix else None, times=0.7)
    assert_allclose(found, (likely * apart**2).sum(1), rtol=1e-12)


def test_arrays_that_do_not_fit_are_refused() -> None:
    three, four, chance = np.zeros(3), np.zeros(4), np.zeros(5)
    for given in (
        (three, four, chance),
        (three, three, four),
        (three, three, chance, four, four),
        (three, three, chance, three),
    ):
        with pytest.raises(ValueError, match="do not fit"):
            _kernels.apart_squares(*given)
    with pytest.raises(ValueError, match="form is"):
        _kernels.apart_squares(three, three, chance, three, three, "cubes")
    for matrix in (np.zeros((3, 4)), np.zeros((3, 6))[:, ::2]):
        with pytest.raises(ValueError, match="do not fit"):
            _kernels.apart_squares(three, three, chance, matrix=matrix, times=1.0)
