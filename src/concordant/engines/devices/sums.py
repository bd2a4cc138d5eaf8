"""Rank sums and loss sums on a device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.engines.devices.groups import ClassRoles, class_roles, exact_sums, whole_labels
from concordant.engines.devices.operations import Operations, working_on
from concordant.engines.devices.rows import DeviceRows, scores_on_host
from concordant.inputs.rows import unit_beyond
from concordant.inputs.scores import refuse_outside, refuse_sums
from concordant.states.moments import Loss, Moments
from concordant.states.state import SQUARED
from concordant.typing import Label


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
    Moments of a loss, as `arrays.loss_moments` gives them but for the rounding of the sums.

    None for shards, infinite losses, and numbers that are no probabilities: these are left to the kernels.
    """
    truth, scores = rows.columns
    if not len(rows) or rows.is_sharded:
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
    stack = []
    for j in range(shape[1]):
        column = replace(rows, columns=(truth[:, j], scores[:, j]), reading={})
        moments = _of_two(column, class_roles(column), loss)
        if moments is None:
            return None
        stack.append(moments)
    return Moments.stack(stack)


def _of_two(rows: DeviceRows, roles: ClassRoles, loss: Loss) -> Moments | None:
    """Of two classes, and one column."""
    truth, scores = rows.columns
    operations, (kind, _, beside) = rows.operations, loss.partition(" and ")
    if roles.pair is None:
        return None
    with working_on(operations, truth):
        happened = operations.double(roles.positive(truth, operations))
        number = operations.double(scores)
        losses = _losses_of_two(kind, happened, number, operations)
        if losses is None:
            return None
        quantities = [losses, happened] if beside else [losses]
        names = (f"{kind} loss", *(["positive"] if beside else []))
        return quantity_moments(names, quantities, rows, roles.rows.classes)


def _losses_of_two(kind: str, happened: Any, number: Any, operations: Operations) -> Any:
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
    likelihood = xp.where(happened != 0, number, rest)
    if bool((likelihood == 0).any()):
        return None
    error = xp.where(happened != 0, number * 0.0, (1.0 - rest) - number)  # what the rounding of 1 - p took away
    return 0.0 - (xp.log(likelihood) + error / likelihood)


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
        codes = roles.codes_on_device(rows.columns[0], operations)
        losses = _losses_of_classes(kind, codes, rows.columns[1], roles, operations)
        if not bool(operations.xp.isfinite(losses).all()):
            return None
        moments = quantity_moments((f"{kind} loss",), [losses], rows, roles.rows.classes)
        return _beside_classes(moments, losses, codes, rows) if beside and moments is not None else moments


def _losses_of_classes(kind: str, codes: Any, scores: Any, roles: ClassRoles, operations: Operations) -> Any:
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
    column = operations.arange(classes, codes)
    if kind == "ranked":
        error = xp.cumsum(numbers, 1)[:, :-1] - operations.double(codes[:, None] <= column[:-1])
        return (error * error * (1.0 / (classes - 1))).sum(1)
    happened = codes[:, None] == column
    if kind == "squared":
        error = numbers - operations.double(happened)
        return (error * error).sum(1)
    if kind == "surprise":
        likelihood = (numbers * operations.double(happened)).sum(1)
        # An infinite loss is left to the kernels.
        return 0.0 - xp.log(xp.where(likelihood > 0, likelihood, likelihood + float("nan")))
    least = xp.full_like(numbers, -float("inf"))
    own, others = (xp.amax(xp.where(mask, numbers, least), 1) for mask in (happened, ~happened))
    short = 1.0 - (own - others)
    return xp.where(short > 0, short, short * 0.0)


def _beside_classes(moments: Moments, losses: Any, codes: Any, rows: DeviceRows) -> Moments:
    """The moments of a loss, and beside it of whether each class happened."""
    operations, classes = rows.operations, len(moments.classes or ())
    weights = operations.double(losses) * 0.0 + 1.0 if rows.weights is None else rows.weights
    happened, losses_of_classes = (
        operations.host(exact_sums(part, codes, classes, operations)) for part in (weights, weights * losses)
    )
    total, mean = moments.weight, moments.mean
    comoment = np.empty((classes + 1, classes + 1))
    comoment[0, 0] = moments.comoment[0, 0]
    comoment[0, 1:] = comoment[1:, 0] = losses_of_classes - mean * happened
    comoment[1:, 1:] = np.diag(happened) - happened[:, None] * (happened / total)
    names = (*moments.names, *(f"class {k}" for k in range(classes)))
    shares = np.concatenate([mean, happened / total])
    return Moments(names, total, moments.squares, shares, comoment, classes=moments.classes, missing=moments.missing)


_SURELY = {8: 1e-5, 4: 1e-4}  # as the sums of rows in memory, whose check says more of what is farther off
_HALVES = 1e-2


def check_probabilities(rows: DeviceRows) -> None:
    """
    Raise for numbers that are no probabilities: where some are not, the check of rows in memory says which.

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
    checked = scores_on_host(rows)
    refuse_outside(checked.scores, checked.kept)
    if not (checked.binary or checked.multilabel):
        refuse_sums(checked.scores, checked.kept)


def _probable(scores: Any, operations: Operations, *, summed: bool) -> bool:
    """Whether numbers without NaN lie between 0 and 1, and their rows sum to one."""
    floats = operations.kind(scores) == "f"
    low, high = operations.low_high(operations.single(scores) if floats else operations.whole(scores))
    if not (low >= 0 and high <= 1):
        return False
    if not summed:
        return True
    error = abs(operations.double(scores).sum(1) - 1.0)
    most = _SURELY.get(scores.dtype.itemsize, _HALVES) if floats else 0.0
    return float(error.max()) <= most


def quantity_moments(
    names: tuple[str, ...], quantities: Sequence[Any], rows: DeviceRows, classes: tuple[Label, ...] | None
) -> Moments | None:
    """
    Return the moments of quantities of at least one row, as float64.

    None for weights whose squares leave float64: the kernels have units for them.
    """
    weights = rows.weights
    total = float(len(rows)) if weights is None else float(weights.sum())
    if unit_beyond(total, SQUARED):
        return None
    means = [float((x if weights is None else x * weights).sum()) / total for x in quantities]
    centred = [x - mean for x, mean in zip(quantities, means, strict=True)]
    weighted = centred if weights is None else [x * weights for x in centred]
    comoment = np.array([[float((x * y).sum()) for y in centred] for x in weighted])
    squares = total if weights is None else float((weights * weights).sum())
    sums = (np.asarray(total), np.asarray(squares), np.array(means), comoment)
    return Moments(names, *sums, classes=classes, missing=rows.missing)
