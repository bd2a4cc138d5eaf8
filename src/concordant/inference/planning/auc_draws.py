"""Intervals of one ROC AUC, and of the difference of two, in simulated studies of binormal scores, all at once."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import numpy as np

from concordant.inference.influence.standard_errors import satterthwaite
from concordant.inference.intervals.scales import SCALES
from concordant.inference.intervals.unseen_placements import unseen_variance
from concordant.inference.quantiles import two_sided
from concordant.settings import told
from concordant.typing import FloatArray

_SCORES = 1 << 19  # of one stack: 4 MiB
_ALL = 4_000_000  # of all studies of a size: well below a second
_MOST_RUNS, _FEWEST_RUNS = 10_000, 1_000
_NODES = 64

Ends = tuple[FloatArray, FloatArray]


def runs_for(rows: float) -> int:
    """How many studies of so many rows are simulated: fewer of larger ones."""
    return min(max(round(_ALL / max(rows, 1)), _FEWEST_RUNS), _MOST_RUNS)


def delong_draws(
    aucs: tuple[float, ...],
    correlations: tuple[float, float],
    sizes: tuple[int, int],
    runs: int,
    random: np.random.Generator,
) -> tuple[FloatArray, FloatArray]:
    """
    Return the AUCs (T, S) of T studies and the parts of DeLong's covariances of both classes, (T, S, S, 2).

    Scores are normal in both classes with equal spread; those of two models are correlated within the positive and
    within the negative rows. `sizes` are positive and negative rows.
    """
    shifts = np.array([math.sqrt(2) * NormalDist().inv_cdf(auc) for auc in aucs])
    many = max(1, _SCORES // sum(sizes))
    found, covariances = [], []
    for first in told(range(0, runs, many), "simulating"):
        some = min(many, runs - first)
        positive, negative = (
            _scores(len(aucs), r, some, rows, random) for r, rows in zip(correlations, sizes, strict=True)
        )
        placed = [_placements(p + shift, n) for p, n, shift in zip(positive, negative, shifts, strict=True)]
        sides = [np.stack(side, axis=1) for side in zip(*placed, strict=True)]
        found.append(sides[0].mean(-1))
        covariances.append(np.stack([_covariance(side) / rows for side, rows in zip(sides, sizes, strict=True)], -1))
    return np.concatenate(found), np.concatenate(covariances)


def _scores(models: int, r: float, runs: int, rows: int, random: np.random.Generator) -> FloatArray:
    """Standard normal scores (S, T, rows), those of two models correlated by r."""
    scores = random.standard_normal((models, runs, rows))
    if models == 2:
        scores[1] = r * scores[0] + math.sqrt(1 - r * r) * scores[1]
    return scores


def _placements(positive: FloatArray, negative: FloatArray) -> Ends:
    """The share of negative rows below each positive one, and of positive ones above each negative one."""
    m, n = positive.shape[1], negative.shape[1]
    order = np.argsort(np.concatenate([positive, negative], axis=1), axis=1)
    below = np.cumsum(order >= m, axis=1)  # negative rows up to here
    rank = np.arange(1, m + n + 1)
    of = np.empty(order.shape)
    np.put_along_axis(of, order, np.where(order < m, below / n, 1 - (rank - below) / m), axis=1)
    return of[:, :m], of[:, m:]


def _covariance(placements: FloatArray) -> FloatArray:
    """The sample covariances of placements (T, S, rows); NaN of one row."""
    rows = placements.shape[-1]
    centred = placements - placements.mean(-1, keepdims=True)
    return np.asarray(centred @ centred.swapaxes(1, 2)) / (rows - 1 if rows > 1 else math.nan)


def degrees_of(parts: FloatArray, sizes: tuple[float, float]) -> FloatArray:
    """Return the degrees of freedom of the variance of an AUC, from the parts of both classes, (..., 2)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        found = satterthwaite(parts, np.array(sizes) - 1.0)
    return np.where(np.isfinite(found), found, math.inf)


def quantiles(coverage: float, degrees: FloatArray) -> FloatArray:
    """
    Return quantiles of Student's t for many degrees of freedom: read off between 64 of them, to six digits.

    NaN without degrees of freedom: a class of one row.
    """
    inverse: FloatArray = np.divide(1.0, degrees, out=np.full(np.shape(degrees), math.nan), where=degrees > 0)
    if np.isnan(inverse).all():
        return inverse
    nodes = np.linspace(np.nanmin(inverse), np.nanmax(inverse), _NODES)
    known = [two_sided(coverage, 1 / one if one > 0 else math.inf) for one in nodes.tolist()]
    return np.asarray(np.interp(inverse, nodes, known))


def logit_limits(
    auc: FloatArray,
    parts: FloatArray,
    sizes: tuple[float, float],
    *,
    z: float,
    coverage: float,
    noise: Any = 1.0,
    clustered: bool,
) -> Ends:
    """
    Return the default limits of `roc_auc.interval`: symmetric on the logit scale, by pairs where all are right.

    `parts`, (T, 2), is what both classes add to DeLong's variance. Independent rows count what they do not show and
    take the quantile of their own degrees of freedom; clusters take `z`, and a standard error with their own `noise`.
    """
    variance = parts.sum(-1)
    if clustered:
        return SCALES["logit"].limits(auc, np.sqrt(variance) * noise, z)
    se = np.where(variance > 0, np.sqrt(variance + unseen_variance(auc, *sizes)), variance)
    low, high = SCALES["logit"].limits(auc, se, quantiles(coverage, degrees_of(parts, sizes)))
    edge = ((1 - coverage) / 2) ** (1 / min(sizes))
    low, high = np.where(auc == 1, edge, low), np.where(auc == 1, 1.0, high)
    return np.where(auc == 0, 0.0, low), np.where(auc == 0, 1 - edge, high)


def delong_limits(aucs: FloatArray, covariance: FloatArray, *, z: float, noise: FloatArray) -> Ends:
    """Return the limits of differences, from DeLong's covariances (T, 2, 2); NaN where nothing varies."""
    difference = aucs[:, 0] - aucs[:, 1]
    variance = covariance[:, 0, 0] + covariance[:, 1, 1] - 2 * covariance[:, 0, 1]
    half = z * np.sqrt(np.where(variance > 1e-28, variance, np.nan)) * noise
    return difference - half, difference + half


def mover_limits(
    aucs: FloatArray,
    parts: FloatArray,
    sizes: tuple[int, int],
    z: float,
    coverage: float,
    noise: FloatArray,
    clustered: bool,  # noqa: FBT001
) -> Ends:
    """
    Return limits of differences from those of each AUC, put together as `roc_auc.compare` does with a margin.

    Half widths add in quadrature with the correlation of the two AUCs, and the middles of the limits average with the
    weights of the variances: see `reach`. An AUC without an error adds its whole reach in quadrature.
    """
    total = parts.sum(-1)
    se = np.sqrt(np.diagonal(total, axis1=1, axis2=2))
    with np.errstate(all="ignore"):
        r = np.nan_to_num(total[:, 0, 1] / (se[:, 0] * se[:, 1]))
    sides = [
        logit_limits(aucs[:, k], parts[:, k, k], sizes, z=z, coverage=coverage, noise=noise, clustered=clustered)
        for k in (0, 1)
    ]
    (a, b), ((low_a, high_a), (low_b, high_b)) = aucs.T, sides
    falls, rises = np.stack([a - low_a, high_b - b]), np.stack([high_a - a, b - low_b])
    sure = (se <= 0).T
    half, middle = np.where(sure, 0.0, (rises + falls) / 2), np.where(sure, 0.0, (rises - falls) / 2)
    weights = half - r * half[::-1]
    variance = (half * weights).sum(0)
    beside = (half * weights * middle).sum(0) / np.where(variance > 0, variance, 1.0)
    spread = np.sqrt(np.maximum(variance, 0.0))
    down, up = (
        np.sqrt(np.maximum(spread + sign * beside, 0.0) ** 2 + (moves**2 * sure).sum(0))
        for sign, moves in ((-1, falls), (1, rises))
    )
    return a - b - down, a - b + up
