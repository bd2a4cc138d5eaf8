"""
Polars' reports of its own panics stay off the terminal.

Where Polars panics, Rust writes a report (and a backtrace) straight to the file descriptor of the standard error stream
before Python sees an exception. The exception is turned into one line of ours, so the report is noise. While a file is
read, what is written to that descriptor is held back; at the end all but the reports is passed on. `sys.stderr` itself
keeps writing to the terminal at once, so that a progress bar is seen.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import TextIOBase
from tempfile import TemporaryFile
from threading import RLock
from typing import TextIO, cast

_REPORT = re.compile(
    rb"\n?^thread '[^\n]*panicked at [^\n]*\n"  # where
    rb"(?:(?!\n?thread '|stack backtrace:|note: )[^\n]*\n)*?"  # the message
    rb"(?:stack backtrace:\n(?:[ \t]+[^\n]*\n)*)?"
    rb"(?:note: [^\n]*\n|(?=\n?thread ')|\Z)",
    re.MULTILINE,
)
_STDERR = 2
_turn = RLock()  # the descriptor belongs to the whole process: one holds it at a time


@contextmanager
def panics_unreported() -> Iterator[None]:
    """Hold back what is written to the standard error stream beside `sys.stderr`; pass on what is no panic's report."""
    if os.name == "nt":  # there Rust does not write to a descriptor
        yield
        return
    with _turn, ExitStack() as opened:
        try:
            held, terminal = opened.enter_context(TemporaryFile()), os.dup(_STDERR)
        except OSError:  # closed, so that nothing is shown anyway, or no room for a file
            yield
            return
        before, aside = sys.stderr, _Aside(sys.stderr, terminal)
        try:
            if _is_standard(before):
                before.flush()
                sys.stderr = aside
            os.dup2(held.fileno(), _STDERR)
            yield
        finally:
            os.dup2(terminal, _STDERR)
            aside.descriptor = None
            if sys.stderr is aside:
                sys.stderr = before
            os.close(terminal)
            held.seek(0)
            rest = without_reports(held.read())
            if rest:
                os.write(_STDERR, rest)


def without_reports(text: bytes) -> bytes:
    """Remove the reports of panics."""
    return _REPORT.sub(b"", text)


def _is_standard(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.fileno() == _STDERR
    except (AttributeError, OSError, ValueError):  # captured, replaced or closed
        return False


class _Aside(TextIOBase):
    """`sys.stderr` while the descriptor is held; whoever keeps it writes to the old stream afterwards."""

    def __init__(self, stream: TextIO, descriptor: int) -> None:
        self.stream, self.descriptor = stream, cast("int | None", descriptor)

    def write(self, text: str) -> int:
        if self.descriptor is None:
            return self.stream.write(text)
        rest = text.encode(self.stream.encoding, self.stream.errors or "strict")
        while rest:
            rest = rest[os.write(self.descriptor, rest) :]
        return len(text)

    def isatty(self) -> bool:
        return self.stream.isatty() if self.descriptor is None else os.isatty(self.descriptor)

    def fileno(self) -> int:
        return self.stream.fileno() if self.descriptor is None else self.descriptor

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.stream.encoding
