"""Rao's score along the least favourable path: Wilson's interval for every function of a distribution of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray

# What the limits are.
#
# A value theta(P) is a function of the distribution P of a row, psi_P its influence. To ask whether it could be
# another one, the sample moves there along the path on which theta changes fastest in Fisher's metric, ``dp_i = p_i
# psi_i`` (the least favourable submodel of Stein 1956, Proc. Third Berkeley Symposium 1:187, followed rather than
# frozen at its start). At a point of the path the observed rows are
#
#     S(P) = sqrt(n) mean over the observed rows of psi_P / sd_P(psi_P)
#
# standard errors away, errors of that point (Rao 1948, Proc. Cambridge Philosophical Society 44:50; Neyman 1959). The
# limits are the values at which S is a quantile. Of a share of rows these are Wilson's (1927), of an odds ratio
# Cornfield's (1956), and there is no scale to choose: a monotone function of the value has the same function of the
# limits.
#
# - The quantile is that of a gamma variable with the skewness of S at that point (Wilson & Hilferty 1931, PNAS 17:684).
#   To second order it is the correction of Bartlett (1953, Biometrika 40:306) and of Gart & Nam (1988, Biometrics
#   44:323), and it is monotone at any level.
# - Cells without rows hold chance rows, with which the path starts: a quarter of a row that raises the value, and a
#   quarter that lowers it, of each denominator of the metric, spread as two labels that have nothing to do with each
#   other. Without them no path leads where no row has been (Emerson & Owen 2009, Electronic Journal of Statistics
#   3:1161, add two points to an empirical likelihood for that reason). They are no data: S knows the observed rows
#   alone, so that a share keeps Wilson's limits whatever their mass.
# - The rows of a cell weigh ``E w^2 / E w`` in the variance. Rows in clusters have the design effect of their sandwich
#   variance (Rao & Scott 1981, JASA 76:221) and Student's t, and no skewness.

# Shares of cells (B, ..., R, C) -> values (B,) and influences (B, ..., R, C).
Functional = Callable[[FloatArray], tuple[FloatArray, FloatArray]]

_STEP = 0.5  # of a standard error
_LONGEST = np.pi / 40  # of such steps for large quantiles, in Fisher's metric, in which no end is farther than pi
_SHORTER, _SHORTEST = 8.0, 0.01  # steps
_MOST_STEPS = 80
_MOST_TRIALS = 12
_CLOSE = 1e-7  # standard errors
_STILL = 1e-13  # a movement below is rounding
_SLOW = 1e-9  # a speed below this part of the last
_FLOOR = 1e-12  # of the root of a mass
_TINY = 1e-300
_NO_MORE = 6.0  # skewness


class Chance(NamedTuple):
    """
    Chance rows of B samples that are spread over tables (B, ..., R, C).

    Attributes
    ----------
    spread : ndarray of shape (B, ..., R, C)
        The part of a chance row that lies in each cell.
    axis : int or tuple of int
        Along which of -1 and -2 a chance row is spread: within a row, a column, or the table.
    mass : ndarray
        How much of a row each chance row is, at the start of the path: of the shape of a sum along the axis, which is
        kept.
    """

    spread: FloatArray
    axis: int | tuple[int, int]
    mass: FloatArray


class Masses(NamedTuple):
    """
    The distribution of B samples over cells of one table each, or of several (B, ..., R, C), and where paths start.

    Attributes
    ----------
    counts : ndarray of shape (B, ..., R, C)
        The rows of each cell, or their weights.
    start : ndarray of shape (B, ..., R, C)
        Masses of the cells.
    chance : tuple of Chance
        The chance rows beside them.
    squares, cubes : ndarray of shape (B, ..., R, C)
        ``E w^2 / E w`` and ``E w^3 / E w`` of the rows of a cell.
    effect : ndarray of shape (B,)
        The design effect of clusters; 1 of independent rows.
    """

    counts: FloatArray
    start: FloatArray
    chance: tuple[Chance, ...]
    squares: FloatArray
    cubes: FloatArray
    effect: FloatArray


def gamma_quantile(z: FloatArray, skewness: FloatArray) -> FloatArray:
    """The quantile of a standardised gamma variable with this skewness at that of a normal one (Wilson & Hilferty)."""
    g = np.minimum(np.maximum(skewness, -_NO_MORE), _NO_MORE)
    g[np.abs(g) < 1e-6] = 1e-6
    root = np.maximum(1 + g * z / 6 - g * g / 36, 0.0)
    quantile: FloatArray = 2 / g * (root * root * root - 1)
    return quantile


class _Point(NamedTuple):
    """
    Points of paths.

    Attributes
    ----------
    root : ndarray of shape (B, A)
        Roots of the masses.
    value : ndarray of shape (B,)
    direction : ndarray of shape (B, A)
        That of the path, half as long as a unit of Fisher's metric.
    error : ndarray of shape (B,)
        How long a standard error is on the path.
    speed : ndarray of shape (B,)
        How fast the value changes.
    beyond : ndarray of shape (B,)
        How far S is beyond its quantile there.
    """

    root: FloatArray
    value: FloatArray
    direction: FloatArray
    error: FloatArray
    speed: FloatArray
    beyond: FloatArray

    def where(self, chosen: Any, other: _Point) -> _Point:
        """The points of `other` where not chosen."""
        if chosen.all():
            return self
        if not chosen.any():
            return other
        pairs = zip(self, other, strict=True)
        return _Point(*(np.where(chosen[:, None] if a.ndim > 1 else chosen, a, b) for a, b in pairs))


@np.errstate(all="ignore")  # where no row has been, and where a path ends
def limits_along_path(
    functional: Functional, masses: Masses, z: FloatArray, *, skewed: bool = True
) -> tuple[FloatArray, FloatArray]:
    """
    Return the values where S is its quantile, (B,), on the paths of B samples down and up.

    Parameters
    ----------
    functional : callable
        Takes shares of cells (2 B, ..., R, C), those of the paths down of all samples, then up.
    masses : Masses
        The samples.
    z : ndarray of shape (B,)
        The quantile.
    skewed : bool
        Whether it is taken of a gamma variable with the skewness of S.
    """
    low, high = _Paths(functional, masses, z, skewed=skewed).limits().reshape(2, -1)
    return low, high


class _Paths:
    """The paths down and up of B samples, 2 B of A masses, as points on a sphere: roots of the masses."""

    def __init__(self, functional: Functional, masses: Masses, z: FloatArray, *, skewed: bool) -> None:
        self.functional, self.skewed = functional, skewed
        many = 2 * len(z)
        self.sign = np.repeat([-1.0, 1.0], len(z))
        both = (masses.counts, masses.squares, masses.cubes, masses.effect, z)
        counts, squares, cubes, self.effect, self.z = (np.concatenate([array, array]) for array in both)
        self.shape, self.n = counts.shape, counts.reshape(many, -1).sum(1)
        self.observed = counts.reshape(many, -1) / self.n[:, None]
        self.squares, self.cubes = (None if (each == 1).all() else each.reshape(many, -1) for each in (squares, cubes))
        first = self.cells = masses.start[0].size
        self.chance = []
        for chance in masses.chance:
            part = slice(first, first + chance.mass[0].size)
            spread = np.concatenate([chance.spread, chance.spread])
            self.chance.append((spread, chance.axis, part, (many, *chance.mass.shape[1:])))
            first = part.stop
        each = (masses.start, *(chance.mass for chance in masses.chance))
        start = np.concatenate([mass.reshape(len(z), -1) for mass in each], 1)
        self.start = np.concatenate([start, start])
        self.floor = np.where(self.start > 0, _FLOOR, 0.0)
        self.step = np.zeros((many, 1))  # of the last one, that crossed

    def at(self, root: FloatArray) -> _Point:
        """
        Take the value, the direction of the path and the distance of S from its quantile.

        Masses are kept above 0, where the start has any, and their sum 1: the roots are on a sphere.
        """
        root = np.maximum(root, self.floor)
        root = root / np.sqrt((root * root).sum(1, keepdims=True))
        mass = root * root
        p = mass[:, : self.cells].reshape(self.shape)
        for spread, _, part, shape in self.chance:
            p = p + spread * mass[:, part].reshape(shape)
        value, psi = self.functional(p)
        of_chance = [(spread * psi).sum(axis).reshape(len(root), -1) for spread, axis, *_ in self.chance]
        psi = psi.reshape(len(root), -1)
        second = p.reshape(psi.shape) * psi * psi
        variance = (second if self.squares is None else second * self.squares).sum(1)
        error = np.sqrt(variance * self.effect / self.n)
        score = -self.sign * (self.observed * psi).sum(1) / error
        quantile = self.z
        if self.skewed:
            third = (second * psi if self.cubes is None else second * psi * self.cubes).sum(1)
            quantile = gamma_quantile(self.z, -self.sign * third / (variance * np.sqrt(variance * self.n)))
        moved = root * np.concatenate([psi, *of_chance], 1)
        speed = np.sqrt(np.maximum((moved * moved).sum(1), _TINY))
        direction = moved * (0.5 * self.sign / speed)[:, None]
        return _Point(root, value, direction, error / speed, speed, score - quantile)

    def limits(self) -> FloatArray:
        """Step along the paths until S is beyond its quantile, or the value stands still; then look between."""
        here = self.at(np.sqrt(self.start))
        limit, done = here.value.copy(), here.beyond >= 0
        crossed, before, after = np.zeros(len(limit), np.bool_), here, here
        part, step, last = np.ones(len(limit)), self._step(here), here.direction
        length = step
        for number in range(_MOST_STEPS):
            if done.all():
                break
            if number == 0:  # by the direction half a step further; then by those here and one step before
                direction = self.at(here.root + step / 2 * here.direction).direction
            else:
                direction = here.direction + step / (2 * length) * (here.direction - last)
            there = self.at(here.root + step * direction)
            known = np.isfinite(there.value) & np.isfinite(there.beyond)
            gain = self.sign * (there.value - here.value)
            np.copyto(limit, there.value, where=known & (gain > 0) & ~done)
            moves = known & (gain > _STILL * (1 + np.abs(here.value))) & ~(there.speed < _SLOW * here.speed)
            hit = moves & (there.beyond >= 0) & ~done
            if hit.any():
                before, after = here.where(hit, before), there.where(hit, after)
                np.copyto(self.step, step, where=hit[:, None])
            part[~moves] /= _SHORTER  # a bend that the step was too long for, or the end
            crossed |= hit
            done |= hit | (part < _SHORTEST)
            last, length = here.direction, np.where(moves[:, None], step, 1.0)
            here = there.where(moves & ~done, here)
            step = self._step(here) * part[:, None]
        if crossed.any():
            limit = np.where(crossed, self.between(before, after, crossed).value, limit)
        return np.asarray(limit)

    def _step(self, point: _Point) -> FloatArray:
        """A part of a standard error, the same at every level so that limits of a higher one lie farther out."""
        step = np.maximum(_STEP * point.error, np.minimum(2 / _MOST_STEPS * self.z * point.error, _LONGEST))
        step[~np.isfinite(step)] = 0.0
        return step[:, None] + _TINY

    def between(self, low: _Point, high: _Point, unknown: npt.NDArray[np.bool_]) -> _Point:
        """
        Return the points where S is the quantile, between two points of each path.

        The path between them is a cubic through both with its directions; the place on it is found by false position
        with the weights of Anderson and Bjorck (1973, BIT 13:253).
        """
        left: FloatArray = np.zeros(len(low.value))
        right: FloatArray = np.ones(len(low.value))
        f_left, f_right, found = low.beyond, high.beyond, high
        for _ in range(_MOST_TRIALS):
            t = left - f_left * (right - left) / (f_right - f_left)
            t = np.where((t - left) * (t - right) < 0, t, (left + right) / 2)
            x = t[:, None]
            root = low.root + x * x * (3 - 2 * x) * (high.root - low.root)
            root = root + self.step * x * (1 - x) * ((1 - x) * low.direction - x * high.direction)
            point = self.at(root)
            found = point.where(unknown, found)
            unknown = unknown & ~(np.abs(point.beyond) <= _CLOSE)
            if not unknown.any():
                break
            other = point.beyond * f_right < 0
            weight = 1 - point.beyond / f_right
            f_left = np.where(other, f_right, np.where(weight > 0, weight, 0.5) * f_left)
            left = np.where(other, right, left)
            right, f_right = t, point.beyond
        return found
