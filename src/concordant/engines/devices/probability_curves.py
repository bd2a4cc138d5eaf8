"""Curves and sums of bins of probabilities on a device, which measures of calibration are made of."""

from __future__ import annotations

import numpy as np

from concordant.engines import arrays
from concordant.engines.devices.class_roles import class_roles
from concordant.engines.devices.curves import curve_or_stack
from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.device_rows import DeviceProbabilities, DeviceRows
from concordant.engines.devices.exact_sums import exact_sums
from concordant.engines.devices.groups import groups
from concordant.engines.devices.probability_rows import check_probabilities, top_label
from concordant.inputs.scores import OUTCOMES, ScoreRows
from concordant.states.curves import Curve, CurveStack
from concordant.typing import FloatArray


def probability_curves(given: DeviceProbabilities) -> Curve | CurveStack | None:
    """
    Gather the curve of each class, or that of the predicted class; None where rows in memory are to be looked at.

    Raises
    ------
    ScoreError
        If these are no probabilities.
    """
    rows = given.rows
    if len(rows.operations.shards(rows.columns[:1])) > 1:
        return None
    check_probabilities(rows)
    return curve_or_stack(rows) if given.reduction == "classwise" else _of_top_labels(rows)


def _of_top_labels(rows: DeviceRows) -> Curve | None:
    """Whether the predicted class is right, against its probability."""
    columns = None if rows.weights is not None else top_label(rows)
    if columns is None:
        return None
    operations = rows.operations
    with working_on(operations, columns[0]):
        found = groups(columns, None, operations)
    right, highest = found.columns
    return arrays.curve(
        ScoreRows(right, (0, 1), OUTCOMES, highest, None, rows.missing, what=rows.names[1], times=found.times)
    )


def bin_sums(rows: DeviceRows, inner_edges: FloatArray, *, closed_left: bool) -> FloatArray | None:
    """
    Sum rows of one column of probabilities, without weights, in bins.

    Returns
    -------
    ndarray of shape (4, B) or None
        The number of negatives, of positives, the sum of p and of p (1 - p) in each bin, in no order at all; None
        without rows, or where a label is neither class.
    """
    truth, scores = rows.columns
    operations, bins = rows.operations, len(inner_edges) + 1
    check_probabilities(rows)
    roles = class_roles(rows)
    if roles.pair is None or not len(rows):
        return None
    with working_on(operations, truth):
        number = operations.double(scores)
        side = "right" if closed_left else "left"
        place = operations.whole(operations.xp.searchsorted(operations.placed(inner_edges, scores), number, side=side))
        cells = operations.combined(place, 2, operations.whole(roles.positive(truth, operations)))
        times = operations.host(operations.bincount(cells, 2 * bins))[: 2 * bins].reshape(bins, 2)
        sums = [operations.host(exact_sums(x, place, bins, operations)) for x in (number, number * (1.0 - number))]
    return np.stack([times[:, 0].astype(np.float64), times[:, 1].astype(np.float64), *sums])
