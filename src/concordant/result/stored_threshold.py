"""Reading a stored threshold: what every record with a threshold, a point and two classes checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from math import inf, isclose, isnan
from typing import Any

from concordant.errors import StateFormatError
from concordant.result.operating_point import OperatingPoint
from concordant.result.plain import number, numbers
from concordant.result.stored_fields import SIZE, Kind, check_fields, require, stored_labels


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
    kinds : mapping
        What fields may hold.
    """

    what: str
    form: str
    version: int
    as_stored: tuple[str, ...]
    as_numbers: tuple[str, ...]
    listed: str
    part: Callable[[Mapping[str, Any]], Any]
    kinds: Mapping[str, Kind]

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
            negative, positive = stored_labels(f"a stored {self.what}", data["classes"])
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, StateFormatError):
                raise
            msg = f"a stored {self.what} holds something else where a number or a label belongs: {error}."
            raise StateFormatError(msg) from error
        found = {**read, "classes": (negative, positive)}
        check_fields(f"a stored {self.what}", found, self.kinds)
        self._fit(found)
        return found

    def _fit(self, read: Mapping[str, Any]) -> None:
        """Raise unless threshold, interval, point and rows belong together."""
        what, cut, point = f"a stored {self.what}", read["threshold"], read["point"]
        low, high, rows = read["low"], read["high"], read["n"]
        if not isnan(cut):
            words = f"the threshold {cut:g} is not above low {low:g} and up to high {high:g}"
            require(what, holds=low < cut <= high or low == cut == -inf, words=words)
            words = f"its point is that of the threshold {point.threshold:g}, not of {cut:g}"
            require(what, holds=point.threshold == cut, words=words)
        cells = {name: getattr(point, name) for name in ("tn", "fp", "fn", "tp")}
        if any(map(isnan, cells.values())):
            require(what, holds=isnan(cut), words="a cell of its table is undefined, and there is a threshold")
            return
        check_fields(what, cells, dict.fromkeys(cells, SIZE))
        inside = sum(cells.values())
        require(what, holds=isclose(inside, rows, rel_tol=1e-9), words=f"{inside:g} rows are in cells, of {rows:g}")
        _share(what, "recall", point.recall, point.tp, point.fn)
        _share(what, "specificity", point.specificity, point.tn, point.fp)
        _share(what, "precision", point.precision, point.tp, point.fp)


def _share(what: str, name: str, said: float, part: float, rest: float) -> None:
    whole = part + rest
    holds = isnan(said) if whole == 0 else isclose(said, part / whole, rel_tol=1e-9)
    require(what, holds=holds, words=f"{name} is {said:g}, and its cells give {part:g} of {whole:g}")
