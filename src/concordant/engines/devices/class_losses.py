"""Losses of labels and one column a class: a matrix is read in blocks, so that no second one stands beside it."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.engines.devices.class_roles import ClassRoles
from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceRows
from concordant.engines.devices.exact_sums import exact_sums
from concordant.engines.devices.operations import Operations
from concordant.engines.devices.probability_rows import check_probabilities
from concordant.engines.devices.quantity_moments import quantity_moments
from concordant.states.moments import Loss, Moments

_BLOCK = 1 << 24  # numbers that are worked on at once, as float64


def class_loss_moments(rows: DeviceRows, roles: ClassRoles, loss: Loss) -> Moments | None:
    """
    Return the moments of rows with one column a class.

    None where a loss is infinite, or a decision value is, and where classes without an order need one.
    """
    operations, (kind, _, beside) = rows.operations, loss.partition(" and ")
    if kind == "ranked" and not roles.rows.ordered:
        return None
    if kind != "hinge":
        check_probabilities(rows)
    with working_on(operations, rows.columns[0]):
        if kind == "hinge" and not bool(operations.xp.isfinite(rows.columns[1]).all()):
            return None
        codes = roles.places(rows.columns[0], operations)
        losses = _losses(kind, codes, rows.columns[1], roles, operations)
        if not bool(operations.xp.isfinite(losses).all()):
            return None
        moments = quantity_moments((f"{kind} loss",), [losses], rows, roles.rows.classes)
        return _beside_classes(moments, losses, codes, rows) if beside and moments is not None else moments


def _losses(kind: str, codes: Any, scores: Any, roles: ClassRoles, operations: Operations) -> Any:
    """The loss of each row."""
    step = max(1, _BLOCK // int(scores.shape[1]))
    parts = []
    for first in range(0, int(scores.shape[0]), step):
        block = operations.double(roles.in_order(scores[first : first + step]))
        parts.append(_block_losses(kind, codes[first : first + step], block, operations))
    return parts[0] if len(parts) == 1 else operations.xp.concatenate(parts)


def _block_losses(kind: str, codes: Any, numbers: Any, operations: Operations) -> Any:
    """Of a few rows: the same as in the kernel for them."""
    xp, classes = operations.xp, int(numbers.shape[1])
    place = operations.arange(classes, codes)
    if kind == "ranked":
        apart = xp.cumsum(numbers, 1)[:, :-1] - operations.double(codes[:, None] <= place[:-1])
        return (apart * apart * (1.0 / (classes - 1))).sum(1)
    here = codes[:, None] == place
    if kind == "squared":
        apart = numbers - operations.double(here)
        return (apart * apart).sum(1)
    if kind == "surprise":
        given = (numbers * operations.double(here)).sum(1)
        return 0.0 - xp.log(xp.where(given > 0, given, given + float("nan")))  # an infinite loss is one of the kernels
    short = 1.0 - (xp.amax(_only(numbers, here, xp), 1) - xp.amax(_only(numbers, ~here, xp), 1))
    return xp.where(short > 0, short, short * 0.0)


def _only(numbers: Any, here: Any, xp: Any) -> Any:
    """The decision values that are asked for, and less than any in place of the others."""
    return xp.where(here, numbers, xp.full_like(numbers, -float("inf")))


def _beside_classes(moments: Moments, losses: Any, codes: Any, rows: DeviceRows) -> Moments:
    """The moments of a loss, and beside it of whether each class happened."""
    operations, classes = rows.operations, len(moments.classes or ())
    weights = operations.double(losses) * 0.0 + 1.0 if rows.weights is None else rows.weights
    happened, lost = (
        operations.host(exact_sums(part, codes, classes, operations)) for part in (weights, weights * losses)
    )
    total, mean = moments.weight, moments.mean
    comoment = np.empty((classes + 1, classes + 1))
    comoment[0, 0] = moments.comoment[0, 0]
    comoment[0, 1:] = comoment[1:, 0] = lost - mean * happened
    comoment[1:, 1:] = np.diag(happened) - happened[:, None] * (happened / total)
    names = (*moments.names, *(f"class {k}" for k in range(classes)))
    shares = np.concatenate([mean, happened / total])
    return Moments(names, total, moments.squares, shares, comoment, classes=moments.classes, missing=moments.missing)
