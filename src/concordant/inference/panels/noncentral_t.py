"""Quantiles of the noncentral t distribution, by integrating over the standard deviation."""

from __future__ import annotations

from math import erfc, exp, isnan, lgamma, log, nan, sqrt

import numpy as np

_NODES = 256
_FAR = 9.0  # standard deviations of the scale, beyond which there is next to nothing


def noncentral_t_quantile(probability: float, degrees: float, centre: float) -> float:
    """The t with P(T <= t) = probability, of (Z + centre) / sqrt(W / degrees): Z normal, W chi-square."""
    if isnan(probability) or not 0 < probability < 1 or not degrees > 0:
        return nan
    scales, weights = _scales(degrees)

    def below(t: float) -> float:
        return float(weights @ np.array([0.5 * erfc((centre - t * u) / sqrt(2)) for u in scales]))

    low, high = centre - 1.0, centre + 1.0
    step = 1.0
    while below(low) > probability:
        low, step = low - step, 2 * step
    step = 1.0
    while below(high) < probability:
        high, step = high + step, 2 * step
    for _ in range(200):  # the secant, kept in the bracket by halving it
        middle = (low + high) / 2
        if high - low <= 1e-14 * max(1.0, abs(middle)):
            break
        low, high = (middle, high) if below(middle) < probability else (low, middle)
    return (low + high) / 2


def _scales(degrees: float) -> tuple[np.ndarray, np.ndarray]:
    """Nodes of sqrt(W / degrees), and the probability that each stands for (Gauss-Legendre)."""
    spread = _FAR / sqrt(2 * degrees)
    ends = max(1e-12, 1.0 - spread) if degrees > 50 else 1e-12, 1.0 + spread + (3.0 if degrees < 5 else 0.0)
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    u = (ends[1] - ends[0]) / 2 * nodes + (ends[0] + ends[1]) / 2
    half = degrees / 2
    logs = [log(2) + half * log(half) - lgamma(half) + (degrees - 1) * log(x) - half * x * x for x in u]
    density = np.array([exp(max(one, -745.0)) for one in logs])
    mass = weights * density * (ends[1] - ends[0]) / 2
    return u, mass / mass.sum()
