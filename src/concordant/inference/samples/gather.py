"""From the data of a call to samples: one for each prediction, all over the same atoms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.samples.cells import CellSample, label_samples
from concordant.inference.samples.rows import SummarySample
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.scores import ScoreSample
from concordant.inputs.arrays import on_device, refuse_other_order
from concordant.inputs.indicators import IndicatorRows
from concordant.inputs.rankings import RankingRows
from concordant.inputs.rows import refuse_far_apart
from concordant.inputs.scores import MeasurementRows
from concordant.metrics.definition.kinds import LABELS, judges_whole_rows
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import refuse_undefined
from concordant.states import Counts, Curve, Moments, SampleCounts
from concordant.states.counts import summable


def samples_of(
    metric: Metric,
    truth: Any,
    predictions: Sequence[Any],
    names: Sequence[str],
    reading: Mapping[str, Any],
    options: Mapping[str, Any] = MappingProxyType({}),
) -> list[Sample]:
    """
    Check the data and gather them.

    Parameters
    ----------
    metric : Metric
        Decides what the data are.
    truth, predictions
        As in calls of the metric; several predictions are of the same rows.
    names : sequence of str
        What error messages call the predictions.
    reading : mapping
        `cluster`, and the options of a call that say how to read the data: labels, sample_weight, missing, ...
    options : mapping
        Those of the formula: ``average="samples"`` judges rows with several labels as a whole.
    """
    if metric.kind is LABELS and metric.facts.family == "tables":
        raise no_number(metric)
    plain = all(type(column) is np.ndarray for column in (truth, *predictions))
    if not plain and on_device(truth, *predictions):
        from concordant.inference.samples.summaries import grouped_sample, on_host

        counted = grouped_sample(metric, truth, predictions, names, reading, options)
        if counted is not None:
            return counted
        truth, predictions, reading = on_host(truth, predictions, names, reading)
    read = dict(reading)
    cluster = read.pop("cluster", None)
    chosen = {**options, **{name: read.pop(name) for name in metric.options if name in read}}
    if tuple(names) == metric.data[1:] and "times" not in read:
        rows = [metric.kind.read(truth, *predictions, **read)]
    else:
        rows = metric.kind.read_several(truth, predictions, names=names, **read)
    if cluster is not None:
        refuse_other_order(truth, (cluster,), ("cluster",))
    if rows[0].weights is not None:
        refuse_far_apart(rows[0].weights)
    samples = _from_rows(metric, rows, chosen, cluster)
    if cluster is not None and len(samples) == 1 and of_exchangeable_raters(metric):
        atoms = replace(samples[0].atoms, stratum=None)
        samples[0] = replace(samples[0], atoms=atoms)
    return samples


def of_exchangeable_raters(metric: Metric) -> bool:
    """Whether neither column comes first, so that rows of one class of the first have nothing in common."""
    return metric.facts.pooled or (metric.panel is not None and not metric.panel.raters)


def _from_rows(metric: Metric, all_rows: Sequence[Any], options: Mapping[str, Any], cluster: Any) -> list[Any]:
    """Make a sample of the checked rows of each prediction."""
    first = all_rows[0]
    if metric.kind is LABELS:
        several = isinstance(first, IndicatorRows)
        if not several and options.get("average") != "samples":
            return label_samples(all_rows, cluster)
        whole = judges_whole_rows(metric, options, several=several)
        from concordant.inference.samples.rows import indicator_samples

        return indicator_samples(all_rows, cluster, whole=whole)
    from concordant.inference.samples.rows import loss_samples, measurement_samples, ranking_samples
    from concordant.inference.samples.scores import score_samples

    if isinstance(first, MeasurementRows):
        return measurement_samples(all_rows, cluster)
    if isinstance(first, RankingRows):
        return ranking_samples(metric, all_rows, options, cluster)
    return (loss_samples if Moments in metric.takes else score_samples)(metric, all_rows, cluster)


def no_number(metric: Metric) -> OptionError:
    """The error for a metric that is a table of counts: each of its cells is the numerator of a rate."""
    return OptionError(
        f"{metric.name} is a table, not a number: it has no interval and cannot be compared. Its shares can: "
        "detection_rate (of all rows), recall (of the true) and precision (of the predicted), average=None for one "
        "a class."
    )


def sample_of_state(metric: Metric, state: Any) -> Sample:
    """The sample that a state is enough for."""
    if metric.kind is LABELS and metric.facts.family == "tables":
        raise no_number(metric)
    state = summable(state)
    if isinstance(state, Counts) and not state.stack:
        refuse_far_apart(state.occupied.counts)
        return CellSample.of_table(state)
    if isinstance(state, Curve):
        return ScoreSample.of_curve(state)
    if isinstance(state, Moments) and state.weight.ndim == 0:
        return SummarySample.of_state(state)
    if isinstance(state, SampleCounts):
        from concordant.inference.samples.rows import RowSample

        return RowSample.of_state(state)
    msg = f"an interval of {metric.name} needs the rows, not their {type(state).__name__}: call {metric.name}.interval."
    raise OptionError(msg)


def split_options(metric: Metric, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Part the options of a call: those that say how to read the data, and those of the formula."""
    if not options:
        return {}, {}
    refuse_undefined(options)
    reading = {name: value for name, value in options.items() if name in metric.options_of_state}
    return reading, {name: value for name, value in options.items() if name not in reading}
