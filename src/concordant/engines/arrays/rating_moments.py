"""Sums of numbers of units by raters: of complete ones one product of matrices, else by how many ratings units have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import ScoreError
from concordant.states.numeric_ratings import NumericRatings, RatingMoments
from concordant.typing import Column, FloatArray, Label

_SOME = 1001  # numbers that the origin is the middle of
_ROWS = 1 << 13  # that are taken off the origin at a time, so that they stay near
_FEW = 8  # columns
_LEAST = 1e-250  # of a sum of squares, of which quotients keep their digits


def moments_from_wide(
    matrix: Any, raters: Sequence[Label] | None = None, sample_weight: Column | None = None
) -> RatingMoments:
    """Sum a matrix, or a frame, with a row a unit and a column a rater."""
    return NumericRatings.from_wide(matrix, raters, sample_weight).moments()


def rating_moments(ratings: NumericRatings) -> RatingMoments:
    """Sum the numbers of a state that holds them."""
    values = ratings.matrix
    once = not ratings.weighted and bool((ratings.weight == 1).all())
    weights = None if once else ratings.weight * 1.0
    if not values.size:
        empty = RatingMoments.empty(ratings.raters)
        return empty * 1.0 if ratings.weighted else empty
    origin = origin_of(values)
    with np.errstate(over="ignore", invalid="ignore"):
        parts = _complete(values, weights, origin) if ratings.complete else _by_size(values, weights, origin)
    if not np.isfinite(parts[-1]).all():
        msg = "the squares of these ratings leave float64 (1.8e308): divide all numbers, or all weights, by one."
        raise ScoreError(msg)
    if np.trace(parts[-1]) < _LEAST and np.nanmax(np.abs(values - origin)) > 0:
        msg = "the squares of the differences of these ratings are too small for float64: multiply all numbers by one."
        raise ScoreError(msg)
    sizes, weight, *sums = parts
    weight = weight if ratings.weighted else np.round(weight).astype(np.int64)
    return RatingMoments(ratings.raters, origin, sizes, weight, *sums, missing=ratings.missing)


def origin_of(values: FloatArray) -> float:
    """A number in the middle of some of them: itself one of them, so that equal numbers become exactly 0."""
    flat = values[:: max(1, len(values) // _SOME)].ravel()
    flat = flat[~np.isnan(flat)]
    if not len(flat):
        flat = values[~np.isnan(values)]
    middle = len(flat) // 2
    return float(np.partition(flat, middle)[middle]) + 0.0


def _complete(values: FloatArray, weights: FloatArray | None, origin: float) -> tuple[Any, ...]:
    """Every rater rated every unit: sums and products tell all."""
    n, r = values.shape
    sums, product = np.zeros(r), np.zeros((r, r))
    columns, ones = np.empty((r, min(n, _ROWS))), np.ones(min(n, _ROWS))
    for start in range(0, n, _ROWS):
        part = values[start : start + _ROWS]
        x = columns[:, : len(part)]
        np.subtract(part.T, origin, out=x)
        w = x if weights is None else x * weights[start : start + _ROWS]
        if r > _FEW:
            sums += w @ ones[: len(part)]
            product += w @ x.T
            continue
        for g in range(r):  # products of few columns are faster one by one
            sums[g] += w[g] @ ones[: len(part)]
            for h in range(g, r):
                product[g, h] += w[g] @ x[h]
    product = np.triu(product) + np.triu(product, 1).T
    size = float(n if weights is None else weights.sum())
    first = np.repeat(sums[:, None], r, axis=1)
    second = np.repeat(np.diagonal(product)[:, None], r, axis=1)
    shared, unit_sums = np.full((1, r, r), size), np.full((1, r), sums.sum())
    return np.array([r]), np.array([size]), shared, unit_sums, product.sum()[None], first, second, product


def _by_size(values: FloatArray, weights: FloatArray | None, origin: float) -> tuple[Any, ...]:
    """Some ratings are missing: units are told apart by how many they have."""
    here = ~np.isnan(values)
    count = here.sum(1)
    sizes = np.unique(count)
    w = np.ones(len(values)) if weights is None else weights
    with np.errstate(over="ignore", invalid="ignore"):
        x = np.where(here, values - origin, 0.0)
        z = here * 1.0
        total = x.sum(1)
        zw, xw = z * w[:, None], x * w[:, None]
        weight, shared, unit_sums, unit_squares = [], [], [], []
        for size in sizes:
            some = count == size
            weight.append(float(w[some].sum()))
            shared.append(zw[some].T @ z[some])
            unit_sums.append(total[some] @ zw[some])
            unit_squares.append(float(w[some] @ total[some] ** 2))
        first, second, product = xw.T @ z, (xw * x).T @ z, xw.T @ x
    product = (product + product.T) / 2.0
    by_size = np.array(shared), np.array(unit_sums), np.array(unit_squares)
    return sizes, np.array(weight), *by_size, first, second, product


def moved_by_each(moments: RatingMoments, ratings: NumericRatings, some: slice, step: float) -> RatingMoments:
    """
    Return a stack of the sums with each of some units in turn counting `step` more: -1 leaves one of its kind out.

    Its leading axis has one state for each of these rows.
    """
    here = ~np.isnan(ratings.matrix[some])
    x = np.where(here, ratings.matrix[some] - moments.origin, 0.0)
    z, total = here * 1.0, x.sum(1)
    of_size = (here.sum(1)[:, None] == moments.sizes) * step
    both = z[:, :, None] * z[:, None, :]
    crossed = x[:, :, None] * z[:, None, :]
    return RatingMoments(
        moments.raters,
        moments.origin,
        moments.sizes,
        moments.weight + of_size,
        moments.shared + of_size[:, :, None, None] * both[:, None],
        moments.unit_sums + of_size[:, :, None] * (total[:, None] * z)[:, None],
        moments.unit_squares + of_size * (total**2)[:, None],
        moments.first + step * crossed,
        moments.second + step * x[:, :, None] * crossed,
        moments.product + step * x[:, :, None] * x[:, None, :],
    )


def without_groups(moments: RatingMoments, ratings: NumericRatings, group: npt.NDArray[np.intp]) -> RatingMoments:
    """Return a stack of the sums without each group of units, which are numbered from 0."""
    order = np.argsort(group, kind="stable")
    ends = np.searchsorted(group[order], np.arange(int(group.max()) + 2))
    parts = []
    for start, end in pairwise(ends.tolist()):
        some = order[start:end]
        squares = None if ratings.squares is None else ratings.squares[some]
        part = NumericRatings(ratings.matrix[some], ratings.weight[some], ratings.raters, squares)
        parts.append(rating_moments(part).around(moments.origin).at_sizes(moments.sizes))
    names = ("weight", "shared", "unit_sums", "unit_squares", "first", "second", "product")
    left = {name: getattr(moments, name) - np.stack([getattr(part, name) for part in parts]) for name in names}
    return replace(moments, **left)
