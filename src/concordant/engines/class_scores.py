"""Labels and scores of several classes without their rows: the states that a page of them needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.bucket_stack import BucketStack
from concordant.engines.cluster_sums import ClusterSums
from concordant.engines.scored_group import ScoredGroup
from concordant.engines.scored_rows import COLLECTS, Where
from concordant.states.curve_stack import CurveStack
from concordant.states.moments import Moments
from concordant.typing import FloatArray, Label


@dataclass(frozen=True, slots=True)
class ClassScores:
    """
    Rows of several classes with one score a class, added up.

    Attributes
    ----------
    labels : tuple
        The classes, in the order of the columns of scores.
    truth : Series
        The true label of each group of rows, in the type of its column.
    pred : Series or None
        The predicted label of each group.
    top : ndarray of int64 or None
        The class with the highest score in a group, by its place, where there are no predicted labels.
    times : ndarray of int64
        How many rows each group has.
    curve : CurveStack or BucketStack
        The scores: every one, or in buckets where there are too many different ones.
    losses : mapping
        The moments of the losses; empty where scores are no probabilities.
    why : str or None
        Why the scores are no probabilities.
    rows, missing : int
        How many rows there were, and how many of them lack a value.
    weights, squares : ndarray of float64 or None
        Sums of the weights of each group of rows, and of their squared weights.
    groups : tuple of ScoredGroup
        The groups of rows, where a column says which there are.
    where : str
        How that was done, in words.
    cluster : Series or None
        The cluster of each group of rows, where rows have one.
    clusters : ClusterSums or None
        What they add up to.
    """

    labels: tuple[Label, ...]
    truth: Any
    pred: Any
    top: npt.NDArray[np.int64] | None
    times: npt.NDArray[np.int64]
    curve: CurveStack | BucketStack
    losses: Mapping[str, Moments] = field(default_factory=dict)
    why: str | None = None
    rows: int = 0
    missing: int = 0
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    groups: tuple[ScoredGroup, ...] = ()
    where: Where = "read in batches"
    cluster: Any = None
    clusters: ClusterSums | None = None

    @property
    def if_exact(self) -> str | None:
        """What is done for exact values if they are asked for."""
        return None if self.where == "read in batches" else COLLECTS
