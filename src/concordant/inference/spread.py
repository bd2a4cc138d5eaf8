"""
Standard errors from influences: independent rows, weighted rows, rows in clusters.

``Var = sum over rows of (w psi)^2 / (sum w)^2``; rows of one cluster are added before squaring (the sandwich of Liang &
Zeger 1986, Biometrika 73:13, with the factor G / (G - 1) for G clusters).
"""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.inference.samples.units import Units
from concordant.typing import FloatArray

_ROUNDING = 1e-12  # a standard error below this share of the largest influence is rounding


def covariance(units: Units, psi: FloatArray) -> FloatArray:
    """The covariance matrix (S, S) of metrics with influences `psi` of shape (U, S)."""
    if units.clusters is not None:
        groups = units.clusters.size
        if groups < 2:
            msg = "cluster= names one cluster; at least two are needed to see how they differ."
            raise OptionError(msg)
        sums = units.clusters.sums(psi)
        return (sums.T @ sums) * (groups / (groups - 1) / units.total**2)
    found: FloatArray = (psi * units.squares[:, None]).T @ psi / units.total**2
    return found


def standard_error(units: Units, psi: FloatArray) -> FloatArray:
    """The standard errors of metrics with influences `psi` of shape (U, *S); exactly 0 where nothing can vary."""
    flat = psi.reshape(len(psi), -1)
    if units.clusters is not None:
        variance = np.diagonal(covariance(units, flat))
    else:
        variance = np.einsum("u,us,us->s", units.squares, flat, flat) / units.total**2
    se = np.sqrt(variance)
    se[se <= _ROUNDING * np.sqrt(units.squares.sum()) / units.total] = 0.0
    return se.reshape(psi.shape[1:])


def carriers(units: Units, psi: FloatArray) -> float:
    """
    How many rows (or clusters) carry the value: ``(sum psi^2)^2 / sum psi^4`` over rows, the least over the values.

    Where all rows move the value alike this is their number. It is small where few rows decide: those of a rare class,
    or the errors of a near-perfect model; a standard error is then an estimate from as few. Values without influences
    (NaN) do not count.
    """
    flat = psi.reshape(len(psi), -1)
    if units.clusters is not None:
        squares = units.clusters.sums(flat) ** 2
        second, fourth = squares.sum(0), (squares**2).sum(0)
    elif units.counted:
        second = np.einsum("u,us,us->s", units.weight, flat, flat)
        fourth = np.einsum("u,us,us,us,us->s", units.weight, flat, flat, flat, flat)
    else:
        rows = units.weight**2 / np.maximum(units.squares, np.finfo(float).tiny)  # of equal weight, in each unit
        share = units.squares / np.maximum(units.weight, np.finfo(float).tiny)
        second = (units.squares[:, None] * flat**2).sum(0)
        fourth = ((rows * share**4)[:, None] * flat**4).sum(0)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.where(fourth > 0, second**2 / fourth, np.where(np.isnan(fourth), np.inf, 0.0))
    return float(found.min(initial=np.inf))


def degrees_of_freedom(units: Units) -> float | None:
    """Those of Student's t: clusters less one; None (normal limits) for independent rows."""
    return None if units.clusters is None else units.clusters.size - 1.0
