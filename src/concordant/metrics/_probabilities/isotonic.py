"""
Isotonic regression of what happened on the probability: the rising curve that fits best.

The state holds distinct probabilities, so that equal ones are pooled already; the kernel pools adjacent violators.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from concordant import _kernels
from concordant.metrics._arithmetic.ratio import ratio
from concordant.states import Curve
from concordant.states.scaling import in_unit, unit_of
from concordant.typing import FloatArray, IntArray, NumberArray


@dataclass(frozen=True, slots=True)
class Steps:
    """
    The steps in the order of the curve: from the highest probabilities and shares to the lowest.

    Step k holds the distinct probabilities ``starts[k]`` to ``ends[k] - 1``.
    """

    starts: IntArray
    ends: IntArray
    negatives: NumberArray
    positives: NumberArray

    @property
    def weight(self) -> NumberArray:
        """The rows of each step, or the sum of their weights."""
        total: NumberArray = self.negatives + self.positives
        return total

    @property
    def observed(self) -> FloatArray:
        """The share of positives of each step."""
        return np.asarray(ratio(self.positives, self.weight))


def isotonic(curve: Curve) -> Steps:
    """Fit the curve of two classes."""
    unit = unit_of(curve)
    near = curve if unit is None else in_unit(curve, unit)  # the kernel multiplies weights with each other
    ends, sums = _kernels.isotonic_steps(np.ascontiguousarray(near.weights))
    sums = sums if unit is None else np.ldexp(sums, unit)
    starts = np.zeros_like(ends)
    starts[1:] = ends[:-1]
    return Steps(starts, ends, sums[:, 0], sums[:, 1])
