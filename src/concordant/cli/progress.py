"""A bar on the terminal while large files are read; nothing is shown for what takes less than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 1.0  # seconds


class _Bar:
    """Starts itself once the reading takes long."""

    def __init__(self) -> None:
        self._started = monotonic()
        self._shown: tuple[Progress, TaskID] | None = None

    def update(self, done: int, total: int | None) -> None:
        """Show how many rows are read."""
        if self._shown is None:
            if monotonic() - self._started < _PATIENCE:
                return
            self._shown = _start(total)
        bar, task = self._shown
        bar.update(task, completed=done, total=total, rows=f"{done:,}")

    def close(self) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown[0].stop()


def _start(total: int | None) -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("reading"),
        BarColumn(),
        TextColumn("{task.fields[rows]} rows"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("reading", total=total, rows="0")
    bar.start()
    return bar, task


@contextmanager
def scan_progress() -> Iterator[Callable[[int, int | None], None] | None]:
    """Give a function to tell about rows that are read; None where nobody would see the bar."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar()
    try:
        yield bar.update
    finally:
        bar.close()
