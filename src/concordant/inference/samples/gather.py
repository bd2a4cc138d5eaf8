"""From the data of a call to samples: one for each prediction, all over the same units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from concordant.errors import OptionError
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.label_samples import label_samples
from concordant.inference.samples.sample import Sample
from concordant.metrics._object.label_metric import LabelMetric
from concordant.metrics._object.metric import Metric
from concordant.states import Counts


def samples_of(
    metric: Metric, truth: Any, predictions: Sequence[Any], names: Sequence[str], reading: Mapping[str, Any]
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
    """
    if isinstance(metric, LabelMetric):
        return list(label_samples(truth, predictions, names=names, **reading))
    msg = f"{metric.name} has no interval."
    raise OptionError(msg)


def sample_of_state(metric: Metric, state: Any) -> Sample:
    """The sample that a state is enough for."""
    if isinstance(state, Counts) and state.table.ndim == 2:
        return CellSample.of_table(state)
    msg = f"an interval of {metric.name} needs the rows, not their {type(state).__name__}: call {metric.name}.interval."
    raise OptionError(msg)


def split_options(metric: Metric, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Part the options of a call: those that say how to read the data, and those of the formula."""
    code = type(metric).__call__.__code__
    of_call = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    reading = {name: value for name, value in options.items() if name in of_call and name not in metric.options}
    return reading, {name: value for name, value in options.items() if name not in reading}
