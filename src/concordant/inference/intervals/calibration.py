"""Errors of calibration: gaps of bins and of smooth curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.influence.influences import Influences, check_several, standard_error
from concordant.inference.intervals.estimand import Estimand, Limits
from concordant.inference.quantiles import two_sided_each
from concordant.inference.samples.sample import Atoms, RowsInGroups
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
) -> tuple[list[Gaps], FloatArray]:
    options = {**estimand.options, "strategy": error_of.strategy} if error_of.strategy else estimand.options
    if error_of.smooth:
        outputs = [curve.gaps for curve in smooth_curves(sample, options)]
    else:
        outputs = gaps_of_bins(sample, options)
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

    outputs: Sequence[Gaps]
    weights: FloatArray
    size: str
    quantile: float = 0.0

    def of(self, gaps: FloatArray) -> FloatArray:
        """Of gaps (..., bins of all outputs): (..., S)."""
        ends = np.cumsum([len(observed.gap) for observed in self.outputs])[:-1]
        parts = zip(self.outputs, np.split(gaps, ends, axis=-1), strict=True)
        return np.stack([self._of_output(*part) for part in parts], axis=-1) @ self.weights.T

    def _of_output(self, observed: Gaps, gaps: FloatArray) -> FloatArray:
        gaps, share = np.clip(gaps, *observed.possible), observed.share
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
        return float(standard_error(self.outputs[0].atoms, Influences(psi)))


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


def _quantile_influence(observed: Gaps, level: float) -> FloatArray:
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


# The gaps of bins, and of a smooth curve at its points: observed share less probability.
#
# Both are linear in what happened: the gap x is a sum over cells c of rows of ``l_c(x)`` times the sum of what happened
# there. The covariance of two gaps is the sum over rows of ``l(x) l(x') r^2`` with the residual r of a row, and of rows
# in clusters that of the sums over each cluster. The cells of bins are the bins.


@dataclass(frozen=True)
class Gaps:
    """
    The gaps of one class or label, X of them.

    Attributes
    ----------
    atoms : Atoms
        The rows.
    cells : tuple of ndarray of int, each of shape (U,)
        The cell of each atom, for every column that is pooled here.
    residuals : tuple of ndarray of float64, each of shape (U,)
        What happened at each atom, less what was expected there.
    by_row : ndarray of shape (X, C)
        How much the residual of a row of weight 1 in each cell counts for each gap.
    gap, share : ndarray of shape (X,)
        The gaps, and the share of the weight that each stands for.
    least_variance : ndarray of shape (X,)
        What the variance of each gap is at least.
    possible : tuple of ndarray
        The least and the greatest that each gap can be.
    at_atoms : tuple of callable
        For every column, values of the gaps (X,) -> values of the atoms (U,).
    """

    atoms: Atoms
    cells: tuple[Codes, ...]
    residuals: tuple[FloatArray, ...]
    by_row: FloatArray
    gap: FloatArray
    share: FloatArray
    least_variance: FloatArray
    possible: tuple[Any, Any]
    at_atoms: tuple[Callable[[FloatArray], Any], ...]

    @cached_property
    def by_cluster(self) -> FloatArray:
        """Sums over the rows of each cluster of their residuals, times what they count for each gap: (G, X)."""
        clusters = self.atoms.clusters
        assert clusters is not None
        check_several(clusters.size)
        sums = np.zeros((clusters.size, len(self.gap)))
        for cell, residual in zip(self.cells, self.residuals, strict=True):
            weights = clusters.weight * residual[clusters.unit]
            sums += RowsInGroups(clusters.code, weights, clusters.size, cell[clusters.unit]).sums(self.by_row.T)
        return sums

    def covariance(self, other: Gaps) -> FloatArray:
        """Of these gaps and those of another class of the same rows."""
        if self.atoms.clusters is not None:
            size = len(self.by_cluster)
            return np.asarray(self.by_cluster.T @ other.by_cluster * (size / (size - 1)))
        sums = np.zeros(self.by_row.shape[1] * other.by_row.shape[1])
        for cell, residual in zip(self.cells, self.residuals, strict=True):
            for other_cell, other_residual in zip(other.cells, other.residuals, strict=True):
                both = cell * other.by_row.shape[1] + other_cell
                sums += np.bincount(both, self.atoms.squares * residual * other_residual, minlength=len(sums))
        return np.asarray(self.by_row @ sums.reshape(-1, other.by_row.shape[1]) @ other.by_row.T)

    @cached_property
    def variance(self) -> FloatArray:
        """The variance of each gap, where columns are not pooled: without the covariances, which of curves are many."""
        if self.atoms.clusters is not None:
            size = len(self.by_cluster)
            return np.asarray((self.by_cluster**2).sum(0) * (size / (size - 1)))
        sums = np.bincount(self.cells[0], self.atoms.squares * self.residuals[0] ** 2, self.by_row.shape[1])
        return np.asarray(self.by_row**2 @ sums)

    def per_atom(self, of_gap: FloatArray) -> FloatArray:
        """Values of the gaps at each atom: the mean over the columns."""
        return np.asarray(np.mean([at(of_gap) for at in self.at_atoms], axis=0))


def gaps_of_bins(sample: ScoreSample, options: Mapping[str, Any]) -> list[Gaps]:
    """The gaps of each class or label; those of all decisions together where the average is micro."""
    how = {**_BINS, **{key: value for key, value in options.items() if key in _BINS}}
    return [_in_bins(sample.atoms, columns, curve, how) for columns, curve in outputs_of(sample, options)]


def _in_bins(atoms: Atoms, columns: tuple[Column, ...], curve: Curve, how: Mapping[str, Any]) -> Gaps:
    """
    The gaps of the bins that hold rows.

    A bin of few rows that are all alike has not therefore a share that is known exactly: its variance is at least that
    of a binomial share with one more row, which is as likely to happen as its probability says.
    """
    distinct = ascending(curve)
    starts, _ = bin_starts(curve, distinct, **how)
    probabilities = [scores.astype(np.float64)[index] for index, scores, _ in columns]
    placed = [np.searchsorted(starts, np.searchsorted(distinct, p), side="right") - 1 for p in probabilities]
    occupied, among = np.unique(np.concatenate(placed), return_inverse=True)
    cells = tuple(np.split(among, len(columns)))
    lacks = [happened - p for (_, _, happened), p in zip(columns, probabilities, strict=True)]
    events = [happened * 1.0 for *_, happened in columns]
    weight, squares, lack, happened = (
        _sums_of_cells(cells, [power * values for values in column], len(occupied))
        for power, column in (
            (atoms.weight, [1.0] * len(columns)),
            (atoms.squares, [1.0] * len(columns)),
            (atoms.weight, lacks),
            (atoms.weight, events),
        )
    )
    gap, rows = lack / weight, weight**2 / squares
    scale = np.sqrt(rows / np.maximum(rows - 1, rows / 2))  # as for the divisor n - 1
    residuals = tuple((own - gap[cell]) * scale[cell] for cell, own in zip(cells, lacks, strict=True))
    observed = happened / weight
    share = (observed * rows + observed - gap) / (rows + 1)
    at_atoms = tuple(partial(np.take, indices=cell) for cell in cells)
    least, possible = share * (1 - share) / rows, (-np.inf, np.inf)
    return Gaps(atoms, cells, residuals, np.diag(1 / weight), gap, weight / weight.sum(), least, possible, at_atoms)


class SmoothCurve(NamedTuple):
    """
    A smooth calibration curve at its points: the observed shares, how many rows each is worth, and the gaps.

    `expected` is the curve with one more row at each point, which is as likely to happen as its probability says.
    """

    points: FloatArray
    observed: FloatArray
    expected: FloatArray
    rows: FloatArray
    gaps: Gaps


def smooth_curves(
    sample: ScoreSample, options: Mapping[str, Any], *, exact: int = POINTS, points: int = POINTS
) -> list[SmoothCurve]:
    """The curve of each class or label; that of all decisions together where the average is micro."""
    span = options.get("span", SPAN)
    check_span(span)
    return [
        _smoothed(sample.atoms, columns, curve, partial(smoothing, span=span, exact=exact, points=points))
        for columns, curve in outputs_of(sample, options)
    ]


def _smoothed(
    atoms: Atoms, columns: tuple[Column, ...], curve: Curve, smoother: Callable[[FloatArray, FloatArray], Smoothing]
) -> SmoothCurve:
    """
    Smooth what happened.

    There is no least variance: a binomial share of as many rows varies more, and its limits of the greatest error
    missed too often.
    """
    p, weight, _ = rising(curve)
    smooth = smoother(p, weight)
    probabilities = [np.asarray(scores[index], np.float64) for index, scores, _ in columns]
    cells = tuple(smooth.cell[np.searchsorted(p, probability)] for probability in probabilities)
    events = [happened * 1.0 for *_, happened in columns]
    positives, squares = (
        _sums_of_cells(cells, column, len(smooth.cell_weight))
        for column in ([atoms.weight * happened for happened in events], [atoms.squares] * len(cells))
    )
    observed = np.clip(smooth.matrix @ (positives / smooth.cell_weight), 0.0, 1.0)
    by_row = np.asarray(smooth.matrix / smooth.cell_weight)
    rows = 1 / (by_row**2 @ squares)
    expected = (observed * rows + smooth.points) / (rows + 1)
    residuals = tuple(
        happened - np.interp(probability, smooth.points, expected)
        for happened, probability in zip(events, probabilities, strict=True)
    )
    at_atoms = tuple(partial(np.interp, probability, smooth.points) for probability in probabilities)
    share, possible = smooth.weight / smooth.weight.sum(), (-smooth.points, 1 - smooth.points)
    gap, least = observed - smooth.points, np.zeros(len(observed))
    gaps = Gaps(atoms, cells, residuals, by_row, gap, share, least, possible, at_atoms)
    return SmoothCurve(smooth.points, observed, expected, rows, gaps)


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


def _sums_of_cells(cells: Sequence[Codes], columns: Sequence[FloatArray], size: int) -> FloatArray:
    """Sums over the atoms of each cell, of all columns that are pooled."""
    sums = [np.bincount(cell, column, minlength=size) for cell, column in zip(cells, columns, strict=True)]
    return np.asarray(np.sum(sums, axis=0))
