"""Samples of rows with losses, ratings or rankings: one truth, one or several predictions, shared units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.engines.arrays.losses import row_losses
from concordant.engines.arrays.rankings import ranking_moments, ranking_values
from concordant.inference.samples.moments import MomentSample
from concordant.inference.samples.row_units import row_units
from concordant.inference.samples.score_samples import resolved
from concordant.inputs.label_rankings import check_class_ranking_columns, check_label_ranking_columns
from concordant.inputs.measurements import check_measurement_columns
from concordant.inputs.scores import check_score_columns
from concordant.metrics._object.kinds import CLASS_RANKINGS
from concordant.metrics._object.metric import Metric
from concordant.states import Moments
from concordant.typing import FloatArray


def loss_samples(
    metric: Metric,
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str],
    cluster: Any = None,
    **reading: Any,
) -> list[MomentSample]:
    """Check the probabilities or decision values of each model and take the loss of every row."""
    rows = [resolved(one) for one in check_score_columns(y_true, predictions, names=names, **reading)]
    stratum = None if rows[0].multilabel else np.unique(rows[0].y_true, return_inverse=True)[1].astype(np.intp)
    units = row_units(rows[0], cluster, stratum)
    return [MomentSample(units, metric.kind.gather(metric, one, {}), row_losses(one, metric.loss)) for one in rows]


def measurement_samples(
    y_true: Any, predictions: Sequence[Any], *, names: Sequence[str], cluster: Any = None, **reading: Any
) -> list[MomentSample]:
    """Check the ratings of each second rater."""
    rows = check_measurement_columns(y_true, predictions, names=names, **reading)
    units = row_units(rows[0], cluster)
    return [
        MomentSample(
            units, Moments.from_measurement_rows(one), np.stack([one.y_true, one.y_pred], axis=1).astype(float)
        )
        for one in rows
    ]


def ranking_samples(
    metric: Metric,
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str],
    cluster: Any = None,
    **reading: Any,
) -> list[MomentSample]:
    """Check the scores of each model and take the quantity of every row, which the options of the metric choose."""
    del names  # the messages of rankings know y_score only
    quantity, name = metric.chosen({key: reading.pop(key) for key in metric.options if key in reading})
    read = check_class_ranking_columns if metric.kind is CLASS_RANKINGS else check_label_ranking_columns
    rows = read(y_true, predictions, **reading)
    units = row_units(rows[0], cluster)
    found = []
    for one in rows:
        state = ranking_moments(one, quantity, name)
        found.append(MomentSample(units, state, _where_defined(ranking_values(one, quantity), len(state.names))))
    return found


def _where_defined(values: FloatArray, quantities: int) -> FloatArray:
    """The quantities of the moments: 0 where it is undefined, and beside it whether it is defined."""
    if quantities == 1:
        return values[:, None]
    defined = ~np.isnan(values)
    return np.stack([np.where(defined, values, 0.0), defined.astype(np.float64)], axis=1)
