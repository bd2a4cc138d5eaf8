"""Which column of scores belongs to which class: the order that was declared, or the names of a frame's columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import LabelError, LabelOrderError
from concordant.typing import Label


def names_of_columns(table: Any) -> tuple[Any, ...] | None:
    """The names of a frame's columns; None where there are none that somebody chose."""
    if type(table) is np.ndarray or isinstance(table, (list, tuple)):
        return None
    names = getattr(table, "column_names", None)  # of Arrow, whose `columns` are data
    if names is None:
        names = getattr(table, "columns", None)
    if names is None or callable(names) or type(names).__name__ == "RangeIndex":
        return None
    return tuple(names)


def places_of_columns(
    classes: tuple[Label, ...], names: tuple[Any, ...] | None, what: str, *, declared: bool, ordered: bool
) -> list[int]:
    """
    For each class the place of its column.

    A frame's columns that have the names of the classes tell it. Otherwise the columns stand in the order of the
    classes: the declared one, that of an ordered column, or that of numbers. Text has none, and the alphabet's is not
    taken for it.

    Raises
    ------
    LabelOrderError
        If the classes have no order and no names tell which column is whose.
    LabelError
        If the names tell another order than the declared one.
    """
    plain = list(range(len(classes)))
    named = None if names is None else _matched(classes, names)
    if named is None and not (declared or ordered):
        msg = (
            f"{what} has {len(classes)} columns, and nothing says which is whose: {_shown(classes)} have no order "
            "(alphabetical order is hardly that of the columns). Declare labels=[...] in the order of the columns, or "
            "give a data frame whose columns have the names of the labels."
        )
        raise LabelOrderError(msg)
    if named is not None and named != plain and declared:
        msg = (
            f"labels= says that the columns of {what} are {_shown(classes)}, but they are named "
            f"{_shown(tuple(names or ()))}. Put both in the same order."
        )
        raise LabelError(msg)
    return plain if named is None else named


def _matched(classes: tuple[Label, ...], names: tuple[Any, ...]) -> list[int] | None:
    """Where the names are exactly the classes, or these as text, for each class the place of its name."""
    for labels in (classes, tuple(map(str, classes))):
        if len(names) == len(labels) == len(set(names)) and set(names) == set(labels):
            return [names.index(label) for label in labels]
    return None


def _shown(labels: tuple[Any, ...]) -> str:
    return ", ".join(map(repr, labels[:10])) + (", ..." if len(labels) > 10 else "")
