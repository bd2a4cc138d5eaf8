"""
What coefficients of identified raters read: how often each rater uses each label, and the tables of each pair of them.

As in `pair_sums` a reading can be nudged: a unit that counts more moves the shares of the raters who rated it, and the
tables of their pairs, and nothing else. So each panel without one of its units takes a step for each of its ratings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from concordant.metrics._agreement.pair_sums import SumsOfTallies
from concordant.metrics._agreement.penalties import Penalties
from concordant.metrics._arithmetic.ratio import ratio
from concordant.states import Counts, Ratings, Tallies
from concordant.states.profiles import Places, sums_of
from concordant.typing import Floats, NumberArray

_NUMBERS = 1 << 21  # in one stack of tables
_ROUNDING = 1e-13  # of a weight, that is what is left of none


def rater_sums(state: Any) -> Any:
    """Return the sums of a state of known raters, as formulas read them."""
    if isinstance(state, Counts):
        return SumsOfRatings(state.panel()) if not state.stack else SumsOfPairs(state)
    return SumsOfRatings(state) if isinstance(state, Ratings) else state


class SumsOfPairs:
    """The sums of a stack of tables of two raters."""

    def __init__(self, counts: Counts) -> None:
        self.counts, self.labels, self.ordered = counts, counts.labels, counts.ordered
        self.pairs_n = counts.total * 1.0

    def apart(self, v: Penalties) -> Floats:
        return v.total(self.counts)

    def chance(self, v: Penalties) -> Floats:
        rows, columns = self.counts.row_totals * 1.0, self.counts.column_totals * 1.0
        both = (v.by_chance(rows, columns) + v.by_chance(columns, rows)) / 2.0
        return ratio(both, self.pairs_n * self.pairs_n)

    def mean_of_pairs(self, formula: Callable[[Counts], Floats]) -> Floats:
        return formula(self.counts)


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
        self.given = ratings

    @cached_property
    def usage(self) -> NumberArray:
        """How often each rater gave each label, (..., r, K)."""
        given, size = self.given, len(self.labels)
        place = given.rater.astype(np.intp) * size + given.code
        weight = self.weight[..., given.profiles.unit]
        return sums_of(place, len(given.raters) * size, weight).reshape(*given.stack, len(given.raters), size)

    def chance(self, v: Penalties) -> Floats:
        """
        The disagreement of two different raters by chance, ``(s'V s - sum_g p_g'V p_g) / (r (r - 1))``.

        The shares p_g of rater g add up to s. Raters without a rating are no raters.
        """
        shares, used = _shares(self.usage)
        matrix = (v.matrix + np.swapaxes(v.matrix, -1, -2)) / 2.0
        alone = ((shares @ matrix) * shares).sum(-1)
        if self.step is None:
            total = shares.sum(-2)
            return _between(total, alone.sum(-1), used.sum(-1) * 1.0, matrix)
        return self._nudged_chance(self.step, shares, alone, used, matrix)

    def _nudged_chance(
        self, step: complex, shares: NumberArray, alone: NumberArray, used: NumberArray, matrix: NumberArray
    ) -> Floats:
        """A rating (g, k) that counts more moves the shares of rater g; of each such rating once, then of the units."""
        given, size = self.given, len(self.labels)
        moved, there = _shares(self.usage[..., None, :] + step * np.eye(size))  # (r, k, K)
        shift = moved - shares[..., None, :]
        alone_shift = ((moved @ matrix) * moved).sum(-1) - alone[..., None]
        gone = there * 1.0 - used[..., None] * 1.0
        rating, unit = (given.rater, given.code), given.start[:-1]
        total = shares.sum(-2) + np.add.reduceat(shift[rating], unit, axis=0)
        alone_of = alone.sum(-1) + np.add.reduceat(alone_shift[rating], unit, axis=0)
        raters = used.sum(-1) + np.add.reduceat(gone[rating], unit, axis=0)
        return _between(total, alone_of, raters, matrix)

    @cached_property
    def pair_tables(self) -> NumberArray:
        """The table of each pair of raters, (r (r - 1) / 2, K, K)."""
        place, unit, size = self._pair_cells
        raters = len(self.given.raters)
        many = raters * (raters - 1) // 2
        weight = self.weight[..., unit]
        return sums_of(place, many * size * size, weight).reshape(*self.given.stack, many, size, size)

    @cached_property
    def _pair_cells(self) -> tuple[NumberArray, NumberArray, int]:
        """For each pair of ratings of a unit the cell of its table, and the unit."""
        given, size, raters = self.given, len(self.labels), len(self.given.raters)
        sizes, cells, units = given.profiles.sizes, [], []
        for m in np.unique(sizes).tolist():
            of_size = np.flatnonzero(sizes == m)
            first = given.start[of_size]
            for a, b in combinations(range(m), 2):
                g, h = given.rater[first + a].astype(np.intp), given.rater[first + b].astype(np.intp)
                pair = g * (2 * raters - g - 1) // 2 + h - g - 1
                cells.append((pair * size + given.code[first + a]) * size + given.code[first + b])
                units.append(of_size)
        if not cells:
            none = np.zeros(0, np.intp)
            return none, none, size
        return np.concatenate(cells), np.concatenate(units), size

    def mean_of_pairs(self, formula: Callable[[Counts], Floats]) -> Floats:
        """The mean of a formula over the pairs of raters where it is defined; no pair: NaN."""
        tables = self.pair_tables
        value = np.asarray(formula(Counts(tables, self.labels, self.ordered)))
        known = ~np.isnan(value)
        total, pairs = np.where(known, value, 0.0).sum(-1), known.sum(-1) * 1.0
        if self.step is None:
            return ratio(total, pairs[()])
        place, unit, size = self._pair_cells
        cells, at = np.unique(place, return_inverse=True)
        moved = self._moved(formula, tables, cells)
        pair = cells // (size * size)
        there = ~np.isnan(moved)
        change = np.where(there, moved, 0.0) - np.where(known, value, 0.0)[pair]
        here = there * 1.0 - known[pair] * 1.0
        shift = np.zeros(len(self.m), change.dtype)
        np.add.at(shift, unit, change[at])
        count = np.zeros(len(self.m))
        np.add.at(count, unit, here[at])
        return ratio(total + shift, pairs + count)

    def _moved(self, formula: Callable[[Counts], Floats], tables: NumberArray, cells: NumberArray) -> NumberArray:
        """The formula of the table of each cell, in which this cell holds `step` more."""
        size = len(self.labels)
        flat = tables.reshape(-1, size * size)
        many, parts = max(1, _NUMBERS // (size * size)), []
        for first in range(0, max(len(cells), 1), many):
            some = cells[first : first + many]
            stack = flat[some // (size * size)].astype(np.result_type(np.float64, type(self.step)))
            stack[np.arange(len(some)), some % (size * size)] += self.step
            parts.append(np.asarray(formula(Counts(stack.reshape(-1, size, size), self.labels, self.ordered))))
        return np.concatenate(parts)


class SumsWithoutRaters(SumsOfRatings):
    """
    The sums of ratings without each of some raters in turn: the last axis of the stack.

    Parameters
    ----------
    ratings : Ratings
        The panel.
    gone : ndarray of int, shape (B,)
        The places of the raters.
    tallies : Tallies
        The compositions that are left, under the weights (B, U).
    """

    def __init__(self, ratings: Ratings, gone: Places, tallies: Tallies) -> None:
        SumsOfTallies.__init__(self, tallies)
        self.given, self.gone = ratings, gone

    @cached_property
    def usage(self) -> NumberArray:
        """How often each rater gave each label, (B, r, K)."""
        every = SumsOfRatings(self.given).usage
        found: NumberArray = np.repeat(every[None], len(self.gone), axis=0)
        found[np.arange(len(self.gone)), self.gone] = 0.0
        return found

    def mean_of_pairs(self, formula: Callable[[Counts], Floats]) -> Floats:
        """The mean over the pairs without the rater."""
        tables, r = SumsOfRatings(self.given).pair_tables, len(self.given.raters)
        value = np.asarray(formula(Counts(tables, self.labels, self.ordered)))
        pair = np.concatenate(np.triu_indices(r, 1))
        known = ~np.isnan(value)
        kept = [np.where(known, one, 0.0) for one in (value, 1.0)]
        total, pairs = (one.sum() - np.bincount(pair, np.tile(one, 2), r)[self.gone] for one in kept)
        return ratio(total, pairs)


def without_each(ratings: Ratings, raters: Places) -> Iterator[SumsWithoutRaters]:
    """The sums of ratings without each of these raters, some of them at a time."""
    tallies, unit = ratings.tallies(), ratings.profiles.unit
    composition, code = np.nonzero(tallies.counts)
    lesser = tallies.counts[composition]
    lesser[np.arange(len(code)), code] -= 1  # what a composition becomes without a rating of this label
    counts = np.concatenate([tallies.counts, lesser])
    rated, many, labels = counts.any(1), len(code), len(ratings.labels)
    cell = np.searchsorted(composition * labels + code, ratings.compositions()[unit] * labels + ratings.code)
    size = max(1, 4 * _NUMBERS // (labels * max(len(counts), len(ratings.raters))))
    for first in range(0, len(raters), size):
        gone = raters[first : first + size]
        row = np.full(len(ratings.raters), -1)
        row[gone] = np.arange(len(gone))
        here = row[ratings.rater] >= 0
        place, weight = row[ratings.rater[here]] * many + cell[here], ratings.weight[unit[here]] * 1.0
        moved = np.bincount(place, weight, len(gone) * many).reshape(len(gone), many)
        kept = tallies.weight - np.add.reduceat(moved, np.searchsorted(composition, np.arange(len(tallies.counts))), 1)
        kept = np.where(kept <= _ROUNDING * tallies.weight, 0.0, kept)
        left = Tallies(counts[rated], np.concatenate([kept, moved], 1)[:, rated], ratings.labels, ratings.ordered)
        yield SumsWithoutRaters(ratings, gone, left)


def _shares(usage: NumberArray) -> tuple[NumberArray, NumberArray]:
    """The shares of labels of each rater, 0 of raters without a rating; and who has one."""
    total = usage.sum(-1)
    used = np.abs(total) > 1e-9 * np.abs(usage).max(initial=0.0)
    return np.where(used[..., None], usage, 0.0) / np.where(used, total, 1.0)[..., None], used


def _between(total: NumberArray, alone: NumberArray, raters: NumberArray, matrix: NumberArray) -> Floats:
    return ratio(((total @ matrix) * total).sum(-1) - alone, raters * (raters - 1.0))
