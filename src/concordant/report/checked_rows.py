"""Rows that are ready to be counted: labels are encoded, scores are numbers, rows with a missing value are gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, LengthError, MissingValuesError, WeightError
from concordant.inputs.arrays import same_length
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.inputs.rows import Mask, check_weights, kept_rows, numbers, refuse_counted, rows_of
from concordant.sources.columns import Columns
from concordant.typing import FloatArray, Missing


@dataclass(frozen=True, slots=True)
class Rows:
    """
    Checked columns of one length; `missing` rows were dropped from all of them at once.

    Where rows that are alike stand together, `times` and `squares` say how often each occurs, and the sums of their
    squared weights.
    """

    true: Encoded
    pred: Encoded | None
    scores: npt.NDArray[Any] | None
    weights: npt.NDArray[Any] | None
    missing: int
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
        if self.scores is None:
            return 0
        return 1 if self.scores.ndim == 1 else self.scores.shape[1]


def check_rows(columns: Columns, missing: Missing) -> Rows:
    """Encode the columns once; drop, or refuse, rows where any has no value; rows of weight zero are absent."""
    true = encode(columns.truth, columns.truth_name)
    pred = None if columns.pred is None else encode(columns.pred, columns.pred_name)
    scores = _scores(columns)
    cluster = None if columns.cluster is None else encode(columns.cluster, columns.cluster_name)
    by = None if columns.by is None else encode(columns.by, columns.by_name)
    rows = len(true.values)
    for column, name in ((cluster, columns.cluster_name), (by, columns.by_name)):
        if column is not None:
            same_length(true.values, column.values, (columns.truth_name, name))
    if pred is not None:
        same_length(true.values, pred.values, (columns.truth_name, columns.pred_name))
    if scores is not None:
        same_length(true.values, scores, (columns.truth_name, ", ".join(columns.score_names) or "y_score"))
    weights = None if columns.weights is None else check_weights(columns.weights, rows)
    if rows == 0:
        msg = f"there are no rows{f' in {columns.source}' if columns.source else ''}: nothing can be evaluated."
        raise InputError(msg)
    masks = _masks(columns, true, pred, scores) | _masks_of_groups(columns, cluster, by)
    rows = rows if columns.rows is None else columns.rows
    _refuse_empty_columns(masks, rows)
    if missing == "raise":
        refuse_counted(columns.lost)
    times, squares = columns.times, columns.squares
    kept, dropped = kept_rows(list(masks.items()), missing, weights, times)
    if kept is not None and not kept.any():
        _refuse_no_row(rows, dropped, masks)
    true, pred, scores, weights, cluster, by = rows_of(kept, true, pred, scores, weights, cluster, by)
    times, squares = rows_of(kept, times, squares)
    dropped += columns.missing
    return Rows(true, pred, scores, weights, dropped, cluster, by, times, squares)


def _masks_of_groups(columns: Columns, cluster: Encoded | None, by: Encoded | None) -> dict[str, Mask]:
    """Where the group of a row is missing."""
    found = {columns.cluster_name: cluster, columns.by_name: by}
    return {name: column.missing for name, column in found.items() if column is not None and column.missing is not None}


def _refuse_no_row(rows: int, dropped: int, masks: dict[str, Mask]) -> None:
    if not dropped:
        msg = f"none of the {rows} rows has a weight above zero: nothing can be evaluated."
        raise WeightError(msg)
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
        msg = "y_score has no column."
        raise LengthError(msg)
    return scores[:, 0] if scores.ndim == 2 and scores.shape[1] == 1 else scores


def _masks(columns: Columns, true: Encoded, pred: Encoded | None, scores: npt.NDArray[Any] | None) -> dict[str, Mask]:
    """Where values are missing, for each column with missing values."""
    masks = {columns.truth_name: true.missing}
    if pred is not None:
        masks[columns.pred_name] = pred.missing
    if scores is not None and scores.dtype.kind == "f":
        absent = np.isnan(scores)
        if absent.ndim == 1:
            masks[(columns.score_names or ("y_score",))[0]] = absent
        else:
            names = columns.score_names or tuple(f"y_score[:, {k}]" for k in range(absent.shape[1]))
            masks.update({name: absent[:, k] for k, name in enumerate(names)})
    return {name: mask for name, mask in masks.items() if mask is not None and mask.any()}


def _refuse_empty_columns(masks: dict[str, Mask], rows: int) -> None:
    empty = [name for name, mask in masks.items() if mask.all()]
    if empty:
        msg = f"{' and '.join(empty)} {'has' if len(empty) == 1 else 'have'} no value at all: all {rows} are missing."
        raise MissingValuesError(msg)
