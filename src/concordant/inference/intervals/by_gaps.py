"""
Limits of errors of calibration, which chance makes too large.

The error of a bin, or of a point of a smooth curve, is the absolute value of a gap that chance moves both ways: where
the probabilities are right, the mean of the absolute gaps is not 0, and resampled rows have a still larger one.
Bootstrap limits hold the true value rarely there, or never. Here the gaps are taken for normal with the covariance that
the rows show. The limits are the errors of gaps c times as large as those observed, for all c whose random error would
be as small, and as large, as the one observed often enough: a test of each c is inverted. Where c = 0 is among them,
probabilities that are right have such an error by chance, and the lower limit is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.influence.standard_errors import standard_error
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.quantiles import two_sided_each
from concordant.inference.samples.bin_gaps import Gaps, gaps_of
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.smooth_gaps import SmoothGaps, smooth_gaps_of
from concordant.metrics.definition.facts import CalibrationError
from concordant.metrics.definition.registry import listed
from concordant.metrics.ranking.curve_points import class_totals
from concordant.states import CurveStack
from concordant.typing import FloatArray

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
