"""
Columns of text become numbers, bools or text by what *all* of their values are.

A CSV file does not say what its columns hold, and a guess from the first rows fails at the first row that is
different. So columns are read as text, and the kind is decided from every value: whole numbers, else numbers,
else true/false, else text. Words such as NA count as missing in a column of numbers and only there: in a
column of text they may be a label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

ABSENT = ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "nan", "NaN", "NAN", "null", "NULL", "Null", "None", "none")
TRUE, FALSE = ("true", "True", "TRUE"), ("false", "False", "FALSE")

# From here on not every whole number is a float: two different ids would become one.
_EXACT = 2.0**53


def typed(column: pl.Series, *, decimal_comma: bool = False) -> pl.Series:
    """Return a column of text as what all of its values are."""
    import polars as pl

    if column.null_count() == len(column):
        return column.cast(pl.Null)
    numbers = _numbers(column)
    if numbers is None:
        cleaned = column.str.strip_chars()
        cleaned = cleaned.set(cleaned.is_in(ABSENT), None)
        if decimal_comma:
            cleaned = cleaned.str.replace(",", ".", literal=True)
        # A column of nothing but such words is text: there is no number that would make them gaps.
        numbers = None if cleaned.null_count() == len(cleaned) else _numbers(cleaned)
    if numbers is not None:
        return numbers
    if column.drop_nulls().is_in(TRUE + FALSE).all():
        return column.is_in(TRUE)
    return column


def as_type(column: pl.Series, kind: pl.DataType, *, decimal_comma: bool = False) -> pl.Series:
    """Return some values of a column of text as what all of its values are, which `typed` has told."""
    import polars as pl

    if kind == pl.Boolean:
        return column.is_in(TRUE)
    if not kind.is_numeric():
        return column
    cleaned = column.str.strip_chars()
    cleaned = cleaned.set(cleaned.is_in(ABSENT), None)
    if decimal_comma:
        cleaned = cleaned.str.replace(",", ".", literal=True)
    return cleaned.cast(kind)


def as_numbers(column: pl.Series, *, decimal_comma: bool = False) -> pl.Series:
    """Return some values of a column of numbers; what is no column of numbers comes back as `typed` has it."""
    import polars as pl

    found = typed(column, decimal_comma=decimal_comma)
    if found.dtype == pl.Null or (found.dtype == pl.String and found.str.strip_chars().is_in(ABSENT).all()):
        return pl.repeat(None, len(found), dtype=pl.Float64, eager=True).alias(column.name)  # gaps among other values
    return found


def _numbers(column: pl.Series) -> pl.Series | None:
    """The column as Int64 or Float64; None if a value is no number."""
    import polars as pl

    absent = column.null_count()
    whole = column.cast(pl.Int64, strict=False)
    if whole.null_count() == absent:
        return whole
    floats = column.cast(pl.Float64, strict=False)
    if floats.null_count() != absent:
        return None
    if (floats.abs() >= _EXACT).any() and column.str.contains(r"^[+-]?\d{16,}$").any():
        return None
    return floats


def kind_of(column: pl.Series) -> str:
    """What a column holds, in words; ``"nothing"`` for one without rows or values."""
    import polars as pl

    kind = column.dtype
    if kind == pl.Null or column.null_count() == len(column):
        return "nothing"
    if kind.is_numeric():
        return "numbers"
    if kind == pl.Boolean:
        return "true and false"
    if kind in (pl.String, pl.Categorical, pl.Enum):
        return "text"
    return f"values of type {kind}"
