"""Columns of labels become columns of integers with one common set of labels (the label contract)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputTypeError, LabelError
from concordant.inputs.arrays import PLAIN_INTEGERS, is_plain, is_plain_integers, is_plain_numbers, same_length
from concordant.inputs.common_labels import common_labels
from concordant.inputs.encoding import encode_each, plain_labels, refuse_continuous
from concordant.inputs.missing import Mask, kept_rows, rows_of
from concordant.inputs.series import is_series, series_to_array
from concordant.inputs.times import are_of_pandas, plain_label
from concordant.inputs.weights import check_weights, weights_and_least
from concordant.typing import Label, Missing

_MOST_DECLARED = 1 << 24


@dataclass(slots=True)  # made at every call: frozen would cost a microsecond
class LabelRows:
    """
    Checked rows of two label columns.

    `names` is None where `y_true` and `y_pred` hold the labels themselves (integers, or bools if `logical`);
    else they hold codes into `names`. `declared` are the labels that the caller gave, in their order. `kept` says which
    of the caller's rows are there; None if all. `times` says how many rows each of them stands for, whose weights are
    summed in `weights`; None: one.
    """

    y_true: npt.NDArray[Any]
    y_pred: npt.NDArray[Any]
    names: tuple[Label, ...] | None
    declared: tuple[Label, ...] | None
    ordered: bool
    logical: bool
    weights: npt.NDArray[Any] | None
    missing: int
    kept: Mask | None = None
    times: npt.NDArray[np.int64] | None = None


def check_labels(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    times: npt.NDArray[np.int64] | None = None,
) -> LabelRows:
    """Check two columns of labels and bring them to one set of labels; `times` as in `LabelRows`."""
    truth = plain_labels(y_true) if times is None and missing == "raise" else None
    prediction = None if truth is None else plain_labels(y_pred)
    if truth is not None and prediction is not None:
        same_length(truth, prediction, ("y_true", "y_pred"))
        logical = truth.dtype.kind == prediction.dtype.kind == "b"
        weights = None if sample_weight is None else check_weights(sample_weight, len(truth))
        declared = None if labels is None else check_declared(labels)
        return LabelRows(truth, prediction, None, declared, True, logical, weights, 0)
    (rows,) = check_label_columns(
        y_true, (y_pred,), labels=labels, sample_weight=sample_weight, missing=missing, times=times
    )
    return rows


def are_plain_labels(y_true: Any, y_pred: Any) -> bool:
    """Whether the kernels can read two columns of one length as whole numbers just as they are."""
    return is_plain(y_true, PLAIN_INTEGERS) and is_plain(y_pred, PLAIN_INTEGERS) and len(y_true) == len(y_pred)


def plain_rows(y_true: Any, y_pred: Any) -> LabelRows | None:
    """Take whole numbers of plain types, just as `check_labels` does without options; None of any other columns."""
    if not are_plain_labels(y_true, y_pred):
        return None
    return LabelRows(y_true, y_pred, None, None, True, y_true.dtype.kind == y_pred.dtype.kind == "b", None, 0)


def unread_rows(y_true: Any, y_pred: Any, sample_weight: Any) -> LabelRows | None:
    """
    Take weighted columns of plain types just as they are; None of any other.

    Nobody has checked the weights, nor whether floats are whole: the kernels do so while they add them up.
    """
    if not (is_plain_numbers(y_true) and is_plain_numbers(y_pred) and is_plain_numbers(sample_weight)):
        return None
    if not len(y_true) == len(y_pred) == len(sample_weight):
        return None
    logical = y_true.dtype.kind == y_pred.dtype.kind == "b"
    return LabelRows(y_true, y_pred, None, None, True, logical, sample_weight, 0)


def check_label_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str] = ("y_pred",),
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    times: npt.NDArray[np.int64] | None = None,
) -> list[LabelRows]:
    """Check a truth and predictions of the same rows; a row where any of them is missing raises or is dropped."""
    whole = sample_weight is None and times is None and missing == "raise"
    if whole and all(map(is_plain_integers, (y_true, *predictions))):
        return _plain_columns(y_true, predictions, names, labels)
    what = ("y_true", *names)
    columns = encode_each((y_true, *predictions), what)
    for column, name in zip(columns[1:], names, strict=True):
        same_length(columns[0].values, column.values, ("y_true", name))
    masks = [(name, one.missing) for one, name in zip(columns, what, strict=True) if one.missing is not None]
    rows = len(columns[0].values)
    weights, least = (None, 1.0) if sample_weight is None else weights_and_least(sample_weight, rows)
    kept, dropped = kept_rows(masks, missing, weights, times, least=least)
    if kept is not None:
        weights, times, *columns = rows_of(kept, weights, times, *columns)
    declared = None if labels is None else check_declared(labels)
    for place, column in enumerate(columns):
        if declared is None:
            if column.continuous:
                refuse_continuous(column, what[place])
        elif column.names is not None:  # it settles the order: what the columns say about it does not matter
            columns[place] = replace(column, ordered=False)
    (truth, *others), known, ordered = common_labels(columns, what)
    ordered = declared is not None or ordered
    logical = known is None and truth.dtype.kind == "b" and all(other.dtype.kind == "b" for other in others)
    return [
        LabelRows(truth, other, known, declared, ordered, logical, weights, dropped, kept, times) for other in others
    ]


def _plain_columns(
    truth: npt.NDArray[Any],
    predictions: Sequence[npt.NDArray[Any]],
    names: Sequence[str],
    labels: Sequence[Label] | None,
) -> list[LabelRows]:
    """Whole numbers that the kernels read just as they are, where no row can be missing: nearly always."""
    for given, name in zip(predictions, names, strict=True):
        same_length(truth, given, ("y_true", name))
    declared = None if labels is None else check_declared(labels)
    logical = truth.dtype.kind == "b" and all(given.dtype.kind == "b" for given in predictions)
    return [LabelRows(truth, given, None, declared, True, logical, None, 0) for given in predictions]


def check_declared(labels: Sequence[Label]) -> tuple[Label, ...]:
    """Return declared labels as a tuple of plain Python values without repeats."""
    if isinstance(labels, (str, bytes)):
        msg = f"labels must be a list of labels in their order, not the text {labels!r}."
        raise InputTypeError(msg)
    listed = hasattr(labels, "__iter__") and getattr(labels, "ndim", 1) != 0
    if isinstance(labels, (set, frozenset, dict)) or not listed:
        msg = f"labels must be a list of labels in their order, not {type(labels).__name__}."
        raise InputTypeError(msg)
    if hasattr(labels, "__len__") and len(labels) > _MOST_DECLARED:
        msg = f"labels declares {len(labels)} labels, more than the {_MOST_DECLARED} that are allowed."
        raise LabelError(msg)
    plain = tuple(series_to_array(labels, "labels") if is_series(labels) else labels)
    if _kernels.are_consecutive(plain):
        return plain
    kinds = set(map(type, plain))
    if any(issubclass(kind, np.generic) for kind in kinds) or are_of_pandas(kinds):
        plain = tuple(map(plain_label, plain))
    try:
        if any(kind.__name__ in ("Decimal", "Fraction") for kind in kinds):
            plain = tuple(map(_plain_number, plain))
        once = len(set(plain)) == len(plain)
    except (TypeError, ValueError) as error:  # a NaN of Decimal that signals
        msg = f"labels must be hashable: {error}"
        raise LabelError(msg) from error
    if not once:
        repeated = sorted(repr(label) for label, times in Counter(plain).items() if times > 1)
        msg = f"labels must be different from each other; repeated: {', '.join(repeated)}."
        raise LabelError(msg)
    if not plain:
        msg = "labels must name at least one label."
        raise LabelError(msg)
    return plain


def _plain_number(label: Any) -> Any:
    """The number that a column of decimals or fractions holds for this one; any other label as it is."""
    if type(label).__name__ not in ("Decimal", "Fraction"):
        return label
    if math.isfinite(label) and label == int(label):
        return int(label)
    value = float(label)
    return math.nextafter(value, math.inf) if value.is_integer() else value  # a hair above 1 is not 1


def span_of(declared: tuple[Label, ...]) -> tuple[int, int] | None:
    """The first and the last of declared labels that are consecutive whole numbers; None of others."""
    first, last = declared[0], declared[-1]
    if type(first) is not int or type(last) is not int or last - first + 1 != len(declared) or abs(first) >= 2**62:
        return None
    return (first, last) if _kernels.are_consecutive(declared) else None
