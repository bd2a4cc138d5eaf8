"""
Every metric called by many threads at once gives what it gives to one: nothing that calls share is half made.

It says most on a Python without the global lock (3.13t and newer), where the calls really run side by side.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import numpy as np
import pytest

from .cases import METRICS, Case, assert_same, cases_of, example_of

THREADS = 8


def together(calls: list[Any]) -> list[list[Any]]:
    """Let each thread make all calls, in an order of its own, all from one moment on."""
    start = Barrier(THREADS)

    def run(seed: int) -> list[Any]:
        order = random.Random(seed).sample(range(len(calls)), len(calls))
        found: list[Any] = [None] * len(calls)
        start.wait()
        for place in order:
            found[place] = calls[place]()
        return found

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def assert_same_together(cases: list[Case], calls: list[Any]) -> None:
    every = together(calls)
    for place, case in enumerate(cases):
        expected = calls[place]()
        for found in every:
            assert_same(found[place], expected, case, rtol=0.0)


def test_values() -> None:
    cases = [case for metric in METRICS for case in cases_of(metric)]

    def call(case: Case) -> Any:
        rows = example_of(case.kind)
        return lambda: case(*rows)

    assert_same_together(cases, [call(case) for case in cases])


@pytest.mark.filterwarnings("ignore")  # few rows: several methods say so
def test_intervals() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 60)
    pred = np.where(rng.random(60) < 0.8, truth, 1 - truth)
    cases = [case for metric in METRICS for case in cases_of(metric)[:1] if case.kind == "two labels"]
    cases = [case for case in cases if case.metric.facts.interval is not None]

    def call(case: Case) -> Any:
        def limits() -> tuple[Any, Any, Any]:
            found = case.metric.interval(truth, pred, labels=[0, 1], **case.options)
            return found.value, found.low, found.high

        return limits

    assert len(cases) > 20
    assert_same_together(cases, [call(case) for case in cases])
