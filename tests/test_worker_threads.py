"""Threads that stay between calls: after a fork, beside each other, out of the way of signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import concordant as co
from concordant import _kernels
from concordant.errors import ScoreError

ROWS = 200_000
RANDOM = np.random.default_rng(5)
TRUTH = RANDOM.integers(0, 2, ROWS)
CHANCE = RANDOM.random(ROWS)


def brier(threads: int) -> float:
    """Take the Brier score with so many threads, whatever pays."""
    return _kernels.binary_mean_loss(TRUTH, 0, 1, CHANCE, None, "squared", threads)


EXPECTED = brier(1)


def threads_here() -> set[int]:
    """Return the numbers of the threads of this process, whoever started them."""
    return {int(one.name) for one in Path("/proc/self/task").iterdir()}


def test_any_number_of_threads_in_any_order_gives_the_same_bits() -> None:
    for threads in (2, 7, 3, 1, 16, 2, 64, 5):
        assert brier(threads) == EXPECTED


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_threads_stay_and_are_no_more_than_the_most_that_were_asked_for() -> None:
    brier(6)
    before = threads_here()
    for threads in (2, 6, 4, 6):
        brier(threads)
    assert threads_here() == before


@pytest.mark.skipif(sys.platform != "linux", reason="masks of signals are read in /proc")
def test_threads_never_see_a_signal() -> None:
    code = """
from test_worker_threads import brier, threads_here
before = threads_here()
brier(4)
started = threads_here() - before
masks = [open(f"/proc/self/task/{one}/status").read().split("SigBlk:")[1].split()[0] for one in started]
print(len(masks), {int(mask, 16) >> (number - 1) & 1 for mask in masks for number in (2, 14, 15)})
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (done.stdout, done.stderr) == ("3 {1}\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_starts_threads_of_its_own() -> None:
    brier(4)
    child = os.fork()
    if child == 0:  # whatever happens, this copy of the tests ends here
        signal.alarm(60)
        os._exit(0 if brier(4) == EXPECTED == brier(2) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert brier(4) == EXPECTED


def test_calls_at_once_share_nothing_but_the_rows() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(brier, [1 + number % 5 for number in range(400)])) == {EXPECTED}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_in_the_middle_of_another_threads_call() -> None:
    with ThreadPoolExecutor(2) as pool:
        busy = pool.submit(lambda: [brier(3) for _ in range(300)])
        for _ in range(5):
            child = os.fork()
            if child == 0:
                signal.alarm(60)
                os._exit(0 if brier(3) == EXPECTED else 1)
            assert os.waitpid(child, 0)[1] == 0
        assert set(busy.result()) == {EXPECTED}


def test_an_error_in_one_part_is_raised_and_the_threads_go_on() -> None:
    bad = CHANCE.copy()
    bad[-1] = 2.0
    with pytest.raises(ScoreError, match=rf"the first in row {ROWS - 1}: "):
        co.brier_score(TRUTH, bad)
    assert brier(4) == EXPECTED
