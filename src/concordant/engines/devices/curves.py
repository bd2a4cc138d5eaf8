"""Rows of labels and scores on a device become a `Curve`, a `CurveStack` or a `BucketCurve`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.devices.class_roles import class_roles
from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceRows
from concordant.engines.devices.groups import Groups, groups, joined, whole_labels
from concordant.engines.devices.rows_on_host import scores_on_host
from concordant.errors import LabelError, LengthError
from concordant.inputs.indicators import check_indicators
from concordant.inputs.labels import check_declared
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.states.buckets import BucketCurve, ScoreKey
from concordant.states.curves import Curve, CurveStack
from concordant.typing import FloatArray

_ROWS_OF_GROUP = 4  # a group has a score, a label and a number of rows: about the bytes of so many scores


def curve(rows: DeviceRows, *, edges: npt.ArrayLike | None = None) -> Curve:
    """Sort and group rows with one column of scores, where they are."""
    grouped = score_groups(rows)
    found = arrays.curve(_checked(grouped, rows, grouped.weights), edges=edges)
    if grouped.squares is None:
        return found
    return arrays.squared_by(found, _checked(grouped, rows, np.ldexp(grouped.squares, 2 * (grouped.unit - found.unit))))


def bucket_curve(rows: DeviceRows, *, key: ScoreKey) -> BucketCurve:
    """Put rows with one column of scores into buckets: the groups of their distinct scores."""
    return arrays.bucket_curve(grouped_scores(rows), key=key)


def curve_or_stack(
    rows: DeviceRows, on_host: Callable[[ScoreRows], Curve | CurveStack] = arrays.curve_or_stack
) -> Curve | CurveStack:
    """Gather rows: the curve of two classes, or one a class or label; `on_host` does where too many scores differ."""
    truth, scores = rows.columns
    if len(truth.shape) == 2:
        return _of_labels(rows)
    if not len(rows):
        return arrays.curve_or_stack(scores_on_host(rows))
    return curve(rows) if len(scores.shape) == 1 else _of_classes(rows, on_host)


def curve_stack(rows: DeviceRows) -> CurveStack:
    """Gather rows as one curve a class or label; the curve of two classes is a stack of one."""
    found = curve_or_stack(rows)
    return found if isinstance(found, CurveStack) else CurveStack((found,), (found.classes[-1],), multilabel=True)


def grouped_scores(rows: DeviceRows) -> ScoreRows:
    """Return checked rows of one column of scores: each score of a class once, with how many rows it stands for."""
    found = score_groups(rows)
    return _checked(found, rows, found.weights)


def _checked(found: Groups, rows: DeviceRows, weights: FloatArray | None) -> ScoreRows:
    truth, scores = found.columns
    checked = check_scores(truth, scores, sample_weight=weights, what=rows.names[1], times=found.times, **rows.reading)
    return replace(checked, missing=rows.missing)


def score_groups(rows: DeviceRows) -> Groups:
    """Group rows by their score and class."""
    truth, scores = rows.columns
    if len(truth.shape) != 1 or len(scores.shape) != 1:
        msg = f"one curve takes one column of labels and one of scores, not {tuple(scores.shape)}: take a CurveStack."
        raise LengthError(msg)
    operations, parts = rows.operations, []
    with working_on(operations, truth):
        for shard in operations.shards((truth, scores, *(() if rows.weights is None else (rows.weights,)))):
            columns = [whole_labels(shard[0], operations), shard[1]]
            parts.append(groups(columns, None if rows.weights is None else shard[2], operations))
    return joined(parts)


def _of_classes(rows: DeviceRows, on_host: Callable[[ScoreRows], Curve | CurveStack]) -> CurveStack | Curve:
    """One curve a class, or that of the positive one of two."""
    truth, scores = rows.columns
    roles = class_roles(rows)
    curves: list[Curve] = []
    for column in roles.columns:
        found = score_groups(replace(rows, columns=(truth, scores[:, column])))
        if _are_many(found, rows):
            return on_host(scores_on_host(rows))
        part = replace(
            roles.rows,
            y_true=roles.codes(found.columns[0]),
            scores=found.columns[1],
            weights=found.weights,
            missing=rows.missing,
            times=found.times,
        )
        curves.append(arrays.curve(part))
    return curves[0] if roles.rows.binary else CurveStack(tuple(curves), roles.rows.classes)


def _are_many(found: Groups, rows: DeviceRows) -> bool:
    """Whether the groups of all columns are more to bring to the host than the columns."""
    columns = int(rows.columns[1].shape[1])
    return rows.weights is None and columns > 2 and len(found.times) * _ROWS_OF_GROUP > len(rows)


def _of_labels(rows: DeviceRows) -> CurveStack:
    """One curve a label of several at once."""
    truth, scores = rows.columns
    if tuple(truth.shape) != tuple(scores.shape):
        shapes = " and ".join(str(tuple(column.shape)) for column in rows.given[0])
        msg = f"{rows.names[0]} and {rows.names[1]} must have the same shape; they have {shapes}."
        raise LengthError(msg)
    columns = int(truth.shape[1])
    declared = rows.reading.get("labels")
    outputs = tuple(range(columns)) if declared is None else check_declared(declared)
    if len(outputs) != columns:
        msg = f"labels= must name the {columns} columns; it names {len(outputs)}."
        raise LabelError(msg)
    curves = []
    for j in range(columns):
        found = score_groups(replace(rows, columns=(truth[:, j], scores[:, j])))
        if _are_many(found, rows):
            return arrays.curve_stack(scores_on_host(rows))
        labels, values = found.columns
        check_indicators(labels[:, None], rows.names[0])
        part = ScoreRows(labels.astype(np.uint8), (0, 1), (0, 1), values, found.weights, rows.missing)
        part.what, part.times = rows.names[1], found.times
        curves.append(arrays.curve(part))
    return CurveStack(tuple(curves), outputs, multilabel=True)
