"""Losses row by row: the quantities whose moments `Moments.from_losses` takes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from concordant import _kernels
from concordant.inputs.numbers import refuse_infinite
from concordant.inputs.probabilities import refuse_outside
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.states.moments import Loss
from concordant.threads import threads_for
from concordant.typing import FloatArray


def row_losses(rows: ScoreRows, loss: Loss) -> FloatArray:
    """
    Return the quantities of each row of checked labels and probabilities, or decision values.

    Parameters
    ----------
    rows : ScoreRows
        As `Moments.from_losses` takes them.
    loss : str
        One that it knows.

    Returns
    -------
    ndarray of float64, shape (n, Q), or (n, L, Q) for several labels at once
        In the order of the names of the moments: the loss, and where asked for whether each class happened.
    """
    if rows.multilabel:
        columns = [
            replace(rows, y_true=rows.y_true[:, j], scores=rows.scores[:, j], multilabel=False, classes=(0, 1))
            for j in range(rows.scores.shape[1])
        ]
        return np.stack([row_losses(column, loss) for column in columns], axis=1)
    kind, _, beside = loss.partition(" and ")
    threads = threads_for(len(rows.y_true))
    if rows.binary:
        negative, positive = rows.values
        found = _kernels.binary_loss_values(rows.y_true, negative, positive, rows.scores, kind, threads)
        if found.bad_label >= 0:
            return row_losses(resolve_classes(rows), loss)
        happened = (rows.y_true == positive)[:, None]
    else:
        found = _kernels.class_loss_values(rows.y_true, rows.scores, kind, threads)
        happened = np.asarray(rows.y_true)[:, None] == np.arange(len(rows.classes))
    if found.bad_value >= 0:
        (refuse_infinite if kind == "hinge" else refuse_outside)(rows.scores, origin=rows.origin)
    quantities: FloatArray = found.values[:, None]
    return np.concatenate([quantities, happened.astype(np.float64)], axis=1) if beside else quantities
