"""Memory of results that is handed out again once they are gone, and never before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.testing import assert_array_equal

from concordant import _kernels

SIZES = (40_000, 60_000, 100_000, 130_000, 400_000, 700_000)


def curve(seed: int) -> tuple[np.ndarray, ...]:
    random = np.random.default_rng(seed)
    rows = SIZES[seed % len(SIZES)]
    found = _kernels.running_curve(random.integers(0, 2, rows), 0, 1, random.random(rows), 1)
    return found.thresholds, found.negatives, found.positives


def test_results_that_are_held_stay_as_they_are() -> None:
    held: dict[int, tuple[np.ndarray, ...]] = {}
    copies: dict[int, tuple[np.ndarray, ...]] = {}
    for seed in range(60):
        if len(held) > 6:
            held.pop(max(held) if seed % 3 else min(held))  # some live longer than others
        held[seed] = curve(seed)
        copies[seed] = tuple(each.copy() for each in held[seed])
        for kept, arrays in held.items():
            for one, two in zip(arrays, copies[kept], strict=True):
                assert_array_equal(one, two)


def test_threads_do_not_get_the_memory_of_each_other() -> None:
    alone = [tuple(each.copy() for each in curve(seed)) for seed in range(24)]
    with ThreadPoolExecutor(6) as threads:
        together = list(threads.map(curve, range(24)))
    for one, two in zip(alone, together, strict=True):
        for first, second in zip(one, two, strict=True):
            assert_array_equal(first, second)
