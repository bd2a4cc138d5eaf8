"""
The rows of a page: labels that are missing are refused or dropped; the states of the rows, and parts of them.

States are enough for most numbers. Clusters, groups, weighted scores and scores of several classes need the rows once
more: as codes of the classes of the page, so that every part of them has the same classes in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import counts_of_groups, curves_to_keep
from concordant.errors import InputError, LengthError, MissingValuesError, WeightError
from concordant.inputs.arrays import refuse_other_order, same_length
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.inputs.labels import LabelRows, with_marks, without
from concordant.inputs.rows import Mask, counted_rows, numbers, refuse_counted, rows_of
from concordant.inputs.scores import MeasurementRows, ScoreRows
from concordant.report.records import PageStates
from concordant.report.scoring import LOSSES
from concordant.sources.source import Columns
from concordant.states import Moments
from concordant.typing import FloatArray, Label, Missing

Codes = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """
    Checked columns of one length; `missing` rows were dropped from all of them at once.

    Where rows that are alike stand together, `times` and `squares` say how often each occurs, and the sums of their
    squared weights.
    """

    true: Encoded
    pred: Encoded | None = None
    scores: npt.NDArray[Any] | None = None
    weights: npt.NDArray[Any] | None = None
    missing: int = 0
    cluster: Encoded | None = None
    by: Encoded | None = None
    times: npt.NDArray[np.int64] | None = None
    squares: FloatArray | None = None

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.true.values) if self.times is None else int(self.times.sum())

    @property
    def score_columns(self) -> int:
        """The number of score columns."""
        return 0 if self.scores is None else self.score_matrix.shape[1]

    @property
    def score_matrix(self) -> npt.NDArray[Any]:
        """The scores, one column or several."""
        scores = np.asarray(self.scores)
        return scores[:, None] if scores.ndim == 1 else scores


def check_rows(columns: Columns, missing: Missing) -> Rows:
    """Encode the columns once; drop, or refuse, rows where any has no value; rows of weight zero are absent."""
    named = {
        "true": (columns.truth, columns.truth_name),
        "pred": (columns.pred, columns.pred_name),
        "cluster": (columns.cluster, columns.cluster_name),
        "by": (columns.by, columns.by_name),
    }
    encoded = {role: encode(*pair) for role, pair in named.items() if pair[0] is not None}
    true, scores = encoded["true"], _scores(columns)
    rows = len(true.values)
    for role, column in encoded.items():
        same_length(true.values, column.values, (columns.truth_name, named[role][1]))
    if scores is not None:
        same_length(true.values, scores, (columns.truth_name, ", ".join(columns.score_names) or "y_score"))
    others = {columns.pred_name: columns.pred, columns.weight_name: columns.weights}
    others |= {columns.cluster_name: columns.cluster, columns.by_name: columns.by}
    listed = columns.scores if isinstance(columns.scores, list) else [columns.scores]
    refuse_other_order(
        columns.truth, (*others.values(), *listed), (*others, *["y_score"] * len(listed)), what=columns.truth_name
    )
    if rows == 0:
        msg = f"there are no rows{f' in {columns.source}' if columns.source else ''}: nothing can be evaluated."
        raise InputError(msg)
    masks = _masks(columns, {named[role][1]: column.missing for role, column in encoded.items()}, scores)
    size, rows = rows, rows if columns.rows is None else columns.rows
    _refuse_empty_columns(masks, rows)
    if missing == "raise":
        refuse_counted(columns.lost)
    labels = (true, encoded.get("pred"))
    every = with_marks(list(masks.items()), labels, columns.missing_labels)
    weights, kept, dropped = counted_rows(every, missing, columns.weights, size, columns.times)
    if kept is not None and not kept.any():
        refuse_no_row(rows, dropped, masks)
    scores, weights, times, squares = rows_of(kept, scores, weights, columns.times, columns.squares)
    parts = dict(zip(encoded, rows_of(kept, *encoded.values()), strict=True))
    parts |= {role: without(parts[role], columns.missing_labels) for role in ("true", "pred") if role in parts}
    return Rows(
        scores=scores, weights=weights, missing=dropped + columns.missing, times=times, squares=squares, **parts
    )


def refuse_no_row(rows: int, dropped: int, masks: dict[str, Mask]) -> None:
    """Raise where no row is left."""
    if not dropped:
        raise WeightError(f"none of the {rows} rows has a weight above zero: nothing can be evaluated.")
    msg = f"no row is complete: of {rows} rows, {dropped} have a missing value in one of {', '.join(masks)}."
    raise MissingValuesError(msg)


def _scores(columns: Columns) -> npt.NDArray[Any] | None:
    if columns.scores is None:
        return None
    if isinstance(columns.scores, list) and columns.score_names:
        parts = [numbers(x, name) for x, name in zip(columns.scores, columns.score_names, strict=True)]
        return np.column_stack(parts)
    scores = numbers(columns.scores, columns.score_names[0] if len(columns.score_names) == 1 else "y_score")
    if scores.ndim == 2 and scores.shape[1] == 0:
        raise LengthError("y_score has no column.")
    return scores[:, 0] if scores.ndim == 2 and scores.shape[1] == 1 else scores


def _masks(columns: Columns, masks: dict[str, Mask | None], scores: npt.NDArray[Any] | None) -> dict[str, Mask]:
    """Where values are missing, for each column with missing values; `masks` are those of columns that were encoded."""
    if scores is not None and scores.dtype.kind == "f":
        absent = np.isnan(scores)
        if absent.ndim == 1:
            masks[(columns.score_names or ("y_score",))[0]] = absent
        else:
            names, width = columns.score_names, absent.shape[1]
            if len(names) != width:  # of an array, or of lists in one column
                names = tuple(f"{(names or ('y_score',))[0]}[:, {k}]" for k in range(width))
            masks.update({name: absent[:, k] for k, name in enumerate(names)})
    return {name: mask for name, mask in masks.items() if mask is not None and mask.any()}


def _refuse_empty_columns(masks: dict[str, Mask], rows: int) -> None:
    empty = [name for name, mask in masks.items() if mask.all()]
    if empty:
        msg = f"{' and '.join(empty)} {'has' if len(empty) == 1 else 'have'} no value at all: all {rows} are missing."
        raise MissingValuesError(msg)


@dataclass(frozen=True, slots=True)
class PageRows:
    """
    Rows of one page, or of one group of them.

    Attributes
    ----------
    labels : tuple
        The classes in the order of the page; of two the second is the positive one.
    ordered : bool
        Whether their order means something.
    true, pred : ndarray of int, shape (n,)
        Places among the labels; None where there are no predicted labels.
    weights : ndarray or None
    scores : ScoreRows or None
        What curves and losses are made of.
    losses : tuple of str
        The losses that these scores have, by their names on the page.
    measurements : MeasurementRows or None
        Truth and score on a scale.
    cluster : ndarray of int, shape (n,), or None
        Which rows belong together.
    times, squares : ndarray or None
        How often each row occurs, and the sum of its squared weights, where rows that are alike stand together.
    """

    labels: tuple[Label, ...]
    ordered: bool
    true: Codes
    pred: Codes | None
    weights: Codes | None
    scores: ScoreRows | None = None
    losses: tuple[str, ...] = ()
    measurements: MeasurementRows | None = None
    cluster: Codes | None = None
    times: npt.NDArray[np.int64] | None = None
    squares: Codes | None = None

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.true) if self.times is None else int(self.times.sum())

    def taken(self) -> PageStates:
        """The states of these rows."""
        rows, measurements, counts = self.scores, self.measurements, None
        if self.pred is not None:
            both = (self.true, self.pred, self.labels, self.labels, self.ordered, False, self.weights, 0)
            counts = counts_of_groups(LabelRows(*both, times=self.times), self.squares)
        return PageStates(
            counts,
            None if rows is None else curves_to_keep(rows),
            {} if rows is None else {name: Moments.from_losses(rows, LOSSES[name]) for name in self.losses},
            None if measurements is None else Moments.from_measurement_rows(measurements),
        )

    def part(self, here: npt.NDArray[np.intp]) -> PageRows:
        """Some of the rows, by their numbers."""
        scores, measurements = self.scores, self.measurements
        return replace(
            _part(self, here),
            scores=None if scores is None else replace(_part(scores, here), missing=0),
            measurements=None if measurements is None else replace(_part(measurements, here), missing=0),
        )


R = TypeVar("R", PageRows, ScoreRows, MeasurementRows)


def _part(rows: R, here: npt.NDArray[np.intp]) -> R:
    """Take these rows of each column."""
    columns = {field.name: getattr(rows, field.name) for field in fields(rows)}
    some: dict[str, Any] = {name: one[here] for name, one in columns.items() if isinstance(one, np.ndarray)}
    return replace(rows, **some)
