"""Influence on the value of each class against the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.influence.influences import Influences, raised
from concordant.inference.influence.tables import slopes_of_each
from concordant.states import Counts
from concordant.typing import FloatArray

Codes = npt.NDArray[np.intp]
_MOST = 1 << 27  # influences in one array: 1 GiB
_FEW = 64  # labels
_MOST_OF_ALL = 0.5  # of all weights
_KEPT = 2  # weights whose patterns were counted last, which are often the next
# For each pattern of three labels, whether the class is the true label, the first prediction, the second.
PATTERNS = tuple((np.arange(8) >> bit) & 1 for bit in (2, 1, 0))


class PerPattern(Influences):
    """
    Those on a value of each class, or on that of one class, of one model or on the difference of two.

    Parameters
    ----------
    terms : ndarray of shape (2**L, S)
        Of a row of each pattern. Those of patterns without a row mean nothing.
    labels : Patterns
        The labels of all atoms.
    one : int or None
        The class whose value alone is meant; None for a value of each class.
    """

    def __init__(self, terms: FloatArray, labels: Patterns, one: int | None = None) -> None:
        self.shape = (terms.shape[1],) if one is None else ()
        self.terms, self.labels, self.one = terms, labels, one

    @property
    def by_pattern(self) -> PerPattern:
        """These."""
        return self

    @property
    def first(self) -> int:
        """The class of the first value; those of the others follow."""
        return self.one or 0

    def weights(self, weights: FloatArray) -> FloatArray:
        """The weight of each pattern for the classes of the values, (2**L, S)."""
        return self.labels.weights(weights)[:, self.first : self.first + self.size]

    def matches(self, other: PerPattern) -> bool:
        """Whether these are of the same rows and classes."""
        return self.labels is other.labels and self.one == other.one

    def mapped(self, function: Callable[[FloatArray], FloatArray]) -> PerPattern:
        """A function of that of each pattern."""
        return type(self)(function(self.terms), self.labels, self.one)

    def minus(self, other: Influences) -> Influences:
        """Subtract pattern by pattern: those of another model on the same rows, or more of the same."""
        if isinstance(other, PerPattern) and self.one == other.one:
            if self.labels is other.labels:
                return type(self)(self.terms - other.terms, self.labels, self.one)
            if self.labels.can_stand_beside(other.labels):
                first, second = of_both(self.terms, other.terms)
                with np.errstate(invalid="ignore"):
                    return PerPattern(first - second, self.labels.beside(other.labels), self.one)
        return super().minus(other)

    def written(self) -> FloatArray:
        """Those of all atoms."""
        return np.stack([self.of_value(index) for index in range(self.size)], axis=1)

    def of_value(self, index: int) -> FloatArray:
        """Those on one class."""
        return np.asarray(self.terms[self.labels.of_class(self.first + index), index])

    def only(self, index: int) -> Influences:
        """By the patterns of one class."""
        return PerPattern(self.terms[:, [index]], self.labels, self.first + index)

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the patterns."""
        return self._sums(weights, raised(self.terms, power))

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Sum over the patterns."""
        return self._sums(sums, self.terms)

    def _sums(self, weights: FloatArray, terms: FloatArray) -> FloatArray:
        """The sums over the patterns that occur: what is undefined of others does not count."""
        of_pattern = self.weights(weights)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.where(of_pattern != 0, of_pattern * terms, 0.0).sum(0))


class PerClass(PerPattern):
    """
    Those of atoms in cells of a table on one value a class.

    The value of a class depends on the table through its true and false positives and negatives; a row of true class i
    and predicted class j is a true negative of all classes but these two. So the patterns are those of two labels.
    """

    @classmethod
    def of_formula(cls, formula: Callable[[Counts], Any], counts: Counts, labels: Patterns) -> PerClass:
        """
        Those on a formula that takes tables of two labels, one a class, and gives a value of each.

        `counts` is one table (K, K).
        """
        n = float(counts.total) or float("nan")  # without a row nothing moves
        slopes = slopes_of_each(formula, counts.one_vs_rest())[1].T * n
        shares = counts.one_vs_rest().table.reshape(-1, 4).T / n
        return cls(slopes - (shares * slopes).sum(0), labels)


def of_both(first: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Values for the patterns of one model each, (4, ...), repeated for the patterns of both models, (8, ...)."""
    true, a, b = PATTERNS
    return first[2 * true + a], second[2 * true + b]


class Patterns:
    """
    The patterns of rows of L labels: for each of K classes, a bit for each label that is the class, truth first.

    Of two labels the patterns are true negatives, false positives, false negatives and true positives. All rows in
    which no label is the class have the same pattern, so that a few weights a class tell all; those of every class are
    counted at once.

    Attributes
    ----------
    codes : tuple of L ndarray of int, shape (U,)
        The labels of each atom; those of the truth first.
    classes : int
        K.
    """

    def __init__(self, codes: tuple[Codes, ...], classes: int) -> None:
        self.codes, self.classes = codes, classes
        self._cached: list[tuple[FloatArray, FloatArray]] = []

    def can_stand_beside(self, other: Patterns) -> bool:
        """Whether both are of one prediction each beside the same truth."""
        alone = len(self.codes) == len(other.codes) == 2
        return alone and self.codes[0] is other.codes[0] and self.classes == other.classes

    def beside(self, other: Patterns) -> Patterns:
        """The same rows with the prediction of another model, too; the truth is the same."""
        both: Patterns | None = self.notes.get("beside")
        second = other.codes[1]
        if both is None or both.codes[2] is not second:
            both = self.notes["beside"] = Patterns((*self.codes, second), self.classes)
        return both

    def of_class(self, index: int | Codes) -> Codes:
        """The pattern of each atom for one class, or for one of its own, (U,)."""
        size = len(self.codes)
        return np.asarray(sum((code == index) << (size - 1 - bit) for bit, code in enumerate(self.codes)))

    def weights(self, weights: FloatArray) -> FloatArray:
        """The weight of each pattern for every class, (2**L, K), by the weights of the atoms."""
        for cached, sums in self._cached:
            if cached is weights:
                return sums
        sums = np.zeros((1 << len(self.codes), self.classes))
        for index, code in enumerate(self.codes):
            pattern = self.of_class(code)
            first = np.flatnonzero(pattern >> (len(self.codes) - index) == 0)  # no label before this one is the same
            cells = pattern[first] * self.classes + code[first]
            sums += np.bincount(cells, weights[first], sums.size).reshape(sums.shape)
        sums[0] = self._of_other_classes(weights, sums.sum(0))
        self._cached = [*self._cached[1 - _KEPT :], (weights, sums)]
        return sums

    def _of_other_classes(self, weights: FloatArray, of_class: FloatArray) -> FloatArray:
        """The weight of rows of other classes alone; added up where a difference would lose digits."""
        total = float(weights.sum())
        others = total - of_class
        if (weights >= 0).all():  # else they are sums, of which none is most of all
            frequent = np.flatnonzero(of_class > _MOST_OF_ALL * total)  # twice as many at most as a row has labels
            for index in frequent:
                others[index] = weights[np.all([code != index for code in self.codes], axis=0)].sum()
        return others

    @cached_property
    def notes(self) -> dict[str, Any]:
        """Results that were computed from them, to be used again."""
        return {}
