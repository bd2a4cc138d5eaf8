"""Sums of numbers of units by raters: of complete ones one product of matrices, else by how many ratings units have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.arrays.scores import rows_of_labels
from concordant.errors import ScoreError
from concordant.inputs.rankings import RankingRows, refuse_nan_scores, refuse_relevance
from concordant.inputs.rows import refuse_infinite, refuse_nan
from concordant.inputs.scores import (
    MeasurementRows,
    ScoreRows,
    are_trusted,
    refuse_outside,
    refuse_sum,
    resolve_classes,
)
from concordant.settings import threads_for
from concordant.states.moments import MEASUREMENTS, RELEVANCE, Loss, Moments, RowQuantity, far_off, two_sum
from concordant.states.numeric_ratings import NumericRatings, RatingMoments
from concordant.typing import Column, FloatArray, Label

_WORK = 4  # a score of a ranking costs about as much as so many rows of other metrics


def ranking_moments(rows: RankingRows, quantity: RowQuantity, name: str) -> Moments:
    """
    Moments of a quantity of each row.

    A row where it is undefined counts as zero, and a second quantity, ``"defined"``, tells: 1 where it is defined.
    """
    moments, odd = moments_and_odd_rows(rows, quantity, name)
    _refuse(rows, quantity, odd)
    return moments


def moments_and_odd_rows(rows: RankingRows, quantity: RowQuantity, name: str) -> tuple[Moments, _kernels.OddRows]:
    """Take the same without raising: the moments are those of the rows before an odd truth or score."""
    how = quantity.arguments(rows.scores.shape[1])
    sums = _kernels.label_ranking_moments(
        quantity.of, rows.arrays, rows.scores, rows.weights, threads=threads_for(rows.scores.size * _WORK), **how
    )
    return summed(quantity.names(name), sums, rows.missing, rows.classes), sums.odd


def ranking_values(rows: RankingRows, quantity: RowQuantity) -> FloatArray:
    """Return the quantity of each row, NaN where it is undefined."""
    how = quantity.arguments(rows.scores.shape[1])
    sums = _kernels.label_ranking_values(
        quantity.of, rows.arrays, rows.scores, threads=threads_for(rows.scores.size * _WORK), **how
    )
    _refuse(rows, quantity, sums.odd)
    return sums.values


def _refuse(rows: RankingRows, quantity: RowQuantity, odd: _kernels.OddRows) -> None:
    """Raise for what the kernel met in the rows."""
    if odd.score >= 0:
        refuse_nan_scores(rows)
    if odd.truth >= 0:
        refuse_relevance(rows, odd.truth, RELEVANCE.get(quantity.of, "indicator"))


# Bytes that are read in the time of a loss, whose rows are shared out as threads come, so that a late one costs little,
# and of one that is picked out of a row, where nothing has been read yet.
_ROW, _PICKED = 48, 512


def loss_moments(rows: ScoreRows, loss: Loss) -> Moments:
    """
    Moments of a loss of checked labels and probabilities, or decision values.

    `loss` is ``"squared"``, (p - y)^2, summed over the classes if there are several; ``"surprise"``, minus
    the logarithm of the probability given to what happened; ``"ranked"``, the mean of the squared errors of
    the cumulated probabilities of K ordered classes, of which K - 1 can err; ``"hinge"``, how far a decision
    value falls short of a margin of one. ``"squared and class"`` and ``"surprise and class"`` have beside the
    loss whether each class happened (of two: the positive one). Several labels at once give a stack.
    """
    if rows.multilabel:
        return Moments.stack([loss_moments(column, loss) for column in rows_of_labels(rows)])
    if rows.times is not None and rows.weights is None:  # a weight that is a number of rows is its own sum of squares
        counted = loss_moments(replace(rows, weights=rows.times.astype(np.float64), times=None), loss)
        return replace(counted, squares=counted.weight)
    kind, _, beside = loss.partition(" and ")
    threads, classes = _threads(rows, kind), bool(beside)
    if not rows.binary:
        sums = _kernels.class_loss_moments(
            rows.y_true, rows.scores, rows.weights, kind, threads, classes, are_trusted()
        )
        if sums.bad_value < 0 and sums.worst_row >= 0:
            refuse_sum(rows.scores, sums.worst_row, sums.worst_sum, rows.kept)
        happened = [f"class {k}" for k in range(len(rows.classes))] if classes else []
    else:
        negative, positive = rows.values
        sums = _kernels.binary_loss_moments(
            rows.y_true, negative, positive, rows.scores, rows.weights, kind, threads, classes
        )
        if sums.bad_label >= 0:
            return loss_moments(resolve_classes(rows), loss)
        happened = ["positive"]
    if sums.bad_value >= 0:
        (refuse_infinite if kind == "hinge" else refuse_outside)(rows.scores, kept=rows.kept)
    names = (f"{kind} loss", *(happened if classes else ()))
    return summed(names, sums, rows.missing, rows.classes)


def mean_loss_of_rows(rows: ScoreRows, loss: Loss) -> float | None:
    """
    Return the mean of a loss of checked rows, the same as that of `loss_moments`, without its spread.

    None where only the moments tell: without rows, and where a label or a number is not as it should be.
    """
    threads = _threads(rows, loss)
    if rows.binary:
        negative, positive = rows.values
        return _kernels.binary_mean_loss(rows.y_true, negative, positive, rows.scores, rows.weights, loss, threads)
    sums = _kernels.class_loss_moments(rows.y_true, rows.scores, rows.weights, loss, threads, False, are_trusted())
    if sums.bad_value >= 0 or not sums.weight:
        return None
    if sums.worst_row >= 0:
        refuse_sum(rows.scores, sums.worst_row, sums.worst_sum, rows.kept)
    return float(sums.mean[0])


def row_losses(rows: ScoreRows, loss: Loss) -> FloatArray:
    """
    Return the quantities of each row of checked labels and probabilities, or decision values.

    Parameters
    ----------
    rows : ScoreRows
        As `loss_moments` takes them.
    loss : str
        One that it knows.

    Returns
    -------
    ndarray of float64, shape (n, Q), or (n, L, Q) for several labels at once
        In the order of the names of the moments: the loss, and where asked for whether each class happened.
    """
    if rows.multilabel:
        return np.stack([row_losses(column, loss) for column in rows_of_labels(rows)], axis=1)
    kind, _, beside = loss.partition(" and ")
    threads = _threads(rows, kind)
    if rows.binary:
        negative, positive = rows.values
        losses = _kernels.binary_loss_values(rows.y_true, negative, positive, rows.scores, kind, threads)
        if losses.bad_label >= 0:
            return row_losses(resolve_classes(rows), loss)
        happened = (rows.y_true == positive)[:, None]
    else:
        losses = _kernels.class_loss_values(rows.y_true, rows.scores, kind, threads, are_trusted())
        happened = np.asarray(rows.y_true)[:, None] == np.arange(len(rows.classes))
    if losses.bad_value >= 0:
        (refuse_infinite if kind == "hinge" else refuse_outside)(rows.scores, kept=rows.kept)
    quantities: FloatArray = losses.values[:, None]
    return np.concatenate([quantities, happened.astype(np.float64)], axis=1) if beside else quantities


def _threads(rows: ScoreRows, kind: str) -> int:
    """Return how many threads pay for the losses of rows."""
    picked = kind == "surprise" and not rows.binary and are_trusted()
    return threads_for(len(rows.y_true), _PICKED) if picked else threads_for(rows.scores.size, _ROW)


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
    """Sums where every rater rated every unit: those of the columns and their products suffice."""
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
    """Sums where ratings are missing: of the units with each number of ratings."""
    rated = ~np.isnan(values)
    count = rated.sum(1)
    sizes = np.unique(count)
    w = np.ones(len(values)) if weights is None else weights
    with np.errstate(over="ignore", invalid="ignore"):
        x = np.where(rated, values - origin, 0.0)
        z = rated * 1.0
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
    Return a stack of the sums where each of some units in turn counts `step` more; -1 leaves it out once.

    Its leading axis has one state for each of these rows.
    """
    rated = ~np.isnan(ratings.matrix[some])
    x = np.where(rated, ratings.matrix[some] - moments.origin, 0.0)
    z, total = rated * 1.0, x.sum(1)
    of_size = (rated.sum(1)[:, None] == moments.sizes) * step
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


def moments(rows: MeasurementRows) -> Moments:
    """Moments of two ratings of the same rows."""
    sums = _kernels.pair_moments(rows.y_true, rows.y_pred, rows.weights, threads_for(len(rows.y_true)))
    if sums.bad_value >= 0:
        refuse_nan(rows.y_true, "y_true", rows.kept)
        refuse_nan(rows.y_pred, "y_pred", rows.kept)
        raise ScoreError("ratings must be finite; an infinite one occurs.")
    state = summed(MEASUREMENTS, sums, rows.missing)
    return _around_means(state, rows) if far_off(state) else state


def _around_means(first: Moments, rows: MeasurementRows) -> Moments:
    """Return the same moments, of the distances of the rows from their means, and what the means lack."""
    x, y = (np.asarray(column, np.float64) for column in (rows.y_true, rows.y_pred))
    x_mean, y_mean = first.mean.tolist()
    sums = _kernels.pair_moments(x - x_mean, y - y_mean, rows.weights, threads_for(len(x)))
    second = summed(first.names, sums, first.missing)
    mean, rest = two_sum(first.mean, second.mean)
    return replace(second, mean=mean, rest=rest if rest.any() else None)


def summed(
    names: tuple[str, ...],
    sums: _kernels.Moments | _kernels.RankingMoments,
    missing: int,
    classes: tuple[Label, ...] | None = None,
) -> Moments:
    """Return the state of the sums of a kernel."""
    weight, squares = np.asarray(sums.weight), np.asarray(sums.squares)
    return Moments(names, weight, squares, sums.mean, sums.comoment, classes=classes, missing=missing)
