"""Calls whose columns are named, with ``data=``: of frames, of lazy frames by their own engines, and of files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

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
from concordant.metrics.definition.options import data_of
from concordant.sources.batches import warn_of_spellings
from concordant.sources.buckets import score_rows
from concordant.sources.frames import rows_in_memory
from concordant.sources.source import (
    Scan,
    frame_of,
    holds_lists,
    is_lazy,
    is_source,
    named_rows,
    names_in,
    read_as,
    scan,
)
from concordant.states import Counts, Curve, Moments

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
    judged = [*given, *(rest[name] for name in by_name if name not in _BESIDE)]
    columns = [*given, *(rest[name] for name in by_name)]
    if not names_in(columns):
        data_of(metric.name, metric.data, given, rest)  # it says what is absent
    data = _read_as(metric, given, options)
    if metric.kind is LOSSES and not is_source(data):  # nearly every row differs
        data, _ = rows_in_memory(data, names_in(columns))
    rows = named_rows(data, columns)
    if metric.kind in (*_COUNTED, MEASUREMENTS):
        rows.refuse_gaps(judged, rest.get("sample_weight"), rest.get("missing", "raise"))
    # Equal rows count as one with their number where there is one truth a row, and no weight.
    one_truth = isinstance(given[0] if given else rest.get(metric.data[0]), str) and len(judged) > 1
    if not (one_truth and metric.kind in _COUNTED and rest.get("sample_weight") is None):
        rows = rows.repeated()
    read = {name: rows.column(rest[name]) for name in by_name}
    return ColumnRequest(tuple(rows.column(name) for name in given), {**rest, **read}, rows.times)


def state_by_name(
    metric: Metric, given: tuple[Any, ...], options: dict[str, Any], *, formula: bool = True
) -> ColumnRequest:
    """
    Gather the columns that a call names in a state, where that need not be done in memory.

    Labels, one score of two classes and two ratings become a state where they live, or batch by batch; a formula takes
    the rows of scores in files. Of other columns of a lazy frame the distinct rows come home. What the formula requires
    need not be given where only the state is asked for (``formula=False``).
    """
    names, source = _outside_memory(metric, given, options)
    if source is not None:
        reading, rest = _split_options(metric, options, formula=formula)
        state_type = _STATES[metric.kind]
        if metric.kind is LABELS:
            judges_whole_rows(metric, rest, several=False)
        named: Any = {"y_true": names[0], "y_score" if state_type is Curve else "y_pred": names[1], **reading}
        if formula and metric.kind is SCORES and isinstance(source, Scan):
            return ColumnRequest((), rest, rows=score_rows(source, **named))
        state = state_type.from_frame(source, **named)
        if state_type is Counts and isinstance(source, Scan) and options.get("labels") is None:
            warn_of_spellings(state.labels)
        return ColumnRequest((), rest, state=state)
    columns = rows_by_name(metric, given, options)
    if columns.times is None:
        return columns
    truth, prediction = (*columns.data, *(columns.options[name] for name in metric.data[len(given) :]))
    reading, rest = _split_options(metric, columns.options, formula=formula)
    (rows,) = metric.kind.read_several(truth, (prediction,), names=metric.data[1:], times=columns.times, **reading)
    gather = (metric.kind.summed if formula else None) or metric.kind.gather
    return ColumnRequest((), rest, state=gather(metric, rows, rest))


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


def _read_as(metric: Metric, given: tuple[Any, ...], options: dict[str, Any]) -> Any:
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


def _outside_memory(metric: Metric, given: tuple[Any, ...], options: dict[str, Any]) -> tuple[tuple[Any, ...], Any]:
    """
    Return the names of the truth and of what stands beside it, and where they live: a lazy frame or files.

    None in place of the latter for what is in memory, for lists a row, and for columns that only make rows.
    """
    names = (*given, *(options[name] for name in metric.data[len(given) :] if name in options))
    data = _read_as(metric, given, options)
    of_states = len(names) == 2 and isinstance(names[1], str) and metric.kind in _STATES
    if metric.kind is not LABELS and options.get("missing_labels") is not None:
        return names, None
    if not (of_states and isinstance(names[0], str)):
        return names, None
    if not is_source(data):
        weight = options.get("sample_weight")
        if not is_lazy(frame_of(data, names_in([*names, *([] if weight is None else [weight])]))):
            return names, None
    if holds_lists(data, names_in([names[1]])[0]):
        return names, None
    return names, scan(data) if is_source(data) and not isinstance(data, Scan) else data
