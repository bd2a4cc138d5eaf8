"""States that come one after the other, added so that each is copied few times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Parts:
    """
    States of batches: parts of like size are added first, as in a merge sort.

    A curve of all scores so far is not copied for every batch then, and the order of the additions depends on the
    number of batches alone.

    Attributes
    ----------
    parts : list of (int, state)
        How many batches, and their state; the numbers fall.
    """

    def __init__(self) -> None:
        self.parts: list[tuple[int, Any]] = []

    def clear(self) -> None:
        """Forget all rows."""
        self.parts = []

    def add(self, state: Any) -> None:
        """Add the state of a batch."""
        batches = 1
        while self.parts and self.parts[-1][0] <= batches:
            size, before = self.parts.pop()
            batches, state = batches + size, before + state
        self.parts.append((batches, state))

    def total(self) -> Any:
        """Return the state of all rows, None if there is none."""
        return sum_of([state for _, state in self.parts])


def sum_of(states: Iterable[Any]) -> Any:
    """Add states from first to last; None of none."""
    total = None
    for state in states:
        total = state if total is None else total + state
    return total
