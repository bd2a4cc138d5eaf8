"""
Kinds of labels, and which of them can never be equal.

Python compares a date with a time, or a member of an Enum with its name, and says that they differ. A column of the one
against a column of the other would have an accuracy of 0 without a word, so such pairs are refused.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from enum import Enum
from math import isfinite
from numbers import Number
from typing import Any

import numpy as np

from concordant.errors import InputTypeError
from concordant.typing import Label

# The first that fits counts: a datetime is a date for Python, and a member of an IntEnum is a number.
_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (str, "text"),
    (bytes, "bytes"),
    (np.datetime64, "datetimes without a time zone"),  # with nanoseconds, which Python's own lack
    (np.timedelta64, "durations"),
    ((Number, np.number, np.bool_), "numbers"),
    (datetime, "datetimes"),
    (date, "dates"),
    (time, "times of day"),
    (timedelta, "durations"),
    (tuple, "tuples"),
    (frozenset, "sets"),
)
_ZONED = (datetime, time)  # with a time zone they never equal those without


def kind_of_label(label: Label) -> str:
    """What a label is, in words; labels of two kinds are never equal."""
    for types, name in _KINDS:
        if isinstance(label, types):
            if isinstance(label, _ZONED):
                return f"{name} {'without' if label.utcoffset() is None else 'in'} a time zone"
            return name
    if isinstance(label, Enum):
        return f"members of {type(label).__name__}"
    return f"values of type {type(label).__name__}"


def refuse_kinds(true: Collection[Label], pred: Collection[Label], what: tuple[str, str]) -> None:
    """Raise if the labels of two columns are of kinds of which none is in both, or text is in one and not the other."""
    kinds = _examples(true), _examples(pred)
    if ("text" in kinds[0] and "bytes" in kinds[1]) or ("bytes" in kinds[0] and "text" in kinds[1]):
        msg = f"one of {what[0]} and {what[1]} holds text and the other bytes; decode the bytes."
        raise InputTypeError(msg)
    for first, second in ((0, 1), (1, 0)):
        text = next((kind for kind in ("text", "bytes") if kind in kinds[first]), None)
        if text is not None and "numbers" in kinds[second]:
            kinds[first][text] = _least_like_a_number((true, pred)[first])
            raise _never_equal((first, text), (second, "numbers"), kinds, what)
    if kinds[0] and kinds[1] and not kinds[0].keys() & kinds[1].keys() and set(true).isdisjoint(pred):
        raise _never_equal((0, next(iter(kinds[0]))), (1, next(iter(kinds[1]))), kinds, what)


def _examples(labels: Collection[Label]) -> dict[str, Any]:
    """Each kind of label that occurs, with the first of it. The kind follows from the type, but for time zones."""
    found: dict[str, Any] = {}
    kinds = set(map(type, labels))
    if len(kinds) == 1 and not issubclass(next(iter(kinds)), _ZONED):  # nearly always
        first = next(iter(labels))
        return {kind_of_label(first): first}
    seen: set[type] = set()
    for label in labels:
        kind = type(label)
        if kind not in seen:
            found.setdefault(kind_of_label(label), label)
            if not issubclass(kind, _ZONED):
                seen.add(kind)
    return found


def _least_like_a_number(labels: Collection[Label]) -> Label:
    """The first text that is not written as a number, which made a column of numbers one of text; else the first."""
    texts = [label for label in labels if isinstance(label, (str, bytes))]
    return next((text for text in texts if not _is_written_as_number(text)), texts[0])


def _is_written_as_number(text: str | bytes) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def _never_equal(
    first: tuple[int, str], second: tuple[int, str], kinds: tuple[dict[str, Any], dict[str, Any]], what: tuple[str, str]
) -> InputTypeError:
    one, other = (f"{what[column]} holds {kind} (such as {kinds[column][kind]!r})" for column, kind in (first, second))
    return InputTypeError(f"{one} and {other}; convert one of them so that equal labels are equal.")
