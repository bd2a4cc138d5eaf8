"""Rank sums on a device."""

from __future__ import annotations

from typing import Any

from concordant.engines.devices.groups import class_roles, whole_labels
from concordant.engines.devices.operations import Operations, working_on
from concordant.engines.devices.rows import DeviceRows


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
