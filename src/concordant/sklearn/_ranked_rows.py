"""
Rows of labels and their scores, checked as scikit-learn checks them, and the mean of a quantity of a row.

The short way is `quick_mean`, for plain matrices in which the kernel finds nothing odd. For everything else: the
checks `numbers`, `same_rows`, `same_shape`, `indicators` or `check_gains`, then `average` of `values`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays.quantities import moments_and_odd_rows, ranking_values
from concordant.errors import InputError, InputTypeError, LengthError
from concordant.inputs.arrays import to_array
from concordant.inputs.indicators import compressed_rows, is_sparse
from concordant.inputs.rankings import RankingRows
from concordant.inputs.rows import near_one
from concordant.metrics.ranking.label_rankings import mean_of_rows, mean_where_defined
from concordant.sklearn._forecasts import ZeroWeightError
from concordant.sklearn._scores import score_array
from concordant.sklearn._targets import IndicatorMatrix, read_targets
from concordant.sklearn._weights import uneven
from concordant.states.moments import RowQuantity

Array = npt.NDArray[Any]

_READABLE = "bhilqBHILQ?fd"  # types that the kernel reads
_GAINS = ("multilabel-indicator", "continuous-multioutput", "multiclass-multioutput")


def quick_mean(quantity: RowQuantity, y_true: Any, y_score: Any, weights: Any, fill: float) -> float | None:
    """
    The mean over the rows of two plain matrices; rows where the quantity is undefined count as `fill`.

    None where they are anything else, or hold what the kernel finds odd: then the checks tell.
    """
    if not (_is_plain(y_true, 2) and _is_plain(y_score, 2)) or y_true.shape != y_score.shape or y_true.shape[1] < 2:
        return None
    rows = len(y_true)
    if not rows or (weights is not None and not _are_plain_weights(weights, rows)):
        return None
    moments, odd = moments_and_odd_rows(RankingRows(y_true, y_score, weights, 0), quantity, "")
    if odd.truth >= 0 or odd.score >= 0 or odd.infinite >= 0:
        return None
    return float(mean_of_rows(moments) if len(moments.names) == 1 else mean_where_defined(moments, fill))


def _is_plain(values: Any, dimensions: int) -> bool:
    """Whether the kernels can read `values` as they are."""
    return (
        type(values) is np.ndarray
        and values.ndim == dimensions
        and values.dtype.char in _READABLE
        and values.dtype.isnative
        and not any(stride % values.itemsize for stride in values.strides)
    )


def _are_plain_weights(weights: Any, rows: int) -> bool:
    """Whether they are weights of the usual kind: one a row, not negative, finite, and not all zero."""
    return _is_plain(weights, 1) and len(weights) == rows and bool(weights.min() >= 0 and 0 < weights.max() < np.inf)


def numbers(values: Any, *, sparse: bool = False) -> Any:
    """A matrix or a column of finite numbers; a sparse matrix as compressed rows."""
    if sparse and is_sparse(values):
        return compressed_rows(values)
    array = to_array(values, "a matrix")
    if array.ndim == 2 and array.shape[0] and not array.shape[1]:
        msg = f"Found array with 0 feature(s) (shape={array.shape}) while a minimum of 1 is required."
        raise LengthError(msg)
    return score_array(values)


def two_dimensions(array: Array) -> Array:
    if array.ndim == 2:
        return array
    msg = (
        f"Expected 2D array, got 1D array instead:\narray={array}.\n"
        "Reshape your data either using array.reshape(-1, 1) if your data has a single feature or "
        "array.reshape(1, -1) if it contains a single sample."
    )
    raise LengthError(msg)


def same_rows(truth: Any, scores: Array, sample_weight: Any) -> None:
    lengths = [truth.shape[0], scores.shape[0]] + ([] if sample_weight is None else [len(sample_weight)])
    if len(set(lengths)) > 1:
        raise uneven(lengths)


def same_shape(truth: Any, scores: Array) -> None:
    if truth.shape != scores.shape:
        msg = "y_true and y_score have different shape"
        raise LengthError(msg)


def indicators(truth: Any, *, one_label: bool = False) -> Any:
    """The truth as 0 and 1, where it is an indicator matrix (of `one_label`: also one column of two values)."""
    try:
        targets = read_targets(truth, "y_true")
    except InputTypeError:
        targets = read_targets(_like_sparse(truth), "y_true")
    else:
        if isinstance(targets, IndicatorMatrix):
            return targets.values
    kind = targets if isinstance(targets, str) else targets.kind
    if one_label and kind == "binary" and truth.ndim == 2:
        return (truth != 0).astype(np.uint8)
    msg = f"{kind} format is not supported"
    raise InputError(msg)


def _like_sparse(truth: Any) -> Array:
    """A small dense matrix of the values of a sparse one, to find out what they are."""
    values = np.append(np.unique(truth.data), truth.dtype.type(0))
    return values[:, None] if truth.shape[1] == 1 else values[None, :]


def check_gains(truth: Array) -> None:
    targets = read_targets(truth, "y_true")
    kind = targets if isinstance(targets, str) else targets.kind
    if kind not in _GAINS:
        msg = f"Only {_GAINS} formats are supported. Got {kind} instead"
        raise InputError(msg)


def values(quantity: RowQuantity, truth: Any, scores: Array, fill: float) -> Array:
    """The quantity of each row, `fill` where it is undefined."""
    found = ranking_values(RankingRows(truth, scores, None, 0), quantity)
    return np.where(np.isnan(found), fill, found)


def average(rows: Array, sample_weight: Any) -> float:
    """The mean with weights of any sign; a sum of zero is a ZeroDivisionError."""
    if sample_weight is None:
        return float(np.average(rows))
    weights, _ = near_one(to_array(sample_weight, "sample_weight"))
    try:
        return float(np.average(rows, weights=weights))
    except ZeroDivisionError as error:
        msg = "Weights sum to zero, can't be normalized"
        raise ZeroWeightError(msg) from error
