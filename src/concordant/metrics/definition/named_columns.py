"""Calls whose columns are named, with ``data=``: of frames, of lazy frames by their own engines, and of files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import WideScoresError
from concordant.errors import ScoreError
from concordant.inputs.scores import ScoreRows
from concordant.metrics.definition.kinds import (
    CALIBRATION,
    DECISIONS,
    LABELS,
    LOSSES,
    MEASUREMENTS,
    SCORES,
    judges_whole_rows,
)
from concordant.metrics.definition.options import data_of, names_columns
from concordant.sources.buckets import score_rows
from concordant.sources.frames import ExtremeWeightsError
from concordant.sources.scores import curves_of, loss_moments, score_classes
from concordant.sources.source import (
    Scan,
    frame_of,
    holds_lists,
    is_lazy,
    is_source,
    named_rows,
    names_in,
    read_as,
    remote,
    scan,
)
from concordant.states import Counts, Curve, Moments
from concordant.states.buckets import BucketCurve, key_named

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric


_STATES: dict[Any, Any] = {LABELS: Counts, SCORES: Curve, MEASUREMENTS: Moments}  # which frames and files make
_COUNTED = (LABELS, SCORES, CALIBRATION, LOSSES, DECISIONS)  # whose rows can stand for several
_BESIDE = ("sample_weight", "cluster")
_PREDICTIONS = ("pred_a", "pred_b")


@dataclass(frozen=True, slots=True)
class ColumnRequest:
    """
    What a call that names columns is taken of.

    Attributes
    ----------
    data : tuple
        The columns that were given by position, as arrays.
    options : dict
        What was given by name, columns as arrays. Beside a state: the options of the formula.
    times : ndarray of int64, or None
        How many rows each row stands for; None: one.
    rows : ScoreRows or None
        The rows of files, where they were checked as they were read; the options are then those of the formula.
    state : Counts, Curve, Moments, ... or None
        What the metric is taken of, where the columns became it where they live.
    """

    data: tuple[Any, ...]
    options: dict[str, Any]
    times: npt.NDArray[np.int64] | None = None
    rows: ScoreRows | None = None
    state: Any = None


def rows_by_name(metric: Metric, given: tuple[Any, ...], options: dict[str, Any]) -> ColumnRequest:
    """Read the columns that a call names in ``data=``; equal rows of a lazy frame come home once."""
    rest = {name: value for name, value in options.items() if name != "data"}
    by_name = [name for name in (*metric.data, *_PREDICTIONS, *_BESIDE) if rest.get(name) is not None]
    columns = (*given, *(rest[name] for name in by_name))
    if not names_in(columns):
        data_of(metric.name, metric.data, given, rest)  # it says what is absent
    rows = named_rows(_data(metric, given, options), columns)
    if metric.kind in (*_COUNTED, MEASUREMENTS):
        judged = [*given, *(rest[name] for name in by_name if name not in _BESIDE)]
        rows.refuse_gaps(judged, rest.get("sample_weight"), rest.get("missing", "raise"))
    if not _can_count(metric, given, rest):
        rows = rows.repeated()
    read = {name: rows.column(rest[name]) for name in by_name}
    return ColumnRequest(tuple(rows.column(name) for name in given), {**rest, **read}, rows.times)


def columns_by_name(
    metric: Metric, given: tuple[Any, ...], cluster: Any, options: dict[str, Any]
) -> tuple[tuple[Any, ...], Any, Any]:
    """Read the columns that ``data=`` names, also in `options`: data, clusters, how many rows each stands for."""
    if not names_columns(options):
        return given, cluster, None
    columns = rows_by_name(metric, given, {**options, "cluster": cluster})
    options.clear()
    options.update(columns.options)
    return columns.data, options.pop("cluster"), columns.times


def state_by_name(
    metric: Metric, given: tuple[Any, ...], options: dict[str, Any], *, formula: bool = True
) -> ColumnRequest:
    """
    Gather the columns that a call names in a state, where that need not be done in memory.

    Labels, one score of two classes and two ratings become a state where they live, or batch by batch; a formula takes
    the rows of scores in files. Of other columns of a lazy frame the distinct rows come home. What the formula requires
    need not be given where only the state is asked for (``formula=False``).
    """
    options = {**options, "data": _data(metric, given, options)}
    state_type, names = _STATES.get(metric.kind), _two_names(metric, given, options)
    source = None if state_type is None or names is None else _outside_memory(metric, options, names)
    if state_type is not None and names is not None and source is not None:
        reading, rest = _split_options(metric, options, formula=formula)
        if metric.kind is LABELS:
            judges_whole_rows(metric, rest, several=False)
        beside = "y_score" if state_type is Curve else "y_pred"
        named: Any = {"y_true": names[0], beside: names[1]}
        if formula and metric.kind is SCORES and isinstance(source, Scan):
            return ColumnRequest((), rest, rows=score_rows(source, **named, **reading))
        return ColumnRequest((), rest, state=state_type.from_frame(source, **named, **reading))
    pushed = _pushed_down(metric, given, options, formula=formula)
    if pushed is not None:
        return pushed
    columns = rows_by_name(metric, given, options)
    if columns.times is None:
        return columns
    truth, prediction = (*columns.data, *(columns.options[name] for name in metric.data[len(given) :]))
    reading, rest = _split_options(metric, columns.options, formula=formula)
    (rows,) = metric.kind.read_several(truth, (prediction,), names=metric.data[1:], times=columns.times, **reading)
    gather = (metric.kind.summed if formula else None) or metric.kind.gather
    return ColumnRequest((), rest, state=gather(metric, rows, rest))


def _pushed_down(
    metric: Metric, given: tuple[Any, ...], options: dict[str, Any], *, formula: bool
) -> ColumnRequest | None:
    """
    Let a lazy frame add up losses of probabilities, and group several columns of scores.

    None where the distinct rows are to come home: of other columns, and of weights or scores that sums cannot hold.
    """
    names = _names(metric, given, options)
    of_losses = metric.kind is LOSSES
    if not (of_losses or metric.kind is SCORES) or len(names) != 2 or not isinstance(names[0], str):
        return None
    scores = names_in([names[1]])
    weight = options.get("sample_weight")
    data = remote(options["data"])
    if is_source(data) or not scores:
        return None
    frame = frame_of(data, names_in([names[0], *scores, *([] if weight is None else [weight])]))
    if not is_lazy(frame) or holds_lists(frame, scores[0]):
        return None
    reading, rest = _split_options(metric, options, formula=formula)
    try:
        classes = score_classes(frame, names[0], scores, what=metric.data[1], **reading)
    except (WideScoresError, ExtremeWeightsError):
        return None
    if classes is None:
        return None
    if not of_losses:
        stack = curves_of(classes)
        return ColumnRequest((), rest, state=stack.curves[0] if stack.multilabel else stack)
    if not classes.ordered and len(classes.classes) > 2:
        metric.refuse_unordered(classes.classes, weighted=False)
    return ColumnRequest((), rest, state=loss_moments(classes, metric.loss))


def buckets_by_name(metric: Metric, given: tuple[Any, ...], options: dict[str, Any], key: Any) -> BucketCurve | None:
    """Count one named column of scores in buckets where it lives; None of rows that are in memory."""
    names = _two_names(metric, given, options)
    source = None if names is None else _outside_memory(metric, options, names)
    if source is None or names is None:
        return None
    reading, rest = _split_options(metric, options)
    options.clear()
    options.update(rest)

    def counted(key: Any) -> BucketCurve:
        return BucketCurve.from_frame(source, y_true=names[0], y_score=names[1], key=key_named(key), **reading)

    if key is not None:
        return counted(key)
    try:
        return counted("probability")
    except ScoreError:  # scores of another range
        return counted("real")


def _two_names(metric: Metric, given: tuple[Any, ...], options: dict[str, Any]) -> tuple[str, str] | None:
    """The names of the truth and of one column beside it; None where they are others."""
    names = _names(metric, given, options)
    one_each = len(names) == 2 and all(isinstance(name, str) for name in names)
    return (names[0], names[1]) if one_each else None


def _names(metric: Metric, given: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, ...]:
    return (*given, *(options[name] for name in metric.data[len(given) :] if name in options))


def _split_options(
    metric: Metric, options: dict[str, Any], *, formula: bool = True
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split the options into those that say how to read the columns and those of the formula, which are checked."""
    rest = {name: value for name, value in options.items() if name not in (*metric.data, "data")}
    reading = metric.reading_taken(rest)
    if formula or metric.quantity is not None:
        metric.check_call(rest)
    else:
        metric.refuse_unknown(rest)
    return reading, rest


def _data(metric: Metric, given: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Return the data of a call; files are read by the roles of its columns."""
    beside = metric.facts.input
    columns = dict(zip(metric.data, given, strict=False)) | options
    every = (*metric.data, *_PREDICTIONS)
    of_labels = every if beside in ("labels", "panel") else () if beside == "measurements" else ("y_true",)
    labels = names_in([columns[role] for role in every if role in columns and role in of_labels])
    scores = names_in([columns[role] for role in every if role in columns and role not in of_labels])
    how: Any = {"scores": scores, "weights": [options.get("sample_weight")], "names": [options.get("cluster")]}
    declared: Any = {"declared": options.get("labels"), "pos_label": options.get("pos_label")}
    return read_as(options["data"], labels=labels, **how, **declared)


def _outside_memory(metric: Metric, options: dict[str, Any], names: tuple[str, str]) -> Any:
    """Return a lazy frame or files, whose columns are read by others; None of what is in memory, and of lists a row."""
    data, weight = _data(metric, names, options), options.get("sample_weight")
    if holds_lists(data, names[1]):
        return None
    if is_source(data):
        return data if isinstance(data, Scan) else scan(data)
    columns = names_in([*names, *([] if weight is None else [weight])])
    return data if is_lazy(frame_of(data, columns)) else None


def _can_count(metric: Metric, given: tuple[Any, ...], options: dict[str, Any]) -> bool:
    """Whether equal rows of this call may be read once with their number: there is one truth a row, and no weight."""
    truth = given[0] if given else options.get(metric.data[0])
    several = len(given) + sum(name in options for name in (*metric.data[1:], *_PREDICTIONS)) > 1
    return metric.kind in _COUNTED and several and isinstance(truth, str) and options.get("sample_weight") is None
