"""Labels beside scores of two or more classes: what is known of them, and queries for engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, LabelError
from concordant.inputs.rows import refuse_missing
from concordant.inputs.scores import check_scores
from concordant.sources.csv_files import is_whole
from concordant.sources.frames import chosen, column_of, rows_in_memory
from concordant.sources.source import frame_of, read_as
from concordant.states.buckets import Scale
from concordant.states.curves import CurveStack
from concordant.typing import Frame, Label, Missing

if TYPE_CHECKING:
    import polars as pl


_Found = TypeVar("_Found")


class OtherClassesError(Exception):
    """A label occurs that is neither of the two classes."""


class OtherScaleError(Exception):
    """Scores leave the range of probabilities after they were counted in buckets of it."""


def on_their_scale(read: Callable[[Scale], _Found]) -> _Found:
    """Return what is read of scores that may be probabilities; read again if they leave that range late."""
    try:
        return read("probability")
    except OtherScaleError:
        return read("real")


def columns_of(
    truth: pl.Series, score: pl.Series, pair: tuple[Label, ...]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[Any]]:
    """
    Return which rows are positive, and the scores; none of them lacks a value.

    Raises
    ------
    OtherClassesError
        If a label is neither of the two.
    """
    if is_whole(truth) and score.dtype.is_float():  # as in nearly all large files: they need no look at each value
        return positive_of(truth.to_numpy(), pair), score.to_numpy()
    columns: Any = truth, score
    try:
        rows = check_scores(*columns, labels=pair, what=score.name)
    except LabelError as error:
        raise OtherClassesError from error
    return rows.y_true == rows.values[1], rows.scores


def positive_of(values: npt.NDArray[Any], pair: tuple[Label, ...]) -> npt.NDArray[np.bool_]:
    """Return which labels are the second of two; raise for any other."""
    positive: npt.NDArray[np.bool_] = values == pair[1]
    if np.count_nonzero(positive) + np.count_nonzero(values == pair[0]) != len(values):
        raise OtherClassesError
    return positive


def curve_stack(
    frame: Frame,
    *,
    y_true: str,
    y_score: Sequence[str],
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> CurveStack:
    """Group each column of scores by its values and the truth; those of a lazy frame are brought home."""
    refuse_missing((), missing)
    if isinstance(y_score, str) or len(y_score) < 2:
        raise InputTypeError(f"y_score must be a list of columns, one for each class, not {y_score!r}.")
    names = [name for name in (y_true, *y_score, sample_weight) if name is not None]
    roles: Any = {"labels": [y_true], "scores": y_score, "weights": [sample_weight], "declared": labels}
    table, _ = rows_in_memory(frame_of(read_as(frame, **roles), names), names)
    truth, weights = column_of(table, y_true), column_of(table, sample_weight)
    scores = table.select(chosen(table, name) for name in y_score).to_native()
    return CurveStack.from_scores(truth, scores, labels=labels, sample_weight=weights, missing=missing)
