"""A column of ordered labels and one of scores that rise with them, as the kernels of cut points read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.errors import LabelOrderError, LengthError
from concordant.inputs.arrays import same_length
from concordant.inputs.classes import coded
from concordant.inputs.encoding import encode, refuse_continuous
from concordant.inputs.labels import check_declared
from concordant.inputs.missing import kept_rows
from concordant.inputs.numbers import nan_rows, numbers
from concordant.inputs.scores import ScoreRows
from concordant.inputs.weights import check_weights
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
    true = encode(y_true, "y_true")
    same_length(true.values, scores, ("y_true", "y_score"))
    weights = check_weights(sample_weight, len(scores))
    keep, dropped = kept_rows({"y_true": true.missing, "y_score": nan_rows(scores)}, missing, weights)
    if keep is not None:
        true = replace(true, values=true.values[keep], missing=None)
        scores = scores[keep]
        weights = None if weights is None else weights[keep]
    if declared is None:
        refuse_continuous(true, "y_true")
    codes, classes = coded(true, declared)
    if len(classes) > 1 and declared is None and not true.ordered:
        shown = ", ".join(map(repr, classes[:8]))
        msg = (
            f"cut points need labels in an order, and these have none: {shown}. Declare it, from the label of the "
            "lowest scores to that of the highest: labels=[...], or use an ordered categorical or a Polars Enum."
        )
        raise LabelOrderError(msg)
    origin = None if keep is None else np.flatnonzero(keep)
    values = tuple(range(max(len(classes), 2)))
    return ScoreRows(codes, values, classes, scores, weights, dropped, origin=origin)
