"""Sums over the ranks of two classes, which AUC and average precision are made of, without the curve."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.engines.devices.class_roles import class_roles
from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceRows
from concordant.engines.devices.groups import whole_labels
from concordant.engines.devices.operations import Operations
from concordant.typing import FloatArray

_MOST_CLASSES = 64


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


def class_wins(rows: DeviceRows) -> tuple[FloatArray, FloatArray] | None:
    """
    Count for each two of several classes how often a row of the first has the higher score for it.

    Returns
    -------
    tuple of ndarray or None
        Pairs of rows of the shape (K, K), of which a tie is a half, and the rows of each class; None without rows, for
        two classes, and for more than are compared here.
    """
    if not len(rows):
        return None
    operations, roles = rows.operations, class_roles(rows)
    classes = len(roles.columns)
    if roles.rows.binary or classes > _MOST_CLASSES:
        return None
    wins, support = np.zeros((classes, classes)), np.zeros(classes)
    with working_on(operations, rows.columns[0]):
        codes = roles.places(rows.columns[0], operations)
        members = [operations.nonzero(codes == k) for k in range(classes)]
        support[:] = [len(places) for places in members]
        for k, column in enumerate(roles.columns):
            score = operations.single(rows.columns[1][:, column])
            parts = [operations.sort(score[places]) for places in members]
            wins[k] = operations.host(operations.xp.stack([_twice(parts[k], other, operations) for other in parts])) / 2
    np.fill_diagonal(wins, 0)
    return wins, support


def _twice(own: Any, others: Any, operations: Operations) -> Any:
    """Twice the pairs in which the own score is higher, and once those with equal ones."""
    look_up = operations.xp.searchsorted
    below, up_to = (operations.whole(look_up(others, own, side=side)) for side in ("left", "right"))
    return (below + up_to).sum()
