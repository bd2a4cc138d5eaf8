"""Cells of batch after batch, added up as they come."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.monitoring.bucket_pads import BucketPads
from concordant.monitoring.definition import Definition
from concordant.monitoring.long_cells import LongCells
from concordant.monitoring.rows_to_cells import CountedBatch

_WAITING = 1 << 16  # cells that wait at least


class GrowingCells:
    """
    Cells of batch after batch.

    New ones wait until they are as many as those that are added up already, and are then added to these: a batch costs
    what it has cells, however many there are.
    """

    def __init__(self, definition: Definition) -> None:
        self._pads = BucketPads(definition) if definition.y_score is not None else None
        self._whole = LongCells.empty()
        self._waiting: list[LongCells] = []
        self._many = 0

    def add(self, parts: Sequence[LongCells]) -> None:
        """Add cells."""
        self._waiting += parts
        self._many += sum(len(part.key) for part in parts)
        if self._many >= max(_WAITING, len(self._whole.key)):
            self._add_up()

    def add_batch(self, batch: CountedBatch) -> None:
        """Add a batch whose scores may not be cells yet."""
        self.add(batch.parts)
        if batch.buckets is not None and self._pads is not None:
            if self._pads.full and not self._pads.has(batch.buckets.start):
                self.add(self._pads.cells())
            self._pads.add(batch.buckets)

    def total(self) -> LongCells:
        """Return all cells."""
        if self._pads is not None:
            self._waiting += self._pads.cells()
        if self._waiting:
            self._add_up()
        return self._whole

    def _add_up(self) -> None:
        self._whole = LongCells.joined([self._whole, *self._waiting])
        self._waiting, self._many = [], 0
