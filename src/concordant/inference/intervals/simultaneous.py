"""Limits of several values that hold all at once."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, get_args

import numpy as np

from concordant.errors import OptionError
from concordant.inference.influence.influences import covariance
from concordant.inference.intervals.bootstrap import few_draws
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.intervals.methods import quiet_answer
from concordant.inference.quantiles import tail, two_sided
from concordant.names import require_choice
from concordant.result.intervals import Intervals, Simultaneous
from concordant.typing import FloatArray

_MOST = 500  # values, which take seconds
_DIRECTIONS = 2**16
_MOST_DRAWN = 2**22  # values of all directions, which bounds time and memory
_PRECISE = 1e-6
_RANK = 1e-10  # an eigenvalue of a correlation matrix below this is rounding
_NOTHING = 1e-12
_LEAST_DRAWS = 5  # beyond a limit that is a quantile of draws
_OF_DRAWS = {"percentile", "basic", "bca", "bca/percentile"}


# Limits of several values that hold all at once, with the probability `level` together.
#
# The values share one critical value, that of max |Z| over them instead of that of one |Z| (Hothorn, Bretz & Westfall
# 2008, Biometrical Journal 50:346, "single-step"). Each value then takes its usual method at the pointwise level that
# belongs to the critical value: Wilson's limits of a recall stay Wilson's, only further out.


def quiet_together(estimand: Estimand, method: str | None, simultaneous: Simultaneous) -> Intervals:
    """
    Return intervals whose joint coverage is the level of the estimand, for a caller that shows their reason.

    Undefined values do not count among them.
    """
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
