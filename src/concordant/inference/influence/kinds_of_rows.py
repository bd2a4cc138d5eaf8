"""
The kinds of rows for each class, by which of their labels are the class.

All rows in which none of the labels is the class are of one kind, so that a few weights a class tell all; those of
every class are counted at once.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.typing import FloatArray

Codes = npt.NDArray[np.intp]
_MOST = 0.5  # of all weights
_KEPT = 2  # weights that were asked of last, which are often again
# Of each kind of rows of three labels, whether the class is the true label, the first prediction, the second.
KINDS = tuple((np.arange(8) >> bit) & 1 for bit in (2, 1, 0))


def of_both(first: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Numbers of the kinds of rows of one model each, (4, ...), for the kinds of both models, (8, ...)."""
    true, a, b = KINDS
    return first[2 * true + a], second[2 * true + b]


def apart(first: FloatArray, second: FloatArray) -> FloatArray:
    """The first less the second, for the kinds of both."""
    one, other = of_both(first, second)
    with np.errstate(invalid="ignore"):
        return np.asarray(one - other)


def sums_of_kinds(weights: FloatArray, numbers: FloatArray) -> FloatArray:
    """The sums over the kinds that there are: what is undefined of others does not count."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(weights != 0, weights * numbers, 0.0).sum(0))


class KindsOfRows:
    """
    Rows of L labels, for each of K classes by a bit for each label that is the class, the highest for the truth.

    Of two labels the kinds are true negatives, false positives, false negatives and true positives.

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

    def can_stand_beside(self, other: KindsOfRows) -> bool:
        """Whether both are of one prediction each beside the same truth."""
        alone = len(self.codes) == len(other.codes) == 2
        return alone and self.codes[0] is other.codes[0] and self.classes == other.classes

    def beside(self, other: KindsOfRows) -> KindsOfRows:
        """The same rows with the prediction of another model, too; the truth is the same."""
        known: KindsOfRows | None = self.notes.get("beside")
        second = other.codes[1]
        if known is None or known.codes[2] is not second:
            known = self.notes["beside"] = KindsOfRows((*self.codes, second), self.classes)
        return known

    def of_class(self, place: int) -> Codes:
        """The kind of each unit for one class, (U,)."""
        size = len(self.codes)
        return np.asarray(sum((codes == place) << (size - 1 - bit) for bit, codes in enumerate(self.codes)))

    def weights(self, weights: FloatArray) -> FloatArray:
        """The weight of each kind of rows for every class, (2**L, K), by the weights of the units."""
        for known, found in self._known:
            if known is weights:
                return found
        codes = [np.ascontiguousarray(code, np.int64) for code in self.codes]
        of_each = _kernels.kinds_of_rows(codes, np.ascontiguousarray(weights, np.float64), self.classes)
        found = np.ascontiguousarray(of_each.T)
        found[0] = self._others(weights, found.sum(0))
        self._known = [*self._known[1 - _KEPT :], (weights, found)]
        return found

    def _others(self, weights: FloatArray, of_class: FloatArray) -> FloatArray:
        """The weight of rows of other classes alone; added up where a difference would lose digits."""
        total = float(weights.sum())
        found = total - of_class
        if (weights >= 0).all():  # else they are sums, of which none is most of all
            for place in np.flatnonzero(of_class > _MOST * total):  # twice as many at most as a row has labels
                found[place] = weights[np.all([codes != place for codes in self.codes], axis=0)].sum()
        return found

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What was found of them that is asked for again."""
        return {}
