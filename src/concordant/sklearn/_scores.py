"""Scores and probabilities as scikit-learn checks them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.arrays.quantities import moments_and_odd_rows, ranking_values
from concordant.errors import (
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    PositiveLabelError,
    ScoreError,
    WeightError,
)
from concordant.inputs.arrays import (
    READ,
    is_plain,
    is_plain_integers,
    is_plain_matrix,
    is_plain_numbers,
    is_series,
    numbers_of,
    readable,
    to_array,
)
from concordant.inputs.indicators import compressed_rows, is_sparse
from concordant.inputs.rankings import RankingRows
from concordant.inputs.rows import numbers as rows_numbers
from concordant.inputs.rows import rescaled
from concordant.inputs.scores import ScoreRows
from concordant.metrics.definition.kinds import rows_near_one
from concordant.metrics.ranking.label_rankings import mean_of_rows, mean_where_defined
from concordant.settings import threads_for
from concordant.sklearn._call import check_sample_weight, uneven, warn, warn_undefined, weight_array
from concordant.sklearn._targets import IndicatorMatrix, LabelColumn, read_targets
from concordant.states import Curve, Moments
from concordant.states.moments import Loss, RowQuantity

_GAINS = ("multilabel-indicator", "continuous-multioutput", "multiclass-multioutput")
Array = npt.NDArray[Any]
_HEAD = 64
LARGEST = float(np.finfo(np.float64).max)
_USUAL_PAIRS = ({0, 1}, {-1, 1}, {0}, {-1}, {1})


# Rows of labels and their scores, checked as scikit-learn checks them, and the mean of a quantity of a row.
#
# The short way is `quick_mean`, for plain matrices in which the kernel finds nothing odd. For everything else: the
# checks `numbers`, `same_rows`, `same_shape`, `indicators` or `check_gains`, then `average` of `values`.


def quick_mean(quantity: RowQuantity, y_true: Any, y_score: Any, weights: Any, fill: float) -> float | None:
    """
    The mean over the rows of two plain matrices; rows where the quantity is undefined count as `fill`.

    None where they are anything else, or hold what the kernel finds odd: then the checks tell.
    """
    if (
        not (is_plain_matrix(y_true, READ) and is_plain_matrix(y_score, READ))
        or y_true.shape != y_score.shape
        or y_true.shape[1] < 2
    ):
        return None
    rows = len(y_true)
    if not rows or (weights is not None and not _are_plain_weights(weights, rows)):
        return None
    moments, odd = moments_and_odd_rows(RankingRows(y_true, y_score, weights, 0), quantity, "")
    if odd.truth >= 0 or odd.score >= 0 or odd.infinite >= 0:
        return None
    return float(mean_of_rows(moments) if len(moments.names) == 1 else mean_where_defined(moments, fill))


def _are_plain_weights(weights: Any, rows: int) -> bool:
    """Whether they are weights of the usual kind: one a row, not negative, finite, and not all zero."""
    return (
        is_plain_numbers(weights) and len(weights) == rows and bool(weights.min() >= 0 and 0 < weights.max() < np.inf)
    )


def numbers(values: Any, *, sparse: bool = False) -> Any:
    """A matrix or a column of finite numbers; a sparse matrix as compressed rows."""
    if sparse and is_sparse(values):
        return compressed_rows(values)
    array = to_array(values, "a matrix")
    if array.ndim == 2 and array.shape[0] and not array.shape[1]:
        raise LengthError(f"Found array with 0 feature(s) (shape={array.shape}) while a minimum of 1 is required.")
    return score_array(values)


def two_dimensions(array: Array) -> Array:
    if array.ndim == 2:
        return array
    raise LengthError(
        f"Expected 2D array, got 1D array instead:\narray={array}.\n"
        "Reshape your data either using array.reshape(-1, 1) if your data has a single feature or "
        "array.reshape(1, -1) if it contains a single sample."
    )


def same_length(truth: Any, scores: Array, sample_weight: Any) -> None:
    lengths = [truth.shape[0], scores.shape[0]] + ([] if sample_weight is None else [len(sample_weight)])
    if len(set(lengths)) > 1:
        raise uneven(lengths)


def same_shape(truth: Any, scores: Array) -> None:
    if truth.shape != scores.shape:
        raise LengthError("y_true and y_score have different shape")


def indicators(truth: Any, *, one_label: bool = False) -> Any:
    """The truth as 0 and 1, where it is an indicator matrix (of `one_label`: also one column of two values)."""
    try:
        targets = read_targets(truth, "y_true")
    except InputTypeError:
        targets = read_targets(_values_of_sparse(truth), "y_true")
    else:
        if isinstance(targets, IndicatorMatrix):
            return targets.values
    kind = targets if isinstance(targets, str) else targets.kind
    if one_label and kind == "binary" and truth.ndim == 2:
        return (truth != 0).astype(np.uint8)
    raise InputError(f"{kind} format is not supported")


def _values_of_sparse(truth: Any) -> Array:
    """A small dense matrix of the values of a sparse one, to find out what they are."""
    values = np.append(np.unique(truth.data), truth.dtype.type(0))
    return values[:, None] if truth.shape[1] == 1 else values[None, :]


def check_gains(truth: Array) -> None:
    targets = read_targets(truth, "y_true")
    kind = targets if isinstance(targets, str) else targets.kind
    if kind not in _GAINS:
        raise InputError(f"Only {_GAINS} formats are supported. Got {kind} instead")


def values(quantity: RowQuantity, truth: Any, scores: Array, fill: float) -> Array:
    """The quantity of each row, `fill` where it is undefined."""
    quantities = ranking_values(RankingRows(truth, scores, None, 0), quantity)
    return np.where(np.isnan(quantities), fill, quantities)


def average(rows: Array, sample_weight: Any) -> float:
    """The mean with weights of any sign; a sum of zero is a ZeroDivisionError."""
    if sample_weight is None:
        return float(np.average(rows))
    weights, _ = rescaled(to_array(sample_weight, "sample_weight"))
    try:
        return float(np.average(rows, weights=weights))
    except ZeroDivisionError as error:
        raise ZeroWeightError("Weights sum to zero, can't be normalized") from error


class ZeroWeightError(WeightError, ZeroDivisionError):
    """Weights that cancel out: nothing can be divided by their sum."""


class ZeroLossError(InputError, ZeroDivisionError):
    """A forecast to compare with that has no loss: nothing can be divided by it."""


class Bounds(NamedTuple):
    """The least and the greatest of numbers, and how far a row is from a sum of 1 at most; NaN if there is a NaN."""

    low: float
    high: float
    worst_sum: float = 0.0

    def within(self, low: float, high: float) -> bool:
        """Whether all numbers lie in an interval; false if one is NaN."""
        return self.low >= low and self.high <= high


@dataclass(slots=True)
class Forecast:
    """
    Checked probabilities beside what happened.

    `truth` are places of classes (n,), or indicators (n, K) of which any number is 1. `probabilities` is (n,) for the
    second of two classes, or (n, K).
    """

    truth: Array
    classes: int
    probabilities: Array
    weights: Array | None
    whole: bool = True  # each row of probabilities sums to 1
    bounds: Bounds | None = None  # of the probabilities

    @property
    def rows(self) -> ScoreRows | None:
        """Rows for the states; None where these would not take them: several truths a row, or sums other than 1."""
        if self.truth.ndim == 2 or not self.whole:
            return None
        names = tuple(range(self.classes))
        return ScoreRows(self.truth, names, names, self.probabilities, self.weights, 0)

    @property
    def positive(self) -> bool:
        """Whether no weight is negative."""
        return self.weights is None or bool(self.weights.min() >= 0)

    def matrix(self) -> Array:
        """One column of probabilities a class."""
        p = self.probabilities
        return p if p.ndim == 2 else np.column_stack([1 - p, p])

    def indicators(self) -> Array:
        """One column of 0 and 1 a class."""
        if self.truth.ndim == 2:
            return self.truth
        return np.asarray(self.truth[:, None] == np.arange(self.classes)).view(np.uint8)


def smallest(y_proba: Any) -> float:
    """The step of the numbers at 1: how close to 0 and 1 a probability may come."""
    kind = getattr(y_proba, "dtype", None)
    return float(np.finfo(kind).eps) if isinstance(kind, np.dtype) and kind.kind == "f" else float(np.finfo(float).eps)


def clip(forecast: Forecast, margin: float) -> None:
    """Keep the probabilities away from 0 and 1."""
    p = forecast.probabilities
    if p.dtype.kind != "f":
        p = p.astype(np.float64)
    bounds = forecast.bounds or bounds_of(p)
    forecast.probabilities = p if bounds.within(margin, 1 - margin) else np.clip(p, margin, 1 - margin)


def forecast_of(y_true: Any, p: Array, bounds: Bounds, sample_weight: Any, labels: Any) -> Forecast:
    """Check labels beside probabilities that were read already."""
    if p.ndim == 2 and p.shape[1] == 1:
        p = p[:, 0]
    column = label_column(y_true, "y")
    rows = len(to_array(y_true, "y_true")) if isinstance(column, str) else len(column)
    same_rows(p, range(rows), sample_weight)
    weights = check_sample_weight(sample_weight, (len(p), rows))
    truth, classes = _codes_and_classes(column, y_true, labels)
    columns = 2 if p.ndim == 1 else p.shape[1]
    if len(classes) != columns:
        if labels is None:
            msg = (
                f"y_true and y_prob contain different number of classes: {len(classes)} vs {columns}. Please provide "
                f"the true labels explicitly through the labels argument. Classes found in y_true: {classes}"
            )
        else:
            msg = (
                f"The number of classes in labels is different from that in y_prob. Classes found in labels: {classes}"
            )
        raise LengthError(msg)
    if not bounds.within(0, 1):
        refuse_outside(p, "lower")
    whole = p.ndim == 1 or _sums_to_one(bounds.worst_sum, np.finfo(p.dtype if p.dtype.kind == "f" else float).eps)
    return Forecast(truth, len(classes), p, weights, whole, bounds)


def _codes_and_classes(column: LabelColumn | IndicatorMatrix | str, y_true: Any, labels: Any) -> tuple[Array, Array]:
    """The truth, as indices of the classes or as indicators, and the classes."""
    if isinstance(column, str):
        if column.endswith("multioutput"):
            raise InputError("Multioutput target data is not supported with label binarization")
        raise LabelError(f"Unknown label type: ({y_true!r},)")
    if isinstance(column, IndicatorMatrix):
        matrix: Array = column.values if isinstance(column.values, np.ndarray) else column.values.toarray()
        single = (matrix.sum(1) == 1).all()
        return matrix.argmax(1) if single else matrix, np.arange(matrix.shape[1])
    if labels is None:
        classes, codes = column.coded()
        if len(classes) == 1:
            raise LabelError(
                f"y_true contains only one label ({classes[0]}). Please provide the list of all expected class labels "
                "explicitly through the labels argument."
            )
        return codes, classes
    return _codes_of_declared(column, labels)


def _codes_of_declared(column: LabelColumn, labels: Any) -> tuple[Array, Array]:
    declared = to_array(labels, "labels")
    if not declared.size:
        raise LabelError(f"y has 0 samples: {labels!r}")
    classes = np.unique(declared)
    codes, foreign = codes_among(column, classes)
    if foreign:
        raise LabelError(
            f"y_true contains values {{{', '.join(map(repr, foreign))}}} not belonging to the passed labels "
            f"{declared.tolist()}."
        )
    if len(classes) == 1:
        raise LabelError(f"The labels array needs to contain at least two labels, got {declared.tolist()}.")
    if classes.tolist() != declared.tolist():
        if len(classes) != len(declared):
            raise LabelError(f"labels must be unique; they are {declared.tolist()}.")
        warn(
            f"Labels passed were {declared.tolist()}. But this function assumes labels are ordered lexicographically. "
            f"Pass the ordered labels={classes.tolist()} and ensure that the columns of y_prob correspond to this "
            "ordering."
        )
    return codes, classes


def _sums_to_one(distance: float, step: float) -> bool:
    if distance <= 1e-8 + np.sqrt(step):
        return True
    warn("The y_prob values do not sum to one. Make sure to pass probabilities.")
    return False


def refuse_outside(probabilities: Array, below: str) -> None:
    """Raise for numbers outside 0 and 1; scikit-learn says "lower" or "less", depending on the function."""
    highest, lowest = probabilities.max(), probabilities.min()
    if highest > 1:
        raise ScoreError(f"y_prob contains values greater than 1: {highest}")
    if lowest < 0:
        raise ScoreError(f"y_prob contains values {below} than 0: {lowest}")


# -- sums ----------------------------------------------------------------------------------------------------------


def mean_loss(rows: ScoreRows, loss: Loss) -> tuple[float, float]:
    """The weighted mean of a loss and the sum of weights, of any sign."""
    if rows.weights is None or rows.weights.min() >= 0:
        return _mean_of_loss(rows, loss)
    positive, negative = rows.weights > 0, rows.weights < 0
    plus, minus = _mean_of_loss(part_of(rows, positive), loss), _mean_of_loss(part_of(rows, negative, -1), loss)
    weight = plus[1] - minus[1]
    refuse_zero(weight)
    return (plus[0] * plus[1] - minus[0] * minus[1]) / weight, weight


def _mean_of_loss(rows: ScoreRows, loss: Loss) -> tuple[float, float]:
    moments = Moments.from_losses(rows, loss)
    return float(moments.mean[0]), float(moments.weight)


def refuse_zero(weight: float) -> None:
    """Raise for weights that sum to zero."""
    if weight == 0:
        raise ZeroWeightError("Weights sum to zero, can't be normalized")


def mean_surprise(forecast: Forecast) -> tuple[float, float]:
    """The mean over rows of the log loss of all that happened, and the sum of weights."""
    rows = forecast.rows
    if rows is not None:
        return mean_loss(rows, "surprise")
    weights = forecast.weights
    weight = float(len(forecast.truth) if weights is None else weights.sum(dtype=np.float64))
    row, column = np.nonzero(forecast.indicators())
    if not len(row):
        return 0.0, weight
    probabilities = forecast.matrix()[row, column]
    happened = np.ones(len(probabilities), np.uint8)
    parts = ScoreRows(happened, (0, 1), (0, 1), probabilities, None if weights is None else weights[row], 0)
    refuse_zero(weight)
    mean, of_all = mean_loss(parts, "surprise")
    return mean * of_all / weight, weight


def mean_square(forecast: Forecast) -> float:
    """The mean squared error, summed over the classes; of two classes in one column that of the column."""
    rows = forecast.rows
    if rows is not None:
        return mean_loss(rows, "squared")[0]
    truth, p = forecast.indicators(), forecast.matrix()
    columns = [ScoreRows(truth[:, j], (0, 1), (0, 1), p[:, j], forecast.weights, 0) for j in range(forecast.classes)]
    return sum(mean_loss(column, "squared")[0] for column in columns)


def skill_of(value: float) -> float:
    """A skill; zero where it is smaller than the rounding of the two losses that it compares."""
    return 0.0 if abs(value) <= 4 * np.finfo(float).eps else value


def of_shares(forecast: Forecast) -> Forecast:
    """The forecast that gives every row the share of each class."""
    weights, _ = rescaled(forecast.weights)
    if weights is not None:
        refuse_zero(weights.sum(dtype=np.float64))
    shares = np.average(forecast.indicators(), axis=0, weights=weights)
    p = np.tile(shares, (len(forecast.truth), 1))
    return Forecast(forecast.truth, forecast.classes, p, forecast.weights)


def too_few_rows(y_true: Any, y_proba: Any, sample_weight: Any) -> bool:
    """Whether there are fewer than two rows; warns."""
    columns = [
        len(values if isinstance(values, list) else to_array(values, "y_proba"))
        for values in (y_proba, y_true, sample_weight)
        if values is not None
    ]
    if len(set(columns)) > 1:
        raise uneven(columns)
    if columns[0] >= 2:
        return False
    warn_undefined("D^2 score is not well-defined with less than two samples.")
    return True


def plain_moments(y_true: Any, y_proba: Any, loss: Loss) -> Moments | None:
    """
    Moments of a loss of the most common input: 0 and 1, both of which occur, beside probabilities of 1.

    None where it takes the full checks. Of losses that may be infinite only what nothing is clipped of.
    """
    margin = smallest(y_proba) if loss.startswith("surprise") else 0.0
    rows = plain_rows(y_true, y_proba, margin, 1 - margin)
    if rows is None:
        return None
    head = y_true[:_HEAD]  # mostly both labels are among them
    if head.min() == head.max() and y_true.min() == y_true.max():
        return None
    try:
        return Moments.from_losses(rows, loss)
    except LabelError:  # other labels than 0 and 1
        return None


# Checks of scores, and labels beside them, as scikit-learn makes them; shared by everything that takes scores.
#
# The short way: `plain_rows` takes a plain array of 0 and 1 with a plain column of finite floats as it is, and the
# kernels tell if other labels occur. Everything else is read by `label_column`, `score_array`, `score_column` and
# `weight_column`, and becomes rows for the states through `rows_against`.


class UnfitScoresError(InputError, InputTypeError):
    """Scores that are not numbers: scikit-learn raises a ValueError or a TypeError, depending on the function."""


def bounds_of(array: npt.NDArray[Any]) -> Bounds:
    """Return the bounds of all numbers, in one pass."""
    find = _kernels.bounds if array.ndim == 1 else _kernels.matrix_bounds
    return Bounds(*find(array, threads_for(array.size)))


def plain_rows(y_true: Any, y_score: Any, low: float = -LARGEST, high: float = LARGEST) -> ScoreRows | None:
    """
    Rows of the most common input: integers or bools, taken for 0 and 1, beside a column of floats in an interval.

    None where it is anything else. Whether other labels occur, the kernels tell with a `LabelError`.
    """
    if not (
        is_plain_integers(y_true)
        and is_plain(y_score, "df")
        and len(y_true) == len(y_score) > 0
        and bounds_of(y_score).within(low, high)
    ):
        return None
    return ScoreRows(y_true, (0, 1), (0, 1), y_score, None, 0)


# -- scores --------------------------------------------------------------------------------------------------------


def score_array(y_score: Any, *, finite: bool = True) -> npt.NDArray[Any]:
    """Return scores as an array of one or two dimensions, of at least one row, without NaN and infinity."""
    array = _array_of_scores(y_score)
    if finite:
        refuse_infinite(array)
    return array


def _array_of_scores(y_score: Any) -> npt.NDArray[Any]:
    array = _as_numbers(y_score)
    if array.ndim > 2:
        raise InputError(f"Found array with dim {array.ndim}, while dim <= 2 is required.")
    if array.ndim == 0:
        raise InputError(f"Expected 2D array, got scalar array instead:\narray={array}.")
    if not array.size:
        raise too_few(array)
    return array


def _as_numbers(y_score: Any) -> npt.NDArray[Any]:
    """Convert to an array of numbers; float16 becomes float32, as the kernels take it."""
    if type(y_score) is not np.ndarray:
        y_score = _to_numbers(y_score)
    array: npt.NDArray[Any] = y_score
    kind = array.dtype.kind
    if kind in "US":
        raise UnfitScoresError(
            "dtype='numeric' is not compatible with arrays of bytes/strings."
            "Convert your data to numeric values explicitly instead."
        )
    if kind == "c":
        raise InputError(f"Complex data not supported\n{array}\n")
    if kind == "O" or array.dtype.itemsize not in (1, 4, 8):
        array = array.astype(np.float32 if array.dtype.char == "e" else np.int64 if kind in "iu" else np.float64)
    return readable(array)


def _to_numbers(y_score: Any) -> npt.NDArray[Any]:
    if type(y_score) is list:
        from_list = _kernels.list_numbers(y_score)
        if from_list is not None:
            return from_list
    elif is_series(y_score):
        from_series = numbers_of(y_score)
        if from_series is not None:
            return from_series
    if hasattr(y_score, "__array__") or isinstance(y_score, (list, tuple)):
        try:
            array: npt.NDArray[Any] = to_array(y_score, "y_score")
        except ValueError as error:
            raise UnfitScoresError(f"y_score cannot be read as numbers: {error}") from error
        if array.dtype.kind != "O":
            return array
    return rows_numbers(y_score, "y_score")


def bounded_scores(y_score: Any) -> tuple[npt.NDArray[Any], Bounds]:
    """Return scores as an array, and their bounds; NaN and infinity are refused."""
    array = _array_of_scores(y_score)
    bounds = bounds_of(array)
    if not bounds.within(-LARGEST, LARGEST):
        refuse_infinite(array)
    return array, bounds


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
        refuse_column(array.shape)
    return array


def refuse_column(shape: tuple[int, ...]) -> NoReturn:
    """Raise for a matrix where a column is expected."""
    raise LengthError(f"y should be a 1d array, got an array of shape {shape} instead.")


def refuse_shape_of_classes(scores: Array) -> NoReturn:
    """Raise for scores that are not one column a class."""
    raise LengthError(
        "`y_score` needs to be of shape `(n_samples, n_classes)`, since `y_true` contains multiple classes. "
        f"Got `y_score.shape={scores.shape}`."
    )


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
    _, integers = column.integers()
    values = (integers[0], integers[1]) if len(integers) > 1 else (integers[0], _absent_label(integers[0]))
    return ScoreRows(column.values, values, (0, 1), scores, weights, 0)


def _absent_label(value: Any) -> Any:
    """A label that does not occur, where one label occurs alone."""
    return 0 if value == 1 else 1


def rows_against(
    column: LabelColumn, positive: Any, scores: npt.NDArray[Any], weights: npt.NDArray[Any] | None = None
) -> ScoreRows:
    """Rows of one label against all others; it need not occur."""
    labels, integers = column.integers()
    index = next((i for i, label in enumerate(labels.tolist()) if label == positive), None)
    if index is None:
        return ScoreRows(np.zeros(len(column), dtype=bool), (0, 1), (0, 1), scores, weights, 0)
    if len(integers) > 2:
        return ScoreRows(column.values == integers[index], (0, 1), (0, 1), scores, weights, 0)
    negative = integers[1 - index] if len(integers) == 2 else _absent_label(integers[index])
    return ScoreRows(column.values, (negative, integers[index]), (0, 1), scores, weights, 0)


def present_rows(rows: ScoreRows) -> ScoreRows:
    """The rows whose weight is not zero."""
    return rows if rows.weights is None or rows.weights.all() else part_of(rows, rows.weights != 0)


def part_of(rows: ScoreRows, mask: npt.NDArray[np.bool_], sign: int = 1) -> ScoreRows:
    """Some of the rows, their weights multiplied by `sign`."""
    weights = None if rows.weights is None else rows.weights[mask] * sign
    return replace(rows, y_true=rows.y_true[mask], scores=rows.scores[mask], weights=weights)


def positive_label(pos_label: Any, labels: npt.NDArray[Any]) -> Any:
    """Return the positive label: as given, else 1 if the labels are 0 and 1 or -1 and 1."""
    if pos_label is not None:
        return pos_label
    present = labels.tolist()
    if labels.dtype.kind in "OUS" or set(present) not in _USUAL_PAIRS:
        shown = ", ".join(map(repr, present))
        raise PositiveLabelError(
            f"y_true takes value in {{{shown}}} and pos_label is not specified: either make y_true take value in "
            "{0, 1} or {-1, 1} or pass pos_label explicitly."
        )
    return 1


def codes_among(column: LabelColumn, classes: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], list[Any]]:
    """For each row the index of its label among the classes, and the labels that are none of them."""
    labels, codes = column.coded()
    index_of = {label: i for i, label in enumerate(classes.tolist())}
    foreign = [label for label in labels.tolist() if label not in index_of]
    if foreign:
        return codes, foreign
    indices = [index_of[label] for label in labels.tolist()]
    return (codes if indices == list(range(len(indices))) else np.array(indices)[codes]), []


def value_of_rows(metric: Any, rows: ScoreRows) -> float | None:
    """Take a metric of scores of rows of two classes; None where it is undefined."""
    if metric.shortcut is not None:
        value: float | None = metric.shortcut(rows_near_one(metric, rows))
        return value
    result = float(metric.value_of(Curve.from_rows(rows)))
    return None if np.isnan(result) else result
