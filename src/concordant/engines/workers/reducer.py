"""What an adapter needs of an aggregator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

_AT_ONCE = 16


class Reducer(Protocol):
    """Create, update, merge, finish; and bytes for engines that carry nothing else."""

    def create(self) -> Any:
        """Return an accumulator of no row."""

    def update(self, accumulator: Any, batch: Any) -> Any:
        """Count a batch."""

    def merge(self, first: Any, second: Any) -> Any:
        """Return the sum of two."""

    def finish(self, accumulator: Any) -> Any:
        """Return what was counted."""

    def to_bytes(self, accumulator: Any) -> bytes:
        """Return an accumulator as bytes."""

    def from_bytes(self, data: bytes) -> Any:
        """Read what `to_bytes` wrote."""


def merged(job: Reducer, accumulators: Sequence[Any]) -> Any:
    """Return the sum of several."""
    total = job.create()
    for one in accumulators:
        total = job.merge(total, one)
    return total


def in_rounds(parts: Sequence[Any]) -> list[Sequence[Any]]:
    """Cut a list into as many as are merged at once."""
    return [parts[start : start + _AT_ONCE] for start in range(0, len(parts), _AT_ONCE)]
