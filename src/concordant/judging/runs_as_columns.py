"""Verdicts as columns: a row an item, and of a judge that was asked several times a column a run."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NoReturn

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
        self._source: dict[str, tuple[str, str, int]] = {}

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

    def put(self, name: str, row: int, value: Any, run: int = 1, *, source: str) -> None:
        """
        Write down a value; `source` says of what kind it is.

        Raises
        ------
        DataFileError
            If the value would replace another one, or its column holds values of another source, name or run: the
            verdicts of a metric called ``match_2`` would stand among those of the second run of ``match``.
        """
        called = name if run == 1 else f"{name}_{run}"
        if self._source.setdefault(called, (source, name, run)) != (source, name, run):
            self._refuse(called)
        column = self._columns.setdefault(called, [])
        column.extend([_EMPTY] * (row + 1 - len(column)))
        there = column[row]
        if there is not _EMPTY and (type(there) is not type(value) or there != value):
            self._refuse(called)
        column[row] = value

    @staticmethod
    def _refuse(called: str) -> NoReturn:
        msg = f"two values would stand in the column {called!r}: a metric is called as another column. Rename it."
        raise DataFileError(msg)

    def columns(self) -> dict[str, list[Any]]:
        """All columns, with None where an item has no verdict."""
        size = len(self._row)
        return {
            name: [None if one is _EMPTY else one for one in values] + [None] * (size - len(values))
            for name, values in self._columns.items()
        }
