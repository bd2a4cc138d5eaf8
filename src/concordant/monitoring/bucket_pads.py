"""Scores of one window and group after the other, counted in place: a batch costs what it has rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.monitoring.definition import Definition
from concordant.monitoring.long_cells import LongCells
from concordant.typing import FloatArray

_MEMORY = 1 << 24  # bytes of all pads together


@dataclass(frozen=True, slots=True)
class OneGroup:
    """
    Rows of one window and group.

    Attributes
    ----------
    start : int
        The key of the first cell of this window and group.
    code : ndarray of int64, shape (n,)
        The class of each row.
    score : ndarray of float64, shape (n,)
        Checked: not NaN, and of probabilities none outside 0 to 1.
    """

    start: int
    code: npt.NDArray[np.int64]
    score: FloatArray


class BucketPads:
    """A table of all buckets for each of some windows and groups."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        key = definition.score_key
        self._size, self._classes = key.highest - key.lowest + 1, max(definition.classes, 2)
        self._pads: dict[int, tuple[npt.NDArray[np.int64], FloatArray]] = {}

    @property
    def full(self) -> bool:
        """Whether there is no room for another window or group."""
        return len(self._pads) * self._size * 8 * (self._classes + 2) >= _MEMORY

    def has(self, start: int) -> bool:
        """Whether there is a pad for this window and group."""
        return start in self._pads

    def add(self, one: OneGroup) -> None:
        """Count the rows."""
        if one.start not in self._pads:
            ranges = np.empty((self._size, 2))
            ranges[:] = np.inf, -np.inf
            self._pads[one.start] = np.zeros((self._size, self._classes), np.int64), ranges
        key = self._definition.score_key
        counts, ranges = self._pads[one.start]
        size = (key.scale == "probability", key.octaves, key.bits)
        _kernels.count_in_buckets(one.code, tuple(range(self._classes)), one.score, *size, counts, ranges)

    def cells(self) -> list[LongCells]:
        """Return what was counted, and forget it."""
        found = []
        for start, (counts, ranges) in self._pads.items():
            bucket, code = np.nonzero(counts)
            place = bucket * self._definition.classes + code + self._definition.starts["scores"]
            low, high = (np.ascontiguousarray(end) for end in (ranges[bucket] + 0.0).T)
            found.append(LongCells(start + place, counts[bucket, code], low, high))
        self._pads = {}
        return found
