"""Verdicts as columns: a row an item, and of a judge that was asked several times a column a run."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from concordant.errors import DataFileError

_EMPTY: Any = object()  # where nothing was put


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
        """Write down a verdict; raise where it would replace another one."""
        called = name if run == 1 else f"{name}_{run}"
        column = self._columns.setdefault(called, [])
        column.extend([_EMPTY] * (row + 1 - len(column)))
        there = column[row]
        if there is not _EMPTY and (type(there) is not type(value) or there != value):
            msg = f"two values would stand in the column {called!r}: a metric is called as another column. Rename it."
            raise DataFileError(msg)
        column[row] = value

    def columns(self) -> dict[str, list[Any]]:
        """All columns, with None where an item has no verdict."""
        size = len(self._row)
        return {
            name: [None if one is _EMPTY else one for one in values] + [None] * (size - len(values))
            for name, values in self._columns.items()
        }
