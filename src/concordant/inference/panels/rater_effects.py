"""
How much higher one rater's numbers are than another's: the two-way least squares fit of all ratings.

``y_ug = unit_u + rater_g + e_ug`` with rater effects that sum to 0 (Scheffe 1959, The Analysis of Variance, section
4.4). Units are eliminated, so that a system of r equations is left; the standard errors are over units, whatever the
errors of one unit have in common (Liang & Zeger 1986, Biometrika 73:13).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.units import Clusters
from concordant.states.rating_profiles import Profiles
from concordant.typing import FloatArray, NumberArray

_NUMBERS = 1 << 22  # in one block of profiles by raters
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class RaterEffects:
    """Effects of the raters, standard errors, degrees of freedom; `group` says which raters can be compared."""

    value: FloatArray
    se: FloatArray
    degrees: float
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
    system, right = np.zeros((raters, raters)), np.zeros(raters)
    for z, m, here, ratings in _blocks(chosen, raters):
        scaled = z * (w[here] / m)[:, None]
        system += np.diag((z * w[here][:, None]).sum(0)) - z.T @ scaled
        table = _table(chosen, here, ratings, y, raters)
        right += (w[here][:, None] * z * (table - (table.sum(1) / m)[:, None])).sum(0)
    group = _groups(system)
    inverse = np.linalg.pinv(system, hermitian=True)
    value = inverse @ right
    middle, n = _middle(chosen, two, y, value, of_squares, raters, clusters)
    worth = np.float64(n if clusters is not None else float(w.sum()) ** 2 / max(float(of_squares.sum()), 1e-300))
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = worth / (worth - 1.0) * np.einsum("ij,jk,ik->i", inverse, middle, inverse)
        se = np.sqrt(np.where(variance >= 0, variance, np.nan))
    alone = np.diagonal(system) <= 0
    scale = float(np.abs(y).max(initial=0.0))
    se = np.where(se <= _ROUNDING * scale, 0.0, se)
    value = np.where(np.abs(value) <= _ROUNDING * scale, 0.0, value)
    return RaterEffects(np.where(alone, np.nan, value), np.where(alone, np.nan, se), float(worth) - 1.0, group)


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


def _middle(
    profiles: Profiles,
    two: npt.NDArray[np.intp],
    y: FloatArray,
    value: FloatArray,
    squares: FloatArray,
    raters: int,
    clusters: Clusters | None,
) -> tuple[FloatArray, float]:
    """The sum of squares of the scores of units, or of clusters of them; and how many there are."""
    found = np.zeros((raters, raters))
    rest = y - value[profiles.rater]
    scores = []
    for z, m, here, ratings in _blocks(profiles, raters):
        table = _table(profiles, here, ratings, rest, raters)
        each = z * (table - (table.sum(1) / m)[:, None])
        if clusters is None:
            found += each.T @ (each * squares[here][:, None])
        else:
            scores.append(each)
    if clusters is None:
        return found, float(len(profiles))
    whole = np.zeros((int(clusters.unit.max(initial=-1)) + 1, raters))
    whole[two] = np.concatenate(scores) if scores else np.zeros((0, raters))
    sums = clusters.sums(whole)
    return sums.T @ sums, float(clusters.size)


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
