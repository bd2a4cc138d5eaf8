"""
The kinds of rows for each class, by which of their labels are the class.

All rows in which none of the labels is the class are of one kind, so that a few weights a class tell all; those of
every class are counted at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.states.cells import Cells
from concordant.typing import FloatArray

Codes = npt.NDArray[np.intp]
_MOST = 1 - 1e-4  # of all weights
_KEPT = 2  # weights that were asked of last, which are often again
# Of each kind of rows, whether the class is the true label, the first prediction, the second.
KINDS = tuple((np.arange(8) >> bit) & 1 for bit in (2, 1, 0))


class KindsOfRows(ABC):
    """
    Rows of L labels, for each of K classes by a bit for each label that is the class, the highest for the truth.

    Attributes
    ----------
    codes : tuple of L ndarray of int, shape (U,)
        The labels of each unit; those of the truth first.
    classes : int
        K.
    """

    def __init__(self, codes: tuple[Codes, ...], classes: int) -> None:
        self.codes, self.classes = codes, classes
        self._known: list[tuple[FloatArray, FloatArray]] = []

    def weights(self, weights: FloatArray) -> FloatArray:
        """The weight of each kind of rows for every class, (2**L, K), by the weights of the units."""
        for known, found in self._known:
            if known is weights:
                return found
        found = self._weights(weights)
        self._known = [*self._known[1 - _KEPT :], (weights, found)]
        return found

    @abstractmethod
    def _weights(self, weights: FloatArray) -> FloatArray:
        """The same, without a look at what is known."""

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What was found of them that is asked for again."""
        return {}


class TwoLabels(KindsOfRows):
    """Rows of a true label and a prediction: true negatives, false positives, false negatives, true positives."""

    codes: tuple[Codes, Codes]

    def _weights(self, weights: FloatArray) -> FloatArray:
        return Cells(*self.codes, weights, self.classes).against_rest(weights).reshape(self.classes, 4).T

    def beside(self, other: TwoLabels) -> ThreeLabels:
        """These rows with the prediction of another model, too; the truth is the same."""
        known: ThreeLabels | None = self.notes.get("beside")
        (truth, first), (_, second) = self.codes, other.codes
        if known is None or known.codes[2] is not second:
            known = self.notes["beside"] = ThreeLabels((truth, first, second), self.classes)
        return known


class ThreeLabels(KindsOfRows):
    """Rows of a true label and two predictions."""

    codes: tuple[Codes, Codes, Codes]

    @cached_property
    def _places(self) -> tuple[Codes, Codes, Codes]:
        """The place of each unit among the kinds of its true label, and of its predictions where they are others."""
        truth, first, second = self.codes
        nowhere = 8 * self.classes
        of_truth = 8 * truth + 4 + 2 * (first == truth) + (second == truth)
        of_first = np.where(first == truth, nowhere, 8 * first + 2 + (second == first))
        of_second = np.where((second == truth) | (second == first), nowhere, 8 * second + 1)
        return of_truth, of_first, of_second

    def _weights(self, weights: FloatArray) -> FloatArray:
        found = np.zeros(8 * self.classes)
        for place in self._places:
            found += np.bincount(place, weights, 8 * self.classes + 1)[:-1]
        found = np.ascontiguousarray(found.reshape(self.classes, 8).T)
        found[0] = self._others(weights, found.sum(0))
        return found

    def _others(self, weights: FloatArray, of_class: FloatArray) -> FloatArray:
        """The weight of rows of other classes alone; added up where a difference would leave few digits."""
        total = float(weights.sum())
        found = np.maximum(total - of_class, 0.0)
        for place in np.flatnonzero(of_class > _MOST * total):  # three at most, as a row has three labels
            found[place] = weights[np.all([codes != place for codes in self.codes], axis=0)].sum()
        return found
