"""
Standard errors from influences: independent rows, weighted rows, rows in clusters.

``Var = sum over rows of (w psi)^2 / (sum w)^2``; rows of one cluster are added before squaring, see `clustered`.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from concordant.inference.clustered import sandwich
from concordant.inference.samples.units import Units
from concordant.typing import FloatArray

_ROUNDING = 1e-12  # a standard error below this share of the largest influence is rounding


def standard_error(units: Units, psi: FloatArray) -> FloatArray:
    """The standard errors of metrics with influences `psi` of shape (U, *S); exactly 0 where nothing can vary."""
    flat = psi.reshape(len(psi), math.prod(psi.shape[1:]))
    if not len(units):
        return np.full(psi.shape[1:], np.nan)
    if units.clusters is not None:
        variance = sandwich(units, flat).variance
    else:
        variance = np.einsum("u,us,us->s", units.squares, flat, flat) / units.total**2
    se = np.sqrt(variance)
    se[se <= _ROUNDING * np.sqrt(units.squares.sum()) / units.total] = 0.0
    return se.reshape(psi.shape[1:])


_SQUARE = 64  # parts; of more, a covariance matrix costs more than sums over the units


class Spread:
    """
    How several values vary together.

    Attributes
    ----------
    se : ndarray of shape (P,)
        Their standard errors.
    sure : ndarray of bool, shape (P,)
        Those that nothing moves.
    """

    def __init__(self, units: Units, psi: FloatArray) -> None:
        self._units, self._psi = units, np.nan_to_num(psi)
        self.se = standard_error(units, self._psi)
        self.sure = self.se <= 0

    @cached_property
    def covariance(self) -> FloatArray:
        """That of the sums of rows or clusters, scaled to the standard errors."""
        psi = self._psi
        clusters = self._units.clusters
        rows = psi * np.sqrt(self._units.squares)[:, None] if clusters is None else clusters.sums(psi)
        plain = rows.T @ rows
        own = np.sqrt(np.diagonal(plain))
        scale = np.divide(self.se, own, out=np.zeros_like(own), where=own > 0)
        return np.asarray(plain * np.outer(scale, scale))

    def of(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the variance of sums with weights (P, S), (S,), and the covariance of each value with them, (P, S)."""
        if len(weights) <= _SQUARE:
            each = self.covariance @ weights
            return np.asarray((weights * each).sum(0)), each
        total = self._psi @ weights
        variance = standard_error(self._units, total) ** 2
        alone = np.einsum("u,u...,u...->...", self._units.squares, total, total)
        scale = variance / np.where(alone > 0, alone, 1.0)
        return variance, ((self._psi * self._units.squares[:, None]).T @ total) * scale


def carriers(units: Units, psi: FloatArray) -> float:
    """
    How many rows (or clusters) carry the value: ``(sum psi^2)^2 / sum psi^4`` over rows, the least over the values.

    Where all rows move the value alike this is their number. It is small where few rows decide: those of a rare class,
    or the errors of a near-perfect model; a standard error is then an estimate from as few. Values without influences
    (NaN) do not count.
    """
    flat = psi.reshape(len(psi), math.prod(psi.shape[1:]))
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


def degrees_of_freedom(units: Units, psi: FloatArray | None) -> FloatArray | None:
    """
    Those of Student's t for metrics with influences of shape (U, *S), shape S; None (the normal) for independent rows.

    Without influences, clusters less one.
    """
    if units.clusters is None:
        return None
    if psi is None:
        return np.asarray(units.clusters.size - 1.0)
    return sandwich(units, psi.reshape(len(psi), math.prod(psi.shape[1:]))).degrees.reshape(psi.shape[1:])


def skewness(units: Units, psi: FloatArray) -> FloatArray:
    """Return that of values with influences (U, S): ``sum psi^3 / (sum psi^2)^1.5`` over independent rows."""
    if units.counted:
        second, third = units.weight @ psi**2, units.weight @ psi**3
    else:
        row = units.squares / np.maximum(units.weight, np.finfo(float).tiny)  # the weight of a row, where they differ
        second, third = units.squares @ psi**2, (units.squares * row) @ psi**3
    return np.divide(third, second**1.5, out=np.zeros_like(third), where=second > 0)
