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

    from concordant.sources.files import ReadSoFar

_PATIENCE = 1.0  # seconds


class _Bar:
    """Starts itself once the work takes long."""

    def __init__(self, what: str, unit: str) -> None:
        self._what, self._unit = what, unit
        self._started = monotonic()
        self._shown: tuple[Progress, TaskID] | None = None

    def __call__(self, done: int, total: int | None) -> None:
        """Show how much is done."""
        self._show(done, total, f"{done:,} {self._unit}")

    def _show(self, done: int, total: int | None, said: str) -> None:
        if self._shown is None:
            if monotonic() - self._started < _PATIENCE:
                return
            self._shown = _start(self._what, total)
        bar, task = self._shown
        bar.update(task, completed=done, total=total, done=said)

    def close(self) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown[0].stop()


class _FilesBar(_Bar):
    """Shows bytes, files and the rate of a pass over files."""

    def __init__(self, what: str, unit: str) -> None:
        super().__init__(what, unit)
        self._first: tuple[float, int] | None = None  # when this pass began, and the bytes that were in then
        self._last = 0

    def read(self, so_far: ReadSoFar) -> None:
        """Show how far the reading has got."""
        now = monotonic()
        if self._first is None or so_far.done < self._last:
            self._first = (now, so_far.done)
        self._last = so_far.done
        seconds, fresh = now - self._first[0], so_far.done - self._first[1]
        rate = f", {_bytes(fresh / seconds)}/s" if seconds > 0 and fresh else ""
        files = f", {so_far.files:,} of {so_far.all_files:,} files" if so_far.all_files > 1 else ""
        read = f"{so_far.rows:,} {self._unit}, {_bytes(so_far.done)} of {_bytes(so_far.total)}"
        self._show(so_far.done, so_far.total, f"{read}{files}{rate}")


def _bytes(many: float) -> str:
    """A number of bytes in a few digits."""
    for unit in ("B", "kB", "MB", "GB"):
        if many < 1000:
            return f"{many:.3g} {unit}"
        many /= 1000
    return f"{many:,.1f} TB"


def _start(what: str, total: int | None) -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn(what),
        BarColumn(),
        TextColumn("{task.fields[done]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(what, total=total, done="")
    bar.start()
    return bar, task


@contextmanager
def scan_progress(what: str = "reading", unit: str = "rows") -> Iterator[Callable[[int, int | None], None] | None]:
    """Give a function to tell how much is done; None where nobody would see the bar."""
    if quiet() or not sys.stderr.isatty():
        yield None
        return
    bar = (_FilesBar if unit == "rows" else _Bar)(what, unit)
    try:
        yield bar
    finally:
        bar.close()
