"""
Influences on a metric of each class against all others: four derivatives of a class stand for those of all cells.

The value of class k depends on the table through its true and false positives and negatives. A row of true class i and
predicted class j is a true negative to all classes but these two.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.influence.influences import Influences, defined
from concordant.inference.influence.of_cells import slopes_of_each
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
    Those of units in cells of a table on a formula with one value a class.

    Parameters
    ----------
    formula : callable
        Takes a state with tables of two labels, one a class; gives K values, each of its own table only.
    counts : Counts
        One table (K, K).
    codes : tuple of two ndarray of int, shape (U,)
        The true and the predicted label of each unit. The units hold all rows.
    """

    def __init__(
        self,
        formula: Callable[[Counts], Any],
        counts: Counts,
        codes: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]],
    ) -> None:
        self._codes = codes
        self.shape = (len(counts.labels),)
        n = float(counts.total)
        slopes = slopes_of_each(formula, counts.one_vs_rest()) * n
        shares = counts.one_vs_rest().table.reshape(-1, 4).T / n
        self._psi = slopes - (shares * slopes).sum(0)  # of true and false negatives and positives: (4, K)
        self._last: tuple[FloatArray, FloatArray] | None = None  # the weights that were asked of last: often again

    def _of_cells(self, weights: FloatArray) -> FloatArray:
        """Weights of the units as those of true and false negatives and positives of each class: (4, K)."""
        if self._last is not None and self._last[0] is weights:
            return self._last[1]
        found = Cells(*self._codes, weights, self.size).against_rest(weights).reshape(self.size, 4).T
        self._last = weights, found
        return found

    def known(self) -> Influences:
        """Classes whose value is undefined do not move."""
        psi = defined(self._psi)
        if psi is self._psi:
            return self
        found = copy.copy(self)
        found._psi = psi  # noqa: SLF001
        return found

    def written(self) -> FloatArray:
        """All are those of a true negative, but for two of each unit."""
        return slopes_of_units(self._psi, *self._codes)

    def of_value(self, place: int) -> FloatArray:
        """Those on one class: of the four cells of its table."""
        true, predicted = self._codes
        return np.asarray(self._psi[2 * (true == place) + (predicted == place), place])

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the four cells of each class."""
        return np.asarray((self._of_cells(weights) * self._psi**power).sum(0))

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Add what the two classes of a unit differ from all the others."""
        neither, wrong, missed, found = (self._psi * slopes.T[..., None, :]).swapaxes(0, -2)
        true, predicted = self._codes
        right = true == predicted
        at_true = np.where(right, (found - neither)[..., true], (missed - neither)[..., true])
        at_predicted = np.where(right, 0.0, (wrong - neither)[..., predicted])
        return np.asarray(neither.sum(-1)[..., None] + at_true + at_predicted).T

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Sum over the four cells of each class."""
        if sums.ndim == 1:
            return np.asarray((self._of_cells(sums) * self._psi).sum(0))
        return np.stack([self.onto_values(one) for one in sums.T], axis=1)
