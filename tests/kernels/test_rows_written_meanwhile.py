"""Scores and labels that another thread writes to while a kernel sorts them: an answer for every row, and no crash."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from concordant import _kernels

ROWS, ROUNDS = 300_000, 40


@contextmanager
def written_to(column: np.ndarray, *versions: np.ndarray) -> Iterator[None]:
    """Copy one version after the other into the column, without the lock of Python, until the block ends."""
    done = threading.Event()

    def write() -> None:
        while not done.is_set():
            for version in versions:
                np.copyto(column, version)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        done.set()
        writer.join()


def narrow_and_wide(dtype: type) -> tuple[np.ndarray, np.ndarray]:
    """Return scores within a range, and scores far outside it on both sides."""
    random = np.random.default_rng(5)
    near = random.random(ROWS).astype(dtype)
    return near, (random.standard_normal(ROWS) * np.float64(1e30)).astype(dtype)


def running(y: np.ndarray, scores: np.ndarray, threads: int) -> float:
    found = _kernels.running_curve(y, 0, 1, scores, threads, 1)
    return found.negatives[-1] + found.positives[-1]


def rank_sums(y: np.ndarray, scores: np.ndarray, threads: int) -> float:
    found = _kernels.rank_sums(y, 0, 1, scores, None, threads, 1)
    return found.negatives + found.positives


def pairs(y: np.ndarray, scores: np.ndarray, threads: int) -> float:
    found = _kernels.pair_sums(y, 0, 1, scores, None, threads, 1)
    return found.negatives + found.positives


def weighted(y: np.ndarray, scores: np.ndarray, threads: int) -> float:
    found = _kernels.rank_sums(y, 0, 1, scores, np.ones(ROWS), threads, 1)
    return found.negatives + found.positives


def curve_of_three(y: np.ndarray, scores: np.ndarray, threads: int) -> float:
    return _kernels.curve(y, [0, 1, 2], scores, None, threads, 1).weights.sum()


CALLS = [running, rank_sums, pairs, weighted, curve_of_three]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("call", CALLS)
def test_scores_that_change_leave_every_row_counted(
    call: Callable[[np.ndarray, np.ndarray, int], float], dtype: type, threads: int
) -> None:
    near, far = narrow_and_wide(dtype)
    y = np.arange(ROWS) % 2
    scores = near.copy()
    with written_to(scores, far, near, np.full(ROWS, 0.5, dtype)):
        for _ in range(ROUNDS):
            assert call(y, scores, threads) == ROWS


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("reach", [300, 2**21, 2**30])
def test_whole_scores_that_change_leave_every_row_counted(reach: int, threads: int) -> None:
    near = np.random.default_rng(5).integers(0, reach, ROWS)
    scores, y = near.copy(), np.arange(ROWS) % 2
    with written_to(scores, near * 2**31, near, np.full(ROWS, -5)):
        for _ in range(ROUNDS):
            assert pairs(y, scores, threads) == ROWS


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_labels_of_whole_scores_that_change_are_counted_or_blamed(dtype: type) -> None:
    scores, known = (np.arange(ROWS) % 200).astype(dtype), np.arange(ROWS) % 2
    y = known.copy()
    with written_to(y, np.full(ROWS, 7), known):
        for _ in range(ROUNDS):
            found = _kernels.pair_sums(y, 0, 1, scores, None, 2, 1)
            assert found.bad_label >= 0 or found.negatives + found.positives == ROWS


def test_labels_that_change_are_counted_or_blamed() -> None:
    scores = narrow_and_wide(np.float64)[0]
    known = np.arange(ROWS) % 3
    y = known.copy()
    with written_to(y, np.full(ROWS, 7), known):
        for _ in range(ROUNDS):
            found = _kernels.curve(y, [0, 1, 2], scores, None, 1, 1)
            assert found.bad_label >= 0 or found.weights.sum() == ROWS


def test_weights_that_change_leave_rows_in_or_out() -> None:
    scores = narrow_and_wide(np.float64)[0]
    y, ones = np.arange(ROWS) % 2, np.ones(ROWS)
    weights = ones.copy()
    with written_to(weights, np.repeat([0.0, 1.0], ROWS // 2), ones):
        for _ in range(ROUNDS):
            found = _kernels.rank_sums(y, 0, 1, scores, weights, 2, 1)
            assert ROWS / 2 - 1 <= found.negatives + found.positives <= ROWS
