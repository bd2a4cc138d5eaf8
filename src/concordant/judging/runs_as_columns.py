"""Verdicts as columns: a row an item, and of a judge that was asked several times a column a run."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any


class RunsAsColumns:
    """
    Columns of verdicts, filled item by item.

    The second run of ``match`` is the column ``match_2``.
    """

    def __init__(self) -> None:
        self._row: dict[Hashable, int] = {}
        self._runs: list[int] = []
        self._columns: dict[str, list[Any]] = {}

    def row_of(self, item: Hashable) -> int:
        """The row of an item, which may be new."""
        row = self._row.setdefault(item, len(self._row))
        if row == len(self._runs):
            self._runs.append(0)
        return row

    def next_run(self, item: Hashable) -> tuple[int, int]:
        """The row of an item, and the number of its run, which is one more than before."""
        row = self.row_of(item)
        self._runs[row] += 1
        return row, self._runs[row]

    def put(self, name: str, row: int, value: Any, run: int = 1) -> None:
        """Write down a verdict."""
        column = self._columns.setdefault(name if run == 1 else f"{name}_{run}", [])
        column.extend([None] * (row + 1 - len(column)))
        column[row] = value

    def columns(self) -> dict[str, list[Any]]:
        """All columns, with None where an item has no verdict."""
        return {name: values + [None] * (len(self._row) - len(values)) for name, values in self._columns.items()}
