"""Units: the distinct rows of a sample, and how much weight each stands for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.rows_in_groups import RowsInGroups
from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class Clusters:
    """
    Which rows belong together.

    Attributes
    ----------
    code : ndarray of int, shape (n,)
        The cluster of each row, 0 to `size` - 1.
    unit : ndarray of int, shape (n,)
        The unit of each row.
    weight : ndarray of float64, shape (n,)
        The weight of each row.
    size : int
        The number of clusters.
    times : ndarray of int, shape (n,), or None
        How many equal rows of a cluster share each weight, where they stand together; None for one.
    squared : ndarray of float64, shape (n,), or None
        The squared weights of the rows, or their sums over such rows; None: as of rows that weigh the same. It is
        `weight` itself where each row counts once.
    """

    code: npt.NDArray[np.intp]
    unit: npt.NDArray[np.intp]
    weight: FloatArray
    size: int
    times: npt.NDArray[np.int64] | None = None
    squared: FloatArray | None = None

    @property
    def squares(self) -> FloatArray:
        """The squared weights of the rows."""
        if self.squared is not None:
            return self.squared
        return self.weight**2 if self.times is None else self.weight**2 / self.times

    def rows(self, units: int) -> FloatArray:
        """How many rows each unit has."""
        return np.bincount(self.unit, self.times, minlength=units).astype(np.float64)

    @property
    def grouped(self) -> RowsInGroups:
        """The rows, to be added up in each cluster."""
        return RowsInGroups(self.code, self.weight, self.size, self.unit)

    @property
    def grouped_squares(self) -> RowsInGroups:
        """The same with their squared weights."""
        return RowsInGroups(self.code, self.squares, self.size, self.unit)

    def sums(self, values: FloatArray) -> FloatArray:
        """Add ``weight * values[unit]`` over the rows of each cluster: (U, S) gives (G, S)."""
        return self.grouped.sums(values)

    def sums_of_three(
        self, values: FloatArray, others: FloatArray, squared: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The same of three tables, (U, S) each; of the last by squared weights."""
        if self.squares is not self.weight:
            return self.sums(values), self.sums(others), self.grouped_squares.sums(squared)
        every, size = self.sums(np.concatenate([values, others, squared], axis=1)), values.shape[1]
        return every[:, :size], every[:, size : 2 * size], every[:, 2 * size :]

    def by_stratum(self, stratum: npt.NDArray[np.intp], strata: int) -> tuple[RowsInGroups, RowsInGroups]:
        """The rows of each cluster with the stratum of their unit for a unit, by their weights and by the squares."""
        code, here, weight, squares = self.code, stratum[self.unit], self.weight, self.squares
        cells = self.size * strata
        if cells <= len(code):  # the rows of a cluster and a stratum count as one
            place = code * strata + here
            code, here = np.divmod(np.arange(cells), strata)
            alike, weight = squares is weight, np.bincount(place, weight, cells).astype(np.float64)
            squares = weight if alike else np.bincount(place, squares, cells).astype(np.float64)
        return RowsInGroups(code, weight, self.size, here), RowsInGroups(code, squares, self.size, here)


@dataclass(frozen=True)
class Units:
    """
    The distinct rows of a sample.

    Attributes
    ----------
    weight : ndarray of float64, shape (U,)
        The number of rows of each unit, or the sum of their weights.
    squares : ndarray of float64, shape (U,)
        The sum of their squared weights: equal to `weight` where each row counts once.
    stratum : ndarray of int, shape (U,), or None
        The class of the truth, which a stratified sample holds fixed.
    clusters : Clusters or None
        Rows that belong together; None if all rows are independent.
    unit : int
        All weights are in units of ``2**unit``: 0, unless those of the caller are so small or large that products of
        them would leave float64.
    """

    weight: FloatArray
    squares: FloatArray
    stratum: npt.NDArray[np.intp] | None = None
    clusters: Clusters | None = None
    unit: int = 0

    @classmethod
    def of_rows(cls, rows: int, stratum: npt.NDArray[np.intp] | None = None) -> Units:
        """Rows that count once each."""
        ones = np.ones(rows)
        found = cls(ones, ones, stratum)
        found.__dict__["counted"] = True
        return found

    @cached_property
    def total(self) -> float:
        """The sum of all weights."""
        return float(self.weight.sum())

    @cached_property
    def total_squares(self) -> float:
        """The sum of all squared weights."""
        return float(self.squares.sum())

    @cached_property
    def cubes(self) -> FloatArray:
        """The sum of the third powers of the weights of each unit, if its rows weigh the same."""
        return self.squares * self._of_a_row

    @cached_property
    def fourths(self) -> FloatArray:
        """The same of the fourth powers."""
        rows = self.weight**2 / np.maximum(self.squares, np.finfo(float).tiny)
        return np.asarray(rows * self._of_a_row**4)

    @property
    def _of_a_row(self) -> FloatArray:
        """What a row of each unit weighs."""
        return self.squares / np.maximum(self.weight, np.finfo(float).tiny)

    @cached_property
    def counted(self) -> bool:
        """Whether the weights are numbers of rows, which can be drawn again."""
        same = self.weight is self.squares or np.array_equal(self.weight, self.squares)
        return bool(same and (self.weight == np.round(self.weight)).all())

    @cached_property
    def single(self) -> bool:
        """Whether each unit is one row, whatever the unit of the weights."""
        return bool(np.allclose(self.squares, self.weight**2, rtol=1e-12, atol=0.0))

    @cached_property
    def notes(self) -> dict[Any, Any]:
        """What was found of the rows that is asked for again."""
        return {}

    @cached_property
    def strata(self) -> RowsInGroups:
        """The units in each class of the truth, by their squared weights; all in one where there are no classes."""
        if self.stratum is None:
            return RowsInGroups(np.zeros(len(self), np.intp), self.squares, 1)
        return RowsInGroups(self.stratum, self.squares, int(self.stratum.max(initial=0)) + 1)

    @cached_property
    def effective(self) -> float:
        """Kish's number of rows that tell as much without weights: ``(sum w)^2 / sum w^2``."""
        return self.effective_of(np.ones(len(self), np.bool_))

    def effective_of(self, here: npt.NDArray[np.bool_]) -> float:
        """Kish's number of rows of some of the units."""
        weight = float(np.einsum("u,u->", self.weight, here))  # not BLAS, whose threads wait for each other
        if self.counted:
            return weight
        squares = float(np.einsum("u,u->", self.squares, here))
        return weight * (weight / squares) if squares else 0.0

    def __len__(self) -> int:
        """The number of units."""
        return len(self.weight)


def of_both(first: Units, second: Units) -> Units:
    """The units of two samples of different rows, one after the other; where either has clusters, so have all rows."""
    weight = np.concatenate([first.weight, second.weight])
    squares = np.concatenate([first.squares, second.squares])
    return Units(weight, squares, clusters=_clusters_of_both(first, second))


def _clusters_of_both(first: Units, second: Units) -> Clusters | None:
    if first.clusters is None and second.clusters is None:
        return None
    a, b = (side.clusters or _rows(side) for side in (first, second))
    return Clusters(
        np.concatenate([a.code, a.size + b.code]),
        np.concatenate([a.unit, len(first) + b.unit]),
        np.concatenate([a.weight, b.weight]),
        a.size + b.size,
        None if a.times is None is b.times else np.concatenate([_times(a), _times(b)]),
        None if a.squared is None is b.squared else np.concatenate([a.squares, b.squares]),
    )


def _times(clusters: Clusters) -> npt.NDArray[np.int64]:
    return np.ones(len(clusters.code), np.int64) if clusters.times is None else clusters.times


def _rows(units: Units) -> Clusters:
    """Each row as a cluster of its own."""
    if not units.counted:
        every = np.arange(len(units))
        return Clusters(every, every, units.weight, len(units))
    unit = np.repeat(np.arange(len(units)), units.weight.astype(np.int64))
    return Clusters(np.arange(len(unit)), unit, np.ones(len(unit)), len(unit))
