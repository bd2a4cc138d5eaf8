"""What rows with scores add up to, of however many classes: their groups of equal labels, losses and clusters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.engines.cluster_sums import ClusterSums
from concordant.engines.scored_group import ScoredGroup
from concordant.states.moments import Moments
from concordant.typing import FloatArray

Where = Literal["read in batches", "added up by the engine of the frame"]
COLLECTS = "brings the columns here as a whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSums:
    """
    Rows of labels and scores, added up.

    Attributes
    ----------
    truth : Series
        The true label of each group of rows, in the type of its column.
    pred : Series or None
        The predicted label of each group.
    times : ndarray of int64
        How many rows each group has; rows of weight zero are absent.
    weights, squares : ndarray of float64 or None
        Sums of their weights and of their squared weights.
    losses : mapping
        The moments of the losses that the page has; empty where scores are no probabilities.
    rows, missing : int
        How many rows there were, and how many of them lack a value.
    groups : tuple of ScoredGroup
        The groups of rows, where a column says which there are.
    where : str
        How that was done, in words.
    cluster : Series or None
        The cluster of each group of rows, where rows have one.
    clusters : ClusterSums or None
        What they add up to.
    """

    truth: Any
    pred: Any
    times: npt.NDArray[np.int64]
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    losses: Mapping[str, Moments] = field(default_factory=dict)
    rows: int = 0
    missing: int = 0
    groups: tuple[ScoredGroup, ...] = ()
    where: Where = "read in batches"
    cluster: Any = None
    clusters: ClusterSums | None = None
