"""Rows drawn with replacement: what every draw must hold, and the AUC of draws against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from concordant import _kernels

THREADS = (1, 2, 3)


def counts(rows: Any, starts: Any, units: int, *, poisson: bool = False, key: int = 7, first: int = 0) -> Any:
    return _kernels.drawn_counts(rows, np.array(starts), units, poisson, key, first, 40, 1)


@pytest.mark.parametrize("poisson", [False, True])
def test_threads_and_batches_change_nothing(poisson: bool) -> None:
    whole = counts(None, [0, 50], 50, poisson=poisson)
    for threads in THREADS:
        again = _kernels.drawn_counts(None, np.array([0, 50]), 50, poisson, 7, 0, 40, threads)
        assert_array_equal(again, whole)
    part = _kernels.drawn_counts(None, np.array([0, 50]), 50, poisson, 7, 15, 10, 2)
    assert_array_equal(part, whole[15:25])


def test_draws_and_keys_differ() -> None:
    drawn = counts(None, [0, 50], 50)
    assert len(np.unique(drawn, axis=0)) == 40
    assert (counts(None, [0, 50], 50, key=8) != drawn).any()


def test_each_stratum_keeps_its_size() -> None:
    rows = np.array([4, 4, 1, 0, 2, 2, 2, 3])  # unit 4 twice, unit 2 three times
    drawn = counts(rows, [0, 3, 8], 5)
    assert_array_equal(drawn[:, [4, 1]].sum(1), np.full(40, 3))
    assert_array_equal(drawn[:, [0, 2, 3]].sum(1), np.full(40, 5))


def test_empty_strata_and_no_row() -> None:
    assert_array_equal(counts(None, [0, 0, 3, 3], 3).sum(1), np.full(40, 3))
    assert counts(None, [0, 0], 0).shape == (40, 0)


def test_the_distribution_is_multinomial() -> None:
    size, draws = 20, 50_000
    drawn = _kernels.drawn_counts(None, np.array([0, size]), size, False, 3, 0, draws, 2)
    within = 5 / np.sqrt(draws)  # five standard errors of a mean of unit variance
    assert_allclose(drawn.mean(0), 1.0, atol=within)
    covariance = np.cov(drawn.T)
    expected = np.eye(size) - 1 / size
    assert_allclose(covariance, expected, atol=2 * within)


def test_the_distribution_is_poisson() -> None:
    drawn = _kernels.drawn_counts(None, np.array([0, 100]), 100, True, 3, 0, 2000, 2)
    for k, share in enumerate([0.36787944, 0.36787944, 0.18393972, 0.06131324, 0.01532831]):
        assert (drawn == k).mean() == pytest.approx(share, abs=5 * np.sqrt(share / drawn.size))


def auc(often: Any, positive: Any, last: Any) -> float:
    """Compare all pairs."""
    score = -np.concatenate([[0], np.cumsum(last)[:-1]])
    won = (score[:, None] > score) + 0.5 * (score[:, None] == score)
    pairs = np.outer(often * positive, often * (1 - positive))
    return float((won * pairs).sum() / pairs.sum()) if pairs.sum() else float("nan")


@given(
    units=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1), st.floats(0.1, 3)), min_size=1, max_size=12),
    weighted=st.booleans(),
    seed=st.integers(0, 2**64 - 1),
)
def test_auc_of_draws_is_that_of_all_pairs(units: Any, weighted: bool, seed: int) -> None:
    positive, last, weight = (np.array(part) for part in zip(*units, strict=True))
    last[-1] = 1
    size, base = len(units), weight if weighted else None
    order = np.random.default_rng(seed).permutation(size)
    flags = positive.astype(np.uint8), last.astype(np.uint8)
    often = _kernels.drawn_counts(None, np.array([0, size]), size, False, seed, 0, 9, 1)
    row = 1.0 if base is None else base
    expected = [auc((draw * row)[order], positive, last) for draw in often]
    for threads in THREADS:
        how = (None, np.array([0, size]), size, False, order, *flags, base, seed)
        found = _kernels.drawn_auc(*how, 0, 9, threads)
        assert_allclose(found, expected, rtol=1e-12, atol=1e-15)
        parts = [_kernels.drawn_auc(*how, first, 3, threads) for first in (0, 3, 6)]
        np.testing.assert_array_equal(np.concatenate(parts), found)


@pytest.mark.parametrize(
    ("rows", "starts", "message"),
    [
        (None, [0, 2], "starts must rise from 0 to the number of rows"),
        (None, [3], "starts must rise from 0 to the number of rows"),
        (None, [0, 2, 1, 3], "starts must rise from 0 to the number of rows"),
        (np.array([0, 3, 1]), [0, 3], "a row of no unit"),
        (np.array([0, -1, 1]), [0, 3], "a row of no unit"),
    ],
)
def test_plans_that_cannot_be_are_refused(rows: Any, starts: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        counts(rows, starts, 3)
