"""Sums over the ranks of two classes, which AUC and average precision are made of, without the curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from concordant.engines.devices.class_roles import class_roles
from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceRows
from concordant.engines.devices.groups import whole_labels


@dataclass(frozen=True, slots=True)
class DeviceRankSums:
    """
    What the kernel for rows in memory sums up, of rows without weights.

    Attributes
    ----------
    positives, negatives : float
        Rows of each class.
    concordant, tied : float
        Pairs of a positive and a negative row in the right order, and with equal scores.
    precision_sum : float
        The sum over the positive rows of the precision at their score.
    """

    positives: float
    negatives: float
    concordant: float
    tied: float
    precision_sum: float


def device_rank_sums(rows: DeviceRows) -> DeviceRankSums:
    """Sort the scores of each class and look up one in the other."""
    truth, scores = rows.columns
    roles = class_roles(rows)
    if len(scores.shape) == 2:
        scores = scores[:, roles.columns[0]]
    operations, pair = rows.operations, roles.pair or (None, None)
    xp = operations.xp
    with working_on(operations, truth):
        truth = whole_labels(truth, operations)
        scores = operations.single(scores)
        parts = [scores[truth == label] if label is not None else scores[:0] for label in pair]
        negatives, positives = map(operations.sort, parts)
        many, few = len(negatives), len(positives)
        if not many or not few:
            return DeviceRankSums(few, many, 0.0, 0.0, float(few))
        below = operations.whole(xp.searchsorted(negatives, positives, side="left"))
        up_to = operations.whole(xp.searchsorted(negatives, positives, side="right"))
        above = few - operations.whole(xp.searchsorted(positives, positives, side="left"))
        true, false = operations.double(above), operations.double(many - below)
        sums: list[Any] = [below.sum(), (up_to - below).sum(), (true / (true + false)).sum()]
        concordant, tied = (float(int(value)) for value in sums[:2])
        return DeviceRankSums(few, many, concordant, tied, float(sums[2]))


def can_rank(rows: DeviceRows) -> bool:
    """Whether these are rows of two classes without weights, on one device."""
    truth, scores = rows.columns
    one_column = len(truth.shape) == 1 and len(scores.shape) == 1
    return one_column and rows.weights is None and len(rows.operations.shards((truth,))) == 1
