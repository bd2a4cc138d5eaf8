"""A table of all buckets of a key, which counts in place: adding a batch costs as much as the batch has rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.arrays import bucket_curve
from concordant.inputs.scores import ScoreRows
from concordant.states.buckets import BucketCurve, ScoreKey
from concordant.typing import Label

_LINE = 64  # bytes


class BucketTable:
    """
    The rows of each class in every bucket that a key has, with the least and the greatest score.

    Of probabilities of two classes it takes 25 MB with 14 bits, of other scores 22 MB with 13. What is known of a
    bucket lies side by side: a row then waits for one line of memory.
    """

    def __init__(self, key: ScoreKey, *, weighted: bool = False, classes: int = 2) -> None:
        self.key = key
        cells = _lines(key.highest - key.lowest + 1, classes + 2)
        self.weights: npt.NDArray[Any] = cells[:, :classes] if weighted else cells.view(np.int64)[:, :classes]
        self.ranges = cells[:, classes:]
        self.ranges[:] = np.inf, -np.inf

    def copy(self) -> BucketTable:
        """Return the same to go on from."""
        other = BucketTable(self.key, weighted=self.weights.dtype.kind == "f", classes=self.weights.shape[1])
        other.weights[:], other.ranges[:] = self.weights, self.ranges
        return other

    def add(self, part: BucketCurve) -> None:
        """Add buckets of the same key, each of which occurs once."""
        here = part.places - self.key.lowest
        self.weights[here] += part.weights
        self.ranges[here, 0] = np.minimum(self.ranges[here, 0], part.low)
        self.ranges[here, 1] = np.maximum(self.ranges[here, 1], part.high)

    def add_rows(self, rows: ScoreRows) -> None:
        """Add checked rows, none of weight zero, one after the other: how they come in batches plays no part."""
        key = self.key
        size = (key.scale == "probability", key.octaves, key.bits)
        table = (self.weights, self.ranges, rows.weights)
        odd = _kernels.count_in_buckets(rows.y_true, rows.values, rows.scores, *size, *table)
        if max(odd.bad_label, odd.bad_score, odd.outside) >= 0:
            bucket_curve(rows, key=key)  # which says what is wrong

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


def _lines(size: int, width: int) -> npt.NDArray[np.float64]:
    """Zeros in lines, of which those of four numbers lie in one line of the processor's cache each."""
    memory = np.zeros(size * width + _LINE // 8)
    start = -memory.ctypes.data % _LINE // 8
    return memory[start : start + size * width].reshape(size, width)
