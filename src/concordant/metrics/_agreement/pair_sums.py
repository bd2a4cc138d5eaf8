"""
What coefficients of exchangeable raters read: one set of sums, of two columns of labels or of a panel.

Of two raters a row is a unit with two ratings, and all sums follow from their table. Of a panel a unit with the counts
``T`` of its labels adds its pairs of ratings ``Q = T T' - diag(T)``: divided by ``m (m - 1)`` (every unit alike), by
``m - 1`` (every rating alike) or not at all (every pair alike). The disagreement in them, ``sum V Q``, is computed
without the matrix Q of each unit.

A reading can be nudged: each of its units in turn counts `step` more. With step -1 that is every panel without one of
its units, with a tiny imaginary step the derivative by the weight of each unit (the complex step).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._agreement.penalties import Penalties, margins
from concordant.states import Counts, Ratings, Tallies, TallySums
from concordant.typing import FloatArray, Floats, NumberArray


def pair_sums(state: Any) -> Any:
    """Return the sums of a state, as formulas read them."""
    if isinstance(state, Counts):
        return SumsOfCounts(state)
    if isinstance(state, TallySums):
        return GivenSums(state)
    if isinstance(state, Ratings):
        return SumsOfTallies(state.tallies())
    if isinstance(state, Tallies):
        return SumsOfTallies(state)
    return state


def require_symmetric(state: Any, v: Penalties, weights: Any, name: str) -> None:
    """Raise where the weights tell first from second, and the raters of a panel are in no order."""
    if weights is None or isinstance(weights, str) or isinstance(state, SumsOfCounts):
        return
    if not np.array_equal(v.matrix, v.matrix.T):
        msg = f"{name} does not tell the raters of a panel apart: its matrix of weights must be symmetric."
        raise OptionError(msg)


class SumsOfCounts:
    """The sums of two raters: made at every call, so that each is computed when a formula reads it, and once."""

    __slots__ = ("_values", "counts")

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self._values: NumberArray | None = None

    labels = property(lambda self: self.counts.labels)
    ordered = property(lambda self: self.counts.ordered)

    @property
    def n(self) -> Floats:
        return self.counts.total

    pairs_n = n

    @property
    def shares(self) -> NumberArray:
        return self.values / 2.0

    @property
    def values(self) -> NumberArray:
        if self._values is None:
            rows, columns = margins(self.counts)
            self._values = rows + columns
        return self._values

    ratings = values

    def apart(self, v: Penalties) -> Floats:
        return v.total(self.counts)

    def coincident(self, v: Penalties) -> Floats:
        return 2.0 * v.total(self.counts)

    paired = coincident

    @property
    def pairs(self) -> Floats:
        return 2.0 * self.n

    @property
    def pair_table(self) -> Counts:
        return self.counts


class GivenSums:
    """Sums that were added up before."""

    def __init__(self, sums: TallySums) -> None:
        self.sums, self.labels, self.ordered = sums, sums.labels, sums.ordered
        self.n, self.pairs_n = sums.units[()], sums.paired_units[()]
        self.shares, self.ratings = sums.shares, sums.ratings

    @property
    def values(self) -> Any:
        return self.sums.coincidences.sum(-1)

    def apart(self, v: Penalties) -> Floats:
        return _total(v, self.sums.within)

    def coincident(self, v: Penalties) -> Floats:
        return _total(v, self.sums.coincidences)

    def paired(self, v: Penalties) -> Floats:
        return _total(v, self.sums.pairs)

    @property
    def pairs(self) -> Floats:
        return self.sums.pairs.sum((-1, -2))

    @property
    def pair_table(self) -> Counts:
        return Counts(self.sums.pairs, self.labels, self.ordered)


def _total(v: Penalties, table: NumberArray) -> Floats:
    return np.einsum("...ij,...ij->...", table, v.matrix)[()]


class SumsOfTallies:
    """
    The sums of a panel.

    Parameters
    ----------
    tallies : Tallies
        The panel.
    step : complex, optional
        How much more each unit counts, one at a time: a new last axis of the stack.
    some : slice
        The compositions that are nudged.
    """

    def __init__(self, tallies: Tallies, step: complex | None = None, some: slice = slice(None)) -> None:
        self.labels, self.ordered = tallies.labels, tallies.ordered
        self.step, self.some = step, some
        self.weight, self.counts = tallies.weight * 1.0, tallies.counts * 1.0
        self.m = self.counts.sum(1)

    def _lifted(self, total: Any, each: FloatArray) -> Any:
        """The sum, or the sums in which each unit in turn counts `step` more."""
        if self.step is None:
            return total
        total = np.asarray(total)
        if each.ndim == 1:
            return total[..., None] + self.step * each[self.some]
        return total[..., None, :] + self.step * each[self.some]

    def _sum(self, each: FloatArray) -> Any:
        return self._lifted((self.weight @ each)[()], each)

    @cached_property
    def _two(self) -> FloatArray:
        found: FloatArray = (self.m >= 2) * 1.0
        return found

    @property
    def n(self) -> Floats:
        return self._sum(np.ones(len(self.m)))

    @property
    def pairs_n(self) -> Floats:
        return self._sum(self._two)

    @cached_property
    def shares(self) -> Any:
        return self._sum(self.counts / self.m[:, None])

    @property
    def values(self) -> Any:
        return self._sum(self.counts * self._two[:, None])

    @property
    def ratings(self) -> Any:
        return self._sum(self.counts)

    @property
    def pairs(self) -> Floats:
        return self._sum(self.m * (self.m - 1.0))

    def apart(self, v: Penalties) -> Floats:
        return self._disagreement(v, 0)

    def coincident(self, v: Penalties) -> Floats:
        return self._disagreement(v, 1)

    def paired(self, v: Penalties) -> Floats:
        return self._disagreement(v, 2)

    def _per_pair(self, power: int) -> FloatArray:
        """The weight of a pair of ratings in a unit, where units, ratings or pairs count alike."""
        if power == 2:
            return self._two
        every: FloatArray = np.where(self._two > 0, self.m, 2.0)
        return self._two / (every - 1.0) / (every if power == 0 else 1.0)

    def _disagreement(self, v: Penalties, power: int) -> Floats:
        """``sum_u w_u c_u <V, T T' - diag(T)>``; the diagonal of V is zero."""
        per, matrix = self._per_pair(power), v.matrix
        if matrix.ndim == 2:
            return self._sum(((self.counts @ matrix) * self.counts).sum(1) * per)
        return self._of_stack(matrix, per)

    def _of_stack(self, matrix: NumberArray, per: FloatArray) -> Floats:
        """The same of disagreements that differ from one of the stack to the next."""
        table = (self.counts.T * (self.weight * per)[..., None, :]) @ self.counts
        if self.step is None:
            return np.einsum("...kl,...kl->...", matrix, table)[()]
        total = np.einsum("...ukl,...kl->...u", matrix, table)
        counts = self.counts[self.some]
        each = np.einsum("...ukl,uk,ul->...u", matrix, counts, counts) * per[self.some]
        return total + self.step * each

    @property
    def pair_table(self) -> Counts:
        table = (self.counts.T * self.weight[..., None, :]) @ self.counts
        place = np.arange(len(self.labels))
        table[..., place, place] -= self.weight @ self.counts
        if self.step is None:
            return Counts(table, self.labels, self.ordered)
        counts = self.counts[self.some]
        each = counts[:, :, None] * counts[:, None, :]
        each[:, place, place] -= counts
        return Counts(table[..., None, :, :] + self.step * each, self.labels, self.ordered)
