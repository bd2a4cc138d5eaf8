"""Quadratic disagreement of whole labels without a table: sums of labels and of their squares say all of it."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from concordant import _kernels
from concordant.inputs.labels import LabelRows, are_plain_labels
from concordant.metrics._cells.label_sums import are_few
from concordant.settings import threads_for

# Rows that no cache holds, of few wide labels: a table of them takes no longer than sums that narrow them first.
_MANY, _NARROW = 1 << 19, 2  # rows, bytes
_LOOKED_AT = 1 << 10  # rows that tell whether the labels are few


def quadratic_kappa(rows: LabelRows) -> float | None:
    """
    Quadratic kappa, ``1 - n sum (a - b)^2 / (n sum (a^2 + b^2) - 2 sum a sum b)``; None where rows do not tell it.

    Both sums are those of the weights ``(i - j)^2`` over the observed and the expected table. The rows must count alike
    and hold whole numbers that nobody declared; kappa must be defined.
    """
    if rows.weights is not None or rows.declared is not None or rows.names is not None or rows.logical:
        return None
    return _of_whole(rows.y_true, rows.y_pred)


def quadratic_kappa_of_columns(y_true: Any, y_pred: Any) -> float | None:
    """Take the same of columns of plain types, before they are read; None of others."""
    few = _kernels.few_square_sums(y_true, y_pred)
    if few is not None:
        return _of_sums(few, len(y_true))
    return _of_whole(y_true, y_pred) if are_plain_labels(y_true, y_pred) else None


def _of_whole(y_true: npt.NDArray[Any], y_pred: npt.NDArray[Any]) -> float | None:
    n, first, second = len(y_true), y_true.itemsize, y_pred.itemsize
    if n > _MANY and max(first, second) > _NARROW and are_few(y_true[:_LOOKED_AT]):
        return None
    return _of_sums(_kernels.square_sums(y_true, y_pred, threads_for(n, first + second)), n)


def _of_sums(sums: _kernels.SquareSums, n: int) -> float | None:
    expected = n * sums.squares - 2 * sums.first * sums.second
    return 1.0 - float(n * sums.apart) / float(expected) if sums.fit and expected else None
