"""How many threads the kernels may use."""

from __future__ import annotations

import os

from concordant.errors import OptionError

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
        msg = f"CONCORDANT_THREADS must be a whole number of at least 1, not {text!r}."
        raise OptionError(msg)
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
        msg = f"threads must be a whole number of at least 1 or None, not {threads!r}."
        raise OptionError(msg)
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
