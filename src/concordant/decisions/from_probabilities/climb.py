"""
Decisions that maximise a metric of the expected table: follow its slope, decide every row anew, repeat.

With the slope G of the metric at a table, the table that is best along G gives each row the label of the greatest
``(p G)_k``. For a metric that is linear in the table, or a quotient of two linear parts (every kappa, at fixed truth),
this is Dinkelbach's method: it ends at the global optimum, after a few steps (Dinkelbach 1967, Management Science
13:492). For others it climbs to a local optimum: of Matthews correlation it is the ascent of a convex bound, of macro
F1 the algorithm of Frank and Wolfe on what random decisions can reach (Narasimhan et al. 2015, ICML, p. 2398).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.decisions.from_probabilities.expected import Expected
from concordant.typing import FloatArray

_STEPS = 200
_HALVINGS = 8
_ROUNDING = 4 * float(np.finfo(float).eps)
_MOVES = 1 << 20  # numbers in the tables of all single moves, up to which they are tried


@dataclass(frozen=True, slots=True)
class Climbed:
    """Where a climb ended: the places of the labels, their table, the goal, the slope that decided them, steps."""

    places: npt.NDArray[np.intp]
    table: FloatArray
    goal: float
    gains: FloatArray
    steps: int


def climb(rows: Expected, *, exact: bool) -> Climbed:
    """Climb from one start where that is enough, else from several, and keep the highest end."""
    if exact:
        return _ascend(rows, rows.gains(rows.random_table()), damped=False)
    ends = [_polished(rows, _ascend(rows, gains, damped=True)) for gains in _starts(rows)]
    best = max(ends, key=lambda end: end.goal)
    return Climbed(best.places, best.table, best.goal, best.gains, sum(end.steps for end in ends))


def _starts(rows: Expected) -> Iterator[FloatArray]:
    """Slopes to begin with: of random answers, of the likeliest label, of the label that gains most on its share."""
    size = len(rows.labels)
    table = rows.random_table()
    yield rows.gains(table)
    yield np.eye(size)
    share = table.sum(1)
    yield np.diag(np.divide(share.sum(), share, out=np.zeros(size), where=share > 0))


def _decided(rows: Expected, gains: FloatArray, steps: int) -> Climbed:
    places = rows.answers(gains)
    table = rows.table(places)
    return Climbed(places, table, float(rows.goal(table)), gains, steps)


def _ascend(rows: Expected, gains: FloatArray, *, damped: bool) -> Climbed:
    if np.isnan(gains).any():
        gains = np.eye(len(rows.labels))
    here = _decided(rows, gains, 1)
    while here.steps < _STEPS:
        there = _next(rows, here, damped=damped)
        if there is None:
            break
        here = there
    return here


def _next(rows: Expected, here: Climbed, *, damped: bool) -> Climbed | None:
    """
    One step uphill; None at the top.

    Where the whole way overshoots, the slope is taken further back on it (in between are random decisions).
    """
    gains = rows.gains(here.table)
    if np.isnan(gains).any():
        return None
    steps, goal = here.steps, here.goal
    for halving in range(_HALVINGS if damped else 1):
        there = _decided(rows, gains, steps + 1)
        if there.goal > goal + _ROUNDING * max(1.0, abs(goal)):
            return there
        steps += 1
        share = 0.5 ** (halving + 1)
        gains = rows.gains((1 - share) * here.table + share * there.table)
        if np.isnan(gains).any():
            return None
    return None


def _polished(rows: Expected, end: Climbed) -> Climbed:
    """Change the label of the one row that gains most, as long as one gains; for few rows only."""
    n, size = rows.prob.shape
    if n * size**3 > _MOVES:
        return end
    weighed = rows.prob if rows.weights is None else rows.prob * rows.weights[:, None]
    places, table, goal, moves = end.places.copy(), end.table, end.goal, 0
    eye = np.eye(size)
    while moves < 4 * n:
        change = eye[None, :, :] - eye[places][:, None, :]  # (n, K, K): one answer to k more, one to the old less
        tables = table + weighed[:, None, :, None] * change[:, :, None, :]
        goals = rows.goal(np.maximum(tables, 0.0))
        row, k = np.unravel_index(int(goals.argmax()), goals.shape)
        if not goals[row, k] > goal + _ROUNDING * max(1.0, abs(goal)):
            break
        places[row] = k
        table = rows.table(places)
        goal, moves = float(rows.goal(table)), moves + 1
    if not moves:
        return end
    slope = rows.gains(table)
    return Climbed(places, table, goal, end.gains if np.isnan(slope).any() else slope, end.steps + moves)
