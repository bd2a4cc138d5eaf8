"""Long work says how far it has got, where somebody looks, and can be stopped; no result changes."""

from __future__ import annotations

import io
import signal
import threading
from collections.abc import Callable, Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import concordant
from concordant import accuracy, cohen_kappa, krippendorff_alpha, planning, roc_auc
from concordant import settings as long_work
from concordant.errors import OptionError
from concordant.inference import resampling as draws
from concordant.settings import hidden, reported, told

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, 400)
PRED = np.where(RNG.random(400) < 0.8, TRUTH, 1 - TRUTH)
SCORE = np.round(TRUTH + RNG.normal(size=400), 1)
CLUSTER = RNG.integers(0, 90, 400)
RATINGS = RNG.integers(0, 3, (60, 4)).tolist()
WORK: dict[str, Callable[[int], Any]] = {
    "units": lambda n: accuracy.interval(TRUTH, PRED, method="percentile", draws=n).to_dict(),
    "clusters": lambda n: cohen_kappa.interval(TRUTH, PRED, method="percentile", cluster=CLUSTER, draws=n).to_dict(),
    "AUCs": lambda n: roc_auc.interval(TRUTH, SCORE, method="percentile", draws=n).to_dict(),
    "Dirichlet": lambda n: cohen_kappa.interval(TRUTH, PRED, method="perks", draws=n).to_dict(),
    "panel": lambda n: krippendorff_alpha.interval(RATINGS, method="percentile", draws=n).to_dict(),
    "exchanges": lambda n: accuracy.compare(
        TRUTH, PRED, PRED[::-1], method="permutation", cluster=CLUSTER, draws=n
    ).to_dict(),
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
    assert list(told("abcd", "resampling")) == list("abcd")
    written = screen.getvalue().split("\r")
    assert written[1:-1][:4] == [
        "resampling:   0%",
        "resampling:  25%, 12 s left",
        "resampling:  50%, 6 s left ",
        "resampling:  75%, 3 s left ",
    ]
    assert written[-2].strip() == written[-1] == ""


def test_who_wants_to_be_told_is_told_and_nothing_is_written(screen: Screen) -> None:
    heard: list[Any] = []
    with reported("reading", lambda *said: heard.append(said)) as tell:
        assert tell is not None
        tell(3, None)
        list(told(range(5), "inside"))
    assert (heard, screen.getvalue()) == ([(3, None)], "")


def test_no_line_inside_another_or_off_the_main_thread_or_where_nobody_looks(screen: Screen) -> None:
    def work() -> None:
        list(told(range(5), "inside"))

    with hidden():
        work()
    for _ in told(range(2), "outside"):
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
        with reported("there", lambda *_: None):
            begun.set()
            end.wait(10)

    thread = threading.Thread(target=work)
    with hidden():
        thread.start()
        begun.wait(10)
        if thread_ends_first:
            end.set()
            thread.join()
        assert list(told(range(3), "hidden")) == [0, 1, 2]
    list(told(range(3), "here"))
    end.set()
    thread.join()
    list(told(range(3), "afterwards"))
    written = screen.getvalue()
    assert "here: " in written
    assert "afterwards: " in written
    assert "hidden: " not in written


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


@pytest.mark.parametrize("poisson", [False, True])
def test_clusters_are_drawn_alike_in_pieces(monkeypatch: pytest.MonkeyPatch, poisson: bool) -> None:
    def drawn() -> Any:
        return np.array(list(draws._times_of_clusters(7, np.random.default_rng(2), 10, poisson=poisson)))

    whole = drawn()
    monkeypatch.setattr(draws, "_BATCH", 15)
    assert np.array_equal(drawn(), whole)
    assert whole.shape == (10, 7)
    assert poisson or (whole.sum(axis=1) == 7).all()
