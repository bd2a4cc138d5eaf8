"""Errors of calibration: gaps of bins and of smooth curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.influence.influences import check_several, standard_error
from concordant.inference.intervals.estimand import Limits, Question
from concordant.inference.quantiles import two_sided_each
from concordant.inference.samples.sample import Units
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import CalibrationError
from concordant.metrics.definition.registry import listed
from concordant.metrics.probabilities.bins import ascending, bin_starts
from concordant.metrics.probabilities.smooth_calibration import SPAN, Smoothing, check_span, rising, smoothing
from concordant.metrics.ranking.curve_points import class_totals
from concordant.states import Curve, CurveStack
from concordant.typing import FloatArray

# Limits of errors of calibration, which chance makes too large.
#
# The error of a bin, or of a point of a smooth curve, is the absolute value of a gap that chance moves both ways: where
# the probabilities are right, the mean of the absolute gaps is not 0, and resampled rows have a still larger one.
# Bootstrap limits hold the true value rarely there, or never. Here the gaps are taken for normal with the covariance
# that the rows show. The limits are the errors of gaps c times as large as those observed, for all c whose random error
# would be as small, and as large, as the one observed often enough: a test of each c is inverted. Where c = 0 is among
# them, probabilities that are right have such an error by chance, and the lower limit is 0.


_DOUBLINGS, _HALVINGS = 40, 24  # c to 1e-7, far below what draws leave open


def gap_limits(question: Question) -> Limits:
    """Limits of the mean, the root mean squared, the greatest or the debiased squared gap; the value is inside."""
    sample, error_of = question.sample, question.metric.is_a
    if not isinstance(error_of, CalibrationError) or not isinstance(sample, ScoreSample):
        known = listed(lambda one: isinstance(one.is_a, CalibrationError))
        msg = f'method="gaps" is for {known}; leave method out for its default.'
        raise OptionError(msg)
    value = question.value
    if np.isnan(value).all():
        return Limits(value, value, value, "gaps")
    every, noise = sample.kept(_key(question, error_of), lambda: _gaps_and_noise(question, error_of, sample))
    error = _Error(every, _weights(question, len(every)), _kind(question, error_of), error_of.quantile)
    if error_of.size == "squared":
        return _around(question, error, noise)
    ends = np.array([_inverted(error, noise, question, place) for place in range(max(value.size, 1))])
    low, high, se = (ends[:, column].reshape(value.shape) for column in range(3))
    reasons = (*_by_chance(low), *_measured(question, error_of))
    low, high = np.fmin(low, value), np.fmax(high, value)
    gone = high <= low  # such as probabilities of 0 and 1 that are all right
    return Limits(np.where(gone, np.nan, low), np.where(gone, np.nan, high), se, "gaps", () if gone.all() else reasons)


def _gaps_and_noise(
    question: Question, error_of: CalibrationError, sample: ScoreSample
) -> tuple[list[Gaps | SmoothGaps], FloatArray]:
    options = {**question.options, "strategy": error_of.strategy} if error_of.strategy else question.options
    every: list[Gaps | SmoothGaps] = [*(smooth_gaps_of if error_of.smooth else gaps_of)(sample, options)]
    return every, _noise(every, question)


def _key(question: Question, error_of: CalibrationError) -> tuple[Any, ...]:
    """What the gaps and their noise depend on: several errors of the same curve share them."""
    others = {name: value for name, value in question.options.items() if name not in ("average", "norm", "debias")}
    micro = question.options.get("average") == "micro"
    return error_of.smooth, error_of.strategy, micro, *others.items(), question.seed, question.draws


def _kind(question: Question, error_of: CalibrationError) -> str:
    usual = "root" if question.options.get("norm", "l1") == "l2" else "absolute"
    return usual if error_of.size == "mean" else error_of.size


def _weights(question: Question, outputs: int) -> FloatArray:
    """How the values of the outputs make up the values of the metric, (S, outputs)."""
    average, state = question.options.get("average", "macro"), question.sample.state
    if average is None:
        return np.eye(outputs)
    if average == "weighted" and isinstance(state, CurveStack):
        support = class_totals(state)[:, 1]
        return np.asarray(support / support.sum())[None]
    return np.full((1, outputs), 1 / outputs)


def _noise(every: Sequence[Any], question: Question) -> FloatArray:
    """Draws of what chance does to the gaps, all of bins or all of curves: shape (draws, bins of all outputs)."""
    covariance = np.block([[a.covariance(b) for b in every] for a in every])
    least = np.concatenate([one.least_variance for one in every])
    covariance[np.diag_indices(len(least))] = np.maximum(np.diagonal(covariance), least)
    spread, axes = np.linalg.eigh(covariance)
    random = np.random.default_rng(np.random.SeedSequence(question.seed))
    drawn = random.standard_normal((question.draws, len(least)))
    return np.asarray(drawn @ (axes * np.sqrt(np.maximum(spread, 0.0))).T)


@dataclass(frozen=True)
class _Error:
    """The error of gaps, of bins or points: of each output, and as the metric averages them."""

    every: Sequence[Gaps | SmoothGaps]
    weights: FloatArray
    kind: str
    quantile: float = 0.0

    def of(self, gaps: FloatArray) -> FloatArray:
        """Of gaps (..., bins of all outputs): (..., S)."""
        ends = np.cumsum([one.size for one in self.every])[:-1]
        parts = zip(self.every, np.split(gaps, ends, axis=-1), strict=True)
        return np.stack([self._of_one(one, part) for one, part in parts], axis=-1) @ self.weights.T

    def _of_one(self, one: Gaps | SmoothGaps, gaps: FloatArray) -> FloatArray:
        gaps = one.possible(gaps)
        by_kind: dict[str, Callable[[], FloatArray]] = {
            "absolute": lambda: np.abs(gaps) @ one.share,
            "squared": lambda: gaps**2 @ one.share,
            "root": lambda: np.sqrt(gaps**2 @ one.share),
            "greatest": lambda: np.abs(gaps).max(-1),
            "quantile": lambda: shared_quantile(np.abs(gaps), one.share, self.quantile),
        }
        return by_kind[self.kind]()

    @property
    def gaps(self) -> FloatArray:
        """Those observed."""
        return np.concatenate([one.gap for one in self.every])

    def between(self, place: int) -> float:
        """The standard error that the shares of the bins alone give to a value."""
        psi = np.zeros(len(self.every[0].units))
        for one, weight in zip(self.every, self.weights[place], strict=True):
            if self.kind == "greatest" or not weight:
                continue
            if self.kind == "quantile":
                psi += weight * _quantile_influence(one, self.quantile)
                continue
            size = np.abs(one.gap) if self.kind == "absolute" else one.gap**2
            scale = 2 * float(np.sqrt(size @ one.share)) if self.kind == "root" else 1.0
            psi += weight * one.spread(size - size @ one.share) / (scale or 1.0)
        return float(standard_error(self.every[0].units, psi))


def _inverted(error: _Error, noise: FloatArray, question: Question, place: int) -> tuple[float, float, float]:
    """The limits, and the standard deviation of the error of gaps as large as those observed."""
    gaps = error.gaps
    found = float(error.of(gaps)[place])
    random = np.random.default_rng(np.random.SeedSequence(question.seed).spawn(1)[0])
    between = error.between(place) * random.standard_normal(len(noise))

    def drawn(times: float) -> FloatArray:
        return np.asarray(error.of(times * gaps + noise)[:, place] + times * between)

    def crossing(level: float) -> float:
        """The c at which this quantile of the random error is the one observed; 0 if there is none above."""
        if np.quantile(drawn(0.0), level) >= found:
            return 0.0
        low, high = 0.0, 1.0
        for _ in range(_DOUBLINGS):
            if np.quantile(drawn(high), level) >= found:
                break
            low, high = high, 2 * high
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if np.quantile(drawn(middle), level) >= found else (middle, high)
        return high

    tail = (1 - question.level) / 2
    low, high = crossing(1 - tail) * found, crossing(tail) * found
    return low, high, float(drawn(1.0).std(ddof=1))


def shared_quantile(values: FloatArray, share: FloatArray, level: float | FloatArray) -> FloatArray:
    """The quantile along the last axis of values that stand for shares of the rows; straight between their middles."""
    order = np.argsort(values, axis=-1)
    ordered, shares = np.take_along_axis(values, order, -1), share[order]
    middles = shares.cumsum(-1) - shares / 2
    above = np.minimum((middles < level).sum(-1, keepdims=True), values.shape[-1] - 1)
    below = np.maximum(above - 1, 0)
    (m0, m1), (v0, v1) = (
        tuple(np.take_along_axis(one, at, -1)[..., 0] for at in (below, above)) for one in (middles, ordered)
    )
    part = np.clip(np.divide(level - m0, m1 - m0, out=np.ones_like(m0), where=m1 > m0), 0.0, 1.0)
    return np.asarray(v0 + part * (v1 - v0))


def _quantile_influence(one: Gaps | SmoothGaps, level: float) -> FloatArray:
    """
    How a row moves the quantile of the gaps of all rows, by its own gap alone.

    The density at the quantile is that between the quantiles two standard errors of a share below and above.
    """
    size: FloatArray = np.abs(one.gap)
    at, reach = float(shared_quantile(size, one.share, level)), 2 * np.sqrt(level * (1 - level) / one.units.effective)
    low, high = max(level - reach, 0.0), min(level + reach, 1.0)
    ends = [float(shared_quantile(size, one.share, end)) for end in (low, high)]
    below = one.spread(np.where(size <= at, 1.0, 0.0))
    return np.asarray((level - below) * (ends[1] - ends[0]) / (high - low))


def _around(question: Question, error: _Error, noise: FloatArray) -> Limits:
    """Value +- z standard deviations of the squared gaps, at gaps without what chance adds to their squares."""
    gaps, variance = error.gaps, noise.var(0)
    shrunk = np.sign(gaps) * np.sqrt(np.maximum(gaps**2 - variance, 0.0))  # of two classes they have opposite signs
    within = error.of(shrunk + noise).std(0, ddof=1)
    between = np.array([error.between(place) for place in range(len(within))])
    se = np.sqrt(within**2 + between**2).reshape(question.value.shape)
    half = two_sided_each(question.level, question.degrees) * se
    return Limits(question.value - half, question.value + half, se, "gaps")


def _measured(question: Question, error_of: CalibrationError) -> tuple[str, ...]:
    """What simulations say against limits of smooth curves: see the notes of the metrics."""
    if error_of.held is None or (error_of.enough is not None and question.sample.units.effective >= error_of.enough):
        return ()
    return (f"such limits held the true value in {error_of.held} of 100 simulated samples",)


def _by_chance(low: FloatArray) -> tuple[str, ...]:
    if not (low == 0).any():
        return ()
    return ("probabilities that are right have such an error by chance",)


# The gaps of a smooth calibration curve, smooth share less probability at each of its points, and how they vary
# together.
#
# The curve is linear in what happened, ``sum of l_j(x) y_j``: its covariance at two points is the sum over rows of
# ``l_j(x) l_j(x')`` times the variance of y_j, and of rows in clusters that of the sums over each cluster.


POINTS = 100  # of more distinct probabilities: the mean error of the curve moves by 0.0001


@dataclass(frozen=True)
class SmoothGaps:
    """
    The points of one class or label.

    Attributes
    ----------
    units : Units
        The rows.
    smooth : Smoothing
        The curve as a matrix.
    cells : tuple of ndarray of int, each of shape (U,)
        The cell of each unit, for every column that is pooled here.
    said, happened : tuple of ndarray of float64, each of shape (U,)
        The probability, and 1 or 0, whether it happened.
    """

    units: Units
    smooth: Smoothing
    cells: tuple[Codes, ...]
    said: tuple[FloatArray, ...]
    happened: tuple[FloatArray, ...]

    @property
    def size(self) -> int:
        """The number of points."""
        return len(self.smooth.points)

    @cached_property
    def share(self) -> FloatArray:
        """The share of the rows around each point."""
        return np.asarray(self.smooth.weight / self.smooth.weight.sum())

    def _summed(self, each: tuple[FloatArray, ...]) -> FloatArray:
        """Sums over the units of each cell."""
        size = len(self.smooth.cell_weight)
        parts = [np.bincount(cell, x, minlength=size) for cell, x in zip(self.cells, each, strict=True)]
        return np.asarray(np.sum(parts, axis=0))

    @cached_property
    def observed(self) -> FloatArray:
        """The curve at the points."""
        positives = self._summed(tuple(self.units.weight * happened for happened in self.happened))
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
        squares = self._summed((self.units.squares,) * len(self.cells))
        return np.asarray(1 / (self.by_row**2 @ squares))

    @cached_property
    def expected(self) -> FloatArray:
        """The curve with one more row at each point, which is as likely to happen as its probability says."""
        rows = self.rows
        return np.asarray((self.observed * rows + self.smooth.points) / (rows + 1))

    def _expected_of(self, said: FloatArray) -> FloatArray:
        return np.interp(said, self.smooth.points, self.expected)

    @cached_property
    def lack(self) -> tuple[FloatArray, ...]:
        """What happened at each unit, less the curve."""
        pairs = zip(self.happened, self.said, strict=True)
        return tuple(happened - self._expected_of(said) for happened, said in pairs)

    @cached_property
    def by_cluster(self) -> FloatArray:
        """Sums over the rows of each cluster of what lacks, times what it counts at each point: (G, X)."""
        clusters = self.units.clusters
        if clusters is None:
            msg = "these rows are not in clusters."
            raise ValueError(msg)
        check_several(clusters.size)
        found = np.zeros((clusters.size, self.size))
        for cell, lack in zip(self.cells, self.lack, strict=True):
            weighted, at = clusters.weight * lack[clusters.unit], cell[clusters.unit]
            for point, counts in enumerate(self.by_row):
                found[:, point] += np.bincount(clusters.code, weighted * counts[at], minlength=clusters.size)
        return found

    @cached_property
    def variance(self) -> FloatArray:
        """The variance of the curve at each point, where the columns are not pooled."""
        clusters = self.units.clusters
        if clusters is not None:
            return np.asarray((self.by_cluster**2).sum(0) * (clusters.size / max(clusters.size - 1, 1)))
        return np.asarray(self.by_row**2 @ self._summed((self.units.squares * self.lack[0] ** 2,)))

    @property
    def least_variance(self) -> FloatArray:
        """None: a binomial share of as many rows varies more, and its limits of the greatest error missed too often."""
        return np.zeros(self.size)

    def covariance(self, other: SmoothGaps) -> FloatArray:
        """Of these gaps and those of another class of the same rows."""
        clusters = self.units.clusters
        if clusters is not None:
            return self.by_cluster.T @ other.by_cluster * (clusters.size / max(clusters.size - 1, 1))
        shape = (len(self.smooth.cell_weight), len(other.smooth.cell_weight))
        found = np.zeros(shape[0] * shape[1])
        for cell, lack in zip(self.cells, self.lack, strict=True):
            for cell_b, lack_b in zip(other.cells, other.lack, strict=True):
                product = self.units.squares * lack * lack_b
                found += np.bincount(cell * shape[1] + cell_b, product, minlength=len(found))
        return np.asarray(self.by_row @ found.reshape(shape) @ other.by_row.T)

    def possible(self, gaps: FloatArray) -> FloatArray:
        """Cut gaps off where the curve would leave the range of a share."""
        return np.clip(gaps, -self.smooth.points, 1 - self.smooth.points)

    def spread(self, of_point: FloatArray) -> FloatArray:
        """A number a point, at each unit, straight between the points: the mean over the columns."""
        return np.asarray(np.mean([np.interp(said, self.smooth.points, of_point) for said in self.said], axis=0))


def smooth_gaps_of(
    sample: ScoreSample, options: Mapping[str, Any], *, exact: int = POINTS, points: int = POINTS
) -> list[SmoothGaps]:
    """The gaps of each class or label; those of all decisions together where the average is micro."""
    span = options.get("span", SPAN)
    check_span(span)
    found = []
    for columns, curve in outputs_of(sample, options):
        p, weight, _ = rising(curve)
        found.append(
            _smooth_gaps_gaps(sample.units, columns, p, smoothing(p, weight, span, exact=exact, points=points))
        )
    return found


def _smooth_gaps_gaps(units: Units, columns: tuple[Column, ...], p: FloatArray, smooth: Smoothing) -> SmoothGaps:
    said = tuple(np.asarray(scores[place], np.float64) for place, scores, _ in columns)
    cells = tuple(smooth.cell[np.searchsorted(p, one)] for one in said)
    return SmoothGaps(units, smooth, cells, said, tuple(np.asarray(happened, np.float64) for _, _, happened in columns))


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
    return [_bin_gaps_gaps(sample.units, columns, curve, how) for columns, curve in outputs_of(sample, options)]


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


def _bin_gaps_gaps(units: Units, columns: tuple[Column, ...], curve: Curve, how: Mapping[str, Any]) -> Gaps:
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
