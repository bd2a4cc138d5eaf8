"""`Sample`, `Atoms`, `Clusters`: distinct rows, their weights, what belongs together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import OptionError
from concordant.inference.influence.influences import Influences
from concordant.inference.resampling import drawn_weights
from concordant.inputs.rankings import RankingRows
from concordant.inputs.rows import check_clusters
from concordant.inputs.scores import MeasurementRows, ScoreRows
from concordant.metrics.definition.facts import Share
from concordant.metrics.definition.metric import Metric
from concordant.settings import threads_for
from concordant.typing import FloatArray, Scheme

Bools = npt.NDArray[np.bool_]
Quantity = Callable[[Any], Any]  # takes a state, gives a sum over its rows


class Sample(ABC):
    """
    Rows of one model or pair of raters. Two samples of the same rows share their `atoms`.

    Attributes
    ----------
    atoms : Atoms
        The distinct rows.
    state : Counts, SampleCounts, Curve, CurveStack or Moments
        What the metric is taken of.
    """

    atoms: Atoms
    state: Any

    @property
    def n(self) -> float:
        """The number of rows, or the sum of their weights."""
        return self.atoms.total

    def value(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """The metric of the rows as they are, shape S."""
        return np.asarray(metric.formula(self.state, **options), dtype=np.float64)

    def drawn(self, metric: Metric, options: Mapping[str, Any], draws: int, seed: int, scheme: Scheme) -> FloatArray:
        """The metric of each resampled sample, (draws, *S)."""
        batches = drawn_weights(self.atoms, draws, seed=seed, scheme=scheme)
        return np.concatenate([self.values(metric, options, weights) for weights in batches])

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """The influences of `influences` written down, (U, *S)."""
        psi = self.influences(metric, options)
        return None if psi is None else psi.array()

    @abstractmethod
    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """The metric under other weights of the atoms: (B, U) gives (B, *S)."""

    @property
    def can_join(self) -> bool:
        """Whether rows of two models can be exchanged."""
        return type(self).joined is not Sample.joined

    def differs(self, other: Any, metric: Metric) -> Bools | None:
        """Whether the predictions of another sample of the same rows are others, by atom; None if that is not known."""
        del other, metric
        return None

    def joined(self, other: Any, metric: Metric) -> Sample:
        """
        The rows of two models in one sample: first each row with the prediction of this one, then with that of another.

        Weights of these 2 U atoms say which model a row is read from. With all weight on the first half it is this one;
        a row whose two predictions are exchanged has its weight on the other half.
        """
        del other
        msg = f'method="permutation" is not for {metric.name}; take method="percentile" or "bca", or leave it out.'
        raise OptionError(msg)

    @abstractmethod
    def influences(self, metric: Metric, options: Mapping[str, Any]) -> Influences | None:
        """
        How much a row of each atom moves the metric: psi of shape (U, *S), of weighted mean zero.

        ``Var(metric) = sum over rows of (w psi)^2 / (sum of w)^2``. None where no derivative is known.
        """


class Totals(NamedTuple):
    """The weight of what is counted and of all that it is counted among, and the sums of their squared weights."""

    part: Any
    whole: Any
    part_squares: Any
    whole_squares: Any


class LabelSample(Sample):
    """Rows of labels: also sums over the rows are known, which shares of rows are made of."""

    @abstractmethod
    def per_row(self, quantity: Quantity, *, each: bool = False) -> Influences:
        """What one row of each atom adds to a sum of shape S; `each` as of a `Share`."""

    @abstractmethod
    def totals(self, share: Share) -> Totals | None:
        """The sums of a share in which a row counts once or not at all; None where rows count several times."""


@dataclass(frozen=True)
class Atoms:
    """
    The distinct rows of a sample.

    Attributes
    ----------
    weight : ndarray of float64, shape (U,)
        The number of rows of each atom, or the sum of their weights.
    squares : ndarray of float64, shape (U,)
        The sum of their squared weights: equal to `weight` where each row counts once.
    stratum : ndarray of int, shape (U,), or None
        The class of the truth, which a stratified sample holds fixed.
    clusters : Clusters or None
        Rows that belong together; None if all rows are independent.
    """

    weight: FloatArray
    squares: FloatArray
    stratum: npt.NDArray[np.intp] | None = None
    clusters: Clusters | None = None

    @classmethod
    def of_rows(cls, rows: int, stratum: npt.NDArray[np.intp] | None = None) -> Atoms:
        """Rows that count once each."""
        ones = np.ones(rows)
        atoms = cls(ones, ones, stratum)
        atoms.__dict__["counted"] = True
        return atoms

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
        """The sum of the third powers of the weights of each atom, if its rows weigh the same."""
        return self.weight if self.counted else self.squares * self._of_a_row

    @cached_property
    def fourths(self) -> FloatArray:
        """The sum of the fourth powers of the weights of each atom, if its rows weigh the same."""
        return self.weight if self.counted else self.squares * self._of_a_row**2

    @property
    def _of_a_row(self) -> FloatArray:
        """What a row of each atom weighs."""
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
    def strata(self) -> RowsInGroups:
        """The atoms in each class of the truth, by their squared weights; all in one where there are no classes."""
        if self.stratum is None:
            return RowsInGroups(np.zeros(len(self), np.intp), self.squares, 1)
        return RowsInGroups(self.stratum, self.squares, int(self.stratum.max(initial=0)) + 1)

    @cached_property
    def effective(self) -> float:
        """Kish's effective number of rows: ``(sum w)^2 / sum w^2``."""
        if self.counted:
            return self.total
        return self.total * (self.total / self.total_squares) if self.total_squares else 0.0

    def effective_of(self, some: npt.NDArray[np.bool_]) -> float:
        """The effective number of rows of some of the atoms."""
        weight = float(np.einsum("u,u->", self.weight, some))  # not BLAS, whose threads wait for each other
        if self.counted:
            return weight
        squares = float(np.einsum("u,u->", self.squares, some))
        return weight * (weight / squares) if squares else 0.0

    def twice(self) -> Atoms:
        """These atoms two times, one after the other."""
        return Atoms(np.tile(self.weight, 2), np.tile(self.squares, 2))

    def __len__(self) -> int:
        """The number of atoms."""
        return len(self.weight)


@dataclass(frozen=True, slots=True)
class Clusters:
    """
    Which rows belong together.

    Attributes
    ----------
    code : ndarray of int, shape (n,)
        The cluster of each row, 0 to `size` - 1.
    unit : ndarray of int, shape (n,)
        The atom of each row.
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

    def rows(self, atoms: int) -> FloatArray:
        """How many rows each atom has."""
        return np.bincount(self.unit, self.times, minlength=atoms).astype(np.float64)

    @property
    def grouped(self) -> RowsInGroups:
        """The rows, to be added up in each cluster."""
        return RowsInGroups(self.code, self.weight, self.size, self.unit)

    def sums(self, values: FloatArray) -> FloatArray:
        """Add ``weight * values[unit]`` over the rows of each cluster: (U, S) gives (G, S)."""
        return self.grouped.sums(values)


@dataclass(frozen=True, slots=True)
class RowsInGroups:
    """
    Which group each row is in, and what it weighs there.

    Attributes
    ----------
    group : ndarray of int, shape (n,)
        0 to `size` - 1.
    weight : ndarray of float64, shape (n,)
        At least 0.
    size : int
        The number of groups, G.
    unit : ndarray of int, shape (n,), or None
        The atom whose numbers a row has; None: its own.
    """

    group: npt.NDArray[np.intp]
    weight: FloatArray
    size: int
    unit: npt.NDArray[np.intp] | None = None

    def sums(self, values: FloatArray) -> FloatArray:
        """Add ``weight * values[unit]`` over the rows of each group: (U, S) gives (G, S)."""
        group, weight, unit = self.contiguous()
        threads = threads_for(len(group), 16 * values.shape[1])
        table = np.ascontiguousarray(values, np.float64)
        return np.asarray(_kernels.group_sums(table, group, unit, weight, self.size, threads))

    def contiguous(self) -> tuple[npt.NDArray[np.int64], FloatArray, npt.NDArray[np.int64] | None]:
        """The group, the weight and the atom of each row, as kernels take them."""
        unit = None if self.unit is None else np.ascontiguousarray(self.unit, np.int64)
        return np.ascontiguousarray(self.group, np.int64), np.ascontiguousarray(self.weight, np.float64), unit


def row_atoms(
    rows: ScoreRows | MeasurementRows | RankingRows, cluster: Any, stratum: npt.NDArray[np.intp] | None = None
) -> Atoms:
    """
    Make each checked row an atom, also one that stands for several.

    Parameters
    ----------
    rows : ScoreRows, MeasurementRows or RankingRows
        The rows of one model; those of the others are the same.
    cluster : array-like or None
        The cluster of each row that the caller gave.
    stratum : ndarray of int, shape (n,), or None
        The class of the truth.
    """
    size = rows.y_true.shape[0]
    times = rows.times if isinstance(rows, ScoreRows) else None
    repeats = np.ones(size) if times is None else times.astype(np.float64)
    weight = repeats if rows.weights is None else rows.weights.astype(np.float64)
    clusters = None
    if cluster is not None:
        code, groups = check_clusters(cluster, size, rows.kept)
        clusters = Clusters(code, np.arange(size), weight, groups, times)
    return Atoms(weight, weight if rows.weights is None else weight**2, stratum, clusters)


def of_both(first: Atoms, second: Atoms) -> Atoms:
    """The atoms of two samples of different rows, one after the other; where either has clusters, so have all rows."""
    weight = np.concatenate([first.weight, second.weight])
    squares = np.concatenate([first.squares, second.squares])
    return Atoms(weight, squares, clusters=_clusters_of_both(first, second))


def _clusters_of_both(first: Atoms, second: Atoms) -> Clusters | None:
    if first.clusters is None and second.clusters is None:
        return None
    a, b = (side.clusters or _rows_as_clusters(side) for side in (first, second))
    return Clusters(
        np.concatenate([a.code, a.size + b.code]),
        np.concatenate([a.unit, len(first) + b.unit]),
        np.concatenate([a.weight, b.weight]),
        a.size + b.size,
        np.concatenate([_times(a), _times(b)]),
        np.concatenate([a.squares, b.squares]),
    )


def _times(clusters: Clusters) -> npt.NDArray[np.int64]:
    return np.ones(len(clusters.code), np.int64) if clusters.times is None else clusters.times


def _rows_as_clusters(atoms: Atoms) -> Clusters:
    """Each row as a cluster of its own."""
    if not atoms.counted:
        indices = np.arange(len(atoms))
        return Clusters(indices, indices, atoms.weight, len(atoms))
    unit = np.repeat(np.arange(len(atoms)), atoms.weight.astype(np.int64))
    return Clusters(np.arange(len(unit)), unit, np.ones(len(unit)), len(unit))
