"""Rows that agree, counted without a table: accuracy does not ask which labels they hold."""

from __future__ import annotations

from concordant import _kernels
from concordant.inputs.labels import LabelRows
from concordant.threads import threads_for


def agreeing_share(rows: LabelRows) -> float | None:
    """The share of rows with equal labels; None of no rows, of weighted ones, and of declared labels, to be checked."""
    agreeing = _agreeing(rows)
    return None if agreeing is None else agreeing / len(rows.y_true)


def disagreeing_share(rows: LabelRows) -> float | None:
    """The share of rows with different labels, where `agreeing_share` is known."""
    agreeing = _agreeing(rows)
    return None if agreeing is None else (len(rows.y_true) - agreeing) / len(rows.y_true)


def _agreeing(rows: LabelRows) -> int | None:
    if rows.weights is not None or rows.declared is not None or not len(rows.y_true):
        return None
    return _kernels.agreeing(rows.y_true, rows.y_pred, threads_for(len(rows.y_true)))
