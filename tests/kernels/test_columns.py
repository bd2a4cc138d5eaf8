"""Scores and labels that another thread writes to while a kernel sorts them: an answer for every row, and no crash."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from support.samples import strided

from concordant import _kernels
from concordant.inputs.label_values import whole_numbers

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


def rows_of(found: Any) -> float:
    """How many rows were counted, in all or, of running counts, in the last of them."""
    return float(np.ravel(found.negatives)[-1] + np.ravel(found.positives)[-1])


CALLS: dict[str, Callable[[np.ndarray, np.ndarray, int], float]] = {
    "sums of ranks": lambda y, s, threads: rows_of(_kernels.rank_sums(y, 0, 1, s, None, threads, 1)),
    "weighted ranks": lambda y, s, threads: rows_of(_kernels.rank_sums(y, 0, 1, s, np.ones(ROWS), threads, 1)),
    "pairs": lambda y, s, threads: rows_of(_kernels.pair_sums(y, 0, 1, s, None, threads, 1)),
    "curve of three": lambda y, s, threads: _kernels.curve(y, [0, 1, 2], s, None, threads, 1).weights.sum(),
    "running": lambda y, s, threads: rows_of(_kernels.running_curve(y, 0, 1, s, threads, 1)),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", CALLS)
def test_scores_that_change_leave_every_row_counted(name: str, dtype: type, threads: int) -> None:
    random, y = np.random.default_rng(5), np.arange(ROWS) % 2
    near, far = random.random(ROWS).astype(dtype), (random.standard_normal(ROWS) * 1e30).astype(dtype)
    scores = near.copy()
    with written_to(scores, far, near, np.full(ROWS, 0.5, dtype)):
        for _ in range(ROUNDS):
            assert CALLS[name](y, scores, threads) == ROWS


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("reach", [300, 2**21, 2**30])
def test_whole_scores_that_change_leave_every_row_counted(reach: int, threads: int) -> None:
    near = np.random.default_rng(5).integers(0, reach, ROWS)
    scores, y = near.copy(), np.arange(ROWS) % 2
    with written_to(scores, near * 2**31, near, np.full(ROWS, -5)):
        for _ in range(ROUNDS):
            assert CALLS["pairs"](y, scores, threads) == ROWS


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.float64])
def test_labels_that_change_are_counted_or_blamed(dtype: type) -> None:
    scores, known = (np.arange(ROWS) % 200).astype(dtype), np.arange(ROWS) % 2
    y = known.copy()
    with written_to(y, np.full(ROWS, 7), known):
        for _ in range(ROUNDS):
            found = _kernels.pair_sums(y, 0, 1, scores, None, 2, 1)
            assert found.bad_label >= 0 or rows_of(found) == ROWS
            curve = _kernels.curve(y, [0, 1, 2], scores, None, 1, 1)
            assert curve.bad_label >= 0 or curve.weights.sum() == ROWS


def test_weights_that_change_leave_rows_in_or_out() -> None:
    scores = np.random.default_rng(5).random(ROWS)
    y, ones = np.arange(ROWS) % 2, np.ones(ROWS)
    weights = ones.copy()
    with written_to(weights, np.repeat([0.0, 1.0], ROWS // 2), ones):
        for _ in range(ROUNDS):
            found = _kernels.rank_sums(y, 0, 1, scores, weights, 2, 1)
            assert ROWS / 2 - 1 <= rows_of(found) <= ROWS


# -- bounds --------------------------------------------------------------------------------------------------------

Array = np.ndarray[Any, Any]
THREADS = (1, 2, 3)


def check(values: Array) -> None:
    expected = (float(values.min()), float(values.max()))
    assert all(_kernels.bounds(values, threads) == expected for threads in THREADS)


@given(st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=40), st.sampled_from(["f4", "f8"]))
def test_any_numbers_have_their_bounds(values: list[float], kind: str) -> None:
    check(np.array(values, kind))
    assert _kernels.bounds(np.zeros(0, kind)) == (np.inf, -np.inf)


@pytest.mark.parametrize("kind", ["float64", "float32", "int8", "int64", "uint16", "uint64", "bool"])
@pytest.mark.parametrize("step", [1, 2, -1, -3])
def test_bounds_of_every_type_and_layout(kind: str, step: int) -> None:
    check(strided(np.arange(5000).astype(kind)[::-1].copy(), step))


@pytest.mark.parametrize("place", [0, 7, 4999])
@pytest.mark.parametrize("nan", [np.nan, -np.nan])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_one_nan_anywhere_is_seen(place: int, nan: float, kind: Any) -> None:
    values = np.arange(5000, dtype=kind)
    values[place] = nan
    for threads in THREADS:
        assert np.isnan(_kernels.bounds(values, threads)).all()
        assert np.isnan(_kernels.matrix_bounds(values.reshape(-1, 5), threads)).all()


@pytest.mark.parametrize("columns", [1, 2, 6, 3000])
@pytest.mark.parametrize("layout", [np.ascontiguousarray, np.asfortranarray, lambda x: x[::2], lambda x: x[:, ::-1]])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_sums_of_rows(columns: int, layout: Any, kind: Any) -> None:
    values = layout(np.random.default_rng(columns).random((1000 if columns < 9 else 20, columns)).astype(kind))
    for threads in THREADS:
        low, high, worst = _kernels.matrix_bounds(values, threads)
        assert (low, high) == (values.min(), values.max())
        assert worst == pytest.approx(np.abs(values.sum(1, dtype=float) - 1).max(), rel=1e-12)
    with pytest.raises(ValueError, match="without columns"):
        _kernels.matrix_bounds(values[:, :0])


# -- float16 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [1.0, 127.0, 128.0, 2048.0, 65504.0])
def test_whole_numbers_take_as_few_bytes_as_those_of_float32(most: float) -> None:
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    every = every[np.isfinite(every) & (np.abs(every) <= most)]
    whole = every[every == np.rint(every)]
    wanted = _kernels.whole_numbers(whole.astype(np.float32))
    assert wanted is not None
    for numbers in (whole_numbers(whole), whole_numbers(np.repeat(whole, 2)[::2])):
        assert numbers is not None
        assert numbers.dtype == wanted.dtype
        assert_array_equal(numbers, wanted)
    assert whole_numbers(every) is None
    for odd in (np.nan, np.inf, -np.inf):
        assert whole_numbers(np.r_[whole, odd, whole].astype(np.float16)) is None


# -- memory that is used again -------------------------------------------------------------------------------------

SIZES = (40_000, 60_000, 100_000, 130_000, 400_000, 700_000)


def curve(seed: int) -> tuple[np.ndarray, ...]:
    random = np.random.default_rng(seed)
    rows = SIZES[seed % len(SIZES)]
    found = _kernels.running_curve(random.integers(0, 2, rows), 0, 1, random.random(rows), 1)
    return found.thresholds, found.negatives, found.positives


def test_results_that_are_held_stay_as_they_are() -> None:
    held: dict[int, Any] = {}
    copies: dict[int, Any] = {}
    for seed in range(60):
        if len(held) > 6:
            held.pop(max(held) if seed % 3 else min(held))  # some live longer than others
        held[seed] = curve(seed)
        copies[seed] = [each.copy() for each in held[seed]]
        for kept, arrays in held.items():
            assert all(map(np.array_equal, arrays, copies[kept]))


def test_threads_do_not_get_the_memory_of_each_other() -> None:
    alone = [[each.copy() for each in curve(seed)] for seed in range(24)]
    with ThreadPoolExecutor(6) as threads:
        together = list(threads.map(curve, range(24)))
    for one, two in zip(alone, together, strict=True):
        assert all(map(np.array_equal, one, two))
