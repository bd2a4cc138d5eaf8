"""Threads that the system refuses to start: the calling thread does their work, and the numbers are the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("threaded.py")


# One: every other thread is refused. Two and three: some start, and those must be joined.
@pytest.mark.skipif(sys.platform != "linux", reason="the limit counts threads on Linux only")
@pytest.mark.parametrize("processes", [1, 2, 3])
def test_every_kernel_ends_with_the_same_numbers(processes: int) -> None:
    environment = os.environ | {
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(processes)], capture_output=True, text=True, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("calls, 0 differ by the number of threads\n")


def test_calls_from_several_threads_at_once_end_with_the_same_numbers() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="the limit counts threads on Linux only")
def test_the_limit_is_one_that_refuses_threads() -> None:
    code = "import threading, threaded; threaded.allow_processes(1); threading.Thread(target=print).start()"
    environment = os.environ | {
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join([str(SCRIPT.parent), *sys.path]),
    }
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert "can't start new thread" in done.stderr
