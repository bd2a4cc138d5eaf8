"""Rows of labels that are ranked by their scores, which become moments of one quantity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from concordant.engines import arrays
from concordant.engines.devices.rows import DeviceRows, check_device_scores
from concordant.errors import InputTypeError, OptionError
from concordant.inputs.arrays import on_device
from concordant.inputs.rankings import (
    RankingRows,
    check_class_ranking_columns,
    check_class_rankings,
    check_label_ranking_columns,
    check_label_rankings,
)
from concordant.metrics._object.kind import Kind
from concordant.states import Moments
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


def _read_label_rankings(
    y_true: Column, y_score: Column, *, sample_weight: Column | None = None, missing: Missing = "raise"
) -> RankingRows | DeviceRows:
    check: Any = check_device_scores if on_device(y_true, y_score) else check_label_rankings
    rows: RankingRows | DeviceRows = check(y_true, y_score, sample_weight=sample_weight, missing=missing)
    return rows


def _read_class_rankings(
    y_true: Column,
    y_score: Column,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
) -> RankingRows | DeviceRows:
    check: Any = check_device_scores if on_device(y_true, y_score) else check_class_rankings
    rows: RankingRows | DeviceRows = check(y_true, y_score, labels=labels, sample_weight=sample_weight, missing=missing)
    return rows


def rankings_in_memory(metric: Metric, rows: RankingRows | DeviceRows) -> RankingRows:
    """Return checked rows as the kernels read them."""
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.rows import rankings_on_host

        return rankings_on_host(rows, of_classes=metric.kind is CLASS_RANKINGS)
    return rows


def _rankings(metric: Metric, rows: RankingRows | DeviceRows, options: Mapping[str, Any]) -> Moments:
    """Take the moments of the quantity that the options choose."""
    quantity, name = metric.chosen(options)
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.rankings import ranking_moments

        found = ranking_moments(rows, quantity, name, of_classes=metric.kind is CLASS_RANKINGS)
        return _rankings(metric, rankings_in_memory(metric, rows), options) if found is None else found
    return arrays.ranking_moments(rows, quantity, name)


def _refuse_other_options(metric: Metric, state: Moments, options: Mapping[str, Any]) -> None:
    """Raise for moments of another quantity, and for options that are not those of the state."""
    made = state.names[0]
    if made.partition("|")[0] != metric.name:
        msg = f"{metric.name}.of takes Moments that {metric.name}.state made, not those of {made!r}."
        raise InputTypeError(msg)
    if options and metric.chosen(options)[1] != made:
        named = ", ".join(f"{key}={value!r}" for key, value in options.items())
        msg = (
            f"the options of a state are fixed: this one is {made!r}. "
            f"Make another with {metric.name}.state(..., {named})."
        )
        raise OptionError(msg)


RANKINGS = Kind("rows", (Moments,), _read_label_rankings, check_label_ranking_columns, _rankings, _refuse_other_options)
CLASS_RANKINGS = Kind(
    "rows", (Moments,), _read_class_rankings, check_class_ranking_columns, _rankings, _refuse_other_options
)
