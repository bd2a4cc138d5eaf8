"""Settings of the process: number of threads, and the progress line of long work."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TypeVar

from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning

# A thread that reads less than this costs more than it saves: it may have to be woken first.
_BYTES_PER_THREAD = 1_000_000

_threads: int | None = None


def _available() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _from_environment() -> int:
    text = os.environ.get("CONCORDANT_THREADS", "")
    if not text:
        return _available()
    if not text.isdecimal() or int(text) < 1:
        raise OptionError(f"CONCORDANT_THREADS must be a whole number of at least 1, not {text!r}.")
    return int(text)


def set_threads(threads: int | None) -> None:
    """
    Set how many threads the kernels may use.

    Parameters
    ----------
    threads : int or None
        At least 1. None goes back to the environment variable ``CONCORDANT_THREADS`` or, without it,
        to all processors that this process may use.

    Raises
    ------
    OptionError
        If `threads` is not a whole number of at least 1.

    Examples
    --------
    >>> import concordant
    >>> concordant.set_threads(1)
    >>> concordant.get_threads()
    1
    >>> concordant.set_threads(None)
    """
    global _threads  # noqa: PLW0603  (one setting of the process)
    if threads is not None and (not isinstance(threads, int) or isinstance(threads, bool) or threads < 1):
        raise OptionError(f"threads must be a whole number of at least 1 or None, not {threads!r}.")
    _threads = threads


def get_threads() -> int:
    """Return how many threads the kernels may use."""
    global _threads  # noqa: PLW0603
    if _threads is None:
        _threads = _from_environment()
    return _threads


def threads_for(rows: int, row_bytes: int = 16) -> int:
    """
    Return how many threads pay for one pass over this many rows (sorting kernels decide for themselves).

    A row takes as long as it takes to read `row_bytes`: those that it has, more if more is done than to compare them.
    """
    work = rows * row_bytes
    return 1 if work < 2 * _BYTES_PER_THREAD else min(get_threads(), work // _BYTES_PER_THREAD)


# How far long work has got, on one line of stderr: resampling, simulated studies, files that are read.
#
# The line appears after a second, where somebody looks: in a terminal or a notebook. It changes no result.


Tell = Callable[[int, int | None], None]
Piece = TypeVar("Piece")

_PATIENCE = 1.0  # seconds until the line appears
_PAUSE = 0.2  # seconds between two looks of it
_STATE: dict[str, bool | None] = {"shown": None}


class _Here(threading.local):
    """What is so in this thread: work in another one neither hides a line here, nor leaves it hidden."""

    hidden = False  # a line is on the screen already


_HERE = _Here()


def set_progress(shown: bool | None) -> None:  # noqa: FBT001  (a setting of the process, as of set_threads)
    """
    Set whether long work says on stderr how far it has got.

    Parameters
    ----------
    shown : bool or None
        None, the default: where stderr is a terminal, and in notebooks.

    Raises
    ------
    OptionError
        If `shown` is neither True, False nor None.

    Examples
    --------
    >>> import concordant
    >>> concordant.set_progress(False)
    >>> concordant.set_progress(None)
    """
    if shown is not None and not isinstance(shown, bool):
        raise OptionError(f"shown must be True, False or None, not {shown!r}.")
    _STATE["shown"] = shown


@contextmanager
def without_warnings() -> Iterator[None]:
    """Ignore warnings of undefined metrics and of doubtful intervals: the reasons stand in what is computed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        warnings.simplefilter("ignore", IntervalWarning)
        yield


class _Line:
    """One line that is written again and again, and taken away at the end."""

    def __init__(self, what: str) -> None:
        self._what, self._wide = what, 0
        self._start = monotonic()
        self._next = self._start + _PATIENCE

    def tell(self, done: int, total: int | None) -> None:
        now = monotonic()
        if now < self._next:
            return
        self._next = now + _PAUSE
        if not total:
            self._write(f"{self._what}: {done:,}")
            return
        share = min(done / total, 1.0)
        left = f", {(now - self._start) * (1 - share) / share:,.0f} s left" if share > 0 else ""
        self._write(f"{self._what}: {share:4.0%}{left}")

    def close(self) -> None:
        if self._wide:
            self._write("")

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.write(f"\r{text:<{self._wide}}" if text else f"\r{'':<{self._wide}}\r")
            sys.stderr.flush()
        self._wide = max(self._wide, len(text))


@contextmanager
def progress_of(what: str, given: Tell | None = None) -> Iterator[Tell | None]:
    """
    Give a function to tell how much of the work is done; None where nobody would see it.

    Parameters
    ----------
    what : str
        The work in one or two words.
    given : callable, optional
        What the caller wants to be told; nothing is written then.
    """
    if given is not None:
        with hidden():  # the caller shows it, and one line is enough
            yield given
        return
    if not _visible():
        yield None
        return
    line = _Line(what)
    with hidden():
        try:
            yield line.tell
        finally:
            line.close()


def with_progress(pieces: Sequence[Piece], what: str) -> Iterator[Piece]:
    """Yield pieces of work, and say how many of them are done."""
    with progress_of(what) as tell:
        for done, piece in enumerate(pieces):
            if tell is not None:
                tell(done, len(pieces))
            yield piece


@contextmanager
def hidden(*, wanted: bool = True) -> Iterator[None]:
    """Write no line inside: another one, or a bar, is on the screen."""
    before = _HERE.hidden
    _HERE.hidden = before or wanted
    try:
        yield
    finally:
        _HERE.hidden = before


def _visible() -> bool:
    if _HERE.hidden or _STATE["shown"] is False or threading.current_thread() is not threading.main_thread():
        return False
    if _STATE["shown"]:
        return True
    with suppress(OSError, ValueError, AttributeError):
        return sys.stderr.isatty() or _in_notebook()
    return False


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell is not None and hasattr(shell, "kernel")
