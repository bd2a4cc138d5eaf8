"""The gaps of a reliability diagram, observed share less mean probability of each bin, and how they vary together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.units import Units
from concordant.metrics.probabilities.bins import ascending, bin_starts
from concordant.states import Curve
from concordant.typing import FloatArray

_BINS = {"n_bins": 10, "strategy": "uniform", "edges": None, "closed": "left"}
Codes = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Gaps:
    """
    The bins of one class or label.

    Attributes
    ----------
    units : Units
        The rows.
    bins : tuple of ndarray of int, each of shape (U,)
        The bin of each unit, for every column that is pooled here; empty bins have no number.
    lack : tuple of ndarray of float64, each of shape (U,)
        1 or 0, whether it happened, less the probability.
    """

    units: Units
    bins: tuple[Codes, ...]
    lack: tuple[FloatArray, ...]

    @cached_property
    def size(self) -> int:
        """The number of bins."""
        return 1 + max(int(place.max(initial=-1)) for place in self.bins)

    def _summed(self, each: tuple[FloatArray, ...]) -> FloatArray:
        parts = [np.bincount(place, x, minlength=self.size) for place, x in zip(self.bins, each, strict=True)]
        return np.asarray(np.sum(parts, axis=0))

    @cached_property
    def weight(self) -> FloatArray:
        """The rows of each bin, or the sum of their weights."""
        return self._summed((self.units.weight,) * len(self.bins))

    @cached_property
    def share(self) -> FloatArray:
        """The share of the weight in each bin."""
        return np.asarray(self.weight / self.weight.sum())

    @cached_property
    def gap(self) -> FloatArray:
        """The mean of what lacks."""
        return np.asarray(self._summed(tuple(self.units.weight * lack for lack in self.lack)) / self.weight)

    @cached_property
    def scores(self) -> tuple[FloatArray, ...]:
        """How far each unit lies from the gap of its bin, over the weight of the bin; as for the divisor n - 1."""
        rows, pairs = self.rows, zip(self.bins, self.lack, strict=True)
        scale = np.sqrt(rows / np.maximum(rows - 1, rows / 2)) / self.weight
        return tuple((lack - self.gap[place]) * scale[place] for place, lack in pairs)

    @cached_property
    def by_cluster(self) -> FloatArray:
        """Sums of the scores of the rows of each cluster, (G, B)."""
        clusters = self.units.clusters
        if clusters is None:
            msg = "these rows are not in clusters."
            raise ValueError(msg)
        found = np.zeros(clusters.size * self.size)
        for place, score in zip(self.bins, self.scores, strict=True):
            cell = clusters.code * self.size + place[clusters.unit]
            found += np.bincount(cell, clusters.weight * score[clusters.unit], minlength=len(found))
        return found.reshape(clusters.size, self.size)

    def covariance(self, other: Gaps) -> FloatArray:
        """Of these gaps and those of another class of the same rows."""
        clusters = self.units.clusters
        if clusters is not None:
            return self.by_cluster.T @ other.by_cluster * (clusters.size / max(clusters.size - 1, 1))
        found = np.zeros(self.size * other.size)
        for place, score in zip(self.bins, self.scores, strict=True):
            for place_b, score_b in zip(other.bins, other.scores, strict=True):
                product = self.units.squares * score * score_b
                found += np.bincount(place * other.size + place_b, product, minlength=len(found))
        return found.reshape(self.size, other.size)

    @cached_property
    def rows(self) -> FloatArray:
        """How many rows that count alike each bin is worth (Kish)."""
        return np.asarray(self.weight**2 / self._summed((self.units.squares,) * len(self.bins)))

    @cached_property
    def least_variance(self) -> FloatArray:
        """
        That of a binomial share with one more row, which is as likely to happen as its probability says.

        A bin of few rows that are all alike has not therefore a share that is known exactly.
        """
        rows = self.rows
        happened = tuple(self.units.weight * (lack > 0) for lack in self.lack)
        observed = self._summed(happened) / self.weight
        share = (observed * rows + observed - self.gap) / (rows + 1)
        return share * (1 - share) / rows

    def possible(self, gaps: FloatArray) -> FloatArray:
        """Gaps as they are; they are not cut off."""
        return gaps

    def spread(self, of_bin: FloatArray) -> FloatArray:
        """A number a bin, at each unit: summed over the columns."""
        return np.asarray(np.sum([of_bin[place] for place in self.bins], axis=0)) / len(self.bins)


Column = tuple[
    Codes, FloatArray, npt.NDArray[np.bool_]
]  # of each unit its place in the scores, and whether it happened


def gaps_of(sample: ScoreSample, options: Mapping[str, Any]) -> list[Gaps]:
    """The gaps of each class or label; those of all decisions together where the average is micro."""
    how = {**_BINS, **{key: value for key, value in options.items() if key in _BINS}}
    return [_gaps(sample.units, columns, curve, how) for columns, curve in outputs_of(sample, options)]


def outputs_of(sample: ScoreSample, options: Mapping[str, Any]) -> Iterable[tuple[tuple[Column, ...], Curve]]:
    """The columns and the curve of two classes of each class or label; of micro all columns and their common curve."""
    if not len(sample.units):
        msg = "there are no rows."
        raise OptionError(msg)
    state = sample.state
    if isinstance(state, Curve):
        return [(((sample.places[0], state.scores, sample.codes[0] == 1),), state)]
    multiple = not state.multilabel
    columns = (
        ((place, curve.scores, code == (output if multiple else 1)), curve)
        for output, (place, curve, code) in enumerate(
            zip(sample.places, sample.binary_curves, sample.codes, strict=True)
        )
    )
    if options.get("average", "macro") == "micro":
        return [(tuple(column for column, _ in columns), state.pooled())]
    return (((column,), curve) for column, curve in columns)


def _gaps(units: Units, columns: tuple[Column, ...], curve: Curve, how: Mapping[str, Any]) -> Gaps:
    distinct = ascending(curve)
    starts, _ = bin_starts(curve, distinct, **how)
    bins, lack = [], []
    for place, scores, happened in columns:
        p = scores.astype(np.float64)[place]
        bins.append(np.searchsorted(starts, np.searchsorted(distinct, p), side="right") - 1)
        lack.append(happened - p)
    known = np.unique(np.concatenate(bins))
    number = np.zeros(len(starts), np.intp)
    number[known] = np.arange(len(known))
    return Gaps(units, tuple(number[place] for place in bins), tuple(lack))
