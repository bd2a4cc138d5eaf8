"""Two raters of the same units are two columns of labels: one question, with one interval, however it is asked."""

from __future__ import annotations

import numpy as np

from concordant.inference.intervals.make_interval import quiet_answer, warned
from concordant.inference.intervals.question import Question
from concordant.inference.panels.panel import Panel
from concordant.inference.samples.cell_sample import CellSample
from concordant.inference.samples.units import Clusters, Units
from concordant.metrics.definition.kinds import PANEL
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.result.intervals import Interval, Intervals
from concordant.result.record import altered
from concordant.states import Counts, Ratings


def as_two_columns(panel: Panel, level: float) -> Question | None:
    """Return the question about the table of two raters; None for others, for gaps, and for metrics without a twin."""
    metric, state = _twin(panel), panel.state
    if metric is None or not isinstance(state, Ratings) or len(state.raters) != 2:
        return None
    profiles = state.profiles
    if not len(profiles) or (profiles.sizes != 2).any() or (state.weighted and state.cluster is not None):
        return None
    size, weight = len(state.labels), state.weight * 1.0
    true, predicted = profiles.code[::2].astype(np.intp), profiles.code[1::2].astype(np.intp)
    table = np.zeros((size, size), state.weight.dtype)
    table[true, predicted] = state.weight
    counts = Counts(table, state.labels, state.ordered)
    squares = weight if state.squares is None else state.squares
    clusters = _row_by_row(panel.clusters_of_profiles)
    units = Units(weight, squares, true, clusters, round(np.log2(panel.unit)))
    return Question(metric, panel.options, CellSample(units, counts, (true, predicted)), level)


def _row_by_row(clusters: Clusters | None) -> Clusters | None:
    """Clusters of counted units, each unit by itself."""
    if clusters is None:
        return None
    often = clusters.weight.astype(np.intp)
    code, unit = np.repeat(clusters.code, often), np.repeat(clusters.unit, often)
    return Clusters(code, unit, np.ones(len(code)), clusters.size)


def _twin(panel: Panel) -> Metric | None:
    """The metric of two columns that it is of two raters."""
    metric, penalties = panel.metric, panel.options.get("weights")
    if metric.panel is None:
        return None
    if metric.kind is not PANEL:
        return metric
    if metric.panel.of_two is None or not (penalties is None or isinstance(penalties, str)):
        return None  # of a matrix the mean with its transpose counts
    return get(metric.panel.of_two)


def interval_of_two(panel: Panel, question: Question) -> Interval | Intervals:
    """Answer it in the name of the metric of the panel."""
    metric, found = panel.metric, quiet_answer(question)
    return warned(altered(found, metric=metric.name, signature=panel.signature))
