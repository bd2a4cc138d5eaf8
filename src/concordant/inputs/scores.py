"""A column of labels and one of scores become class values and numbers that the curve kernel reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LabelError, LengthError
from concordant.inputs.arrays import (
    PLAIN_INTEGERS,
    READ,
    is_matrix,
    is_plain,
    is_plain_integers,
    is_plain_numbers,
    same_length,
)
from concordant.inputs.beside_labels import beside_labels
from concordant.inputs.class_columns import names_of_columns, places_of_columns
from concordant.inputs.classes import coded, distinct_integers, two_classes
from concordant.inputs.encoded import Encoded
from concordant.inputs.halves import as_float32
from concordant.inputs.indicators import check_indicators, dense_indicators
from concordant.inputs.labels import check_declared, span_of
from concordant.inputs.missing import Mask, kept_rows, numbers_of_rows, rows_of
from concordant.inputs.numbers import nan_rows, numbers, refuse_nan
from concordant.inputs.object_labels import in_order
from concordant.inputs.probabilities import refuse_sums
from concordant.inputs.weights import check_weights, weights_and_least
from concordant.settings import threads_for
from concordant.typing import Label, Missing


@dataclass(slots=True)  # made at every call: frozen would cost a microsecond
class ScoreRows:
    """
    Checked rows of labels and scores.

    `y_true` holds integers that stand for `classes` through `values`: two values, or the range 0..K-1.
    The last class is the positive one where there are two. `scores` is (n,) or, for several classes or
    for labels side by side (`multilabel`, where `y_true` is (n, L)), (n, K).
    `assumed` says that nobody looked yet whether only `values` occur: the kernel will tell.
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

    @property
    def origin(self) -> npt.NDArray[np.intp] | None:
        """The numbers that the rows had before some were left out; None if all are there."""
        return numbers_of_rows(self.kept)


def check_scores(
    y_true: Any,
    y_score: Any,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    what: str = "y_score",
    times: npt.NDArray[np.int64] | None = None,
) -> ScoreRows:
    """
    Check labels and scores of two classes, of several classes (n, K), or of several labels at once.

    `times` as in `ScoreRows`.
    """
    if is_plain(y_score, "e"):
        y_score = as_float32(y_score)
    plain = is_plain_integers(y_true) and is_plain_numbers(y_score)
    if plain and labels is pos_label is None and times is None and missing == "raise":
        same_length(y_true, y_score, ("y_true", what))
        weights, least = (None, 1.0) if sample_weight is None else weights_and_least(sample_weight, len(y_score))
        if least > 0:
            return _assumed(ScoreRows(y_true, (), (), y_score, weights, 0, what=what))
    elif (
        labels is not None and pos_label is None and times is None and missing == "raise" and _is_plain_matrix(y_score)
    ):
        labels = check_declared(labels)
        given = _of_codes(y_true, y_score, labels, sample_weight, what)
        if given is not None:
            return given
    (rows,) = check_score_columns(
        y_true,
        (y_score,),
        names=(what,),
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
        missing=missing,
        times=times,
    )
    return rows


def are_plain(y_true: Any, y_score: Any) -> bool:
    """Whether the kernels can read two columns of one length, whole numbers and scores, just as they are."""
    return is_plain(y_true, PLAIN_INTEGERS) and is_plain(y_score, READ) and len(y_true) == len(y_score)


def plain_scores(y_true: Any, y_score: Any, what: str = "y_score") -> ScoreRows | None:
    """Take columns of plain types, just as `check_scores` does without options; None of any others."""
    if not are_plain(y_true, y_score):
        return None
    return _assumed(ScoreRows(y_true, (), (), y_score, None, 0, what=what))


def plain_probabilities(y_true: Any, y_prob: Any) -> ScoreRows | None:
    """Return the same of probabilities."""
    return plain_scores(y_true, y_prob, "y_prob")


def _is_plain_matrix(scores: Any) -> bool:
    """Whether the kernels can read `scores` as columns of several classes just as they are."""
    return (
        type(scores) is np.ndarray
        and scores.ndim == 2
        and scores.shape[1] > 2
        and scores.dtype.char in "df"
        and scores.dtype.isnative
        and not any(stride % scores.itemsize for stride in scores.strides)
    )


def _of_codes(
    y_true: Any, scores: npt.NDArray[Any], declared: tuple[Label, ...], sample_weight: Any, what: str
) -> ScoreRows | None:
    """Check rows of which all are there, whose labels are the places of their columns; None of others."""
    if not is_plain(y_true, "bhilqBHI") or not len(y_true) or span_of(declared) != (0, scores.shape[1] - 1):
        return None
    same_length(y_true, scores, ("y_true", what))
    weights, least = (None, 1.0) if sample_weight is None else weights_and_least(sample_weight, len(scores))
    first, last = _kernels.bounds(y_true, threads_for(len(y_true)))
    if not (least > 0 and first >= 0 and last < len(declared)):
        return None
    values: Any = declared  # the places themselves
    return ScoreRows(y_true, values, declared, scores, weights, 0, what=what)


def check_score_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str],
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    times: npt.NDArray[np.int64] | None = None,
) -> list[ScoreRows]:
    """Check labels and the scores of several models; with missing="drop" a row that one of them lacks is left out."""
    every = [numbers(given, name) for given, name in zip(predictions, names, strict=True)]
    declared = None if labels is None else check_declared(labels)
    if is_matrix(y_true):
        return _multilabel(dense_indicators(y_true, "y_true"), every, names, declared, sample_weight, missing)
    read = beside_labels(y_true, every, names, declared, sample_weight, missing, refuses_nan=False, times=times)
    return [
        _with_classes(
            ScoreRows(
                read.true.values,
                (),
                (),
                scores,
                read.weights,
                read.missing,
                kept=read.kept,
                what=name,
                times=read.times,
            ),
            read.true,
            declared,
            pos_label,
            names_of_columns(given) if scores.ndim == 2 else None,
        )
        for given, scores, name in zip(predictions, read.every, names, strict=True)
    ]


def _assumed(rows: ScoreRows) -> ScoreRows:
    """Take the usual two classes; the kernel tells if others occur, and `resolve_classes` looks which."""
    rows.classes = (False, True) if rows.y_true.dtype.kind == "b" else (0, 1)
    rows.values = (0, 1)
    rows.assumed = True
    return rows


def _with_classes(
    rows: ScoreRows,
    true: Encoded,
    declared: tuple[Label, ...] | None,
    pos_label: Label | None,
    names: tuple[Any, ...] | None = None,
) -> ScoreRows:
    if rows.scores.ndim == 2 and rows.scores.shape[1] == 1:
        rows = replace(rows, scores=rows.scores[:, 0])
    columns = 1 if rows.scores.ndim == 1 else rows.scores.shape[1]
    if columns == 0:
        msg = f"{rows.what} has no column."
        raise LengthError(msg)
    if columns == 1 and declared is None and pos_label is None and true.names is None:
        return _assumed(rows)
    y_true, classes = coded(true, declared)
    if columns <= 2 and len(classes) <= 2:
        ordered = declared is not None or true.ordered
        two = two_classes(classes, pos_label, ordered=ordered)
        values = tuple(classes.index(x) if x in classes else len(classes) + i for i, x in enumerate(two))
        if columns == 2:  # one column a class, as predict_proba gives them, in the order of the labels
            refuse_nan(rows.scores, rows.what, rows.origin)  # the kernel reads one of them only
            if rows.what == "y_prob":
                refuse_sums(rows.scores, rows.origin)
            order = classes if len(classes) == 2 else in_order(two)
            places = places_of_columns(order, names, rows.what, declared=declared is not None, ordered=ordered)
            rows = replace(rows, scores=rows.scores[:, places[order.index(two[1])]])
        return replace(rows, y_true=y_true, values=values, classes=two)
    if columns != len(classes):
        return _wrong_columns(columns, classes, rows.what)
    ordered = declared is not None or true.ordered
    places = places_of_columns(classes, names, rows.what, declared=declared is not None, ordered=ordered)
    if places != list(range(columns)):
        rows = replace(rows, scores=rows.scores[:, places])
    return replace(rows, y_true=y_true, values=tuple(range(len(classes))), classes=classes, ordered=ordered)


def _wrong_columns(columns: int, classes: tuple[Label, ...], what: str) -> ScoreRows:
    shown = ", ".join(map(repr, classes[:10])) + (", ..." if len(classes) > 10 else "")
    if columns == 1:
        msg = (
            f"y_true has {len(classes)} classes ({shown}), but {what} is one column, which is enough for two only. "
            f"Give one column of scores a class, shape (n, {len(classes)}), or make y_true binary."
        )
    else:
        msg = (
            f"{what} has {columns} columns, but y_true has {len(classes)} classes ({shown}). "
            "Give one column a class and declare labels=[...] in the order of the columns."
        )
    raise LengthError(msg)


def resolve_classes(rows: ScoreRows) -> ScoreRows:
    """Look which labels occur, after the kernel met one that is not in the assumed pair."""
    if not rows.assumed:
        msg = "a label occurs that is neither the negative nor the positive class."
        raise LabelError(msg)
    return _with_classes(
        replace(rows, assumed=False),
        Encoded(rows.y_true),
        tuple(distinct_integers(rows.y_true).tolist()),
        None,
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
    if declared is not None and len(declared) != y_true.shape[1]:
        msg = f"labels= must name the {y_true.shape[1]} columns; it names {len(declared)}."
        raise LabelError(msg)
    weights = check_weights(sample_weight, len(y_true))
    masks = list(zip(("y_true", *what), map(nan_rows, (y_true, *every)), strict=True))
    kept, dropped = kept_rows(masks, missing, weights)
    y_true, weights, *every = rows_of(kept, y_true, weights, *every)
    check_indicators(y_true, "y_true")
    truth, names = y_true.astype(np.uint8), declared or tuple(range(y_true.shape[1]))
    return [
        ScoreRows(truth, (0, 1), names, scores, weights, dropped, multilabel=True, kept=kept, what=name)
        for scores, name in zip(every, what, strict=True)
    ]
