"""Records that are a table as well: one row a unit, a rater, a label or a window."""

from __future__ import annotations

import math
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from concordant.errors import MissingDependencyError
from concordant.result.record import Record

_MAKERS = ("polars", "pandas")


class Tabled(Record):
    """A record with `columns`, which `frame()` gives as a data frame."""

    __slots__ = ()

    def columns(self) -> dict[str, list[Any]]:
        """Return the columns of the table as lists of one length; None is no value."""
        raise NotImplementedError

    def frame(self) -> Any:
        """
        Return the table as a data frame of Polars, or of pandas where Polars is not installed.

        Raises
        ------
        MissingDependencyError
            If neither is installed; `columns()` needs none.
        """
        for name in _MAKERS:
            if find_spec(name) is not None:
                made: Any = import_module(name)
                cells = {head: [_cell(value) for value in column] for head, column in self.columns().items()}
                return made.DataFrame(cells, strict=False) if name == "polars" else made.DataFrame(cells)
        msg = "a data frame needs polars or pandas: pip install polars. The columns as lists are in columns()."
        raise MissingDependencyError(msg)

    def _repr_html_(self) -> str:
        """What `print` shows, above all columns, which are folded."""
        from concordant.result.notebook_table import columns_as_html, words_as_html

        return words_as_html(str(self), columns_as_html(self.columns()))


def or_none(numbers: Iterable[float]) -> list[float | None]:
    """A column of numbers, None where one is undefined."""
    return [None if math.isnan(number) else number for number in numbers]


def _cell(value: Any) -> Any:
    """A value that a frame can hold: labels that are tuples or dates of an unknown kind become their texts."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return value.item() if hasattr(value, "item") else str(value)
