"""Rows with quantities such as a loss or two ratings: a metric of them is a formula of means and co-moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from concordant.inference.influence.of_moments import comoment_slopes, mean_slopes
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.units import Units
from concordant.metrics.definition.kinds import MEASUREMENTS
from concordant.metrics.definition.metric import Metric
from concordant.states import Moments
from concordant.states.moments import two_sum
from concordant.typing import FloatArray


@dataclass(frozen=True)
class MomentSample(Sample):
    """
    Rows with Q quantities each, or for several labels at once (L, Q).

    Attributes
    ----------
    units : Units
        One a row.
    state : Moments
        Of all rows.
    rows : ndarray of float64, shape (n, Q) or (n, L, Q)
        The quantities of each row; infinite ones are losses.
    """

    units: Units
    state: Moments
    rows: FloatArray

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Take the metric of moments that are matrix products of weights and quantities."""
        shape = self.state.mean.shape
        centre = self.state.mean.ravel()
        flat = self.rows.reshape(len(self.rows), len(centre))
        infinite = np.isinf(flat)
        lacking = np.zeros_like(centre) if self.state.rest is None else self.state.rest.ravel()
        distance = np.where(infinite, 0.0, flat - np.where(np.isinf(centre), 0.0, centre) - lacking)
        total = weights.sum(1)
        with np.errstate(invalid="ignore", divide="ignore"):
            step = (weights @ distance) / total[:, None]
        mean, rest = two_sum(np.where(np.isinf(centre), 0.0, centre), lacking + step)
        if infinite.any():
            mean = np.where(weights @ infinite > 0, np.inf, mean)
        every = np.broadcast_to(total.reshape(-1, *[1] * (len(shape) - 1)), (len(weights), *shape[:-1]))
        stack = replace(
            self.state,
            weight=every,
            squares=every,  # no formula reads it
            mean=mean.reshape(-1, *shape),
            rest=None if self.state.rest is None else rest.reshape(-1, *shape),
            comoment=self._comoments(metric, weights, distance, step),
        )
        return np.asarray(of_stack(metric, options, self.state)(stack), np.float64)

    def _comoments(self, metric: Metric, weights: FloatArray, distance: FloatArray, step: FloatArray) -> FloatArray:
        """Under each row of weights; NaN for metrics that only read means."""
        if metric.kind is not MEASUREMENTS:
            return np.full((len(weights), *self.state.comoment.shape), np.nan)
        around = np.einsum("up,uq->upq", distance, distance).reshape(len(distance), distance.shape[1] ** 2)
        between = np.einsum("b,bp,bq->bpq", weights.sum(1), step, step)
        found: FloatArray = (weights @ around).reshape(between.shape) - between
        own = np.arange(found.shape[-1])
        rounding = 4 * np.finfo(np.float64).eps * len(distance) * between[:, own, own]
        constant = found[:, own, own] <= rounding  # all rows of the draw are alike: their spread is none, not rounding
        found[constant[:, :, None] | constant[:, None, :]] = 0.0
        return found

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
        """Differentiate the formula by means and co-moments, and follow each row through them."""
        formula, state = of_stack(metric, options, self.state), self.state
        with np.errstate(all="ignore"):  # infinite losses have no influence, nor have ratings without squares: NaN
            distance = self.rows - state.mean if state.rest is None else self.rows - state.mean - state.rest
            distance = distance.reshape(len(self.rows), state.mean.size)
            psi = np.tensordot(distance, mean_slopes(formula, state), axes=1)
            if metric.kind is MEASUREMENTS:
                slopes, (first, second) = comoment_slopes(formula, state)
                moved = distance[:, first] * distance[:, second] * float(state.weight) - state.comoment[first, second]
                psi = psi + np.tensordot(moved, slopes, axes=1)
        return np.asarray(psi)


def of_stack(metric: Metric, options: Mapping[str, Any], state: Moments) -> Callable[[Moments], Any]:
    """The formula for a stack of states like this one: along its leading axis stand no labels to average over."""
    chosen = dict(options)
    if state.weight.ndim == 0 and "average" in metric.options:
        chosen["average"] = None
    return lambda stack: metric.formula(stack, **chosen)
