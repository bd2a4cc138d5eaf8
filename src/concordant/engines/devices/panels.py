"""A matrix of ratings on a device, a row a unit and a column a rater, becomes its distinct rows and their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.devices.device_memory import working_on
from concordant.engines.devices.groups import Groups, groups, joined, whole_labels
from concordant.engines.devices.operations import Operations, operations_of
from concordant.inputs.arrays import refuse_unreadable
from concordant.inputs.ratings import PanelRows, check_wide
from concordant.typing import Label

_MOST = 2**31 - 1


def panel_rows(
    matrix: Any,
    *,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing_labels: Sequence[Label] = (),
    each: bool = False,
) -> PanelRows:
    """
    Check ratings, as `check_wide` does in memory; NaN is a missing rating.

    Units that count alike are grouped where they are. With weights or clusters the matrix comes to the host, and so
    does one of numbers that are not whole.
    """
    refuse_unreadable(matrix, "the matrix of ratings")
    reading: Any = {"raters": raters, "labels": labels, "missing_labels": missing_labels}
    found = _distinct(matrix) if sample_weight is None and not each else None
    if found is None:
        return check_wide(matrix, sample_weight=sample_weight, each=each, **reading)
    return replace(check_wide(found[0], each=True, **reading), times=found[1])


def _distinct(matrix: Any) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]] | None:
    """The distinct rows, and how often each occurs; None of what is no matrix of whole numbers."""
    shape, operations = tuple(matrix.shape), operations_of(matrix)
    kind = operations.kind(matrix)
    if len(shape) != 2 or 0 in shape or shape[0] > _MOST or kind not in ("b", "i", "f"):
        return None
    with working_on(operations, matrix):
        parts = [_grouped(shard[0], kind, operations) for shard in operations.shards((matrix,))]
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    whole = joined(found)
    return np.stack(whole.columns, axis=1), whole.times


def _grouped(matrix: Any, kind: str, operations: Operations) -> Groups | None:
    """The groups of rows; a missing rating is a number above all others until it is on the host."""
    width = range(int(matrix.shape[1]))
    if kind != "f":
        return groups([matrix[:, j] for j in width], None, operations)
    gaps = operations.xp.isnan(matrix)
    filled = whole_labels(operations.xp.where(gaps, operations.xp.zeros_like(matrix), matrix), operations)
    if operations.kind(filled) == "f":
        return None
    _, high = operations.low_high(filled)
    coded = operations.xp.where(gaps, operations.xp.full_like(filled, high + 1), filled)
    found = groups([coded[:, j] for j in width], None, operations)
    found.columns = [np.where(column == high + 1, np.nan, column) for column in found.columns]
    return found
