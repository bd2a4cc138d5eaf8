"""Rows of labels and scores become `Curve`, `CurveStack`, `BucketCurve`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import ScoreError
from concordant.inputs.rows import number_of, refuse_nan
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.settings import get_threads
from concordant.states.buckets import BucketCurve, ScoreKey
from concordant.states.curves import Curve, CurvesOnDemand, CurveStack, check_edges
from concordant.states.tables import sums_at
from concordant.typing import NumberArray

_BUCKETS_EXACT = 2**53  # whole numbers that float64 tells apart


class WideScoresError(ScoreError):
    """Whole scores that float64 does not tell apart: they are not counted in buckets."""


def bucket_curve(rows: ScoreRows, *, key: ScoreKey) -> BucketCurve:
    """Count checked rows with one column of scores. Weights are added in the order of the rows, after a sort."""
    refuse_inexact(rows)
    probabilities = key.scale == "probability"
    if rows.weights is not None or rows.times is not None:
        exact = curve(rows)
        if probabilities and len(exact.scores) and not 0 <= exact.scores[-1] <= exact.scores[0] <= 1:
            _refuse_outside(rows)
        return BucketCurve.from_curve(exact, key=key)
    size = (probabilities, key.octaves, key.bits)
    buckets = _kernels.bucket_curve(rows.y_true, rows.values, rows.scores, *size, get_threads())
    if buckets.bad_label >= 0:
        return bucket_curve(resolve_classes(rows), key=key)
    if buckets.bad_score >= 0:
        refuse_nan(rows.scores, rows.what, rows.kept)
    if buckets.outside >= 0:
        _refuse_outside(rows)
    parts = (buckets.places, buckets.weights, buckets.low, buckets.high)
    return BucketCurve(*parts, rows.classes, key, missing=rows.missing).fitted()


def refuse_inexact(rows: ScoreRows) -> None:
    """Raise for whole scores that a bucket, whose ends are float64, could not tell apart."""
    scores = rows.scores
    if scores.dtype.kind in "iu" and scores.dtype.itemsize == 8 and scores.size:
        refuse_wide(int(scores.min()), int(scores.max()), rows.what)


def refuse_wide(least: float, greatest: float, what: str) -> None:
    """Raise for whole scores beyond those that float64 tells apart."""
    if greatest > _BUCKETS_EXACT or least < -_BUCKETS_EXACT:
        raise WideScoresError(f"{what} holds whole numbers beyond 2**53, which buckets of float64 do not tell apart.")


def _refuse_outside(rows: ScoreRows) -> NoReturn:
    """Raise for scores that are no probabilities."""
    outside = (rows.scores < 0) | (rows.scores > 1)
    if rows.weights is not None:
        outside &= rows.weights != 0
    row = int(np.flatnonzero(outside)[0])
    raise ScoreError(
        f"{rows.what} must be from 0 to 1 for buckets of probabilities; {int(outside.sum())} are not, the first in row "
        f'{number_of(row, rows.kept)}: {rows.scores[row].item()!r}. For other scores take key="real".'
    )


_HELD = 2**22  # numbers that curves of all classes may take together where they are asked for often


def curve(rows: ScoreRows, *, edges: npt.ArrayLike | None = None) -> Curve:
    """Sort and group checked rows with one column of scores."""
    bins = None if edges is None else check_edges(edges)
    scores = rows.scores if bins is None else _binned(rows.scores, bins)
    is_repeated = rows.times is not None and rows.weights is None
    weights = np.asarray(rows.times, np.float64) if is_repeated else rows.weights
    counted = _kernels.curve(rows.y_true, rows.values, scores, weights, get_threads())
    if counted.bad_label >= 0:
        return curve(resolve_classes(rows), edges=bins)
    if counted.bad_score >= 0:
        refuse_nan(rows.scores, rows.what, rows.kept)
    sums = counted.weights.astype(np.int64) if is_repeated else counted.weights  # floats add whole numbers exactly
    return Curve(counted.scores, sums, rows.classes, bins, missing=rows.missing)


def with_squares(weighted: Curve, rows: ScoreRows) -> Curve:
    """Return the curve of weighted rows with the sums of their squared weights, which its intervals need."""
    if rows.weights is None:
        return weighted
    weights = np.asarray(rows.weights, np.float64)
    return squared_by(weighted, replace(rows, weights=weights * weights))


def squared_by(weighted: Curve, rows: ScoreRows) -> Curve:
    """Return a curve with the sums of squared weights, which are the weights of these rows."""
    if weighted.classes != rows.classes:  # of the usual two others were met; squares can be 0 where a class occurs
        values: Any = weighted.classes
        rows = replace(rows, values=values, classes=weighted.classes)
    scores = rows.scores if weighted.edges is None else _binned(rows.scores, weighted.edges)
    sums = _kernels.curve(rows.y_true, rows.values, scores, rows.weights, get_threads())
    if len(sums.scores) == len(weighted.scores):
        return replace(weighted, squares=sums.weights)
    squares = np.zeros(weighted.weights.shape)  # some weights are so small beside others that their squares are 0
    squares[indices_among(weighted.scores, sums.scores)] = sums.weights
    return replace(weighted, squares=squares)


def curve_stack(rows: ScoreRows) -> CurveStack:
    """Sort and group the columns of checked rows."""
    if rows.binary:
        return CurveStack((curve(rows),), (rows.classes[-1],), multilabel=True)
    parts = rows_of_labels(rows) if rows.multilabel else [replace(rows, scores=scores) for scores in rows.scores.T]
    return CurveStack(tuple(map(curve, parts)), rows.classes, rows.multilabel)


def rows_of_labels(rows: ScoreRows) -> list[ScoreRows]:
    """Each label of several at once, as rows of two classes."""
    columns = zip(rows.y_true.T, rows.scores.T, strict=True)
    return [replace(rows, y_true=truth, scores=scores, multilabel=False, classes=(0, 1)) for truth, scores in columns]


def curve_or_stack(rows: ScoreRows) -> Curve | CurveStack:
    """Gather checked rows: the curve of two classes, or one a class or label."""
    return curve(rows) if rows.binary else curve_stack(rows)


def curves_to_read(rows: ScoreRows) -> Curve | CurveStack:
    """
    Gather checked rows for formulas that read each curve once.

    The curves of classes that exclude each other are made one by one: of all classes by the scores of each they would
    take the square of the number of classes.
    """
    if rows.binary or rows.multilabel:
        return curve_or_stack(rows)
    if rows.scores.size and np.isnan(rows.scores.min()):
        for column in rows.scores.T:
            refuse_nan(column, rows.what, rows.kept)
    counted = rows if rows.weights is None else None
    each = partial(_of_column, rows), partial(_against_rest, rows), partial(_rows_of_classes, rows)
    return CurveStack(CurvesOnDemand(rows.scores.shape[1], *each, counted), rows.classes)


def curves_to_keep(rows: ScoreRows) -> Curve | CurveStack:
    """Gather checked rows for formulas that read each curve often: made one by one only where they are large."""
    return curves_to_read(rows) if are_large(rows) else curve_or_stack(rows)


def are_large(rows: ScoreRows) -> bool:
    """Whether curves of all classes by the scores of each are too large to be held."""
    return not rows.binary and not rows.multilabel and rows.scores.size * rows.scores.shape[1] > _HELD


def _of_column(rows: ScoreRows, index: int) -> Curve:
    return curve(replace(rows, scores=rows.scores[:, index]))


def _against_rest(rows: ScoreRows, index: int) -> Curve:
    """What `one_vs_rest` gives of the curve of all classes, up to rounding of weights, without that curve."""
    own = (rows.y_true == rows.values[index]).view(np.uint8)
    return curve(replace(rows, y_true=own, values=(0, 1), classes=(False, True), scores=rows.scores[:, index]))


def indices_among(distinct: npt.NDArray[Any], scores: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Where each score stands among the distinct ones, 0 the highest."""
    return np.asarray(len(distinct) - 1 - np.searchsorted(distinct[::-1], scores))


def _rows_of_classes(rows: ScoreRows) -> NumberArray:
    """How many rows each class has, or their weight."""
    every = np.ones(len(rows.y_true), np.int64) if rows.times is None else rows.times
    return sums_at(every if rows.weights is None else rows.weights, rows.y_true.astype(np.intp), len(rows.classes))


def _binned(scores: npt.NDArray[Any], edges: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The lower edge of each score's bin; below the first edge -inf."""
    lower = np.concatenate([[-np.inf], edges])
    binned: npt.NDArray[np.float64] = lower[np.searchsorted(edges, scores, side="right")]
    binned[np.isnan(scores)] = np.nan
    return binned
