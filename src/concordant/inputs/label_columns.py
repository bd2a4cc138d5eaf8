"""One column of the truth and several predictions of the same rows, as codes of one common set of labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inputs.arrays import same_length
from concordant.inputs.encoding import Encoded, encode, refuse_continuous
from concordant.inputs.labels import LabelRows, check_declared, common_labels
from concordant.inputs.missing import kept_rows
from concordant.inputs.weights import check_weights
from concordant.typing import Label, Missing

_SPAN = 1 << 16  # from the least label to the greatest, of a table of codes


@dataclass(frozen=True, slots=True)
class LabelColumns:
    """
    Checked rows of a truth and predictions.

    Attributes
    ----------
    rows : tuple of LabelRows
        Truth and each prediction, all with the same labels and the same rows.
    kept : ndarray of bool, shape (n,), or None
        Which of the caller's rows are there; None if all.
    """

    rows: tuple[LabelRows, ...]
    kept: npt.NDArray[np.bool_] | None


def check_label_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str],
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
) -> LabelColumns:
    """Check a truth and several predictions; a row where any of them is missing raises or is dropped."""
    what = ("y_true", *names)
    columns = [encode(column, name) for column, name in zip((y_true, *predictions), what, strict=True)]
    for column, name in zip(columns[1:], names, strict=True):
        same_length(columns[0].values, column.values, ("y_true", name))
    weights = check_weights(sample_weight, len(columns[0].values))
    keep, dropped = kept_rows(
        {name: column.missing for name, column in zip(what, columns, strict=True)}, missing, weights
    )
    if keep is not None:
        columns = [replace(column, values=column.values[keep], missing=None) for column in columns]
        weights = None if weights is None else weights[keep]
    declared = None if labels is None else check_declared(labels)
    if declared is None:
        for column, name in zip(columns, what, strict=True):
            refuse_continuous(column, name, weights)
    else:
        columns = [replace(column, ordered=False) for column in columns]
    values, known, ordered = with_common_labels(columns, what)
    logical = known is None and all(column.values.dtype.kind == "b" for column in columns)
    is_ordered = declared is not None or ordered
    rows = tuple(
        LabelRows(values[0], prediction, known, declared, is_ordered, logical, weights, dropped)
        for prediction in values[1:]
    )
    return LabelColumns(rows, keep)


def with_common_labels(
    columns: Sequence[Encoded], what: Sequence[str]
) -> tuple[list[npt.NDArray[Any]], tuple[Label, ...] | None, bool]:
    """Bring columns to the same names, one after the other; those that have them already lie end to end."""
    if len({column.values.dtype for column in columns}) == 1 and all(column.names is None for column in columns):
        return [column.values for column in columns], None, True
    size = len(columns[0].values)
    joined, ordered = columns[0], columns[0].ordered
    for column, name in zip(columns[1:], what[1:], strict=True):
        first, second, names, ordered = common_labels(joined, column, (what[0], name))
        joined = Encoded(np.concatenate([first, second]), names, ordered)
    return [joined.values[i * size : (i + 1) * size] for i in range(len(columns))], joined.names, ordered


def codes_of(values: npt.NDArray[Any], names: tuple[Label, ...] | None, labels: tuple[Label, ...]) -> Any:
    """
    The places of values among the labels of the state that was made of them.

    `names` are those that the values are codes of; None if the values are the labels.
    """
    if names is not None:
        place = {label: code for code, label in enumerate(labels)}
        table = np.array([place.get(name, -1) for name in names], np.intp)
        return table[values]
    known = np.array([int(label) for label in labels if isinstance(label, (int, float))])
    low, high = (int(known.min()), int(known.max())) if known.size else (0, 0)
    if known.dtype.kind == "i" and high - low < _SPAN:  # a look at a table is several times as fast as a search
        if high - low + 1 == len(known) and (known[1:] > known[:-1]).all():
            return values.astype(np.intp, copy=False) - low if low else values.astype(np.intp, copy=False)
        table = np.zeros(high - low + 1, np.intp)
        table[known - low] = np.arange(len(known))
        return table[values.astype(known.dtype, copy=False) - low]
    order = np.argsort(known)
    return order[np.searchsorted(known[order], values.astype(known.dtype, copy=False))]
