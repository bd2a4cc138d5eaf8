"""Tallies: how many raters gave each label to a unit, and how many units have the same counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, WeightError
from concordant.inputs.labels import check_declared
from concordant.inputs.rows import check_weights
from concordant.states.profiles import (
    RatedUnits,
    added_squares,
    both_same,
    counted,
    distinct_rows,
    plain_weights,
    shown_labels,
    stored_weights,
    sums_of,
)
from concordant.states.state import (
    StoredState,
    plain_labels,
    refuse_overflow,
    refuse_unstorable,
    require_same_key,
    require_sound,
    same_key,
    sums_times,
    times,
    unit_of_squares,
    unsound_tallies,
)
from concordant.states.tables import array_of_counts
from concordant.typing import Column, Frame, Label, NumberArray

_VERSION = 1
_FIELDS = ("labels", "ordered", "counts", "weight", "squares", "dtype", "missing")


@dataclass(frozen=True, slots=True, eq=False)
class Tallies(RatedUnits):
    """
    The distinct compositions of the ratings of a unit, and how many units have each. Raters are anonymous.

    A composition says how often each label was given to a unit. Raters may differ from unit to unit, also in their
    number. Coefficients in which raters are exchangeable (Fleiss, Krippendorff, Gwet, ...) need no more.

    Attributes
    ----------
    counts : ndarray of int64, shape (U, K)
        Distinct compositions in lexicographic order: how many ratings of a unit have each label.
    weight : ndarray of int64 or float64, shape (..., U)
        How many units have this composition, or the sum of their weights. Leading axes are a stack.
    squares : ndarray of float64, shape (..., U), or None
        Sums of squared weights, of weighted units.
    labels, ordered : tuple, bool
        The K labels, and whether their order means something.
    missing : int
        How many units were dropped because nobody rated them.

    Examples
    --------
    >>> from concordant.states import Tallies
    >>> tallies = Tallies.from_counts([[3, 0], [1, 2], [3, 0]], labels=["no", "yes"])
    >>> tallies.counts.tolist(), tallies.weight.tolist()
    ([[1, 2], [3, 0]], [1, 2])
    """

    counts: NumberArray
    weight: NumberArray
    labels: tuple[Label, ...]
    ordered: bool = True
    squares: NumberArray | None = None
    missing: int = field(default=0, kw_only=True)

    @classmethod
    def from_counts(
        cls,
        table: npt.ArrayLike,
        labels: Sequence[Label] | None = None,
        *,
        ordered: bool = True,
        sample_weight: Column | None = None,
    ) -> Self:
        """
        Take a table with a row a unit and a column a label: how many raters gave the unit this label.

        Parameters
        ----------
        table : array-like of shape (n, K)
            Whole numbers, 0 or more.
        labels : sequence of length K, optional
            Default: 0 to K - 1.
        ordered : bool
            Whether the order of the labels means something.
        sample_weight : array-like of shape (n,), optional
            One weight a unit.
        """
        array = _checked_counts(table)
        names = tuple(range(array.shape[1])) if labels is None else check_declared(labels)
        if len(names) != array.shape[1]:
            msg = f"a table of {array.shape[1]} columns needs as many labels, not {len(names)}."
            raise LengthError(msg)
        weights = check_weights(sample_weight, len(array))
        return cls.from_rows(array, names, weights, ordered=ordered)

    @classmethod
    def from_rows(
        cls, counts: NumberArray, labels: tuple[Label, ...], weights: NumberArray | None, *, ordered: bool = True
    ) -> Self:
        """Group checked counts of units, shape (n, K)."""
        rated = counts.any(1)
        if weights is not None:
            weights = weights.astype(np.float64)
            rated &= weights > 0
        lost = len(counts) - int(rated.sum()) if weights is None else int((~counts.any(1) & (weights > 0)).sum())
        if not rated.all():
            counts, weights = counts[rated], None if weights is None else weights[rated]
        first, place = distinct_rows(counts, int(counts.max(initial=0)) + 1)
        weight, squares = counted(place, len(first), weights)
        return cls(counts[first].astype(np.int64), weight, labels, ordered, squares, missing=lost)

    @classmethod
    def from_long(
        cls,
        frame: Frame,
        *,
        unit: str,
        label: str,
        labels: Sequence[Label] | None = None,
        weight: str | None = None,
        missing_labels: Sequence[Label] = (),
    ) -> Self:
        """
        Count a long table, with a row for each rating, whose raters are not known.

        Parameters
        ----------
        frame : data frame
            Eager frames of pandas, Polars, Arrow; lazy ones (Polars, DuckDB, Dask, PySpark, Ibis) are grouped twice
            where they live, and only the distinct compositions come back.
        unit, label : str
            The columns that say which unit was rated, and how.
        labels : sequence, optional
            All labels in their order.
        weight : str, optional
            The column with the weight of the unit, which must be the same in all rows of a unit.
        missing_labels : sequence
            Labels that stand for a missing rating, such as ``[""]``.
        """
        from concordant.sources.panels import tallies_from_long

        return tallies_from_long(
            cls, frame, unit=unit, label=label, labels=labels, weight=weight, missing_labels=missing_labels
        )

    @classmethod
    def empty(cls, labels: Sequence[Label], *, ordered: bool = True) -> Self:
        """Return the neutral element of adding: no unit, for these labels."""
        names = check_declared(labels)
        return cls(np.zeros((0, len(names)), np.int64), np.zeros(0, np.int64), names, ordered)

    # -- verbs -------------------------------------------------------------------------------------------------

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        return {"labels": self.labels, "ordered": self.ordered, "stack": self.stack}

    def __add__(self, other: Tallies) -> Self:
        """Add the units of two states."""
        if not isinstance(other, Tallies):
            return NotImplemented
        require_same_key("Tallies", self.key, other.key)
        refuse_overflow(self.weight[..., None], other.weight[..., None])
        counts = np.concatenate([self.counts, other.counts])
        first, place = distinct_rows(counts, int(counts.max(initial=0)) + 1)
        weight = sums_of(place, len(first), np.concatenate([self.weight, other.weight], axis=-1))
        squares = added_squares(place, weight, [(self.weight, self.squares), (other.weight, other.squares)])
        missing = self.missing + other.missing
        return type(self)(counts[first], weight, self.labels, self.ordered, squares, missing=missing)

    def __mul__(self, factor: float) -> Self:
        """Repeat every unit `factor` times."""
        weight, squares = times(self.weight[..., None], factor)[..., 0], self.squares
        if squares is not None:
            squares = sums_times(squares, factor, unit_of_squares(self.weight), unit_of_squares(weight))
        here = slice(None) if factor else slice(0)
        squares = None if squares is None else squares[..., here]
        missing = round(self.missing * factor)
        return type(self)(self.counts[here], weight[..., here], self.labels, self.ordered, squares, missing=missing)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same units under the same labels."""
        if not isinstance(other, Tallies):
            return NotImplemented
        return (
            same_key(self.key, other.key)
            and self.missing == other.missing
            and np.array_equal(self.counts, other.counts)
            and np.array_equal(self.weight, other.weight)
            and both_same(self.squares, other.squares)
        )

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        refuse_unstorable("tallies", self.weight, self.squares)
        return {
            "state": "tallies",
            "version": _VERSION,
            "labels": plain_labels(self.labels),
            "ordered": self.ordered,
            "counts": self.counts.tolist(),
            **plain_weights(self.weight, self.squares),
            "missing": self.missing,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is absent, or holds what no units give; the message says which.
        """
        stored = StoredState(data, "tallies", _VERSION, (*_FIELDS, "shape"))
        labels = stored.labels("labels")
        weight, squares = stored_weights(stored)
        counts = stored.nested("counts", (weight.shape[-1] if weight.ndim else 0, len(labels)), "int64")
        require_sound("tallies", unsound_tallies(counts, weight, squares))
        return cls(counts, weight, labels, stored.flag("ordered"), squares, missing=stored.whole("missing"))

    # -- views -------------------------------------------------------------------------------------------------

    def __getitem__(self, place: Any) -> Self:
        """Take states out of a stack."""
        squares = None if self.squares is None else self.squares[place]
        return type(self)(self.counts, self.weight[place], self.labels, self.ordered, squares, missing=self.missing)

    def with_weights(self, weight: NumberArray) -> Self:
        """Return the same compositions under other weights (..., U)."""
        return type(self)(self.counts, weight, self.labels, self.ordered, None, missing=self.missing)

    @property
    def ratings(self) -> npt.NDArray[np.int64]:
        """How many ratings a unit of each composition has, (U,)."""
        found: npt.NDArray[np.int64] = self.counts.sum(1)
        return found

    def __repr__(self) -> str:
        """How many units and compositions there are."""
        most = int(self.ratings.max(initial=0))
        compositions = f"{len(self.counts):,} compositions of up to {most} ratings"
        return f"Tallies: {self._units}, {compositions}, {shown_labels(self.labels)}"


def _checked_counts(table: npt.ArrayLike) -> NumberArray:
    """A table of whole numbers, units x labels."""
    array = array_of_counts(table)
    if array.ndim != 2:
        msg = f"a table of counts must have a row a unit and a column a label, not the shape {array.shape}."
        raise LengthError(msg)
    if array.dtype.kind not in "iufb" or (array.dtype.kind == "f" and not (np.floor(array) == array).all()):
        msg = "a table of counts must hold whole numbers: how many raters gave each label to a unit."
        raise WeightError(msg)
    if array.size and not (array.min() >= 0 and array.max() < 2**31):
        msg = "a table of counts must hold numbers of ratings, 0 or more and below 2**31."
        raise WeightError(msg)
    return array.astype(np.int64)
