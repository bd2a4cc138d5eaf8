"""Numbers that many raters gave to units: a matrix or a frame, a row a unit and a column a rater; NaN is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, MissingValuesError, ScoreError
from concordant.inputs.arrays import floats_of, is_series, refuse_other_order, same_length
from concordant.inputs.ratings import (
    check_raters,
    columns_of_raters,
    is_frame,
    opened_frame,
    rater_names,
    refuse_all_missing,
    refuse_ragged,
)
from concordant.inputs.rows import Masks, counted_columns, numbers, refuse_rounded
from concordant.inputs.scores import measurement_column
from concordant.typing import Column, FloatArray, Label


@dataclass(frozen=True, slots=True)
class NumericRows:
    """
    Checked numbers of units by raters, shape (n, r), NaN where one is missing; every unit has a rating and a weight.

    `weights` has one number a unit, None if they count alike. `kept` says which of the caller's rows are there, None if
    all are; `missing` how many had no rating; `complete` that no number is missing, as far as it was looked for.
    """

    values: FloatArray
    raters: tuple[Label, ...]
    weights: FloatArray | None
    kept: npt.NDArray[np.bool_] | None
    missing: int
    complete: bool = False


def check_numeric_ratings(
    matrix: Any, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None
) -> NumericRows:
    """Check a matrix, or an eager frame, of numbers."""
    values, names = _of_frame(matrix, raters) if is_frame(matrix) else _of_matrix(matrix, raters)
    return checked_rows(values, names, sample_weight)


def check_two_columns(
    first: Column, second: Column, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None
) -> NumericRows:
    """Check the numbers of two raters."""
    columns = [measurement_column(column, what) for column, what in ((first, "y_true"), (second, "y_pred"))]
    same_length(columns[0], columns[1], ("y_true", "y_pred"))
    refuse_other_order(first, (second,), ("y_pred",), sample_weight)
    values = np.stack([np.asarray(column, np.float64) for column in columns], axis=1)
    return checked_rows(values, rater_names(raters, 2), sample_weight)


SYSTEM = "system"


def check_beside_system(
    matrix: Any, system: Column, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None
) -> NumericRows:
    """Check the numbers of raters and of a system, which is the last column then; one column is one rater."""
    if is_frame(matrix):
        values, names = _of_frame(matrix, raters)
    elif is_column(matrix):
        values, names = _of_matrix(np.asarray(measurement_column(matrix, "ratings"))[:, None], raters)
    else:
        values, names = _of_matrix(matrix, raters)
    column = np.asarray(measurement_column(system, "system"), np.float64)
    same_length(values, column, ("ratings", "system"))
    people = checked_rows(values, names, sample_weight)
    column = column if people.kept is None else column[people.kept]
    if not np.isfinite(column).all():
        row = int(np.flatnonzero(~np.isfinite(column))[0])
        msg = f"system must have a finite number for every unit that people rated; row {row} has {column[row]}."
        raise MissingValuesError(msg)
    name = SYSTEM if SYSTEM not in people.raters else (SYSTEM, len(people.raters))
    both = np.column_stack([people.values, column])
    return NumericRows(both, (*people.raters, name), people.weights, people.kept, people.missing)


def is_column(matrix: Any) -> bool:
    """Whether ratings are one column, of one rater."""
    if isinstance(matrix, (list, tuple)):
        return not any(isinstance(row, (list, tuple, np.ndarray)) for row in matrix)
    return getattr(matrix, "ndim", None) == 1 or is_series(matrix)


def checked_rows(values: FloatArray, names: tuple[Label, ...], sample_weight: Any) -> NumericRows:
    """Refuse infinite numbers, leave out units without a rating and those of weight zero."""
    total = float(values.sum()) if values.size else 0.0  # one pass: it is finite where every number is, or nearly so
    masks: Masks = ()
    if not np.isfinite(total):
        missing_ratings: Any = np.isnan(values)
        if not np.isfinite(values[~missing_ratings]).all():
            row = int(np.flatnonzero(np.isinf(values).any(1))[0])
            msg = f"ratings must be finite numbers; the first that is not is in row {row}: {values[row].tolist()}."
            raise ScoreError(msg)
        empty = missing_ratings.all(1)
        refuse_all_missing(~empty)
        masks = [("ratings", empty)] if empty.any() else ()
    (values,), weights, dropped, kept, _ = counted_columns((values,), masks, "drop", sample_weight, len(values))
    weights = None if weights is None else weights.astype(np.float64)
    return NumericRows(values, names, weights, kept, dropped, bool(np.isfinite(total)))


def _of_matrix(matrix: Any, raters: Sequence[Label] | None) -> tuple[FloatArray, tuple[Label, ...]]:
    if isinstance(matrix, np.ma.MaskedArray):
        masked = np.ma.getmaskarray(matrix)
        refuse_rounded(np.asarray(matrix.compressed()), "the matrix of ratings")
        matrix = np.where(masked, np.nan, np.asarray(np.ma.getdata(matrix), np.float64))
    if isinstance(matrix, (list, tuple)) and any(isinstance(row, (list, tuple)) for row in matrix):
        matrix = _of_lists(matrix)
    values = numbers(matrix, "the matrix of ratings", rounded=False)
    if values.ndim == 1 and not len(values):
        values = values.reshape(0, 0 if raters is None else len(raters))
    if values.ndim != 2:
        raise InputTypeError(
            "ratings must be a matrix with a row a unit and a column a rater, not one column; the ratings of two "
            "raters are two arguments, long tables go to NumericRatings.from_long."
        )
    names = rater_names(raters, values.shape[1])
    return np.asarray(values, np.float64), names


def _of_lists(rows: Sequence[Any]) -> FloatArray:
    """Rows of one length, with NaN for None."""
    width = refuse_ragged([len(row) if isinstance(row, (list, tuple, np.ndarray)) else -1 for row in rows])
    flat = np.empty(len(rows) * width, object)
    flat[:] = [value for row in rows for value in row]
    floats = floats_of(flat, "ratings", ScoreError)
    refuse_rounded(flat, "the matrix of ratings")
    return floats.reshape(len(rows), width)


def _of_frame(frame: Any, raters: Sequence[Label] | None) -> tuple[FloatArray, tuple[Label, ...]]:
    """Read the columns of a frame one by one, as their types can differ."""
    opened = opened_frame(frame, "Collect a lazy frame first.")
    names = columns_of_raters(opened, None if raters is None else check_raters(raters))
    columns = [measurement_column(opened.get_column(name).to_native(), f"rater {name!r}") for name in names]
    return np.stack(columns, axis=1).astype(np.float64, copy=False), tuple(names)
