"""Sums over groups of columns."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray


def sums_of_groups(values: FloatArray, group: npt.NDArray[np.intp]) -> FloatArray:
    """Add the columns of each group, in the order of the groups: (..., U) gives (..., G)."""
    if not len(group):
        return np.zeros((*values.shape[:-1], 0))
    order = np.argsort(group, kind="stable")
    in_order = values if (group[1:] >= group[:-1]).all() else values[..., order]
    starts = np.flatnonzero(np.diff(group[order], prepend=group[order[0]] - 1))
    return np.add.reduceat(in_order, starts, axis=-1)
