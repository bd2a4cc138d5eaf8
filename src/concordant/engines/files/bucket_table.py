"""A table of all buckets of a key, which counts in place: adding a batch costs as much as the batch has rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.arrays import bucket_curve
from concordant.engines.files.archive import keepable
from concordant.inputs.scores import ScoreRows
from concordant.states.bucket_curve import BucketCurve
from concordant.states.score_key import ScoreKey
from concordant.typing import Label


@keepable
class BucketTable:
    """
    The rows of each class in every bucket that a key has, with the least and the greatest score.

    Of probabilities of two classes it takes 25 MB with 14 bits, of other scores 22 MB with 13.
    """

    def __init__(self, key: ScoreKey, *, weighted: bool = False, classes: int = 2) -> None:
        size = key.highest - key.lowest + 1
        self.key = key
        self.weights = np.zeros((size, classes), np.float64 if weighted else np.int64)
        self.ranges = np.empty((size, 2))
        self.ranges[:] = np.inf, -np.inf

    def copy(self) -> BucketTable:
        """Return the same to go on from."""
        other = object.__new__(BucketTable)
        other.key, other.weights, other.ranges = self.key, self.weights.copy(), self.ranges.copy()
        return other

    def to_kept(self) -> dict[str, Any]:
        """Return the buckets that hold rows, for a checkpoint."""
        here = self.held
        return {
            "key": self.key,
            "kind": self.weights[:0],
            "here": here,
            "weights": self.weights[here],
            "ranges": self.ranges[here],
        }

    @classmethod
    def from_kept(cls, kept: Mapping[str, Any]) -> BucketTable:
        """Read what `to_kept` gave."""
        kind = kept["kind"]
        found = cls(kept["key"], weighted=kind.dtype.kind == "f", classes=kind.shape[1])
        found.weights[kept["here"]], found.ranges[kept["here"]] = kept["weights"], kept["ranges"]
        return found

    def add(self, part: BucketCurve) -> None:
        """Add buckets of the same key, each of which occurs once."""
        here = part.places - self.key.lowest
        self.weights[here] += part.weights
        self.ranges[here, 0] = np.minimum(self.ranges[here, 0], part.low)
        self.ranges[here, 1] = np.maximum(self.ranges[here, 1], part.high)

    def add_rows(self, rows: ScoreRows) -> None:
        """Count checked rows, which have no weights."""
        key = self.key
        size = (key.scale == "probability", key.octaves, key.bits)
        odd = _kernels.count_in_buckets(rows.y_true, rows.values, rows.scores, *size, self.weights, self.ranges)
        if max(odd.bad_label, odd.bad_score, odd.outside) >= 0:
            bucket_curve(rows, key=key)  # which says what is wrong

    def add_weighted(
        self, positive: npt.NDArray[np.bool_], scores: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]
    ) -> None:
        """Add rows one after the other, so that the sums do not depend on how rows are parted."""
        here = self.key.places(scores) - self.key.lowest
        np.add.at(self.weights, (here, positive.view(np.uint8)), weights)
        np.minimum.at(self.ranges[:, 0], here, scores)
        np.maximum.at(self.ranges[:, 1], here, scores)

    @property
    def held(self) -> npt.NDArray[np.intp]:
        """The buckets that hold rows, the highest scores first."""
        return np.flatnonzero(self.ranges[:, 0] <= self.ranges[:, 1])[::-1]

    def state(self, classes: tuple[Label, Label], missing: int) -> BucketCurve:
        """Return the buckets that hold rows."""
        here = self.held
        low, high = (self.ranges[here] + 0.0).T
        parts = (here + self.key.lowest, self.weights[here], np.ascontiguousarray(low), np.ascontiguousarray(high))
        return BucketCurve(*parts, classes, self.key, missing=missing)
