"""
Variance components by restricted maximum likelihood, of a stack of crossed designs at once.

The model is ``y = mean + unit + rater + error`` (Patterson & Thompson 1971, Biometrika 58:545). Units are eliminated in
closed form: of a unit with m ratings the weight is ``a / (1 + a m)``, where a is the variance of units beside that of
the error, and b that of raters. What is left are systems of as many equations as there are raters. Roots of a and b are
found by Newton's method, so that 0, the end of their range, is a smooth point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.metrics._reliability.mean_squares import means_times_n
from concordant.metrics._reliability.moments_of import number_of_ratings
from concordant.states import RatingMoments
from concordant.typing import FloatArray

Raters = Literal["random", "fixed", "none"]
_ROOTS = (0.05, 0.6, 1.5, 5.0)  # of a and b, to start from
_STEPS = 60
_MANY_RATERS = 32  # beyond which only the two best of these roots are started from
_COMPLEX = 1e-25
_APART = 1e-5  # of two gradients, for the second derivatives
_NONE = 1e-12  # of the sum of squares, that is no error at all
_SUSPECT = 1e-8  # of the variance, that may be none


@dataclass(frozen=True, slots=True)
class _Sums:
    """What the criterion reads, of a stack of size B."""

    sizes: FloatArray
    weight: FloatArray
    shared: FloatArray
    unit_sums: FloatArray
    unit_squares: FloatArray
    each: FloatArray
    sums: FloatArray
    total: FloatArray
    ratings: FloatArray

    def some(self, place: Any) -> _Sums:
        """Take designs out of the stack."""
        rest = ("weight", "shared", "unit_sums", "unit_squares", "each", "sums", "total", "ratings")
        return _Sums(self.sizes, *(getattr(self, name)[place] for name in rest))


def reml(moments: RatingMoments, *, raters: Raters) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the variance of units, of raters and of the error, shape (...) each."""
    sums = _sums(moments)
    size = len(sums.total)
    if not size or not len(moments.sizes):
        nothing = np.full(moments.stack, np.nan)
        return nothing, nothing, nothing
    first = sums.some(slice(0, 1))
    roots = np.repeat(_from_all_starts(first, raters), size, axis=0)
    if size > 1:  # designs that differ by a unit: their optima are near each other
        roots = _newton(sums, np.maximum(roots, 0.05), raters)
    with np.errstate(divide="ignore", invalid="ignore"):
        _, error = _criterion(sums, roots, raters)
    error = np.real(error)
    found = np.stack([roots[:, 0] ** 2 * error, roots[:, 1] ** 2 * error, error])
    found[:2, _without_error(sums, found)] = np.nan
    units, of_raters, rest = (np.asarray(one).reshape(moments.stack) for one in found)
    return units, of_raters, rest


def _without_error(sums: _Sums, found: FloatArray) -> npt.NDArray[np.bool_]:
    """Where effects of units and raters leave nothing: how much is of which has no maximum of the likelihood then."""
    gone: npt.NDArray[np.bool_] = (found[:2].min(0) > _NONE * found[:2].max(0)) & (found[2] <= _SUSPECT * found.sum(0))
    for place in np.flatnonzero(gone):
        one = sums.some(place)
        left = np.diag(one.each) - np.einsum("s,sgh->gh", 1.0 / sums.sizes, one.shared)
        h = one.sums - (one.unit_sums / sums.sizes[:, None]).sum(0)
        explained = h @ np.linalg.pinv(left, rcond=_NONE, hermitian=True) @ h
        rest = one.total - (one.unit_squares / sums.sizes).sum() - explained
        gone[place] = rest <= _NONE * one.total
    return gone


def _sums(moments: RatingMoments) -> _Sums:
    axes = len(moments.stack)

    def flat(part: Any) -> FloatArray:
        return np.asarray(part * 1.0).reshape(-1, *part.shape[axes:])

    each = np.diagonal(moments.shared.sum(-3), axis1=-2, axis2=-1)
    total = np.trace(moments.product, axis1=-2, axis2=-1)
    parts = (moments.weight, moments.shared, moments.unit_sums, moments.unit_squares, each, means_times_n(moments))
    last = flat(np.asarray(total)), flat(number_of_ratings(moments))
    weight, shared, unit_sums, unit_squares, every, sums = map(flat, parts)
    return _Sums(moments.sizes * 1.0, weight, shared, unit_sums, unit_squares, every, sums, *last)


def _criterion(sums: _Sums, roots: npt.NDArray[Any], raters: Raters) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The restricted deviance up to a constant, and the variance of the error, of each design: (B,) each."""
    a, b = roots[:, 0] ** 2, roots[:, 1] ** 2
    w = a[:, None] / (1.0 + a[:, None] * sums.sizes)
    if raters == "none":
        return _one_way(sums, a, w)
    left = _diagonals(sums.each) - np.einsum("bs,bsgh->bgh", w, sums.shared)
    h = sums.sums - np.einsum("bs,bsg->bg", w, sums.unit_sums)
    c = sums.total - (w * sums.unit_squares).sum(-1)
    logs = (sums.weight * np.log(1.0 + a[:, None] * sums.sizes)).sum(-1)
    m = sums.ratings
    if raters == "fixed":
        used = sums.each > 0
        left = left + _diagonals((~used) * 1.0)
        solved = np.linalg.solve(left, h[..., None])[..., 0]
        q = c - (h * solved).sum(-1)
        free = m - used.sum(-1)
        return free * np.log(_kept(q, sums.total) / free) + logs + _log_det(left), q / free
    ones = left.sum(-1)
    xx, xy, yy = ones.sum(-1), h.sum(-1), c
    if raters == "random":
        mixed = np.eye(left.shape[-1]) + b[:, None, None] * left
        solved = np.linalg.solve(mixed, np.stack([ones, h], axis=-1))
        xx = xx - b * (ones * solved[..., 0]).sum(-1)
        xy = xy - b * (ones * solved[..., 1]).sum(-1)
        yy = yy - b * (h * solved[..., 1]).sum(-1)
        logs = logs + _log_det(mixed)
    q = yy - xy * xy / xx
    free = m - 1.0
    return free * np.log(_kept(q, sums.total) / free) + logs + np.log(xx), q / free


def _one_way(sums: _Sums, a: npt.NDArray[Any], w: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The same without raters, where sums over units of each size are enough."""
    below = 1.0 + a[:, None] * sums.sizes
    xx = (sums.weight * sums.sizes / below).sum(-1)
    xy = (sums.unit_sums.sum(-1) / sums.sizes / below).sum(-1)
    yy = sums.total - (w * sums.unit_squares).sum(-1)
    q, free = yy - xy * xy / xx, sums.ratings - 1.0
    logs = (sums.weight * np.log(below)).sum(-1) + np.log(xx)
    return free * np.log(_kept(q, sums.total) / free) + logs, q / free


def _diagonals(values: Any) -> FloatArray:
    return np.asarray(values[..., :, None] * np.eye(values.shape[-1]))


def _kept(q: npt.NDArray[Any], total: FloatArray) -> npt.NDArray[Any]:
    """The residual sum of squares, kept from 0 so that its logarithm exists."""
    return np.where(np.real(q) > _NONE * 1e-4 * total, q, _NONE * 1e-4 * total + 1e-300)


def _log_det(matrix: npt.NDArray[Any]) -> npt.NDArray[Any]:
    sign, size = np.linalg.slogdet(matrix)
    return np.asarray(size + 1j * np.angle(sign)) if matrix.dtype.kind == "c" else np.asarray(size)


def _gradient(sums: _Sums, roots: FloatArray, raters: Raters) -> FloatArray:
    """The derivatives of the criterion by both roots, by complex steps, (B, 2)."""
    parts = []
    for place in range(2):
        if place == 1 and raters != "random":
            parts.append(np.zeros(len(roots)))
            continue
        moved = roots.astype(np.complex128)
        moved[:, place] += 1j * _COMPLEX
        parts.append(np.imag(_criterion(sums, moved, raters)[0]) / _COMPLEX)
    return np.stack(parts, axis=1)


def _newton(sums: _Sums, roots: FloatArray, raters: Raters) -> FloatArray:
    """Minimise from these roots, (B, 2), with steps that never make the criterion larger."""
    roots = roots.copy()
    if raters != "random":
        roots[:, 1] = 0.0
    going = np.ones(len(roots), np.bool_)
    value = np.real(_criterion(sums, roots, raters)[0])
    for _ in range(_STEPS):
        if not going.any():
            break
        here = np.flatnonzero(going)
        some, at = sums.some(here), roots[here]
        slope = _gradient(some, at, raters)
        step = _step(some, at, slope, raters)
        moved, new, better = at, value[here], np.zeros(len(here), np.bool_)
        for halving in range(30):
            trial = np.abs(at + step * 0.5**halving)
            found = np.real(_criterion(some, trial, raters)[0])
            take = ~better & (found <= value[here])
            moved, new = np.where(take[:, None], trial, moved), np.where(take, found, new)
            better |= take
            if better.all():
                break
        size = np.abs(moved - at).max(1)
        roots[here], value[here] = moved, new
        going[here] = better & (size > 1e-10 * (1.0 + np.abs(moved).max(1)))
    return roots


def _step(sums: _Sums, roots: FloatArray, slope: FloatArray, raters: Raters) -> FloatArray:
    """Newton's step; where the criterion is not convex, one against the slope."""
    h = _APART * (1.0 + np.abs(roots))
    rows = []
    for place in range(2):
        if place == 1 and raters != "random":
            rows.append(np.tile([0.0, 1.0], (len(roots), 1)))
            continue
        moved = roots.copy()
        moved[:, place] += h[:, place]
        rows.append((_gradient(sums, moved, raters) - slope) / h[:, place, None])
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


def _from_all_starts(sums: _Sums, raters: Raters) -> FloatArray:
    """The best optimum of one design from several starts, and from the boundaries, (1, 2)."""
    second = _ROOTS if raters == "random" else (0.0,)
    starts = np.array([(a, b) for a in _ROOTS for b in second])
    many = sums.some(np.zeros(len(starts), np.intp))
    with np.errstate(divide="ignore", invalid="ignore"):
        if sums.each.shape[-1] > _MANY_RATERS:  # steps are dear, and never end above where they start
            starts = starts[np.argsort(np.real(_criterion(many, starts, raters)[0]))[:2]]
            many = many.some(slice(0, 2))
        found = _newton(many, starts, raters)
        edges = np.concatenate([found, found * [1.0, 0.0], found * [0.0, 1.0], np.zeros((1, 2))])
        value = np.real(_criterion(sums.some(np.zeros(len(edges), np.intp)), edges, raters)[0])
    best = int(np.nanargmin(value)) if np.isfinite(value).any() else 0
    return edges[best : best + 1]
