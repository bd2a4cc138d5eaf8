"""Reading a stored threshold: what every record with a threshold, a point and two classes checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from concordant.errors import StateFormatError
from concordant.result.operating_point import OperatingPoint
from concordant.result.plain import number, numbers


@dataclass(frozen=True, slots=True)
class StoredThreshold:
    """
    How a record is stored.

    Attributes
    ----------
    what : str
        What messages call it.
    form, version : str, int
        The marks of its format.
    as_stored, as_numbers : tuple of str
        Fields that are read as they are, and as numbers or tuples of them.
    listed : str
        The field that holds a tuple of parts.
    part : callable
        Reads one of them.
    """

    what: str
    form: str
    version: int
    as_stored: tuple[str, ...]
    as_numbers: tuple[str, ...]
    listed: str
    part: Callable[[Mapping[str, Any]], Any]

    def read(self, record: type[Any], data: Mapping[str, Any]) -> dict[str, Any]:
        """
        Return the fields of a record from what its `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If it is another format or version, a field is absent, or holds something else.
        """
        if not isinstance(data, Mapping) or data.get("result") != self.form or data.get("version") != self.version:
            msg = f"this is no {self.what} of version {self.version}, as {record.__name__}.to_dict writes it."
            raise StateFormatError(msg)
        lacking = [field.name for field in fields(record) if field.name not in data]
        if lacking:
            msg = f"a stored {self.what} lacks {', '.join(lacking)}."
            raise StateFormatError(msg)
        read = {name: data[name] for name in self.as_stored}
        try:
            read |= {name: numbers(data[name]) for name in self.as_numbers}
            read["point"] = OperatingPoint(**{name: number(value) for name, value in data["point"].items()})
            read[self.listed] = tuple(self.part(one) for one in data[self.listed])
            negative, positive = (tuple(label) if isinstance(label, list) else label for label in data["classes"])
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            msg = f"a stored {self.what} holds something else where a number or a label belongs: {error}."
            raise StateFormatError(msg) from error
        return {**read, "classes": (negative, positive)}
