"""The cells of a table that hold rows, under many sets of weights: most of a million cells are empty."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from concordant.metrics._arithmetic.grouped import sums_of_groups
from concordant.typing import FloatArray


@dataclass(frozen=True)
class OccupiedCells:
    """
    Weights of some cells of a table of K labels; all others are empty.

    Attributes
    ----------
    weights : ndarray of float64, shape (..., U)
        Of each cell; leading axes are a stack.
    true, predicted : ndarray of int, shape (U,)
        Where each cell lies.
    """

    weights: FloatArray
    true: npt.NDArray[np.intp]
    predicted: npt.NDArray[np.intp]

    @property
    def n(self) -> FloatArray:
        """The sum of the weights."""
        return np.asarray(self.weights.sum(-1))

    @cached_property
    def rows(self) -> FloatArray:
        """The margin of the truth, of the labels that occur in it: (..., up to K)."""
        return sums_of_groups(self.weights, self.true)

    @cached_property
    def columns(self) -> FloatArray:
        """The margin of the prediction."""
        return sums_of_groups(self.weights, self.predicted)
