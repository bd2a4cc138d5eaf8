"""
A mean from few labels and many predictions (PPI++): the mean of predictions, corrected by labelled items.

Angelopoulos, Duchi & Zrnic (2023), PPI++: Efficient prediction-powered inference, arXiv 2311.01453, for a mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.sample import Clusters
from concordant.judging.post_stratified import summed_error
from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class PoweredMean:
    """The mean, its standard error, its degrees of freedom, and how much of the predictions was used (lambda)."""

    value: float
    se: float
    degrees: float
    power: float


def powered_mean(
    people: FloatArray,
    judge: FloatArray,
    *,
    power: float | None,
    ddof: int = 1,
    clusters: Clusters | None = None,
) -> PoweredMean:
    """
    Estimate the mean of what people say; `people` is NaN where nobody has looked, at random.

    ``lambda mean(f of others) + mean(y - lambda f)``; lambda is ``cov(y, f) / (var(f) (1 + n / N))``, cut to 0 and 1,
    unless it is given as `power`; var(f) is that of all predictions. The variance is
    ``var(y - lambda f) / n + lambda^2 var(f of others) / N``. With fewer than two others their variance is unknown, and
    lambda is 0 unless it is given.
    """
    known = ~np.isnan(people)
    y, f, others = people[known], judge[known], judge[~known]
    n, rest = len(y), len(others)
    if power is None:
        power = _best_power(y, f, judge, rest, ddof)
    left = y - power * f
    value = float(left.mean() + (power * others.mean() if rest else 0.0))
    if clusters is None:
        variance = _var(left, ddof) / n + (power**2 * _var(others, ddof) / rest if rest and power else 0.0)
        return PoweredMean(value, float(np.sqrt(variance)), n - 1.0, power)
    influence = np.where(known, 0.0, power * (judge - (others.mean() if rest else 0.0)) / max(rest, 1))
    influence[known] = (left - left.mean()) / n
    se, degrees = summed_error(influence, clusters)
    return PoweredMean(value, se, degrees, power)


def why_no_error(found: PoweredMean, people: FloatArray) -> str:
    """Why the mean has no interval."""
    known = int((~np.isnan(people)).sum())
    if not np.isnan(found.se):
        return "the labels do not vary: no standard error"
    if known < 2:
        return "fewer than two items are labelled: no standard error"
    if len(people) - known < 2 and found.power:
        return f"fewer than two items are not labelled: no standard error at a power of {found.power:g}, take power=0"
    return "no standard error"


def _best_power(y: FloatArray, f: FloatArray, judge: FloatArray, rest: int, ddof: int) -> float:
    """The lambda of the least variance, between 0 and 1."""
    n, spread = len(y), _var(judge, 1)
    if rest < 2 or n <= ddof or not spread > 0:
        return 0.0
    together = float(((y - y.mean()) * (f - f.mean())).sum()) / (n - ddof)
    return float(np.clip(together / (spread * (1 + n / rest)), 0.0, 1.0))


def _var(x: npt.NDArray[np.float64], ddof: int) -> float:
    return float(x.var(ddof=ddof)) if len(x) > ddof else float("nan")
