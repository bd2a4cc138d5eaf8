"""Rows whose labels are ranked by their scores on a device: the moments of a quantity of each row."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.engines.devices.groups import ClassRoles, groups, whole_labels
from concordant.engines.devices.operations import working_on
from concordant.engines.devices.row_rankings import RankedRows, row_quantity
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
    if not len(rows) or len(scores.shape) != 2 or len(operations.shards((truth,))) > 1:
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
    scores, codes = roles.in_order(scores), roles.places(rows.columns[0], operations)
    relevant = codes[:, None] == operations.arange(int(scores.shape[1]), codes)[None, :]
    return RankedRows(scores, relevant, operations.double(relevant), codes, operations)


def _roles(rows: DeviceRows) -> ClassRoles:
    """The class of each label, and the column of each class: one row a label is checked as rows in memory are."""
    truth, scores = rows.columns
    operations = rows.operations
    with working_on(operations, truth):
        labels = np.unique(groups([whole_labels(truth, operations)], None, operations).columns[0])
    columns = np.broadcast_to(np.arange(int(scores.shape[1]), dtype=np.float64), (len(labels), int(scores.shape[1])))
    found = check_class_rankings(labels, columns, **rows.reading)
    classes = found.classes or ()
    codes = np.asarray(found.y_true)
    return ClassRoles(labels, ScoreRows(codes, tuple(range(len(classes))), classes, found.scores, None, 0))
