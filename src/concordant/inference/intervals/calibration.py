"""Errors of calibration: gaps of bins and of smooth curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.influence.influences import Written, check_several, standard_error
from concordant.inference.intervals.estimand import Estimand, Limits
from concordant.inference.quantiles import two_sided_each
from concordant.inference.samples.sample import Atoms
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import CalibrationError
from concordant.metrics.definition.registry import listed
from concordant.metrics.probabilities.bins import ascending, bin_starts
from concordant.metrics.probabilities.smooth_calibration import SPAN, Smoothing, check_span, rising, smoothing
from concordant.metrics.ranking.curve_points import class_totals
from concordant.states import Curve, CurveStack
from concordant.typing import FloatArray

Codes = npt.NDArray[np.intp]
Column = tuple[Codes, FloatArray, npt.NDArray[np.bool_]]  # index of each atom in the scores, and whether it happened
Scored = tuple[Codes, FloatArray]  # the cell of each atom, and a value

POINTS = 100  # of more distinct probabilities: the mean error of the curve moves by 0.0001
_DOUBLINGS, _HALVINGS = 40, 24  # c to 1e-7, far below what draws leave open
_BINS = {"n_bins": 10, "strategy": "uniform", "edges": None, "closed": "left"}

# Limits of errors of calibration, which chance makes too large.
#
# The error of a bin, or of a point of a smooth curve, is the absolute value of a gap that chance moves both ways: where
# the probabilities are right, the mean of the absolute gaps is not 0, and resampled rows have a still larger one.
# Bootstrap limits hold the true value rarely there, or never. Here the gaps are taken for normal with the covariance
# that the rows show. The limits are the errors of gaps c times as large as those observed, for all c whose random error
# would be as small, and as large, as the one observed often enough: a test of each c is inverted. Where c = 0 is among
# them, probabilities that are right have such an error by chance, and the lower limit is 0.


def gap_limits(estimand: Estimand) -> Limits:
    """Limits of the mean, the root mean squared, the greatest or the debiased squared gap; the value is inside."""
    sample, error_of = estimand.sample, estimand.metric.trait
    if not isinstance(error_of, CalibrationError) or not isinstance(sample, ScoreSample):
        metrics = listed(lambda metric: isinstance(metric.trait, CalibrationError))
        raise OptionError(f'method="gaps" is for {metrics}; leave method out for its default.')
    value = estimand.value
    if np.isnan(value).all():
        return Limits(value, value, value, "gaps")
    outputs, noise = sample.kept(_key(estimand, error_of), lambda: _gaps_and_noise(estimand, error_of, sample))
    size: str = error_of.size
    if size == "mean":
        size = "root" if estimand.options.get("norm", "l1") == "l2" else "absolute"
    error = _Error(outputs, _weights(estimand, len(outputs)), size, error_of.quantile)
    if error_of.size == "squared":
        return _around(estimand, error, noise)
    ends = np.array([_inverted(error, noise, estimand, index) for index in range(max(value.size, 1))])
    low, high, se = (ends[:, column].reshape(value.shape) for column in range(3))
    reasons: tuple[str, ...] = ()
    if (low == 0).any():
        reasons = ("probabilities that are right have such an error by chance",)
    enough = error_of.enough is not None and sample.atoms.effective >= error_of.enough
    if error_of.held is not None and not enough:  # what simulations say against limits of smooth curves
        reasons += (f"such limits held the true value in {error_of.held} of 100 simulated samples",)
    low, high = np.fmin(low, value), np.fmax(high, value)
    empty = high <= low  # such as probabilities of 0 and 1 that are all right
    low, high = np.where(empty, np.nan, low), np.where(empty, np.nan, high)
    return Limits(low, high, se, "gaps", () if empty.all() else reasons)


def _gaps_and_noise(
    estimand: Estimand, error_of: CalibrationError, sample: ScoreSample
) -> tuple[list[Gaps | SmoothGaps], FloatArray]:
    options = {**estimand.options, "strategy": error_of.strategy} if error_of.strategy else estimand.options
    outputs: list[Gaps | SmoothGaps] = [*(smooth_gaps_of if error_of.smooth else gaps_of)(sample, options)]
    return outputs, _noise(outputs, estimand)


def _key(estimand: Estimand, error_of: CalibrationError) -> tuple[Any, ...]:
    """What the gaps and their noise depend on: several errors of the same curve share them."""
    others = {name: value for name, value in estimand.options.items() if name not in ("average", "norm", "debias")}
    micro = estimand.options.get("average") == "micro"
    return error_of.smooth, error_of.strategy, micro, *others.items(), estimand.seed, estimand.draws


def _weights(estimand: Estimand, outputs: int) -> FloatArray:
    """How the values of the outputs make up the values of the metric, (S, outputs)."""
    average, state = estimand.options.get("average", "macro"), estimand.sample.state
    if average is None:
        return np.eye(outputs)
    if average == "weighted" and isinstance(state, CurveStack):
        support = class_totals(state)[:, 1]
        return np.asarray(support / support.sum())[None]
    return np.full((1, outputs), 1 / outputs)


def _noise(outputs: Sequence[Any], estimand: Estimand) -> FloatArray:
    """Draws of what chance does to the gaps, all of bins or all of curves: shape (draws, bins of all outputs)."""
    covariance = np.block([[a.covariance(b) for b in outputs] for a in outputs])
    least = np.concatenate([gaps.least_variance for gaps in outputs])
    covariance[np.diag_indices(len(least))] = np.maximum(np.diagonal(covariance), least)
    eigenvalues, axes = np.linalg.eigh(covariance)
    random = np.random.default_rng(np.random.SeedSequence(estimand.seed))
    drawn = random.standard_normal((estimand.draws, len(least)))
    return np.asarray(drawn @ (axes * np.sqrt(np.maximum(eigenvalues, 0.0))).T)


@dataclass(frozen=True)
class _Error:
    """The error of gaps, of bins or points: of each output, and as the metric averages them."""

    outputs: Sequence[Gaps | SmoothGaps]
    weights: FloatArray
    size: str
    quantile: float = 0.0

    def of(self, gaps: FloatArray) -> FloatArray:
        """Of gaps (..., bins of all outputs): (..., S)."""
        ends = np.cumsum([observed.size for observed in self.outputs])[:-1]
        parts = zip(self.outputs, np.split(gaps, ends, axis=-1), strict=True)
        return np.stack([self._of_output(*part) for part in parts], axis=-1) @ self.weights.T

    def _of_output(self, observed: Gaps | SmoothGaps, gaps: FloatArray) -> FloatArray:
        gaps, share = observed.possible(gaps), observed.share
        if self.size == "absolute":
            return np.asarray(np.abs(gaps) @ share)
        if self.size == "greatest":
            return np.asarray(np.abs(gaps).max(-1))
        if self.size == "quantile":
            return shared_quantile(np.abs(gaps), share, self.quantile)
        squares = np.asarray(gaps**2 @ share)
        return np.sqrt(squares) if self.size == "root" else squares

    @property
    def gaps(self) -> FloatArray:
        """Those observed."""
        return np.concatenate([observed.gap for observed in self.outputs])

    def between(self, index: int) -> float:
        """The standard error that the shares of the bins alone give to a value."""
        psi = np.zeros(len(self.outputs[0].atoms))
        for observed, weight in zip(self.outputs, self.weights[index], strict=True):
            if self.size == "greatest" or not weight:
                continue
            if self.size == "quantile":
                psi += weight * _quantile_influence(observed, self.quantile)
                continue
            size = np.abs(observed.gap) if self.size == "absolute" else observed.gap**2
            scale = 2 * float(np.sqrt(size @ observed.share)) if self.size == "root" else 1.0
            psi += weight * observed.per_atom(size - size @ observed.share) / (scale or 1.0)
        return float(standard_error(self.outputs[0].atoms, Written(psi)))


def _inverted(error: _Error, noise: FloatArray, estimand: Estimand, index: int) -> tuple[float, float, float]:
    """The limits, and the standard deviation of the error of gaps as large as those observed."""
    gaps = error.gaps
    observed = float(error.of(gaps)[index])
    random = np.random.default_rng(np.random.SeedSequence(estimand.seed).spawn(1)[0])
    between = error.between(index) * random.standard_normal(len(noise))

    def drawn(times: float) -> FloatArray:
        return np.asarray(error.of(times * gaps + noise)[:, index] + times * between)

    def crossing(level: float) -> float:
        """The c at which this quantile of the random error is the one observed; 0 if there is none above."""
        if np.quantile(drawn(0.0), level) >= observed:
            return 0.0
        low, high = 0.0, 1.0
        for _ in range(_DOUBLINGS):
            if np.quantile(drawn(high), level) >= observed:
                break
            low, high = high, 2 * high
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if np.quantile(drawn(middle), level) >= observed else (middle, high)
        return high

    tail = (1 - estimand.level) / 2
    low, high = crossing(1 - tail) * observed, crossing(tail) * observed
    return low, high, float(drawn(1.0).std(ddof=1))


def shared_quantile(values: FloatArray, share: FloatArray, level: float | FloatArray) -> FloatArray:
    """The quantile along the last axis of values that stand for shares of the rows; straight between their middles."""
    order = np.argsort(values, axis=-1)
    ordered, shares = np.take_along_axis(values, order, -1), share[order]
    middles = shares.cumsum(-1) - shares / 2
    above = np.minimum((middles < level).sum(-1, keepdims=True), values.shape[-1] - 1)
    below = np.maximum(above - 1, 0)
    m0, m1, v0, v1 = (
        np.take_along_axis(array, index, -1)[..., 0] for array in (middles, ordered) for index in (below, above)
    )
    part = np.clip(np.divide(level - m0, m1 - m0, out=np.ones_like(m0), where=m1 > m0), 0.0, 1.0)
    return np.asarray(v0 + part * (v1 - v0))


def _quantile_influence(observed: Gaps | SmoothGaps, level: float) -> FloatArray:
    """
    How a row moves the quantile of the gaps of all rows, by its own gap alone.

    The density at the quantile is that between the quantiles two standard errors of a share below and above.
    """
    size: FloatArray = np.abs(observed.gap)
    quantile = float(shared_quantile(size, observed.share, level))
    reach = 2 * np.sqrt(level * (1 - level) / observed.atoms.effective)
    low, high = max(level - reach, 0.0), min(level + reach, 1.0)
    ends = [float(shared_quantile(size, observed.share, end)) for end in (low, high)]
    below = observed.per_atom(np.where(size <= quantile, 1.0, 0.0))
    return np.asarray((level - below) * (ends[1] - ends[0]) / (high - low))


def _around(estimand: Estimand, error: _Error, noise: FloatArray) -> Limits:
    """Value +- z standard deviations of the squared gaps, at gaps without what chance adds to their squares."""
    gaps, variance = error.gaps, noise.var(0)
    shrunk = np.sign(gaps) * np.sqrt(np.maximum(gaps**2 - variance, 0.0))  # of two classes they have opposite signs
    within = error.of(shrunk + noise).std(0, ddof=1)
    between = np.array([error.between(index) for index in range(len(within))])
    se = np.sqrt(within**2 + between**2).reshape(estimand.value.shape)
    half = two_sided_each(estimand.level, estimand.degrees) * se
    return Limits(estimand.value - half, estimand.value + half, se, "gaps")


# The gaps of a smooth calibration curve, smooth share less probability at each of its points, and how they vary
# together.
#
# The curve is linear in what happened, ``sum of l_j(x) y_j``: its covariance at two points is the sum over rows of
# ``l_j(x) l_j(x')`` times the variance of y_j, and of rows in clusters that of the sums over each cluster.


@dataclass(frozen=True)
class SmoothGaps:
    """
    The points of one class or label.

    Attributes
    ----------
    atoms : Atoms
        The rows.
    smooth : Smoothing
        The curve as a matrix.
    cells : tuple of ndarray of int, each of shape (U,)
        The cell of each atom, for every column that is pooled here.
    probabilities, happened : tuple of ndarray of float64, each of shape (U,)
        The probability, and 1 or 0, whether it happened.
    """

    atoms: Atoms
    smooth: Smoothing
    cells: tuple[Codes, ...]
    probabilities: tuple[FloatArray, ...]
    happened: tuple[FloatArray, ...]

    @property
    def size(self) -> int:
        """The number of points."""
        return len(self.smooth.points)

    @cached_property
    def share(self) -> FloatArray:
        """The share of the rows around each point."""
        return np.asarray(self.smooth.weight / self.smooth.weight.sum())

    def _summed(self, columns: tuple[FloatArray, ...]) -> FloatArray:
        return _sums_of_cells(self.cells, columns, len(self.smooth.cell_weight))

    @cached_property
    def observed(self) -> FloatArray:
        """The curve at the points."""
        positives = self._summed(tuple(self.atoms.weight * happened for happened in self.happened))
        return np.clip(self.smooth.matrix @ (positives / self.smooth.cell_weight), 0.0, 1.0)

    @property
    def gap(self) -> FloatArray:
        """The curve less the diagonal."""
        return np.asarray(self.observed - self.smooth.points)

    @cached_property
    def by_row(self) -> FloatArray:
        """How much the share of a row of weight 1 in each cell counts at each point."""
        return np.asarray(self.smooth.matrix / self.smooth.cell_weight)

    @cached_property
    def rows(self) -> FloatArray:
        """How many rows that count alike each point is worth."""
        squares = self._summed((self.atoms.squares,) * len(self.cells))
        return np.asarray(1 / (self.by_row**2 @ squares))

    @cached_property
    def expected(self) -> FloatArray:
        """The curve with one more row at each point, which is as likely to happen as its probability says."""
        rows = self.rows
        return np.asarray((self.observed * rows + self.smooth.points) / (rows + 1))

    @cached_property
    def lack(self) -> tuple[FloatArray, ...]:
        """What happened at each atom, less the curve."""
        return tuple(
            happened - np.interp(probability, self.smooth.points, self.expected)
            for happened, probability in zip(self.happened, self.probabilities, strict=True)
        )

    @cached_property
    def by_cluster(self) -> FloatArray:
        """Sums over the rows of each cluster of what lacks, times what it counts at each point: (G, X)."""
        clusters = self.atoms.clusters
        assert clusters is not None
        check_several(clusters.size)
        sums = np.zeros((clusters.size, self.size))
        for cell, lack in zip(self.cells, self.lack, strict=True):
            weighted, cell_of_row = clusters.weight * lack[clusters.unit], cell[clusters.unit]
            for point, counts in enumerate(self.by_row):
                sums[:, point] += np.bincount(clusters.code, weighted * counts[cell_of_row], minlength=clusters.size)
        return sums

    @cached_property
    def variance(self) -> FloatArray:
        """The variance of the curve at each point, where the columns are not pooled."""
        clusters = self.atoms.clusters
        if clusters is not None:
            return np.asarray((self.by_cluster**2).sum(0) * (clusters.size / max(clusters.size - 1, 1)))
        return np.asarray(self.by_row**2 @ self._summed((self.atoms.squares * self.lack[0] ** 2,)))

    @property
    def least_variance(self) -> FloatArray:
        """None: a binomial share of as many rows varies more, and its limits of the greatest error missed too often."""
        return np.zeros(self.size)

    def covariance(self, other: SmoothGaps) -> FloatArray:
        """Of these gaps and those of another class of the same rows."""
        if self.atoms.clusters is not None:
            return _covariance_of_clusters(self, other)
        shape = (len(self.smooth.cell_weight), len(other.smooth.cell_weight))
        first, second = zip(self.cells, self.lack, strict=True), zip(other.cells, other.lack, strict=True)
        return np.asarray(self.by_row @ _cross_sums(self.atoms, first, second, shape) @ other.by_row.T)

    def possible(self, gaps: FloatArray) -> FloatArray:
        """Cut gaps off where the curve would leave the range of a share."""
        return np.clip(gaps, -self.smooth.points, 1 - self.smooth.points)

    def per_atom(self, of_point: FloatArray) -> FloatArray:
        """Values of the points at each atom, linear between the points: the mean over the columns."""
        columns = [np.interp(probability, self.smooth.points, of_point) for probability in self.probabilities]
        return np.asarray(np.mean(columns, axis=0))


def smooth_gaps_of(
    sample: ScoreSample, options: Mapping[str, Any], *, exact: int = POINTS, points: int = POINTS
) -> list[SmoothGaps]:
    """The gaps of each class or label; those of all decisions together where the average is micro."""
    span = options.get("span", SPAN)
    check_span(span)
    outputs = []
    for columns, curve in outputs_of(sample, options):
        p, weight, _ = rising(curve)
        smooth = smoothing(p, weight, span, exact=exact, points=points)
        probabilities = tuple(np.asarray(scores[index], np.float64) for index, scores, _ in columns)
        cells = tuple(smooth.cell[np.searchsorted(p, probability)] for probability in probabilities)
        happened = tuple(np.asarray(event, np.float64) for _, _, event in columns)
        outputs.append(SmoothGaps(sample.atoms, smooth, cells, probabilities, happened))
    return outputs


@dataclass(frozen=True)
class Gaps:
    """
    The bins of one class or label.

    Attributes
    ----------
    atoms : Atoms
        The rows.
    bins : tuple of ndarray of int, each of shape (U,)
        The bin of each atom, for every column that is pooled here; empty bins have no number.
    lack : tuple of ndarray of float64, each of shape (U,)
        1 or 0, whether it happened, less the probability.
    """

    atoms: Atoms
    bins: tuple[Codes, ...]
    lack: tuple[FloatArray, ...]

    @cached_property
    def size(self) -> int:
        """The number of bins."""
        return 1 + max(int(index.max(initial=-1)) for index in self.bins)

    def _summed(self, columns: tuple[FloatArray, ...]) -> FloatArray:
        return _sums_of_cells(self.bins, columns, self.size)

    @cached_property
    def weight(self) -> FloatArray:
        """The rows of each bin, or the sum of their weights."""
        return self._summed((self.atoms.weight,) * len(self.bins))

    @cached_property
    def share(self) -> FloatArray:
        """The share of the weight in each bin."""
        return np.asarray(self.weight / self.weight.sum())

    @cached_property
    def gap(self) -> FloatArray:
        """The mean of what lacks."""
        return np.asarray(self._summed(tuple(self.atoms.weight * lack for lack in self.lack)) / self.weight)

    @cached_property
    def scores(self) -> tuple[FloatArray, ...]:
        """How far each atom lies from the gap of its bin, over the weight of the bin; as for the divisor n - 1."""
        rows, pairs = self.rows, zip(self.bins, self.lack, strict=True)
        scale = np.sqrt(rows / np.maximum(rows - 1, rows / 2)) / self.weight
        return tuple((lack - self.gap[index]) * scale[index] for index, lack in pairs)

    @cached_property
    def by_cluster(self) -> FloatArray:
        """Sums of the scores of the rows of each cluster, (G, B)."""
        clusters = self.atoms.clusters
        assert clusters is not None
        sums = np.zeros(clusters.size * self.size)
        for index, score in zip(self.bins, self.scores, strict=True):
            cell = clusters.code * self.size + index[clusters.unit]
            sums += np.bincount(cell, clusters.weight * score[clusters.unit], minlength=len(sums))
        return sums.reshape(clusters.size, self.size)

    def covariance(self, other: Gaps) -> FloatArray:
        """Of these gaps and those of another class of the same rows."""
        if self.atoms.clusters is not None:
            return _covariance_of_clusters(self, other)
        first, second = zip(self.bins, self.scores, strict=True), zip(other.bins, other.scores, strict=True)
        return _cross_sums(self.atoms, first, second, (self.size, other.size))

    @cached_property
    def rows(self) -> FloatArray:
        """How many rows that count alike each bin is worth (Kish)."""
        return np.asarray(self.weight**2 / self._summed((self.atoms.squares,) * len(self.bins)))

    @cached_property
    def least_variance(self) -> FloatArray:
        """
        That of a binomial share with one more row, which is as likely to happen as its probability says.

        A bin of few rows that are all alike has not therefore a share that is known exactly.
        """
        rows = self.rows
        happened = tuple(self.atoms.weight * (lack > 0) for lack in self.lack)
        observed = self._summed(happened) / self.weight
        share = (observed * rows + observed - self.gap) / (rows + 1)
        return share * (1 - share) / rows

    def possible(self, gaps: FloatArray) -> FloatArray:
        """Gaps as they are; they are not cut off."""
        return gaps

    def per_atom(self, of_bin: FloatArray) -> FloatArray:
        """Values of the bins at each atom: the mean over the columns."""
        return np.asarray(np.sum([of_bin[index] for index in self.bins], axis=0)) / len(self.bins)


def gaps_of(sample: ScoreSample, options: Mapping[str, Any]) -> list[Gaps]:
    """The gaps of each class or label; those of all decisions together where the average is micro."""
    how = {**_BINS, **{key: value for key, value in options.items() if key in _BINS}}
    return [_in_bins(sample.atoms, columns, curve, how) for columns, curve in outputs_of(sample, options)]


def outputs_of(sample: ScoreSample, options: Mapping[str, Any]) -> Iterable[tuple[tuple[Column, ...], Curve]]:
    """The columns and the curve of two classes of each class or label; of micro all columns and their common curve."""
    if not len(sample.atoms):
        raise OptionError("there are no rows.")
    state = sample.state
    if isinstance(state, Curve):
        return [(((sample.indices[0], state.scores, sample.codes[0] == 1),), state)]
    outputs = enumerate(zip(sample.indices, sample.binary_curves, sample.codes, strict=True))
    columns = (
        ((index, curve.scores, code == (1 if state.multilabel else output)), curve)
        for output, (index, curve, code) in outputs
    )
    if options.get("average", "macro") == "micro":
        return [(tuple(column for column, _ in columns), state.pooled())]
    return (((column,), curve) for column, curve in columns)


def _in_bins(atoms: Atoms, columns: tuple[Column, ...], curve: Curve, how: Mapping[str, Any]) -> Gaps:
    distinct = ascending(curve)
    starts, _ = bin_starts(curve, distinct, **how)
    bins, lack = [], []
    for index, scores, happened in columns:
        p = scores.astype(np.float64)[index]
        bins.append(np.searchsorted(starts, np.searchsorted(distinct, p), side="right") - 1)
        lack.append(happened - p)
    occupied = np.unique(np.concatenate(bins))
    number = np.zeros(len(starts), np.intp)
    number[occupied] = np.arange(len(occupied))
    return Gaps(atoms, tuple(number[index] for index in bins), tuple(lack))


def _sums_of_cells(cells: tuple[Codes, ...], columns: tuple[FloatArray, ...], size: int) -> FloatArray:
    """Sums over the atoms of each cell, of all columns that are pooled."""
    sums = [np.bincount(cell, column, minlength=size) for cell, column in zip(cells, columns, strict=True)]
    return np.asarray(np.sum(sums, axis=0))


def _cross_sums(atoms: Atoms, first: Iterable[Scored], second: Iterable[Scored], shape: tuple[int, int]) -> FloatArray:
    """Sums over the rows in each pair of cells of the product of two values of a row."""
    sums, second = np.zeros(shape[0] * shape[1]), tuple(second)
    for cell, values in first:
        for other_cell, other_values in second:
            product = atoms.squares * values * other_values
            sums += np.bincount(cell * shape[1] + other_cell, product, minlength=len(sums))
    return sums.reshape(shape)


def _covariance_of_clusters(first: Gaps | SmoothGaps, second: Gaps | SmoothGaps) -> FloatArray:
    size = len(first.by_cluster)
    return np.asarray(first.by_cluster.T @ second.by_cluster * (size / max(size - 1, 1)))
