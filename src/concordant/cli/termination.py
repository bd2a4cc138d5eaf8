"""SIGTERM, as a scheduler sends it: temporary files go, what was read is kept, and then the command ends."""

from __future__ import annotations

import signal
import threading

INTERRUPTED, _TERMINATED = 130, 143  # as a shell shows SIGINT and SIGTERM
_CAME: list[int] = []  # the signal of this process


class Terminated(KeyboardInterrupt):
    """A SIGTERM. What cleans up after Ctrl-C does so after it, too."""


def unwind_at_sigterm() -> None:
    """Let SIGTERM raise `Terminated`, a second one end the process at once; not where another rule is set for it."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _unwind)


def code_of_interrupt() -> int:
    """The exit code after an interrupt; Typer and Polars raise errors of their own for it, which name no signal."""
    return _TERMINATED if _CAME else INTERRUPTED


def _unwind(number: int, _: object) -> None:
    _CAME.append(number)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise Terminated
