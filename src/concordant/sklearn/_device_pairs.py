"""Two columns of labels on a device, counted there: what comes to the host are the pairs that occur."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.engines.devices.groups import label_groups
from concordant.engines.devices.operations import operations_of
from concordant.engines.devices.rows import check_device_labels
from concordant.errors import MissingValuesError
from concordant.inputs.arrays import library_of
from concordant.sklearn._labels import LabelPairs

_MOST = 1 << 12  # labels of a table that is made in any case


def pairs_on_device(y_true: Any, y_pred: Any) -> LabelPairs | None:
    """
    Count two columns of labels where they are.

    Returns
    -------
    LabelPairs or None
        None of what is to be read row by row on the host: matrices, floats that are not whole, very many labels,
        nothing, and columns that do not belong together.
    """
    columns = (y_true, y_pred)
    beside = all(library_of(column) is not None for column in columns)  # else the check says where each lies
    if beside and (any(len(y.shape) != 1 for y in columns) or not 0 < y_true.shape[0] == y_pred.shape[0]):
        return None
    try:
        found = label_groups(check_device_labels(y_true, y_pred))
    except MissingValuesError:
        return None
    if any(column.dtype.kind == "f" for column in found.columns):
        return None
    labels = np.unique(np.concatenate(found.columns))
    if len(labels) > _MOST:
        return None
    size = len(labels)
    true, pred = (np.searchsorted(labels, column) for column in found.columns)
    table = np.zeros(size * size, np.int64)
    np.add.at(table, true * size + pred, found.times)
    floating = any(operations_of(column).kind(column) == "f" for column in columns)
    named = labels.astype(np.float64) if floating else labels
    return LabelPairs(table.reshape(size, size), named, None, kind="binary" if size <= 2 else "multiclass")
