"""Ratings: the labels that known raters gave to units, and how many units have the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from concordant.inputs.arrays import on_device
from concordant.inputs.labels import check_declared
from concordant.inputs.ratings import PanelRows, check_raters, check_wide
from concordant.states.counts import Counts
from concordant.states.merging import refuse_overflow, require_same_key, same_key, sums_times, times, unit_of_squares
from concordant.states.profiles import added_squares, distinct_rows, sums_of
from concordant.states.rated_units import OfKnownRaters, RatedUnits, both_same, shown_labels
from concordant.states.rating_clusters import joined_members, members_of
from concordant.states.rating_profiles import Profiles, grouped, profiles_of_codes
from concordant.states.some_raters import aligned, pair_of, selected
from concordant.states.stored_ratings import plain_ratings, stored_ratings
from concordant.states.tallies import Tallies
from concordant.typing import Column, FloatArray, Frame, Label, NumberArray

Duplicates = Literal["raise", "runs", "first", "last"]


@dataclass(frozen=True, slots=True, eq=False)
class Ratings(RatedUnits, OfKnownRaters):
    """
    The distinct profiles of units, and how many units have each. A profile says which rater gave which label.

    Not every rater has rated every unit. A million units that five raters put into five classes have at most 7,776
    profiles; of crowds, where raters change from unit to unit, there are nearly as many as units: `Tallies` are small
    there.

    Attributes
    ----------
    start : ndarray of int64, shape (U + 1,)
        Where the ratings of each profile begin in `rater` and `code`. Profiles stand in the order of their number of
        ratings, then of their raters and codes.
    rater, code : ndarray of int32
        The place of the rater among `raters`, ascending in a profile, and of the label among `labels`.
    weight : ndarray of int64 or float64, shape (..., U)
        How many units have this profile, or the sum of their weights. Leading axes are a stack.
    squares : ndarray of float64, shape (..., U), or None
        Sums of squared weights, of weighted units.
    labels, ordered : tuple, bool
        The K labels, and whether their order means something.
    raters : tuple
        The names of the raters.
    missing : int
        How many units were dropped because nobody rated them.
    cluster : ndarray of float64, shape (3, C), or None
        Which units belong together (sentences of a document): the number of the cluster, the place of the profile, and
        the weight of the units that have both. Clusters of two states that are added are different ones. None: every
        unit is independent of the others.

    Examples
    --------
    >>> from concordant import Ratings
    >>> ratings = Ratings.from_wide([["a", "a", None], ["a", "b", "b"], ["a", "a", None]])
    >>> ratings
    Ratings: 3 units, 3 raters, 2 profiles, labels 'a', 'b'
    >>> ratings.tallies().counts.tolist()
    [[1, 2], [2, 0]]
    """

    start: NumberArray
    rater: NumberArray
    code: NumberArray
    weight: NumberArray
    labels: tuple[Label, ...]
    raters: tuple[Label, ...]
    ordered: bool = True
    squares: NumberArray | None = None
    missing: int = field(default=0, kw_only=True)
    cluster: FloatArray | None = field(default=None, kw_only=True)
    _made: list[Any] = field(default_factory=list, init=False, repr=False)  # tallies, once they were asked for

    # -- from data ---------------------------------------------------------------------------------------------

    @classmethod
    def from_wide(
        cls,
        matrix: Any,
        raters: Sequence[Label] | None = None,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        cluster: Column | None = None,
        *,
        missing_labels: Sequence[Label] = (),
    ) -> Self:
        """
        Count a matrix, or a frame, with a row a unit and a column a rater.

        Parameters
        ----------
        matrix : array-like of shape (n, r), or data frame
            Labels; NaN, None, null, NA and masked values are missing ratings.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative.
        cluster : array-like of shape (n,), optional
            Which units belong together; intervals and comparisons of the state know it then.
        missing_labels : sequence
            Labels that stand for a missing rating, such as ``[""]``.

        Raises
        ------
        InputError
            If the ratings cannot be read; `EmptyInputError` if all of them are missing.
        """
        each = cluster is not None
        how: Any = {"sample_weight": sample_weight, "missing_labels": missing_labels, "each": each}
        if on_device(matrix):
            from concordant.engines.devices.panels import panel_rows

            return cls.from_rows(panel_rows(matrix, raters=raters, labels=labels, **how), cluster)
        return cls.from_rows(check_wide(matrix, raters=raters, labels=labels, **how), cluster)

    @classmethod
    def from_rows(cls, rows: PanelRows, cluster: Column | None = None) -> Self:
        """Count checked rows; of rows with clusters each must be a unit."""
        profiles, weight, squares, place, missing = profiles_of_codes(
            rows.codes, len(rows.labels), rows.weights, rows.times
        )
        members = None if cluster is None else members_of(cluster, place, rows.weights)
        named = (rows.labels, rows.raters)
        return cls.of_profiles(
            profiles, weight, squares, *named, ordered=rows.ordered, missing=missing, cluster=members
        )

    @classmethod
    def of_profiles(
        cls,
        profiles: Profiles,
        weight: NumberArray,
        squares: NumberArray | None,
        labels: tuple[Label, ...],
        raters: tuple[Label, ...],
        *,
        ordered: bool,
        missing: int,
        cluster: FloatArray | None = None,
    ) -> Self:
        """Take profiles that are distinct and in order."""
        three = profiles.start, profiles.rater, profiles.code
        return cls(*three, weight, labels, raters, ordered, squares, missing=missing, cluster=cluster)

    @classmethod
    def from_long(
        cls,
        frame: Frame,
        *,
        unit: str,
        rater: str,
        label: str,
        weight: str | None = None,
        labels: Sequence[Label] | None = None,
        raters: Sequence[Label] | None = None,
        duplicates: Duplicates = "raise",
        missing_labels: Sequence[Label] = (),
    ) -> Self:
        """
        Count a long table, with a row for each rating.

        Parameters
        ----------
        frame : data frame
            Eager frames of pandas, Polars, Arrow; lazy ones (Polars, DuckDB, Dask, PySpark, Ibis) are grouped twice
            where they live, and only the distinct profiles come back (up to 64 raters).
        unit, rater, label : str
            The columns that say which unit was rated, by whom, and how. A missing label is a missing rating.
        weight : str, optional
            The column with the weight of the unit, which must be the same in all rows of a unit.
        labels : sequence, optional
            All labels in their order.
        raters : sequence, optional
            All raters in their order. Default: those that occur, sorted.
        duplicates : {"raise", "runs", "first", "last"}
            What to do where a rater has rated a unit more than once: raise; take the second rating for that of a rater
            ``(name, 2)``; take the first or the last.
        missing_labels : sequence
            Labels that stand for a missing rating, such as ``[""]``.
        """
        from concordant.engines.frames.panels import ratings_from_long

        return ratings_from_long(
            cls,
            frame,
            unit=unit,
            rater=rater,
            label=label,
            weight=weight,
            labels=labels,
            raters=raters,
            duplicates=duplicates,
            missing_labels=missing_labels,
        )

    @classmethod
    def from_triples(
        cls,
        triples: Iterable[tuple[Label, Label, Label]] | Mapping[Label, Mapping[Label, Label]],
        *,
        labels: Sequence[Label] | None = None,
        raters: Sequence[Label] | None = None,
        duplicates: Duplicates = "raise",
    ) -> Self:
        """
        Count triples (rater, unit, label) as nltk has them, or a mapping ``{rater: {unit: label}}``.

        Parameters
        ----------
        triples : iterable of (rater, unit, label), or mapping
            A label None or NaN is a missing rating.
        labels, raters, duplicates
            As of `from_long`.
        """
        from concordant.engines.frames.panels import ratings_from_triples

        return ratings_from_triples(cls, triples, labels=labels, raters=raters, duplicates=duplicates)

    @classmethod
    def empty(cls, labels: Sequence[Label], raters: Sequence[Label], *, ordered: bool = True) -> Self:
        """Return the neutral element of adding: no unit, for these labels and raters."""
        none = np.zeros(0, np.int32)
        return cls(
            np.zeros(1, np.int64),
            none,
            none,
            np.zeros(0, np.int64),
            check_declared(labels),
            check_raters(raters),
            ordered,
        )

    # -- verbs -------------------------------------------------------------------------------------------------

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        named = {"labels": self.labels, "ordered": self.ordered, "raters": self.raters}
        return {**named, "stack": self.stack, "clusters": self.cluster is not None}

    @property
    def profiles(self) -> Profiles:
        """Where profiles start, and the raters and codes of their ratings."""
        return Profiles(self.start, self.rater, self.code)

    def __add__(self, other: Ratings) -> Self:
        """Add the units of two states."""
        if not isinstance(other, Ratings):
            return NotImplemented
        require_same_key("Ratings", self.key, other.key)
        refuse_overflow(self.weight[..., None], other.weight[..., None])
        profiles, place = grouped(self.profiles.then(other.profiles), len(self.raters), len(self.labels))
        weight = sums_of(place, len(profiles), np.concatenate([self.weight, other.weight], axis=-1))
        squares = added_squares(place, weight, [(self.weight, self.squares), (other.weight, other.squares)])
        cluster = None
        if self.cluster is not None and other.cluster is not None:
            size = len(self.profiles)
            cluster = joined_members(self.cluster, place[:size], other.cluster, place[size:])
        return self._with(profiles, weight, squares, missing=self.missing + other.missing, cluster=cluster)

    def _with(
        self,
        profiles: Profiles,
        weight: NumberArray,
        squares: NumberArray | None,
        *,
        missing: int,
        cluster: FloatArray | None = None,
    ) -> Self:
        named = (self.labels, self.raters)
        return self.of_profiles(
            profiles, weight, squares, *named, ordered=self.ordered, missing=missing, cluster=cluster
        )

    def __mul__(self, factor: float) -> Self:
        """Repeat every unit `factor` times."""
        weight, squares = times(self.weight[..., None], factor)[..., 0], self.squares
        missing = round(self.missing * factor)
        if not factor:
            none = np.zeros(0, np.intp)
            squares = None if squares is None else squares[..., :0]
            cluster = None if self.cluster is None else self.cluster[:, :0]
            return self._with(self.profiles.some(none), weight[..., :0], squares, missing=missing, cluster=cluster)
        if squares is not None:
            squares = sums_times(squares, factor, unit_of_squares(self.weight), unit_of_squares(weight))
        cluster = None if self.cluster is None else self.cluster * [[1.0], [1.0], [float(factor)]]
        return self._with(self.profiles, weight, squares, missing=missing, cluster=cluster)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same ratings."""
        if not isinstance(other, Ratings):
            return NotImplemented
        return (
            same_key(self.key, other.key)
            and self.missing == other.missing
            and all(map(np.array_equal, self.profiles, other.profiles))
            and np.array_equal(self.weight, other.weight)
            and both_same(self.squares, other.squares)
            and both_same(self.cluster, other.cluster)
        )

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        return plain_ratings(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is absent, or holds what no ratings give; the message says which.
        """
        profiles, known = stored_ratings(data)
        return cls.of_profiles(profiles, **known)

    # -- views -------------------------------------------------------------------------------------------------

    def __getitem__(self, place: Any) -> Self:
        """Take states out of a stack."""
        squares = None if self.squares is None else self.squares[place]
        return self._with(self.profiles, self.weight[place], squares, missing=self.missing)

    def with_weights(self, weight: NumberArray) -> Self:
        """Return the same profiles under other weights (..., U)."""
        return self._with(self.profiles, weight, None, missing=self.missing)

    def tallies(self) -> Tallies:
        """Forget who rated: the state of the coefficients in which raters are exchangeable."""
        tallies: Tallies = self._tallied()[0]
        return tallies

    def compositions(self) -> npt.NDArray[np.intp]:
        """The place of each profile among the compositions of `tallies`."""
        place: npt.NDArray[np.intp] = self._tallied()[1]
        return place

    def _tallied(self) -> list[Any]:
        if not self._made:
            counts = self.profiles.tally(len(self.labels))
            first, place = distinct_rows(counts, int(counts.max(initial=0)) + 1)
            weight = sums_of(place, len(first), self.weight)
            squares = added_squares(place, weight, [(self.weight, self.squares)])
            named = (self.labels, self.ordered, squares)
            self._made.extend([Tallies(counts[first], weight, *named, missing=self.missing), place])
        return self._made

    def select(self, raters: Sequence[Label]) -> Ratings:
        """
        Return the ratings of some raters, in this order. Units that none of them has rated are dropped and counted.

        Raises
        ------
        LabelError
            If a name is none of the raters.
        """
        return selected(self, raters)

    def pair(self, a: Label, b: Label) -> Counts:
        """Count the units that two raters both rated, rater `a` down and `b` across."""
        return pair_of(self, a, b)

    def align(self, raters: Sequence[Label]) -> Ratings:
        """Return the same ratings over these raters, of which some may have rated nothing, so that states can add."""
        return aligned(self, raters)

    def __repr__(self) -> str:
        """How many units, raters and profiles there are."""
        many = "" if len(self.profiles) < 1 << 16 else " (nearly one a unit: Tallies are smaller)"
        raters, profiles = f"{len(self.raters)} raters", f"{len(self.profiles):,} profiles{many}"
        return f"Ratings: {self._units}, {raters}, {profiles}, {shown_labels(self.labels)}"
