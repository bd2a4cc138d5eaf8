"""Quadratic disagreement of whole labels without a table: sums of labels and of their squares say all of it."""

from __future__ import annotations

from concordant import _kernels
from concordant.inputs.labels import LabelRows
from concordant.metrics._cells.label_sums import are_few
from concordant.threads import threads_for

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
    n = len(rows.y_true)
    if n > _MANY and max(rows.y_true.itemsize, rows.y_pred.itemsize) > _NARROW and are_few(rows.y_true[:_LOOKED_AT]):
        return None
    sums = _kernels.square_sums(rows.y_true, rows.y_pred, threads_for(n, rows.y_true.itemsize + rows.y_pred.itemsize))
    expected = n * sums.squares - 2 * sums.first * sums.second
    return 1.0 - float(n * sums.apart) / float(expected) if sums.fit and expected else None
