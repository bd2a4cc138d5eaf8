"""Records that are a number: a value or a difference that knows its limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from concordant.result.record import Record


class NumberRecord(Record, float):
    """
    A float with further fields; the first field is the number itself.

    Wherever a number is needed it is that number: in arithmetic, in comparisons with numbers, in `json.dumps` and in
    NumPy. The result is then a plain number, without the other fields. Another record of its class is equal to it if
    all fields are.
    """

    __slots__ = ()

    _fields: ClassVar[tuple[str, ...]]

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """Return the names of the fields; the first is the number."""
        return cls._fields

    def __eq__(self, other: object) -> bool:
        """Whether all fields of another record are equal; for a number, whether it is the value."""
        return Record.__eq__(self, other) if isinstance(other, Record) else float.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        """The opposite of ``==``."""
        return not self == other

    def __hash__(self) -> int:
        """That of the number; all undefined ones have the same."""
        return hash(type(self)) if self != float(self) else float.__hash__(self)

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse: a result does not change."""
        msg = f"{_a(type(self).__name__)} does not change: {name} cannot be set to {value!r}."
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> None:
        """Refuse: a result does not change."""
        msg = f"{_a(type(self).__name__)} does not change: {name} cannot be deleted."
        raise AttributeError(msg)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickle with all fields."""
        return type(self), tuple(self._parts().values())


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"
