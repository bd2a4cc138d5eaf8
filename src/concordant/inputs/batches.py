"""
Batches of a Polars scan, none of them lost.

`LazyFrame.collect_batches` ends without an error where a thread of the reader panics, as if the file ended there.
`LazyFrame.sink_batches` raises whatever happened, but calls back; a thread and a short queue turn it into an iterator.
"""

from __future__ import annotations

from collections.abc import Iterator
from queue import Full, Queue
from threading import Event, Thread
from typing import TYPE_CHECKING

from concordant.inputs.left_out import DamagedFileError

if TYPE_CHECKING:
    import polars as pl

_AHEAD = 2  # batches that wait to be taken: memory stays bounded
_PATIENCE = 0.05  # seconds between two looks at whether the batches are still wanted


def batches(scan: pl.LazyFrame, rows: int) -> Iterator[pl.DataFrame]:
    """Yield about `rows` rows at a time, and raise at the end what the reader raised."""
    waiting: Queue[pl.DataFrame | BaseException | None] = Queue(_AHEAD)
    unwanted = Event()

    def put(item: pl.DataFrame | BaseException | None) -> bool:
        """Wait for a place in the queue; True if nobody wants any more."""
        while not unwanted.is_set():
            try:
                waiting.put(item, timeout=_PATIENCE)
            except Full:
                continue
            return False
        return True

    def read() -> None:
        try:
            scan.sink_batches(put, chunk_size=rows)
        except BaseException as error:  # noqa: BLE001  (a panic is no Exception; it is raised where the batches are taken)
            put(error)
        else:
            put(None)

    reader = Thread(target=read, name="concordant-reader", daemon=True)
    reader.start()
    try:
        while (item := waiting.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        unwanted.set()
        reader.join()


def refuse_lost_rows(path: object, read: int, declared: int) -> None:
    """Raise if a file declares another number of rows than were read from it."""
    if read != declared:
        msg = f"{path} is damaged: it declares {declared} rows, and {read} can be read."
        raise DamagedFileError(msg)
