"""Rows in groups, such as clusters or classes of the truth, whose numbers are added up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.settings import threads_for
from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class RowsInGroups:
    """
    Which group each row is in, and what it weighs there.

    Attributes
    ----------
    group : ndarray of int, shape (n,)
        0 to `size` - 1.
    weight : ndarray of float64, shape (n,)
        At least 0.
    size : int
        The number of groups, G.
    unit : ndarray of int, shape (n,), or None
        The unit whose numbers a row has; None: its own.
    """

    group: npt.NDArray[np.intp]
    weight: FloatArray
    size: int
    unit: npt.NDArray[np.intp] | None = None

    def sums(self, values: FloatArray) -> FloatArray:
        """Add ``weight * values[unit]`` over the rows of each group: (U, S) gives (G, S)."""
        group, weight, unit = self.contiguous()
        threads = threads_for(len(group), 16 * values.shape[1])
        table = np.ascontiguousarray(values, np.float64)
        return np.asarray(_kernels.group_sums(table, group, unit, weight, self.size, threads))

    def contiguous(self) -> tuple[npt.NDArray[np.int64], FloatArray, npt.NDArray[np.int64] | None]:
        """The group, the weight and the unit of each row, as kernels take them."""
        unit = None if self.unit is None else np.ascontiguousarray(self.unit, np.int64)
        return np.ascontiguousarray(self.group, np.int64), np.ascontiguousarray(self.weight, np.float64), unit
