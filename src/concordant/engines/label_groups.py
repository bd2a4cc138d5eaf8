"""Rows of labels, those that are alike together: as many as there are pairs of labels, however many rows there were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.unfit_rows import Gaps
from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class LabelGroups:
    """
    Two columns of labels without their rows.

    Attributes
    ----------
    truth, pred : Series
        The labels of each group, with the name and the type of their column; one may be missing.
    times : ndarray of int64, shape (groups,)
        How many rows have that pair of labels and a weight above zero.
    rows : int
        How many rows there were.
    weights, squares : ndarray of float64, shape (groups,), or None
        Sums of the weights of these rows, and of the squared weights, in the unit that `Counts` keeps them in.
    by, cluster : Series or None
        The group of rows that these labels stand in, and their cluster, where rows have one.
    missing : int
        How many rows were left out because a value is missing.
    lost : mapping
        For each column that lacks values which rows do; without a first one where rows have no order.
    """

    truth: Any
    pred: Any
    times: npt.NDArray[np.int64]
    rows: int
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    lost: Mapping[str, Gaps] = field(default_factory=dict)
    by: Any = None
    cluster: Any = None
    missing: int = 0

    def where(self, here: npt.NDArray[np.intp]) -> LabelGroups:
        """Return those of these numbers, as all rows that there are."""
        alone: dict[str, Any] = {
            name: None if column is None else column[here]
            for name in ("truth", "pred", "times", "weights", "squares", "cluster")
            for column in [getattr(self, name)]
        }
        return replace(self, **alone, rows=int(self.times[here].sum()), lost={}, by=None, missing=0)
