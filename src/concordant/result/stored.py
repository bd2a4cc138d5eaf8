"""`from_dict` of records, driven by their annotations; nothing in stored data is believed."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeGuard, get_args, get_origin, get_type_hints

from concordant.errors import StateFormatError
from concordant.typing import Label

if TYPE_CHECKING:
    from concordant.result.record import Record

# Reading stored data: each field is read as what it must be, and refused with a `StateFormatError` if it is not.
#
# Stored data come from files that anybody can edit, cut off or write with another program. Nothing in them is believed.


_WORDS = {"inf": math.inf, "-inf": -math.inf, None: math.nan}  # what `plain` writes for numbers that JSON lacks
_WORDS |= {"nan": math.nan}  # what it wrote before


class Stored:
    """
    The fields of stored data.

    Parameters
    ----------
    data : mapping
        What was stored.
    what : str
        What messages call it, such as ``"the stored threshold"``.
    names : sequence of str
        The fields that must be there.

    Raises
    ------
    StateFormatError
        If `data` is not a mapping, or a field is missing.
    """

    def __init__(self, data: Any, what: str, names: Sequence[str]) -> None:
        self.what = what
        if not isinstance(data, Mapping):
            raise StateFormatError(f"{what} must be a dictionary of its fields, not {_shown(data)}.")
        self.data = data
        lacking = [name for name in names if name not in data]
        if lacking:
            raise StateFormatError(f"{what} is not complete; it lacks {', '.join(map(repr, lacking))}.")

    def __getitem__(self, name: str) -> Any:
        """The field as it is."""
        return self.data[name]

    def refuse(self, name: str, expected: str, found: Any = None) -> NoReturn:
        """Raise: the field is not what it must be."""
        came = self.data.get(name) if found is None else found
        raise StateFormatError(f"{self.what} cannot be read: {name} must be {expected}, not {_shown(came)}.")

    def refuse_all(self, why: str) -> NoReturn:
        """Raise: the fields do not go together."""
        raise StateFormatError(f"{self.what} cannot be read: {why}.")

    def text(self, name: str) -> str:
        """Read a text."""
        value = self[name]
        return value if isinstance(value, str) else self.refuse(name, "a text")

    def text_or_none(self, name: str) -> str | None:
        """Read a text, or None."""
        return None if self[name] is None else self.text(name)

    def choice(self, name: str, choices: tuple[Any, ...]) -> Any:
        """Read one of a few texts, or None where it is one of them."""
        value = self[name]
        if any(value is one or (isinstance(value, str) and value == one) for one in choices):
            return value
        return self.refuse(name, f"one of {', '.join(map(repr, choices))}")

    def flag(self, name: str) -> bool:
        """Read true or false."""
        value = self[name]
        return value if isinstance(value, bool) else self.refuse(name, "true or false")

    def whole(self, name: str) -> int:
        """Read a whole number, 0 or more."""
        value = self[name]
        return value if is_whole(value) else self.refuse(name, "a whole number, 0 or more")

    def real(self, name: str, low: float = -math.inf, high: float = math.inf, *, undefined: bool = True) -> float:
        """Read a number between two others; NaN where it may be undefined."""
        value = number_or_none(self[name])
        if value is None or not (low <= value <= high or (undefined and math.isnan(value))):
            ends = "" if math.isinf(low) else f" from {low:g} to {high:g}" if high < math.inf else f", {low:g} or more"
            return self.refuse(name, f"a number{ends}" + (" (undefined: null)" if undefined else ""))
        return value

    def amount(self, name: str) -> float:
        """Read a finite number, 0 or more, such as a sum of weights."""
        found = self.real(name, 0, undefined=False)
        return self.refuse(name, "a finite number, 0 or more") if math.isinf(found) else found

    def rows(self, name: str) -> float:
        """Read a number of rows, or the sum of their weights; whole numbers stay what they are."""
        value = self[name]
        return int(value) if is_whole(value) and value < 2**63 else self.amount(name)

    def reals(self, name: str) -> tuple[float, ...]:
        """Read a list of numbers, NaN among them."""
        return self.numbers(name, self[name])

    def numbers(self, name: str, value: Any) -> tuple[float, ...]:
        """Read a part of a field as a list of numbers."""
        found = [number_or_none(one) for one in value] if isinstance(value, (list, tuple)) else [None]
        return tuple(self.refuse(name, "a list of numbers", value) if one is None else one for one in found)

    def listed(self, name: str, of: str = "parts") -> list[Any]:
        """Read a list."""
        value = self[name]
        return list(value) if isinstance(value, (list, tuple)) else self.refuse(name, f"a list of {of}")

    def labels(self, name: str, *, tuples: bool = False) -> tuple[Label, ...]:
        """Read labels that differ from each other: texts, finite numbers, bools; `tuples` of them, stored as lists."""
        found = [tuple(one) if tuples and isinstance(one, list) else one for one in self.listed(name, "labels")]
        for label in found:
            if not all(map(_is_label, label if tuples and isinstance(label, tuple) else (label,))):
                self.refuse(name, "a list of texts, finite numbers and bools", label)
        if len(set(found)) < len(found):
            self.refuse(name, "a list of labels that differ from each other")
        return tuple(found)

    def two_classes(self, name: str) -> tuple[Label, Label]:
        """Read the negative and the positive class."""
        classes = self.labels(name, tuples=True)
        if len(classes) != 2:
            self.refuse(name, "a list of two labels")
        return classes[0], classes[1]

    def read(self, name: str, hint: Any) -> Any:
        """Read a field as what this annotation says: the second part of `Annotated` reads it."""
        if get_origin(hint) is Annotated:
            return get_args(hint)[1](self, name)
        if hint in _READERS:
            return _READERS[hint](self, name)
        if isinstance(hint, type):
            return read_record(hint, self[name], f"{self.what}, in {name},")
        first, *others = get_args(hint)
        if get_origin(hint) is tuple:
            return tuple(read_record(first, part, f"{self.what}, in {name},") for part in self.listed(name, "records"))
        literal = (None, *get_args(first)) if others == [NoneType] else (first, *others)
        return self.choice(name, literal)


def read_record(kind: Any, data: Any, what: str) -> Any:
    """Read a record, each field as what its annotation says; `what` is what messages call the data."""
    stored, hints = Stored(data, what, kind.fields()), _hints(kind)
    record = kind(**{name: stored.read(name, hints.get(name, float)) for name in kind.fields()})
    record._check(stored)  # noqa: SLF001  (a record of its own module)
    return record


_READERS: dict[Any, Callable[[Stored, str], Any]] = {
    bool: Stored.flag,
    float: Stored.real,
    int: Stored.whole,
    str: Stored.text,
    str | None: Stored.text_or_none,
    tuple[float, ...]: Stored.reals,
    tuple[Label, ...]: lambda stored, name: stored.labels(name, tuples=True),
    tuple[Label, Label]: Stored.two_classes,
}
Amount = Annotated[float, Stored.amount]
Rows = Annotated[float, Stored.rows]
NotNegative = Annotated[float, lambda stored, name: stored.real(name, 0)]
Probability = Annotated[float, lambda stored, name: stored.real(name, 0, 1)]
Level = Annotated[float, lambda stored, name: stored.real(name, 0, 1, undefined=False)]


@cache
def _hints(record: Any) -> dict[str, Any]:
    return get_type_hints(record, include_extras=True)


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether this is a whole number, 0 or more, and no bool."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def number_or_none(value: Any) -> float | None:
    """A number that JSON holds, or what `plain` wrote for one that it lacks; None if it is something else."""
    if value is None or isinstance(value, str):
        return _WORDS.get(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if number == value or math.isnan(number) else None  # a whole number that no float holds


def _is_label(label: Any) -> bool:
    return isinstance(label, (str, int)) or (isinstance(label, float) and math.isfinite(label))


def _shown(value: Any) -> str:
    """The first words of a stored value, which can be long."""
    text = reprlib.repr(value)
    return text if len(text) <= 120 else text[:117] + "..."


def refuse_unmarked(record: type[Record], data: Any, what: str) -> None:
    """Raise for data that `to_dict` did not mark with the format and version of this record."""
    form, version = record.stored_as, record.stored_version
    marked = data.get("version") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or data.get("result") != form or type(marked) is not int or marked != version:
        raise StateFormatError(f"this is no {what} of version {version}, as {record.__name__}.to_dict writes it.")
