"""Labels beside scores, probabilities or measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputTypeError, LabelError, LabelOrderError, LengthError, ScoreError
from concordant.inputs.arrays import is_matrix, refuse_other_order, same_length
from concordant.inputs.encoding import encode, refuse_continuous
from concordant.inputs.indicators import check_indicators, dense_indicators, refuse_marks
from concordant.inputs.label_values import Encoded, check_missing_labels, in_order
from concordant.inputs.labels import (
    check_declared,
    coded,
    declared_but,
    distinct_integers,
    listed,
    names_of_outputs,
    two_classes,
    with_marks,
    without,
)
from concordant.inputs.rows import (
    Counted,
    Mask,
    counted_columns,
    first_row,
    nan_rows,
    number_of,
    numbers,
    refuse_nan,
    weights_and_least,
)
from concordant.inputs.score_columns import in_order_of, indices_of_columns, names_of_columns
from concordant.typing import Column, Label, Missing


@dataclass(frozen=True, slots=True)
class MeasurementRows:
    """
    Checked rows of two ratings; the kernel still looks for values that are not finite.

    `kept` says which of the caller's rows are there; None if all.
    """

    y_true: npt.NDArray[Any]
    y_pred: npt.NDArray[Any]
    weights: npt.NDArray[Any] | None
    missing: int
    kept: Mask | None = None


def check_measurement_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str] = ("y_pred",),
    sample_weight: Any = None,
    missing: Missing = "raise",
) -> list[MeasurementRows]:
    """Check a rating and others of the same rows; with missing="drop" a row that one of them lacks is left out."""
    what = ("y_true", *names)
    columns = [measurement_column(column, name) for column, name in zip((y_true, *predictions), what, strict=True)]
    for column, name in zip(columns[1:], names, strict=True):
        same_length(columns[0], column, ("y_true", name))
    refuse_other_order(y_true, predictions, names, sample_weight)
    masks = list(zip(what, map(nan_rows, columns), strict=True)) if missing == "drop" else []  # else the kernel tells
    (first, *others), weights, dropped, kept, _ = counted_columns(
        columns, masks, missing, sample_weight, len(columns[0])
    )
    return [MeasurementRows(first, other, weights, dropped, kept) for other in others]


def check_measurements(
    y_true: Column, y_pred: Column, *, sample_weight: Column | None = None, missing: Missing = "raise"
) -> MeasurementRows:
    """
    Check two columns of numbers.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Two ratings of the same rows, finite numbers.
    """
    return check_measurement_columns(y_true, (y_pred,), sample_weight=sample_weight, missing=missing)[0]


def measurement_column(column: Any, what: str) -> npt.NDArray[Any]:
    """Return one column of numbers; a matrix of one column is one."""
    values = numbers(column, what, rounded=False)
    values = values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values
    if values.ndim != 1:
        raise InputTypeError(f"{what} must be one column of ratings, not an array of shape {values.shape}.")
    return values


def one_column(y_score: Any, what: str = "y_score") -> Any:
    """Return one column of numbers; a matrix of one column is one."""
    scores = numbers(y_score, what)
    if scores.ndim == 2 and scores.shape[1] == 1:
        return scores[:, 0]
    if scores.ndim == 2:
        raise LengthError(
            f"{what} must be one column of scores, not {scores.shape[1]}; for one column of probabilities a class see "
            "concordant.decide."
        )
    return scores


def check_ordinal_scores(
    y_true: Any,
    y_score: Any,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
) -> ScoreRows:
    """
    Check labels with an order and one score a row.

    The classes are those of `labels`, or those that occur; the labels become codes from 0. Rows of weight 0 stay, and
    the kernel leaves them out.
    """
    scores = one_column(y_score)
    refuse_other_order(y_true, (y_score,), ("y_score",), sample_weight)
    declared = None if labels is None else check_declared(labels)
    (true, scores), weights, dropped, kept, _ = beside_labels(
        y_true, (scores,), ("y_score",), declared, sample_weight, missing, refuses_nan=True
    )
    codes, classes = coded(true, declared)
    if len(classes) > 1 and declared is None and not true.ordered:
        shown = ", ".join(map(repr, classes[:8]))
        raise LabelOrderError(
            f"cut points need labels in an order, and these have none: {shown}. Declare it, from the label of the "
            "lowest scores to that of the highest: labels=[...], or use an ordered categorical or a Polars Enum."
        )
    values = tuple(range(max(len(classes), 2)))
    return ScoreRows(codes, values, classes, scores, weights, dropped, kept=kept)


OUTCOMES = ("wrong", "right")


def top_label(rows: ScoreRows) -> ScoreRows:
    """Take the highest probability of each row (of equal ones the first class) and whether that class is the truth."""
    if rows.multilabel:
        msg = "labels that can occur together have no top label; leave reduction at its default, or take one column."
        raise InputTypeError(msg)
    if rows.binary:
        if rows.assumed:
            rows = resolve_classes(rows)
        positive = rows.scores > 0.5
        highest = np.where(positive, rows.scores, 1 - rows.scores)
        right = (rows.y_true == rows.values[1]) == positive
    else:
        predicted = rows.scores.argmax(1)
        highest = np.take_along_axis(rows.scores, predicted[:, None], 1)[:, 0]
        right = rows.y_true == np.asarray(rows.values)[predicted]
    return replace(rows, y_true=right, values=(0, 1), classes=OUTCOMES, scores=highest, assumed=False)


@dataclass(slots=True)  # made at every call: frozen would cost a microsecond
class ScoreRows:
    """
    Checked rows of labels and scores.

    `y_true` holds integers that stand for `classes` through `values`: two values, or the range 0..K-1.
    The last class is the positive one where there are two. `scores` is (n,) or, for several classes or
    for labels side by side (`multilabel`, where `y_true` is (n, L)), (n, K).
    `assumed` says that other values than `values` may occur, which the kernel will report.
    `kept` says which of the caller's rows are there; None if all. `what` is the caller's name of the scores.
    `ordered` says whether the order of the classes was declared, or is that of numbers. `times` says how many rows each
    of them stands for, whose weights are summed in `weights`; None: one.
    """

    y_true: npt.NDArray[Any]
    values: tuple[int, ...]
    classes: tuple[Label, ...]
    scores: npt.NDArray[Any]
    weights: npt.NDArray[Any] | None
    missing: int
    multilabel: bool = False
    assumed: bool = False
    kept: Mask | None = None
    ordered: bool = True
    what: str = "y_score"
    times: npt.NDArray[np.int64] | None = None

    @property
    def binary(self) -> bool:
        """Whether there is one column of scores for two classes."""
        return self.scores.ndim == 1


def check_scores(
    y_true: Any,
    y_score: Any,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    what: str = "y_score",
    **reading: Any,
) -> ScoreRows:
    """
    Check labels and scores of two classes, of several classes (n, K), or of several labels at once.

    `reading` has the other options of `check_score_columns`.
    """
    usual = reading.get("pos_label") is reading.get("times") is None and reading.get("missing", "raise") == "raise"
    marks = reading.get("missing_labels", ())
    usual = usual and labels is None and isinstance(marks, tuple) and not marks
    if usual and _kernels.plain_scores(y_true, y_score):
        weights, least = (None, 1.0) if sample_weight is None else weights_and_least(sample_weight, len(y_score))
        if least > 0:
            return _assumed(ScoreRows(y_true, (), (), y_score, weights, 0, what=what))
    reading |= {"labels": labels, "sample_weight": sample_weight}
    return check_score_columns(y_true, (y_score,), names=(what,), **reading)[0]


def check_score_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str],
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
    times: npt.NDArray[np.int64] | None = None,
) -> list[ScoreRows]:
    """
    Check labels and the scores of several models.

    With missing="drop" a row that one of them lacks is left out; one whose truth is among `missing_labels` always.
    """
    marks = check_missing_labels(missing_labels)
    every = [numbers(prediction, name) for prediction, name in zip(predictions, names, strict=True)]
    refuse_other_order(y_true, predictions, names, sample_weight)
    declared = declared_but(labels, marks)
    if is_matrix(y_true):
        refuse_marks(marks)
        truth, outputs = dense_indicators(y_true, "y_true"), names_of_columns(y_true) if declared is None else declared
        if outputs is not None:
            sources = zip(predictions, every, names, strict=True)
            every = [in_order_of(outputs, prediction, scores, name) for prediction, scores, name in sources]
        return _multilabel(truth, every, names, declared, sample_weight, missing)
    (true, *every), weights, dropped, kept, times = beside_labels(
        y_true, every, names, declared, sample_weight, missing, refuses_nan=False, times=times, marks=marks
    )
    every_rows = []
    for prediction, scores, name in zip(predictions, every, names, strict=True):
        rows = ScoreRows(true.values, (), (), scores, weights, dropped, kept=kept, what=name, times=times)
        every_rows.append(_with_classes(rows, true, declared, pos_label, prediction))
    return every_rows


def _assumed(rows: ScoreRows) -> ScoreRows:
    """Take the usual two classes; the kernel reports others, and `resolve_classes` finds out which."""
    rows.classes = (False, True) if rows.y_true.dtype.kind == "b" else (0, 1)
    rows.values = (0, 1)
    rows.assumed = True
    return rows


def _with_classes(
    rows: ScoreRows, true: Encoded, declared: tuple[Label, ...] | None, pos_label: Label | None, table: Any = None
) -> ScoreRows:
    """Codes of the classes, and the columns of scores in their order; `table` may name these columns."""
    if rows.scores.ndim == 2 and rows.scores.shape[1] == 1:
        rows = replace(rows, scores=rows.scores[:, 0])
    columns = 1 if rows.scores.ndim == 1 else rows.scores.shape[1]
    if columns == 0:
        raise LengthError(f"{rows.what} has no column.")
    if columns == 1 and declared is None and pos_label is None and true.names is None:
        return _assumed(rows)
    y_true, classes = coded(true, declared)
    ordered = declared is not None or true.ordered
    if columns <= 2 and len(classes) <= 2:
        two = two_classes(classes, pos_label, ordered=ordered)
        values = tuple(classes.index(x) if x in classes else len(classes) + i for i, x in enumerate(two))
        if columns == 2:  # one column a class, as predict_proba gives them, in the order of the labels
            refuse_nan(rows.scores, rows.what, rows.kept)  # the kernel reads one of them only
            if rows.what == "y_prob":
                refuse_sums(rows.scores, rows.kept)
            order = classes if len(classes) == 2 else in_order(two)
            indices, _ = indices_of_columns(order, names_of_columns(table), rows.what, ordered=ordered)
            rows = replace(rows, scores=rows.scores[:, indices[order.index(two[1])]])
        return replace(rows, y_true=y_true, values=values, classes=two)
    if columns == 1:
        raise LengthError(
            f"y_true has {len(classes)} classes ({listed(classes)}), but {rows.what} is one column, which is enough "
            f"for two only. Give one column of scores a class, shape (n, {len(classes)}), or make y_true binary."
        )
    if columns != len(classes):
        raise other_columns(columns, classes, rows.what)
    scores = in_order_of(classes, table, rows.scores, rows.what, ordered=ordered)
    values = tuple(range(len(classes)))
    return replace(rows, y_true=y_true, values=values, classes=classes, scores=scores, ordered=ordered)


def other_columns(columns: int, classes: tuple[Label, ...], what: str) -> LengthError:
    """Return the error for scores that do not have one column a class."""
    return LengthError(
        f"{what} has {columns} columns, but y_true has {len(classes)} classes ({listed(classes)}). "
        "Give one column a class and declare labels=[...] in the order of the columns."
    )


def resolve_classes(rows: ScoreRows) -> ScoreRows:
    """Find out which labels occur, after the kernel met one that is not in the assumed pair."""
    if not rows.assumed:
        raise LabelError("a label occurs that is neither the negative nor the positive class.")
    return _with_classes(
        replace(rows, assumed=False), Encoded(rows.y_true), tuple(distinct_integers(rows.y_true).tolist()), None
    )


def _multilabel(
    y_true: npt.NDArray[Any],
    every: Sequence[npt.NDArray[Any]],
    what: Sequence[str],
    declared: tuple[Label, ...] | None,
    sample_weight: Any,
    missing: Missing,
) -> list[ScoreRows]:
    """Check an indicator matrix and matrices of scores, one column a label."""
    for scores, name in zip(every, what, strict=True):
        if y_true.shape != scores.shape:
            msg = f"y_true and {name} must have the same shape; they have {y_true.shape} and {scores.shape}."
            raise LengthError(msg)
    names = names_of_outputs(declared, y_true.shape[1])
    masks = list(zip(("y_true", *what), map(nan_rows, (y_true, *every)), strict=True))
    (y_true, *every), weights, dropped, kept, _ = counted_columns(
        (y_true, *every), masks, missing, sample_weight, len(y_true)
    )
    check_indicators(y_true, "y_true")
    truth = y_true.astype(np.uint8)
    return [
        ScoreRows(truth, (0, 1), names, scores, weights, dropped, multilabel=True, kept=kept, what=name)
        for scores, name in zip(every, what, strict=True)
    ]


# By how much a row of probabilities may miss a sum of one, by bytes of its numbers: what numbers written with six
# digits need in float64, and the rounding of sums of about a thousand classes in float32 and float16.
SUM_TOLERANCE = {8: 1e-5, 4: 1e-4, 2: 1e-2}
_SHOWN = 20  # numbers of a row in a message


def refuse_outside(probabilities: npt.NDArray[Any], kept: Mask | None = None, what: str = "y_prob") -> None:
    """Raise for numbers that are no probabilities, if there are any; `what` is the caller's name of them."""
    refuse_nan(probabilities, what, kept)
    bad = ~((probabilities >= 0) & (probabilities <= 1))
    if not bad.any():
        return
    row = first_row(bad)
    where, shown = str(number_of(row, kept)), np.atleast_1d(probabilities[row])
    if len(shown) > _SHOWN:  # of many columns the one
        column = int(bad[row].argmax())
        where, shown = f"{where}, column {column}", shown[column : column + 1]
    raise ScoreError(
        f"{what} must hold probabilities between 0 and 1; {int(bad.sum())} are not, the first in row "
        f"{where}: {shown.tolist()}. "
        "Scores of another scale must be turned into probabilities first."
    )


def refuse_sum(probabilities: npt.NDArray[Any], row: int, distance: float, kept: Mask | None = None) -> None:
    """Raise if the row that misses a sum of one by most misses it by more than the precision of its type."""
    if distance <= SUM_TOLERANCE.get(probabilities.dtype.itemsize, 1e-5):
        return
    if distance <= SUM_TOLERANCE[2] and _are_halves(probabilities):
        return
    raise ScoreError(
        f"each row of y_prob must sum to 1; row {number_of(row, kept)} sums to "
        f"{float(probabilities[row].sum()):.9g} (off by {distance:.3g}). "
        f"{_rounded(probabilities, distance) or 'Divide each row by its sum if these are unnormalised weights.'}"
    )


ROUNDED_SUMS = "All are written to "


def _rounded(probabilities: npt.NDArray[Any], distance: float) -> str:
    """Return the sentence on probabilities whose decimals explain what their sums miss; empty where they do not."""
    if probabilities.dtype.kind != "f":
        return ""
    step = float(np.finfo(probabilities.dtype).eps)
    for decimals in range(1, 7):
        explained = probabilities.shape[1] / 2 * 10.0**-decimals + step
        if distance <= explained and np.allclose(probabilities, np.round(probabilities, decimals), rtol=0, atol=step):
            why = f"{ROUNDED_SUMS}{decimals} decimals, and rounding explains as much"
            return f"{why}: divide each row by its sum, or write more decimals."
    return ""


def refuse_sums(probabilities: npt.NDArray[Any], kept: Mask | None = None) -> None:
    """Find the row of probabilities that misses a sum of one by most, and raise if that is too much."""
    distance = np.abs(probabilities.sum(1, dtype=np.float64) - 1)
    if len(distance) and not np.isnan(distance).any():  # NaN is refused as a missing value
        row = int(distance.argmax())
        refuse_sum(probabilities, row, float(distance[row]), kept)


def _are_halves(scores: npt.NDArray[Any]) -> bool:
    """Whether the numbers came as float16 or bfloat16 (the kernels take float32) and are no more precise than that."""
    if scores.dtype != np.float32:
        return False
    brain = bool((np.ascontiguousarray(scores).view(np.uint32) & 0xFFFF == 0).all())  # float32 without its last half
    return brain or bool((scores.astype(np.float16).astype(np.float32) == scores).all())


def beside_labels(
    y_true: Any,
    every: Sequence[npt.NDArray[Any]],
    names: Sequence[str],
    declared: tuple[Label, ...] | None,
    sample_weight: Any,
    missing: Missing,
    *,
    refuses_nan: bool,
    times: npt.NDArray[np.int64] | None = None,
    marks: tuple[Label, ...] = (),
) -> Counted:
    """
    Read labels and, after them, scores.

    `refuses_nan` says that NaN among these raises here, not in the kernel; rows of a label in `marks` are left out.
    """
    true = encode(y_true, "y_true")
    for scores, name in zip(every, names, strict=True):
        same_length(true.values, scores, ("y_true", name))
    masks: list[tuple[str | None, Mask | None]] = [("y_true", true.missing)]
    if refuses_nan or missing == "drop":
        masks += zip(names, map(nan_rows, every), strict=True)
    left = with_marks(masks, (true,), marks)
    counted = counted_columns((true, *every), left, missing, sample_weight, len(true.values), times)
    counted.columns[0] = without(counted.columns[0], marks)
    if declared is None:
        refuse_continuous(counted.columns[0], "y_true")
    return counted


_TRUSTED = ContextVar("trusted", default=False)


@contextmanager
def trust_probabilities() -> Iterator[None]:
    """
    Take it on trust, within a ``with`` block, that rows of probabilities of several classes are such.

    Else every number of a matrix with one column a class is read, to refuse one that is no probability and rows that
    do not sum to one. `log_loss` asks each row for the probability of what happened alone: on trust it reads no more,
    which of many rows and a thousand classes takes a tenth of the time. That one must still be a probability, and every
    label one of the classes. Metrics that ask for all probabilities of a row read and check them here too, as do those
    of two classes, whose second probability is the rest.

    The value is the same to the last bit where the rows are what they are trusted to be. Where they are not, it is
    that of the numbers that were read, without a word.

    Examples
    --------
    >>> from concordant import log_loss, trust_probabilities
    >>> weights = [[2.0, 0.5, 0.1], [0.2, 0.25, 9.0]]
    >>> with trust_probabilities():
    ...     round(log_loss([1, 0], weights, labels=[0, 1, 2]), 4)
    1.1513
    """
    before = _TRUSTED.set(True)
    try:
        yield
    finally:
        _TRUSTED.reset(before)


def are_trusted() -> bool:
    """Whether a caller takes rows of probabilities on trust."""
    return _TRUSTED.get()
