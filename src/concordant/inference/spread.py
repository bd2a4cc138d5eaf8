"""
Standard errors from influences: independent rows, weighted rows, rows in clusters.

``Var = sum over rows of (w psi)^2 / (sum w)^2``; rows of one cluster are added before squaring, see `clustered`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from concordant.inference.clustered import sandwich
from concordant.inference.influence.influences import Influences, Written
from concordant.inference.samples.units import Units
from concordant.typing import FloatArray

_ROUNDING = 1e-12  # a standard error below this share of the largest influence is rounding


Moving = Influences | FloatArray  # an array of shape (U, *S)


def standard_error(units: Units, psi: Moving) -> FloatArray:
    """The standard errors of metrics with influences `psi` on values of shape S; exactly 0 where nothing can vary."""
    psi = _influences(psi)
    if not len(units):
        return np.full(psi.shape, np.nan)
    if units.clusters is not None:
        variance = sandwich(units, psi.written()).variance
    else:
        variance = psi.moment(units.squares, 2) / units.total**2
    se = np.sqrt(variance)
    se[se <= _ROUNDING * np.sqrt(units.squares.sum()) / units.total] = 0.0
    return se.reshape(psi.shape)


def _influences(psi: Moving) -> Influences:
    return psi if isinstance(psi, Influences) else Written(psi)


_SQUARE = 64  # parts; of more, a covariance matrix costs more than sums over the units
_BLOCK = 64  # sums at once


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

    def __init__(self, units: Units, psi: Moving) -> None:
        self._units, self._psi = units, _influences(psi).known()
        self.se = standard_error(units, self._psi).ravel()
        self.sure = self.se <= 0

    @cached_property
    def covariance(self) -> FloatArray:
        """The covariance of the sums of rows or clusters, scaled to the standard errors."""
        psi, clusters = self._psi.written(), self._units.clusters
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
        if weights.ndim == 1:
            variance, each = self._of_some(weights[:, None])
            return variance[0], each[:, 0]
        blocks = [self._of_some(weights[:, first : first + _BLOCK]) for first in range(0, weights.shape[1], _BLOCK)]
        return np.concatenate([one for one, _ in blocks]), np.concatenate([one for _, one in blocks], axis=1)

    def _of_some(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        total = self._psi.onto_units(weights)
        variance = standard_error(self._units, total) ** 2
        alone = np.einsum("u,us,us->s", self._units.squares, total, total)
        scale = variance / np.where(alone > 0, alone, 1.0)
        return variance, self._psi.onto_values(self._units.squares[:, None] * total) * scale


def carriers(units: Units, psi: Moving, here: Any = ...) -> float:
    """
    How many rows (or clusters) carry the value: ``(sum psi^2)^2 / sum psi^4`` over rows, the least over the values.

    Where all rows move the value alike this is their number. It is small where few rows decide: those of a rare class,
    or the errors of a near-perfect model; a standard error is then an estimate from as few. Values without influences
    (NaN) do not count, nor do those that are not `here`.
    """
    psi = _influences(psi)
    if units.clusters is not None:
        squares = units.clusters.sums(psi.written()) ** 2
        second, fourth = squares.sum(0), (squares**2).sum(0)
    elif units.counted:
        second, fourth = psi.moment(units.weight, 2), psi.moment(units.weight, 4)
    else:
        rows = units.weight**2 / np.maximum(units.squares, np.finfo(float).tiny)  # of equal weight, in each unit
        share = units.squares / np.maximum(units.weight, np.finfo(float).tiny)
        second, fourth = psi.moment(units.squares, 2), psi.moment(rows * share**4, 4)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.where(fourth > 0, second**2 / fourth, np.where(np.isnan(fourth), np.inf, 0.0))
    return float(found.reshape(psi.shape)[here].min(initial=np.inf))


def degrees_of_freedom(units: Units, psi: Moving | None) -> FloatArray | None:
    """
    Degrees of freedom of Student's t for metrics with influences, shape S; None (the normal) for independent rows.

    Without influences, clusters less one.
    """
    if units.clusters is None:
        return None
    if psi is None:
        return np.asarray(units.clusters.size - 1.0)
    psi = _influences(psi)
    return sandwich(units, psi.written()).degrees.reshape(psi.shape)


def skewness(units: Units, psi: Moving) -> FloatArray:
    """Return that of values with influences: ``sum psi^3 / (sum psi^2)^1.5`` over independent rows, (P,)."""
    psi = _influences(psi)
    if units.counted:
        second, third = psi.moment(units.weight, 2), psi.moment(units.weight, 3)
    else:
        row = units.squares / np.maximum(units.weight, np.finfo(float).tiny)  # the weight of a row, where they differ
        second, third = psi.moment(units.squares, 2), psi.moment(units.squares * row, 3)
    return np.divide(third, second**1.5, out=np.zeros_like(third), where=second > 0)
