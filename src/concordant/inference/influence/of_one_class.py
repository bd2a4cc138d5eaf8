"""
Influences on the value of one class of many, and on the difference of two models there.

Four numbers, or eight of two models, and the weights of as many kinds of rows tell all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from concordant.inference.influence.by_kind import ByKind
from concordant.inference.influence.influences import Influences, Written, raised
from concordant.inference.influence.kinds_of_rows import KindsOfRows, apart, sums_of_kinds
from concordant.typing import FloatArray


class OfOneClass(Influences):
    """
    Those on one value of units of a few kinds.

    Parameters
    ----------
    psi : ndarray of shape (2**L,)
        Of a unit of each kind.
    place : int
        The class.
    labels : KindsOfRows
        The labels of all units.
    write : callable
        Gives those of all units, (U,).
    """

    shape = ()

    def __init__(self, psi: FloatArray, place: int, labels: KindsOfRows, write: Callable[[], FloatArray]) -> None:
        self.psi, self.place, self.labels, self._write = psi, place, labels, write

    @property
    def by_kind(self) -> ByKind:
        """Of this class alone."""
        return ByKind(self.labels, self.psi[:, None], self.place)

    @cached_property
    def _written(self) -> FloatArray:
        return self._write()[:, None]

    def written(self) -> FloatArray:
        """Those of all units."""
        return self._written

    def mapped(self, function: Callable[[FloatArray], FloatArray]) -> Influences:
        """A function of that of each kind."""
        psi = function(self.psi[:, None])[:, 0]
        return OfOneClass(psi, self.place, self.labels, lambda: function(self._written)[:, 0])

    def minus(self, other: Influences) -> Influences:
        """Subtract those of another model on the same rows, kind by kind."""
        if not isinstance(other, OfOneClass) or not self._is_beside(other):
            return super().minus(other)
        write, psi = super().minus, apart(self.psi, other.psi)
        return OfOneClass(psi, self.place, self.labels.beside(other.labels), lambda: write(other).written()[:, 0])

    def _is_beside(self, other: OfOneClass) -> bool:
        """Whether both are of one prediction each beside the same truth, and of the same class."""
        return self.place == other.place and self.labels.can_stand_beside(other.labels)

    def of_kinds(self, weights: FloatArray) -> FloatArray:
        """The weight of each kind of rows, (2**L,)."""
        return self.labels.weights(weights)[:, self.place]

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the kinds that there are."""
        return sums_of_kinds(self.of_kinds(weights), raised(self.psi, power))[None]

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Multiply."""
        return Written(self._written).onto_units(slopes)

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Multiply."""
        return Written(self._written).onto_values(sums)
