"""Labels and scores of two classes without their rows: the states that a page of them needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.engines.cluster_sums import ClusterSums
from concordant.engines.exact_scores import ExactScores
from concordant.engines.scored_group import ScoredGroup
from concordant.states.bucket_curve import BucketCurve
from concordant.states.curve import Curve
from concordant.states.moments import Moments
from concordant.typing import FloatArray, Label

Where = Literal["read in batches", "added up by the engine of the frame"]
COLLECTS = "brings the columns here as a whole"


@dataclass(frozen=True, slots=True)
class ScoredRows:
    """
    Rows of two classes with one score, added up.

    Attributes
    ----------
    pair : tuple of two labels
        The negative and the positive class.
    truth : Series
        The true label of each group of rows, in the type of its column.
    pred : Series or None
        The predicted label of each group.
    cut : ndarray of bool or None
        Whether the score of a group is 0.5 or more, where there are no predicted labels.
    times : ndarray of int64
        How many rows each group has; rows of weight zero are absent.
    weights, squares : ndarray of float64 or None
        Sums of their weights and of their squared weights.
    curve : Curve or BucketCurve
        The scores: every one, or in buckets where there are too many different ones.
    losses : mapping
        The moments of the losses that the page has; empty where scores are no probabilities.
    rows : int
        How many rows there were.
    missing : int
        How many rows lack a value.
    exact : ExactScores or None
        What a second pass over scores that are known in buckets gave.
    groups : tuple of ScoredGroup
        The groups of rows, where a column says which there are.
    where : str
        How that was done, in words.
    cluster : Series or None
        The cluster of each group of rows, where rows have one.
    clusters : ClusterSums or None
        What they add up to.
    """

    pair: tuple[Label, Label]
    truth: Any
    pred: Any
    cut: npt.NDArray[np.bool_] | None
    times: npt.NDArray[np.int64]
    weights: FloatArray | None
    squares: FloatArray | None
    curve: Curve | BucketCurve
    losses: Mapping[str, Moments] = field(default_factory=dict)
    rows: int = 0
    missing: int = 0
    exact: ExactScores | None = None
    groups: tuple[ScoredGroup, ...] = ()
    where: Where = "read in batches"
    cluster: Any = None
    clusters: ClusterSums | None = None

    @property
    def if_exact(self) -> str | None:
        """What is done for exact values if they are asked for."""
        if self.where == "read in batches":
            return "reads the rows once more"
        return COLLECTS if self.groups or self.clusters is not None else "asks the engine once more"

    def of_group(self, group: ScoredGroup) -> ScoredRows:
        """Return the rows of one of the groups."""
        import polars as pl

        curve: Any = group.curve  # of two classes
        rows = curve.weights.sum(axis=0)[:, None] if group.times is None else group.times
        y_true, y_pred = here = np.nonzero(rows)
        truth = [self.pair[label] for label in y_true]
        pred = None if self.pred is None else [self.pair[label] for label in y_pred]
        return replace(
            self,
            truth=pl.Series(self.truth.name, truth, self.truth.dtype),
            pred=None if self.pred is None else pl.Series(self.pred.name, pred, self.pred.dtype),
            cut=None if self.pred is not None or group.times is None else y_pred == 1,
            times=rows[here],
            weights=None if group.weights is None else group.weights[here],
            squares=None if group.squares is None else group.squares[here],
            curve=curve,
            losses=group.losses,
            rows=group.rows,
            missing=0,
            exact=None,
            groups=(),
            cluster=None,
            clusters=group.clusters,
        )
