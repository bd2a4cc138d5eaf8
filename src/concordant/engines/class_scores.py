"""Labels and scores of several classes without their rows: the states that a page of them needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.engines.bucket_stack import BucketStack
from concordant.engines.scored_sums import COLLECTS, ScoredSums
from concordant.states.curves import CurveStack
from concordant.typing import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassScores(ScoredSums):
    """
    Rows of several classes with one score a class, added up.

    Attributes
    ----------
    labels : tuple
        The classes, in the order of the columns of scores.
    top : ndarray of int64 or None
        The class with the highest score in a group, by its place, where there are no predicted labels.
    curve : CurveStack or BucketStack
        The scores: every one, or in buckets where there are too many different ones.
    why : str or None
        Why the scores are no probabilities.
    """

    labels: tuple[Label, ...]
    top: npt.NDArray[np.int64] | None
    curve: CurveStack | BucketStack
    why: str | None = None

    @property
    def if_exact(self) -> str | None:
        """What is done for exact values if they are asked for."""
        return None if self.where == "read in batches" else COLLECTS
