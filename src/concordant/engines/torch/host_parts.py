"""States that are added on the host, batch by batch, and at the end over processes: curves and moments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from concordant.engines.added_in_turn import Parts, sum_of
from concordant.engines.torch.processes import gathered_states
from concordant.errors import ConcordantError

_MOST = 1 << 22  # rows that wait on their device; 64 MiB of int64 and float64
Columns = tuple[Tensor | None, ...]


class HostParts(Parts):
    """
    States of the batches of this process.

    Batches on a device wait there, so that no batch waits for the device: their states are made when they are 4 million
    rows, or when somebody asks.

    Attributes
    ----------
    waiting : list of tuples of Tensor
        The columns of batches whose state is not made yet.
    """

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Columns] = []
        self._rows = 0
        self._make: Callable[[Columns], Any] | None = None

    def clear(self) -> None:
        """Forget all rows."""
        super().clear()
        self.waiting, self._rows = [], 0

    def put_off(self, columns: Columns, rows: int, make: Callable[[Columns], Any]) -> None:
        """
        Add rows on a device, from which `make` makes a state.

        Raises
        ------
        ConcordantError
            What is wrong with rows that waited; their batch is left out, all others stay.
        """
        self.waiting.append(tuple(None if column is None else column.clone() for column in columns))
        self._rows, self._make = self._rows + rows, make
        if self._rows >= _MOST:
            self.settle()

    def settle(self) -> None:
        """Make the states of the rows that wait."""
        batches, make = self.waiting, self._make
        self.waiting, self._rows = [], 0
        if make is None:
            return
        alike: dict[Any, list[Columns]] = {}
        for batch in batches:
            kinds = [None if x is None else (x.dtype, x.device, x.shape[1:]) for x in batch]
            alike.setdefault(tuple(kinds), []).append(batch)
        wrong = None
        for same in alike.values():
            try:
                whole = [None if x[0] is None else torch.cat(x) for x in map(list, zip(*same, strict=True))]
                self.add(make(tuple(whole)))
            except ConcordantError:
                for batch in same:  # find those that are wrong
                    try:
                        self.add(make(batch))
                    except ConcordantError as error:
                        wrong = wrong or error
        if wrong is not None:
            msg = f"{wrong} Batches with such rows are left out, all others stay counted."
            raise type(wrong)(msg) from wrong

    def total(self) -> Any:
        """Return the state of all rows, None if there is none."""
        self.settle()
        return super().total()

    def gathered(self, group: Any) -> Any:
        """Return the state of the rows of all processes, added by rank, None if there is none."""
        return sum_of(gathered_states(self.total, group))
