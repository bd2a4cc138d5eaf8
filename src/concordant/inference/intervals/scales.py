"""
Scales on which limits are symmetric: a wide range of metrics is skewed near the ends of its own range.

The limits are ``g^-1(g(value) +- z se g'(value))``, which stay inside the range of the metric.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class Scale:
    """A monotone function with its inverse and slope."""

    to: Callable[[FloatArray], FloatArray]
    back: Callable[[FloatArray], FloatArray]
    slope: Callable[[Any], Any]
    low: float
    high: float

    def limits(self, value: FloatArray, se: FloatArray, z: float | FloatArray) -> tuple[FloatArray, FloatArray]:
        """Symmetric limits on this scale; NaN where the value is at an end of the range, or its error is zero."""
        with np.errstate(all="ignore"):
            inside = (value > self.low) & (value < self.high) & (se > 0)
            centre, half = self.to(value), z * se * self.slope(value)
            ends = self.back(centre - half), self.back(centre + half)
        return np.where(inside, ends[0], np.nan), np.where(inside, ends[1], np.nan)

    def bend(self, value: FloatArray, se: FloatArray) -> FloatArray:
        """``se g''(value) / g'(value)``: how skewed a symmetric estimate is on this scale, up to a factor."""
        with np.errstate(all="ignore"):
            slope = self.slope(np.asarray(value) + 1e-30j)
            return np.asarray(se * np.imag(slope) / (1e-30 * np.real(slope)))


def _logistic(x: FloatArray) -> FloatArray:
    return np.where(x > 0, 1 / (1 + np.exp(-x)), np.exp(x) / (1 + np.exp(x)))


SCALES = {
    "delta": Scale(lambda x: x, lambda x: x, lambda x: 1 + 0 * x, -np.inf, np.inf),
    "fisher": Scale(np.arctanh, np.tanh, lambda x: 1 / (1 - x * x), -1.0, 1.0),
    "logit": Scale(lambda x: np.log(x) - np.log1p(-x), _logistic, lambda x: 1 / (x * (1 - x)), 0.0, 1.0),
    "log": Scale(np.log, np.exp, lambda x: 1 / x, 0.0, np.inf),
    "complement-log": Scale(lambda x: -np.log1p(-x), lambda y: -np.expm1(-y), lambda x: 1 / (1 - x), -np.inf, 1.0),
}

_BY_RANGE = {(-1.0, 1.0): "fisher", (0.0, 1.0): "logit", (0.0, np.inf): "log"}


def scale_of_range(ends: tuple[float, float] | None) -> str:
    """The scale that fits values in a range: its name."""
    return "delta" if ends is None else _BY_RANGE.get(ends, "delta")
