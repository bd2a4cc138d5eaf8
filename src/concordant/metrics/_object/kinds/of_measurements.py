"""Two columns of measurements, which become moments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from concordant.engines import arrays
from concordant.errors import InputTypeError
from concordant.inputs.scores import MeasurementRows, check_measurement_columns, check_measurements
from concordant.metrics._object.kind import Kind
from concordant.states import Moments

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


def _moments(metric: Metric, rows: MeasurementRows, options: Mapping[str, Any]) -> Moments:
    del metric, options
    return arrays.moments(rows)


def _refuse_others(metric: Metric, state: Moments, options: Mapping[str, Any]) -> None:
    del options
    if len(state.names) != 2 or state.classes is not None:
        msg = f"{metric.name}.of takes Moments of two ratings, not of {', '.join(state.names[:3])}."
        raise InputTypeError(msg)


MEASUREMENTS = Kind("measurements", (Moments,), check_measurements, check_measurement_columns, _moments, _refuse_others)
