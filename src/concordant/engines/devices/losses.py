"""Losses of labels and probabilities, or decision values: their moments, summed on the device."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from concordant.engines.devices.class_losses import class_loss_moments
from concordant.engines.devices.class_roles import ClassRoles, class_roles
from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceRows
from concordant.engines.devices.operations import Operations
from concordant.engines.devices.probability_rows import check_probabilities
from concordant.engines.devices.quantity_moments import quantity_moments
from concordant.states.moments import Loss, Moments


def loss_moments(rows: DeviceRows, loss: Loss) -> Moments | None:
    """
    Moments of a loss, as `arrays.loss_moments` gives them but for the rounding of the sums.

    None for shards, infinite losses, and numbers that are no probabilities: these are left to the kernels.
    """
    truth, scores = rows.columns
    if not len(rows) or len(rows.operations.shards((truth,))) > 1:
        return None
    if len(truth.shape) == 2:
        return _of_labels(rows, loss)
    roles = class_roles(rows)
    if not roles.rows.binary:
        return class_loss_moments(rows, roles, loss)
    if len(scores.shape) == 2:  # one of two columns
        if not loss.startswith("hinge"):
            check_probabilities(rows)
        rows = replace(rows, columns=(truth, scores[:, roles.columns[0]]))
    return _of_two(rows, roles, loss)


def _of_labels(rows: DeviceRows, loss: Loss) -> Moments | None:
    """Of several labels at once: a stack with one state a label."""
    truth, scores = rows.columns
    shape, operations = tuple(truth.shape), rows.operations
    labels = rows.reading.get("labels")
    if tuple(scores.shape) != shape or 0 in shape or (labels is not None and len(labels) != shape[1]):
        return None
    with working_on(operations, truth):
        if not bool(((truth == 0) | (truth == 1)).all()):
            return None
    found = []
    for j in range(shape[1]):
        column = replace(rows, columns=(truth[:, j], scores[:, j]), reading={})
        one = _of_two(column, class_roles(column), loss)
        if one is None:
            return None
        found.append(one)
    return Moments.stack(found)


def _of_two(rows: DeviceRows, roles: ClassRoles, loss: Loss) -> Moments | None:
    """Of two classes, and one column."""
    truth, scores = rows.columns
    operations, (kind, _, beside) = rows.operations, loss.partition(" and ")
    if roles.pair is None:
        return None
    with working_on(operations, truth):
        happened = operations.double(roles.positive(truth, operations))
        number = operations.double(scores)
        losses = _losses(kind, happened, number, operations)
        if losses is None:
            return None
        quantities = [losses, happened] if beside else [losses]
        names = (f"{kind} loss", *(["positive"] if beside else []))
        return quantity_moments(names, quantities, rows, roles.rows.classes)


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
