"""How the units of a sample move several values: an array of units and values that need not be written down."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from concordant.typing import FloatArray


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
    def known(self) -> Influences:
        """The same, with 0 in place of what is undefined."""

    @abstractmethod
    def written(self) -> FloatArray:
        """All of them, (U, P)."""

    def of_value(self, place: int) -> FloatArray:
        """Those on one value, (U,)."""
        return self.written()[:, place]

    @abstractmethod
    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """``sum over u of weights[u] psi[u, p]**power`` for a power of 2, 3 or 4: (P,)."""

    @abstractmethod
    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """``psi @ slopes``: how the units move sums of the values; of (P, T) they are (U, T), of (P,) (U,)."""

    @abstractmethod
    def onto_values(self, sums: FloatArray) -> FloatArray:
        """``psi.T @ sums``: (P, T) of (U, T), (P,) of (U,)."""


class Written(Influences):
    """Influences that are an array (U, *S)."""

    def __init__(self, psi: FloatArray) -> None:
        self.shape = psi.shape[1:]
        self._psi = psi.reshape(len(psi), math.prod(self.shape))

    def known(self) -> Influences:
        """Another array, if need be."""
        if not np.isnan(self._psi).any():
            return self
        return Written(np.where(np.isnan(self._psi), 0.0, self._psi).reshape(len(self._psi), *self.shape))

    def written(self) -> FloatArray:
        """The array."""
        return self._psi

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum powers: 2, 3 or 4, by products, as ``psi**4`` takes thirty times as long."""
        if power == 2:  # without an array of squares
            return np.asarray(np.einsum("u,up,up->p", weights, self._psi, self._psi))
        squares = self._psi * self._psi
        return np.asarray(np.einsum("u,up,up->p", weights, squares, self._psi if power == 3 else squares))

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Multiply."""
        return self._psi @ slopes

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Multiply."""
        return self._psi.T @ sums


class Joined(Influences):
    """Those of the same units on several groups of values, one after the other; each times a sign."""

    def __init__(self, parts: Sequence[Influences], signs: Sequence[float] | None = None) -> None:
        self._parts, self._signs = parts, [1.0] * len(parts) if signs is None else signs
        self.shape = (sum(part.size for part in parts),)

    @cached_property
    def _cuts(self) -> list[int]:
        return [int(end) for end in np.cumsum([part.size for part in self._parts])[:-1]]

    def known(self) -> Influences:
        """Of each."""
        return Joined([part.known() for part in self._parts], self._signs)

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
        return list(zip(self._parts, self._signs, strict=True))
