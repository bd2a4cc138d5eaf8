"""Numeric ratings: the numbers that known raters gave to units, one row a unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import ScoreError
from concordant.inputs.numeric_ratings import NumericRows, check_beside_system, check_numeric_ratings, check_two_columns
from concordant.inputs.ratings import check_raters
from concordant.inputs.rows import numbers
from concordant.states.merging import check_factor, plain_labels, refuse_overflow, require_same_key, same_key, times
from concordant.states.rated_units import OfKnownRaters, RatedUnits
from concordant.states.rating_moments import RatingMoments
from concordant.states.ratings import Duplicates, Ratings
from concordant.states.sound import require_sound, unsound_numeric_ratings
from concordant.states.stored import COUNTED, StoredState
from concordant.typing import Column, FloatArray, Frame, Label, NumberArray

_VERSION = 1
_FIELDS = ("raters", "matrix", "weight", "squares", "dtype", "missing", "cluster")


@dataclass(frozen=True, slots=True, eq=False)
class NumericRatings(RatedUnits, OfKnownRaters):
    """
    The numbers that raters gave to units; not every rater has rated every unit.

    It holds every unit, which intervals over units and coefficients of ranks need. `RatingMoments`, a few sums, are
    enough for the values of all others, and are what to keep of data that do not fit.

    Attributes
    ----------
    matrix : ndarray of float64, shape (U, r)
        One row a unit, NaN where a rating is missing.
    weight : ndarray of int64 or float64, shape (U,)
        How many units have this row, or their weight.
    raters : tuple
        The names of the raters.
    squares : ndarray of float64, shape (U,), or None
        The sums of squared weights, of weighted units.
    cluster : ndarray of int64, shape (U,), or None
        Which units belong together. Clusters of two states that are added are different ones.
    missing : int
        How many units were dropped because nobody rated them.

    Examples
    --------
    >>> from concordant import NumericRatings
    >>> ratings = NumericRatings.from_wide([[9, 2, 5], [6, None, 3]], raters=["ann", "bob", "eve"])
    >>> ratings
    NumericRatings: 2 units of 3 raters, 5 ratings
    >>> ratings.select(["ann", "eve"]).matrix.tolist()
    [[9.0, 5.0], [6.0, 3.0]]
    """

    matrix: FloatArray
    weight: NumberArray
    raters: tuple[Label, ...]
    squares: FloatArray | None = None
    cluster: npt.NDArray[np.int64] | None = None
    missing: int = field(default=0, kw_only=True)
    _made: list[Any] = field(default_factory=list, init=False, repr=False)  # moments, once they were asked for

    # -- from data ---------------------------------------------------------------------------------------------

    @classmethod
    def from_wide(
        cls,
        matrix: Any,
        raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        cluster: Column | None = None,
    ) -> Self:
        """
        Read a matrix, or a frame, with a row a unit and a column a rater.

        Parameters
        ----------
        matrix : array-like of shape (n, r), or data frame
            Finite numbers; NaN, None, null, NA and masked values are missing ratings.
        raters : sequence, optional
            Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
        sample_weight : array-like of shape (n,), optional
            One weight a unit, finite and not negative.
        cluster : array-like of shape (n,), optional
            Which units belong together; intervals and comparisons of the state know it then.

        Raises
        ------
        InputError
            If the ratings cannot be read; `EmptyInputError` if all of them are missing.
        """
        return cls.from_rows(check_numeric_ratings(matrix, raters=raters, sample_weight=sample_weight), cluster)

    @classmethod
    def from_two(
        cls,
        first: Column,
        second: Column,
        raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        cluster: Column | None = None,
    ) -> Self:
        """Read the numbers of two raters."""
        return cls.from_rows(check_two_columns(first, second, raters=raters, sample_weight=sample_weight), cluster)

    @classmethod
    def beside_system(
        cls,
        ratings: Any,
        system: Column,
        raters: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        cluster: Column | None = None,
    ) -> Self:
        """Read the numbers of raters, and beside them those of a system, which becomes the last of the raters."""
        return cls.from_rows(check_beside_system(ratings, system, raters=raters, sample_weight=sample_weight), cluster)

    @classmethod
    def from_rows(cls, rows: NumericRows, cluster: Column | None = None) -> Self:
        """Take checked rows."""
        weight: Any = np.ones(len(rows.values), np.int64) if rows.weights is None else rows.weights
        with np.errstate(over="ignore", under="ignore"):
            squares = None if rows.weights is None else np.square(rows.weights)
        members = None
        if cluster is not None:
            from concordant.inputs.rows import check_clusters

            members = check_clusters(cluster, len(rows.values), rows.kept)[0].astype(np.int64)
        found = cls(rows.values, weight, rows.raters, squares, members, missing=rows.missing)
        if rows.complete:
            found._cache["complete"] = True
        return found

    @classmethod
    def from_long(
        cls,
        frame: Frame,
        *,
        unit: str,
        rater: str,
        rating: str,
        weight: str | None = None,
        raters: Sequence[Label] | None = None,
        duplicates: Duplicates = "raise",
    ) -> Self:
        """
        Read a long table, with a row for each rating.

        Parameters
        ----------
        frame : data frame
            An eager frame of pandas, Polars or Arrow.
        unit, rater, rating : str
            The columns that say which unit was rated, by whom, and with which number. A missing number is a missing
            rating.
        weight : str, optional
            The column with the weight of the unit, which must be the same in all rows of a unit.
        raters : sequence, optional
            All raters in their order. Default: those that occur, sorted.
        duplicates : {"raise", "runs", "first", "last"}
            What to do where a rater has rated a unit more than once: raise; take the second rating for that of a rater
            ``(name, 2)``; take the first or the last.
        """
        from concordant.engines.frames.numeric_panels import numeric_rows_from_long

        how: Any = {"weight": weight, "raters": raters, "duplicates": duplicates}
        return cls.from_rows(numeric_rows_from_long(frame, unit=unit, rater=rater, rating=rating, **how))

    @classmethod
    def from_ratings(cls, ratings: Ratings) -> Self:
        """
        Read the labels of ratings as the numbers that they are.

        Raises
        ------
        ScoreError
            If the labels are no numbers.
        """
        if not all(isinstance(label, (int, float)) for label in ratings.labels):
            other = next(label for label in ratings.labels if not isinstance(label, (int, float)))
            msg = f"the labels of these ratings are no numbers (such as {other!r}): take a kappa, or ranks of them."
            raise ScoreError(msg)
        if ratings.stack:
            msg = "a stack of ratings is many panels: take one of them, ratings[place]."
            raise ScoreError(msg)
        profiles = ratings.profiles
        values = np.full((len(profiles), len(ratings.raters)), np.nan)
        labels = numbers(np.array(ratings.labels, object), "the column of labels", rounded=False)
        values[profiles.unit, profiles.rater] = labels[profiles.code]
        squares, weight, cluster = ratings.squares, ratings.weight, None
        if ratings.cluster is not None:  # a row a member
            code, place, many = ratings.cluster
            cluster, values = code.astype(np.int64), values[place.astype(np.intp)]
            weight = many if ratings.weighted else np.round(many).astype(np.int64)
            squares = None if not ratings.weighted else np.square(many)
        return cls(values, weight, ratings.raters, squares, cluster, missing=ratings.missing)

    @classmethod
    def empty(cls, raters: Sequence[Label]) -> Self:
        """Return the neutral element of adding: no unit, for these raters."""
        names = check_raters(raters)
        return cls(np.zeros((0, len(names))), np.zeros(0, np.int64), names)

    # -- verbs -------------------------------------------------------------------------------------------------

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        return {"raters": self.raters, "clusters": self.cluster is not None}

    @property
    def complete(self) -> bool:
        """Whether every rater has rated every unit."""
        if "complete" not in self._cache:
            total = float(self.matrix.sum()) if self.matrix.size else 0.0
            self._cache["complete"] = total == total or not np.isnan(self.matrix).any()  # noqa: PLR0124
        found: bool = self._cache["complete"]
        return found

    @property
    def _cache(self) -> dict[str, Any]:
        if not self._made:
            self._made.append({})
        found: dict[str, Any] = self._made[0]
        return found

    def moments(self) -> RatingMoments:
        """Return the sums that are enough for variance components and correlations."""
        if "moments" not in self._cache:
            from concordant.engines.arrays.rating_moments import rating_moments

            self._cache["moments"] = rating_moments(self)
        found: RatingMoments = self._cache["moments"]
        return found

    def __add__(self, other: NumericRatings) -> Self:
        """Add the units of two states."""
        if not isinstance(other, NumericRatings):
            return NotImplemented
        empty = not len(self.matrix) or not len(other.matrix)
        mine, others = self.key, other.key
        if empty:
            mine["clusters"] = others["clusters"]
        require_same_key("NumericRatings", mine, others)
        refuse_overflow(self.weight, other.weight)
        cluster = None
        if self.cluster is not None or other.cluster is not None:
            one, two = (np.zeros(0, np.int64) if x.cluster is None else x.cluster for x in (self, other))
            cluster = np.concatenate([one, two + (one.max(initial=-1) + 1)])
        squares = None
        if self.weighted or other.weighted:
            squares = np.concatenate([self._squares(), other._squares()])
        return type(self)(
            np.concatenate([self.matrix, other.matrix]),
            np.concatenate([self.weight, other.weight]),
            self.raters,
            squares,
            cluster,
            missing=self.missing + other.missing,
        )

    def _squares(self) -> FloatArray:
        return self.weight * 1.0 if self.squares is None else self.squares

    def __mul__(self, factor: float) -> Self:
        """Repeat every unit `factor` times."""
        check_factor(factor)
        weight = times(self.weight[..., None], factor)[..., 0]
        squares: Any = None
        if weight.dtype.kind == "f":
            with np.errstate(over="ignore", under="ignore"):
                squares = self._squares() * np.float64(factor) ** 2
        kept = weight > 0
        cluster = None if self.cluster is None else self.cluster[kept]
        return type(self)(
            self.matrix[kept],
            weight[kept],
            self.raters,
            None if squares is None else squares[kept],
            cluster,
            missing=round(self.missing * factor),
        )

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same ratings, in whatever order their units are."""
        if not isinstance(other, NumericRatings):
            return NotImplemented
        if not same_key(self.key, other.key) or self.missing != other.missing:
            return False
        one, two = self.distinct(), other.distinct()
        return all(
            np.array_equal(a, b, equal_nan=True) if a is not None and b is not None else a is b
            for a, b in (
                (one.matrix, two.matrix),
                (one.weight, two.weight),
                (one.squares, two.squares),
                (one.cluster, two.cluster),
            )
        )

    __hash__ = None  # type: ignore[assignment]

    def distinct(self) -> Self:
        """Return the state with equal units together, in order; of clusters, equal units of one cluster."""
        if not len(self.matrix):
            return self
        keys = np.column_stack([np.where(np.isnan(self.matrix), -np.inf, self.matrix)])
        if self.cluster is not None:
            keys = np.column_stack([self.cluster, keys])
        order = np.lexsort(keys.T[::-1])
        ranked = keys[order]
        first = np.append(True, (ranked[1:] != ranked[:-1]).any(1))
        start = np.flatnonzero(first)
        squares = None if self.squares is None else np.add.reduceat(self.squares[order], start)
        return type(self)(
            self.matrix[order][start] + 0.0,
            np.add.reduceat(self.weight[order], start),
            self.raters,
            squares,
            None if self.cluster is None else self.cluster[order][start],
            missing=self.missing,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        one = self.distinct()
        return {
            "state": "numeric_ratings",
            "version": _VERSION,
            "raters": plain_labels(self.raters),
            "matrix": [[None if x != x else x for x in row] for row in one.matrix.tolist()],  # noqa: PLR0124  (NaN)
            "weight": one.weight.tolist(),
            "squares": None if one.squares is None else one.squares.tolist(),
            "dtype": one.weight.dtype.name,
            "cluster": None if one.cluster is None else one.cluster.tolist(),
            "missing": self.missing,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is absent, or holds what no ratings give; the message says which.
        """
        stored = StoredState(data, "numeric_ratings", _VERSION, _FIELDS)
        raters = stored.labels("raters")
        weight = stored.row("weight", stored.dtype("dtype", COUNTED))
        squares = None if stored["squares"] is None else stored.row("squares", "float64")
        cluster = None if stored["cluster"] is None else stored.row("cluster", "int64")
        rows = stored.listed("matrix", "lists")
        gaps = [[x is None for x in row] if isinstance(row, (list, tuple)) else [] for row in rows]
        filled = [[0.0 if x is None else x for x in row] if isinstance(row, (list, tuple)) else row for row in rows]
        held = StoredState({**data, "matrix": filled}, "numeric_ratings", _VERSION, _FIELDS)
        values = held.nested("matrix", (len(weight), len(raters)), "float64").copy()
        values[np.array(gaps, np.bool_).reshape(values.shape)] = np.nan
        found = cls(values, weight, raters, squares, cluster, missing=stored.whole("missing"))
        require_sound("numeric_ratings", unsound_numeric_ratings(found))
        return found

    # -- views -------------------------------------------------------------------------------------------------

    def with_weights(self, weight: NumberArray) -> Self:
        """Return the same units under other weights (U,)."""
        return type(self)(self.matrix, weight, self.raters, None, self.cluster, missing=self.missing)

    def select(self, raters: Sequence[Label]) -> Self:
        """Return the ratings of some raters, in this order; units that none of them rated are dropped and counted."""
        names = check_raters(raters)
        return self._columns([self.place_of(name) for name in names])

    def _columns(self, places: Sequence[int]) -> Self:
        values = self.matrix[:, places]
        kept = ~np.isnan(values).all(1) if len(places) else np.zeros(len(values), np.bool_)
        lost = 0 if self.weighted else int(self.weight[~kept].sum())
        squares = None if self.squares is None else self.squares[kept]
        cluster = None if self.cluster is None else self.cluster[kept]
        names = tuple(self.raters[place] for place in places)
        return type(self)(values[kept], self.weight[kept], names, squares, cluster, missing=self.missing + lost)

    def __repr__(self) -> str:
        """How many units, raters and ratings there are."""
        ratings = float((~np.isnan(self.matrix)).sum(1) @ self.weight)
        return f"NumericRatings: {self._units} of {len(self.raters)} raters, {ratings:,.10g} ratings"
