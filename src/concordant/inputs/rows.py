"""Which rows count: missing values, NaN, weights, clusters."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from numbers import Rational
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LengthError, MissingValuesError, ScoreError, WeightError
from concordant.inputs.arrays import (
    READ,
    as_array,
    floats_of,
    is_plain,
    is_series,
    rows_of_lists,
    series_to_array,
    stacked_lists,
)
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import numbered
from concordant.names import require_choice
from concordant.settings import threads_for
from concordant.typing import Missing

R = TypeVar("R")
Mask = npt.NDArray[np.bool_]
# The names of columns, and where a value is missing in them (None: nowhere). Without a name: rows that the caller wants
# to be left out, which are dropped whatever `missing` says.
Masks = Sequence[tuple[str | None, Mask | None]]
# What the largest weight of a call may be, so that formulas can multiply sums of weights with each other: eighth powers
# of the sums of a billion rows fit float64.
_LEAST, _MOST = 1e-20, 1e20
_LEAST_BESIDE = 1e-48  # a weight below has a square that is lost beside those of others


def check_weights(sample_weight: Any, rows: int, lost: Callable[[], Mask] | None = None) -> npt.NDArray[Any] | None:
    """Return the weights as an array of numbers, or None; `lost` as in `weights_and_least`."""
    return None if sample_weight is None else weights_and_least(sample_weight, rows, lost)[0]


def weights_and_least(
    sample_weight: Any, rows: int, lost: Callable[[], Mask] | None = None
) -> tuple[npt.NDArray[Any], float]:
    """
    Return the weights, and the least of them: above 0 all rows are there.

    `lost` finds the rows that lack a value: there any number but 0 may stand for 1, as nobody asks what they weigh.
    """
    plain = is_plain(sample_weight, READ)  # nearly always
    if plain:
        weights = sample_weight
    else:
        convert = series_to_array if is_series(sample_weight) else as_array
        weights = convert(sample_weight, "sample_weight")
    if len(weights) != rows:
        raise LengthError(f"sample_weight must have one value a row: expected {rows}, got {len(weights)}.")
    if not (plain or weights.dtype.char in READ):
        weights = _readable(weights)
    least, largest = _kernels.bounds(weights, threads_for(rows, weights.itemsize))
    if least >= 0 and _LEAST <= largest <= _MOST:  # nearly always
        return weights, least
    if lost is not None:
        return weights_and_least(np.where(lost() & (weights != 0), 1.0, weights), rows)
    if rows and not (least >= 0 and largest < math.inf):  # false for NaN as well
        bad = np.flatnonzero(~((weights >= 0) & (weights < np.inf)))
        if not len(bad):  # another thread writes to them
            return weights_and_least(weights.copy(), rows)
        raise refused_weights(len(bad), f"row {bad[0]}", weights[bad[0]])
    refuse_out_of_range(largest)
    return weights, least


def _readable(weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return weights of another type as one that the kernels read."""
    if weights.dtype.kind == "O":
        weights = floats_of(weights, "sample_weight", WeightError)
    if weights.dtype.kind not in "iufb":
        raise WeightError(f"sample_weight must hold numbers, not {weights.dtype}.")
    return weights if weights.dtype.char in READ else weights.astype(np.float64)


def refused_weights(many: int, first: str, value: Any) -> WeightError:
    """Return the error for weights that are none: how many, and the row and value of the first of them."""
    advice = (
        " Rows without a weight are not dropped: give them a weight of 0 to leave them out."
        if math.isnan(value)
        else ""
    )
    return WeightError(
        f"sample_weight must be finite and not negative; {many} are not, the first in {first}: {value}.{advice}"
    )


def refuse_out_of_range(largest: float) -> None:
    """Raise for weights of which the largest is too small or too large for products of their sums."""
    if is_out_of_range(largest):
        raise WeightError(
            f"the largest sample_weight must lie between {_LEAST:g} and {_MOST:g}, and is {largest:g}. Only ratios of "
            "weights matter: divide all of them by the largest."
        )


def is_out_of_range(largest: float) -> bool:
    """Whether weights with this largest one are refused; not if all are 0."""
    return largest > _MOST or 0 < largest < _LEAST


def refuse_far_apart(weights: npt.NDArray[Any]) -> None:
    """Raise for checked weights of which some are so small that float64 holds no sums of their squares."""
    if weights.dtype.kind != "f" or not len(weights):
        return
    largest = float(weights.max())
    smallest = float(weights.min(where=weights > 0, initial=largest))
    if 0 < smallest < _LEAST_BESIDE:
        raise WeightError(
            f"sample_weight goes from {smallest:g} to {largest:g}, too far for a standard error in float64: leave out "
            "the rows that weigh next to nothing."
        )


EXACT = 2**53  # from where on float64 has not every whole number


def numbers(y_score: Any, what: str, *, rounded: bool = True) -> npt.NDArray[Any]:
    """
    Scores as an array of numbers, 1-D or 2-D; a column of lists, one a row, is a matrix.

    `rounded`: whether whole numbers may lose digits as floats.
    """
    scores = rows_of_lists(y_score)
    if scores is None:
        scores = series_to_array(y_score, what) if is_series(y_score) else as_array(y_score, what, dimensions=(1, 2))
    if scores.dtype.kind == "O" and scores.ndim == 1:
        scores = stacked_lists(scores, what)
    if scores.ndim > 2:
        raise LengthError(
            f"{what} must hold one number or one list of numbers a row, not arrays of {scores.shape[1:]}."
        )
    as_given = scores
    if scores.dtype.kind == "O":
        scores = floats_of(scores, what, ScoreError)
    if not rounded:
        refuse_rounded(as_given, what)
    if scores.dtype.kind not in "iufb":
        raise ScoreError(f"{what} must hold numbers, not {scores.dtype}.")
    if scores.dtype.kind == "f" and scores.dtype.itemsize not in (4, 8):
        scores = scores.astype(np.float32 if scores.dtype.itemsize == 2 else np.float64)
    return scores


def refuse_rounded(values: npt.NDArray[Any], what: str) -> None:
    """Raise for whole numbers so large that their differences are lost in floats; numbers that are no floats."""
    far: list[Any] = []
    if values.dtype.kind == "O":
        far = [x for x in values.ravel().tolist() if isinstance(x, (Rational, Decimal)) and abs(float(x)) >= EXACT]
    elif values.dtype.kind in "iu" and values.dtype.itemsize == 8 and values.size:
        far = [x for x in (int(values.min()), int(values.max())) if abs(x) >= EXACT]
    refuse_far(far, what)


def refuse_far(far: Sequence[Any], what: str) -> None:
    """Raise for numbers that are too large."""
    if far:
        raise ScoreError(
            f"{what} holds whole numbers from 2**53 on (such as {far[0]}), which are rounded where measurements become "
            "floats: subtract one and the same whole number from all ratings first."
        )


def nan_rows(scores: npt.NDArray[Any]) -> npt.NDArray[np.bool_] | None:
    """Rows where a score is NaN; None if there is none."""
    if scores.dtype.kind != "f":
        return None
    mask = np.isnan(scores)
    mask = mask if mask.ndim == 1 else mask.any(axis=1)
    return mask if mask.any() else None


def refuse_nan(scores: npt.NDArray[Any], what: str, kept: Mask | None = None) -> None:
    """Raise for scores that are not numbers; the kernel found at least one."""
    refuse_missing([(what, nan_rows(scores))], "raise", kept)


def refuse_infinite(scores: npt.NDArray[Any], what: str = "y_score", kept: Mask | None = None) -> None:
    """Raise for scores that are not finite; the kernel found at least one."""
    refuse_nan(scores, what, kept)
    bad = ~np.isfinite(scores)
    row = first_row(bad)
    raise ScoreError(
        f"{what} must hold finite decision values; {int(bad.sum())} are not, the first in row "
        f"{number_of(row, kept)}: {np.atleast_1d(scores[row]).tolist()}."
    )


def first_row(bad: Mask) -> int:
    """Return the first row that is marked, or in which a column is."""
    return int((bad if bad.ndim == 1 else bad.any(axis=1)).argmax())


def number_of(row: int, kept: Mask | None) -> int:
    """Return the number that a row had before some were left out; `kept` marks those that were not (None: all)."""
    return row if kept is None else int(np.flatnonzero(kept)[row])


def refuse_missing(masks: Masks, missing: Missing, kept: Mask | None = None) -> None:
    """Raise for missing values unless they are to be dropped; `kept` as in `number_of`."""
    if missing == "drop":
        return
    require_choice("missing", missing, ("raise", "drop"))
    refuse_counted(
        [
            missing_text(name, int(mask.sum()), f"row {number_of(int(mask.argmax()), kept)}")
            for name, mask in masks
            if name is not None and mask is not None and mask.any()
        ]
    )


def missing_text(name: str, many: int, first: str | None) -> str:
    """How many values a column lacks, and where the first of them is; a name with blanks around it is quoted."""
    shown = name if name == name.strip() else repr(name)
    return f"{shown} has {many} missing{'' if first is None else f' (the first in {first})'}"


def refuse_counted(problems: Sequence[str]) -> None:
    """Raise if there are missing values, of which each text says how many and where."""
    if problems:
        raise MissingValuesError(f'{" and ".join(problems)}. Remove them, or drop such rows with missing="drop".')


def kept_rows(
    masks: Masks,
    missing: Missing,
    weights: npt.NDArray[Any] | None,
    times: npt.NDArray[np.int64] | None = None,
    *,
    least: float = 0.0,
) -> tuple[Mask | None, int]:
    """
    Rows to keep (None: all of them), and how many rows were dropped because something is missing.

    `times` says how many rows each of them stands for; None: one. `least` is the least weight, as far as it is known.
    Rows of weight zero are absent: they are not kept, nothing can be missing in them, and nobody counts them.
    """
    if (weights is None or least > 0) and not masks and missing in ("raise", "drop"):
        return None, 0  # nearly always
    weighted = None if weights is None or least > 0 or weights.all() else weights != 0
    if weighted is not None:
        masks = [(name, None if mask is None else mask & weighted) for name, mask in masks]
    refuse_missing(masks, missing)
    present = [mask for _, mask in masks if mask is not None]
    if not present:
        return weighted, 0
    incomplete: Mask = np.logical_or.reduce(present)
    dropped = incomplete.sum() if times is None else times[incomplete].sum()
    return ~incomplete if weighted is None else weighted & ~incomplete, int(dropped)


def counted_rows(
    masks: Masks, missing: Missing, sample_weight: Any, rows: int, times: npt.NDArray[np.int64] | None = None
) -> tuple[npt.NDArray[Any] | None, Mask | None, int]:
    """Check the weights of all rows but those that lack a value; return them, and what `kept_rows` does."""
    if sample_weight is None:
        return None, *kept_rows(masks, missing, None, times)
    present = [mask for _, mask in masks if mask is not None]
    weights, least = weights_and_least(sample_weight, rows, partial(np.logical_or.reduce, present) if present else None)
    return weights, *kept_rows(masks, missing, weights, times, least=least)


def rows_of(kept: Mask | None, *columns: Any) -> Sequence[Any]:
    """Return the rows to keep of each column; None stays None."""
    return columns if kept is None else [None if column is None else column[kept] for column in columns]


class Counted(NamedTuple):
    """
    Columns in the rows that count, and the weights of these.

    `missing` is how many rows were dropped, `kept` says which of the caller's rows are there, None if all, and `times`
    how many rows each of them stands for, None if one.
    """

    columns: list[Any]
    weights: npt.NDArray[Any] | None
    missing: int
    kept: Mask | None
    times: npt.NDArray[np.int64] | None


def counted_columns(
    columns: Sequence[Any],
    masks: Masks,
    missing: Missing,
    sample_weight: Any,
    rows: int,
    times: npt.NDArray[np.int64] | None = None,
) -> Counted:
    """Return what is left of columns and weights where `counted_rows` leaves out rows."""
    weights, kept, dropped = counted_rows(masks, missing, sample_weight, rows, times)
    weights, times, *columns = rows_of(kept, weights, times, *columns)
    return Counted(columns, weights, dropped, kept, times)


def reader_of_one(read_several: Callable[..., list[R]]) -> Callable[..., R]:
    """Return the reader of one prediction out of that of several, which takes them as a sequence."""

    def read(y_true: Any, prediction: Any, **options: Any) -> R:
        return read_several(y_true, (prediction,), **options)[0]

    return read


def check_clusters(
    cluster: Any, rows: int, kept: npt.NDArray[np.bool_] | None, what: str = "cluster"
) -> tuple[npt.NDArray[np.intp], int]:
    """
    Return the cluster of each kept row as a number from 0, and how many clusters there are.

    Parameters
    ----------
    cluster : array-like of shape (n,)
        Any labels; equal ones belong together.
    rows : int
        How many rows are there.
    kept : ndarray of bool or None
        Which of the caller's rows they are; None if all.
    what : str
        What the caller calls it.
    """
    column = encode(cluster, what)
    expected = rows if kept is None else len(kept)
    if len(column.values) != expected:
        raise LengthError(f"{what} must have one value a row: expected {expected}, got {len(column.values)}.")
    values, missing = rows_of(kept, column.values, column.missing)
    if missing is not None and missing.any():
        msg = f"{what} has {int(missing.sum())} missing values: fill them (every row belongs to one) or leave rows out."
        raise MissingValuesError(msg)
    return numbered(values)
