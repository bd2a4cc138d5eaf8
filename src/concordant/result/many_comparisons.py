"""Comparisons of two models on many values, whose numbers are columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, overload

import numpy as np

from concordant.result.comparison import Comparison
from concordant.typing import FloatArray


class ManyComparisons(Sequence[Comparison]):
    """
    A sequence of comparisons, each of which is made when it is asked for: of thousands few are looked at.

    It equals a tuple of the same comparisons, and pickles as one.

    Parameters
    ----------
    columns : mapping
        Arrays of shape (K,): ``"difference"``, ``"low"``, ``"high"`` and ``"p_value"``.
    reasons : iterable of str
        Each reason to doubt any of them, once.
    make : callable
        Gives the comparison at a place.
    """

    __slots__ = ("_columns", "_make", "reasons")

    def __init__(
        self, columns: Mapping[str, FloatArray], reasons: Iterable[str], make: Callable[[int], Comparison]
    ) -> None:
        self._columns, self.reasons, self._make = columns, tuple(reasons), make

    def column(self, name: str) -> FloatArray:
        """Return one number of each."""
        return self._columns[name].copy()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._columns["difference"])

    @overload
    def __getitem__(self, place: int) -> Comparison: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Comparison, ...]: ...

    def __getitem__(self, place: int | slice) -> Comparison | tuple[Comparison, ...]:
        """The comparison at a place, or a tuple of some."""
        if isinstance(place, slice):
            return tuple(map(self._make, range(*place.indices(len(self)))))
        return self._make(range(len(self))[place])

    def __eq__(self, other: object) -> bool:
        """Whether the other holds the same comparisons."""
        if not isinstance(other, (tuple, ManyComparisons)):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """That of a tuple."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """That of a tuple."""
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a tuple."""
        return tuple, (list(self),)


def column(found: Sequence[Comparison], name: str) -> FloatArray:
    """Return one number of each of several comparisons."""
    if isinstance(found, ManyComparisons):
        return found.column(name)
    return np.array([getattr(one, name) for one in found], np.float64)


def reasons_of(found: Sequence[Comparison]) -> tuple[str, ...]:
    """Return each reason to doubt any of several comparisons, once."""
    if isinstance(found, ManyComparisons):
        return found.reasons
    given = dict.fromkeys(one.reason for one in found if one.reason is not None)
    return tuple(dict.fromkeys(part for reason in given for part in reason.split("; ")))
