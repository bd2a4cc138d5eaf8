"""Samples of rows of labels and scores: one truth, one or several scores, one sample a score over shared units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import are_large
from concordant.inference.samples.row_units import row_units
from concordant.inference.samples.score_sample import Codes, ScoreSample
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.metrics.definition.metric import Metric
from concordant.states import Curve, CurveStack
from concordant.states.curves import OnDemand


def score_samples(metric: Metric, every: Sequence[ScoreRows], cluster: Any = None) -> list[ScoreSample]:
    """Sort the scores of each model, in the curves that the metric is taken of."""
    models = [resolved(rows) for rows in every]
    states = [_state(metric, rows) for rows in models]
    first = models[0]
    if len(states) == 1 and cluster is None and first.weights is None and isinstance(states[0], Curve):
        return [ScoreSample.of_curve(states[0])]
    codes = [_codes(rows) for rows in models]
    stratum = None if first.multilabel else codes[0][0]
    units = row_units(first, cluster, stratum)
    return [
        ScoreSample(units, state, _places(rows), code) for rows, state, code in zip(models, states, codes, strict=True)
    ]


def _state(metric: Metric, rows: ScoreRows) -> Curve | CurveStack:
    """The curves of a model, one by one where all of them together would be large."""
    gather = metric.kind.summed if len(rows.scores.shape) > 1 and are_large(rows) else metric.kind.gather
    state: Curve | CurveStack = (gather or metric.kind.gather)(metric, rows, {})
    return state


def resolved(rows: ScoreRows) -> ScoreRows:
    """Look at the labels where the check took the usual two for granted."""
    usual = not rows.assumed or bool(((rows.y_true == 0) | (rows.y_true == 1)).all())
    return rows if usual else resolve_classes(rows)


def _codes(rows: ScoreRows) -> tuple[Codes, ...]:
    """For each column of scores, the place of the class of each row among the classes of the curve."""
    if rows.multilabel:
        return tuple(column.astype(np.intp) for column in rows.y_true.T)
    if rows.binary:
        return ((rows.y_true == rows.values[1]).astype(np.intp),)
    code: Codes = rows.y_true.astype(np.intp)
    return (code,) * int(rows.scores.shape[1])


def _places(rows: ScoreRows) -> Sequence[Codes]:
    """For each column of scores, where each row stands among the distinct scores, 0 the highest."""
    columns = rows.scores[:, None] if rows.binary else rows.scores
    each = OnDemand(columns.shape[1], partial(_place, columns))
    return each if are_large(rows) else tuple(each)


def _place(columns: npt.NDArray[Any], output: int) -> Codes:
    order = np.argsort(columns[:, output])
    column = columns[order, output]
    place = np.empty(len(column), np.intp)
    place[order] = np.append(0, (column[1:] != column[:-1]).cumsum())[: len(column)]
    return np.asarray(place.max(initial=0) - place)
