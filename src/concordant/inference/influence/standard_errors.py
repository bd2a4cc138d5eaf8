"""
Standard errors of values, from the influences of the units of a sample.

Of independent rows, weighted rows, few rows and rows in clusters, and by the jackknife:
``Var = sum over rows of (w psi)^2 / (sum w)^2``; rows of one cluster are added before squaring, see `clustered`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.clustered import sandwich, sums_of_clusters
from concordant.inference.influence.influences import Influences, Moving, influences_of
from concordant.inference.samples.units import Units
from concordant.typing import FloatArray

_ROUNDING = 1e-12  # a standard error below this share of the largest influence is rounding
_ALONE = 1 + 1e-9  # rows of one weight that are as good as those of several, of which one has nearly all


def standard_error(units: Units, psi: Moving) -> FloatArray:
    """The standard errors of metrics with influences `psi` on values of shape S; exactly 0 where nothing can vary."""
    psi = influences_of(psi)
    if not len(units):
        return np.full(psi.shape, np.nan)
    if units.clusters is not None:
        variance = sandwich(units, psi).variance
    else:
        variance = psi.moment(units.squares, 2) / units.total**2
    se = np.sqrt(variance)
    se[se <= _ROUNDING * np.sqrt(units.total_squares) / units.total] = 0.0
    return se.reshape(psi.shape)


def carriers(units: Units, psi: Moving, here: Any = ...) -> float:
    """The least of what `carriers_of_each` gives over the values that are `here`."""
    return float(carriers_of_each(units, psi)[here].min(initial=np.inf))


def carriers_of_each(units: Units, psi: Moving) -> FloatArray:
    """
    How many rows (or clusters) carry each value: ``(sum psi^2)^2 / sum psi^4`` over rows.

    Where all rows move the value alike this is their number. It is small where few rows decide: those of a rare class,
    or the errors of a near-perfect model; a standard error is then an estimate from as few. It is 0 where the standard
    error is 0, up to rounding, and infinite for values without influences (NaN).
    """
    psi = influences_of(psi)
    if units.clusters is not None:
        found = sums_of_clusters(units, units.clusters, psi)
        second, fourth = found.second, found.fourth
    elif units.counted:
        second, fourth = psi.moment(units.weight, 2), psi.moment(units.weight, 4)
    else:
        second, fourth = psi.moment(units.squares, 2), psi.moment(units.fourths, 4)
    moved = (fourth > 0) & (second > _ROUNDING**2 * units.total_squares)
    with np.errstate(invalid="ignore", divide="ignore"):
        rows = np.where(moved, second**2 / fourth, np.where(np.isnan(fourth), np.inf, 0.0))
    return np.asarray(rows.reshape(psi.shape))


def degrees_of_freedom(units: Units, psi: Moving | None) -> FloatArray | None:
    """
    Degrees of freedom of Student's t for metrics with influences, shape S; None (the normal) for independent rows.

    Without influences, clusters less one.
    """
    if units.clusters is None:
        return None
    if psi is None:
        return np.asarray(units.clusters.size - 1.0)
    psi = influences_of(psi)
    return sandwich(units, psi).degrees.reshape(psi.shape)


def skewness(units: Units, psi: Moving) -> FloatArray:
    """Return that of values with influences: ``sum psi^3 / (sum psi^2)^1.5`` over independent rows, (P,)."""
    psi = influences_of(psi)
    if units.counted:
        second, third = psi.moment(units.weight, 2), psi.moment(units.weight, 3)
    else:
        second, third = psi.moment(units.squares, 2), psi.moment(units.cubes, 3)
    return np.divide(third, second**1.5, out=np.zeros_like(third), where=second > 0)


def small_sample(units: Units, psi: Moving, stratum: npt.NDArray[np.generic] | None = None) -> tuple[float, float]:
    """
    Divide by n - 1; of several strata, the sum of squares of each by its own rows less one.

    The degrees of freedom of such a sum are `satterthwaite`'s; weighted rows count as Kish's number of them. Clusters
    have a correction and degrees of their own.

    Parameters
    ----------
    units : Units
        The rows.
    psi : Influences or ndarray of shape (U,)
        Influences on one value.
    stratum : ndarray of shape (U,), optional
        The stratum of each unit: of scores, its class.
    """
    psi = influences_of(psi)
    if units.clusters is not None:
        found = sandwich(units, psi)
        return math.sqrt(float(found.variance[0])), float(found.degrees[0])
    if stratum is None:
        return _of_one_stratum(units, float(psi.moment(units.squares, 2)[0]))
    squares, weight, weight_squares = _sums(
        (units.squares * psi.written()[:, 0] ** 2, units.weight, units.squares), stratum
    )
    squares = squares / units.total**2
    rows = np.divide(weight**2, weight_squares, out=np.zeros_like(weight), where=weight_squares > 0)
    here = squares > 0
    squares, rows = squares[here], rows[here]
    if (rows <= _ALONE).any():
        return float("nan"), float("nan")
    parts = squares * rows / (rows - 1)
    variance = float(parts.sum())
    if variance <= (1e-12**2) * units.total_squares / units.total**2:
        return 0.0, math.inf
    return math.sqrt(variance), float(satterthwaite(parts, rows - 1))


def small_sample_of_each(units: Units, psi: Influences) -> tuple[FloatArray, FloatArray]:
    """The same of each of several values of independent rows in one stratum, (S,)."""
    squares, rows = psi.moment(units.squares, 2) / units.total**2, _rows_alike(units)
    if rows <= _ALONE:
        gone = np.where(squares > 0, np.nan, 0.0)
        return gone, gone + np.inf
    variance = squares * rows / (rows - 1)
    variance[variance <= _least_variance(units)] = 0.0
    return np.sqrt(variance), np.where(variance > 0, rows - 1, np.inf)


def _rows_alike(units: Units) -> float:
    """Kish's number of rows: how many of one weight each would be as good."""
    squares = units.total_squares
    return units.total * units.total / squares if squares > 0 else 0.0


def _least_variance(units: Units) -> float:
    """The variance below which it is rounding."""
    return (_ROUNDING**2) * units.total_squares / units.total**2


def _of_one_stratum(units: Units, squares: float) -> tuple[float, float]:
    """The same of all rows together, whose sum of squares is known, without arrays of one number."""
    squares /= units.total * units.total
    if not squares > 0:
        return 0.0, math.inf
    rows = _rows_alike(units)
    if rows <= _ALONE:
        return float("nan"), float("nan")
    variance = squares * rows / (rows - 1)
    if variance <= _least_variance(units):
        return 0.0, math.inf
    square = variance * variance
    degrees = variance**2 / (square / (rows - 1)) if 0 < square < math.inf else rows - 1  # as `satterthwaite` has it
    return math.sqrt(variance), degrees


def _sums(each: Sequence[FloatArray], stratum: npt.NDArray[np.generic]) -> list[FloatArray]:
    """Add up each in every stratum."""
    return [np.asarray(np.bincount(stratum.astype(np.intp), one), np.float64) for one in each]


def satterthwaite(parts: Any, degrees: Any) -> Any:
    """
    The degrees of freedom of a sum of variances, (..., P), each known with its own: ``(sum v)^2 / sum(v^2 / d)``.

    Satterthwaite (1946), Biometrics Bulletin 2:110.
    """
    return parts.sum(-1) ** 2 / (parts**2 / degrees).sum(-1)


def jackknife_variance(weight: FloatArray, values: FloatArray) -> FloatArray:
    """
    ``(n - 1) / n sum_u w_u (t_(-u) - mean)^2`` of values (U, *S), of which each stands for as many rows as it weighs.

    Weights of shape (U, *S) are those of as many samples. Efron & Tibshirani (1993), An Introduction to the Bootstrap,
    eq. 11.5.
    """
    weight = weight.reshape(*weight.shape, *(1,) * (values.ndim - weight.ndim))
    n = weight.sum(0, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):  # of no rows at all there is none: NaN
        apart = values - (weight * values).sum(0) / n
        found: FloatArray = (n - 1.0) / n * (weight * np.square(apart)).sum(0)
    return found
