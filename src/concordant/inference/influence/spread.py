"""How several values vary together: the parts of a mean over classes, two rates of each class, thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from itertools import combinations_with_replacement

import numpy as np

from concordant.inference.clustered_classes import products_of_classes
from concordant.inference.influence.influences import Influences, Moving, influences_of
from concordant.inference.influence.standard_errors import standard_error
from concordant.inference.samples.units import Units
from concordant.typing import FloatArray

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
        self._units, self._psi = units, influences_of(psi).known()
        self.se = standard_error(units, self._psi).ravel()
        self.sure = self.se <= 0

    @cached_property
    def covariance(self) -> FloatArray:
        """The covariance of the sums of rows or clusters, scaled to the standard errors."""
        psi, clusters = self._psi.written(), self._units.clusters
        rows = psi * np.sqrt(self._units.squares)[:, None] if clusters is None else clusters.sums(psi)
        plain = rows.T @ rows
        scale = _scale(self.se, np.diagonal(plain))
        return np.asarray(plain * np.outer(scale, scale))

    def se_of(self, weights: FloatArray) -> FloatArray:
        """The standard errors of sums with weights (P, *S)."""
        return standard_error(self._units, self._psi.onto_units(weights))

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


def _scale(se: FloatArray, plain: FloatArray) -> FloatArray:
    """What turns a sum of squares into a standard error."""
    own = np.sqrt(plain)
    return np.divide(se, own, out=np.zeros_like(own), where=own > 0)


class OwnSpread:
    """
    How the parts of several values vary together, where each value has parts of its own.

    Parameters
    ----------
    units : Units
        The rows.
    psi : sequence of P Influences on S values
        Those on the first part of all values, on the second, ...

    Attributes
    ----------
    se, sure : ndarray of shape (P, S)
        As of a `Spread`.
    """

    def __init__(self, units: Units, psi: Sequence[Influences]) -> None:
        self._units, self._psi = units, [one.known() for one in psi]
        self.se = np.stack([standard_error(units, one).ravel() for one in self._psi])
        self.sure = self.se <= 0

    @cached_property
    def covariance(self) -> FloatArray:
        """That of the parts of each value, (P, P, S)."""
        size = len(self._psi)
        plain = np.empty((size, size, *self.se.shape[1:]))
        for one, other in combinations_with_replacement(range(size), 2):
            plain[one, other] = plain[other, one] = products_of_sums(self._units, self._psi[one], self._psi[other])
        scale = _scale(self.se, np.stack([plain[place, place] for place in range(len(plain))]))
        return np.asarray(plain * scale * scale[:, None])

    def se_of(self, weights: FloatArray) -> FloatArray:
        """The standard errors of sums with weights (P, S)."""
        total, *others = (one.mapped(partial(np.multiply, each)) for one, each in zip(self._psi, weights, strict=True))
        for one in others:
            total = total.plus(one)
        return standard_error(self._units, total)

    def of(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the variance of sums with weights (P, S), (S,), and the covariance of each part with them, (P, S)."""
        each = np.einsum("pqs,qs->ps", self.covariance, weights)
        return np.asarray((weights * each).sum(0)), each


def products_of_sums(units: Units, first: Influences, second: Influences) -> FloatArray:
    """Products of the influences on two times as many values, of each row or of the sums of each cluster, added up."""
    clusters = units.clusters
    if clusters is None:
        return first.products(units.squares, second)
    found = products_of_classes(units, clusters, first, second)
    if found is None:
        found = np.einsum("gs,gs->s", clusters.sums(first.written()), clusters.sums(second.written()))
    return found
