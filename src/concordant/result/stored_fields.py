"""What the fields of stored results may hold: each is checked before it is believed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from concordant.errors import StateFormatError
from concordant.result.plain import plain
from concordant.typing import Label


@dataclass(frozen=True, slots=True)
class Kind:
    """
    What a field may hold.

    Attributes
    ----------
    holds : callable
        Whether a value is of this kind.
    words : str
        What messages say is expected.
    """

    holds: Callable[[Any], bool]
    words: str


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _undefined(value: float) -> bool:
    return value != value  # noqa: PLR0124  (NaN)


TEXT = Kind(lambda value: isinstance(value, str), "text")
TEXT_OR_NONE = Kind(lambda value: value is None or isinstance(value, str), "text or null")
COUNT = Kind(_whole, "a whole number, at least 0")
SIZE = Kind(lambda value: isinstance(value, float) and 0 <= value < inf, "a finite number, at least 0")
ERROR = Kind(lambda value: isinstance(value, float) and (value >= 0 or _undefined(value)), "a number, at least 0")
SHARE = Kind(lambda value: isinstance(value, float) and (0 <= value <= 1 or _undefined(value)), "a share from 0 to 1")
INSIDE = Kind(lambda value: isinstance(value, float) and 0 < value < 1, "a number between 0 and 1")
LIST = Kind(
    lambda value: isinstance(value, tuple) and all(isinstance(part, float) for part in value), "a list of numbers"
)
PARTS = Kind(lambda value: isinstance(value, tuple) and all(map(LIST.holds, value)), "a list of lists of numbers")
NUMBER = Kind(lambda value: isinstance(value, float), "a number")


def one_of(*names: str) -> Kind:
    """One of these texts."""
    return Kind(lambda value: isinstance(value, str) and value in names, " or ".join(map(repr, names)))


def check_fields(what: str, read: Mapping[str, Any], kinds: Mapping[str, Kind]) -> None:
    """Raise StateFormatError unless each field is of its kind."""
    for name, kind in kinds.items():
        if not kind.holds(read[name]):
            msg = f"{what} with {read[name]!r} as {name}: {kind.words} is expected."
            raise StateFormatError(msg)


def require(what: str, *, holds: bool, words: str) -> None:
    """Raise StateFormatError unless the fields fit to each other."""
    if not holds:
        msg = f"{what} that contradicts itself: {words}."
        raise StateFormatError(msg)


def stored_labels(what: str, stored: Any) -> tuple[Label, ...]:
    """Return stored labels, each once; lists among them were tuples."""
    if not isinstance(stored, (list, tuple)):
        msg = f"{what} with {stored!r} as labels: a list is expected."
        raise StateFormatError(msg)
    labels = tuple(tuple(label) if isinstance(label, list) else label for label in stored)
    try:
        different = len(set(labels)) == len(labels)
    except TypeError as error:
        msg = f"{what} with labels that are none: {error}."
        raise StateFormatError(msg) from error
    if not different or any(label is None or label != label for label in labels):  # noqa: PLR0124  (NaN)
        msg = f"{what} with the labels {list(labels)!r}: each must stand there once, and none be missing."
        raise StateFormatError(msg)
    return labels


def same_again(what: str, stored: Mapping[str, Any], again: Mapping[str, Any]) -> None:
    """Raise StateFormatError if reading changed a field, as where half a row became none."""
    for name, value in again.items():
        if plain(stored.get(name)) != plain(value):
            msg = f"{what} with {stored.get(name)!r} as {name}, which would be read as {value!r}."
            raise StateFormatError(msg)
