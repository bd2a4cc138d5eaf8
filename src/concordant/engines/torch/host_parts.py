"""States that are added on the host: curves and moments, batch by batch."""

from __future__ import annotations

from typing import Any

from concordant.engines.torch.processes import gathered_objects


class HostParts:
    """
    States of batches, added so that each is copied few times: parts of like size first, as in a merge sort.

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
        """Return the state of the rows of this process, None if there is none."""
        return _sum([state for _, state in self.parts])

    def gathered(self, group: Any) -> Any:
        """Return the state of the rows of all processes, added by rank, None if there is none."""
        return _sum([state for state in gathered_objects(self.total(), group) if state is not None])


def _sum(states: list[Any]) -> Any:
    total = None
    for state in states:
        total = state if total is None else total + state
    return total
