"""Labels and probabilities, or decision values, checked as scikit-learn does and summed by the states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, LabelError, LengthError, ScoreError, WeightError
from concordant.inputs.arrays import to_array
from concordant.inputs.rows import near_one
from concordant.inputs.scores import ScoreRows
from concordant.sklearn._labels import LabelColumn
from concordant.sklearn._scores import (
    Bounds,
    bounded_scores,
    bounds_of,
    codes_among,
    label_column,
    part_of,
    plain_rows,
    same_rows,
)
from concordant.sklearn._targets import IndicatorMatrix
from concordant.sklearn._warnings import warn, warn_undefined
from concordant.sklearn._weights import check_sample_weight, uneven
from concordant.states import Moments
from concordant.states.moments import Loss

Array = npt.NDArray[Any]

_FEW = 64


class ZeroWeightError(WeightError, ZeroDivisionError):
    """Weights that cancel out: nothing can be divided by their sum."""


class ZeroLossError(InputError, ZeroDivisionError):
    """A forecast to compare with that has no loss: nothing can be divided by it."""


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


def read_forecast(y_true: Any, y_proba: Any, sample_weight: Any, labels: Any) -> Forecast:
    """Check labels and probabilities of two or more classes; a single column speaks of the larger of two labels."""
    return forecast_of(y_true, *bounded_scores(y_proba), sample_weight, labels)


def forecast_of(y_true: Any, p: Array, bounds: Bounds, sample_weight: Any, labels: Any) -> Forecast:
    """The same of scores that were read."""
    if p.ndim == 2 and p.shape[1] == 1:
        p = p[:, 0]
    column = label_column(y_true, "y")
    rows = len(to_array(y_true, "y_true")) if isinstance(column, str) else len(column)
    same_rows(p, range(rows), sample_weight)
    weights = check_sample_weight(sample_weight, (len(p), rows))
    truth, classes = _truth(column, y_true, labels)
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


def refuse_outside(probabilities: Array, below: str) -> None:
    """Raise for numbers outside 0 and 1; scikit-learn says "lower" or "less", depending on the function."""
    highest, lowest = probabilities.max(), probabilities.min()
    if highest > 1:
        msg = f"y_prob contains values greater than 1: {highest}"
        raise ScoreError(msg)
    if lowest < 0:
        msg = f"y_prob contains values {below} than 0: {lowest}"
        raise ScoreError(msg)


def _sums_to_one(distance: float, step: float) -> bool:
    if distance <= 1e-8 + np.sqrt(step):
        return True
    warn("The y_prob values do not sum to one. Make sure to pass probabilities.")
    return False


def _truth(column: LabelColumn | IndicatorMatrix | str, y_true: Any, labels: Any) -> tuple[Array, Array]:
    """What happened, as places of the classes or as indicators, and the classes."""
    if isinstance(column, str):
        if column.endswith("multioutput"):
            msg = "Multioutput target data is not supported with label binarization"
            raise InputError(msg)
        msg = f"Unknown label type: ({y_true!r},)"
        raise LabelError(msg)
    if isinstance(column, IndicatorMatrix):
        matrix: Array = column.values if isinstance(column.values, np.ndarray) else column.values.toarray()
        single = (matrix.sum(1) == 1).all()
        return matrix.argmax(1) if single else matrix, np.arange(matrix.shape[1])
    if labels is None:
        classes, codes = column.coded()
        if len(classes) == 1:
            msg = (
                f"y_true contains only one label ({classes[0]}). Please provide the list of all expected class labels "
                "explicitly through the labels argument."
            )
            raise LabelError(msg)
        return codes, classes
    return _declared(column, labels)


def _declared(column: LabelColumn, labels: Any) -> tuple[Array, Array]:
    given = to_array(labels, "labels")
    if not given.size:
        msg = f"y has 0 samples: {labels!r}"
        raise LabelError(msg)
    classes = np.unique(given)
    codes, foreign = codes_among(column, classes)
    if foreign:
        msg = (
            f"y_true contains values {{{', '.join(map(repr, foreign))}}} not belonging to the passed labels "
            f"{given.tolist()}."
        )
        raise LabelError(msg)
    if len(classes) == 1:
        msg = f"The labels array needs to contain at least two labels, got {given.tolist()}."
        raise LabelError(msg)
    if classes.tolist() != given.tolist():
        if len(classes) != len(given):
            msg = f"labels must be unique; they are {given.tolist()}."
            raise LabelError(msg)
        warn(
            f"Labels passed were {given.tolist()}. But this function assumes labels are ordered lexicographically. "
            f"Pass the ordered labels={classes.tolist()} and ensure that the columns of y_prob correspond to this "
            "ordering."
        )
    return codes, classes


# -- sums ----------------------------------------------------------------------------------------------------------


def mean_loss(rows: ScoreRows, loss: Loss) -> tuple[float, float]:
    """The weighted mean of a loss and the sum of weights, of any sign."""
    if rows.weights is None or rows.weights.min() >= 0:
        return _mean(rows, loss)
    for_it, against = rows.weights > 0, rows.weights < 0
    plus, minus = _mean(part_of(rows, for_it), loss), _mean(part_of(rows, against, -1), loss)
    weight = plus[1] - minus[1]
    refuse_zero(weight)
    return (plus[0] * plus[1] - minus[0] * minus[1]) / weight, weight


def refuse_zero(weight: float) -> None:
    """Raise for weights that sum to zero."""
    if weight == 0:
        msg = "Weights sum to zero, can't be normalized"
        raise ZeroWeightError(msg)


def _mean(rows: ScoreRows, loss: Loss) -> tuple[float, float]:
    moments = Moments.from_losses(rows, loss)
    return float(moments.mean[0]), float(moments.weight)


def mean_surprise(forecast: Forecast) -> tuple[float, float]:
    """The mean over rows of minus the logarithms of the probabilities of all that happened, and the sum of weights."""
    rows = forecast.rows
    if rows is not None:
        return mean_loss(rows, "surprise")
    weights = forecast.weights
    weight = float(len(forecast.truth) if weights is None else weights.sum(dtype=np.float64))
    which, column = np.nonzero(forecast.indicators())
    if not len(which):
        return 0.0, weight
    own = forecast.matrix()[which, column]
    happened = np.ones(len(own), np.uint8)
    parts = ScoreRows(happened, (0, 1), (0, 1), own, None if weights is None else weights[which], 0)
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
    """The forecast that says of every row how frequent each class is."""
    weights, _ = near_one(forecast.weights)
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
    few = y_true[:_FEW]  # mostly both labels are among them
    if few.min() == few.max() and y_true.min() == y_true.max():
        return None
    try:
        return Moments.from_losses(rows, loss)
    except LabelError:  # other labels than 0 and 1
        return None
