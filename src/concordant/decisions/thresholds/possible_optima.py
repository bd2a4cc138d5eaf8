"""
In which cells of scores the best threshold may lie, if only the rows of each class in each cell are known.

Inside a cell the table moves from that above the cell to that below it, by some path. Of a function that rises or falls
with the true positives, and so with the false positives, one corner of the rectangle between is the best that any path
can meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.decisions.decision_aim import DecisionAim
from concordant.decisions.thresholds.conditions import Condition
from concordant.decisions.thresholds.every_threshold import Scan
from concordant.states import Counts
from concordant.typing import FloatArray

Mask = npt.NDArray[np.bool_]
Values = Callable[[Counts], FloatArray]

_ROUNDING = 64 * float(np.finfo(float).eps)  # more than what counts as equal at the end
_MARGIN = 1e-11  # of a condition, which itself allows for 1e-12
_EVEN = 33  # places of a grid from 0 to all rows of a class


@dataclass(frozen=True, slots=True)
class Slopes:
    """How a function moves with the true and with the false positives: 1 up, -1 down."""

    tp: int
    fp: int


def slopes(values: Values, scan: Scan) -> Slopes | None:
    """
    Find out on a grid of tables with the rows of the scan whether a function rises or falls; None if neither.

    The grid holds even steps, and counts near 0 and near all rows; undefined values are left out.
    """
    axes = [_places(int(total)) for total in (scan.tp[-1], scan.fp[-1])]
    tp, fp = np.meshgrid(*axes, indexing="ij")
    found = _values(values, scan, fp.ravel(), tp.ravel()).reshape(tp.shape)
    ways = [_way(found, axis) for axis in (0, 1)]
    return None if None in ways else Slopes(ways[0] or 1, ways[1] or 1)


def _places(total: int) -> npt.NDArray[np.int64]:
    near = 2 ** np.arange(max(total.bit_length(), 1))
    even = np.round(np.linspace(0, total, _EVEN)).astype(np.int64)
    every = np.concatenate([[0], near, total - near, even])
    return np.unique(every[(every >= 0) & (every <= total)])


def _way(found: FloatArray, axis: int) -> int | None:
    """Return 1 for values that do not fall, -1 for values that do not rise, 0 for constant ones, else None."""
    rows = found if axis == 1 else found.T
    up = down = False
    for row in rows:
        known = row[~np.isnan(row)]
        with np.errstate(invalid="ignore"):
            steps = np.diff(known)
            least = 1e-12 * np.maximum(1.0, np.abs(known[1:]))
            up, down = up or bool((steps > least).any()), down or bool((steps < -least).any())
    return None if up and down else 1 if up else -1 if down else 0


def _values(values: Values, scan: Scan, fp: npt.NDArray[np.int64], tp: npt.NDArray[np.int64]) -> FloatArray:
    """Take a function of tables with so many positives, of as many rows as the scan has."""
    ends = np.append(fp, scan.fp[-1]), np.append(tp, scan.tp[-1])
    return Scan(scan.scores, *ends, scan.classes, 0).of_tables(values)[:-1]


def may_hold_best(scan: Scan, aim: DecisionAim | Condition, sign: int, conditions: Sequence[Condition]) -> Mask:
    """
    In which cells the best threshold may lie.

    Parameters
    ----------
    scan : Scan
        The tables between the cells.
    aim : DecisionAim or Condition
        What is to be best.
    sign : int
        1 if higher is better, -1 if lower is.
    conditions : sequence of Condition
        What must hold.

    Returns
    -------
    ndarray of bool, one a cell
    """
    possible = feasible(scan, conditions)
    allowed = scan.allowed(conditions)
    known = sign * scan.values(aim)
    here = known[allowed & ~np.isnan(known)]
    if not len(here):
        return possible
    best = here.max()
    slack = _ROUNDING * max(1.0, abs(best)) if np.isfinite(best) else 0.0
    reached = _furthest(scan, aim.values, sign)
    held: Mask = possible & ~(reached < best - slack)
    return held


def feasible(scan: Scan, conditions: Sequence[Condition]) -> Mask:
    """In which cells all conditions may hold."""
    found = np.ones(len(scan.scores), np.bool_)
    for one in conditions:
        found &= _may_meet(scan, one)
    return found


def _may_meet(scan: Scan, one: Condition) -> Mask:
    sign = 1 if ">" in one.comparison else -1
    reached = sign * _furthest(scan, one.values, sign)
    margin = _MARGIN * np.maximum(1.0, np.abs(np.nan_to_num(reached, posinf=0.0, neginf=0.0)))
    may: Mask = one.met(reached + sign * margin) | np.isnan(reached)
    return may


def _furthest(scan: Scan, values: Values, sign: int) -> FloatArray:
    """The greatest value of each cell, of the least ones with the sign changed; NaN where that is not known."""
    way = slopes(values, scan)
    if way is None:
        return np.full(len(scan.scores), np.nan)
    ends = [counts[1:] if sign * rises > 0 else counts[:-1] for counts, rises in ((scan.fp, way.fp), (scan.tp, way.tp))]
    corner = sign * _values(values, scan, ends[0], ends[1])
    edges = sign * _values(values, scan, scan.fp, scan.tp)
    corner[np.isnan(edges[1:]) | np.isnan(edges[:-1])] = np.nan
    return corner
