"""
Influences on the value of one class of many, and on the difference of two models there.

All rows in which none of the labels is the class move it alike, so that four numbers, or eight of two models, and the
weights of as many kinds of rows tell all; those of every class are counted at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from concordant.inference.influence.influences import Influences, Written
from concordant.typing import FloatArray

_MOST = 1 - 1e-4  # of all weights
Codes = npt.NDArray[np.intp]
# Of each kind of rows, whether the class is the true label, the first prediction, the second.
KINDS = tuple((np.arange(8) >> bit) & 1 for bit in (2, 1, 0))


class ThreeLabels:
    """
    The kinds of rows for each class, by whether it is the true label, the first prediction and the second.

    Parameters
    ----------
    truth, first, second : ndarray of int, shape (U,)
        The labels of each unit.
    size : int
        K, the number of labels.
    """

    def __init__(self, truth: Codes, first: Codes, second: Codes, size: int) -> None:
        self.codes, self._size = (truth, first, second), size
        self._known: list[tuple[FloatArray, FloatArray]] = []  # of weights that were asked of, which are often again

    @cached_property
    def _places(self) -> tuple[Codes, Codes, Codes]:
        """The place of each unit among the kinds of its true label, and of its predictions where they are others."""
        truth, first, second = self.codes
        nowhere = 8 * self._size
        of_truth = 8 * truth + 4 + 2 * (first == truth) + (second == truth)
        of_first = np.where(first == truth, nowhere, 8 * first + 2 + (second == first))
        of_second = np.where((second == truth) | (second == first), nowhere, 8 * second + 1)
        return of_truth, of_first, of_second

    def kinds(self, weights: FloatArray) -> FloatArray:
        """The weight of each kind of rows for every class, (8, K): in truth 4, in the first 2 more, in the second 1."""
        for known, found in self._known:
            if known is weights:
                return found
        found = np.zeros(8 * self._size)
        for place in self._places:
            found += np.bincount(place, weights, 8 * self._size + 1)[:-1]
        found = np.ascontiguousarray(found.reshape(self._size, 8).T)
        found[0] = self._others(weights, found.sum(0))
        self._known = [*self._known[-1:], (weights, found)]
        return found

    def _others(self, weights: FloatArray, of_class: FloatArray) -> FloatArray:
        """The weight of rows of other classes alone; added up where a difference would leave few digits."""
        total = float(weights.sum())
        found = np.maximum(total - of_class, 0.0)
        for place in np.flatnonzero(of_class > _MOST * total):  # three at most, as a row has three labels
            found[place] = weights[np.all([codes != place for codes in self.codes], axis=0)].sum()
        return found


class OfOneClass(Influences):
    """
    Those on one value of units of a few kinds.

    Parameters
    ----------
    psi : ndarray of shape (C,)
        Of a unit of each kind.
    kinds : callable
        Takes weights of the units, gives the weight of each kind.
    write : callable
        Gives those of all units, (U,).
    """

    shape = ()

    def __init__(
        self, psi: FloatArray, kinds: Callable[[FloatArray], FloatArray], write: Callable[[], FloatArray]
    ) -> None:
        self._psi, self._kinds, self._write = psi, kinds, write

    @cached_property
    def _written(self) -> FloatArray:
        return self._write()[:, None]

    def written(self) -> FloatArray:
        """Those of all units."""
        return self._written

    def mapped(self, function: Callable[[FloatArray], FloatArray]) -> Influences:
        """A function of that of each kind."""
        return OfOneClass(function(self._psi[:, None])[:, 0], self._kinds, lambda: function(self._written)[:, 0])

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the kinds that there are."""
        weight = self._kinds(weights)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.where(weight != 0, weight * self._psi**power, 0.0).sum())[None]

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Multiply."""
        return Written(self._written).onto_units(slopes)

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Multiply."""
        return Written(self._written).onto_values(sums)
