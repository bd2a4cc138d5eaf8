"""The base of all results: frozen records that are compared, stored and shown in the same way."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

import numpy as np

from concordant.result.plain import plain
from concordant.result.shown import as_text

R = TypeVar("R", bound="Record")


class Record:
    """
    A frozen result with named fields.

    A class below it is a dataclass: ``@dataclass(frozen=True, slots=True, eq=False, repr=False)``, which leaves to this
    base what all records share:

    - ``to_dict()``: plain data that strict JSON can hold;
    - ``==``: the same kind of record and the same fields; arrays are compared by their elements, and what is undefined
      in both is equal. ``hash`` goes with it: of arrays it takes the shapes;
    - ``repr``: one short text, long arrays cut; in a notebook a small table.

    A field with ``compare=False`` is no part of the result: a cache, or a function.
    """

    __slots__ = ()

    stored_as: ClassVar[str | None] = None  # how `to_dict` marks what `from_dict` reads back
    stored_version: ClassVar[int] = 1

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """Return the names of the fields."""
        known: Any = cls
        return tuple(field.name for field in dataclasses.fields(known) if field.compare)

    def _parts(self) -> dict[str, Any]:
        """The fields with their values."""
        return {name: getattr(self, name) for name in self.fields()}

    def to_dict(self) -> dict[str, Any]:
        """
        Return plain data that strict JSON can hold.

        Undefined numbers are None, infinite ones the texts ``"inf"`` and ``"-inf"``; arrays are lists; labels that JSON
        cannot hold are their texts.
        """
        marked = {} if self.stored_as is None else {"result": self.stored_as, "version": self.stored_version}
        return marked | {name: plain(value) for name, value in self._parts().items()}

    def __eq__(self, other: object) -> bool:
        """Whether the other is such a record with the same fields; what is undefined in both is equal."""
        if not isinstance(other, Record) or type(self) is not type(other):
            return NotImplemented
        mine, others = self._parts(), other._parts()
        return all(_same(mine[name], others[name]) for name in mine)

    def __hash__(self) -> int:
        """Equal records have the same; of arrays only the shapes count."""
        return hash((type(self), *map(_key, self._parts().values())))

    def __repr__(self) -> str:
        """What `print` shows: the record in words, or its fields."""
        return str(self)

    def __str__(self) -> str:
        """The fields; long arrays are cut."""
        return as_text(type(self).__name__, self._parts())

    def _repr_html_(self) -> str:
        """A small table of the fields; a record that has words for itself shows them, and folds the table."""
        from concordant.result.notebook_table import as_html, words_as_html  # html is as slow to import as all records

        table = as_html(type(self).__name__, self._parts())
        return table if type(self).__str__ is Record.__str__ else words_as_html(str(self), table)


def altered(record: R, **fields: Any) -> R:
    """Return the same record with other values of some fields."""
    return type(record)(**{**{name: getattr(record, name) for name in record.fields()}, **fields})


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return _same_arrays(np.asarray(a), np.asarray(b))
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_same(a[name], b[name]) for name in a)
    if isinstance(a, float) and isinstance(b, float) and a != a and not isinstance(a, Record):  # noqa: PLR0124  (NaN)
        return b != b  # noqa: PLR0124
    return bool(a == b)


def _same_arrays(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> bool:
    if a.dtype.kind in "fc" and b.dtype.kind in "fc":
        return np.array_equal(a, b, equal_nan=True)
    if "O" in (a.dtype.kind, b.dtype.kind):
        return a.shape == b.shape and all(map(_same, a.ravel().tolist(), b.ravel().tolist()))
    return np.array_equal(a, b)


def _key(value: Any) -> Any:
    """What has the same hash for equal parts."""
    if isinstance(value, np.ndarray):
        return value.shape
    if isinstance(value, (tuple, list)):
        return tuple(map(_key, value))
    if isinstance(value, Mapping):
        return frozenset((name, _key(part)) for name, part in value.items())
    if isinstance(value, float) and value != value and not isinstance(value, Record):  # noqa: PLR0124  (NaN)
        return None
    return type(value) if type(value).__hash__ is None else value  # a state has no hash
