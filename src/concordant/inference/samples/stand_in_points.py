"""
Points that stand in for the rows of several models, where only sums of products of their influences are known.

The points lie on both sides of 0 along the axes of these sums, with equal weights, so that any difference of two models
has the same standard error on them as on the rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.units import Units
from concordant.metrics.definition.metric import Metric
from concordant.states import Curve, Moments
from concordant.typing import FloatArray, IntArray

_ROUNDING = 1e-13


class _Points(Sample):
    """Points that stand for rows which are not known, with the influence of each on one metric."""

    psi: FloatArray

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Refuse: rows that are not known cannot be drawn."""
        del options, weights
        msg = f"a bootstrap of {metric.name} needs the rows, which were read in batches: call {metric.name}.compare."
        raise OptionError(msg)

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """Return that of the metric which the points are made for."""
        del metric, options
        return self.psi


@dataclass(frozen=True)
class RankedPoints(_Points, ScoreSample):
    """
    Points of two classes with the influence of each on a metric of one model.

    Attributes
    ----------
    psi : ndarray, shape (U,)
    rows : ndarray of int, shape (2,)
        How many rows each class has.
    """

    psi: FloatArray
    rows: IntArray

    def rarest(self) -> tuple[int, str]:
        """How many rows the rarer class has, and which class that is."""
        place = int(self.rows.argmin())
        return int(self.rows[place]), f"in class {self.curves[0].classes[place]!r}"


@dataclass(frozen=True)
class LossPoints(_Points):
    """Points with the influence of each on a metric of losses of one model."""

    units: Units
    state: Moments
    psi: FloatArray


def ranked_points(curves: Sequence[Curve], products: FloatArray) -> list[RankedPoints]:
    """
    Return a sample for each model.

    Parameters
    ----------
    curves : sequence of Curve
        That of each of M models on the same rows of two classes, which are not weighted.
    products : ndarray, shape (2, M, M)
        For negative and for positive rows, the sums of ``psi_i psi_j`` over the rows.
    """
    rows = curves[0].weights.sum(0)
    parts = [_points(products[side], int(rows[side])) for side in (0, 1)]
    code = np.repeat([0, 1], [len(weight) for weight, _ in parts])
    weight, psi = (np.concatenate(one) for one in zip(*parts, strict=True))
    units, nowhere = Units(weight, weight, code), (np.zeros(len(code), np.intp),)
    return [RankedPoints(units, curve, nowhere, (code,), psi[:, m], rows) for m, curve in enumerate(curves)]


def loss_points(states: Sequence[Moments], products: FloatArray) -> list[LossPoints]:
    """Return a sample for each of M models from the moments of their losses and the sums of products (M, M)."""
    weight, psi = _points(products, int(states[0].weight))
    units = Units(weight, weight)
    return [LossPoints(units, state, psi[:, m]) for m, state in enumerate(states)]


def _points(products: FloatArray, rows: int) -> tuple[FloatArray, FloatArray]:
    """Weights and influences of points, as many as a power of two, so that their weights add up to whole rows."""
    models = len(products)
    many = 1 << (2 * models - 1).bit_length()
    weight, psi = np.full(many, rows / many), np.zeros((many, models))
    if not np.isfinite(products).all():
        return weight, np.full_like(psi, np.nan)
    spread, axes = np.linalg.eigh(products / max(rows, 1))
    step = (axes * np.sqrt(np.maximum(spread, 0.0) * many / 2)).T
    psi[:models], psi[models : 2 * models] = step, -step
    apart = np.diag(products)[:, None] + np.diag(products) - 2 * products
    alike = apart <= _ROUNDING * np.diag(products)[:, None]  # models with equal influences, but for rounding
    return weight, psi[:, alike.argmax(0)]
