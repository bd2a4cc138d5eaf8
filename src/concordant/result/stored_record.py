"""Reading a stored threshold, cut points or a decision rule: what every such record checks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from concordant.errors import StateFormatError
from concordant.result.operating_point import OperatingPoint
from concordant.result.record import Record
from concordant.result.stored_fields import Stored
from concordant.typing import Label

_POINT = OperatingPoint.fields()


class StoredRecord(Stored):
    """
    The fields of a record that `to_dict` marked with its format and version.

    Raises
    ------
    StateFormatError
        If it is another format or version, or a field is absent.
    """

    def __init__(self, record: type[Record], data: Any, what: str) -> None:
        form, version = record.stored_as, record.stored_version
        marked = data.get("version") if isinstance(data, Mapping) else None
        if not isinstance(data, Mapping) or data.get("result") != form or type(marked) is not int or marked != version:
            msg = f"this is no {what} of version {version}, as {record.__name__}.to_dict writes it."
            raise StateFormatError(msg)
        super().__init__(data, f"the stored {what}", record.fields())

    def between(self, low: str, name: str, high: str) -> None:
        """Raise unless a threshold is in its interval; all three may be undefined."""
        ends = self.real(low), self.real(name), self.real(high)
        if not (ends[0] <= ends[1] <= ends[2] or all(map(math.isnan, ends))):
            self.refuse_all(f"{name} must lie between {low} and {high}")

    def point(self, name: str) -> OperatingPoint:
        """Read an operating point; there is none without a threshold."""
        found = Stored(self[name], f"{self.what}, in {name},", _POINT)
        rates = [found.real(part, 0, 1) for part in ("recall", "specificity", "precision")]
        nowhere, names = math.isnan(self.real("threshold")), ("tn", "fp", "fn", "tp")
        cells = [math.nan if nowhere and math.isnan(found.real(part)) else found.amount(part) for part in names]
        tn, fp, fn, tp = cells
        for part, here, all_of in (("recall", tp, tp + fn), ("specificity", tn, tn + fp), ("precision", tp, tp + fp)):
            if not _are_share(found.real(part), here, all_of):
                found.refuse_all(f"{part} is not that of its cells, {here:g} of {all_of:g}")
        return OperatingPoint(found.real("threshold"), *rates, *cells)

    def defined_together(self, value: str, cuts: str, found: Any) -> None:
        """Raise if there is a value, and nothing that it is the value of."""
        if not math.isnan(self.real(value)) and any(map(math.isnan, found)):
            self.refuse_all(f"there is a {value} and no {cuts}")

    def two_classes(self, name: str) -> tuple[Label, Label]:
        """Read the negative and the positive class."""
        classes = self.labels(name, tuples=True)
        if len(classes) != 2:
            self.refuse(name, "a list of two labels")
        return classes[0], classes[1]

    def cuts(self, name: str, found: Any, labels: int) -> tuple[float, ...]:
        """Check that cut points do not fall and are one less than the labels; without rows they are undefined."""
        cuts: tuple[float, ...] = found
        falls = any(not one <= two for one, two in pairwise(cuts)) or any(map(math.isnan, cuts))
        if len(cuts) != max(labels - 1, 0) or (falls and not all(map(math.isnan, cuts))):
            self.refuse(name, f"numbers that do not fall, one less than the {labels} labels")
        return cuts


def _are_share(share: float, part: float, whole: float) -> bool:
    """Whether a share is that of its cells, up to rounding; without rows it is undefined, or what was filled in."""
    return not whole > 0 or math.isclose(share, part / whole, rel_tol=1e-9, abs_tol=1e-12)
