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

from concordant import _kernels
from concordant.inference.influence.influences import Influences, defined
from concordant.inference.influence.of_cells import slopes_of_each
from concordant.inference.influence.of_one_class import KINDS, OfOneClass, ThreeLabels
from concordant.inference.samples.rows_in_groups import RowsInGroups
from concordant.states import Counts
from concordant.states.cells import Cells
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
    codes : tuple of two ndarray of int, shape (U,)
        The true and the predicted label of each unit. The units hold all rows.
    """

    def __init__(self, terms: FloatArray, codes: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]) -> None:
        self.shape = (terms.shape[1],)
        self.terms, self.codes = terms, codes
        self._last: tuple[FloatArray, FloatArray] | None = None  # the weights that were asked of last: often again

    @classmethod
    def of_formula(
        cls,
        formula: Callable[[Counts], Any],
        counts: Counts,
        codes: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]],
    ) -> OfEachClass:
        """
        Those on a formula that takes tables of two labels, one a class, and gives a value of each.

        `counts` is one table (K, K).
        """
        n = float(counts.total)
        slopes = slopes_of_each(formula, counts.one_vs_rest()) * n
        shares = counts.one_vs_rest().table.reshape(-1, 4).T / n
        return cls(slopes - (shares * slopes).sum(0), codes)

    def of_cells(self, weights: FloatArray) -> FloatArray:
        """Weights of the units as those of true and false negatives and positives of each class: (4, K)."""
        if self._last is not None and self._last[0] is weights:
            return self._last[1]
        found = Cells(*self.codes, weights, self.size).against_rest(weights).reshape(self.size, 4).T
        self._last = weights, found
        return found

    def known(self) -> Influences:
        """Classes whose value is undefined do not move."""
        return self.mapped(defined)

    def mapped(self, function: Callable[[FloatArray], FloatArray]) -> OfEachClass:
        """A function of the four of each class."""
        terms = function(self.terms)
        return self if terms is self.terms else self._with(terms)

    def plus(self, other: Influences) -> Influences:
        """Add the four of each class."""
        return self._with(self.terms + other.terms) if self._is_like(other) else super().plus(other)

    def products(self, weights: FloatArray, other: Influences) -> FloatArray:
        """Sum over the four cells of each class."""
        if not self._is_like(other):
            return super().products(weights, other)
        return np.asarray((self.of_cells(weights) * self.terms * other.terms).sum(0))

    def _is_like(self, other: Influences) -> TypeGuard[OfEachClass]:
        """Whether these are of the same units and classes."""
        return isinstance(other, OfEachClass) and other.codes is self.codes and other.size == self.size

    def _with(self, terms: FloatArray) -> OfEachClass:
        """Others of the same units."""
        found = OfEachClass(terms, self.codes)
        found._last = self._last
        return found

    def written(self) -> FloatArray:
        """All are those of a true negative, but for two of each unit."""
        return slopes_of_units(self.terms, *self.codes)

    def of_value(self, place: int) -> FloatArray:
        """Those on one class: most are those of a true negative."""
        neither, wrong, missed, found = self.terms[:, place].tolist()
        true, predicted = (code == place for code in self.codes)
        psi = np.full(len(true), neither)
        psi[predicted] = wrong
        psi[true] = missed
        psi[true & predicted] = found
        return psi

    def only(self, place: int) -> Influences:
        """By the four cells of the table of one class."""
        return ValueOfClass(self, place)

    def sums(self, rows: RowsInGroups, here: slice) -> FloatArray:
        """Add the rows of each class, and all others at once."""
        return self._grouped(self.terms, rows, here)

    def sums_of_squares(self, rows: RowsInGroups, here: slice) -> FloatArray:
        """Add the rows of each class, and all others at once."""
        return self._grouped(self.terms**2, rows, here)

    def _grouped(self, terms: FloatArray, rows: RowsInGroups, here: slice) -> FloatArray:
        truth, prediction = (np.ascontiguousarray(code, np.int64) for code in self.codes)
        group, weight, unit = rows.contiguous()
        first, last, _ = here.indices(self.size)
        terms = np.ascontiguousarray(terms, np.float64)
        return np.asarray(
            _kernels.class_sums(terms, truth, prediction, group, unit, weight, rows.size, first, max(first, last))
        )

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the four cells of each class."""
        return np.asarray((self.of_cells(weights) * self.terms**power).sum(0))

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Add what the two classes of a unit differ from all the others."""
        neither, wrong, missed, found = (self.terms * slopes.T[..., None, :]).swapaxes(0, -2)
        true, predicted = self.codes
        right = true == predicted
        at_true = np.where(right, (found - neither)[..., true], (missed - neither)[..., true])
        at_predicted = np.where(right, 0.0, (wrong - neither)[..., predicted])
        return np.asarray(neither.sum(-1)[..., None] + at_true + at_predicted).T

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Sum over the four cells of each class."""
        if sums.ndim == 1:
            return np.asarray((self.of_cells(sums) * self.terms).sum(0))
        return np.stack([self.onto_values(one) for one in sums.T], axis=1)


class ValueOfClass(OfOneClass):
    """Those on the value of one class; of two models they are subtracted kind by kind."""

    def __init__(self, each: OfEachClass, place: int) -> None:
        self.each, self.place = each, place
        super().__init__(
            each.terms[:, place], lambda weights: each.of_cells(weights)[:, place], lambda: each.of_value(place)
        )

    def minus(self, other: Influences) -> Influences:
        """Subtract those of another model on the same rows."""
        if not isinstance(other, ValueOfClass) or other.each.codes[0] is not self.each.codes[0]:
            return super().minus(other)
        if other.place != self.place or other.each.size != self.each.size:
            return super().minus(other)
        place, labels = self.place, three_labels(self.each, other.each)
        first, second = self.each.terms[:, place], other.each.terms[:, place]
        true, a, b = KINDS
        with np.errstate(invalid="ignore"):
            psi = first[2 * true + a] - second[2 * true + b]
        write = super().minus
        return OfOneClass(psi, lambda weights: labels.kinds(weights)[:, place], lambda: write(other).written()[:, 0])


def three_labels(first: OfEachClass, second: OfEachClass) -> ThreeLabels:
    """The labels of two models beside the truth, which all classes share."""
    known: ThreeLabels | None = first.notes.get("beside")
    truth, a = first.codes
    if known is None or known.codes[2] is not second.codes[1]:
        known = first.notes["beside"] = ThreeLabels(truth, a, second.codes[1], first.size)
    return known
