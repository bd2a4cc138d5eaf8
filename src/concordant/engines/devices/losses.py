"""Losses of labels and probabilities, or decision values, of two classes: their moments, summed on the device."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.engines import arrays
from concordant.engines.devices.class_roles import class_roles
from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceRows
from concordant.engines.devices.groups import whole_labels
from concordant.engines.devices.operations import Operations
from concordant.inputs.scores import check_scores
from concordant.inputs.tensors import host_array, on_device
from concordant.inputs.weights import unit_beyond
from concordant.states.merging import SQUARED
from concordant.states.moments import Loss, Moments


def loss_moments(rows: DeviceRows, loss: Loss) -> Moments:
    """
    Moments of a loss of rows of two classes, as `arrays.loss_moments` gives them but for the rounding of the sums.

    Several classes, shards, infinite losses, and numbers that are no probabilities are left to the kernels: the columns
    come to the host.
    """
    found = _on_device(rows, loss)
    return arrays.loss_moments(on_host(rows), loss) if found is None else found


def on_host(rows: DeviceRows) -> Any:
    """Return the rows as those in memory are checked."""
    columns, weight, missing = rows.given
    truth, scores, weights = (
        host_array(column, name) if column is not None and on_device(column) else column
        for column, name in zip((*columns, weight), (*rows.names, "sample_weight"), strict=True)
    )
    return check_scores(truth, scores, sample_weight=weights, missing=missing, what=rows.names[1], **rows.reading)


def _on_device(rows: DeviceRows, loss: Loss) -> Moments | None:
    truth, scores = rows.columns
    operations, (kind, _, beside) = rows.operations, loss.partition(" and ")
    if rows.is_matrix or not len(rows) or len(operations.shards((truth,))) > 1:
        return None
    roles = class_roles(rows)
    pair = roles.pair
    if pair is None:
        return None
    with working_on(operations, truth):
        happened = operations.double(whole_labels(truth, operations) == pair[1]) if pair[1] is not None else None
        happened = operations.double(scores) * 0.0 if happened is None else happened
        number = operations.double(scores)
        losses = _losses(kind, happened, number, operations)
        if losses is None:
            return None
        weights = rows.weights
        quantities = [losses, happened] if beside else [losses]
        total = float(len(rows)) if weights is None else float(weights.sum())
        if unit_beyond(total, SQUARED):
            return None
        means = [float((x if weights is None else x * weights).sum()) / total for x in quantities]
        apart = [x - mean for x, mean in zip(quantities, means, strict=True)]
        again = apart if weights is None else [x * weights for x in apart]
        comoment = [[float((x * y).sum()) for y in apart] for x in again]
        squares = total if weights is None else float((weights * weights).sum())
    names = (f"{kind} loss", *(["positive"] if beside else []))
    return Moments(
        names,
        np.asarray(total),
        np.asarray(squares),
        np.array(means),
        np.array(comoment),
        classes=roles.rows.classes,
        missing=rows.missing,
    )


def _losses(kind: str, happened: Any, number: Any, operations: Operations) -> Any:
    """The loss of each row; None where a kernel is to say what is wrong, or a loss is infinite."""
    xp = operations.xp
    if kind == "hinge":
        if not bool(xp.isfinite(number).all()):
            return None
        short = 1.0 - (2.0 * happened - 1.0) * number
        return short * operations.double(short > 0)
    if not bool(((number >= 0) & (number <= 1)).all()):
        return None
    if kind != "surprise":
        return (number - happened) * (number - happened)  # of two classes, ranked or not
    rest = 1.0 - number
    given = xp.where(happened != 0, number, rest)
    if bool((given == 0).any()):
        return None
    lost = xp.where(happened != 0, number * 0.0, (1.0 - rest) - number)  # what the rounding of 1 - p took away
    return 0.0 - (xp.log(given) + lost / given)
