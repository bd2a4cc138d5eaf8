"""What the kernel that draws rows needs: the unit of each row, where the strata begin, the weight of a row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.units import Units
from concordant.typing import FloatArray

_ROWS_PER_UNIT = 8  # with more, a multinomial over the units is faster than drawing row by row
_MOST_ROWS = 1 << 32


@dataclass(frozen=True, slots=True)
class RowPlan:
    """
    Rows to draw from.

    Attributes
    ----------
    rows : ndarray of int64, shape (n,), or None
        The unit of each row, stratum after stratum; None if row i is unit i.
    starts : ndarray of int64
        Where each stratum begins, and the end.
    units : int
        The number of units.
    base : ndarray of float64, shape (U,), or None
        The weight of a row of each unit; None if all are 1.
    """

    rows: npt.NDArray[np.int64] | None
    starts: npt.NDArray[np.int64]
    units: int
    base: FloatArray | None


def row_plan(units: Units, *, stratified: bool) -> RowPlan | None:
    """Plan the drawing of rows; None where units stand for many rows each, or clusters are drawn instead."""
    if units.clusters is not None or not len(units):
        return None
    if units.counted:
        repeats, base = units.weight.astype(np.int64), None
        if not len(units) <= repeats.sum() <= min(_ROWS_PER_UNIT * len(units), _MOST_ROWS - 2):
            return None
    elif units.single:
        repeats, base = np.ones(len(units), np.int64), units.weight
    else:
        return None
    rows: npt.NDArray[np.int64] | None
    single = bool((repeats == 1).all())
    if stratified and units.stratum is not None:
        order = np.argsort(units.stratum, kind="stable")
        rows = np.repeat(order, repeats[order]).astype(np.int64)
        sizes = np.bincount(units.stratum, repeats).astype(np.int64)
    else:
        rows = None if single else np.repeat(np.arange(len(units)), repeats)
        sizes = repeats.sum(keepdims=True)
    return RowPlan(rows, np.append(0, np.cumsum(sizes)).astype(np.int64), len(units), base)


def key_of(seed: int) -> int:
    """The key of the streams of a seed: one a draw."""
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])
