"""Labels and scores of two classes without their rows: the states that a page of them needs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.exact_scores import ExactScores
from concordant.engines.scored_group import ScoredGroup
from concordant.engines.scored_sums import COLLECTS, ScoredSums
from concordant.states.buckets import BucketCurve
from concordant.states.curves import Curve
from concordant.typing import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRows(ScoredSums):
    """
    Rows of two classes with one score, added up.

    Attributes
    ----------
    pair : tuple of two labels
        The negative and the positive class.
    cut : ndarray of bool or None
        Whether the score of a group is 0.5 or more, where there are no predicted labels.
    curve : Curve or BucketCurve
        The scores: every one, or in buckets where there are too many different ones.
    exact : ExactScores or None
        What a second pass over scores that are known in buckets gave.
    """

    pair: tuple[Label, Label]
    cut: npt.NDArray[np.bool_] | None
    curve: Curve | BucketCurve
    exact: ExactScores | None = None

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
