"""Cells of batch after batch, added up as they come."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.engines.added_in_turn import Parts
from concordant.monitoring.bucket_pads import BucketPads
from concordant.monitoring.definition import Definition
from concordant.monitoring.long_cells import LongCells
from concordant.monitoring.rows_to_cells import CountedBatch

_WAITING = 1 << 16  # cells that wait to be added up together


class GrowingCells:
    """
    Cells of batch after batch.

    New ones wait until they are many, and what was added up is added to parts of like size, as in a merge sort: a batch
    costs what it has cells, however many there are already.
    """

    def __init__(self, definition: Definition) -> None:
        self._pads = BucketPads(definition) if definition.y_score is not None else None
        self._waiting: list[LongCells] = []
        self._many = 0
        self._parts = Parts()

    def add(self, parts: Sequence[LongCells]) -> None:
        """Add the cells of a batch."""
        self._waiting += parts
        self._many += sum(len(part.key) for part in parts)
        if self._many >= _WAITING:
            self._parts.add(LongCells.joined(self._waiting))
            self._waiting, self._many = [], 0

    def add_batch(self, batch: CountedBatch) -> None:
        """Add a batch whose scores may not be cells yet."""
        self.add(batch.parts)
        if batch.buckets is not None and self._pads is not None:
            if self._pads.full and not self._pads.has(batch.buckets.start):
                self.add(self._pads.cells())
            self._pads.add(batch.buckets)

    def total(self) -> LongCells:
        """Return all cells, and keep them as one part."""
        if self._pads is not None:
            self._waiting += self._pads.cells()
        if self._waiting or len(self._parts.parts) > 1:
            whole = LongCells.joined([*(part for _, part in self._parts.parts), *self._waiting])
            batches = sum(size for size, _ in self._parts.parts) + 1
            self._waiting, self._many, self._parts.parts = [], 0, [(batches, whole)]
        return self._parts.parts[0][1] if self._parts.parts else LongCells.empty()
