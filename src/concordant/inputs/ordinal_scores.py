"""A column of ordered labels and one of scores that rise with them, as the kernels of cut points read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordant.errors import LabelOrderError, LengthError
from concordant.inputs.beside_labels import beside_labels
from concordant.inputs.classes import coded
from concordant.inputs.labels import check_declared
from concordant.inputs.numbers import numbers
from concordant.inputs.scores import ScoreRows
from concordant.typing import Label, Missing


def one_column(y_score: Any, what: str = "y_score") -> Any:
    """Return one column of numbers; a matrix of one column is one."""
    scores = numbers(y_score, what)
    if scores.ndim == 2 and scores.shape[1] == 1:
        return scores[:, 0]
    if scores.ndim == 2:
        msg = (
            f"{what} must be one column of scores, not {scores.shape[1]}; for one column of probabilities a class see "
            "concordant.decide."
        )
        raise LengthError(msg)
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
    declared = None if labels is None else check_declared(labels)
    read = beside_labels(y_true, (scores,), ("y_score",), declared, sample_weight, missing, refuses_nan=True)
    codes, classes = coded(read.true, declared)
    if len(classes) > 1 and declared is None and not read.true.ordered:
        shown = ", ".join(map(repr, classes[:8]))
        msg = (
            f"cut points need labels in an order, and these have none: {shown}. Declare it, from the label of the "
            "lowest scores to that of the highest: labels=[...], or use an ordered categorical or a Polars Enum."
        )
        raise LabelOrderError(msg)
    values = tuple(range(max(len(classes), 2)))
    return ScoreRows(codes, values, classes, read.every[0], read.weights, read.missing, kept=read.kept)
