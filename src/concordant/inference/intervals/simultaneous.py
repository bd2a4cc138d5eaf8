"""Limits of several values at once; bands of decision curves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import NormalDist
from typing import Any, get_args

import numpy as np

from concordant.errors import OptionError
from concordant.inference.influence.influences import covariance
from concordant.inference.intervals.bootstrap import few_draws
from concordant.inference.intervals.diagnostics import diagnostics
from concordant.inference.intervals.estimand import Estimand, Limits
from concordant.inference.intervals.methods import METHODS, quiet_answer, warned
from concordant.inference.intervals.score import benefit_limits
from concordant.inference.quantiles import tail, two_sided
from concordant.inference.samples.sample import Atoms
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import Thresholds
from concordant.metrics.definition.registry import get
from concordant.metrics.probabilities.net_benefit import check_thresholds, net_benefit_influence
from concordant.names import require_choice
from concordant.result.intervals import Intervals, Simultaneous
from concordant.states import Curve
from concordant.typing import FloatArray

_MOST = 500  # values, which take seconds
_DIRECTIONS = 2**16
_MOST_DRAWN = 2**22  # values of all directions, which bounds time and memory
_PRECISE = 1e-6
_RANK = 1e-10  # an eigenvalue of a correlation matrix below this is rounding
_NOTHING = 1e-12
_LEAST_DRAWS = 5  # beyond a limit that is a quantile of draws
_OF_DRAWS = {"percentile", "basic", "bca", "bca/percentile"}
_CURVE_METHODS = ("score", "t", "delta")
_DRAWS = 20_000  # of the normal variables: the level of the band is then known to 0.15 percentage points
_BY_THRESHOLD_NUMBERS = 1 << 22  # in one block: 32 MiB


# Limits of several values that hold all at once, with the probability `level` together.
#
# The values share one critical value, that of max |Z| over them instead of that of one |Z| (Hothorn, Bretz & Westfall
# 2008, Biometrical Journal 50:346, "single-step"). Each value then takes its usual method at the pointwise level that
# belongs to the critical value: Wilson's limits of a recall stay Wilson's, only further out.


def answer_together(estimand: Estimand, method: str | None, simultaneous: Simultaneous) -> Intervals:
    """Return intervals whose joint coverage is the level of the estimand; warn if they are doubtful."""
    return warned(quiet_together(estimand, method, simultaneous))


def quiet_together(estimand: Estimand, method: str | None, simultaneous: Simultaneous) -> Intervals:
    """Return them without a warning, for a caller that shows the reason. Undefined values do not count among them."""
    check_simultaneous(simultaneous)
    if estimand.value.ndim != 1:
        raise OptionError(
            f"simultaneous= is for several values, one a class or label, and {estimand.metric.name} has one value "
            "here: leave it out, or take average=None where the metric has that option."
        )
    defined = ~np.isnan(estimand.value)  # an infinite ratio has a limit
    values = int(defined.sum())
    if simultaneous == "bonferroni":
        pointwise = bonferroni_level(estimand.level, values)
    else:
        _check_few(values)  # before anything is written down for all of them
        degrees = None
        if estimand.degrees is not None:
            finite = np.isfinite(estimand.value)
            degrees = float(np.min(np.broadcast_to(estimand.degrees, finite.shape)[finite], initial=np.inf))
        z = max_critical_value(_correlation(estimand, defined), estimand.level, degrees)
        pointwise = 1 - tail(z, degrees)
    intervals: Any = quiet_answer(estimand.with_level(pointwise), method)
    reason = intervals.reason
    few = few_draws(estimand.draws, pointwise, _LEAST_DRAWS) if intervals.method in _OF_DRAWS else None
    if few is not None and few not in (reason or ""):
        reason = few if reason is None else f"{reason}; {few}"
    together: Intervals = replace(intervals, level=estimand.level, simultaneous=simultaneous, reason=reason or None)
    return together


def check_simultaneous(simultaneous: str | None) -> None:
    """Raise for an unknown name."""
    require_choice("simultaneous", simultaneous, (*get_args(Simultaneous), None))


def bonferroni_level(level: float, values: int) -> float:
    """The level of each of several limits that miss with the probability ``1 - level`` at most together."""
    return 1 - (1 - level) / max(values, 1)


def _check_few(size: int) -> None:
    if size > _MOST:
        raise OptionError(f'simultaneous="max-t" takes up to {_MOST:,} values, not {size:,}; take "bonferroni".')


def _correlation(estimand: Estimand, defined: np.ndarray) -> FloatArray:
    """
    The correlations of the defined values: from the influences, or from the draws where these are not known.

    A value that nothing moves in these rows counts as unrelated to the others, which can only widen the limits.
    """
    size = int(defined.sum())
    if size < 2:
        return np.eye(size)
    if estimand.influence is not None:
        joint = covariance(estimand.sample.atoms, estimand.influence[:, defined])
    else:
        drawn = estimand.drawn[:, defined]
        drawn = drawn[np.isfinite(drawn).all(1)]
        joint = np.atleast_2d(np.cov(drawn.T)) if len(drawn) > 1 else np.eye(size)
    se = np.sqrt(np.diagonal(joint))
    still = ~(se > 0)
    se = np.where(still, 1.0, se)
    correlation: FloatArray = np.clip(joint / np.outer(se, se), -1, 1)
    correlation[still, :] = correlation[:, still] = 0.0
    np.fill_diagonal(correlation, 1.0)
    return correlation


def max_critical_value(correlation: FloatArray, level: float, degrees: float | None = None) -> float:
    """
    Return c with ``P(max |T_i| < c) = level`` for normal (or multivariate t) T with a correlation matrix (m, m).

    Notes
    -----
    T = R L u / W: a radius, a uniform direction u, the rows L of a square root of the correlation, and Student's
    denominator W. Given u, the probability of R max |L u| / W > c is a finite sum (of chi-square or F, whose degrees
    are kept even), so that only the direction is left to average over (Deak 1980, Numerische Mathematik 35:47). In two
    dimensions directions are an even grid, and c is right to 6 digits; else they are 65,536 points of Richtmyer's
    lattice, the same in each call. Of 3 to 10 values c was then off by up to 0.003, of 20 and 100 by up to 0.004 (0.008
    at level 0.99), where one integral gives it exactly (equal correlations of 0.3, 0.5 and 0.9; levels 0.9, 0.95 and
    0.99). c lies between the quantiles of one value and of independent ones (Sidak).
    """
    size = len(correlation)
    _check_few(size)
    low, high = two_sided(level, degrees), two_sided(sidak_level(level, size), degrees)
    if size < 2:
        return low
    uncorrelated = np.abs(correlation - np.eye(size)).max() < _RANK
    if uncorrelated and degrees is None:
        return high
    return _solved(_Radii.of(correlation, degrees), 1 - level, low, high)


def sidak_level(level: float, values: int) -> float:
    """
    The level of each of several limits of independent values: ``level ** (1 / values)``.

    Of dependent ones that are jointly normal they hold together at least as often (Sidak 1967, JASA 62:626).
    """
    return float(level ** (1 / max(values, 1)))


@dataclass(frozen=True, slots=True)
class _Radii:
    """How far max |T| reaches in each direction, for a radius of 1; the number of dimensions is even."""

    squares: FloatArray
    dimensions: int
    degrees: float

    @classmethod
    def of(cls, correlation: FloatArray, degrees: float | None) -> _Radii:
        values, vectors = np.linalg.eigh(correlation)
        kept = values > _RANK * len(correlation)
        root = vectors[:, kept] * np.sqrt(values[kept])
        if kept.all():  # the one root that each processor finds: vectors of equal eigenvalues differ
            root = np.linalg.cholesky(correlation)
        dimensions = root.shape[1] + root.shape[1] % 2
        root = np.pad(root, ((0, 0), (0, dimensions - root.shape[1])))
        reach = np.abs(_directions(dimensions) @ root.T).max(1)
        return cls(reach**2, dimensions, math.inf if degrees is None else degrees)

    def beyond(self, c: float) -> float:
        """P(max |T| > c): the mean over the directions of the tail of chi-square, or of F (DLMF 8.4.10 and 8.17.5)."""
        q = c * c / np.maximum(self.squares, _NOTHING)  # no direction reaches beyond c where it reaches nowhere
        half = self.degrees / 2
        if np.isinf(half):
            term, ratio = np.exp(-q / 2), q / 2
        else:
            term, ratio = np.exp(-half * np.log1p(q / self.degrees)), q / (q + self.degrees)
        total = term
        for j in range(1, self.dimensions // 2):
            term = term * ratio * (1 / j if np.isinf(half) else (half + j - 1) / j)
            total = total + term
        return float(total.mean())


@lru_cache(maxsize=2)
def _directions(dimensions: int) -> FloatArray:
    """Points on the sphere: normal numbers (Box & Muller 1958) of the lattice of square roots of primes, shortened."""
    if dimensions == 2:
        angle = (np.arange(_DIRECTIONS) + 0.5) * (np.pi / _DIRECTIONS)
        return np.stack([np.cos(angle), np.sin(angle)], axis=1)
    count = np.arange(1, min(_DIRECTIONS, _MOST_DRAWN // dimensions) + 1)
    lattice = np.outer(count, np.sqrt(_primes(dimensions))) % 1
    radius, angle = np.sqrt(-2 * np.log(np.maximum(lattice[:, ::2], 1e-300))), 2 * np.pi * lattice[:, 1::2]
    points = np.concatenate([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def _primes(count: int) -> FloatArray:
    """The first ones; below 15 for fewer than 7, else below n (ln n + ln ln n) (Rosser 1941)."""
    end = 15 if count < 7 else int(count * (np.log(count) + np.log(np.log(count)))) + 1
    prime = np.ones(end, np.bool_)
    prime[:2] = False
    for number in range(2, int(end**0.5) + 1):
        prime[number * number :: number] = False
    return np.flatnonzero(prime)[:count].astype(np.float64)


def _solved(radii: _Radii, alpha: float, low: float, high: float) -> float:
    """Where `beyond` is alpha, by false position (Illinois) on its logarithm; an end where it is not between them."""
    below, above = (math.log(radii.beyond(c) / alpha) for c in (low, high))
    if below <= 0:
        return low
    if above >= 0:
        return high
    for _ in range(60):
        c = (low * above - high * below) / (above - below)
        distance = math.log(radii.beyond(c) / alpha)
        if abs(distance) < _PRECISE or high - low < _PRECISE:
            break
        if distance > 0:
            low, below, above = c, distance, above / 2
        else:
            high, above, below = c, distance, below / 2
    return c


# Intervals of a decision curve: at each threshold, and a band for all of them at once.
#
# Net benefits at the thresholds of one sample are jointly normal in large samples, with the covariance of their
# influences. The band has at each threshold the limits of a higher level, ``2 Phi(c) - 1`` with c the quantile of the
# greatest |z| of such variables: limits of the same kind, which also hold where few rows are treated. In simulations of
# 100, 300 and 1,000 rows the band of 95 % held the whole true curve in 90 to 97 of 100 samples over the thresholds 0.05
# to 0.5 (400 samples each, prevalence 0.05 to 0.3, calibrated and overconfident), and in 89 to 98 over 0.01 to 0.99,
# where a single false positive costs up to 99 true ones; the pointwise intervals of 95 % all held in 68 to 88.


def decision_intervals(estimand: Estimand, method: str | None) -> dict[Any, Any]:
    """Take the intervals of the net benefit over the thresholds: pointwise, and those of the band."""
    kind, sample, curve = method or "score", estimand.sample, estimand.metric.trait
    if kind not in _CURVE_METHODS or not isinstance(sample, ScoreSample) or not isinstance(curve, Thresholds):
        methods = ", ".join(map(repr, _CURVE_METHODS))
        raise OptionError(
            f"the points of {estimand.metric.name} have intervals by {methods}, not {kind!r}; "
            f"{estimand.metric.facts.instead} takes every method."
        )
    thresholds = check_thresholds(estimand.options.get("thresholds"))
    rest = {name: value for name, value in estimand.options.items() if name != "thresholds"}
    rows, metric = _in_bins(sample, thresholds), get(curve.of)
    points = [
        replace(estimand, metric=metric, options={**rest, "threshold": threshold}, sample=rows)
        for threshold in thresholds.tolist()
    ]
    whole = points if rows.atoms.counted else [replace(point, sample=sample) for point in points]  # each weight counts
    limits = _limits_of_points(points, kind, estimand.level)
    reason = estimand.metric.why(sample.state, **estimand.options) or _shared_diagnostics(whole, kind, limits)
    together = _level_of_all(points, rows, estimand.level, estimand.seed)
    state_as_given = sample.as_given(sample.state)
    signature = estimand.metric.signature(state_as_given, **estimand.options)
    value = np.array([float(point.value) for point in points])
    intervals = {}
    for name, level, how in ((curve.of, estimand.level, kind), ("band", together, f"{kind}, simultaneous")):
        limits = limits if name != "band" else _limits_of_points(points, kind, level)
        columns = zip(*((float(at.low), float(at.high), float(at.se)) for at in limits), strict=True)
        low, high, se = (np.array(column) for column in columns)
        facts = (estimand.level, how, state_as_given.n, estimand.metric.name, signature, reason)
        outputs = tuple(thresholds.tolist())
        intervals[name] = Intervals(value.copy(), low, np.minimum(high, 1.0), se, *facts, outputs=outputs)
    return intervals


def _in_bins(sample: ScoreSample, thresholds: FloatArray) -> ScoreSample:
    """The same rows with each probability lowered to the threshold below it: atoms are as many as the thresholds."""
    curve, atoms, size = sample.curves[0], sample.atoms, len(thresholds)
    index = size - np.searchsorted(thresholds, curve.scores.astype(np.float64), side="right")
    table = np.stack([np.bincount(index, weight, minlength=size + 1) for weight in curve.weights.T], axis=1)
    occupied = table.any(1)
    new = (np.cumsum(occupied) - 1)[index]
    cell, unit = np.unique(2 * new[sample.indices[0]] + sample.codes[0], return_inverse=True)
    weight, squares = (
        np.bincount(unit, part, minlength=len(cell)).astype(np.float64) for part in (atoms.weight, atoms.squares)
    )
    clusters = None if atoms.clusters is None else replace(atoms.clusters, unit=unit[atoms.clusters.unit])
    scores = np.concatenate([thresholds[::-1], [0.0]])[occupied]
    coarse = Curve(scores, table[occupied], curve.classes)
    return ScoreSample(Atoms(weight, squares, cell & 1, clusters), coarse, (cell >> 1,), (cell & 1,))


def _limits_of_points(points: Sequence[Estimand], kind: str, level: float) -> list[Limits]:
    """The limits of the net benefit at each threshold, at a level."""
    points = [point.with_level(level) for point in points]
    return benefit_limits(points) if kind == "score" else [METHODS[kind](point) for point in points]


def _shared_diagnostics(points: Sequence[Estimand], kind: str, limits: Sequence[Limits]) -> str | None:
    """The warnings that all thresholds share, and the first of those that only some have."""
    pairs = zip(points, limits, strict=True)
    per_point = [[*diagnostics(point, kind), *_lacking(point, at)] for point, at in pairs]
    shared = [text for text in per_point[0] if all(text in others for others in per_point)]
    more = [index for index, texts in enumerate(per_point) if len(texts) > len(shared)]
    if more:
        first, last = (points[index].options["threshold"] for index in (more[0], more[-1]))
        why = next(text for text in per_point[more[0]] if text not in shared)
        shared.append(f"at {len(more)} of {len(points)} thresholds, {first:g} to {last:g}: {why}")
    return "; ".join(shared) or None


def _lacking(point: Estimand, limits: Limits) -> Iterator[str]:
    """The warnings of the method itself, and that there are no limits where no row moves the value."""
    yield from limits.reasons
    if np.isnan(limits.low) and not np.isnan(point.value):
        yield f'no interval by method="{limits.method}": no row moves the value'


def _level_of_all(points: Sequence[Estimand], sample: ScoreSample, level: float, seed: int) -> float:
    """The level that each interval needs for all of them to hold with probability `level`."""
    curve = sample.curves[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        psi = np.stack([net_benefit_influence(curve, **point.options).ravel() for point in points], axis=1)
    joint = _covariance(sample.atoms, psi[2 * sample.indices[0] + sample.codes[0]])
    se = np.sqrt(np.diagonal(joint))
    varying = np.flatnonzero(np.array([float(point.se) > 0 for point in points]) & (se > 0))
    size = len(varying)
    if not size:
        return level
    values, vectors = np.linalg.eigh(joint[np.ix_(varying, varying)] / np.outer(se[varying], se[varying]))
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    random, greatest = np.random.default_rng(seed), np.empty(0)
    while len(greatest) < _DRAWS:
        draws = min(_DRAWS - len(greatest), max(1, _BY_THRESHOLD_NUMBERS // size))
        drawn = np.abs(random.standard_normal((draws, size)) @ root.T).max(1)
        greatest = np.concatenate([greatest, drawn])
    return 2 * NormalDist().cdf(float(np.quantile(greatest, level))) - 1


def _covariance(atoms: Atoms, psi: FloatArray) -> FloatArray:
    """That of `covariance`, but for a factor, with the sums of some clusters at a time: they can be as many as rows."""
    clusters = atoms.clusters
    if clusters is None:
        return covariance(atoms, psi)
    size = len(atoms)
    if not size:
        return np.zeros((psi.shape[1],) * 2)
    order = np.argsort(clusters.code, kind="stable")
    code, unit, weight = clusters.code[order], clusters.unit[order], clusters.weight[order]
    products, batch = np.zeros((psi.shape[1],) * 2), max(1, _BY_THRESHOLD_NUMBERS // size)
    for first in range(0, clusters.size, batch):
        rows = slice(*np.searchsorted(code, [first, first + batch]))
        groups = min(batch, clusters.size - first)
        cells = np.bincount((code[rows] - first) * size + unit[rows], weight[rows], minlength=groups * size)
        sums = cells.reshape(groups, size) @ psi
        products += sums.T @ sums
    return np.asarray(products / atoms.total**2)
