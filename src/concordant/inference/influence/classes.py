"""Influence on the value of each class against the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.inference.influence.influences import Influences, Written, defined, raised
from concordant.inference.influence.tables import TooManyCellsError, at_cells, cell_slopes, slopes_of_each
from concordant.inputs.label_values import occurring_places
from concordant.metrics.definition.facts import Share
from concordant.states import Counts
from concordant.typing import FloatArray

# Influences on a metric of each class against all others: four derivatives of a class stand for those of all cells.
#
# The value of class k depends on the table through its true and false positives and negatives. A row of true class i
# and predicted class j is a true negative to all classes but these two.


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


class OfKinds(Influences):
    """
    Those on a value of each class, such as the difference of two models.

    Parameters
    ----------
    terms : ndarray of shape (2**L, K)
        Of each kind of rows. Those of kinds without a row mean nothing.
    labels : KindsOfRows
        The labels of all units.
    """

    def __init__(self, terms: FloatArray, labels: KindsOfRows) -> None:
        self.shape = (terms.shape[1],)
        self.terms, self.labels = terms, labels

    @property
    def by_kind(self) -> ByKind:
        """Of all classes."""
        return ByKind(self.labels, self.terms)

    def written(self) -> FloatArray:
        """Those of all units."""
        return np.stack([self.of_value(place) for place in range(self.size)], axis=1)

    def of_value(self, place: int) -> FloatArray:
        """Those on one class."""
        return np.asarray(self.terms[self.labels.of_class(place), place])

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the kinds that there are."""
        return sums_of_kinds(self.labels.weights(weights), raised(self.terms, power))

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Multiply."""
        return Written(self.written()).onto_units(slopes)

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Multiply."""
        return Written(self.written()).onto_values(sums)


# Influences on many shares of rows at once, without an array of them.
#
# A row adds one or nothing to the rows that are counted, and to those that they are counted among, of each share. Both
# numbers are sums over rows: of weighted units they are taken of the table with these weights, and the way back, what
# each cell adds to a weighted sum of them, is the derivative of that sum, see `tape`.


_OF_SHARES_MOST = 1 << 27  # numbers: 1 GiB
_FEW = 64  # labels


class OfShares(Influences):
    """
    Those of units in cells of a table on shares of shape (P,): ``(counted - p among) n / whole``, 0 of no rows.

    Parameters
    ----------
    share : Share
        Of one table: rows count once, or not at all, and those counted are among those counted among.
    counts : Counts
        One table (K, K).
    cell : ndarray of int, shape (U,)
        The place of each unit in the flat table. The units hold all rows.
    """

    def __init__(self, share: Share, counts: Counts, cell: npt.NDArray[np.intp]) -> None:
        if len(counts.labels) > _FEW:  # a table of so many labels has more cells than hold rows
            counts = Counts.from_cells(counts.occupied, counts.labels, ordered=counts.ordered)
        self._share, self._counts, self._cell = share, counts, cell
        # The weights that were asked of last: often again.
        self._last: tuple[FloatArray, tuple[FloatArray, FloatArray]] | None = None
        part, whole = (np.asarray(take(counts), np.float64) for take in (share.part, share.whole))
        self.shape = whole.shape
        with np.errstate(invalid="ignore"):
            self.values = np.asarray(part / np.where(whole > 0, whole, np.nan))
        self._p = np.nan_to_num(self.values)
        self._scale = np.where(whole > 0, float(counts.total) / np.where(whole > 0, whole, 1.0), 0.0)

    @cached_property
    def _places(self) -> npt.NDArray[np.intp]:
        """The place of each unit among the numbers of the counts; that of a unit without weight does not matter."""
        if self._counts.cells is None:
            return self._cell
        flat = self._counts.cells.flat
        if np.array_equal(flat, self._cell):
            return np.arange(len(flat))
        return np.minimum(np.searchsorted(flat, self._cell), self._counts.numbers.size - 1)

    def _totals(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The weight of the units that are counted, and of those among which."""
        if self._last is None or self._last[0] is not weights:
            state = at_cells(self._counts, self._cell, weights)
            self._last = weights, (self._share.part(state), self._share.whole(state))
        return self._last[1]

    def known(self) -> Influences:
        """No share is moved that has no rows."""
        return self

    def written(self) -> FloatArray:
        """All of them, from what a row of each cell adds to both sums."""
        if self.size * len(self._cell) > _OF_SHARES_MOST:
            raise TooManyCellsError
        if self._share.back is not None and self._counts.cells is not None:
            return self.onto_units(np.eye(self.size))
        here, place = occurring_places(self._cell, len(self._counts.labels) ** 2)
        sums = (self._share.part, self._share.whole)
        counted, among = (cell_slopes(take, self._counts, here)[place] for take in sums)
        return np.asarray((counted - self._p * among) * self._scale)

    def some(self, here: slice) -> FloatArray:
        """The derivatives of some shares alone."""
        if self.size * len(self._cell) > _OF_SHARES_MOST:
            raise TooManyCellsError
        return self.onto_units(np.eye(self.size)[:, here])

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over two kinds of units: those that are counted, and the others among which."""
        part, whole = self._totals(weights)
        return np.asarray(self._scale**power * (part * (1 - self._p) ** power + (whole - part) * (-self._p) ** power))

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Take the derivative of the weighted sum by the cells."""
        if slopes.ndim > 1:
            return _side_by_side([self.onto_units(one) for one in slopes.T], len(self._cell))
        of_part = slopes * self._scale
        of_whole = -of_part * self._p
        if self._share.back is not None:
            return self._share.back(self._counts, of_part, of_whole).ravel()[self._places]

        def weighted(state: Counts) -> Any:
            return (self._share.part(state) * of_part).sum(-1) + (self._share.whole(state) * of_whole).sum(-1)

        cells = len(self._counts.labels) ** 2
        if self._counts.cells is None:
            return cell_slopes(weighted, self._counts, np.arange(cells))[self._cell]
        here, place = occurring_places(self._cell, cells)
        return cell_slopes(weighted, self._counts, here)[place]

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Take the sums of the table that has the sums of the units for weights."""
        if sums.ndim > 1:
            return _side_by_side([self.onto_values(one) for one in sums.T], self.size)
        part, whole = self._totals(sums)
        return self._scale * (part - self._p * whole)


def _side_by_side(columns: list[FloatArray], rows: int) -> FloatArray:
    """Columns as a matrix, (rows, T); also none."""
    return np.stack(columns, axis=1) if columns else np.zeros((rows, 0))


# Influences on the value of one class of many, and on the difference of two models there.
#
# Four numbers, or eight of two models, and the weights of as many kinds of rows tell all.


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


# The kinds of rows for each class, by which of their labels are the class.
#
# All rows in which none of the labels is the class are of one kind, so that a few weights a class tell all; those of
# every class are counted at once.


Codes = npt.NDArray[np.intp]
_KINDS_OF_ROWS_MOST = 0.5  # of all weights
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
            for place in np.flatnonzero(
                of_class > _KINDS_OF_ROWS_MOST * total
            ):  # twice as many at most as a row has labels
                found[place] = weights[np.all([codes != place for codes in self.codes], axis=0)].sum()
        return found

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What was found of them that is asked for again."""
        return {}


@dataclass(frozen=True, slots=True)
class ByKind:
    """
    What rows of each kind move S values of one class each.

    Attributes
    ----------
    labels : KindsOfRows
        The labels of all units.
    terms : ndarray of shape (2**L, S)
        Of each kind of rows.
    first : int
        The class of the first value; those of the others follow.
    """

    labels: KindsOfRows
    terms: FloatArray
    first: int = 0

    def weights(self, weights: FloatArray) -> FloatArray:
        """The weight of each kind of rows for these classes, (2**L, S)."""
        return self.labels.weights(weights)[:, self.first : self.first + self.terms.shape[1]]

    def is_beside(self, other: ByKind) -> bool:
        """Whether these are of the same rows and classes."""
        return self.labels is other.labels and (self.first, self.terms.shape) == (other.first, other.terms.shape)
