"""
What the fields of a CSV file are parsed as: numbers that are asked for as numbers, and fields of no use as nothing.

That takes half of the time of parsing every field as text, and is only done where it gives the same values: in files
without quotes, and as long as every field of a column of numbers is one. What is not so is found, and parsed as text.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import isfinite
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import polars as pl

Kinds: TypeAlias = "Mapping[str, pl.DataType]"  # of the columns that are asked for, by their names

_EXACT = 2.0**53  # from here on a whole number that is read as a float may be another one


def number_kinds(head: pl.DataFrame, names: Collection[str]) -> dict[str, pl.DataType]:
    """Return the types of those of these columns that hold numbers in the first rows."""
    import polars as pl

    return {name: head.schema[name] for name in names if head.schema[name] in (pl.Int64, pl.Float64)}


def parsed_as(names: Collection[str], own: Collection[str], kinds: Kinds) -> dict[str, pl.DataType]:
    """
    Return the types by which the columns of a file are parsed.

    Parameters
    ----------
    names, own : collection of str
        The names of the file's columns in their order, as Polars has them and as they stand in the file.
    kinds : mapping
        The types of the columns that are asked for.
    """
    import polars as pl

    # A field that is neither true nor false becomes a missing value of a column of bools, which takes the least work.
    return {name: kinds.get(asked, pl.Boolean()) for name, asked in zip(names, own, strict=True)}


def as_text_from_here(part: pl.DataFrame, kinds: Kinds) -> set[str]:
    """Return the columns of numbers of which a field of this batch may be something else: it is to be parsed again."""
    import polars as pl

    found = set()
    for name, kind in kinds.items():
        if name in part.columns and kind.is_numeric():
            column = part[name]
            if column.null_count() or (kind == pl.Float64 and not _are_exact(column)):
                found.add(name)
    return found


def _are_exact(column: pl.Series) -> bool:
    """Whether all floats are numbers, and so small that no whole number among them was rounded."""
    ends = column.min(), column.max()
    return isfinite(column.sum()) and all(isinstance(one, float) and abs(one) < _EXACT for one in ends)
