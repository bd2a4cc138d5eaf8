"""Tallies: how many raters gave each label to a unit, and how many units have the same counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, WeightError
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.labels import check_declared
from concordant.inputs.rows import check_weights
from concordant.states.profiles import RatedUnits, counted, distinct_rows, shown_labels, stored_weights, unsound_units
from concordant.states.state import StoredState
from concordant.states.tables import array_of_counts
from concordant.typing import Column, Frame, Label, NumberArray


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

    stored_as = "tallies"
    _stored_fields = ("labels", "ordered", "counts", "weight", "squares", "shape", "dtype", "missing")
    _key_fields = ("labels", "ordered", "stack")
    _equal_fields = ("counts", "weight", "squares")

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
            raise LengthError(f"a table of {array.shape[1]} columns needs as many labels, not {len(names)}.")
        refuse_other_order(table, (), (), sample_weight, what="table")
        weights = check_weights(sample_weight, len(array), lambda: ~np.any(array, axis=1))
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
        first, index = distinct_rows(counts, int(counts.max(initial=0)) + 1)
        weight, squares = counted(index, len(first), weights)
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
            Eager frames of pandas, Polars, Arrow; of lazy ones (Polars, DuckDB, Dask, PySpark, Ibis) these
            columns are collected.
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

    def _plus(self, other: Self) -> Self:
        counts = np.concatenate([self.counts, other.counts])
        first, index = distinct_rows(counts, int(counts.max(initial=0)) + 1)
        weight, squares = self.added_weights(other, index, len(first))
        return replace(self, counts=counts[first], weight=weight, squares=squares, missing=self.missing + other.missing)

    def __mul__(self, factor: float) -> Self:
        """Repeat every unit `factor` times."""
        weight, squares = self.repeated_weights(factor)
        counts = self.counts if factor else self.counts[:0]
        return replace(self, counts=counts, weight=weight, squares=squares, missing=round(self.missing * factor))

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        labels = stored.labels("labels")
        weight, squares = stored_weights(stored)
        counts = stored.nested("counts", (weight.shape[-1] if weight.ndim else 0, len(labels)), "int64")
        return cls(counts, weight, labels, stored.flag("ordered"), squares, missing=stored.whole("missing"))

    def _unsound(self) -> str | None:
        counts, why = self.counts, unsound_units(self.weight, self.squares)
        if why or not counts.size:
            return why or ("units without a label are in it" if len(counts) else None)
        if counts.min() < 0 or counts.max() >= 2**31 or not counts.any(1).all():
            return "a composition without a rating, or with less than none or too many, is in it"
        distinct = all(a < b for a, b in pairwise(counts.tolist()))
        return None if distinct else "its compositions are not distinct, in order"

    # -- views -------------------------------------------------------------------------------------------------

    def __getitem__(self, index: Any) -> Self:
        """Take states out of a stack."""
        squares = None if self.squares is None else self.squares[index]
        return replace(self, weight=self.weight[index], squares=squares)

    def with_weights(self, weight: NumberArray) -> Self:
        """Return the same compositions under other weights (..., U)."""
        return replace(self, weight=weight, squares=None)

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
        raise WeightError("a table of counts must hold whole numbers: how many raters gave each label to a unit.")
    if array.size and not (array.min() >= 0 and array.max() < 2**31):
        raise WeightError("a table of counts must hold numbers of ratings, 0 or more and below 2**31.")
    return array.astype(np.int64)
