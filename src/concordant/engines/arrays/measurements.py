"""Checked measurements become `Moments`: one pass, and a second one around the means where these are far from 0."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from concordant import _kernels
from concordant.engines.arrays.summed import summed
from concordant.errors import ScoreError
from concordant.inputs.rows import divided, refuse_nan, unit_beyond
from concordant.inputs.scores import MeasurementRows
from concordant.settings import threads_for
from concordant.states.moments import MEASUREMENTS, Moments, far_off, two_sum
from concordant.states.state import SQUARED


def moments(rows: MeasurementRows) -> Moments:
    """Moments of two ratings of the same rows."""
    found = _kernels.pair_moments(rows.y_true, rows.y_pred, rows.weights, threads_for(len(rows.y_true)))
    if found.bad_value >= 0:
        refuse_nan(rows.y_true, "y_true", rows.origin)
        refuse_nan(rows.y_pred, "y_pred", rows.origin)
        msg = "ratings must be finite; an infinite one occurs."
        raise ScoreError(msg)
    if unit := unit_beyond(found.weight, SQUARED):
        return moments(replace(rows, weights=divided(rows.weights, unit))).in_ones(unit)
    made = summed(MEASUREMENTS, found, rows.missing)
    return _around_means(made, rows) if far_off(made) else made


def _around_means(first: Moments, rows: MeasurementRows) -> Moments:
    """Return the same moments, of the distances of the rows from their means, and what the means lack."""
    x, y = (np.asarray(column, np.float64) for column in (rows.y_true, rows.y_pred))
    x_mean, y_mean = first.mean.tolist()
    sums = _kernels.pair_moments(x - x_mean, y - y_mean, rows.weights, threads_for(len(x)))
    found = summed(first.names, sums, first.missing)
    mean, rest = two_sum(first.mean, found.mean)
    return replace(found, mean=mean, rest=rest if rest.any() else None)
