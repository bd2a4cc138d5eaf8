"""Scores and probabilities beside the truth, as rows for the states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from concordant import _kernels
from concordant.engines.arrays.quantities import row_losses
from concordant.errors import LabelError, LengthError, OptionError, PositiveLabelError, ScoreError
from concordant.inputs.arrays import PLAIN_INTEGERS, is_plain
from concordant.inputs.labels import listed
from concordant.inputs.scores import ScoreRows
from concordant.metrics.definition.kinds import rows_of_two_classes
from concordant.settings import threads_for
from concordant.sklearn._call import (
    LARGEST,
    Array,
    Bounds,
    as_column,
    average,
    finite_bounds,
    read_numbers,
    read_weights,
    same_rows,
    warn,
)
from concordant.sklearn._targets import Classes, indicators_of, listed_labels, read_classes
from concordant.states import Curve, Moments
from concordant.typing import Label

_USUAL_PAIRS = ({0, 1}, {-1, 1}, {0}, {-1}, {1})
_EPS = np.finfo(np.float64).eps


def read_scores(y_score: Any, name: str = "y_score") -> Array:
    """Return finite scores as an array of one or two dimensions."""
    scores = read_numbers(y_score, name)
    finite_bounds(scores, name)
    return scores


def read_one_column(y_true: Any, **how: Any) -> Classes:
    """Read one column of labels; several labels a row are refused."""
    column = read_classes(y_true, **how)
    if isinstance(column, Classes):
        return column
    raise LengthError(f"y_true must be one column of labels, not a matrix of shape {column.shape}.")


def positive_label(pos_label: Any, classes: Sequence[Label]) -> Any:
    """Return the positive label: as given, else 1 if the labels are 0 and 1 or -1 and 1."""
    if pos_label is not None:
        return pos_label
    if set(classes) not in _USUAL_PAIRS:
        raise PositiveLabelError(f"which label is positive? The labels are {listed(classes)}: give pos_label=.")
    return 1


def binary_rows(truth: Array, scores: Array, weights: Array | None = None) -> ScoreRows:
    """Rows of 0 and 1 beside one column of scores."""
    return ScoreRows(truth, (0, 1), (0, 1), scores, weights, 0)


def plain_rows(y_true: Any, y_score: Any, least: float = -LARGEST, most: float = LARGEST) -> ScoreRows | None:
    """Rows of 0 and 1, both of which occur, beside a column of scores in an interval, as they are; None of others."""
    if not (is_plain(y_true, PLAIN_INTEGERS) and is_plain(y_score, "df") and len(y_true) == len(y_score) > 0):
        return None
    threads = threads_for(len(y_true))
    if _kernels.bounds(y_true, threads) != (0, 1):
        return None
    low, high = _kernels.bounds(y_score, threads)
    return binary_rows(y_true, y_score) if low >= least and high <= most else None


def rows_of_two(
    column: Classes, scores: Array, weights: Array | None, positive: Any, name: str = "y_score"
) -> ScoreRows:
    """Rows of one class against the rest beside one column of scores."""
    same_rows(y_true=column, **{name: scores})
    return binary_rows(column.against_rest(positive), as_column(scores, name), weights)


def rows_of_several(column: Classes, scores: Array, weights: Array | None = None) -> ScoreRows:
    """Rows of several classes, one column of scores each."""
    classes = tuple(range(scores.shape[1]))
    return ScoreRows(column.codes, classes, classes, scores, weights, 0)


def present_rows(rows: ScoreRows) -> ScoreRows:
    """The rows whose weight is not zero."""
    if rows.weights is None or rows.weights.all():
        return rows
    kept = rows.weights != 0
    return replace(rows, y_true=rows.y_true[kept], scores=rows.scores[kept], weights=rows.weights[kept])


def is_signed(rows: ScoreRows) -> bool:
    """Whether a weight is negative."""
    return rows.weights is not None and bool(rows.weights.min() < 0)


def value_of_rows(metric: Any, rows: ScoreRows) -> float:
    """Take a metric of scores of rows of two classes; NaN where it is undefined."""
    value = None if is_signed(rows) else metric.shortcut(rows_of_two_classes(metric, rows))
    return float(metric.value_of(Curve.from_rows(rows))) if value is None else float(value)


def with_declared(y_true: Any, labels: Any, columns: int) -> Classes:
    """Read classes, those that occur or declared ones in ascending order, as many as there are columns of scores."""
    declared = None
    if labels is not None:
        declared = listed_labels(labels)
        if not declared or declared != np.unique(declared).tolist():
            raise OptionError(f"labels must be in ascending order, each once, not {listed(declared)}.")
    column = read_one_column(y_true, labels=declared)
    if len(column.classes) != columns:
        raise LengthError(
            f"y_score has {columns} columns, but there are {len(column.classes)} classes: {listed(column.classes)}. "
            "Give one column a class, and all classes as labels= where not all of them occur."
        )
    return column


# Probabilities beside what happened.


@dataclass(slots=True)
class Forecast:
    """
    Checked probabilities beside what happened.

    `truth` has the places of classes (n,), or indicators (n, K) of which any number is 1. `p` is (n,) for the second
    of two classes, or (n, K); `whole` says whether its rows sum to 1.
    """

    truth: Array
    classes: int
    p: Array
    weights: Array | None
    bounds: Bounds
    whole: bool = True

    def clip(self, margin: float) -> None:
        """Keep the probabilities away from 0 and 1."""
        if not self.bounds.within(margin, 1 - margin):
            self.p = np.clip(self.p.astype(np.promote_types(self.p.dtype, np.float32)), margin, 1 - margin)

    def means(self, loss: Any) -> Array:
        """The mean of a loss, "squared" or "surprise", and, with "... and class", the share of each class."""
        rows = self._rows()
        if rows is not None and not is_signed(rows):
            return Moments.from_losses(rows, loss).mean
        losses = self._losses(loss.partition(" ")[0]) if rows is None else row_losses(rows, loss)
        return np.array([average(column, self.weights) for column in losses.T])

    def _rows(self) -> ScoreRows | None:
        """Rows for the states; None where these would not take them: several truths a row, or sums other than 1."""
        if self.truth.ndim == 2 or not self.whole:
            return None
        names = tuple(range(self.classes))
        return ScoreRows(self.truth, names, names, self.p, self.weights, 0)

    def _losses(self, kind: str) -> Array:
        """The loss of each row and indicators of what happened."""
        p = (self.p if self.p.ndim == 2 else np.column_stack([1 - self.p, self.p])).astype(np.float64)
        truth = self.truth if self.truth.ndim == 2 else np.equal.outer(self.truth, np.arange(self.classes))
        each = (truth - p) ** 2 if kind == "squared" else -np.log(np.where(truth, p, 1.0))
        return np.column_stack([each.sum(1), truth])


def smallest(y_proba: Any) -> float:
    """The step of the numbers at 1: how close to 0 and 1 a probability may come."""
    dtype = getattr(y_proba, "dtype", None)
    return float(np.finfo(dtype).eps) if isinstance(dtype, np.dtype) and dtype.kind == "f" else float(_EPS)


def read_probabilities(y_proba: Any, name: str = "y_proba") -> tuple[Array, Bounds]:
    """Return probabilities as an array of one or two dimensions, and their bounds."""
    p = read_numbers(y_proba, name)
    if p.ndim == 2 and p.shape[1] == 1:
        p = p[:, 0]
    return p, finite_bounds(p, name)


def refuse_outside(bounds: Bounds, name: str = "y_proba") -> None:
    """Raise for numbers that are no probabilities."""
    if not bounds.within(0, 1):
        raise ScoreError(f"{name} must hold probabilities from 0 to 1; they go from {bounds.low} to {bounds.high}.")


def read_forecast(y_true: Any, p: Array, bounds: Bounds, sample_weight: Any, labels: Any) -> Forecast:
    """Check labels or indicators beside probabilities: of the second of two classes, or one column a class."""
    declared = None if labels is None else _sorted_labels(labels)
    column = read_classes(y_true, labels=declared)
    if isinstance(column, Classes):
        truth, classes = column.codes, len(column.classes)
    else:
        truth = indicators_of(column, "y_true")
        truth = truth if isinstance(truth, np.ndarray) else truth.toarray()
        classes = truth.shape[1]
        truth = truth.argmax(1) if (truth.sum(1) == 1).all() else truth
    same_rows(y_true=truth, y_proba=p)
    weights = read_weights(sample_weight, len(p))
    columns = 2 if p.ndim == 1 else p.shape[1]
    if classes != columns or classes < 2:
        where = "y_true has" if labels is None else "labels= names"
        raise LengthError(
            f"y_proba is of {columns} classes, but {where} {classes}: name all of them, two or more, as labels=, in "
            "the order of the columns."
        )
    refuse_outside(bounds)
    step = np.finfo(p.dtype if p.dtype.kind == "f" else np.float64).eps
    whole = bounds.worst_sum <= 1e-8 + np.sqrt(step)
    if not whole:
        warn("The y_prob values do not sum to one. Make sure to pass probabilities.")
    return Forecast(truth, classes, p, weights, bounds, whole)


def _sorted_labels(labels: Any) -> list[Any]:
    """The classes of the columns in ascending order, in which scikit-learn takes the columns whatever is declared."""
    declared = listed_labels(labels)
    classes: list[Any] = np.unique(declared).tolist()
    if len(classes) != len(declared) or not declared:
        raise LabelError(f"labels must name each class once, not {listed(declared)}.")
    if classes != declared:
        warn(
            f"Labels passed were {declared}. But this function assumes labels are ordered lexicographically. "
            f"Pass the ordered labels={classes} and ensure that the columns of y_prob correspond to this "
            "ordering."
        )
    return classes


def mean_of_loss(rows: ScoreRows, loss: Any) -> float:
    """The mean of a loss of rows, with weights of any sign."""
    if is_signed(rows):
        return average(row_losses(rows, loss)[:, 0], rows.weights)
    return float(Moments.from_losses(rows, loss).mean[0])
