"""What coefficients read of a table or a panel: pair sums, rater sums; why they are undefined."""

# ruff: noqa: D102  (what each sum is stands at the head of its class)

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partialmethod
from math import comb, prod
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from concordant.errors import OptionError
from concordant.metrics.agreement.weights import Penalties, penalties
from concordant.metrics.arithmetic import ratio
from concordant.states import Counts, Ratings, Tallies, TallySums
from concordant.states.profiles import Places, sums_of
from concordant.typing import FloatArray, Floats, NumberArray

_STACK_SIZE = 1 << 21  # values in one stack of tables
_MOST_PAIRED = 1000  # raters, of whose pairs there are tables
_ROUNDING = 1e-13  # share of a weight that rounding leaves of none


def same_category(counts: Counts, **_: object) -> str:
    """Say why a coefficient is undefined whose chance follows from how often two raters use each category."""
    if counts.stack:
        reasons = lacking_in_stack(counts) or ["the weights make no difference between the categories that occur"]
        return f"in some tables {' or '.join(reasons)}"
    totals = counts.row_totals + counts.column_totals
    used = [label for label, total in zip(counts.labels, totals, strict=True) if total]
    if not used:
        return "there are no rows"
    if len(used) == 1:
        return f"both raters use only the category {used[0]!r}, so chance alone would agree always (0/0)"
    return "the weights make no difference between the categories that occur (0/0)"


def lacking_in_stack(counts: Counts) -> list[str]:
    """What some tables of a stack lack: rows, or a second category."""
    used = ((counts.row_totals + counts.column_totals) != 0).sum(-1)
    reasons = {0: "there are no rows", 1: "both raters use one and the same category"}
    return [reason for number, reason in reasons.items() if (used == number).any()]


def same_label(state: Any, **_: object) -> str:
    """Say why, for chance that follows from how often the raters of a panel use each label, whatever the options."""
    if isinstance(state, Counts):
        return same_category(state)
    sums = pair_sums(state)
    if np.ndim(sums.n):
        return "in some panels no unit has two ratings, or only one label is used"
    if lacking := no_pairs(sums):
        return lacking
    used = [label for label, total in zip(state.labels, sums.ratings, strict=True) if total]
    if len(used) == 1:
        return f"only {used[0]!r} is used, so chance alone would agree always (0/0)"
    return "the weights make no difference between the labels that occur (0/0)"


def no_pairs(sums: Any) -> str | None:
    """Say so where no unit of a panel has two ratings."""
    if not np.any(sums.n):
        return "there are no ratings"
    return "no unit has two ratings" if not np.all(sums.pairs_n) else None


def one_possible(state: Any, **_: object) -> str:
    """Say why, for chance that follows from how many labels are possible, whatever the options."""
    beyond = ""
    if isinstance(state, Counts):
        if np.any(np.asarray(state.n) == 0):
            return "there are no rows" if not state.stack else "in some tables there are no rows"
        beyond = ", so chance alone would agree always"
    elif lacking := no_pairs(pair_sums(state)):
        return lacking
    if len(state.labels) == 1:
        return f"there is only the label {state.labels[0]!r}{beyond} (0/0); declare all possible labels: labels=[...]"
    return "the weights make no difference between the labels (0/0)"


# What coefficients of exchangeable raters read: one set of sums, of two columns of labels or of a panel.
#
# Of two raters a row is a unit with two ratings, and all sums follow from their table. Of a panel a unit with the
# counts ``T`` of its labels adds its pairs of ratings ``Q = T T' - diag(T)``: divided by ``m (m - 1)`` (every unit
# alike), by ``m - 1`` (every rating alike) or not at all (every pair alike). The disagreement in them, ``sum V Q``, is
# computed without the matrix Q of each unit.
#
# The sums can be nudged: each of its units in turn counts `step` more. With step -1 that is every panel without one of
# its units, with a tiny imaginary step the derivative by the weight of each unit (the complex step).


def pair_sums(state: Any) -> Any:
    """Return the sums of a state, as formulas read them."""
    if isinstance(state, Counts):
        return SumsOfCounts(state)
    if isinstance(state, TallySums):
        return SumsOfTallySums(state)
    if isinstance(state, Ratings):
        return SumsOfTallies(state.tallies())
    if isinstance(state, Tallies):
        return SumsOfTallies(state)
    return state


def exchangeable(
    state: Any, weights: Any, name: str, penalties_of: Callable[[Any, Any], Penalties] = penalties
) -> tuple[Any, Penalties]:
    """Return what a coefficient of raters in no order reads: sums and penalties, which must be symmetric there."""
    sums = state if isinstance(state, SumsOfTallies) else pair_sums(state)
    v = penalties(state, None) if weights is None else penalties_of(state, weights)
    if weights is None or isinstance(weights, str) or isinstance(sums, SumsOfCounts):
        return sums, v
    if not np.array_equal(v.matrix, v.matrix.T):
        raise OptionError(f"{name} does not tell the raters of a panel apart: its matrix of weights must be symmetric.")
    return sums, v


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
            rows, columns = self.counts.margins
            self._values = rows + columns
        return self._values

    ratings = values

    def disagreement(self, v: Penalties) -> Floats:
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

    def chance(self, v: Penalties) -> Floats:
        rows, columns = self.counts.row_totals * 1.0, self.counts.column_totals * 1.0
        return ratio(v.by_chance(rows, columns), self.n * 1.0 * self.n)

    def mean_of_pairs(self, formula: Callable[[Counts], Floats]) -> Floats:
        return formula(self.counts)


class SumsOfTallySums:
    """The sums of a panel that were added up before."""

    def __init__(self, sums: TallySums) -> None:
        self.sums, self.labels, self.ordered = sums, sums.labels, sums.ordered
        self.n, self.pairs_n = sums.units[()], sums.paired_units[()]
        self.shares, self.ratings = sums.shares, sums.ratings
        self.values, self.pairs = sums.coincidences.sum(-1), sums.pairs.sum((-1, -2))
        self.pair_table = Counts(sums.pairs, sums.labels, sums.ordered)

    def disagreement(self, v: Penalties) -> Floats:
        return _total(v, self.sums.within)

    def coincident(self, v: Penalties) -> Floats:
        return _total(v, self.sums.coincidences)

    def paired(self, v: Penalties) -> Floats:
        return _total(v, self.sums.pairs)


def _total(v: Penalties, table: NumberArray) -> Floats:
    return np.einsum("...ij,...ij->...", table, v.matrix)[()]


class Units:
    """What each unit of a panel adds to its sums, whatever it weighs: by the counts of its labels, (U, K)."""

    def __init__(self, counts: NumberArray) -> None:
        self.counts = counts * 1.0
        self.m = self.counts.sum(1)
        self.known: WeakKeyDictionary[Penalties, dict[int, FloatArray]] = WeakKeyDictionary()  # disagreements

    @cached_property
    def ones(self) -> FloatArray:
        return np.ones(len(self.m))

    @cached_property
    def two(self) -> FloatArray:
        return np.asarray((self.m >= 2) * 1.0)

    @cached_property
    def shares(self) -> FloatArray:
        return np.asarray(self.counts / self.m[:, None])

    @cached_property
    def paired(self) -> FloatArray:
        return self.counts * self.two[:, None]

    def per_pair(self, power: int) -> FloatArray:
        """The weight of a pair of ratings in a unit, where units, ratings or pairs count alike."""
        if power == 2:
            return self.two
        every: FloatArray = np.where(self.two > 0, self.m, 2.0)
        return self.two / (every - 1.0) / (every if power == 0 else 1.0)

    def disagreement(self, v: Penalties, power: int) -> FloatArray:
        """``c_u <V, T T' - diag(T)>``; the diagonal of V is zero."""
        return np.asarray(((self.counts @ v.matrix) * self.counts).sum(1) * self.per_pair(power))


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
        self.weight, self.units = tallies.weight * 1.0, Units(tallies.counts)

    def _sum(self, each: FloatArray) -> Any:
        """The sum over the units, or the sums in which each unit in turn counts `step` more."""
        total = (self.weight @ each)[()]
        if self.step is None:
            return total
        total = np.asarray(total)[..., None] if each.ndim == 1 else np.asarray(total)[..., None, :]
        return total + self.step * each[self.some]

    n = property(lambda self: self._sum(self.units.ones))
    pairs_n = property(lambda self: self._sum(self.units.two))
    shares = property(lambda self: self._sum(self.units.shares))
    values = property(lambda self: self._sum(self.units.paired))
    ratings = property(lambda self: self._sum(self.units.counts))
    pairs = property(lambda self: self._sum(self.units.m * (self.units.m - 1.0)))

    def _disagreement(self, v: Penalties, *, power: int) -> Floats:
        """``sum_u w_u c_u <V, T T' - diag(T)>``, also of a stack of matrices."""
        matrix = v.matrix
        if matrix.ndim == 2:
            known = self.units.known.setdefault(v, {})  # for as long as somebody holds these penalties
            if power not in known:
                known[power] = self.units.disagreement(v, power)
            return self._sum(known[power])
        per, counts = self.units.per_pair(power), self.units.counts
        table = (counts.T * (self.weight * per)[..., None, :]) @ counts
        if self.step is None:
            return np.einsum("...kl,...kl->...", matrix, table)[()]
        total = np.einsum("...ukl,...kl->...u", matrix, table)
        some = counts[self.some]
        each = np.einsum("...ukl,uk,ul->...u", matrix, some, some) * per[self.some]
        return total + self.step * each

    disagreement = partialmethod(_disagreement, power=0)
    coincident = partialmethod(_disagreement, power=1)
    paired = partialmethod(_disagreement, power=2)

    @property
    def pair_table(self) -> Counts:
        counts = self.units.counts
        table = (counts.T * self.weight[..., None, :]) @ counts
        diagonal = np.arange(len(self.labels))
        table[..., diagonal, diagonal] -= self.weight @ counts
        if self.step is None:
            return Counts(table, self.labels, self.ordered)
        counts = counts[self.some]
        each = counts[:, :, None] * counts[:, None, :]
        each[:, diagonal, diagonal] -= counts
        return Counts(table[..., None, :, :] + self.step * each, self.labels, self.ordered)


# What coefficients of identified raters read: how often each rater uses each label, and the tables of each pair of
# them.
#
# These sums can be nudged as well: a unit that counts more moves the shares of the raters who rated it, and
# the tables of their pairs, and nothing else. So each panel without one of its units takes a step for each of its
# ratings.


def rater_sums(state: Any) -> Any:
    """Return the sums of a state of known raters, as formulas read them."""
    return SumsOfRatings(state) if isinstance(state, Ratings) else pair_sums(state)


class SumsOfRatings(SumsOfTallies):
    """
    The sums of ratings.

    Parameters
    ----------
    ratings : Ratings
        The panel.
    step : complex, optional
        How much more each unit counts, one profile at a time: a new last axis of the stack.
    """

    def __init__(self, ratings: Ratings, step: complex | None = None) -> None:
        size = len(ratings.labels)
        counts = ratings.profiles.tally(size)
        super().__init__(Tallies(counts, ratings.weight, ratings.labels, ratings.ordered), step)
        self.panel, self.unit = ratings, ratings.profiles.unit

    @property
    def usage(self) -> NumberArray:
        """How often each rater gave each label, (..., r, K)."""
        panel, size, stack = self.panel, len(self.labels), self.weight.shape[:-1]
        cell = panel.rater.astype(np.intp) * size + panel.code
        weight = self.weight[..., self.unit]
        return sums_of(cell, len(panel.raters) * size, weight).reshape(*stack, len(panel.raters), size)

    def chance(self, v: Penalties) -> Floats:
        """
        The disagreement of two different raters by chance, ``(s'V s - sum_g p_g'V p_g) / (r (r - 1))``.

        The shares p_g of rater g add up to s. Raters without a rating are no raters.
        """
        usage = self.usage
        shares, used = _shares(usage)
        matrix = v.matrix  # symmetric
        alone = ((shares @ matrix) * shares).sum(-1)
        total, alone_total, raters = shares.sum(-2), alone.sum(-1), used.sum(-1) * 1.0
        if self.step is None:
            return _between(total, alone_total, raters, matrix)
        # A rating (g, k) that counts more moves the shares of rater g; of each such rating once, then of the units.
        moved, rates = _shares(usage[..., None, :] + self.step * np.eye(len(self.labels)))  # (..., r, k, K)
        shift = moved - shares[..., None, :]
        alone_shift = ((moved @ matrix) * moved).sum(-1) - alone[..., None]
        raters_shift = rates * 1.0 - used[..., None] * 1.0
        rater, code, unit = self.panel.rater, self.panel.code, self.panel.start[:-1]
        total = total[..., None, :] + np.add.reduceat(shift[..., rater, code, :], unit, axis=-2)
        alone_total = alone_total[..., None] + np.add.reduceat(alone_shift[..., rater, code], unit, axis=-1)
        raters = raters[..., None] + np.add.reduceat(raters_shift[..., rater, code], unit, axis=-1)
        return _between(total, alone_total, raters, matrix)

    @property
    def pair_tables(self) -> NumberArray:
        """The table of each pair of raters, (..., r (r - 1) / 2, K, K)."""
        cell, unit, size = self._pair_cells
        pairs, stack = comb(len(self.panel.raters), 2), self.weight.shape[:-1]
        return sums_of(cell, pairs * size * size, self.weight[..., unit]).reshape(*stack, pairs, size, size)

    @cached_property
    def _pair_cells(self) -> tuple[NumberArray, NumberArray, int]:
        """For each pair of ratings of a unit the cell of its table, and the unit; the number of labels."""
        panel, size, raters = self.panel, len(self.labels), len(self.panel.raters)
        if raters > _MOST_PAIRED:
            raise OptionError(
                f"{raters:,} raters have {comb(raters, 2):,} pairs, too many for a mean over pairs: take fleiss_kappa "
                f"or conger_kappa, which need no pairs, or {_MOST_PAIRED:,} raters at most, state.select([...])."
            )
        sizes, cells, units = panel.profiles.sizes, [], []
        for m in np.unique(sizes).tolist():
            of_size = np.flatnonzero(sizes == m)
            first = panel.start[of_size]
            for a in range(m - 1):
                b = first + np.arange(a + 1, m)[:, None]
                g, h = panel.rater[first + a].astype(np.intp), panel.rater[b].astype(np.intp)
                pair = g * (2 * raters - g - 1) // 2 + h - g - 1
                cells.append(((pair * size + panel.code[first + a]) * size + panel.code[b]).ravel())
                units.append(np.tile(of_size, m - a - 1))
        if not cells:
            return np.zeros(0, np.intp), np.zeros(0, np.intp), size
        return np.concatenate(cells), np.concatenate(units), size

    def mean_of_pairs(self, formula: Callable[[Counts], Floats]) -> Floats:
        """The mean of a formula over the pairs of raters where it is defined; no pair: NaN."""
        tables = self.pair_tables
        value = np.asarray(formula(Counts(tables, self.labels, self.ordered)))
        defined = ~np.isnan(value)
        total, pairs = np.where(defined, value, 0.0).sum(-1), defined.sum(-1) * 1.0
        if self.step is None:
            return ratio(total, pairs[()])
        cell, unit, size = self._pair_cells
        cells, index = np.unique(cell, return_inverse=True)
        moved = self._moved(formula, tables, cells)
        pair = cells // (size * size)
        still_defined = ~np.isnan(moved)
        change = np.where(still_defined, moved, 0.0) - np.where(defined, value, 0.0)[..., pair]
        gained = still_defined * 1.0 - defined[..., pair]
        shift, count = (np.zeros(self.weight.shape, moves.dtype) for moves in (change, gained))
        for sums, moves in ((shift, change), (count, gained)):
            np.add.at(np.moveaxis(sums, -1, 0), unit, np.moveaxis(moves[..., index], -1, 0))
        return ratio(total[..., None] + shift, pairs[..., None] + count)

    def _moved(self, formula: Callable[[Counts], Floats], tables: NumberArray, cells: NumberArray) -> NumberArray:
        """The formula of the table of each cell, in which this cell holds `step` more."""
        size, stack = len(self.labels), tables.shape[:-3]
        flat = tables.reshape(*stack, -1, size * size)
        step, parts = max(1, _STACK_SIZE // (size * size * prod(stack))), []
        for first in range(0, max(len(cells), 1), step):
            some = cells[first : first + step]
            moved = flat[..., some // (size * size), :].astype(np.result_type(np.float64, type(self.step)))
            moved[..., np.arange(len(some)), some % (size * size)] += self.step
            each = moved.reshape(*stack, len(some), size, size)
            parts.append(np.asarray(formula(Counts(each, self.labels, self.ordered))))
        return np.concatenate(parts, axis=-1)


class SumsWithoutRaters(SumsOfRatings):
    """
    The sums of ratings without each of some raters in turn: the last axis of the stack.

    Parameters
    ----------
    ratings : Ratings
        The panel.
    gone : ndarray of int, shape (B,)
        The indices of the raters.
    tallies : Tallies
        The compositions that are left, under the weights (B, U).
    """

    def __init__(self, ratings: Ratings, gone: Places, tallies: Tallies) -> None:
        SumsOfTallies.__init__(self, tallies)
        self.panel, self.gone = ratings, gone

    @property
    def usage(self) -> NumberArray:
        """How often each rater gave each label, (B, r, K)."""
        usage: NumberArray = np.repeat(SumsOfRatings(self.panel).usage[None], len(self.gone), axis=0)
        usage[np.arange(len(self.gone)), self.gone] = 0.0
        return usage

    def mean_of_pairs(self, formula: Callable[[Counts], Floats]) -> Floats:
        """The mean over the pairs without the rater."""
        tables, r = SumsOfRatings(self.panel).pair_tables, len(self.panel.raters)
        value = np.asarray(formula(Counts(tables, self.labels, self.ordered)))
        pair = np.concatenate(np.triu_indices(r, 1))
        defined = ~np.isnan(value)
        summands = [np.where(defined, value, 0.0), np.where(defined, 1.0, 0.0)]
        total, pairs = (part.sum() - np.bincount(pair, np.tile(part, 2), r)[self.gone] for part in summands)
        return ratio(total, pairs)


def without_each(ratings: Ratings, raters: Places) -> Iterator[SumsWithoutRaters]:
    """The sums of ratings without each of these raters, some of them at a time."""
    tallies, unit = ratings.tallies(), ratings.profiles.unit
    composition, code = np.nonzero(tallies.counts)
    lesser = tallies.counts[composition]
    lesser[np.arange(len(code)), code] -= 1  # what a composition becomes without a rating of this label
    counts = np.concatenate([tallies.counts, lesser])
    rated, moves, labels = counts.any(1), len(code), len(ratings.labels)
    cell = np.searchsorted(composition * labels + code, ratings.compositions()[unit] * labels + ratings.code)
    size = max(1, 4 * _STACK_SIZE // (labels * max(len(counts), len(ratings.raters))))
    for first in range(0, len(raters), size):
        gone = raters[first : first + size]
        row = np.full(len(ratings.raters), -1)
        row[gone] = np.arange(len(gone))
        removed = row[ratings.rater] >= 0
        index, weight = row[ratings.rater[removed]] * moves + cell[removed], ratings.weight[unit[removed]] * 1.0
        moved = np.bincount(index, weight, len(gone) * moves).reshape(len(gone), moves)
        kept = tallies.weight - np.add.reduceat(moved, np.searchsorted(composition, np.arange(len(tallies.counts))), 1)
        kept = np.where(kept <= _ROUNDING * tallies.weight, 0.0, kept)
        rest = Tallies(counts[rated], np.concatenate([kept, moved], 1)[:, rated], ratings.labels, ratings.ordered)
        yield SumsWithoutRaters(ratings, gone, rest)


def _shares(usage: NumberArray) -> tuple[NumberArray, NumberArray]:
    """The shares of labels of each rater, 0 of raters without a rating; and who has one."""
    total = usage.sum(-1)
    used = np.abs(total) > 1e-9 * np.abs(usage).max(initial=0.0)
    return np.where(used[..., None], usage, 0.0) / np.where(used, total, 1.0)[..., None], used


def _between(total: NumberArray, alone: NumberArray, raters: NumberArray, matrix: NumberArray) -> Floats:
    return ratio(((total @ matrix) * total).sum(-1) - alone, raters * (raters - 1.0))
