"""
Checks of scores, and labels beside them, as scikit-learn makes them; shared by everything that takes scores.

The short way: `plain_rows` takes a plain array of 0 and 1 with a plain column of finite floats as it is, and the
kernels tell if other labels occur. Everything else is read by `label_column`, `score_array`, `score_column` and
`weight_column`, and becomes rows for the states through `rows_against`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputError, InputTypeError, LengthError, PositiveLabelError
from concordant.inputs.arrays import is_plain_floats, is_plain_integers, is_series, numbers_of, readable, to_array
from concordant.inputs.rows import numbers
from concordant.inputs.scores import ScoreRows
from concordant.metrics.definition.kinds import rows_near_one
from concordant.settings import threads_for
from concordant.sklearn._labels import LabelColumn
from concordant.sklearn._targets import IndicatorMatrix, read_targets
from concordant.sklearn._weights import check_sample_weight, uneven, weight_array
from concordant.states import Curve

LARGEST = float(np.finfo(np.float64).max)

_USUAL_PAIRS = ({0, 1}, {-1, 1}, {0}, {-1}, {1})


class UnfitScoresError(InputError, InputTypeError):
    """Scores that are not numbers: scikit-learn raises a ValueError or a TypeError, depending on the function."""


class Bounds(NamedTuple):
    """The least and the greatest of numbers, and how far a row is from a sum of 1 at most; NaN if there is a NaN."""

    low: float
    high: float
    worst_sum: float = 0.0

    def within(self, low: float, high: float) -> bool:
        """Whether all numbers lie in an interval; false if one is NaN."""
        return self.low >= low and self.high <= high


def bounds_of(array: npt.NDArray[Any]) -> Bounds:
    """Look at all numbers once."""
    find = _kernels.bounds if array.ndim == 1 else _kernels.matrix_bounds
    return Bounds(*find(array, threads_for(array.size)))


def plain_rows(y_true: Any, y_score: Any, low: float = -LARGEST, high: float = LARGEST) -> ScoreRows | None:
    """
    Rows of the most common input: integers or bools, taken for 0 and 1, beside a column of floats in an interval.

    None where it is anything else. Whether other labels occur, the kernels tell with a `LabelError`.
    """
    if not (
        is_plain_integers(y_true)
        and is_plain_floats(y_score)
        and len(y_true) == len(y_score) > 0
        and bounds_of(y_score).within(low, high)
    ):
        return None
    return ScoreRows(y_true, (0, 1), (0, 1), y_score, None, 0)


# -- scores --------------------------------------------------------------------------------------------------------


def score_array(y_score: Any, *, finite: bool = True) -> npt.NDArray[Any]:
    """Return scores as an array of one or two dimensions, of at least one row, without NaN and infinity."""
    array = _shaped(y_score)
    if finite:
        refuse_infinite(array)
    return array


def bounded_scores(y_score: Any) -> tuple[npt.NDArray[Any], Bounds]:
    """The same with the bounds of the scores."""
    array = _shaped(y_score)
    bounds = bounds_of(array)
    if not bounds.within(-LARGEST, LARGEST):
        refuse_infinite(array)
    return array, bounds


def _shaped(y_score: Any) -> npt.NDArray[Any]:
    array = _as_numbers(y_score)
    if array.ndim > 2:
        msg = f"Found array with dim {array.ndim}, while dim <= 2 is required."
        raise InputError(msg)
    if array.ndim == 0:
        msg = f"Expected 2D array, got scalar array instead:\narray={array}."
        raise InputError(msg)
    if not array.size:
        raise too_few(array)
    return array


def _as_numbers(y_score: Any) -> npt.NDArray[Any]:
    """Convert to an array of numbers; float16 becomes float32, as the kernels take it."""
    if type(y_score) is not np.ndarray:
        y_score = _converted(y_score)
    array: npt.NDArray[Any] = y_score
    kind = array.dtype.kind
    if kind in "US":
        msg = (
            "dtype='numeric' is not compatible with arrays of bytes/strings."
            "Convert your data to numeric values explicitly instead."
        )
        raise UnfitScoresError(msg)
    if kind == "c":
        msg = f"Complex data not supported\n{array}\n"
        raise InputError(msg)
    if kind == "O" or array.dtype.itemsize not in (1, 4, 8):
        array = array.astype(np.float32 if array.dtype.char == "e" else np.int64 if kind in "iu" else np.float64)
    return readable(array)


def _converted(y_score: Any) -> npt.NDArray[Any]:
    if type(y_score) is list:
        listed = _kernels.list_numbers(y_score)
        if listed is not None:
            return listed
    elif is_series(y_score):
        numbers_inside = numbers_of(y_score)
        if numbers_inside is not None:
            return numbers_inside
    if hasattr(y_score, "__array__") or isinstance(y_score, (list, tuple)):
        try:
            array: npt.NDArray[Any] = to_array(y_score, "y_score")
        except ValueError as error:
            msg = f"y_score cannot be read as numbers: {error}"
            raise UnfitScoresError(msg) from error
        if array.dtype.kind != "O":
            return array
    return numbers(y_score, "y_score")


def refuse_infinite(array: npt.NDArray[Any]) -> None:
    """Raise for NaN and infinity among scores."""
    if array.dtype.kind != "f" or bounds_of(array).within(-LARGEST, LARGEST):
        return
    if np.isnan(array).any():
        msg = "Input contains NaN."
    else:
        msg = f"Input contains infinity or a value too large for dtype({array.dtype.name!r})."
    raise InputError(msg)


def score_column(y_score: Any, *, finite: bool = True) -> npt.NDArray[Any]:
    """Return one column of scores."""
    return as_column(score_array(y_score, finite=finite))


def as_column(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """One column out of an array of shape (n,) or (n, 1)."""
    if array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    if array.ndim != 1:
        msg = f"y should be a 1d array, got an array of shape {array.shape} instead."
        raise LengthError(msg)
    return array


def too_few(array: npt.NDArray[Any]) -> InputError:
    """The error for an array without rows."""
    return InputError(f"Found array with 0 sample(s) (shape={array.shape}) while a minimum of 1 is required.")


def same_rows(*columns: Any) -> None:
    """Raise for columns of different lengths; None is none."""
    lengths = [len(x if hasattr(x, "__len__") else to_array(x, "a column")) for x in columns if x is not None]
    if lengths.count(lengths[0]) < len(lengths):
        raise uneven(lengths)


def weight_column(sample_weight: Any, lengths: Sequence[int]) -> npt.NDArray[Any] | None:
    """Return weights of any sign as a column of numbers; a matrix of one column is one."""
    if sample_weight is None:
        return None
    return check_sample_weight(as_column(weight_array(sample_weight)), lengths)


# -- labels --------------------------------------------------------------------------------------------------------


def label_column(y_true: Any, what: str = "y_true") -> LabelColumn | IndicatorMatrix | str:
    """Read the truth; a table that is one column gives its column."""
    targets = read_targets(y_true, what)
    if not isinstance(targets, str) and not len(targets):
        raise too_few(to_array(y_true, "y_true"))
    return targets


def rows_of_two(column: LabelColumn, scores: npt.NDArray[Any], weights: npt.NDArray[Any] | None = None) -> ScoreRows:
    """Rows of the at most two labels that occur; the larger one is positive. One label alone is negative."""
    _, raw = column.integers()
    values = (raw[0], raw[1]) if len(raw) > 1 else (raw[0], _another(raw[0]))
    return ScoreRows(column.values, values, (0, 1), scores, weights, 0)


def rows_against(
    column: LabelColumn, positive: Any, scores: npt.NDArray[Any], weights: npt.NDArray[Any] | None = None
) -> ScoreRows:
    """Rows of one label against all others; it need not occur."""
    labels, raw = column.integers()
    here = next((i for i, label in enumerate(labels.tolist()) if label == positive), None)
    if here is None:
        return ScoreRows(np.zeros(len(column), dtype=bool), (0, 1), (0, 1), scores, weights, 0)
    if len(raw) > 2:
        return ScoreRows(column.values == raw[here], (0, 1), (0, 1), scores, weights, 0)
    negative = raw[1 - here] if len(raw) == 2 else _another(raw[here])
    return ScoreRows(column.values, (negative, raw[here]), (0, 1), scores, weights, 0)


def present_rows(rows: ScoreRows) -> ScoreRows:
    """The rows whose weight is not zero."""
    return rows if rows.weights is None or rows.weights.all() else part_of(rows, rows.weights != 0)


def part_of(rows: ScoreRows, here: npt.NDArray[np.bool_], sign: int = 1) -> ScoreRows:
    """Some of the rows; their weights times `sign`."""
    weights = None if rows.weights is None else rows.weights[here] * sign
    return replace(rows, y_true=rows.y_true[here], scores=rows.scores[here], weights=weights)


def _another(value: Any) -> Any:
    """A label that does not occur, where one label occurs alone."""
    return 0 if value == 1 else 1


def positive_label(pos_label: Any, labels: npt.NDArray[Any]) -> Any:
    """Return the positive label: as given, else 1 if the labels are 0 and 1 or -1 and 1."""
    if pos_label is not None:
        return pos_label
    found = labels.tolist()
    if labels.dtype.kind in "OUS" or set(found) not in _USUAL_PAIRS:
        shown = ", ".join(map(repr, found))
        msg = (
            f"y_true takes value in {{{shown}}} and pos_label is not specified: either make y_true take value in "
            "{0, 1} or {-1, 1} or pass pos_label explicitly."
        )
        raise PositiveLabelError(msg)
    return 1


def codes_among(column: LabelColumn, classes: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], list[Any]]:
    """For each row the place of its label among the classes, and the labels that are none of them."""
    labels, codes = column.coded()
    place = {label: i for i, label in enumerate(classes.tolist())}
    foreign = [label for label in labels.tolist() if label not in place]
    if foreign:
        return codes, foreign
    places = [place[label] for label in labels.tolist()]
    return (codes if places == list(range(len(places))) else np.array(places)[codes]), []


def value_of_rows(metric: Any, rows: ScoreRows) -> float | None:
    """Take a metric of scores of rows of two classes; None where it is undefined."""
    if metric.shortcut is not None:
        value: float | None = metric.shortcut(rows_near_one(metric, rows))
        return value
    found = float(metric.value_of(Curve.from_rows(rows)))
    return None if np.isnan(found) else found
