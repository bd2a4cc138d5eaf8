"""Rank sums and loss sums on a device."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.engines.devices.groups import ClassRoles, class_roles, whole_labels
from concordant.engines.devices.operations import Operations, working_on
from concordant.engines.devices.rows import DeviceRows
from concordant.states.moments import Loss, Moments


class DeviceRankSums:
    """
    What the kernel for rows in memory sums up, of rows without weights.

    Attributes
    ----------
    positives, negatives : int
        Rows of each class.
    concordant, tied : float
        Pairs of a positive and a negative row in the right order, and with equal scores.
    """

    def __init__(self, negatives: Any, positives: Any, operations: Operations) -> None:
        self._sorted, self._operations = positives, operations
        self.positives, self.negatives = len(positives), len(negatives)
        self._below: Any = None
        self.concordant = self.tied = 0.0
        if not (self.positives and self.negatives):
            return
        look_up = operations.xp.searchsorted
        self._below = operations.whole(look_up(negatives, positives, side="left"))
        up_to = operations.whole(look_up(negatives, positives, side="right"))
        self.concordant = float(int(self._below.sum()))  # exact up to 2**53 pairs, as the kernel's
        self.tied = float(int((up_to - self._below).sum()))

    @property
    def precision_sum(self) -> float:
        """The sum over the positive rows of the precision at their score."""
        if self._below is None:
            return float(self.positives)
        operations = self._operations
        with working_on(operations, self._sorted):
            lower = operations.whole(operations.xp.searchsorted(self._sorted, self._sorted, side="left"))
            true, false = operations.double(self.positives - lower), operations.double(self.negatives - self._below)
            return float((true / (true + false)).sum())


def device_rank_sums(rows: DeviceRows) -> DeviceRankSums:
    """Sort the scores of each class and look up one in the other."""
    truth, scores = rows.columns
    roles = class_roles(rows)
    if len(scores.shape) == 2:
        scores = scores[:, roles.columns[0]]
    operations, pair = rows.operations, roles.pair or (None, None)
    with working_on(operations, truth):
        truth = whole_labels(truth, operations)
        scores = operations.single(scores)
        parts = [scores[truth == label] if label is not None else scores[:0] for label in pair]
        negatives, positives = (operations.sort(part) for part in parts)
        return DeviceRankSums(negatives, positives, operations)


def loss_moments(rows: DeviceRows, loss: Loss) -> Moments | None:
    """
    Return the moments of squared errors or surprises, as the kernels give them but for the rounding of sums.

    None of what is left to the kernels: other losses, several labels at once, infinite losses, numbers that are no
    probabilities, weights whose squares leave float64.
    """
    truth, scores = rows.columns
    if loss not in ("squared", "surprise") or not len(rows) or len(truth.shape) == 2:
        return None
    roles, operations = class_roles(rows), rows.operations
    if roles.rows.binary and roles.pair is None:
        return None
    with working_on(operations, truth):
        if not _are_probabilities(scores, operations):
            return None
        losses = (_of_two if roles.rows.binary else _of_classes)(loss, rows, roles)
        if not bool(operations.xp.isfinite(losses).all()):
            return None
        return _moments(f"{loss} loss", losses, rows, roles)


_SURELY = {8: 1e-5, 4: 1e-4}  # as the sums of rows in memory, whose check says more of what is farther off
_HALVES = 1e-2


def _are_probabilities(scores: Any, operations: Operations) -> bool:
    """Whether numbers without NaN lie between 0 and 1, and those of a row sum to one."""
    floats = operations.kind(scores) == "f"
    low, high = operations.low_high(operations.single(scores) if floats else operations.whole(scores))
    if not (low >= 0 and high <= 1):
        return False
    if len(scores.shape) == 1:
        return True
    error = abs(operations.double(scores).sum(1) - 1.0)
    return float(error.max()) <= (_SURELY.get(scores.dtype.itemsize, _HALVES) if floats else 0.0)


def _of_two(loss: Loss, rows: DeviceRows, roles: ClassRoles) -> Any:
    """The loss of each row of two classes, from the probabilities of the positive one."""
    truth, scores = rows.columns
    operations = rows.operations
    happened = roles.positive(truth, operations)
    number = operations.double(scores if len(scores.shape) == 1 else scores[:, roles.columns[0]])
    if loss == "squared":
        error = number - operations.double(happened)
        return error * error
    rest = 1.0 - number
    likelihood = _above_zero(operations.xp.where(happened, number, rest), operations)
    rounding = operations.xp.where(happened, number * 0.0, (1.0 - rest) - number)  # of 1 - p
    return 0.0 - (operations.xp.log(likelihood) + rounding / likelihood)


_BLOCK = 1 << 24  # numbers that are worked on at once, as float64


def _of_classes(loss: Loss, rows: DeviceRows, roles: ClassRoles) -> Any:
    """The loss of each row with one column a class: the same as in the kernel for them."""
    truth, scores = rows.columns
    operations, classes = rows.operations, int(scores.shape[1])
    codes = roles.codes_on_device(truth, operations)[:, None]
    step = max(1, _BLOCK // classes)
    parts = []
    for first in range(0, len(rows), step):
        numbers = operations.double(scores[first : first + step][:, roles.columns])
        happened = operations.double(codes[first : first + step] == operations.arange(classes, codes))
        if loss == "squared":
            parts.append(((numbers - happened) * (numbers - happened)).sum(1))
        else:
            parts.append(0.0 - operations.xp.log(_above_zero((numbers * happened).sum(1), operations)))
    return parts[0] if len(parts) == 1 else operations.xp.concatenate(parts)


def _above_zero(likelihood: Any, operations: Operations) -> Any:
    """NaN in place of 0: an infinite loss is left to the kernels."""
    return operations.xp.where(likelihood > 0, likelihood, likelihood + float("nan"))


def _moments(name: str, losses: Any, rows: DeviceRows, roles: ClassRoles) -> Moments:
    """Mean and spread of losses."""
    weights = rows.weights
    total = float(len(rows)) if weights is None else float(weights.sum())
    mean = float((losses if weights is None else losses * weights).sum()) / total
    centred = losses - mean
    comoment = float((centred * centred if weights is None else centred * centred * weights).sum())
    squares = total if weights is None else float((weights * weights).sum())
    sums = (np.asarray(total), np.asarray(squares), np.array([mean]), np.array([[comoment]]))
    return Moments((name,), *sums, classes=roles.rows.classes, missing=rows.missing)
