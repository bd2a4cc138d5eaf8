"""Samples of rows with losses, ratings or rankings: one truth, one or several predictions, shared units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.inference.samples.common_rows import common_rows
from concordant.inference.samples.moments import MomentSample
from concordant.inference.samples.row_units import row_units
from concordant.inference.samples.score_samples import resolved
from concordant.inputs.numbers import numbers
from concordant.inputs.ratings import check_ratings
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.metrics._object.metric import Metric
from concordant.states import Moments
from concordant.states.label_rankings import ranking_moments, ranking_values
from concordant.states.row_losses import row_losses
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
    every = [check_scores(y_true, given, what=name, **reading) for given, name in zip(predictions, names, strict=True)]
    every, kept = common_rows(every, len(numbers(predictions[0], names[0])))
    rows: list[ScoreRows] = [resolved(one) for one in every]
    stratum = None if rows[0].multilabel else np.unique(rows[0].y_true, return_inverse=True)[1].astype(np.intp)
    units = row_units(len(rows[0].scores), rows[0].weights, cluster=cluster, kept=kept, stratum=stratum)
    return [MomentSample(units, metric.kind.gather(metric, one, {}), row_losses(one, metric.loss)) for one in rows]


def rating_samples(
    y_true: Any, predictions: Sequence[Any], *, names: Sequence[str], cluster: Any = None, **reading: Any
) -> list[MomentSample]:
    """Check the ratings of each second rater."""
    every = [
        check_ratings(y_true, given, what=("y_true", name), **reading)
        for given, name in zip(predictions, names, strict=True)
    ]
    rows, kept = common_rows(every, len(numbers(y_true, "y_true")), ("y_true", "y_pred"))
    units = row_units(len(rows[0].y_true), rows[0].weights, cluster=cluster, kept=kept)
    return [
        MomentSample(units, Moments.from_rating_rows(one), np.stack([one.y_true, one.y_pred], axis=1).astype(float))
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
    every = [metric.kind.read(y_true, given, **reading) for given in predictions]
    rows, kept = common_rows(every, len(predictions[0]))
    units = row_units(len(rows[0].scores), rows[0].weights, cluster=cluster, kept=kept)
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
