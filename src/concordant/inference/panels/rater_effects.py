"""
How much higher one rater's numbers are than another's: the two-way least squares fit of all ratings.

``y_ug = unit_u + rater_g + e_ug`` with rater effects that sum to 0 (Scheffe 1959, The Analysis of Variance, section
4.4). Units are eliminated, so that a system of r equations is left; the standard errors are over units, whatever the
errors of one unit have in common (Liang & Zeger 1986, Biometrika 73:13). The square of what a unit gives to an effect
is divided by the share that the fit leaves of it, and the degrees of freedom are those of the units that an effect
rests upon, as of Bell and McCaffrey (2002, Survey Methodology 28:169): a rater of 6 units in 60 has about 5, not 59.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.sample import Clusters
from concordant.states.profiles import Profiles
from concordant.typing import FloatArray, NumberArray

_NUMBERS = 1 << 22  # in one block of profiles by raters
_ROUNDING = 1e-12
_MOST_TAKEN = 0.9  # share of what a unit gives that the fit takes

_Block = tuple[FloatArray, FloatArray, slice, slice]


@dataclass(frozen=True, slots=True)
class RaterEffects:
    """Effects of the raters, standard errors, degrees of freedom; `group` says which raters can be compared."""

    value: FloatArray
    se: FloatArray
    degrees: FloatArray
    group: npt.NDArray[np.intp]


def rater_effects(
    profiles: Profiles,
    values: FloatArray,
    weight: NumberArray,
    squares: NumberArray | None,
    raters: int,
    clusters: Clusters | None,
) -> RaterEffects:
    """Fit the effects of raters; `values` are the numbers of the ratings. Who never has another one beside is NaN."""
    sizes = profiles.sizes
    two = np.flatnonzero(sizes >= 2)
    chosen = profiles.some(two)
    first = np.repeat(profiles.start[two] - chosen.start[:-1], sizes[two])
    y, w = values[first + np.arange(int(chosen.start[-1]))], np.asarray(weight, np.float64)[two]
    of_squares = w if squares is None else np.asarray(squares, np.float64)[two]
    one = float(of_squares.sum() / w.sum()) if len(w) else 1.0  # what a unit weighs
    w, of_squares = np.asarray(w / one, np.float64), np.asarray(of_squares / one / one, np.float64)
    system, right = np.zeros((raters, raters)), np.zeros(raters)
    for z, m, here, ratings in _blocks(chosen, raters):
        scaled = z * (w[here] / m)[:, None]
        system += np.diag((z * w[here][:, None]).sum(0)) - z.T @ scaled
        table = _table(chosen, here, ratings, y, raters)
        right += (w[here][:, None] * z * (table - (table.sum(1) / m)[:, None])).sum(0)
    group = _groups(system)
    alike = group[:, None] == group
    mean = alike / alike.sum(1)  # of a group, which no rating tells: without it the system has an inverse
    most = float(np.diagonal(system).max(initial=0.0)) or 1.0
    inverse: FloatArray = np.linalg.inv(system + most * mean) - mean / most
    value = inverse @ right
    rest = _Rest(chosen, two, inverse, w, of_squares, clusters, one)
    variance, degrees = rest.variances(y - value[chosen.rater], raters)
    with np.errstate(invalid="ignore"):
        se = np.sqrt(np.where(degrees > 0, variance, np.nan))
    alone = np.diagonal(system) <= 0
    scale = float(np.abs(y).max(initial=0.0))
    se = np.where(se <= _ROUNDING * scale, 0.0, se)
    value = np.where(np.abs(value) <= _ROUNDING * scale, 0.0, value)
    return RaterEffects(np.where(alone, np.nan, value), np.where(alone, np.nan, se), degrees, group)


def _blocks(profiles: Profiles, raters: int) -> Iterator[tuple[FloatArray, FloatArray, slice, slice]]:
    """Some profiles at a time: who rated (0 or 1), how many, which profiles, and which ratings."""
    size = max(1, _NUMBERS // max(raters, 1))
    for first in range(0, len(profiles), size):
        here = slice(first, min(first + size, len(profiles)))
        ratings = slice(int(profiles.start[here.start]), int(profiles.start[here.stop]))
        z = np.zeros((here.stop - here.start, raters))
        z[profiles.unit[ratings] - here.start, profiles.rater[ratings]] = 1.0
        yield z, profiles.sizes[here].astype(np.float64), here, ratings


def _table(profiles: Profiles, here: slice, ratings: slice, y: FloatArray, raters: int) -> FloatArray:
    table = np.zeros((here.stop - here.start, raters))
    table[profiles.unit[ratings] - here.start, profiles.rater[ratings]] = y[ratings]
    return table


@dataclass(frozen=True, slots=True)
class _Rest:
    """What the units leave to the errors of the effects."""

    profiles: Profiles
    two: npt.NDArray[np.intp]
    inverse: FloatArray
    weight: FloatArray
    squares: FloatArray
    clusters: Clusters | None
    one: float  # what a unit weighs

    def variances(self, rest: FloatArray, raters: int) -> tuple[FloatArray, FloatArray]:
        """The variances of the effects, and their degrees of freedom; `rest` is what the fit leaves of each rating."""
        parts = [self._given(one, rest, raters) for one in _blocks(self.profiles, raters)]
        given, worth, left = (np.concatenate([part[i] for part in parts] or [np.zeros((0, raters))]) for i in range(3))
        w, times = self.weight[:, None], self.squares[:, None]
        if self.clusters is not None:
            given, total, left = (self._summed(one) for one in (given, worth, left))
            many = np.divide(total**2, self._summed(worth**2), out=np.zeros_like(total), where=total > 0)
            worth, left, w, times = total, left * np.maximum(many, 1.0), np.ones((1, 1)), np.ones((1, 1))
        with np.errstate(invalid="ignore", divide="ignore"):
            share = np.where(worth > 0, np.minimum(left / worth, _MOST_TAKEN), 0.0)
            variance = (times * given**2 / (1.0 - share)).sum(0)
            degrees = (w * worth).sum(0) ** 2 / (times * worth**2).sum(0) - 1.0
        return variance, np.where(degrees > _ROUNDING, degrees, 0.0)

    def _given(self, block: _Block, rest: FloatArray, raters: int) -> tuple[FloatArray, FloatArray, FloatArray]:
        """
        Of each unit and rater: what it gives to the effect, its variance and how much of that the fit takes.

        The variances are those of independent ratings. What the fit takes is exact where all units have the same
        raters; else what the errors of effects have in common is one number.
        """
        z, m, here, ratings = block
        table = _table(self.profiles, here, ratings, rest, raters)
        given = (z * (table - (table.sum(1) / m)[:, None])) @ self.inverse
        size = len(self.inverse)
        apart = self.inverse.sum() - np.trace(self.inverse)
        own = np.diagonal(self.inverse) - apart / max(size * (size - 1), 1)
        sums, mean = self.inverse * own[:, None], (z @ self.inverse) / m[:, None]
        worth = np.maximum(z @ self.inverse**2 - m[:, None] * mean**2, 0.0)
        taken = z @ (sums * self.inverse) - 2.0 * mean * (z @ sums) + mean**2 * (z @ own)[:, None]
        small = worth <= _ROUNDING * worth.max(initial=0.0)
        return given, np.where(small, 0.0, worth), np.where(small, 0.0, np.maximum(taken, 0.0))

    def _summed(self, values: FloatArray) -> FloatArray:
        """Sums over the units of each cluster, of which one weighs 1, however many are alike."""
        clusters = self.clusters
        if clusters is None:
            return values
        whole = np.zeros((int(clusters.unit.max(initial=-1)) + 1, values.shape[1]))
        whole[self.two] = values
        found: FloatArray = clusters.sums(whole) / self.one
        return found


def _groups(system: FloatArray) -> npt.NDArray[np.intp]:
    """Which raters are joined by units that they share, as numbers of groups."""
    linked, group = system < 0, np.full(len(system), -1, np.intp)
    for start in range(len(system)):
        if group[start] >= 0:
            continue
        number, front = int(group.max()) + 1, [start]
        while front:
            one = front.pop()
            if group[one] < 0:
                group[one] = number
                front.extend(np.flatnonzero(linked[one] & (group < 0)).tolist())
    return group
