"""Probabilities, which become a curve of calibration or the moments of a loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines import arrays
from concordant.engines.devices.rows import DeviceProbabilities, DeviceRows, check_device_scores
from concordant.inputs.arrays import on_device
from concordant.inputs.scores import ScoreRows, check_score_columns, check_scores, plain_probabilities, plain_scores
from concordant.metrics._object.kind import Kind
from concordant.metrics._object.kinds.of_scores import read_scores, refuse_several_classes, rows_near_one, with_squares
from concordant.metrics._probabilities.curves_of_probabilities import (
    as_asked,
    curve_of_probabilities,
    probabilities_as_asked,
    refuse_other_scores,
)
from concordant.metrics._probabilities.losses import refuse_other_loss
from concordant.states import Curve, CurveStack, Moments
from concordant.states.curves import CurvesOnDemand
from concordant.typing import Column, Label, Missing, Reduction

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


def _read_probabilities(
    y_true: Column,
    y_prob: Column,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    reduction: Reduction = "classwise",
    sample_weight: Column | None = None,
    missing: Missing = "raise",
) -> ScoreRows | DeviceProbabilities:
    reading: Any = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight, "missing": missing}
    if on_device(y_true, y_prob):
        return probabilities_as_asked(check_device_scores(y_true, y_prob, what="y_prob", **reading), reduction)
    return as_asked(check_scores(y_true, y_prob, what="y_prob", **reading), reduction)


def _read_several_probabilities(
    y_true: Column, predictions: Sequence[Column], *, reduction: Reduction = "classwise", **reading: Any
) -> list[ScoreRows]:
    return [as_asked(rows, reduction) for rows in check_score_columns(y_true, predictions, **reading)]


def _curve_of_probabilities(
    metric: Metric, rows: ScoreRows | DeviceProbabilities, options: Mapping[str, Any]
) -> Curve | CurveStack:
    del metric, options
    return curve_of_probabilities(rows)


def _probabilities_to_read(
    metric: Metric, rows: ScoreRows | DeviceProbabilities, options: Mapping[str, Any]
) -> Curve | CurveStack:
    """The same; rows of several classes were found to be probabilities when they were read."""
    if isinstance(rows, DeviceProbabilities) or rows.binary or rows.multilabel:
        return _curve_of_probabilities(metric, rows, options)
    return arrays.curves_to_read(rows)


def _probabilities_near_one(metric: Metric, rows: ScoreRows | DeviceProbabilities) -> Any:
    """Return rows as a shortcut takes them: of a device those that bins can be summed of."""
    if isinstance(rows, DeviceProbabilities):
        return rows.rows if rows.can_bin else None
    return rows_near_one(metric, rows)


def _refuse_scores(metric: Metric, state: Curve | CurveStack, options: Mapping[str, Any]) -> None:
    refuse_several_classes(metric, state, options)
    if isinstance(state, CurveStack) and isinstance(state.curves, CurvesOnDemand):
        return  # their rows are probabilities, and have no edges
    for curve in (state,) if isinstance(state, Curve) else state.curves:
        refuse_other_scores(curve)


CALIBRATION = Kind(
    "probabilities",
    (Curve, CurveStack),
    _read_probabilities,
    _read_several_probabilities,
    _curve_of_probabilities,
    _refuse_scores,
    _probabilities_near_one,
    ("reduction",),
    with_squares,
    summed=_probabilities_to_read,
    plain=plain_probabilities,
)


def _read_losses(
    y_true: Column,
    y_prob: Column,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
) -> ScoreRows | DeviceRows:
    arrays_of_numpy = type(y_true) is type(y_prob) is np.ndarray  # nearly always
    on_host = arrays_of_numpy or not on_device(y_true, y_prob)
    check: Any = check_scores if on_host else check_device_scores
    rows: ScoreRows | DeviceRows = check(
        y_true,
        y_prob,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
        missing=missing,
        what="y_prob",
    )
    return rows


def _losses(metric: Metric, rows: ScoreRows | DeviceRows, options: Mapping[str, Any]) -> Moments:
    """Sum the losses."""
    del options
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.rows import scores_on_host
        from concordant.engines.devices.sums import loss_moments

        found = loss_moments(rows, metric.loss)
        return _losses(metric, scores_on_host(rows), {}) if found is None else found
    if not rows.ordered and len(rows.classes) > 2:
        metric.refuse_unordered(rows.classes, weighted=False)
    return arrays.loss_moments(rows, metric.loss)


def _refuse_other_loss(metric: Metric, state: Moments, options: Mapping[str, Any]) -> None:
    del options
    refuse_other_loss(metric.name, state, metric.loss)


def _one_mean(metric: Metric, rows: ScoreRows | DeviceRows) -> ScoreRows | None:
    """Rows in memory whose mean loss is one number, and needs no order of classes that have none."""
    del metric
    if isinstance(rows, DeviceRows) or rows.multilabel or not (rows.ordered or len(rows.classes) == 2):
        return None
    return rows


LOSSES = Kind(
    "probabilities",
    (Moments,),
    _read_losses,
    check_score_columns,
    _losses,
    _refuse_other_loss,
    _one_mean,
    plain=plain_probabilities,
)
DECISIONS = Kind(
    "decisions",
    (Moments,),
    read_scores,
    check_score_columns,
    _losses,
    _refuse_other_loss,
    _one_mean,
    plain=plain_scores,
)
