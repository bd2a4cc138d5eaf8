"""Variance components: mean squares of complete ratings, REML where some are missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.metrics.arithmetic import ratio
from concordant.states import NumericRatings, RatingMoments, Ratings
from concordant.typing import FloatArray

Model = Literal["two-way", "one-way"]
_ROUNDING = 1e-13  # share of a sum of squares that rounding leaves of none
_ROOTS = (0.05, 0.6, 1.5, 5.0)  # of a and b, to start from
_STEPS = 60
_MANY_RATERS = 32  # beyond which only the two best of these roots are started from
_COMPLEX = 1e-25
_GRADIENT_STEP = 1e-5  # of two gradients, for the second derivatives
_NONE = 1e-12  # of the sum of squares, that is no error at all
_SUSPECT = 1e-8  # of the variance, that may be none


@dataclass(frozen=True, slots=True)
class Components:
    """The variance of units, of raters and of the error, shape (...) each; that of raters is 0 in a one-way model."""

    units: FloatArray
    raters: FloatArray
    error: FloatArray


def components(moments: RatingMoments, model: Model) -> Components:
    """Return the components, of complete ratings from mean squares, of others by REML."""
    if not moments.complete:
        return reml(moments, model)
    ms = mean_squares(moments)
    if model == "one-way":
        return Components((ms.units - ms.within) / ms.k, np.zeros_like(ms.within), ms.within)
    with np.errstate(divide="ignore", invalid="ignore"):
        of_raters = (ms.raters - ms.error) / ms.n
    return Components((ms.units - ms.error) / ms.k, of_raters, ms.error)


def why_undefined(estimate: Components) -> str | None:
    """Why components of units that have two ratings are undefined; None if they are defined."""
    if np.any(np.isnan(estimate.error)):
        return "too few ratings are of units with two or more"
    if np.any(np.isnan(estimate.units)):
        return "no error is left beside units and raters, so that REML cannot tell how much is of which"
    return None


def moments_of(state: Any) -> RatingMoments:
    """
    Return the moments of a state, without the raters who rated nothing: no average is over them.

    Labels of `Ratings` are read as the numbers that they are.
    """
    moments = state if isinstance(state, RatingMoments) else units_of(state).moments()
    shared = np.diagonal(moments.shared, axis1=-2, axis2=-1)
    used = (shared != 0).any(tuple(range(shared.ndim - 1)))
    if used.all() or not used.any():
        return moments
    names = tuple(name for name, rated in zip(moments.raters, used.tolist(), strict=True) if rated)
    tables = {
        name: getattr(moments, name)[..., used, :][..., used] for name in ("shared", "first", "second", "product")
    }
    return replace(moments, raters=names, unit_sums=moments.unit_sums[..., used], **tables)


def units_of(state: Any) -> NumericRatings:
    """Return the state whose rows are the units."""
    return NumericRatings.from_ratings(state) if isinstance(state, Ratings) else state


def number_of_units(moments: RatingMoments) -> FloatArray:
    """The units, or their weight, shape (...)."""
    return np.asarray(moments.weight.sum(-1) * 1.0)


def number_of_ratings(moments: RatingMoments) -> FloatArray:
    """The ratings, or their weight, shape (...)."""
    return np.asarray((moments.weight * moments.sizes).sum(-1) * 1.0)


def means_times_n(moments: RatingMoments) -> FloatArray:
    """The sum of the numbers of each rater, less the origin, (..., k)."""
    return np.asarray(np.diagonal(moments.first, axis1=-2, axis2=-1))


def why_too_few(moments: RatingMoments, *, fewest: int = 2) -> str | None:
    """Why numbers say nothing of how well raters agree; None if they do."""
    if np.all(moments.weight.sum(-1) == 0):
        return "there is no unit"
    if len(moments.raters) < 2:
        return "there is one rater"
    if not (moments.weighted or moments.stack) and moments.n < fewest:
        return "there is one unit"
    if not (moments.sizes >= 2).any():
        return "no unit has two ratings"
    return None


@dataclass(frozen=True, slots=True)
class MeanSquares:
    """
    The mean squares, shape (...) each.

    `units` is MSR (rows), `raters` MSC (columns), `error` MSE, `within` MSW, of `n` units and `k` raters.
    """

    units: FloatArray
    raters: FloatArray
    error: FloatArray
    within: FloatArray
    n: FloatArray
    k: int


def mean_squares(moments: RatingMoments) -> MeanSquares:
    """Return the mean squares of complete ratings; what rounding leaves of 0 is 0."""
    if not moments.made:  # values, limits and tests of several forms need them
        moments.made.append(_mean_squares(moments))
    cached: MeanSquares = moments.made[0]
    return cached


def _mean_squares(moments: RatingMoments) -> MeanSquares:
    k, n = len(moments.raters), number_of_units(moments)
    nothing = np.full(n.shape, np.nan)
    if k == 0:
        return MeanSquares(nothing, nothing, nothing, nothing, n, k)
    sums, count = means_times_n(moments), n[..., None, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        product = np.asarray(moments.product - sums[..., :, None] * sums[..., None, :] / count)
    own = np.trace(product, axis1=-2, axis2=-1)
    between = product.sum((-2, -1)) / k
    size = np.trace(moments.second, axis1=-2, axis2=-1)
    own = np.where(own <= _ROUNDING * size * 1e-2, 0.0, own)
    between = np.where(between <= _ROUNDING * own, 0.0, between)
    rest = own - between
    rest = np.where(rest <= _ROUNDING * own, 0.0, rest)
    across = (sums - sums.mean(-1, keepdims=True)) ** 2
    columns = np.asarray(ratio(across.sum(-1), n))
    columns = np.where(columns <= _ROUNDING * 1e-2 * size, 0.0, columns)
    with np.errstate(divide="ignore", invalid="ignore"):
        units, error = between / (n - 1.0), rest / ((n - 1.0) * (k - 1.0))
        raters, within = columns / (k - 1.0), (rest + columns) / (n * (k - 1.0))
    units, raters, error, within = (np.where(n <= 1, nothing, part) for part in (units, raters, error, within))
    return MeanSquares(units, raters, error, within, n, k)


# Variance components by restricted maximum likelihood, of a stack of crossed designs at once.
#
# The model is ``y = mean + unit + rater + error`` (Patterson & Thompson 1971, Biometrika 58:545). Units are eliminated
# in closed form: of a unit with m ratings the weight is ``a / (1 + a m)``, where a is the variance of units beside that
# of the error, and b that of raters. What is left are systems of as many equations as there are raters. Roots of a and
# b are found by Newton's method, so that 0, the end of their range, is a smooth point.


@dataclass(frozen=True, slots=True)
class _Sums:
    """What the criterion reads, of a stack of size B."""

    sizes: FloatArray
    weight: FloatArray
    shared: FloatArray
    unit_sums: FloatArray
    unit_squares: FloatArray
    rater_sizes: FloatArray
    sums: FloatArray
    total: FloatArray
    ratings: FloatArray

    def take(self, indices: Any) -> _Sums:
        """Take designs out of the stack."""
        rest = ("weight", "shared", "unit_sums", "unit_squares", "rater_sizes", "sums", "total", "ratings")
        return _Sums(self.sizes, *(getattr(self, name)[indices] for name in rest))


def reml(moments: RatingMoments, model: Model) -> Components:
    """Return the components, shape (...) each."""
    sums = _sums(moments)
    size = len(sums.total)
    if not size or not len(moments.sizes):
        undefined = np.full(moments.stack, np.nan)
        return Components(undefined, undefined, undefined)
    roots = np.repeat(_from_all_starts(sums.take(slice(0, 1)), model), size, axis=0)
    if size > 1:  # designs that differ by a unit: their optima are near each other
        roots = _newton(sums, np.maximum(roots, 0.05), model)
    with np.errstate(divide="ignore", invalid="ignore"):
        _, error = _criterion(sums, roots, model)
    error = np.real(error)
    variances = np.stack([roots[:, 0] ** 2 * error, roots[:, 1] ** 2 * error, error])
    variances[:2, _without_error(sums, variances)] = np.nan
    return Components(*(np.asarray(variance).reshape(moments.stack) for variance in variances))


def _sums(moments: RatingMoments) -> _Sums:
    axes = len(moments.stack)

    def flat(part: Any) -> FloatArray:
        return np.asarray(part * 1.0).reshape(-1, *part.shape[axes:])

    return _Sums(
        sizes=moments.sizes * 1.0,
        weight=flat(moments.weight),
        shared=flat(moments.shared),
        unit_sums=flat(moments.unit_sums),
        unit_squares=flat(moments.unit_squares),
        rater_sizes=flat(np.diagonal(moments.shared.sum(-3), axis1=-2, axis2=-1)),
        sums=flat(means_times_n(moments)),
        total=flat(np.asarray(np.trace(moments.product, axis1=-2, axis2=-1))),
        ratings=flat(number_of_ratings(moments)),
    )


def _without_error(sums: _Sums, variances: FloatArray) -> npt.NDArray[np.bool_]:
    """Where effects of units and raters explain all ratings, so that the likelihood has no maximum."""
    effects, error = variances[:2], variances[2]
    without: npt.NDArray[np.bool_] = effects.min(0) > _NONE * effects.max(0)
    without &= error <= _SUSPECT * variances.sum(0)
    for index in np.flatnonzero(without):
        design = sums.take(index)
        left = np.diag(design.rater_sizes) - np.einsum("s,sgh->gh", 1.0 / sums.sizes, design.shared)
        h = design.sums - (design.unit_sums / sums.sizes[:, None]).sum(0)
        explained = h @ np.linalg.pinv(left, rcond=_NONE, hermitian=True) @ h
        rest = design.total - (design.unit_squares / sums.sizes).sum() - explained
        without[index] = rest <= _NONE * design.total
    return without


def _criterion(sums: _Sums, roots: npt.NDArray[Any], model: Model) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The restricted deviance up to a constant, and the variance of the error, of each design: (B,) each."""
    a, b = roots[:, 0] ** 2, roots[:, 1] ** 2
    below = 1.0 + a[:, None] * sums.sizes
    w = a[:, None] / below
    yy = sums.total - (w * sums.unit_squares).sum(-1)
    logs = (sums.weight * np.log(below)).sum(-1)
    if model == "one-way":
        xx = (sums.weight * sums.sizes / below).sum(-1)
        xy = (sums.unit_sums.sum(-1) / sums.sizes / below).sum(-1)
    else:
        identity = np.eye(sums.rater_sizes.shape[-1])
        left = sums.rater_sizes[..., None] * identity - np.einsum("bs,bsgh->bgh", w, sums.shared)
        h = sums.sums - np.einsum("bs,bsg->bg", w, sums.unit_sums)
        ones = left.sum(-1)
        mixed = identity + b[:, None, None] * left
        solved = np.linalg.solve(mixed, np.stack([ones, h], axis=-1))
        xx = ones.sum(-1) - b * (ones * solved[..., 0]).sum(-1)
        xy = h.sum(-1) - b * (ones * solved[..., 1]).sum(-1)
        yy = yy - b * (h * solved[..., 1]).sum(-1)
        logs = logs + _log_det(mixed)
    q, free = yy - xy * xy / xx, sums.ratings - 1.0
    return free * np.log(_kept(q, sums.total) / free) + logs + np.log(xx), q / free


def _kept(q: npt.NDArray[Any], total: FloatArray) -> npt.NDArray[Any]:
    """The residual sum of squares, kept from 0 so that its logarithm exists."""
    return np.where(np.real(q) > _NONE * 1e-4 * total, q, _NONE * 1e-4 * total + 1e-300)


def _log_det(matrix: npt.NDArray[Any]) -> npt.NDArray[Any]:
    sign, size = np.linalg.slogdet(matrix)
    return np.asarray(size + 1j * np.angle(sign)) if matrix.dtype.kind == "c" else np.asarray(size)


def _from_all_starts(sums: _Sums, model: Model) -> FloatArray:
    """The best optimum of one design from several starts, and from the boundaries, (1, 2)."""
    second = (0.0,) if model == "one-way" else _ROOTS
    starts = np.array([(a, b) for a in _ROOTS for b in second])
    many = sums.take(np.zeros(len(starts), np.intp))
    with np.errstate(divide="ignore", invalid="ignore"):
        if sums.rater_sizes.shape[-1] > _MANY_RATERS:  # steps are dear, and never end above where they start
            starts = starts[np.argsort(np.real(_criterion(many, starts, model)[0]))[:2]]
            many = many.take(slice(0, 2))
        optima = _newton(many, starts, model)
        candidates = np.concatenate([optima, optima * [1.0, 0.0], optima * [0.0, 1.0], np.zeros((1, 2))])
        value = np.real(_criterion(sums.take(np.zeros(len(candidates), np.intp)), candidates, model)[0])
    best = int(np.nanargmin(value)) if np.isfinite(value).any() else 0
    return candidates[best : best + 1]


def _newton(sums: _Sums, roots: FloatArray, model: Model) -> FloatArray:
    """Minimise from these roots, (B, 2), with steps that never make the criterion larger."""
    roots = roots.copy()
    if model == "one-way":
        roots[:, 1] = 0.0
    going = np.ones(len(roots), np.bool_)
    value = np.real(_criterion(sums, roots, model)[0])
    for _ in range(_STEPS):
        if not going.any():
            break
        active = np.flatnonzero(going)
        some, start = sums.take(active), roots[active]
        slope = _gradient(some, start, model)
        step = _step(some, start, slope, model)
        moved, new, better = start, value[active], np.zeros(len(active), np.bool_)
        for halving in range(30):
            trial = np.abs(start + step * 0.5**halving)
            criterion = np.real(_criterion(some, trial, model)[0])
            take = ~better & (criterion <= value[active])
            moved, new = np.where(take[:, None], trial, moved), np.where(take, criterion, new)
            better |= take
            if better.all():
                break
        size = np.abs(moved - start).max(1)
        roots[active], value[active] = moved, new
        going[active] = better & (size > 1e-10 * (1.0 + np.abs(moved).max(1)))
    return roots


def _gradient(sums: _Sums, roots: FloatArray, model: Model) -> FloatArray:
    """The derivatives of the criterion by both roots, by complex steps, (B, 2)."""
    parts = []
    for index in range(2):
        if index == 1 and model == "one-way":
            parts.append(np.zeros(len(roots)))
            continue
        shifted = roots.astype(np.complex128)
        shifted[:, index] += 1j * _COMPLEX
        parts.append(np.imag(_criterion(sums, shifted, model)[0]) / _COMPLEX)
    return np.stack(parts, axis=1)


def _step(sums: _Sums, roots: FloatArray, slope: FloatArray, model: Model) -> FloatArray:
    """Newton's step; where the criterion is not convex, one against the slope."""
    h = _GRADIENT_STEP * (1.0 + np.abs(roots))
    rows = []
    for index in range(2):
        if index == 1 and model == "one-way":
            rows.append(np.tile([0.0, 1.0], (len(roots), 1)))
            continue
        shifted = roots.copy()
        shifted[:, index] += h[:, index]
        rows.append((_gradient(sums, shifted, model) - slope) / h[:, index, None])
    bend = np.stack(rows, axis=1)
    bend = (bend + np.swapaxes(bend, 1, 2)) / 2.0
    size = np.abs(bend).max((1, 2)) + 1e-300
    values, vectors = np.linalg.eigh(np.where(np.isfinite(bend), bend, np.eye(2)))
    values = np.maximum(np.abs(values), 1e-8 * size[:, None])
    along = np.einsum("bij,bi->bj", vectors, np.where(np.isfinite(slope), slope, 0.0)) / values
    step = -np.einsum("bij,bj->bi", vectors, along)
    longest = np.abs(step).max(1, keepdims=True)
    most = 1.0 + np.abs(roots).max(1, keepdims=True)
    return np.asarray(np.where(longest > most, step * most / np.maximum(longest, 1e-300), step))
