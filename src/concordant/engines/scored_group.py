"""One group of rows with labels and scores, without the rows; how many groups there may be, and their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.bucket_stack import BucketStack
from concordant.engines.cluster_sums import ClusterSums
from concordant.errors import OptionError
from concordant.states.buckets import BucketCurve
from concordant.states.curves import Curve, CurveStack
from concordant.states.moments import Moments
from concordant.typing import FloatArray, Label, NumberArray

MOST_GROUPS = 200  # as on a page of rows in memory


@dataclass(frozen=True, slots=True)
class ScoredGroup:
    """
    One group of rows.

    Attributes
    ----------
    label : label
        What the group is called.
    times : ndarray of int64, shape (K, K), or None
        Rows of each class by what is predicted; None where nothing is predicted.
    rows : int
    curve : Curve, BucketCurve, CurveStack or BucketStack
    losses : mapping
        As those of all rows.
    weights, squares : ndarray of float64, shape (K, K), or None
        Sums of their weights and of their squared weights, where rows have weights.
    clusters : ClusterSums or None
        What the clusters of its rows add up to.
    """

    label: Label
    times: npt.NDArray[np.int64] | None
    rows: int
    curve: Curve | BucketCurve | CurveStack | BucketStack
    losses: Mapping[str, Moments]
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    clusters: ClusterSums | None = None

    @property
    def cells(self) -> NumberArray | None:
        """Rows of each class by what is predicted, or sums of their weights."""
        return self.times if self.weights is None else self.weights


def too_many_groups(name: str) -> OptionError:
    """Return the error for more groups than a page holds."""
    msg = f"{name} has more than {MOST_GROUPS} different values; a page by group holds up to {MOST_GROUPS} groups."
    return OptionError(msg)


def in_group_order(labels: Iterable[Label], names: tuple[Label, ...] | None) -> list[Any]:
    """Sort groups, by the order of their names where that means something."""
    listed: list[Any] = list(labels)
    if names is not None:
        return sorted(listed, key=names.index)
    return sorted(listed, key=str) if all(isinstance(label, str) for label in listed) else sorted(listed)
