"""Means and other functions of sums over items: standard errors over items or clusters, limits and p-values."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.comparisons.proportions import tango_interval, tango_score
from concordant.inference.hypotheses import p_of, reaching
from concordant.inference.influence.influences import Influences, jackknife_variance, sandwich, standard_error
from concordant.inference.intervals.diagnostics import FEW_DEGREES, few_left
from concordant.inference.intervals.path import Chance, Masses, limits_along_path
from concordant.inference.intervals.proportions import wilson
from concordant.inference.quantiles import below, limits_on, tail, two_sided
from concordant.inference.samples.panels import UnitMeans, unit_means
from concordant.inference.samples.sample import Atoms, Clusters
from concordant.result.intervals import Interval
from concordant.result.record import altered
from concordant.typing import FloatArray

OF_A_RATE = 0.25  # of an item that a sample may lack, where it tells a rate and no difference
_FLAT = "the items do not vary"
_STEP = 1e-30  # the complex step
_ROUNDING = 1e-12
_MOST_CELLS = 512  # along a path
_NUMBERS = 1 << 21  # in one stack of tables
_FEW_DECIDE = 5  # clusters, below which a sample may well have none of the kind


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, its standard error and degrees of freedom, and what they come from."""

    value: float
    se: float
    degrees: float
    n: float
    method: str

    @property
    def p_value(self) -> float:
        """The two-sided p-value of a mean of 0: 1 if every value is 0, NaN if the values are equal otherwise."""
        if self.se == 0:
            return 1.0 if self.value == 0 else math.nan
        return tail(self.value / self.se, self.degrees) if self.degrees > 0 else math.nan

    def interval(
        self, level: float, name: str, signature: str, *, scale: str = "delta", why: str = _FLAT, most: float = math.inf
    ) -> Interval:
        """The mean with Student's t limits on a scale, cut at -`most` and `most`; `why` says why there are none."""
        low, high = limits_on(scale, self.value, self.se, level, self.degrees)
        if not math.isnan(low):
            low, high = max(low, -most), min(high, most)
        reason = None
        if math.isnan(self.value):
            reason = why if self.n else "no item says anything about it"
        elif math.isnan(low):
            reason = why if self.n > 1 else "there is one item"
        method = self.method if scale == "delta" else f"{scale}, {self.method}"
        return Interval(self.value, low, high, self.se, level, method, self.n, name, signature, reason)


NOTHING = Mean(math.nan, math.nan, math.nan, 0.0, "t")  # the mean of no item


def mean_of(values: FloatArray, atoms: Atoms) -> Mean:
    """
    Return the mean of the values of profiles, each of which so many items have; NaN is a value of no item.

    The standard error is ``sd / sqrt(n)`` with n - 1 degrees of freedom, n the items that weighted ones are worth
    (Kish); of clusters, from the sums of the residuals in each, ``sqrt(G / (G - 1) sum_c (sum_u r_u)^2) / n`` with
    G - 1.
    """
    counted = ~np.isnan(values) & (atoms.weight > 0)
    if not counted.any():
        return NOTHING
    means = means_of(values[:, None], atoms)
    value, se, degrees, n = (float(part[0]) for part in (means.value, means.se, means.degrees, means.n))
    return Mean(value, se, degrees, n, means.kind)


def means_of(columns: FloatArray, atoms: Atoms) -> UnitMeans:
    """The means of columns of values, (U, P), each as `mean_of` takes it."""
    squares = None if atoms.counted else atoms.squares
    return unit_means(np.where(atoms.weight[:, None] > 0, columns, np.nan), atoms.weight, squares, atoms.clusters)


def ratio_of_means(top: FloatArray, bottom: FloatArray, atoms: Atoms) -> Mean:
    """The ratio of two means with its standard error from the influences of items; NaN where the lower one is 0."""
    above, below = mean_of(top, atoms), mean_of(bottom, atoms).value
    if not below > 0:
        return replace(above, value=math.nan, se=math.nan)
    value = above.value / below
    return replace(mean_of((top - value * bottom) / below, atoms), value=value)


def left_out_each(
    formula: Callable[[FloatArray], FloatArray], cell: npt.NDArray[np.intp], atoms: Atoms, size: int
) -> tuple[float, FloatArray]:
    """
    Return a formula of the weights of cells, (..., size), and the same without an item of each atom or each cluster.

    Atoms of cell -1 are in none. Weighted items of an atom weigh what they weigh on average.
    """
    weight, cell, clusters = np.where(cell >= 0, atoms.weight, 0.0), np.maximum(cell, 0), atoms.clusters
    table: FloatArray = np.bincount(cell, weight, size).astype(np.float64)
    if clusters is None:
        of_an_item = np.divide(atoms.squares, weight, out=np.zeros(len(atoms)), where=weight > 0)
        (cells, less), index = np.unique(np.stack([cell, of_an_item]), axis=1, return_inverse=True)
        group, cells, groups = np.arange(len(less)), cells.astype(np.intp), len(less)
    else:
        group, groups, index = clusters.code, clusters.size, np.arange(clusters.size)
        cells, less = cell[clusters.unit], np.where(weight[clusters.unit] > 0, clusters.weight, 0.0)
    values, block = np.empty(groups), max(1, _NUMBERS // size)
    for first in range(0, groups, block):
        some, many = (group >= first) & (group < first + block), min(block, groups - first)
        gone = np.bincount((group[some] - first) * size + cells[some], less[some], many * size)
        values[first : first + many] = formula(table - gone.reshape(many, size))
    return float(formula(table[None])[0]), values[index.ravel()]


def jackknifed(value: float, left_out: FloatArray, atoms: Atoms) -> Mean:
    """A value with the standard error of those without each item or cluster; none where one of them is undefined."""
    items, se = np.ones(len(left_out)), math.nan
    if atoms.clusters is None:
        items = np.divide(atoms.weight**2, atoms.squares, out=np.zeros(len(atoms)), where=atoms.squares > 0)
    groups, occurs = float(items.sum()), items > 0
    if groups > 1 and not np.isnan(left_out[occurs]).any() and not math.isnan(value):
        variance = float(jackknife_variance(items[occurs], left_out[occurs]))
        se = math.sqrt(variance) if variance > 1e-30 else 0.0
    name = "jackknife, t" if atoms.clusters is None else "jackknife of clusters, t"
    return Mean(value, se, groups - 1, atoms.total, name)


def few_clusters(clusters: Clusters | None, degrees: float | None) -> str | None:
    """Say so where few clusters, or few that count, tell how much they vary."""
    if clusters is None or degrees is None or not degrees < FEW_DEGREES:
        return None
    return few_left(clusters.size, degrees)


@dataclass(frozen=True)
class Scored:
    """
    A function of sums over items, with the limits that its score test does not reject.

    Attributes
    ----------
    formula : callable
        Takes sums (..., M), also complex ones; a common factor of all sums changes nothing.
    rows : ndarray of shape (U, M)
        What an item of each atom adds to the sums.
    chance : ndarray of shape (k, M)
        What items could add that a sample may lack, such as the least and the greatest difference.
    atoms : Atoms
        How often each row occurs; a stratum says which rows vary alike, such as those with a label and those without.
    freedom : float or None
        Degrees of freedom of the variance of independent items; None for the normal.
    mass : float
        How much of an item each chance row is where the path starts. A whole one of differences, as in the verdict on a
        gap: with a quarter, as of tables of labels, rare differences seemed real too often.
    """

    formula: Callable[[Any], Any]
    rows: FloatArray
    chance: FloatArray
    atoms: Atoms
    freedom: float | None = None
    mass: float = 1.0

    @cached_property
    def value(self) -> float:
        """The formula of the sums."""
        with np.errstate(all="ignore"):
            return float(self.formula(self.atoms.weight @ self.rows))

    @cached_property
    def influence(self) -> FloatArray:
        """How much an item of each atom moves the value, (U,)."""
        with np.errstate(invalid="ignore"):  # an undefined value has no influences
            return np.asarray(self.rows @ self._slopes(self.atoms.weight @ self.rows / self.atoms.total))

    def _slopes(self, sums: FloatArray) -> FloatArray:
        """The derivatives of the formula by its sums (..., M)."""
        stepped = sums[..., None, :] + 1j * _STEP * np.eye(sums.shape[-1])
        with np.errstate(all="ignore"):
            return np.asarray(np.imag(self.formula(stepped)) / _STEP)

    @cached_property
    def error(self) -> tuple[float, float | None]:
        """The standard error and its degrees of freedom."""
        if self.atoms.clusters is not None:
            return summed_error(self.influence, self.atoms)
        se = float(standard_error(self.atoms, Influences(self.influence)))
        more = 1.0 if self.freedom is None else 1 + 1 / self.freedom if self.freedom > 0 else math.nan
        return se * math.sqrt(more), self.freedom

    @cached_property
    def _masses(self) -> tuple[FloatArray, Masses]:
        """What items add, chance rows last, and where the path starts."""
        order = np.lexsort(self.rows.T)
        new = (self.rows[order[1:]] != self.rows[order[:-1]]).any(1)
        if new.sum() >= _MOST_CELLS:  # items that move the value about alike are joined
            order = np.argsort(self.influence, kind="stable")
            new = np.diff(np.arange(len(order)) * _MOST_CELLS // len(order)) > 0
        index = np.empty(len(order), np.intp)
        index[order] = np.append(0, np.cumsum(new))
        many, none = int(new.sum()) + 1, np.zeros(len(self.chance))
        of_a_row = self.atoms.total_squares / self.atoms.total
        counts, squares, *sums = (
            np.bincount(index, each, many)
            for each in (self.atoms.weight, self.atoms.squares, *(self.atoms.weight * column for column in self.rows.T))
        )
        counted = np.where(counts > 0, counts, 1.0)
        rows = np.stack(sums, axis=1) / counted[:, None]
        table: FloatArray = np.append(counts, none).astype(np.float64)[None, None]
        weigh = np.append(np.divide(squares, counts, out=np.full(many, of_a_row), where=counts > 0), none + of_a_row)
        spreads = np.eye(many + len(none))[many:, None, None]
        chance = tuple(Chance(spread, np.full((1, 1, 1), self.mass * of_a_row)) for spread in spreads)
        masses = Masses(table, table, chance, weigh[None, None])
        return np.concatenate([rows, self.chance]), masses

    @cached_property
    def _design(self) -> tuple[float, float | None]:
        """The design effect and the degrees of freedom; of clusters that do not vary as if each were one item."""
        clusters, atoms, (se, degrees) = self.atoms.clusters, self.atoms, self.error
        if clusters is not None and not se > 0:
            sizes = np.bincount(clusters.code, clusters.weight)
            return float(sizes @ sizes) / atoms.total_squares, clusters.size - 1.0
        if not se > 0:
            return 1.0 if degrees is None or degrees > 0 else math.nan, degrees
        alone = float(atoms.squares @ np.square(self.influence)) / atoms.total**2
        return max(se * se / alone, 1.0), degrees

    def limits(self, level: float) -> tuple[float, float]:
        """The limits along the least favourable path; NaN where nothing moves the value."""
        effect, degrees = self._design
        if math.isnan(self.value) or math.isnan(effect):
            return math.nan, math.nan
        rows, masses = self._masses

        def functional(p: FloatArray) -> tuple[FloatArray, FloatArray]:
            sums = p[:, 0] @ rows
            with np.errstate(all="ignore"):
                return np.asarray(self.formula(sums), np.float64), (self._slopes(sums) @ rows.T)[:, None]

        quantile, effects = np.array([two_sided(level, degrees)]), np.array([effect])
        ends = limits_along_path(functional, masses, quantile, effects, skewed=self.atoms.clusters is None)
        low, high = min(float(ends[0][0]), self.value), max(float(ends[1][0]), self.value)
        return (low, high) if high - low > _ROUNDING * (1 + abs(self.value)) else (math.nan, math.nan)

    @cached_property
    def p_value(self) -> float:
        """Two-sided, of 0: the least alpha whose limits leave it out. 1 if the value is 0, NaN without limits."""
        if self.value == 0:
            return 1.0
        side = 0 if self.value > 0 else 1

        def reached(z: float) -> float:
            return abs(self.limits(1 - 2 * below(-z))[side] - self.value)

        return math.nan if math.isnan(reached(1.0)) else p_of(reaching(reached, abs(self.value)), None, "two-sided")

    def interval(
        self, level: float, name: str, signature: str, n: float, *, why: str = _FLAT, prefix: str = ""
    ) -> Interval:
        """The value with its limits; `why` says why there are none."""
        (low, high), (se, degrees) = self.limits(level), self.error
        clusters = self.atoms.clusters
        reason = why if math.isnan(low) else few_clusters(clusters, degrees)
        method = f"{prefix}score" if clusters is None else f"{prefix}score of clusters"
        return Interval(self.value, low, high, se, level, method, n, name, signature, reason)


def scored_mean(values: FloatArray, atoms: Atoms, ends: tuple[float, float]) -> Scored:
    """The mean of values between two ends, NaN of no item."""
    counts = ~np.isnan(values)
    rows = np.stack([counts * 1.0, np.where(counts, values, 0.0)], axis=1)
    atoms = replace(atoms, stratum=counts.astype(np.intp))
    chance = np.array([[1.0, end] for end in ends])
    return Scored(lambda sums: sums[..., 1] / sums[..., 0], rows, chance, atoms, atoms.effective_of(counts) - 1)


def summed_error(influence: FloatArray, atoms: Atoms) -> tuple[float, float]:
    """The standard error of a value from the influences of rows in clusters, and its degrees of freedom."""
    sums = sandwich(atoms, Influences(influence))
    return math.sqrt(float(sums.variance.item())), float(sums.degrees.item())


def share_of(values: FloatArray, atoms: Atoms, level: float, name: str, signature: str) -> Interval:
    """The share of items with a property (1, 0; NaN if it does not apply), by Wilson, or score limits over clusters."""
    mean = mean_of(values, atoms)
    if atoms.clusters is not None or not atoms.counted or not mean.n:
        interval = scored_mean(values, atoms, (0.0, 1.0)).interval(level, name, signature, mean.n)
        groups = math.inf if atoms.clusters is None else atoms.clusters.size
        decide = groups * min(mean.value, 1 - mean.value)
        few = f"about {decide:.2g} of {groups} clusters decide the share" if decide < _FEW_DECIDE else None
        return altered(interval, reason=interval.reason or few)
    ends = wilson_of(mean.value, mean.n, level)
    return Interval(mean.value, *ends, mean.se, level, "wilson", mean.n, name, signature)


def wilson_of(share: float, n: float, level: float) -> tuple[float, float]:
    """Wilson's limits of one share."""
    low, high = wilson(np.asarray(share), np.asarray(float(n)), level)
    return float(low), float(high)


def difference_of_pairs(
    values: FloatArray, atoms: Atoms, most: float, level: float, name: str, signature: str, *, tango: bool = True
) -> tuple[Interval, float]:
    """
    The mean of what each item says for one of two sides, from -`most` to `most`, and the p-value of 0.

    Items that count alike and say all or nothing: Tango's score limits, and McNemar's test, which they invert. Else, or
    without `tango`, score limits of the mean.
    """
    mean, weight = scored_mean(values, atoms, (-most, most)), atoms.weight
    n, first, second = (float(weight @ where) for where in (~np.isnan(values), values == most, values == -most))
    whole = bool(np.isin(values[~np.isnan(values)], (-most, 0.0, most)).all())
    if not (tango and whole and atoms.counted and atoms.clusters is None):
        return mean.interval(level, name, signature, n), mean.p_value
    low, high = (most * end for end in tango_interval(first, second, n, two_sided(level)))
    p_value = tail(tango_score(first, second, n, 0.0)) if first + second else 1.0
    return Interval(mean.value, low, high, mean.error[0], level, "tango", n, name, signature), p_value


def pooled_variance(
    pull: FloatArray, residuals: FloatArray, weight: FloatArray, n: float, code: npt.NDArray[np.intp] | None
) -> float:
    """
    The variance of ``sum pull residual`` of residuals with one variance, and one correlation within clusters.

    Where errors are rare, the few rows that decide a slope or a small slice often hold none, and seem to have no
    variance. `n` items leave ``n - 2`` degrees of freedom.
    """

    def of_pairs(values: FloatArray) -> float:
        """The sum of products of two rows of a cluster."""
        sums = values if code is None else np.bincount(code, values)
        return float(sums @ sums) - float(values @ values)

    variance = float(weight @ np.square(residuals) / weight.sum()) * n / (n - 2)
    pairs, correlation = of_pairs(weight), 0.0
    if pairs > 0 and variance > 0:
        correlation = min(max(of_pairs(weight * residuals) / pairs / variance, 0.0), 1.0)
    return variance * max(float(pull @ pull) + correlation * of_pairs(pull), 0.0)
