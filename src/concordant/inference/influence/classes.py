"""Influence on the value of each class against the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from concordant import _kernels
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


class PerClass(Influences):
    """
    Those of atoms in cells of a table on one value a class.

    The value of a class depends on the table through its true and false positives and negatives; a row of true class i
    and predicted class j is a true negative of all classes but these two.

    Parameters
    ----------
    terms : ndarray of shape (4, K)
        Of true negatives, false positives, false negatives and true positives of each class.
    labels : Patterns
        The true and the predicted label of each atom. The atoms hold all rows.
    """

    def __init__(self, terms: FloatArray, labels: Patterns) -> None:
        self.shape = (terms.shape[1],)
        self.terms, self.labels = terms, labels

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

    @property
    def by_pattern(self) -> ByPattern:
        """Of all classes."""
        return ByPattern(self.labels, self.terms)

    def mapped(self, function: Callable[[FloatArray], FloatArray]) -> PerClass:
        """A function of the four of each class."""
        terms = function(self.terms)
        return self if terms is self.terms else PerClass(terms, self.labels)

    def plus(self, other: Influences) -> Influences:
        """Add the four of each class."""
        return PerClass(self.terms + other.terms, self.labels) if self._is_like(other) else super().plus(other)

    def minus(self, other: Influences) -> Influences:
        """Subtract those of another model on the same rows, pattern by pattern."""
        if not isinstance(other, PerClass) or not self.labels.can_stand_beside(other.labels):
            return super().minus(other)
        return PerPattern(_differences(self.terms, other.terms), self.labels.beside(other.labels))

    def _is_like(self, other: Influences) -> TypeGuard[PerClass]:
        return isinstance(other, PerClass) and other.labels is self.labels

    def written(self) -> FloatArray:
        """All are those of a true negative, but for two of each atom."""
        neither, wrong, missed, right = self.terms
        true, predicted = self.labels.codes
        row = np.arange(len(true))
        psi = np.tile(neither, (len(row), 1))
        psi[row, predicted] = wrong[predicted]
        psi[row, true] = np.where(true == predicted, right[true], missed[true])
        return psi

    def of_value(self, index: int) -> FloatArray:
        """Those on one class: most are those of a true negative."""
        neither, wrong, missed, right = self.terms[:, index].tolist()
        true, predicted = (code == index for code in self.labels.codes)
        psi = np.full(len(true), neither)
        psi[predicted] = wrong
        psi[true] = missed
        psi[true & predicted] = right
        return psi

    def only(self, index: int) -> Influences:
        """By the four cells of the table of one class."""
        return OneClass(self.terms[:, index], index, self.labels, lambda: self.of_value(index))

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the four cells of each class."""
        return np.asarray((self.labels.weights(weights) * raised(self.terms, power)).sum(0))

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Sum over the four cells of each class."""
        if sums.ndim == 1:
            return np.asarray((self.labels.weights(sums) * self.terms).sum(0))
        return np.stack([self.onto_values(column) for column in sums.T], axis=1)


class PerPattern(Influences):
    """
    Those on a value of each class, such as the difference of two models.

    Parameters
    ----------
    terms : ndarray of shape (2**L, K)
        Of each pattern of rows. Those of patterns without a row mean nothing.
    labels : Patterns
        The labels of all atoms.
    """

    def __init__(self, terms: FloatArray, labels: Patterns) -> None:
        self.shape = (terms.shape[1],)
        self.terms, self.labels = terms, labels

    @property
    def by_pattern(self) -> ByPattern:
        """Of all classes."""
        return ByPattern(self.labels, self.terms)

    def written(self) -> FloatArray:
        """Those of all atoms."""
        return np.stack([self.of_value(index) for index in range(self.size)], axis=1)

    def of_value(self, index: int) -> FloatArray:
        """Those on one class."""
        return np.asarray(self.terms[self.labels.of_class(index), index])

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the patterns that occur."""
        return _pattern_sums(self.labels.weights(weights), raised(self.terms, power))


class OneClass(Influences):
    """
    Those on the value of one class, or on the difference of two models there: one number for each pattern.

    Parameters
    ----------
    psi : ndarray of shape (2**L,)
        Of an atom of each pattern.
    index : int
        The class.
    labels : Patterns
        The labels of all atoms.
    write : callable
        Gives those of all atoms, (U,).
    """

    shape = ()

    def __init__(self, psi: FloatArray, index: int, labels: Patterns, write: Callable[[], FloatArray]) -> None:
        self.psi, self.index, self.labels, self._write = psi, index, labels, write

    @property
    def by_pattern(self) -> ByPattern:
        """Of this class alone."""
        return ByPattern(self.labels, self.psi[:, None], self.index)

    @cached_property
    def _written(self) -> FloatArray:
        return self._write()[:, None]

    def written(self) -> FloatArray:
        """Those of all atoms."""
        return self._written

    def mapped(self, function: Callable[[FloatArray], FloatArray]) -> Influences:
        """A function of that of each pattern."""
        psi = function(self.psi[:, None])[:, 0]
        return OneClass(psi, self.index, self.labels, lambda: function(self._written)[:, 0])

    def minus(self, other: Influences) -> Influences:
        """Subtract those of another model on the same rows and class, pattern by pattern."""
        if not isinstance(other, OneClass) or self.index != other.index:
            return super().minus(other)
        if not self.labels.can_stand_beside(other.labels):
            return super().minus(other)
        write, psi = super().minus, _differences(self.psi, other.psi)
        return OneClass(psi, self.index, self.labels.beside(other.labels), lambda: write(other).written()[:, 0])

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the patterns that occur."""
        return _pattern_sums(self.labels.weights(weights)[:, self.index], raised(self.psi, power))[None]


def _differences(first: FloatArray, second: FloatArray) -> FloatArray:
    """The first less the second, for the patterns of both models."""
    a, b = of_both(first, second)
    with np.errstate(invalid="ignore"):
        return np.asarray(a - b)


def of_both(first: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Values for the patterns of one model each, (4, ...), repeated for the patterns of both models, (8, ...)."""
    true, a, b = PATTERNS
    return first[2 * true + a], second[2 * true + b]


def _pattern_sums(weights: FloatArray, values: FloatArray) -> FloatArray:
    """The sums over the patterns that occur: what is undefined of others does not count."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(weights != 0, weights * values, 0.0).sum(0))


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

    def of_class(self, index: int) -> Codes:
        """The pattern of each atom for one class, (U,)."""
        size = len(self.codes)
        return np.asarray(sum((code == index) << (size - 1 - bit) for bit, code in enumerate(self.codes)))

    def weights(self, weights: FloatArray) -> FloatArray:
        """The weight of each pattern for every class, (2**L, K), by the weights of the atoms."""
        for cached, sums in self._cached:
            if cached is weights:
                return sums
        codes = [np.ascontiguousarray(code, np.int64) for code in self.codes]
        per_class = _kernels.kinds_of_rows(codes, np.ascontiguousarray(weights, np.float64), self.classes)
        sums = np.ascontiguousarray(per_class.T)
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


@dataclass(frozen=True, slots=True)
class ByPattern:
    """
    How far a row of each pattern moves S values of one class each.

    Attributes
    ----------
    labels : Patterns
        The labels of all atoms.
    terms : ndarray of shape (2**L, S)
        Of each pattern.
    first : int
        The class of the first value; those of the others follow.
    """

    labels: Patterns
    terms: FloatArray
    first: int = 0

    def weights(self, weights: FloatArray) -> FloatArray:
        """The weight of each pattern for these classes, (2**L, S)."""
        return self.labels.weights(weights)[:, self.first : self.first + self.terms.shape[1]]

    def matches(self, other: ByPattern) -> bool:
        """Whether these are of the same rows and classes."""
        return self.labels is other.labels and (self.first, self.terms.shape) == (other.first, other.terms.shape)
