"""Losses of checked labels and probabilities, or decision values: their moments, and those of each row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from concordant import _kernels
from concordant.engines.arrays.summed import summed
from concordant.inputs.rows import divided, refuse_infinite, unit_beyond
from concordant.inputs.scores import ScoreRows, are_plain, are_trusted, refuse_outside, refuse_sum, resolve_classes
from concordant.settings import threads_for
from concordant.states.moments import Loss, Moments
from concordant.states.state import SQUARED
from concordant.typing import FloatArray

# Bytes that are read in the time of a loss, whose rows are shared out as threads come, so that a late one costs little,
# and of one that is picked out of a row, where nothing has been read yet.
_ROW, _PICKED = 48, 512


def loss_moments(rows: ScoreRows, loss: Loss) -> Moments:
    """
    Moments of a loss of checked labels and probabilities, or decision values.

    `loss` is ``"squared"``, (p - y)^2, summed over the classes if there are several; ``"surprise"``, minus
    the logarithm of the probability given to what happened; ``"ranked"``, the mean of the squared errors of
    the cumulated probabilities of K ordered classes, of which K - 1 can err; ``"hinge"``, how far a decision
    value falls short of a margin of one. ``"squared and class"`` and ``"surprise and class"`` have beside the
    loss whether each class happened (of two: the positive one). Several labels at once give a stack.
    """
    if rows.multilabel:
        return Moments.stack([loss_moments(column, loss) for column in _columns(rows)])
    if rows.times is not None and rows.weights is None:  # a weight that is a number of rows is its own sum of squares
        counted = loss_moments(replace(rows, weights=rows.times.astype(np.float64), times=None), loss)
        return replace(counted, squares=counted.weight)
    kind, _, beside = loss.partition(" and ")
    threads, classes = _threads(rows, kind), bool(beside)
    if not rows.binary:
        found = _kernels.class_loss_moments(
            rows.y_true, rows.scores, rows.weights, kind, threads, classes, are_trusted()
        )
        if found.bad_value < 0 and found.worst_row >= 0:
            refuse_sum(rows.scores, found.worst_row, found.worst_sum, rows.origin)
        happened = [f"class {k}" for k in range(len(rows.classes))] if classes else []
    else:
        negative, positive = rows.values
        found = _kernels.binary_loss_moments(
            rows.y_true, negative, positive, rows.scores, rows.weights, kind, threads, classes
        )
        if found.bad_label >= 0:
            return loss_moments(resolve_classes(rows), loss)
        happened = ["positive"]
    if found.bad_value >= 0:
        (refuse_infinite if kind == "hinge" else refuse_outside)(rows.scores, origin=rows.origin)
    if unit := unit_beyond(found.weight, SQUARED):
        return loss_moments(replace(rows, weights=divided(rows.weights, unit)), loss).in_ones(unit)
    names = (f"{kind} loss", *(happened if classes else ()))
    return summed(names, found, rows.missing, rows.classes)


def mean_loss_of_rows(rows: ScoreRows, loss: Loss) -> float | None:
    """
    Return the mean of a loss of checked rows, the same as that of `loss_moments`, without its spread.

    None where only the moments tell: without rows, where a label or a number is not as it should be, and for weights
    so small or large that their squares leave float64.
    """
    threads = _threads(rows, loss)
    if rows.binary:
        negative, positive = rows.values
        return _kernels.binary_mean_loss(rows.y_true, negative, positive, rows.scores, rows.weights, loss, threads)
    found = _kernels.class_loss_moments(rows.y_true, rows.scores, rows.weights, loss, threads, False, are_trusted())
    if found.bad_value >= 0 or not found.weight or unit_beyond(found.weight, SQUARED):
        return None
    if found.worst_row >= 0:
        refuse_sum(rows.scores, found.worst_row, found.worst_sum, rows.origin)
    return float(found.mean[0])


def mean_loss_of_columns(y_true: Any, y_prob: Any, loss: Loss) -> float | None:
    """Return the same of columns of plain types with the labels 0 and 1, before they are read; None of others."""
    few = _kernels.few_mean_loss(y_true, y_prob, loss)
    if few is not None or not are_plain(y_true, y_prob):
        return few
    return _kernels.binary_mean_loss(y_true, 0, 1, y_prob, None, loss, threads_for(len(y_true), _ROW))


def row_losses(rows: ScoreRows, loss: Loss) -> FloatArray:
    """
    Return the quantities of each row of checked labels and probabilities, or decision values.

    Parameters
    ----------
    rows : ScoreRows
        As `loss_moments` takes them.
    loss : str
        One that it knows.

    Returns
    -------
    ndarray of float64, shape (n, Q), or (n, L, Q) for several labels at once
        In the order of the names of the moments: the loss, and where asked for whether each class happened.
    """
    if rows.multilabel:
        return np.stack([row_losses(column, loss) for column in _columns(rows)], axis=1)
    kind, _, beside = loss.partition(" and ")
    threads = _threads(rows, kind)
    if rows.binary:
        negative, positive = rows.values
        found = _kernels.binary_loss_values(rows.y_true, negative, positive, rows.scores, kind, threads)
        if found.bad_label >= 0:
            return row_losses(resolve_classes(rows), loss)
        happened = (rows.y_true == positive)[:, None]
    else:
        found = _kernels.class_loss_values(rows.y_true, rows.scores, kind, threads, are_trusted())
        happened = np.asarray(rows.y_true)[:, None] == np.arange(len(rows.classes))
    if found.bad_value >= 0:
        (refuse_infinite if kind == "hinge" else refuse_outside)(rows.scores, origin=rows.origin)
    quantities: FloatArray = found.values[:, None]
    return np.concatenate([quantities, happened.astype(np.float64)], axis=1) if beside else quantities


def _threads(rows: ScoreRows, kind: str) -> int:
    """Return how many threads pay for the losses of rows."""
    picked = kind == "surprise" and not rows.binary and are_trusted()
    return threads_for(len(rows.y_true), _PICKED) if picked else threads_for(rows.scores.size, _ROW)


def _columns(rows: ScoreRows) -> list[ScoreRows]:
    """Each label of several at once, as rows of two classes."""
    return [
        replace(rows, y_true=rows.y_true[:, j], scores=rows.scores[:, j], multilabel=False, classes=(0, 1))
        for j in range(rows.scores.shape[1])
    ]
