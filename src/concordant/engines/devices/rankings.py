"""
Quantities of each row of labels that are ranked by their scores, for all rows at once.

Each label is compared with all others of its row, so that ties are seen and nothing is sorted. The definitions, and the
papers they come from, stand beside the kernel of rows in memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.engines.devices.groups import ClassRoles, labels_that_occur
from concordant.engines.devices.operations import Operations, working_on
from concordant.engines.devices.rows import DeviceRows
from concordant.engines.devices.sums import quantity_moments
from concordant.inputs.rankings import check_class_rankings
from concordant.inputs.scores import ScoreRows
from concordant.states.moments import RELEVANCE, Moments, RowQuantity

# Average precision, ranking loss and gains compare each label with all others of the row. Beyond so many that reads
# more than twice what a bus is slower than the memory of a device, and the rows come to the host.
_MOST_LABELS = 128
_COMPARES_ALL = ("average precision", "ranking loss", "gain", "normalized gain")
_MOST_GAIN = 1e150  # the check of rows in memory knows what is beyond


def ranking_moments(rows: DeviceRows, quantity: RowQuantity, name: str, *, of_classes: bool) -> Moments | None:
    """
    Return the moments of a quantity, as `arrays.ranking_moments` gives them but for the rounding of the sums.

    None for shards, many labels, relevances that the metric does not take, and what is no matrix of scores: these are
    left to the kernels and their check.
    """
    truth, scores = rows.columns
    operations = rows.operations
    if not len(rows) or len(scores.shape) != 2 or rows.is_sharded:
        return None
    if quantity.of in _COMPARES_ALL and int(scores.shape[1]) > _MOST_LABELS:
        return None
    if len(truth.shape) != (1 if of_classes else 2):
        return None
    roles = _roles(rows) if of_classes else None
    with working_on(operations, truth):
        scores = operations.single(scores) if operations.kind(scores) == "f" else operations.whole(scores)
        ranked = _of_labels(rows, scores, quantity) if roles is None else _of_classes(rows, scores, roles)
        if ranked is None:
            return None
        values, defined = row_quantity(ranked, quantity)
        names = quantity.names(name)
        quantities = [values] if len(names) == 1 else [values * defined, defined]
        return quantity_moments(names, quantities, rows, None if roles is None else roles.rows.classes)


def _of_labels(rows: DeviceRows, scores: Any, quantity: RowQuantity) -> RankedRows | None:
    """Rows of several labels at once; None for relevances that the quantity does not take, or other shapes."""
    truth, operations = rows.columns[0], rows.operations
    if tuple(truth.shape) != tuple(scores.shape) or 0 in tuple(truth.shape):
        return None
    gains = operations.double(truth)
    relevance = RELEVANCE.get(quantity.of, "indicator")
    good = (gains == 0) | (gains == 1) if relevance == "indicator" else abs(gains) <= _MOST_GAIN
    if relevance == "non_negative":
        good = good & (gains >= 0)
    return RankedRows(scores, gains != 0, gains, None, operations) if bool(good.all()) else None


def _of_classes(rows: DeviceRows, scores: Any, roles: ClassRoles) -> RankedRows:
    """Rows of which one class happened in each."""
    operations = rows.operations
    scores, codes = roles.in_order(scores), roles.codes_on_device(rows.columns[0], operations)
    relevant = codes[:, None] == operations.arange(int(scores.shape[1]), codes)[None, :]
    return RankedRows(scores, relevant, operations.double(relevant), codes, operations)


def _roles(rows: DeviceRows) -> ClassRoles:
    """The class of each label, and the column of each class: one row a label is checked as rows in memory are."""
    labels, size = labels_that_occur(rows), int(rows.columns[1].shape[1])
    columns = np.broadcast_to(np.arange(size, dtype=np.float64), (len(labels), size))
    checked = check_class_rankings(labels, columns, **rows.reading)
    classes, codes = checked.classes or (), np.asarray(checked.y_true)
    return ClassRoles(labels, ScoreRows(codes, tuple(range(len(classes))), classes, checked.scores, None, 0))


@dataclass(frozen=True, slots=True)
class RankedRows:
    """
    Scores of shape (n, L) without NaN, and which labels are relevant.

    Attributes
    ----------
    scores : array of int64, float32 or float64, shape (n, L)
    relevant : array of bool, shape (n, L)
    gains : array of float64, shape (n, L)
        How relevant; 0 where not.
    codes : array of int64, shape (n,), or None
        The one label that is relevant, where that is so in every row.
    operations : Operations
        Of the library of all.
    """

    scores: Any
    relevant: Any
    gains: Any
    codes: Any
    operations: Operations

    def count(self, where: Any) -> Any:
        """Return how many labels of each row are marked, as float64."""
        return self.operations.double(where.sum(1))


def row_quantity(rows: RankedRows, quantity: RowQuantity) -> tuple[Any, Any]:
    """Return the quantity of each row, a finite number, and 1 where it is defined, else 0; both as float64."""
    if quantity.of == "top k":
        return _top_k(rows, quantity)
    if quantity.of == "coverage":
        return _coverage(rows)
    if quantity.of == "one error":
        return _one_error(rows, quantity)
    if quantity.of == "reciprocal rank":
        return _reciprocal_rank(rows, quantity)
    if quantity.of in ("gain", "normalized gain"):
        return _gain(rows, quantity)
    return _of_pairs(rows, quantity)


def _top_k(rows: RankedRows, quantity: RowQuantity) -> tuple[Any, Any]:
    scores, operations = rows.scores, rows.operations
    size, labels = map(int, scores.shape)
    k = float(quantity.k or labels)
    row = operations.arange(size, scores)
    bar = scores.reshape(-1)[operations.combined(row, labels, rows.codes)][:, None]
    above, up_to = rows.count(scores > bar), rows.count(scores >= bar)
    if quantity.ties == "last":
        after = operations.arange(labels, scores)[None, :] > rows.codes[:, None]
        hit = above + rows.count((scores == bar) & after) < k
    elif quantity.ties == "expected":
        room = _clipped(k - above, up_to - above, operations)
        return room / (up_to - above), above * 0.0 + 1.0
    else:
        hit = above < k if quantity.ties == "best" else up_to <= k
    return operations.double(hit), above * 0.0 + 1.0


def _coverage(rows: RankedRows) -> tuple[Any, Any]:
    xp, scores = rows.operations.xp, rows.scores
    lowest = xp.amin(xp.where(rows.relevant, scores, scores.max()), 1)
    some = rows.operations.double(rows.relevant.any(1))
    return rows.count(scores >= lowest[:, None]) * some, some * 0.0 + 1.0


def _one_error(rows: RankedRows, quantity: RowQuantity) -> tuple[Any, Any]:
    operations = rows.operations
    first = rows.scores >= operations.xp.amax(rows.scores, 1)[:, None]
    tied, relevant = rows.count(first), rows.count(first & rows.relevant)
    if quantity.ties == "best":
        return operations.double(relevant == 0), tied * 0.0 + 1.0
    if quantity.ties == "worst":
        return operations.double(relevant != tied), tied * 0.0 + 1.0
    return (tied - relevant) / tied, tied * 0.0 + 1.0


def _reciprocal_rank(rows: RankedRows, quantity: RowQuantity) -> tuple[Any, Any]:
    xp, scores = rows.operations.xp, rows.scores
    highest = xp.amax(xp.where(rows.relevant, scores, scores.min()), 1)[:, None]
    defined = rows.operations.double(rows.relevant.any(1))
    above, up_to = rows.count(scores > highest), rows.count(scores >= highest)
    tied, relevant = up_to - above + (1.0 - defined), rows.count((scores >= highest) & rows.relevant)
    if quantity.ties == "best":
        return 1.0 / (above + 1.0), defined
    if quantity.ties == "worst":
        return 1.0 / (above + tied - relevant + 1.0), defined
    return _expected_reciprocal(above, tied, relevant, rows.operations), defined


def _expected_reciprocal(above: Any, tied: Any, relevant: Any, operations: Operations) -> Any:
    """The mean of 1 / (above + X), X the place of the first of the relevant labels in a random order of those tied."""
    xp, total, chance = operations.xp, above * 0.0, relevant / tied
    for place in range(1, int((tied - relevant).max()) + 2):
        possible = operations.double(tied - relevant + 1.0 >= place)
        total = total + possible * chance / (above + place)
        left = tied - place
        chance = xp.where(
            left > 0, chance * (left - relevant + 1.0) / xp.where(left > 0, left, left * 0.0 + 1.0), chance
        )
    return total


def _gain(rows: RankedRows, quantity: RowQuantity) -> tuple[Any, Any]:
    """Discounted cumulative gain; normalised by that of the best ranking."""
    scores, operations, labels = rows.scores, rows.operations, int(rows.scores.shape[1])
    discounts = np.array(quantity.arguments(labels)["discounts"])
    each = operations.placed(discounts, scores)
    summed = operations.placed(np.concatenate([[0.0], discounts.cumsum()]), scores)
    total = rows.gains[:, 0] * 0.0
    for j in range(labels):
        bar = scores[:, j : j + 1]
        above = (scores > bar).sum(1)
        if quantity.ties == "last":
            discount = each[operations.whole(above + (scores[:, j + 1 :] == bar).sum(1))]
        else:
            up_to = (scores >= bar).sum(1)
            several = (summed[up_to] - summed[above]) / operations.double(up_to - above)
            discount = operations.xp.where(up_to - above == 1, each[above], several)
        total = total + rows.gains[:, j] * discount
    if quantity.of == "gain":
        return total, total * 0.0 + 1.0
    best = (operations.sort(rows.gains) * operations.placed(discounts[::-1].copy(), scores)).sum(1)
    defined = operations.double(best > 0)
    share = total / (best + (1.0 - defined))
    return _clipped(share, share * 0.0 + 1.0, operations), defined


def _of_pairs(rows: RankedRows, quantity: RowQuantity) -> tuple[Any, Any]:
    """Average precision, or the share of pairs in the wrong order: of equal scores the relevant label comes last."""
    scores, operations, labels = rows.scores, rows.operations, int(rows.scores.shape[1])
    count = rows.count(rows.relevant)
    total = count * 0.0
    for j in range(labels):
        before = scores >= scores[:, j : j + 1]
        up_to, relevant = rows.count(before), rows.count(before & rows.relevant)
        is_relevant = operations.double(rows.relevant[:, j])
        total = total + is_relevant * (relevant / up_to if quantity.of == "average precision" else up_to - relevant)
    if quantity.of == "average precision":
        defined = operations.double(count > 0)
        return total / (count + (1.0 - defined)), defined
    pairs = count * (labels - count)
    defined = operations.double(pairs > 0)
    return total / (pairs + (1.0 - defined)), defined


def _clipped(numbers: Any, most: Any, operations: Operations) -> Any:
    """Numbers between 0 and these."""
    xp = operations.xp
    low = xp.where(numbers > 0, numbers, numbers * 0.0)
    return xp.where(low < most, low, most)
