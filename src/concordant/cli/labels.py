"""Labels that are neither text nor numbers, as they are typed and as messages offer them: times, durations, bytes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from concordant.errors import LabelError
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import type_of_label
from concordant.result.wording import label_text

if TYPE_CHECKING:
    import polars as pl

    from concordant.typing import Label

_SECONDS = r"(?P<seconds>\d+(?:\.\d{1,6})?)"
_DURATIONS = (
    re.compile(rf"(?:(?P<days>-?\d+) days?, )?(?P<hours>\d+):(?P<minutes>\d\d):{_SECONDS}"),
    re.compile(  # P1DT12H of ISO 8601, in which M before T is a month; 1d12h, also with ms and us, as in Polars
        r"(?P<minus>-)?(?!p[^t]*m)p?(?=t?\d)(?:(?P<weeks>\d+)w)?(?:(?P<days>\d+)d)?t?(?:(?P<hours>\d+)h)?"
        rf"(?:(?P<minutes>\d+)m)?(?:{_SECONDS}s)?(?:(?P<milliseconds>\d+)ms)?(?:(?P<microseconds>\d+)us)?",
        re.IGNORECASE,
    ),
)
_FINER = re.compile(r"\.\d{7}")  # than microseconds, which Python would cut off
_BYTES = re.compile(r"b(['\"]).*\1")
_REPR = re.compile(
    r"\b(?:datetime\.(?:datetime|date|timedelta|time)|np\.datetime64)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
)
_MADE: dict[str, Callable[..., Any]] = {
    **{made.__name__: made for made in (date, datetime, time, timedelta, timezone, ZoneInfo)},
    "datetime64": str,
}


def typed_label(word: str, column: pl.Series, option: str) -> Label:
    """
    Return the label of a column of times, durations or bytes that a word names: as it is shown, or by ISO 8601.

    Raises
    ------
    LabelError
        If it names none.
    """
    occurring = encode(column.drop_nulls().unique(), column.name)
    labels: list[Label] = list(occurring.values.tolist() if occurring.names is None else occurring.names)
    for label in labels:
        if label_text(label) == word:
            return label
    try:
        return _read(word, column.dtype)
    except (ValueError, OverflowError, SyntaxError) as error:
        held = f"{type_of_label(labels[0])} (such as {label_text(labels[0])})" if labels else str(column.dtype)
        raise LabelError(f"{option} {word}: column {column.name!r} holds {held}, and {word!r} is none.") from error


def _read(word: str, kind: Any) -> Label:
    """Read a label of a type by itself."""
    import polars as pl

    if kind == pl.Binary:
        read: bytes = ast.literal_eval(word) if _BYTES.fullmatch(word) else word.encode()
        return read
    if _FINER.search(word):
        raise ValueError(word)
    if kind == pl.Date:
        return date.fromisoformat(word)
    if kind == pl.Time:
        return time.fromisoformat(word)
    if kind == pl.Datetime:
        return _time(datetime.fromisoformat(word), kind.time_zone)
    matches = (form.fullmatch(word) for form in _DURATIONS)
    parts = next((match.groupdict() for match in matches if match), None)
    if parts is None:
        raise ValueError(word)
    sign = -1 if parts.pop("minus", None) else 1
    return sign * timedelta(**{unit: float(number) for unit, number in parts.items() if number is not None})


def _time(value: datetime, zone: str | None) -> datetime:
    """Return a time in the zone of a column, where one that is typed without a zone is meant."""
    if zone is None:
        if value.tzinfo is not None:
            raise ValueError(value)
        return value
    return value.replace(tzinfo=ZoneInfo(zone)) if value.tzinfo is None else value.astimezone(ZoneInfo(zone))


def as_typed(text: str) -> str:
    """Write the times and durations in a message as text that `typed_label` takes, not as Python does."""
    return _REPR.sub(_shown, text)


def _shown(found: re.Match[str]) -> str:
    try:
        return repr(label_text(_made(ast.parse(found[0], mode="eval").body)))
    except (SyntaxError, LookupError, TypeError, ValueError):  # a text that only looks like it
        return found[0]


def _made(node: ast.expr) -> Any:
    """Return the value that the ``repr`` of a time or duration stands for."""
    match node:
        case ast.Constant():
            return node.value
        case ast.UnaryOp(op=ast.USub()):
            return -_made(node.operand)
        case ast.Call(func=ast.Attribute(attr=name)):
            return _MADE[name](*map(_made, node.args), **{part.arg or "": _made(part.value) for part in node.keywords})
    return UTC
