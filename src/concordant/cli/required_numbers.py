"""Columns of text where numbers are needed: the error says which value is none, and what to do about it."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from concordant.errors import InputTypeError
from concordant.inputs.label_values import ABSENT

if TYPE_CHECKING:
    import polars as pl

_IN_THOUSANDS = re.compile(r"[+-]?\d{1,3}([., '_]\d{3})+([.,]\d+)?")


def require_numbers(column: pl.Series, option: str) -> None:
    """Raise for a column of text, and show the first value that is not a number."""
    import polars as pl

    if column.dtype not in (pl.String, pl.Categorical, pl.Enum):
        return
    text = column.cast(pl.String)
    present = ~(text.is_null() | text.is_in(ABSENT))
    wrong = text.cast(pl.Float64, strict=False).is_null() & present
    row = wrong.arg_true().head(1).to_list()
    if row:
        first = str(text[row[0]])
        found, advice = f"row {row[0] + 1} holds {first!r}", _advice(first, some_are=wrong.sum() < present.sum())
    else:
        found, advice = f"it holds text such as {text.drop_nulls()[0]!r}", ""
    msg = f"{option} {column.name}: numbers are needed, but {found}.{advice}"
    raise InputTypeError(msg)


def _advice(first: str, *, some_are: bool) -> str:
    """What to do about the first value that is no number; `some_are`: whether others of the column are."""
    if first.strip().endswith("%"):
        return " Write shares without the sign, 0.93 for 93%."
    if _IN_THOUSANDS.fullmatch(first.strip()):
        return " Write numbers with a decimal point and nothing between thousands, 1234.5."
    if not some_are:
        return " No value in it is a number: name another column."
    return f" Say --na {shlex.quote(first)} if it means missing."
