"""The columns of a call on the host, for what the engine of devices leaves to the kernels, and for their errors."""

from __future__ import annotations

from typing import Any

from concordant.engines.devices.device_rows import DeviceRows
from concordant.inputs.arrays import host_array, on_device
from concordant.inputs.indicators import IndicatorRows, check_indicator_rows
from concordant.inputs.rankings import RankingRows, check_class_rankings, check_label_rankings
from concordant.inputs.scores import ScoreRows, check_scores


def scores_on_host(rows: DeviceRows) -> ScoreRows:
    """Return labels and scores as those in memory are checked."""
    truth, scores, reading = _given(rows)
    return check_scores(truth, scores, what=rows.names[1], **reading)


def indicators_on_host(rows: DeviceRows) -> IndicatorRows:
    """Return two matrices of 0 and 1 as those in memory are checked."""
    truth, prediction, reading = _given(rows)
    return check_indicator_rows(truth, prediction, **reading)


def rankings_on_host(rows: DeviceRows, *, of_classes: bool) -> RankingRows:
    """Return rows that are ranked by their scores as those in memory are checked."""
    truth, scores, reading = _given(rows)
    return (check_class_rankings if of_classes else check_label_rankings)(truth, scores, **reading)


def _given(rows: DeviceRows) -> tuple[Any, Any, dict[str, Any]]:
    """The columns as the caller gave them, on the host, and how they are read."""
    columns, weight, missing = rows.given
    truth, other, weights = (
        host_array(column, name) if column is not None and on_device(column) else column
        for column, name in zip((*columns, weight), (*rows.names, "sample_weight"), strict=True)
    )
    return truth, other, {"sample_weight": weights, "missing": missing, **rows.reading}
