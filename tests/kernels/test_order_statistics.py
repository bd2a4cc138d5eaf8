"""Order statistics of probabilities, against a sort."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from support.samples import strided

from concordant import _kernels

THREADS = (1, 2, 3)


def check(values: Any, ranks: Any) -> None:
    for threads in THREADS:
        found, bad_value = _kernels.order_statistics(values, np.asarray(ranks), threads)
        assert bad_value == -1
        assert found.dtype == np.float64
        assert_array_equal(found, np.sort(values)[ranks])


@given(st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.5, 1.0, 5e-324]), min_size=1, max_size=40))
def test_every_place_of_any_probabilities(values: list[float]) -> None:
    check(np.array(values), np.arange(len(values)))


@pytest.mark.parametrize("step", [1, 2, -1])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_some_places_of_many(step: int, kind: Any) -> None:
    values = np.random.default_rng(1).random(20_001).astype(kind)
    for column in (values, values * kind(1e-5), np.full(20_001, kind(0.3))):  # also all in one cell
        check(strided(column, step), [20_000, 0, 10_000, 10_001, 5000, 5000, 3])


@pytest.mark.parametrize("bad", [-1e-300, 1 + 1e-15, np.nan, np.inf, -np.inf])
def test_what_is_no_probability_is_found(bad: float) -> None:
    values = np.full(5000, 0.5)
    values[4321] = bad
    for threads in THREADS:
        found, bad_value = _kernels.order_statistics(values, np.array([0]), threads)
        assert (len(found), bad_value) == (0, 4321)


@pytest.mark.parametrize("rank", [-1, 3])
def test_a_rank_beyond_the_rows_is_refused(rank: int) -> None:
    with pytest.raises(ValueError, match="beyond the rows"):
        _kernels.order_statistics(np.zeros(3), np.array([rank]))
