"""Labels: one a row or several, which become counts of pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines import arrays
from concordant.engines.devices.rows import DeviceRows, check_device_labels
from concordant.errors import LengthError
from concordant.inputs.arrays import is_matrix, on_device
from concordant.inputs.indicators import IndicatorRows, check_indicator_columns, check_indicator_rows
from concordant.inputs.labels import LabelRows, check_label_columns, check_labels, plain_rows, unread_rows
from concordant.metrics._object.kind import Kind
from concordant.states import Counts, SampleCounts
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


def _read_labels(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
) -> LabelRows | IndicatorRows | DeviceRows:
    check: Any = check_indicator_rows if is_matrix(y_true) else check_labels
    if not (type(y_true) is type(y_pred) is np.ndarray) and on_device(y_true, y_pred):
        check = check_device_labels
    rows: LabelRows | IndicatorRows = check(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
    return rows


def _read_several_labels(y_true: Column, predictions: Sequence[Column], **reading: Any) -> list[Any]:
    check: Any = check_indicator_columns if is_matrix(y_true) else check_label_columns
    rows: list[Any] = check(y_true, predictions, **reading)
    return rows


def judges_whole_rows(metric: Metric, options: Mapping[str, Any], *, several: bool) -> bool:
    """Whether rows have several labels and each is judged as a whole: the state is `SampleCounts` then."""
    samples = options.get("average") == "samples"
    if samples and not several:
        msg = (
            'average="samples" is the mean over rows with several labels at once: y_true and y_pred must be '
            'matrices of 0 and 1. For one label a row choose "macro", "micro", "weighted" or None.'
        )
        raise LengthError(msg)
    return several and (samples or metric.judges_rows)


def _counts(
    metric: Metric,
    rows: LabelRows | IndicatorRows | DeviceRows,
    options: Mapping[str, Any],
    *,
    squared: bool = True,
) -> Counts | SampleCounts:
    several = rows.is_matrix if isinstance(rows, DeviceRows) else isinstance(rows, IndicatorRows)
    whole = judges_whole_rows(metric, options, several=several)
    if isinstance(rows, DeviceRows):
        return _counts_on_device(rows, several=several, whole=whole)
    if not isinstance(rows, IndicatorRows):
        return arrays.counts(rows, squared=squared)
    return arrays.sample_counts(rows) if whole else arrays.counts_of_indicators(rows, squared=squared)


def _sums(
    metric: Metric, rows: LabelRows | IndicatorRows | DeviceRows, options: Mapping[str, Any]
) -> Counts | SampleCounts:
    """The same without sums of squared weights, except for the metric that gives the caller the counts themselves."""
    return _counts(metric, rows, options, squared=metric.facts.family == "tables")


def _counts_on_device(rows: DeviceRows, *, several: bool, whole: bool) -> Counts | SampleCounts:
    from concordant.engines.devices.groups import counts, counts_of_indicators, sample_counts

    if several:
        return sample_counts(rows) if whole else counts_of_indicators(rows)
    return counts(rows)


def _rows_of_labels(metric: Metric, rows: LabelRows | IndicatorRows | DeviceRows) -> LabelRows | IndicatorRows | None:
    """Rows of labels in memory; of several labels a row, where the metric has averages over them."""
    if isinstance(rows, IndicatorRows):
        return rows if "average" in metric.options else None
    return rows if isinstance(rows, LabelRows) else None


LABELS = Kind(
    "labels",
    (Counts,),
    _read_labels,
    _read_several_labels,
    _counts,
    shortened=_rows_of_labels,
    summed=_sums,
    unread=unread_rows,
    plain=plain_rows,
)
