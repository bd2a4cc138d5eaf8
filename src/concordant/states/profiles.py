"""Distinct rows with how often each occurs; profiles of rated units, their clusters, their weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError
from concordant.inputs.rows import check_clusters
from concordant.states.state import COUNTED, State, StoredState, refuse_overflow, times, unsound_cells, unsound_squares
from concordant.typing import FloatArray, Label, NumberArray


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
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))

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
        order = np.argsort(unit * len(place) + new, kind="stable")  # fast where raters stay in their order
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
    rated = (codes >= 0).any(1)
    here = rated if weights is None else rated & (weights > 0)
    gone = ~rated if weights is None else ~rated & (weights > 0)
    missing = int(gone.sum()) if times is None else int(times[gone].sum())
    of_units = times if weights is None else weights.astype(np.float64)
    if not here.all():
        codes, of_units = codes[here], None if of_units is None else of_units[here]
    first, kind = distinct_rows(np.where(codes < 0, labels, codes), labels + 1)
    order = np.argsort((codes[first] >= 0).sum(1), kind="stable")
    rank = np.empty(len(order), np.intp)
    rank[order] = np.arange(len(order))
    dense, place = codes[first[order]], np.full(here.shape, -1, np.intp)
    place[here] = rank[kind]
    weight, squares = counted(rank[kind], len(dense), of_units)
    unit, rater = np.nonzero(dense >= 0)
    start = np.concatenate([[0], np.cumsum((dense >= 0).sum(1))]).astype(np.int64)
    profiles = Profiles(start, rater.astype(np.int32), dense[unit, rater].astype(np.int32))
    return profiles, weight, squares, place, missing


Places = npt.NDArray[np.intp]
_MOST = 1 << 62  # numbers below are added up without loss
_EXACT = 1 << 53
_FEW_ROWS, _BITS = 4096, 256  # rows of so many bits that are sorted as they are
_TABLE, _FILLED = 1 << 22, 64  # different numbers, in all and for each row, that a table counts without a sort


def distinct_rows(matrix: npt.NDArray[Any], base: int) -> tuple[Places, Places]:
    """
    Find the distinct rows of numbers from 0 to base - 1, in lexicographic order.

    Returns
    -------
    ndarray
        A row of each kind, (U,).
    ndarray
        The kind of each row, (n,).
    """
    if len(matrix) < 2:
        return np.arange(len(matrix)), np.zeros(len(matrix), np.intp)
    if len(matrix) <= _FEW_ROWS and matrix.shape[1] * max(base, 2).bit_length() > _BITS:  # many columns at once
        rows = np.ascontiguousarray(matrix, ">i8").view(np.dtype((np.void, 8 * matrix.shape[1]))).ravel()
        _, first, place = np.unique(rows, return_index=True, return_inverse=True)
        return first, place.ravel()
    number, size = np.zeros(len(matrix), np.int64), 1
    for column in matrix.T:
        if size > _MOST // max(base, 1):
            known, number = np.unique(number, return_inverse=True)
            number, size = number.ravel().astype(np.int64), max(len(known), 1)
        number = number * base + column
        size *= base
    if size <= min(_TABLE, _FILLED * len(matrix)):
        return _by_table(number, size)
    _, first, place = np.unique(number, return_index=True, return_inverse=True)
    return first, place.ravel()


def _by_table(number: npt.NDArray[np.int64], size: int) -> tuple[Places, Places]:
    first = np.full(size, -1, np.intp)
    first[number[::-1]] = np.arange(len(number) - 1, -1, -1)
    used = np.flatnonzero(first >= 0)
    place = np.zeros(size, np.intp)
    place[used] = np.arange(len(used))
    return first[used], place[number]


def sums_of(place: Places, size: int, weight: NumberArray) -> NumberArray:
    """Add up weights (..., n) of the rows of each kind: (..., size). Whole numbers stay exact."""
    shape, cells = (*weight.shape[:-1], size), prod(weight.shape[:-1]) * size
    if weight.ndim > 1:
        place, weight = (place + np.arange(0, cells, size)[:, None]).ravel() if size else place, weight.ravel()
    if weight.dtype.kind == "i" and int(weight.sum()) > _EXACT:
        exact = np.zeros(cells, np.int64)
        np.add.at(exact, place, weight)
        return exact.reshape(shape)
    found = np.bincount(place, weight, minlength=cells)
    if weight.dtype.kind == "f":
        return found.reshape(shape)
    return np.rint(found).astype(np.int64).reshape(shape)  # a float holds every sum


def counted(place: Places, size: int, weights: NumberArray | None) -> tuple[NumberArray, NumberArray | None]:
    """Weight of each kind, and of weighted rows the sum of squared weights; whole numbers count rows."""
    if weights is None:
        return np.bincount(place, minlength=size).astype(np.int64), None
    weight = sums_of(place, size, weights)
    if weight.dtype.kind == "i":
        return weight, None
    return weight, np.bincount(place, weights * weights, minlength=size)


def added_squares(
    place: Places, weight: NumberArray, parts: Sequence[tuple[NumberArray, NumberArray | None]]
) -> NumberArray | None:
    """Squares of a sum of states: of a part whose rows are counted each weight is 1."""
    if all(squares is None for _, squares in parts):
        return None
    each = [numbers * 1.0 if squares is None else squares for numbers, squares in parts]
    return sums_of(place, weight.shape[-1], np.concatenate(each, axis=-1))


class RatedUnits(State):
    """Units with weights in the last axis of `weight`; leading axes are a stack."""

    __slots__ = ()
    _numbers = "weight"
    weight: NumberArray
    squares: NumberArray | None

    @property
    def stack(self) -> tuple[int, ...]:
        """The shape of the leading axes."""
        return self.weight.shape[:-1]

    @property
    def n(self) -> Any:
        """The number of units that somebody rated, or the sum of their weights."""
        found = self.weight.sum(-1)
        return found.item() if found.ndim == 0 else found

    @property
    def weighted(self) -> bool:
        """Whether units have weights."""
        return self.weight.dtype.kind == "f"

    @property
    def _units(self) -> str:
        """How many units there are, in words."""
        if self.stack:
            return f"a stack {' x '.join(map(str, self.stack))}"
        return f"{self.n:,} unit{'s' * (self.n != 1)}" if isinstance(self.n, int) else f"units of weight {self.n:g}"

    def added_weights(self, other: Self, index: Places, size: int) -> tuple[NumberArray, NumberArray | None]:
        """Add the weights of two states, and their squares, whose units stand one after the other at this index."""
        refuse_overflow(self.weight[..., None], other.weight[..., None])
        weight = sums_of(index, size, np.concatenate([self.weight, other.weight], axis=-1))
        return weight, added_squares(index, weight, [(self.weight, self.squares), (other.weight, other.squares)])

    def repeated_weights(self, factor: float) -> tuple[NumberArray, NumberArray | None]:
        """Repeat the units `factor` times: their weights and the squares; of no times there are none."""
        weight, squares = times(self.weight[..., None], factor)[..., 0], self.squares
        if squares is not None:
            squares = squares * float(factor)
        if factor:
            return weight, squares
        return weight[..., :0], None if squares is None else squares[..., :0]


class OfKnownRaters:
    """Ratings whose raters have names."""

    __slots__ = ()
    raters: tuple[Label, ...]

    def select(self, raters: Sequence[Label]) -> Self:
        """Return the ratings of some raters, in this order; units that none of them rated are dropped and counted."""
        raise NotImplementedError

    def without(self, rater: Label) -> Self:
        """Return the ratings of all other raters."""
        gone = self.index_of(rater)
        return self.select([name for place, name in enumerate(self.raters) if place != gone])

    def index_of(self, rater: Label) -> int:
        """The place of a rater; raise if there is none of this name."""
        if rater in self.raters:
            return self.raters.index(rater)
        shown = ", ".join(map(repr, self.raters[:10])) + (", ..." if len(self.raters) > 10 else "")
        raise LabelError(f"there is no rater {rater!r}; the raters are {shown}.")


def shown_labels(labels: Sequence[Label]) -> str:
    """Return the labels in short."""
    return f"labels {', '.join(map(repr, labels[:6]))}{', ...' if len(labels) > 6 else ''}"


def stored_weights(stored: StoredState) -> tuple[NumberArray, FloatArray | None]:
    """Read weights and their squares, with shape and type."""
    shape = stored.shape("shape")
    weight = stored.nested("weight", shape, stored.dtype("dtype", COUNTED))
    return weight, stored.optional("squares", stored.nested, shape, "float64")


def unsound_units(weight: NumberArray, squares: NumberArray | None) -> str | None:
    """Why these are no numbers of units, shape (..., U), and no sums of their squared weights."""
    if not weight.ndim:
        return "its weights have no axis"
    why = unsound_cells(weight.reshape(-1, weight.shape[-1]) if weight.size else weight.reshape(0, 0))
    if why is None and weight.size and not weight.reshape(-1, weight.shape[-1]).any(0).all():
        return "what no unit has is in it"
    return why or unsound_squares(weight, squares, "units")


def members_of(cluster: Any, place: Places, weights: NumberArray | None) -> FloatArray:
    """Return the members of clusters of rows, whose profiles stand at `place`, -1 of rows that do not count."""
    code, _ = check_clusters(cluster, len(place), None)
    here = place >= 0
    of_units = np.ones(len(place)) if weights is None else weights.astype(np.float64)
    return _summed(code[here], place[here], of_units[here])


def joined_members(first: FloatArray, place: Places, second: FloatArray, other: Places) -> FloatArray:
    """Return those of two states whose profiles have moved; their clusters are different ones."""
    after = int(first[0].max(initial=-1.0)) + 1
    code = np.concatenate([first[0], second[0] + after])
    moved = np.concatenate([place[first[1].astype(np.intp)], other[second[1].astype(np.intp)]])
    return _summed(code, moved, np.concatenate([first[2], second[2]]))


def moved_members(cluster: FloatArray, profiles: int, units: Places, group: Places) -> FloatArray:
    """Return those whose profiles are among `units`, which became the profiles `group`."""
    place = np.full(profiles, -1, np.intp)
    place[units] = group
    moved = place[cluster[1].astype(np.intp)]
    here = moved >= 0
    return _summed(cluster[0][here], moved[here], cluster[2][here])


def unsound_members(cluster: FloatArray, weight: NumberArray) -> str | None:
    """Why these are not the members of clusters of units with this weight; None if they are."""
    if weight.ndim != 1:
        return "a stack of states has no clusters"
    code, profile, of_units = cluster
    if not (np.isfinite(cluster).all() and (cluster[:2] == np.floor(cluster[:2])).all() and (of_units > 0).all()):
        return "its clusters are not whole numbers with a weight"
    if cluster.size and not (profile.min() >= 0 and profile.max() < len(weight) and 0 <= code.min() < 2.0**53):
        return "a member of a cluster has a profile that is none"
    if cluster.size and code.max() >= 2.0**53:
        return "its clusters are too many"
    again = _summed(code, profile.astype(np.intp), of_units)
    if not np.array_equal(again[:2], cluster[:2]):
        return "its clusters are not in order"
    found = np.bincount(profile.astype(np.intp), of_units, minlength=len(weight))
    return None if np.allclose(found, weight, rtol=1e-9, atol=0.0) else "its clusters do not have the units that it has"


def _summed(code: NumberArray, profile: Places, weight: FloatArray) -> FloatArray:
    """Distinct pairs in their order, clusters numbered from 0, and their weights."""
    _, number = np.unique(code, return_inverse=True)
    pairs, place = np.unique(np.stack([number.ravel(), profile]), axis=1, return_inverse=True)
    sums = np.bincount(place.ravel(), weight, minlength=pairs.shape[1])
    return np.concatenate([pairs.astype(np.float64), sums[None]])
