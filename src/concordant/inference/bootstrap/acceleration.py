"""How fast the standard error changes with the value: what BCa needs beside the draws."""

from __future__ import annotations

import numpy as np

from concordant.inference.intervals.question import Estimate
from concordant.typing import FloatArray

_GROUPS = 200  # more units than this are left out in groups


def acceleration(estimate: Estimate) -> FloatArray:
    """
    Return ``a = sum psi^3 / (6 (sum psi^2)^1.5)`` over rows (Efron 1987, JASA 82:171, eq. 6.6), shape S.

    Rows of a cluster are added first. Without influences the jackknife gives them: one unit, or one group of units,
    is left out at a time. NaN where all are equal.
    """
    units, psi = estimate.units, estimate.influence
    if psi is None:
        moves, often = _jackknife(estimate)
    elif units.clusters is not None:
        moves, often = units.clusters.sums(psi.reshape(len(psi), -1)).reshape(-1, *psi.shape[1:]), None
    elif units.counted:
        moves, often = psi, units.weight
    else:
        moves, often = (psi.T * units.weight).T, None
    weight = np.ones(len(moves)) if often is None else often
    with np.errstate(invalid="ignore", divide="ignore"):
        cubes, squares = np.tensordot(weight, moves**3, axes=1), np.tensordot(weight, moves**2, axes=1)
        return np.asarray(cubes / (6 * squares**1.5))


def _jackknife(estimate: Estimate) -> tuple[FloatArray, FloatArray | None]:
    """The value with all rows, less that without a unit: a row of it where it stands for several."""
    units = estimate.units
    if units.clusters is not None or len(units) > _GROUPS or not units.counted:
        return _without_groups(estimate), None
    values = estimate.without_one_row()
    return np.tensordot(units.weight / units.total, values, axes=1) - values, units.weight


def _without_groups(estimate: Estimate) -> FloatArray:
    units, clusters = estimate.units, estimate.units.clusters
    if clusters is None:
        part = np.arange(len(units)) % _GROUPS
        gone = (np.where(part == group, units.weight, 0.0) for group in range(_GROUPS))
    else:
        rows = (clusters.code == group for group in range(clusters.size))
        gone = (np.bincount(clusters.unit[here], clusters.weight[here], minlength=len(units)) for here in rows)
    found = np.concatenate([estimate.under((units.weight - without)[None]) for without in gone])
    moves: FloatArray = found.mean(0) - found
    return moves
