"""Profiles of units as rows of different length: who gave which label; and how equal ones are found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.states.profiles import Places, counted, distinct_rows
from concordant.typing import NumberArray


@dataclass(frozen=True, slots=True, eq=False)
class Profiles:
    """Ratings of units one after the other: those of unit u stand from ``start[u]`` to ``start[u + 1]``."""

    start: NumberArray
    rater: NumberArray
    code: NumberArray

    def __len__(self) -> int:
        """The number of profiles."""
        return len(self.start) - 1

    def __iter__(self) -> Iterator[NumberArray]:
        """The three arrays."""
        return iter((self.start, self.rater, self.code))

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many ratings each has."""
        return np.diff(self.start)

    @property
    def unit(self) -> Places:
        """The profile of each rating."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def tally(self, labels: int) -> NumberArray:
        """How often each label occurs in each profile, (U, K)."""
        flat = self.unit * labels + self.code
        return np.bincount(flat, minlength=len(self) * labels).reshape(len(self), labels)

    def some(self, units: Places) -> Profiles:
        """Some of them, in this order."""
        sizes = self.sizes[units]
        start = np.concatenate([[0], np.cumsum(sizes)])
        here = np.repeat(self.start[units] - start[:-1], sizes) + np.arange(int(start[-1]))
        return Profiles(start.astype(np.int64), self.rater[here], self.code[here])

    def then(self, other: Profiles) -> Profiles:
        """These, then others."""
        start = np.concatenate([self.start, self.start[-1] + other.start[1:]])
        return Profiles(start, np.concatenate([self.rater, other.rater]), np.concatenate([self.code, other.code]))

    def relabelled(self, place: NumberArray) -> tuple[Profiles, Places]:
        """Give raters other places, -1: none; and the units that have a rating left."""
        new, unit = place[self.rater], self.unit
        here = new >= 0
        new, unit, code = new[here], unit[here], self.code[here]
        order = np.lexsort((new, unit))
        new, unit, code = new[order], unit[order], code[order]
        units, first = np.unique(unit, return_index=True)
        start = np.append(first, len(unit)).astype(np.int64)
        return Profiles(start, new.astype(np.int32), code), units


def grouped(profiles: Profiles, raters: int, labels: int) -> tuple[Profiles, Places]:
    """
    Find the distinct profiles, in their order, and the place of each given one among them.

    The order is that of the number of ratings, then lexicographic in (rater, code).
    """
    sizes, base = profiles.sizes, max(raters * labels, 1)
    key = profiles.rater.astype(np.int64) * labels + profiles.code
    place, firsts, done = np.zeros(len(profiles), np.intp), [], 0
    for size in np.unique(sizes).tolist():
        units = np.flatnonzero(sizes == size)
        rows = key[profiles.start[units][:, None] + np.arange(size)]
        first, kind = distinct_rows(rows, base)
        place[units] = done + kind
        firsts.append(units[first])
        done += len(first)
    chosen = np.concatenate(firsts) if firsts else np.zeros(0, np.intp)
    return profiles.some(chosen), place


def profiles_of_codes(
    codes: npt.NDArray[Any], labels: int, weights: NumberArray | None, times: NumberArray | None = None
) -> tuple[Profiles, NumberArray, NumberArray | None, Places, int]:
    """
    Find the distinct profiles of a matrix of codes (n, r), -1 where a rating is missing.

    Each row is one unit of this weight, or so many units (`times`).

    Returns
    -------
    Profiles, ndarray, ndarray or None
        The profiles, the weight of each, and the sums of squared weights of weighted units.
    ndarray
        The place of the profile of each row, -1 of rows without a rating or a weight.
    int
        How many units nobody rated.
    """
    given = np.ones(len(codes), np.bool_) if weights is None else weights > 0
    first, kind = distinct_rows(np.where(codes < 0, labels, codes), labels + 1)
    dense = codes[first]
    sizes = (dense >= 0).sum(1)
    order = np.argsort(sizes, kind="stable")
    rank = np.empty(len(order), np.intp)
    rank[order] = np.arange(len(order))
    place, sizes, dense = rank[kind], sizes[order], dense[order]
    empty = int(sizes[:1].sum() == 0) if len(sizes) else 0  # the profile without a rating stands first
    place = np.where(given, place - empty, -1) if empty or weights is not None else place
    gone = given & (place < 0)
    missing = (int(gone.sum()) if times is None else int(times[gone].sum())) if empty else 0
    dense = dense[empty:]
    here = place >= 0
    every = bool(here.all())
    of_units = None if weights is None else weights[here].astype(np.float64)
    if times is not None:
        of_units = times[here]
    weight, squares = counted(place if every else place[here], len(dense), of_units)
    if len(weight) and not weight.all():  # profiles of rows without weight
        kept = np.flatnonzero(weight)
        moved = np.full(len(weight), -1, np.intp)
        moved[kept] = np.arange(len(kept))
        place = np.where(here, moved[place], -1)
        dense, weight = dense[kept], weight[kept]
        squares = None if squares is None else squares[kept]
    unit, rater = np.nonzero(dense >= 0)
    start = np.concatenate([[0], np.cumsum((dense >= 0).sum(1))]).astype(np.int64)
    profiles = Profiles(start, rater.astype(np.int32), dense[unit, rater].astype(np.int32))
    return profiles, weight, squares, place, missing
