"""Rows of batches that wait until a block is full: how rows are parted into batches then plays no part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(slots=True)
class WaitingRows:
    """
    Columns of rows, in the order in which they came.

    Attributes
    ----------
    parts : list of tuple
        The columns of each batch; None of a column that there is not.
    rows : int
        How many rows wait.
    """

    parts: list[tuple[Any, ...]] = field(default_factory=list)
    rows: int = 0

    def add(self, columns: tuple[Any, ...]) -> None:
        """Let the rows of a batch wait."""
        self.parts.append(columns)
        self.rows += len(columns[0])

    def blocks(self, size: int) -> Iterator[tuple[Any, ...]]:
        """Yield the columns of each block of so many rows that is full."""
        while self.rows >= size:
            yield self._taken(size)

    def rest(self) -> Iterator[tuple[Any, ...]]:
        """Yield the columns of the rows that wait, if there are any."""
        if self.rows:
            yield self._taken(self.rows)

    def copy(self) -> WaitingRows:
        """Return the same to go on from."""
        return WaitingRows(list(self.parts), self.rows)

    def _taken(self, rows: int) -> tuple[Any, ...]:
        columns = [joined(one) for one in zip(*self.parts, strict=True)]
        self.parts = [tuple(None if one is None else one[rows:] for one in columns)]
        self.rows -= rows
        return tuple(None if one is None else one[:rows] for one in columns)


def joined(parts: Sequence[Any]) -> Any:
    """Return parts of a column as one; None if it is not there."""
    if parts[0] is None or len(parts) == 1:
        return parts[0]
    return np.concatenate(parts)
