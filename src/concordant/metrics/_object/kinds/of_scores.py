"""Scores of two or more classes, which become a curve or a stack of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines import arrays
from concordant.engines.devices.rows import DeviceRows, check_device_scores
from concordant.errors import LabelError
from concordant.inputs.arrays import on_device
from concordant.inputs.rows import near_one
from concordant.inputs.scores import ScoreRows, check_score_columns, check_scores, plain_scores
from concordant.metrics._object.kind import Kind
from concordant.states import Curve, CurveStack
from concordant.typing import Column, Label, Missing

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


def read_scores(
    y_true: Column,
    y_score: Column,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
) -> ScoreRows | DeviceRows:
    arrays_of_numpy = type(y_true) is type(y_score) is np.ndarray  # nearly always
    check: Any = check_scores if arrays_of_numpy or not on_device(y_true, y_score) else check_device_scores
    rows: ScoreRows | DeviceRows = check(
        y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
    )
    return rows


def _curve(metric: Metric, rows: ScoreRows | DeviceRows, options: Mapping[str, Any]) -> Curve | CurveStack:
    del metric, options
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.groups import curve_or_stack

        return curve_or_stack(rows)
    return arrays.curve_or_stack(rows)


def _curves_to_read(metric: Metric, rows: ScoreRows | DeviceRows, options: Mapping[str, Any]) -> Curve | CurveStack:
    del metric, options
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.groups import curve_or_stack

        return curve_or_stack(rows, arrays.curves_to_read)
    return arrays.curves_to_read(rows)


def with_squares(state: Curve | CurveStack, rows: ScoreRows) -> Curve | CurveStack:
    """Of a stack an interval needs the rows, as all of its curves share them; devices have squared already."""
    return arrays.with_squares(state, rows) if isinstance(state, Curve) and isinstance(rows, ScoreRows) else state


def refuse_several_classes(metric: Metric, state: Curve | CurveStack, options: Mapping[str, Any]) -> None:
    """Raise for one column of scores beside several classes: nobody says whose scores they are."""
    del options
    if isinstance(state, Curve) and len(state.classes) != 2:
        msg = (
            f"{metric.name}.of takes a curve of two classes or a CurveStack, not a curve of {len(state.classes)} "
            "classes; see Curve.one_vs_rest and Curve.pair."
        )
        raise LabelError(msg)


def rows_near_one(metric: Metric, rows: Any) -> Any:
    """Return rows of two classes as a shortcut takes them: with weights whose products float64 holds, in any unit."""
    if isinstance(rows, DeviceRows):
        return rows if rows.can_rank or (rows.can_pair and "multi_class" in metric.shortcut_options) else None
    if not rows.binary or rows.weights is None or not metric.facts.scale_free:
        return rows if rows.binary else None
    weights, unit = near_one(rows.weights)
    return replace(rows, weights=weights) if unit else rows


SCORES = Kind(
    "scores",
    (Curve, CurveStack),
    read_scores,
    check_score_columns,
    _curve,
    refuse_several_classes,
    rows_near_one,
    kept=with_squares,
    summed=_curves_to_read,
    plain=plain_scores,
)
