"""Samples of what was added up elsewhere: clusters, several models, devices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from concordant.engines.devices.groups import grouped_labels
from concordant.engines.devices.rows import check_device_rows
from concordant.inference.samples.cells import samples_of_groups
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.scores import ScoreSample
from concordant.inputs.arrays import host_array, is_matrix, library_of
from concordant.metrics.definition.kinds import CALIBRATION, LABELS, SCORES, device_probabilities, judges_whole_rows
from concordant.metrics.definition.metric import Metric
from concordant.states import Curve


def grouped_sample(
    metric: Metric,
    truth: Any,
    predictions: Sequence[Any],
    names: Sequence[str],
    reading: Mapping[str, Any],
    options: Mapping[str, Any],
) -> list[Sample] | None:
    """
    Make samples of the groups of equal rows, where these say as much as the rows.

    They do for labels, and for the scores of one model, without clusters and weights.

    Returns
    -------
    list of Sample, or None
        None where the rows themselves are needed.
    """
    if is_matrix(truth) or reading.get("cluster") is not None or reading.get("sample_weight") is not None:
        return None
    read = {name: value for name, value in reading.items() if name != "cluster" and name not in metric.options}
    if metric.kind is LABELS:
        judges_whole_rows(metric, {**options, **reading}, several=False)
        columns = check_device_rows((truth, *predictions), ("y_true", *names), **read)
        return [*samples_of_groups(grouped_labels(columns))]
    if metric.kind in (SCORES, CALIBRATION) and len(predictions) == 1 and not read.pop("missing_labels", ()):
        reduction = read.pop("reduction", "classwise")
        rows: Any = check_device_rows((truth, predictions[0]), ("y_true", names[0]), **read)
        rows = rows if metric.kind is SCORES else device_probabilities(rows, reduction)
        state = metric.kind.gather(metric, rows, {})
        return [ScoreSample.of_curve(state)] if isinstance(state, Curve) else None
    return None


def on_host(
    truth: Any, predictions: Sequence[Any], names: Sequence[str], reading: Mapping[str, Any]
) -> tuple[Any, list[Any], dict[str, Any]]:
    """Bring the rows of a call to the host: each column once."""

    def hosted(column: Any, name: str) -> Any:
        return column if type(column) is np.ndarray or library_of(column) is None else host_array(column, name)

    columns = [hosted(column, name) for column, name in zip((truth, *predictions), ("y_true", *names), strict=True)]
    beside = {name: hosted(reading[name], name) for name in ("cluster", "sample_weight") if name in reading}
    return columns[0], columns[1:], {**reading, **beside}
