"""`NumericRatings`, `RatingMoments`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import MergeError, ScoreError
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.numeric_ratings import NumericRows, check_beside_system, check_numeric_ratings, check_two_columns
from concordant.inputs.ratings import check_raters
from concordant.inputs.rows import numbers
from concordant.states.profiles import OfKnownRaters, RatedUnits
from concordant.states.ratings import Duplicates, Ratings
from concordant.states.state import COUNTED, StoredState, check_factor, refuse_overflow, require_same_key, times
from concordant.typing import Column, FloatArray, Frame, Label, NumberArray

_BY_SIZE = ("weight", "shared", "unit_sums", "unit_squares")
_OF_PAIRS = ("first", "second", "product")
_ROUNDING, _LEAST = 1e-6, 1e-290


@dataclass(frozen=True, slots=True, eq=False)
class RatingMoments(RatedUnits):
    """
    Sums over units of the numbers that r raters gave them, of which some may be missing.

    All sums are linear in the weights of units, and their size does not depend on how many units there are. Numbers are
    taken off a fixed `origin` that lies among them, so that a spread that is small beside their size keeps its digits.

    Attributes
    ----------
    raters : tuple
        The names of the raters.
    origin : float
        What is taken off every number.
    sizes : ndarray of int64, shape (S,)
        The numbers of ratings that units have, ascending. Complete ratings have one, r.
    weight : ndarray of int64 or float64, shape (..., S)
        How many units have so many ratings, or the sum of their weights. Leading axes are a stack.
    shared : ndarray of float64, shape (..., S, r, r)
        Of them, the units that both raters rated.
    unit_sums : ndarray of float64, shape (..., S, r)
        Of the units that a rater rated, the sum of all their ratings.
    unit_squares : ndarray of float64, shape (..., S)
        The sum of the squares of the sums of units.
    first, second, product : ndarray of float64, shape (..., r, r)
        Over the units that raters g and h both rated: sums of the numbers of g, of their squares, and of the products
        of both.
    missing : int
        How many units were dropped because nobody rated them.

    Examples
    --------
    >>> from concordant.states import RatingMoments
    >>> first = RatingMoments.from_wide([[9, 2, 5], [6, 1, 3]])
    >>> second = RatingMoments.from_wide([[8, 4, None], [7, 1, 2]])
    >>> first + second
    RatingMoments: 4 units of 3 raters, 1 of them not complete
    """

    stored_as = "rating_moments"
    _stored_fields = ("raters", "origin", "sizes", "stack", "dtype", "missing", *_BY_SIZE, *_OF_PAIRS)
    _flat_fields = (*_BY_SIZE, *_OF_PAIRS)
    _key_fields = ("raters", "stack")
    _equal_fields = ("origin", "sizes", *_BY_SIZE, *_OF_PAIRS)

    raters: tuple[Label, ...]
    origin: float
    sizes: NumberArray
    weight: NumberArray
    shared: FloatArray
    unit_sums: FloatArray
    unit_squares: FloatArray
    first: FloatArray
    second: FloatArray
    product: FloatArray
    missing: int = field(default=0, kw_only=True)
    made: list[Any] = field(default_factory=list, init=False, repr=False)  # mean squares, once they were asked for

    # -- from data ---------------------------------------------------------------------------------------------

    @classmethod
    def from_wide(
        cls, matrix: Any, raters: Sequence[Label] | None = None, sample_weight: Column | None = None
    ) -> RatingMoments:
        """Sum a matrix, or a frame, with a row a unit and a column a rater: see `NumericRatings.from_wide`."""
        from concordant.engines.arrays.quantities import moments_from_wide

        return moments_from_wide(matrix, raters, sample_weight)

    @classmethod
    def from_long(cls, frame: Frame, *, unit: str, rater: str, rating: str, **how: Any) -> RatingMoments:
        """Sum a long table, with a row for each rating: see `NumericRatings.from_long`."""
        from concordant.sources.panels import moments_from_long

        return moments_from_long(frame, unit=unit, rater=rater, rating=rating, **how)

    @classmethod
    def empty(cls, raters: Sequence[Label]) -> Self:
        """Return the neutral element of adding: no unit, for these raters."""
        names = check_raters(raters)
        r = len(names)
        tables = (np.zeros((r, r)) for _ in range(3))
        none = np.zeros(0, np.int64)
        return cls(names, 0.0, none, none, np.zeros((0, r, r)), np.zeros((0, r)), np.zeros(0), *tables)

    # -- verbs -------------------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether every rater has rated every unit."""
        return len(self.sizes) == 0 or (len(self.sizes) == 1 and int(self.sizes[0]) == len(self.raters))

    def around(self, origin: float) -> Self:
        """Return the sums of the same numbers around another origin."""
        shift = self.origin - origin
        if shift == 0:
            return replace(self, origin=origin)
        m = self.sizes * 1.0
        ratings = np.diagonal(self.shared, axis1=-2, axis2=-1)
        totals = self.unit_sums.sum(-1) / m  # of the sums of units
        shared = self.shared.sum(-3)
        return replace(
            self,
            origin=origin,
            unit_sums=self.unit_sums + shift * m[:, None] * ratings,
            unit_squares=self.unit_squares + 2 * shift * m * totals + (shift * m) ** 2 * self.weight,
            first=self.first + shift * shared,
            second=self.second + 2 * shift * self.first + shift**2 * shared,
            product=self.product + shift * (self.first + np.swapaxes(self.first, -2, -1)) + shift**2 * shared,
        )

    def _plus(self, other: Self) -> Self:
        missing = self.missing + other.missing
        for empty, filled in ((other, self), (self, other)):
            if not len(empty.sizes):  # an empty state has no origin of its own
                return replace(filled, missing=missing)
        refuse_overflow(self.weight[..., None], other.weight[..., None])
        heavier, lighter = (other, self) if _heavier(other, self) else (self, other)
        lighter = lighter.around(heavier.origin)
        sizes = np.union1d(self.sizes, other.sizes)
        parts = {name: _at_sizes(heavier, name, sizes) + _at_sizes(lighter, name, sizes) for name in _BY_SIZE} | {
            name: getattr(heavier, name) + getattr(lighter, name) for name in _OF_PAIRS
        }
        _refuse_infinite(parts)
        return replace(self, origin=heavier.origin, sizes=sizes, missing=missing, **parts)

    def at_sizes(self, sizes: NumberArray) -> Self:
        """Return the same sums with a place for each of these numbers of ratings."""
        return replace(self, sizes=sizes, **{name: _at_sizes(self, name, sizes) for name in _BY_SIZE})

    def __mul__(self, factor: float) -> Self:
        """Repeat every unit `factor` times."""
        check_factor(factor)
        missing = round(self.missing * factor)
        if not factor:
            empty = type(self).empty(self.raters)
            kept: dict[str, Any] = {name: np.zeros(self.stack + getattr(empty, name).shape) for name in _BY_SIZE}
            kept["weight"] = kept["weight"].astype(self.weight.dtype)
            kept |= {name: np.zeros_like(getattr(self, name)) for name in _OF_PAIRS}
            return replace(self, origin=0.0, sizes=empty.sizes, missing=missing, **kept)
        with np.errstate(over="ignore"):
            parts = {name: getattr(self, name) * float(factor) for name in (*_BY_SIZE, *_OF_PAIRS)}
        parts["weight"] = times(self.weight[..., None], factor)[..., 0]
        _refuse_infinite(parts)
        return replace(self, missing=missing, **parts)

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        raters, stack, sizes = stored.labels("raters"), stored.shape("stack"), stored.row("sizes", "int64")
        (origin,) = stored.instead("origin", [stored["origin"]]).row("origin", "float64")
        r, s = len(raters), len(sizes)
        weight = stored.row("weight", stored.dtype("dtype", COUNTED))
        if weight.size != math.prod((*stack, s)):
            stored.refuse("weight", f"a list of {math.prod((*stack, s))} numbers")
        shapes = {"shared": (s, r, r), "unit_sums": (s, r), "unit_squares": (s,), **dict.fromkeys(_OF_PAIRS, (r, r))}
        sums: dict[str, Any] = {name: stored.flat(name, (*stack, *shape)) for name, shape in shapes.items()}
        missing = stored.whole("missing")
        return cls(raters, float(origin), sizes, weight.reshape(*stack, s), **sums, missing=missing)

    def _unsound(self) -> str | None:
        sizes, r = self.sizes, len(self.raters)
        if len(sizes) and not (sizes[0] >= 1 and sizes[-1] <= r and (np.diff(sizes) > 0).all()):
            return f"its numbers of ratings do not rise from 1 to {r} at most"
        parts = (getattr(self, name) for name in ("origin", *_BY_SIZE, *_OF_PAIRS))
        if not all(np.isfinite(part).all() for part in parts):
            return "its sums are not all finite"
        if self.weight.size and not (self.weight.min() >= 0 and self.weight.reshape(-1, len(sizes)).any(0).all()):
            return "a number of ratings that no unit has, or less than none, is in it"
        return _unsound_sums(self)

    # -- views -------------------------------------------------------------------------------------------------

    def __getitem__(self, place: Any) -> Self:
        """Take states out of a stack."""
        return replace(self, **{name: getattr(self, name)[place] for name in (*_BY_SIZE, *_OF_PAIRS)})

    @property
    def ratings(self) -> Any:
        """The number of ratings, or their weight."""
        found = (self.weight * self.sizes).sum(-1)
        return found.item() if found.ndim == 0 else found

    def __repr__(self) -> str:
        """How many units and raters there are."""
        short = 0 if self.stack else self.weight[self.sizes < len(self.raters)].sum().item()
        lacking = f", {short:g} of them not complete" if short else ""
        return f"RatingMoments: {self._units} of {len(self.raters)} raters{lacking}"


def _refuse_infinite(parts: Mapping[str, NumberArray]) -> None:
    if not all(np.isfinite(part).all() for part in parts.values()):
        msg = "the sums of these ratings leave float64 (1.8e308): divide all numbers, or all weights, by one number."
        raise MergeError(msg)


def _heavier(one: RatingMoments, other: RatingMoments) -> bool:
    """Whose origin stays: that of more units, else the smaller one."""
    mine, others = float(np.sum(one.weight)), float(np.sum(other.weight))
    return (mine, -one.origin) > (others, -other.origin)


def _at_sizes(state: RatingMoments, name: str, sizes: NumberArray) -> Any:
    """A part of the state at these numbers of ratings, 0 where it has none."""
    part = getattr(state, name)
    axis = len(state.stack)
    wide = np.zeros((*part.shape[:axis], len(sizes), *part.shape[axis + 1 :]), part.dtype)
    wide[(slice(None),) * axis + (np.searchsorted(sizes, state.sizes),)] = part
    return wide


def _unsound_sums(state: RatingMoments) -> str | None:
    """Why sums are not those of one set of ratings: what must be equal, and what bounds the other, but for rounding."""
    sizes, weight, shared, second = state.sizes, state.weight * 1.0, state.shared, state.second
    ratings, both = np.diagonal(shared, axis1=-2, axis2=-1), shared.sum(-3)
    if (shared < 0).any() or (second < 0).any() or (state.unit_squares < 0).any():
        return "a number of units, or a sum of squares, is negative"

    def turned(table: FloatArray) -> FloatArray:
        return np.swapaxes(table, -2, -1)

    def own(table: FloatArray) -> FloatArray:
        return np.diagonal(table, axis1=-2, axis2=-1)

    size = weight[..., None]
    with np.errstate(over="ignore", under="ignore", divide="ignore", invalid="ignore"):
        root, across = np.sqrt(second) * np.sqrt(both), np.sqrt(second) * np.sqrt(turned(second))
        means = np.where(weight > 0, (state.unit_sums.sum(-1) / sizes) ** 2 / weight, 0.0)
        equal = (
            (shared, turned(shared), size[..., None]),
            (ratings.sum(-1), weight * sizes, weight),
            (shared.sum(-1), ratings * sizes[:, None], size * sizes[:, None]),
            (state.product, turned(state.product), across),
            (own(state.product), own(second), own(second)),
            (state.unit_sums.sum(-2), turned(state.first).sum(-1), turned(root).sum(-1)),
            (state.unit_squares.sum(-1), state.product.sum((-2, -1)), across.sum((-2, -1))),
        )
        bounded = (
            (ratings, size),
            (np.abs(state.first), root),
            (np.abs(state.product), across),
            (means, state.unit_squares),
            ((state.unit_squares / sizes).sum(-1), np.sum(own(second), axis=-1)),
        )
        if any((np.abs(one - other) > _ROUNDING * most + _LEAST).any() for one, other, most in equal):
            return "its sums are not those of the same ratings"
        if any((part > whole * (1 + _ROUNDING) + _LEAST).any() for part, whole in bounded):
            return "a sum exceeds what the others allow"
    return None


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

    stored_as = "numeric_ratings"
    _stored_fields = ("raters", "matrix", "weight", "squares", "dtype", "cluster", "missing")

    matrix: FloatArray
    weight: NumberArray
    raters: tuple[Label, ...]
    squares: FloatArray | None = None
    cluster: npt.NDArray[np.int64] | None = None
    missing: int = field(default=0, kw_only=True)
    _cache: dict[str, Any] = field(default_factory=dict, init=False, repr=False)  # moments, once they were asked for

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
        refuse_other_order(matrix, (cluster,), ("cluster",), sample_weight, what="ratings")
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
        refuse_other_order(first, (cluster,), ("cluster",))
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
        refuse_other_order(ratings, (system, cluster), ("system", "cluster"), sample_weight, what="ratings")
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
        ratings = cls(rows.values, weight, rows.raters, squares, members, missing=rows.missing)
        if rows.complete:
            ratings._cache["complete"] = True
        return ratings

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
        from concordant.sources.panels import numeric_rows_from_long

        reading: Any = {"weight": weight, "raters": raters, "duplicates": duplicates}
        return cls.from_rows(numeric_rows_from_long(frame, unit=unit, rater=rater, rating=rating, **reading))

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
            raise ScoreError("a stack of ratings is many panels: take one of them, ratings[place].")
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

    def moments(self) -> RatingMoments:
        """Return the sums that are enough for variance components and correlations."""
        if "moments" not in self._cache:
            from concordant.engines.arrays.quantities import rating_moments

            self._cache["moments"] = rating_moments(self)
        found: RatingMoments = self._cache["moments"]
        return found

    def __add__(self, other: Self) -> Self:
        """Add the units of two states; one without units has no clusters, and adds to one that has."""
        if not isinstance(other, NumericRatings):
            return NotImplemented
        key = self.key
        if not len(self.matrix) or not len(other.matrix):
            key["clusters"] = other.key["clusters"]
        require_same_key("NumericRatings", key, other.key)
        return self._plus(other)

    def _plus(self, other: Self) -> Self:
        refuse_overflow(self.weight, other.weight)
        cluster = None
        if self.cluster is not None or other.cluster is not None:
            first, second = (np.zeros(0, np.int64) if x.cluster is None else x.cluster for x in (self, other))
            cluster = np.concatenate([first, second + (first.max(initial=-1) + 1)])
        squares = None
        if self.weighted or other.weighted:
            squares = np.concatenate([_squares(self), _squares(other)])
        matrix, weight = (np.concatenate([getattr(x, name) for x in (self, other)]) for name in ("matrix", "weight"))
        named: Any = {"matrix": matrix, "weight": weight, "squares": squares, "cluster": cluster}
        return replace(self, **named, missing=self.missing + other.missing)

    def __mul__(self, factor: float) -> Self:
        """Repeat every unit `factor` times."""
        weight = times(self.weight, factor)
        squares: Any = None
        if weight.dtype.kind == "f":
            with np.errstate(over="ignore", under="ignore"):
                squares = _squares(self) * np.float64(factor) ** 2
        repeated = replace(self, weight=weight, squares=squares, missing=round(self.missing * factor))
        return repeated._units_at(weight > 0)

    def _holds_same(self, other: Self) -> bool:
        """Whether both hold the same ratings, in whatever order their units are."""
        first, second = self.distinct(), other.distinct()
        pairs = ((getattr(first, name), getattr(second, name)) for name in ("matrix", "weight", "squares", "cluster"))
        return all(
            np.array_equal(a, b, equal_nan=True) if a is not None and b is not None else a is b for a, b in pairs
        )

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
        units, weight = self._units_at(order[start]), np.add.reduceat(self.weight[order], start)
        return replace(units, matrix=units.matrix + 0.0, weight=weight, squares=squares)

    def _plain(self) -> dict[str, Any]:
        plain = RatedUnits._plain(self.distinct())  # noqa: SLF001
        plain["matrix"] = [[None if x != x else x for x in row] for row in plain["matrix"]]  # noqa: PLR0124  (NaN)
        return plain

    @classmethod
    def _read(cls, stored: StoredState) -> Self:
        raters = stored.labels("raters")
        weight = stored.row("weight", stored.dtype("dtype", COUNTED))
        squares = stored.optional("squares", stored.row, "float64")
        cluster = stored.optional("cluster", stored.row, "int64")
        rows = stored.listed("matrix", "lists")
        missing = [[x is None for x in row] if isinstance(row, (list, tuple)) else [] for row in rows]
        filled = [[0.0 if x is None else x for x in row] if isinstance(row, (list, tuple)) else row for row in rows]
        shape = (len(weight), len(raters))
        values = stored.instead("matrix", filled).nested("matrix", shape, "float64").copy()
        values[np.array(missing, np.bool_).reshape(shape)] = np.nan
        return cls(values, weight, raters, squares, cluster, missing=stored.whole("missing"))

    def _unsound(self) -> str | None:
        weight, squares, cluster = self.weight, self.squares, self.cluster
        if not np.isfinite(weight).all() or (weight <= 0).any() or not np.isfinite(float(weight.sum())):
            return "its weights are not all finite and above 0"
        if np.isnan(self.matrix).all(1).any():
            return "a unit without a rating is in it"
        if weight.dtype.kind == "i":
            if squares is not None:
                return "units that are counted have no sums of squared weights"
            if sum(weight.tolist()) >= 2**63:
                return "its units are more than 64-bit integers count"
        elif squares is None or len(squares) != len(weight) or not (np.isfinite(squares) & (squares >= 0)).all():
            return "its squares are not one for each unit, finite and 0 or more"
        if cluster is not None and (len(cluster) != len(weight) or (cluster < 0).any()):
            return "its clusters are not one for each unit"
        same = self.distinct()
        if not np.array_equal(same.matrix, self.matrix, equal_nan=True) or not np.array_equal(same.weight, weight):
            return "its units are not distinct, in order"
        return None

    # -- views -------------------------------------------------------------------------------------------------

    def with_weights(self, weight: NumberArray) -> Self:
        """Return the same units under other weights (U,)."""
        return replace(self, weight=weight, squares=None)

    def select(self, raters: Sequence[Label]) -> Self:
        """Return the ratings of some raters, in this order; units that none of them rated are dropped and counted."""
        names = check_raters(raters)
        return self._columns([self.index_of(name) for name in names])

    def _columns(self, indices: Sequence[int]) -> Self:
        values = self.matrix[:, indices]
        kept = ~np.isnan(values).all(1) if len(indices) else np.zeros(len(values), np.bool_)
        dropped = 0 if self.weighted else int(self.weight[~kept].sum())
        names = tuple(self.raters[index] for index in indices)
        return replace(self._units_at(kept), matrix=values[kept], raters=names, missing=self.missing + dropped)

    def _units_at(self, units: Any) -> Self:
        """Some of the units, by their indices or a mask."""
        parts = ((name, getattr(self, name)) for name in ("matrix", "weight", "squares", "cluster"))
        some: dict[str, Any] = {name: None if part is None else part[units] for name, part in parts}
        return replace(self, **some)

    def __repr__(self) -> str:
        """How many units, raters and ratings there are."""
        ratings = float((~np.isnan(self.matrix)).sum(1) @ self.weight)
        return f"NumericRatings: {self._units} of {len(self.raters)} raters, {ratings:,.10g} ratings"


def _squares(ratings: NumericRatings) -> FloatArray:
    return ratings.weight * 1.0 if ratings.squares is None else ratings.squares
