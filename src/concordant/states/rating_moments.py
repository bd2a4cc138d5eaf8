"""Moments of ratings: the sums of numbers of units by raters that variance components and correlations need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from concordant.errors import MergeError
from concordant.inputs.ratings import check_raters
from concordant.states.merging import (
    check_factor,
    plain_floats,
    plain_labels,
    refuse_overflow,
    require_same_key,
    same_key,
    times,
)
from concordant.states.rated_units import RatedUnits
from concordant.states.sound import require_sound
from concordant.states.sound_rating_moments import unsound_rating_moments
from concordant.states.stored import COUNTED, StoredState
from concordant.typing import Column, FloatArray, Frame, Label, NumberArray

_VERSION = 1
_BY_SIZE = ("weight", "shared", "unit_sums", "unit_squares")
_OF_PAIRS = ("first", "second", "product")
_FIELDS = ("raters", "origin", "sizes", "stack", "dtype", "missing", *_BY_SIZE, *_OF_PAIRS)


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
        from concordant.engines.arrays.rating_moments import moments_from_wide

        return moments_from_wide(matrix, raters, sample_weight)

    @classmethod
    def from_long(cls, frame: Frame, *, unit: str, rater: str, rating: str, **how: Any) -> RatingMoments:
        """Sum a long table, with a row for each rating: see `NumericRatings.from_long`."""
        from concordant.engines.frames.numeric_panels import moments_from_long

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
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        return {"raters": self.raters, "stack": self.stack}

    @property
    def complete(self) -> bool:
        """Whether every rater has rated every unit."""
        return len(self.sizes) == 0 or (len(self.sizes) == 1 and int(self.sizes[0]) == len(self.raters))

    def around(self, origin: float) -> Self:
        """Return the sums of the same numbers around another origin."""
        apart = self.origin - origin
        if apart == 0:
            return replace(self, origin=origin)
        m = self.sizes * 1.0
        each = np.diagonal(self.shared, axis1=-2, axis2=-1)
        totals = self.unit_sums.sum(-1) / m  # of the sums of units
        both = self.shared.sum(-3)
        return replace(
            self,
            origin=origin,
            unit_sums=self.unit_sums + apart * m[:, None] * each,
            unit_squares=self.unit_squares + 2 * apart * m * totals + (apart * m) ** 2 * self.weight,
            first=self.first + apart * both,
            second=self.second + 2 * apart * self.first + apart**2 * both,
            product=self.product + apart * (self.first + np.swapaxes(self.first, -2, -1)) + apart**2 * both,
        )

    def __add__(self, other: RatingMoments) -> Self:
        """Add the units of two states."""
        if not isinstance(other, RatingMoments):
            return NotImplemented
        require_same_key("RatingMoments", self.key, other.key)
        missing = self.missing + other.missing
        for one, two in ((self, other), (other, self)):
            if not len(two.sizes):  # an empty state has no origin of its own
                found = self if one is self else replace(other)
                return replace(found, missing=missing)  # type: ignore[return-value]
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

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same sums of the same raters."""
        if not isinstance(other, RatingMoments):
            return NotImplemented
        names = ("sizes", *_BY_SIZE, *_OF_PAIRS)
        return (
            same_key(self.key, other.key)
            and (self.missing, self.origin) == (other.missing, other.origin)
            and all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)
        )

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        return {
            "state": "rating_moments",
            "version": _VERSION,
            "raters": plain_labels(self.raters),
            "origin": self.origin,
            "sizes": self.sizes.tolist(),
            "stack": list(self.stack),
            "dtype": self.weight.dtype.name,
            "weight": self.weight.ravel().tolist(),
            **{name: plain_floats(getattr(self, name).ravel()) for name in (*_BY_SIZE[1:], *_OF_PAIRS)},
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
        stored = StoredState(data, "rating_moments", _VERSION, _FIELDS)
        raters, stack, sizes = stored.labels("raters"), stored.shape("stack"), stored.row("sizes", "int64")
        (origin,) = StoredState({**data, "origin": [data["origin"]]}, "rating_moments", _VERSION, _FIELDS).row(
            "origin", "float64"
        )
        r, s = len(raters), len(sizes)
        weight = stored.row("weight", stored.dtype("dtype", COUNTED))
        if weight.size != int(np.prod([*stack, s])):
            stored.refuse("weight", f"a list of {int(np.prod([*stack, s]))} numbers")
        by_size = (
            stored.flat("shared", (*stack, s, r, r)),
            stored.flat("unit_sums", (*stack, s, r)),
            stored.flat("unit_squares", (*stack, s)),
        )
        of_pairs = (stored.flat(name, (*stack, r, r)) for name in _OF_PAIRS)
        found = cls(
            raters,
            float(origin),
            sizes,
            weight.reshape(*stack, s),
            *by_size,
            *of_pairs,
            missing=stored.whole("missing"),
        )
        require_sound("rating_moments", unsound_rating_moments(found))
        return found

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
        if self.stack:
            return f"RatingMoments: a stack {' x '.join(map(str, self.stack))} of {len(self.raters)} raters"
        units = f"{self.n:,} units" if isinstance(self.n, int) else f"units of weight {self.n:g}"
        short = self.weight[self.sizes < len(self.raters)].sum().item()
        return f"RatingMoments: {units} of {len(self.raters)} raters" + (
            f", {short:g} of them not complete" if short else ""
        )


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
