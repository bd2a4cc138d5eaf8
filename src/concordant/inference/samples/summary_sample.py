"""Moments without their rows: enough for the standard error of a formula of means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.influence.of_moments import mean_slopes
from concordant.inference.samples.moment_sample import of_stack
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.units import Units
from concordant.metrics.definition.kinds import MEASUREMENTS
from concordant.metrics.definition.metric import Metric
from concordant.states import Moments
from concordant.typing import FloatArray


@dataclass(frozen=True)
class SummarySample(Sample):
    """
    What stands in for rows that are not known any more: 2 Q points with their means and co-moments.

    The points lie on both sides of the means, along the axes of the co-moments. A formula of means has the same
    standard error on them as on the rows.

    Attributes
    ----------
    units : Units
        The points, each with an equal share of the weight.
    state : Moments
        One state.
    """

    units: Units
    state: Moments

    @classmethod
    def of_state(cls, state: Moments) -> SummarySample:
        """Share the weight out to the points."""
        points = 2 * len(state.names)
        share = np.full(points, 1 / points)
        return cls(Units(share * float(state.weight), share * float(state.squares)), state)

    def values(self, metric: Metric, options: Mapping[str, Any], weights: FloatArray) -> FloatArray:
        """Refuse: rows that are not known cannot be drawn."""
        del options, weights
        msg = f"a bootstrap of {metric.name} needs the rows, not their Moments: call {metric.name}.interval."
        raise OptionError(msg)

    def influence(self, metric: Metric, options: Mapping[str, Any]) -> FloatArray | None:
        """Follow the points through the slopes by the means; None for metrics of co-moments, which vary as well."""
        if metric.kind is MEASUREMENTS:
            return None
        state, size = self.state, len(self.state.names)
        with np.errstate(invalid="ignore", divide="ignore"):
            covariance = state.comoment / state.weight
            if not np.isfinite(covariance).all():
                return np.full(2 * size, np.nan)
            spread, axes = np.linalg.eigh(covariance)
            step = axes * np.sqrt(np.maximum(spread, 0.0) * size)
            slopes = mean_slopes(of_stack(metric, options, state), state)
            psi = np.tensordot(step.T, slopes, axes=1)
        return np.concatenate([psi, -psi])
