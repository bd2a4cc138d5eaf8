"""Progress lines, worker threads, and the number of threads: no setting changes a result."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import concordant
from concordant import _kernels, accuracy, cohen_kappa, get_threads, krippendorff_alpha, planning, roc_auc, set_threads
from concordant import settings as long_work
from concordant.errors import OptionError, ScoreError
from concordant.inference import resampling as draws
from concordant.settings import hidden, progress_of, threads_for, with_progress

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, 400)
PRED = np.where(RNG.random(400) < 0.8, TRUTH, 1 - TRUTH)
SCORE = np.round(TRUTH + RNG.normal(size=400), 1)
OF: dict[str, Any] = {"cluster": RNG.integers(0, 90, 400)}
RATINGS = RNG.integers(0, 3, (60, 4)).tolist()
WORK: dict[str, Callable[[int], Any]] = {
    "units": lambda n: accuracy.interval(TRUTH, PRED, method="percentile", draws=n).to_dict(),
    "clusters": lambda n: cohen_kappa.interval(TRUTH, PRED, method="percentile", draws=n, **OF).to_dict(),
    "AUCs": lambda n: roc_auc.interval(TRUTH, SCORE, method="percentile", draws=n).to_dict(),
    "panel": lambda n: krippendorff_alpha.interval(RATINGS, method="percentile", draws=n).to_dict(),
    "exchanges": lambda n: accuracy.compare(TRUTH, PRED, PRED[::-1], method="permutation", draws=n, **OF).to_dict(),
    "studies": lambda n: planning.simulate(accuracy, TRUTH, PRED, against=0.7, n=200, runs=n).to_dict(),
}


class Screen(io.StringIO):
    """A terminal that keeps what is written."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """A terminal, on which each look at the clock takes two seconds."""
    made, clock = Screen(), count(0.0, 2.0)
    monkeypatch.setattr(long_work, "sys", SimpleNamespace(stderr=made, modules={}))
    monkeypatch.setattr(long_work, "monotonic", lambda: next(clock))
    yield made
    concordant.set_progress(None)


def test_the_line_tells_the_share_and_goes_away(screen: Screen) -> None:
    assert list(with_progress("abcd", "resampling")) == list("abcd")
    written = screen.getvalue().split("\r")
    assert [line.strip().removeprefix("resampling:  ") for line in written[1:5]] == [
        *(" 0%", "25%, 12 s left", "50%, 6 s left", "75%, 3 s left")
    ]
    assert written[-2].strip() == written[-1] == ""


def test_who_wants_to_be_told_is_told_and_nothing_is_written(screen: Screen) -> None:
    heard: list[Any] = []
    with progress_of("reading", lambda *said: heard.append(said)) as tell:
        assert tell is not None
        tell(3, None)
        list(with_progress(range(5), "inside"))
    assert (heard, screen.getvalue()) == ([(3, None)], "")


def test_no_line_inside_another_or_off_the_main_thread_or_where_nobody_looks(screen: Screen) -> None:
    def work() -> None:
        list(with_progress(range(5), "inside"))

    with hidden():
        work()
    for _ in with_progress(range(2), "outside"):
        work()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    concordant.set_progress(False)
    work()
    concordant.set_progress(None)
    plain = long_work.sys.stderr = io.StringIO()
    work()
    assert "inside" not in screen.getvalue() + plain.getvalue()
    concordant.set_progress(True)
    work()
    assert "inside" in plain.getvalue()
    long_work.sys.stderr = None  # of a program without a window
    work()


@pytest.mark.parametrize("thread_ends_first", [True, False])
def test_work_that_shows_itself_in_a_thread_hides_no_line_here(screen: Screen, *, thread_ends_first: bool) -> None:
    begun, end = threading.Event(), threading.Event()

    def work() -> None:
        with progress_of("there", lambda *_: None):
            begun.set()
            end.wait(10)

    thread = threading.Thread(target=work)
    with hidden():
        thread.start()
        begun.wait(10)
        if thread_ends_first:
            end.set()
            thread.join()
        assert list(with_progress(range(3), "hidden")) == [0, 1, 2]
    list(with_progress(range(3), "here"))
    end.set()
    thread.join()
    list(with_progress(range(3), "afterwards"))
    written = screen.getvalue()
    assert [f"{word}: " in written for word in ("here", "afterwards", "hidden")] == [True, True, False]


@pytest.mark.parametrize("given", [1, "yes", 0.0])
def test_other_settings_are_refused(given: Any) -> None:
    with pytest.raises(OptionError, match="shown must be True, False or None"):
        concordant.set_progress(given)


@pytest.mark.parametrize("name", WORK)
def test_a_line_changes_no_result(screen: Screen, name: str) -> None:
    concordant.set_progress(False)
    plain = WORK[name](300)
    concordant.set_progress(True)
    assert WORK[name](300) == plain
    assert screen.getvalue().endswith("\r")


@pytest.mark.parametrize("name", WORK)
def test_ctrl_c_ends_it(screen: Screen, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The signal comes between two pieces of the work: one that a clock sends could come in the next test."""
    before = threading.active_count()
    concordant.set_progress(True)
    monkeypatch.setattr(long_work._Line, "tell", lambda *_: signal.raise_signal(signal.SIGINT))
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background may ignore it
    try:
        with pytest.raises(KeyboardInterrupt):
            WORK[name](30_000_000)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert threading.active_count() == before
    assert long_work._HERE.hidden is False


@pytest.mark.parametrize("scheme", ["rows", "poisson"])
def test_clusters_are_drawn_alike_in_pieces(monkeypatch: pytest.MonkeyPatch, scheme: Any) -> None:
    def drawn() -> Any:
        return cohen_kappa.interval(TRUTH, PRED, method="percentile", draws=200, scheme=scheme, **OF).to_dict()

    whole = drawn()
    monkeypatch.setattr(draws, "_BATCH", 800)  # of 4 cells by 200 draws; there are more clusters than cells
    assert drawn() == whole


# -- worker threads ------------------------------------------------------------------------------------------------

ROWS = 200_000
RANDOM = np.random.default_rng(5)
HAPPENED = RANDOM.integers(0, 2, ROWS)
CHANCE = RANDOM.random(ROWS)


def brier(threads: int) -> float:
    """Take the Brier score with so many threads, whatever pays."""
    return _kernels.binary_mean_loss(HAPPENED, 0, 1, CHANCE, None, "squared", threads)


EXPECTED = brier(1)
SCRIPT = Path(__file__).with_name("threaded.py")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Start a Python of its own that finds these tests, without threads of other libraries."""
    paths = os.pathsep.join([str(SCRIPT.parent), *sys.path])
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": paths}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=environment, check=False)


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
from test_settings import brier, threads_here
before = threads_here()
brier(4)
started = threads_here() - before
masks = [open(f"/proc/self/task/{one}/status").read().split("SigBlk:")[1].split()[0] for one in started]
print(len(masks), {int(mask, 16) >> (number - 1) & 1 for mask in masks for number in (2, 14, 15)})
"""
    done = run("-c", code)
    assert (done.stdout, done.stderr) == ("3 {1}\n", "")


def test_calls_at_once_share_nothing_but_the_rows() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(brier, [1 + number % 5 for number in range(400)])) == {EXPECTED}


def forked() -> int:
    """How a copy of this process ends that takes the score with threads of its own."""
    child = os.fork()
    if child == 0:  # whatever happens, this copy of the tests ends here
        signal.alarm(60)
        os._exit(0 if brier(4) == EXPECTED == brier(2) else 1)
    return os.waitpid(child, 0)[1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_starts_threads_of_its_own_also_in_the_middle_of_a_call() -> None:
    brier(4)
    assert forked() == 0
    assert brier(4) == EXPECTED
    with ThreadPoolExecutor(2) as pool:
        busy = pool.submit(lambda: [brier(3) for _ in range(300)])
        assert [forked() for _ in range(5)] == [0] * 5
        assert set(busy.result()) == {EXPECTED}


def test_an_error_in_one_part_is_raised_and_the_threads_go_on() -> None:
    bad = CHANCE.copy()
    bad[-1] = 2.0
    with pytest.raises(ScoreError, match=rf"the first in row {ROWS - 1}: "):
        concordant.brier_score(HAPPENED, bad)
    assert brier(4) == EXPECTED


# -- the number of threads -----------------------------------------------------------------------------------------


def test_a_call_beats_the_environment(free_threads: pytest.MonkeyPatch) -> None:
    free_threads.setenv("CONCORDANT_THREADS", "7")
    assert get_threads() == 7
    set_threads(3)
    assert get_threads() == 3
    set_threads(None)
    assert get_threads() == 7
    free_threads.delenv("CONCORDANT_THREADS")
    set_threads(None)
    plain = get_threads()
    free_threads.setenv("CONCORDANT_THREADS", "")
    set_threads(None)
    assert get_threads() == plain >= 1


@pytest.mark.parametrize("text", ["0", "2.5", "many", " "])
def test_a_variable_that_is_no_number_of_threads(free_threads: pytest.MonkeyPatch, text: str) -> None:
    free_threads.setenv("CONCORDANT_THREADS", text)
    message = rf"^CONCORDANT_THREADS must be a whole number of at least 1, not '{text}'\.$"
    with pytest.raises(OptionError, match=message):
        get_threads()


@pytest.mark.parametrize("threads", [0, -2, 1.0, "2", True])
def test_numbers_of_threads_that_are_none(free_threads: pytest.MonkeyPatch, threads: Any) -> None:
    with pytest.raises(OptionError, match=r"^threads must be a whole number of at least 1 or None, not "):
        set_threads(threads)


def test_few_and_narrow_rows_take_fewer_threads(free_threads: pytest.MonkeyPatch) -> None:
    set_threads(4)
    assert [threads_for(rows, 2) for rows in (125_000, 999_999, 1_000_000, 1_500_000)] == [1, 1, 2, 3]
    assert [threads_for(rows) for rows in (0, 124_999, 125_000, 187_500, 10**9)] == [1, 1, 2, 3, 4]


# One: every other thread is refused. Two and three: some start, and those must be joined.
@pytest.mark.skipif(sys.platform != "linux", reason="the limit counts threads on Linux only")
@pytest.mark.parametrize("processes", [1, 2, 3])
def test_every_kernel_ends_with_the_same_numbers(processes: int) -> None:
    done = run(str(SCRIPT), str(processes))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("calls, 0 differ by the number of threads\n")


def test_calls_from_several_threads_at_once_end_with_the_same_numbers() -> None:
    done = run(str(SCRIPT))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="the limit counts threads on Linux only")
def test_the_limit_is_one_that_refuses_threads() -> None:
    code = "import threading, threaded; threaded.allow_processes(1); threading.Thread(target=print).start()"
    assert "can't start new thread" in run("-c", code).stderr
