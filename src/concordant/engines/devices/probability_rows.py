"""Rows of probabilities on a device: whether they are any, and the predicted class of each row."""

from __future__ import annotations

from typing import Any

from concordant.engines.devices.class_roles import class_roles
from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceRows
from concordant.engines.devices.operations import Operations
from concordant.engines.devices.rows_on_host import scores_on_host
from concordant.inputs.scores import refuse_outside, refuse_sums

_SURELY = {8: 1e-5, 4: 1e-4}  # as the sums of rows in memory, whose check says more of what is farther off
_HALVES = 1e-2


def check_probabilities(rows: DeviceRows) -> None:
    """
    Raise for numbers that are no probabilities, as for the rows in memory; what looks odd here is looked at there.

    Raises
    ------
    ScoreError
        If a number is below 0 or above 1, or the probabilities of the classes of a row do not sum to one.
    """
    truth, scores = rows.columns
    operations = rows.operations
    if not len(rows):
        return
    with working_on(operations, truth):
        good = _probable(scores, operations, summed=len(truth.shape) == 1 and len(scores.shape) == 2)
    if good:
        return
    found = scores_on_host(rows)
    refuse_outside(found.scores, found.origin)
    if not (found.binary or found.multilabel):
        refuse_sums(found.scores, found.origin)


def top_label(rows: DeviceRows) -> tuple[Any, Any] | None:
    """
    Take the highest probability of each row (of equal ones the first class) and whether that class is the truth.

    Returns
    -------
    tuple of arrays or None
        Bools, and the probabilities; None for rows that the check of those in memory is to look at.
    """
    truth, scores = rows.columns
    operations, xp = rows.operations, rows.operations.xp
    if not len(rows) or len(truth.shape) == 2 or operations.kind(scores) != "f":
        return None
    roles = class_roles(rows)
    with working_on(operations, truth):
        scores = operations.single(scores)
        if not roles.rows.binary:
            scores = roles.in_order(scores)
            return roles.places(truth, operations) == xp.argmax(scores, 1), xp.amax(scores, 1)
        if roles.pair is None:
            return None
        score = scores if len(scores.shape) == 1 else scores[:, roles.columns[0]]
        positive = score > 0.5
        return roles.positive(truth, operations) == positive, xp.where(positive, score, 1 - score)


def _probable(scores: Any, operations: Operations, *, summed: bool) -> bool:
    """Whether numbers without NaN lie between 0 and 1, and their rows sum to one."""
    floats = operations.kind(scores) == "f"
    low, high = operations.low_high(operations.single(scores) if floats else operations.whole(scores))
    if not (low >= 0 and high <= 1):
        return False
    if not summed:
        return True
    apart = abs(operations.double(scores).sum(1) - 1.0)
    most = _SURELY.get(scores.dtype.itemsize, _HALVES) if floats else 0.0
    return float(apart.max()) <= most
