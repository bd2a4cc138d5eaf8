"""
A smooth estimate of what the score says of the truth, on which cut points overfit less than on the rows themselves.

The share of rows that have at least label k is a penalised cubic spline (Eilers & Marx 1996, Statistical Science 11:89)
of the normal score of the row's rank, so that neither the scale of the score nor outliers nor infinite scores matter.
How smooth it is, generalised cross-validation says (Craven & Wahba 1979, Numerische Mathematik 31:377), with each
degree of freedom counted 1.4 times against undersmoothing (Kim & Gu 2004, J. R. Stat. Soc. B 66:337). Pooling adjacent
violators then makes the estimate rise with the score.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from concordant import _kernels
from concordant.decisions.cut_points.cut_aim import CutAim, rising_values
from concordant.decisions.cut_points.exact_cut_points import mean_cuts, search
from concordant.decisions.cut_points.score_groups import Places, places_of_scores, pooled, quantile_groups
from concordant.states import Counts
from concordant.typing import FloatArray, NumberArray

GROUPS = 1_000  # of scores with about equal weight: the spline is the same to four digits, and quick
SEGMENTS = 20  # of the spline
_PENALTIES = 10.0 ** np.arange(-5, 8.25, 0.25)
_FREEDOM = 1.4


def smooth_places(table: NumberArray, truth: Counts, aim: CutAim, rows: float) -> Places:
    """Places of the best cut points on the smooth estimate; the table lists the highest score first."""
    if np.count_nonzero(truth.table) < 2:  # one label: nothing to smooth
        return search(table, truth, aim).places
    starts = quantile_groups(table, GROUPS)
    groups = pooled(table, starts)[::-1] * 1.0  # from here on the lowest score first
    weight = groups.sum(1)
    values = rising_values(truth)
    if aim.search == "means" and values is not None:
        width = values[-1] - values[0]
        share = groups @ (values - values[0]) / weight / width if width > 0 else np.zeros(len(weight))
        spread = float(groups.sum(0) @ ((values - values[0]) / max(width, 1e-300)) ** 2 - weight @ share**2)
        smooth = rising_smooth(share[:, None], weight, spread, rows)[:, 0]
        squares = float(groups.sum(0) @ values**2)
        found = mean_cuts(weight, values[0] + width * smooth, values, squares)
    else:
        share = groups[:, ::-1].cumsum(1)[:, ::-1][:, 1:] / weight[:, None]  # at least label 1, 2, ...
        spread = float((weight @ (share - share**2)).sum())
        smooth = np.minimum.accumulate(rising_smooth(share, weight, spread, rows), axis=1)
        least = np.hstack([np.ones((len(weight), 1)), smooth, np.zeros((len(weight), 1))])
        expected = np.maximum(-np.diff(least, axis=1), 0.0) * weight[:, None]
        expected[:, ~groups.any(0)] = 0.0  # rounding is no row
        found = search(np.ascontiguousarray(expected[::-1]), truth, aim).places
    return places_of_scores(found, starts, len(table))


def rising_smooth(share: FloatArray, weight: FloatArray, within: float, rows: float) -> FloatArray:
    """
    Smooth columns of shares (G, R) over groups of rising score, and make them rise.

    `within` is the sum of squares inside the groups, which no curve explains; `rows` how many rows there are.
    """
    smooth = np.clip(_spline(share, weight, within, rows), 0.0, 1.0)
    return np.column_stack([_rising(column, weight) for column in smooth.T])


def _rising(share: FloatArray, weight: FloatArray) -> FloatArray:
    two = np.column_stack([weight * (1 - share), weight * share])[::-1]
    steps = _kernels.rising_means(np.ascontiguousarray(two), np.array([0.0, 1.0]), 1)
    return np.repeat(steps.sums / steps.weights, np.diff(steps.ends, prepend=0))


def _spline(share: FloatArray, weight: FloatArray, within: float, rows: float) -> FloatArray:
    if len(share) < 3:
        return share
    total = weight.sum()
    ranks = (weight.cumsum() - weight / 2) / total
    normal = NormalDist()
    basis = _b_splines(np.array([normal.inv_cdf(rank) for rank in ranks.tolist()]), min(SEGMENTS, len(share) - 1))
    # einsum adds in a fixed order, and starts no threads for a thousand rows, unlike a product by BLAS.
    gram = np.einsum("gi,gj->ij", basis, basis * weight[:, None])
    rough = np.diff(np.eye(basis.shape[1]), 2, axis=0)
    penalty = rough.T @ rough * (np.trace(gram) / np.trace(rough.T @ rough))
    root = np.linalg.cholesky(gram + 1e-9 * penalty + 1e-12 * np.trace(gram) * np.eye(len(gram)))
    inverse = np.linalg.inv(root)
    strength, turn = np.linalg.eigh(inverse @ penalty @ inverse.T)  # Demmler & Reinsch 1975: all penalties at once
    waves = np.einsum("gi,ij->gj", basis, inverse.T @ turn)
    height = np.einsum("gi,gr->ir", waves, share * weight[:, None])
    kept = 1 / (1 + _PENALTIES[:, None] * np.maximum(strength, 0.0))  # (penalties, waves)
    free = rows - _FREEDOM * kept.sum(1)
    if free[-1] <= 0:  # fewer rows than a line has degrees of freedom
        return np.broadcast_to(np.average(share, axis=0, weights=weight), share.shape)
    # The waves are orthonormal under the weights: what a fit explains is a sum over waves.
    explained = (2 * kept - kept**2) @ (height**2).sum(1)
    left = within + float((weight @ share**2).sum()) - explained
    score = np.full(len(free), np.inf)
    np.divide(np.maximum(left, 0.0), free**2, out=score, where=free > 0)
    chosen = height * kept[score.argmin()][:, None]
    fitted: FloatArray = np.einsum("gi,ir->gr", waves, chosen)
    return fitted


def _b_splines(x: FloatArray, segments: int) -> FloatArray:
    """Cubic B-splines on equal segments of the range of x, which ascends."""
    place = (x - x[0]) / (x[-1] - x[0]) * segments
    left = np.minimum(place.astype(np.intp), segments - 1)
    u = place - left
    parts = np.column_stack([(1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3]) / 6
    basis = np.zeros((len(x), segments + 3))
    basis[np.arange(len(x))[:, None], left[:, None] + np.arange(4)] = parts
    return basis
