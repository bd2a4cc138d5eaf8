"""Checked rows of labels and scores become a `BucketCurve`."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from concordant import _kernels
from concordant.engines.arrays.curves import curve
from concordant.errors import ScoreError
from concordant.inputs.rows import refuse_nan
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.settings import get_threads
from concordant.states.buckets import BucketCurve, ScoreKey

_EXACT = 2**53  # whole numbers that float64 tells apart


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
    found = _kernels.bucket_curve(rows.y_true, rows.values, rows.scores, *size, get_threads())
    if found.bad_label >= 0:
        return bucket_curve(resolve_classes(rows), key=key)
    if found.bad_score >= 0:
        refuse_nan(rows.scores, rows.what, rows.origin)
    if found.outside >= 0:
        _refuse_outside(rows)
    parts = (found.places, found.weights, found.low, found.high)
    return BucketCurve(*parts, rows.classes, key, missing=rows.missing).fitted()


def refuse_inexact(rows: ScoreRows) -> None:
    """Raise for whole scores that a bucket, whose ends are float64, could not tell apart."""
    scores = rows.scores
    if scores.dtype.kind in "iu" and scores.dtype.itemsize == 8 and scores.size:
        refuse_wide(int(scores.min()), int(scores.max()), rows.what)


def refuse_wide(least: float, greatest: float, what: str) -> None:
    """Raise for whole scores beyond those that float64 tells apart."""
    if greatest > _EXACT or least < -_EXACT:
        msg = f"{what} holds whole numbers beyond 2**53, which buckets of float64 do not tell apart."
        raise WideScoresError(msg)


def _refuse_outside(rows: ScoreRows) -> NoReturn:
    """Raise for scores that are no probabilities."""
    outside = (rows.scores < 0) | (rows.scores > 1)
    if rows.weights is not None:
        outside &= rows.weights != 0
    row = int(np.flatnonzero(outside)[0])
    shown = row if rows.origin is None else int(rows.origin[row])
    msg = (
        f"{rows.what} must be from 0 to 1 for buckets of probabilities; {int(outside.sum())} are not, the first in row "
        f'{shown}: {rows.scores[row].item()!r}. For other scores take key="real".'
    )
    raise ScoreError(msg)
