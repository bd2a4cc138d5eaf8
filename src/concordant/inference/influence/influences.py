"""How the units of a sample move values: an array of units and values that need not be written down."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from concordant.inference.influence.by_kind import ByKind
from concordant.metrics.arithmetic import rows_times, sums_of_rows
from concordant.typing import FloatArray

_CACHED = 1 << 15  # influences whose squares stay in a processor's cache


class Influences(ABC):
    """
    The influences ``psi[u, p]`` of U units on values of shape S, P in all.

    A thousand classes and fifty thousand rows are 400 MB of them; what inference asks for are sums over them, which are
    known from the table.
    """

    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """P, the number of values."""
        return math.prod(self.shape)

    @abstractmethod
    def written(self) -> FloatArray:
        """All of them, (U, P)."""

    def some(self, here: slice) -> FloatArray:
        """Those on some of the values, (U, B)."""
        return self.written()[:, here]

    def of_value(self, place: int) -> FloatArray:
        """Those on one value, (U,)."""
        return self.some(slice(place, place + 1))[:, 0]

    def known(self) -> Influences:
        """The same, with 0 in place of what is undefined."""
        return self.mapped(_without_nan)

    def mapped(self, function: Callable[[FloatArray], FloatArray]) -> Influences:
        """A function of each: it takes numbers whose last axis is that of the values, and gives as many."""
        return Written(function(self.written()))

    def plus(self, other: Influences) -> Influences:
        """The sum of both, on as many values."""
        return Written(self.written() + other.written())

    def minus(self, other: Influences) -> Influences:
        """The first less the other; the difference of two infinite ones is undefined."""
        with np.errstate(invalid="ignore"):
            return Written((self.written() - other.written()).reshape(-1, *self.shape))

    def only(self, place: int) -> Influences:
        """Those on one of the values."""
        return Written(self.of_value(place))

    @abstractmethod
    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """``sum over u of weights[u] psi[u, p]**power`` for a power of 2, 3 or 4: (P,)."""

    def products(self, weights: FloatArray, other: Influences) -> FloatArray:
        """``sum over u of weights[u] psi[u, p] other[u, p]``: (P,)."""
        return np.asarray(np.einsum("u,up,up->p", weights, self.written(), other.written()))

    @abstractmethod
    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """``psi @ slopes``: how the units move sums of the values; of (P, T) they are (U, T), of (P,) (U,)."""

    @abstractmethod
    def onto_values(self, sums: FloatArray) -> FloatArray:
        """``psi.T @ sums``: (P, T) of (U, T), (P,) of (U,)."""

    @property
    def by_kind(self) -> ByKind | None:
        """The same by kinds of rows, where each value is of one class; else None."""
        return None

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What was found of them that is asked for again."""
        return {}


class Written(Influences):
    """Influences that are an array (U, *S)."""

    def __init__(self, psi: FloatArray) -> None:
        self.shape = psi.shape[1:]
        self._psi = psi.reshape(len(psi), math.prod(self.shape))

    def mapped(self, function: Callable[[FloatArray], FloatArray]) -> Influences:
        """Another array, if need be."""
        psi = function(self._psi)
        return self if psi is self._psi else Written(psi.reshape(len(psi), *self.shape))

    def written(self) -> FloatArray:
        """The array."""
        return self._psi

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum powers: 2, 3 or 4."""
        if power == 2:  # without an array of squares
            return self.products(weights, self)
        rows = max(_CACHED // max(self.size, 1), 1)
        parts = (slice(first, first + rows) for first in range(0, len(self._psi), rows))
        return sum((_high(weights[part], self._psi[part], power) for part in parts), np.zeros(self.size))

    def products(self, weights: FloatArray, other: Influences) -> FloatArray:
        """Of one value, sums over arrays without a second axis."""
        if self.size != 1:
            return super().products(weights, other)
        return np.asarray(np.einsum("u,u,u->", weights, self._psi[:, 0], other.written()[:, 0]))[None]

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Multiply."""
        return self._psi @ slopes if slopes.ndim > 1 else rows_times(self._psi, slopes)

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Multiply."""
        return self._psi.T @ sums if sums.ndim > 1 else sums_of_rows(sums, self._psi)


def raised(psi: FloatArray, power: int) -> FloatArray:
    """Return a power of 2, 3 or 4 by products: ``psi**4`` takes thirty times as long."""
    with np.errstate(over="ignore"):  # of slopes without end
        squares = psi * psi
        return squares if power == 2 else squares * (psi if power == 3 else squares)


def _high(weights: FloatArray, psi: FloatArray, power: int) -> FloatArray:
    """Sum third or fourth powers of influences (U, P)."""
    squares = psi * psi
    return np.asarray(np.einsum("u,up,up->p", weights, squares, psi if power == 3 else squares))


class Joined(Influences):
    """Those of the same units on several groups of values, one after the other; each times a sign."""

    def __init__(self, parts: Sequence[Influences], signs: Sequence[float] | None = None) -> None:
        self.parts, self._signs = parts, [1.0] * len(parts) if signs is None else signs
        self.shape = (sum(part.size for part in parts),)

    @cached_property
    def _cuts(self) -> list[int]:
        return [int(end) for end in np.cumsum([part.size for part in self.parts])[:-1]]

    def known(self) -> Influences:
        """Of each."""
        return Joined([part.known() for part in self.parts], self._signs)

    def written(self) -> FloatArray:
        """Side by side."""
        return np.concatenate([sign * part.written() for part, sign in self._each()], axis=1)

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Each for its values."""
        return np.concatenate([sign**power * part.moment(weights, power) for part, sign in self._each()])

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """The sum of what each moves."""
        some = np.split(slopes, self._cuts)
        return np.asarray(
            sum(part.onto_units(sign * one) for (part, sign), one in zip(self._each(), some, strict=True))
        )

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Each for its values."""
        return np.concatenate([sign * part.onto_values(sums) for part, sign in self._each()])

    def _each(self) -> list[tuple[Influences, float]]:
        return list(zip(self.parts, self._signs, strict=True))


Moving = Influences | FloatArray  # an array of shape (U, *S)


def influences_of(psi: Moving) -> Influences:
    """Influences as they are, or of an array."""
    return psi if isinstance(psi, Influences) else Written(psi)


def _without_nan(values: FloatArray) -> FloatArray:
    gone = np.isnan(values)
    return np.where(gone, 0.0, values) if gone.any() else values


def defined(values: FloatArray) -> FloatArray:
    """Put 0 in place of NaN: what is undefined moves nothing."""
    return values if np.isfinite(values).all() else np.nan_to_num(values)
