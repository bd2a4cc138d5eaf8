"""
Influences on a metric of each class against all others: four derivatives of a class stand for those of all cells.

The value of class k depends on the table through its true and false positives and negatives. A row of true class i and
predicted class j is a true negative to all classes but these two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from concordant.inference.influence.by_kind import ByKind
from concordant.inference.influence.influences import Influences, defined, raised
from concordant.inference.influence.kinds_of_rows import KindsOfRows, apart
from concordant.inference.influence.of_cells import slopes_of_each
from concordant.inference.influence.of_kinds import OfKinds
from concordant.inference.influence.of_one_class import OfOneClass
from concordant.states import Counts
from concordant.typing import FloatArray


def slopes_of_units(slopes: FloatArray, true: npt.NDArray[np.intp], predicted: npt.NDArray[np.intp]) -> FloatArray:
    """Of slopes by the four cells of each class, (4, K), those of units with these labels, (U, K)."""
    neither, wrong, missed, found = slopes
    row = np.arange(len(true))
    psi = np.tile(neither, (len(row), 1))
    psi[row, predicted] = wrong[predicted]
    psi[row, true] = np.where(true == predicted, found[true], missed[true])
    return psi


class OfEachClass(Influences):
    """
    Those of units in cells of a table on one value a class.

    Parameters
    ----------
    terms : ndarray of shape (4, K)
        Of true negatives, false positives, false negatives and true positives of each class.
    labels : KindsOfRows
        The true and the predicted label of each unit. The units hold all rows.
    """

    def __init__(self, terms: FloatArray, labels: KindsOfRows) -> None:
        self.shape = (terms.shape[1],)
        self.terms, self.labels = terms, labels

    @classmethod
    def of_formula(cls, formula: Callable[[Counts], Any], counts: Counts, labels: KindsOfRows) -> OfEachClass:
        """
        Those on a formula that takes tables of two labels, one a class, and gives a value of each.

        `counts` is one table (K, K).
        """
        n = float(counts.total) or float("nan")  # without a row nothing moves
        slopes = slopes_of_each(formula, counts.one_vs_rest()) * n
        shares = counts.one_vs_rest().table.reshape(-1, 4).T / n
        return cls(slopes - (shares * slopes).sum(0), labels)

    @property
    def by_kind(self) -> ByKind:
        """Of all classes."""
        return ByKind(self.labels, self.terms)

    def known(self) -> Influences:
        """Classes whose value is undefined do not move."""
        return self.mapped(defined)

    def mapped(self, function: Callable[[FloatArray], FloatArray]) -> OfEachClass:
        """A function of the four of each class."""
        terms = function(self.terms)
        return self if terms is self.terms else OfEachClass(terms, self.labels)

    def plus(self, other: Influences) -> Influences:
        """Add the four of each class."""
        return OfEachClass(self.terms + other.terms, self.labels) if self._is_like(other) else super().plus(other)

    def minus(self, other: Influences) -> Influences:
        """Subtract those of another model on the same rows, kind by kind."""
        if not isinstance(other, OfEachClass) or not self.labels.can_stand_beside(other.labels):
            return super().minus(other)
        return OfKinds(apart(self.terms, other.terms), self.labels.beside(other.labels))

    def products(self, weights: FloatArray, other: Influences) -> FloatArray:
        """Sum over the four cells of each class."""
        if not self._is_like(other):
            return super().products(weights, other)
        return np.asarray((self.labels.weights(weights) * self.terms * other.terms).sum(0))

    def _is_like(self, other: Influences) -> TypeGuard[OfEachClass]:
        """Whether these are of the same units and classes."""
        return isinstance(other, OfEachClass) and other.labels is self.labels

    def written(self) -> FloatArray:
        """All are those of a true negative, but for two of each unit."""
        return slopes_of_units(self.terms, *self.labels.codes)

    def of_value(self, place: int) -> FloatArray:
        """Those on one class: most are those of a true negative."""
        neither, wrong, missed, found = self.terms[:, place].tolist()
        true, predicted = (code == place for code in self.labels.codes)
        psi = np.full(len(true), neither)
        psi[predicted] = wrong
        psi[true] = missed
        psi[true & predicted] = found
        return psi

    def only(self, place: int) -> Influences:
        """By the four cells of the table of one class."""
        return OfOneClass(self.terms[:, place], place, self.labels, lambda: self.of_value(place))

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the four cells of each class."""
        return np.asarray((self.labels.weights(weights) * raised(self.terms, power)).sum(0))

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Add what the two classes of a unit differ from all the others."""
        neither, wrong, missed, found = (self.terms * slopes.T[..., None, :]).swapaxes(0, -2)
        true, predicted = self.labels.codes
        right = true == predicted
        at_true = np.where(right, (found - neither)[..., true], (missed - neither)[..., true])
        at_predicted = np.where(right, 0.0, (wrong - neither)[..., predicted])
        return np.asarray(neither.sum(-1)[..., None] + at_true + at_predicted).T

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Sum over the four cells of each class."""
        if sums.ndim == 1:
            return np.asarray((self.labels.weights(sums) * self.terms).sum(0))
        return np.stack([self.onto_values(one) for one in sums.T], axis=1)
