"""A bar on the terminal for what takes longer than a second: large files that are read, studies that are simulated."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from concordant.cli.terminal import quiet

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 1.0  # seconds


class _Bar:
    """Starts itself once the work takes long."""

    def __init__(self, what: str, unit: str) -> None:
        self._what, self._unit = what, unit
        self._started = monotonic()
        self._shown: tuple[Progress, TaskID] | None = None

    def update(self, done: int, total: int | None) -> None:
        """Show how much is done."""
        if self._shown is None:
            if monotonic() - self._started < _PATIENCE:
                return
            self._shown = _start(self._what, self._unit, total)
        bar, task = self._shown
        bar.update(task, completed=done, total=total, done=f"{done:,}")

    def close(self) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown[0].stop()


def _start(what: str, unit: str, total: int | None) -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn(what),
        BarColumn(),
        TextColumn(f"{{task.fields[done]}} {unit}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(what, total=total, done="0")
    bar.start()
    return bar, task


@contextmanager
def scan_progress(what: str = "reading", unit: str = "rows") -> Iterator[Callable[[int, int | None], None] | None]:
    """Give a function to tell how much is done; None where nobody would see the bar."""
    if quiet() or not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(what, unit)
    try:
        yield bar.update
    finally:
        bar.close()
