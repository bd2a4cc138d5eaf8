"""The streams of the process: closed, full, left by their reader, or of an encoding without some characters."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper

from concordant.errors import OptionError

READER_GONE = 141  # as a shell shows SIGPIPE


def open_streams() -> None:
    """
    Make sure that there are streams to print on.

    Raises
    ------
    OptionError
        If stdout is closed: the first file that is opened would take its place.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  (for the whole process)
    if sys.stdout is None:
        leave_stdout()
        msg = "stdout is closed; leave it open, or send it to /dev/null."
        raise OptionError(msg)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a sign that the encoding lacks is no reason to fail


def leave_stdout() -> None:
    """Print no more: Python would complain once more when it flushes a broken stdout at its end."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  (for the whole process)
        return
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
