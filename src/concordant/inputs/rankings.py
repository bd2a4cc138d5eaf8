"""Rows of several labels that are ranked by their scores: which labels are relevant, or which class happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, LabelError, LengthError
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.indicators import compressed_rows, is_sparse, plain_matrix, readable_floats
from concordant.inputs.label_values import check_missing_labels
from concordant.inputs.labels import coded, declared_but
from concordant.inputs.rows import (
    Mask,
    counted_columns,
    nan_rows,
    number_of,
    numbers,
    reader_of_one,
    refuse_missing,
    refuse_nan,
)
from concordant.inputs.score_columns import in_order_of, names_of_columns
from concordant.inputs.scores import beside_labels, other_columns
from concordant.typing import Label, Missing


@dataclass(slots=True)  # made at every call: frozen would cost a microsecond
class RankingRows:
    """
    Checked rows of labels that are ranked by their scores.

    `y_true` holds the relevance of each label, dense of shape (n, L) or as compressed sparse rows; of classes, of
    which one happened in each row (`classes` names them), one code a row. The kernel still looks for relevances that
    a metric does not take and for scores that are NaN. `kept` says which of the caller's rows are there; None if all.
    """

    y_true: Any
    scores: npt.NDArray[Any]
    weights: npt.NDArray[Any] | None
    missing: int
    classes: tuple[Label, ...] | None = None
    kept: Mask | None = None

    @property
    def arrays(self) -> Any:
        """The truth as the kernel takes it."""
        truth = self.y_true
        return (truth.indptr, truth.indices, truth.data) if is_sparse(truth) else truth


def check_label_ranking_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str] = ("y_score",),
    sample_weight: Any = None,
    missing: Missing = "raise",
) -> list[RankingRows]:
    """Check relevances and the scores of several models; a row that one of them lacks is left out of all."""
    truth = _compressed(y_true) if is_sparse(y_true) else _relevances(y_true)
    labels, every = names_of_columns(y_true), [_scores(prediction, "label") for prediction in predictions]
    if labels is not None:
        every = [in_order_of(labels, *pair, "y_score") for pair in zip(predictions, every, strict=True)]
    for scores in every:
        if truth.shape != scores.shape:
            msg = f"y_true and y_score must have the same shape; they have {truth.shape} and {scores.shape}."
            raise LengthError(msg)
    refuse_other_order(y_true, predictions, names, sample_weight)
    masks: list[tuple[str, Mask | None]] = []
    if missing == "drop":  # else the kernel tells
        masks = [("y_true", _nan_relevances(truth)), *zip(names, map(nan_rows, every), strict=True)]
    (truth, *every), weights, dropped, kept, _ = counted_columns(
        (truth, *every), masks, missing, sample_weight, truth.shape[0]
    )
    return [RankingRows(truth, scores, weights, dropped, kept=kept) for scores in every]


check_label_rankings = reader_of_one(check_label_ranking_columns)


def check_class_ranking_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str] = ("y_score",),
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
) -> list[RankingRows]:
    """Check labels of classes and the scores of several models; a row that one of them lacks is left out of all."""
    marks = check_missing_labels(missing_labels)
    declared = declared_but(labels, marks)
    every = [_scores(prediction, "class") for prediction in predictions]
    refuse_other_order(y_true, predictions, names, sample_weight)
    (true, *every), weights, dropped, kept, _ = beside_labels(
        y_true, every, names, declared, sample_weight, missing, refuses_nan=False, marks=marks
    )
    checked = []
    for prediction, scores in zip(predictions, every, strict=True):
        codes, classes = coded(true, declared)
        if len(classes) != scores.shape[1]:
            raise other_columns(scores.shape[1], classes, "y_score")
        ordered = declared is not None or true.ordered
        columns = in_order_of(classes, prediction, scores, "y_score", ordered=ordered)
        checked.append(RankingRows(codes, columns, weights, dropped, classes, kept))
    return checked


check_class_rankings = reader_of_one(check_class_ranking_columns)


def _scores(y_score: Any, column: str) -> npt.NDArray[Any]:
    if is_sparse(y_score):
        msg = "y_score must be dense: a score of 0 that is not stored is a score as well. Use y_score.toarray()."
        raise InputTypeError(msg)
    scores = numbers(y_score, "y_score")
    if scores.ndim != 2:
        columns = "(n, L)" if column == "label" else "(n, K)"
        msg = f"y_score must have one column a {column}, shape {columns}, not shape {scores.shape}."
        if column == "class":
            msg += " For probabilities p of the second of two classes: np.column_stack([1 - p, p])."
        raise LengthError(msg)
    if scores.shape[1] == 0:
        raise LengthError("y_score has no column.")
    return scores


def _relevances(y_true: Any) -> npt.NDArray[Any]:
    matrix = plain_matrix(y_true, "y_true")
    _refuse_other_types(matrix.dtype)
    relevances: npt.NDArray[Any] = readable_floats(matrix)
    return relevances


def _refuse_other_types(dtype: np.dtype[Any]) -> None:
    if dtype.kind not in "iubf":
        raise LabelError(f"y_true must hold numbers, the relevance of each label (0: not relevant), not {dtype}.")


def _compressed(matrix: Any) -> Any:
    """A sparse matrix as compressed rows in order, without stored zeros. The caller's matrix is left as it is."""
    if len(matrix.shape) != 2:
        raise LengthError(f"y_true must be a sparse matrix, not a sparse array of shape {matrix.shape}.")
    _refuse_other_types(matrix.dtype)
    rows = compressed_rows(matrix)
    if not (rows.has_canonical_format and rows.data.all()):
        rows = rows.copy()
        rows.sum_duplicates()
        rows.eliminate_zeros()
    return rows


def _nan_relevances(truth: Any) -> npt.NDArray[np.bool_] | None:
    if not is_sparse(truth):
        return nan_rows(truth)
    if truth.dtype.kind != "f" or not np.isnan(truth.data).any():
        return None
    stored = np.repeat(np.arange(truth.shape[0]), np.diff(truth.indptr))
    mask = np.zeros(truth.shape[0], dtype=bool)
    mask[stored[np.isnan(truth.data)]] = True
    return mask


def refuse_relevance(rows: RankingRows, row: int, relevance: str) -> None:
    """Raise for a truth that a metric does not take; the kernel found it in this row."""
    truth = rows.y_true[[row]].toarray()[0] if is_sparse(rows.y_true) else rows.y_true[row]
    refuse_missing([("y_true", _nan_relevances(rows.y_true))], "raise", rows.kept)
    expected, good = {
        "indicator": ("0 or 1, one column a label (multi-label data)", (truth == 0) | (truth == 1)),
        "non_negative": ("relevances that are finite and not negative", (truth >= 0) & np.isfinite(truth)),
        "any": ("relevances that are finite", np.isfinite(truth)),
    }[relevance]
    number, value = number_of(row, rows.kept), truth[~good][0].item()
    raise LabelError(f"y_true must hold {expected}; row {number} holds {value!r}.")


def refuse_nan_scores(rows: RankingRows) -> None:
    """Raise for scores that are NaN; the kernel found one."""
    refuse_nan(rows.scores, "y_score", rows.kept)
