"""Labels as typed on the command line become labels of the column's type: 3 is the number 3 in a column of numbers."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import TYPE_CHECKING

from concordant.errors import LabelError
from concordant.sources.csv_files import FALSE, TRUE

if TYPE_CHECKING:
    import polars as pl

    from concordant.typing import Label

_MOST_OF_A_RANGE = 10_000


def parse_labels(given: Sequence[str], column: pl.Series) -> list[Label]:
    """Split ``a,b,c`` (or ``0..5``) and give each label the type of the column; quotes keep a comma inside."""
    return [parse_label(word, column, "--labels") for word in typed_words(given)]


def typed_words(given: Sequence[str]) -> list[str]:
    """Split ``a,b,c`` (or ``0..5``) into the labels as they were typed."""
    return [word for text in given for word in _split(text)]


def parse_label(word: str, column: pl.Series, option: str) -> Label:
    """Give one label the type of the column."""
    import polars as pl

    kind = column.dtype
    if kind == pl.Boolean:
        if word not in TRUE + FALSE:
            msg = f"{option} {word}: column {column.name!r} holds true and false."
            raise LabelError(msg)
        return word in TRUE
    if kind.is_numeric():
        try:
            return as_number(word)
        except ValueError as error:
            some = column.drop_nulls().head(1).to_list()
            msg = (
                f"{option} {word}: column {column.name!r} holds numbers (such as {some[0]}), and {word!r} is "
                "not a number."
            )
            raise LabelError(msg) from error
    return word


def as_number(word: str) -> int | float:
    """Return a number as typed, a whole one as an int; raise ValueError for what is none."""
    try:
        return int(word)
    except ValueError:
        value = float(word)
        return int(value) if value.is_integer() else value


def _split(text: str) -> list[str]:
    first, dots, last = text.partition("..")
    if dots and first.lstrip("-").isdecimal() and last.lstrip("-").isdecimal():
        low, high = int(first), int(last)
        if not low <= high < low + _MOST_OF_A_RANGE:
            msg = f"--labels {text}: a range goes from a smaller to a larger whole number."
            raise LabelError(msg)
        return [str(number) for number in range(low, high + 1)]
    words = [word.strip() for word in next(csv.reader([text], skipinitialspace=True), [])]
    if not words or "" in words:
        msg = f"--labels {text!r}: write the labels with commas between them, such as --labels low,mid,high."
        raise LabelError(msg)
    return words
