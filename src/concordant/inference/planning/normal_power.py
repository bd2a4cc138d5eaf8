"""The power of a test that compares an estimate with a value, by the normal distribution."""

from __future__ import annotations

import math
from statistics import NormalDist


def normal_power(n: float, *, distance: float, variances: tuple[float, float], z: float) -> float:
    """
    P(estimate beyond ``z sqrt(V0 / n)``), an estimate `distance` away from the hypothesis, with variance V1 / n.

    `variances` are V0, under the hypothesis, and V1, under what is expected. For a power P it gives the usual
    ``n = (z sqrt(V0) + z_P sqrt(V1))^2 / distance^2``.
    """
    beyond = distance * math.sqrt(n) - z * math.sqrt(variances[0])
    if variances[1] <= 0:
        return float(beyond > 0)
    return NormalDist().cdf(beyond / math.sqrt(variances[1]))
