"""Samples of rows with losses, ratings or rankings: one truth, one or several predictions, shared units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from concordant.engines.arrays.quantities import ranking_moments, ranking_values, row_losses
from concordant.inference.samples.from_scores import resolved
from concordant.inference.samples.moment_sample import MomentSample
from concordant.inference.samples.row_units import row_units
from concordant.inputs.rankings import RankingRows
from concordant.inputs.scores import MeasurementRows, ScoreRows
from concordant.metrics.definition.metric import Metric
from concordant.states import Moments
from concordant.typing import FloatArray


def loss_samples(metric: Metric, every: Sequence[ScoreRows], cluster: Any = None) -> list[MomentSample]:
    """Take the loss of every row."""
    rows = [resolved(one) for one in every]
    stratum = None if rows[0].multilabel else np.unique(rows[0].y_true, return_inverse=True)[1].astype(np.intp)
    units = row_units(rows[0], cluster, stratum)
    return [MomentSample(units, metric.kind.gather(metric, one, {}), row_losses(one, metric.loss)) for one in rows]


def measurement_samples(every: Sequence[MeasurementRows], cluster: Any = None) -> list[MomentSample]:
    """Take both measurements of every row."""
    units = row_units(every[0], cluster)
    both = (np.stack([rows.y_true, rows.y_pred], axis=1).astype(float) for rows in every)
    return [
        MomentSample(units, Moments.from_measurement_rows(rows), values)
        for rows, values in zip(every, both, strict=True)
    ]


def ranking_samples(
    metric: Metric, every: Sequence[RankingRows], options: Mapping[str, Any], cluster: Any = None
) -> list[MomentSample]:
    """Take the quantity of every row, which the options of the metric choose."""
    quantity, name = metric.chosen(options)
    units = row_units(every[0], cluster)
    found = []
    for rows in every:
        state = ranking_moments(rows, quantity, name)
        found.append(MomentSample(units, state, _where_defined(ranking_values(rows, quantity), len(state.names))))
    return found


def _where_defined(values: FloatArray, quantities: int) -> FloatArray:
    """The quantities of the moments: 0 where it is undefined, and beside it whether it is defined."""
    if quantities == 1:
        return values[:, None]
    defined = ~np.isnan(values)
    return np.stack([np.where(defined, values, 0.0), defined.astype(np.float64)], axis=1)
